import { constants, getPriority, setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { ApiError, DATABASE_WAIT, upstreamUnavailable } from '../errors';
import { DatabaseUnavailableError } from '../storage/errors';
import { openPriceReader } from '../storage/storedSeries';
import { type Tasks, Thread } from './tasks/thread';

/** `workerData` of a thread. */
export interface ThreadData {
  readonly pool: 'request' | 'background';
  readonly niceness: number;
  readonly url: string | null;
}

/** Message to a thread: the name of a task, and its input. */
export interface TaskCall {
  readonly name: string;
  readonly input: object;
}

/** Result of a task: a value, or the fields of an ApiError, whose class is lost between threads. */
export type TaskResult<T> =
  | { readonly value: T }
  | { readonly refusal: Pick<ApiError, 'code' | 'message' | 'retryAfter' | 'detail'> };

const { pool, niceness, url }: ThreadData = workerData;
// On Linux the priority applies to a thread; elsewhere it would apply to the whole process.
if (process.platform === 'linux') setPriority(0, Math.min(getPriority(0) + niceness, constants.priority.PRIORITY_LOW));

const thread = new Thread(() => {
  if (url === null) throw new Error('the database is in the memory of the main thread, no other thread can read it');
  return openPriceReader(url);
});

/** A thread loads the tasks of its own pool only. They are required: the loader of source files in threads does not import. */
const tasks: Tasks =
  pool === 'request'
    ? (require('./tasks/requestTasks') as typeof import('./tasks/requestTasks')).requestTasks
    : (require('./tasks/backgroundTasks') as typeof import('./tasks/backgroundTasks')).backgroundTasks;

/** Entry point of the threads of a `TaskPool`: runs a task. An ApiError becomes a refusal; other errors are thrown. */
export default async function run({ name, input }: TaskCall): Promise<unknown> {
  return transferred(await resultOf(() => tasks[name](input as never, thread)));
}

async function resultOf<T>(task: () => T | Promise<T>): Promise<TaskResult<T>> {
  try {
    return { value: await task() };
  } catch (thrown) {
    const error =
      thrown instanceof DatabaseUnavailableError ? upstreamUnavailable(thrown.message, DATABASE_WAIT) : thrown;
    if (!(error instanceof ApiError)) throw error;
    const { code, message, retryAfter, detail } = error;
    return { refusal: { code, message, retryAfter, detail } };
  }
}

/** Transfers typed arrays of the result instead of copying them. */
function transferred<T>(result: TaskResult<T>): unknown {
  if (!('value' in result)) return result;
  const { value } = result;
  const parts = ArrayBuffer.isView(value) ? [value] : Object.values(value ?? {}).filter(ArrayBuffer.isView);
  const buffers = new Set(parts.map(({ buffer }) => buffer).filter((buffer) => buffer instanceof ArrayBuffer));
  return move({ [transferableSymbol]: [...buffers], [valueSymbol]: result } as never);
}
