import { constants, getPriority, setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { ApiError, DATABASE_WAIT, upstreamUnavailable } from '../errors';
import { DatabaseAwayError } from '../storage/errors';
import { openSeries } from '../storage/series';
import type { Answered, ThreadData } from './pool';
import { TASKS, type TaskInput, type TaskName, type TaskOutput } from './tasks';
import { Thread } from './tasks/thread';

/** Body of the threads of a `TaskPool`: a function a task, by its name. */

const { niceness, url }: ThreadData = workerData;
// On Linux a priority is a thread's own; elsewhere it would slow down the whole service.
if (process.platform === 'linux') setPriority(0, Math.min(getPriority(0) + niceness, constants.priority.PRIORITY_LOW));

const thread = new Thread(async () => {
  if (url === null) throw new Error('prices that are in one thread alone cannot be read in another');
  return openSeries(url);
});

export const analyze = answering('analyze');
export const listYear = answering('listYear');
export const allDamaged = answering('allDamaged');
export const answer = answering('answer');
export const cards = answering('cards');
export const search = answering('search');
export const evidence = answering('evidence');
export const exportPart = answering('exportPart');
export const predict = answering('predict');
export const heatRow = answering('heatRow');
export const rotations = answering('rotations');
export const prepareChecks = answering('prepareChecks');

function answering<Name extends TaskName>(name: Name) {
  const task = TASKS[name] as (input: TaskInput<Name>, thread: Thread) => Promise<TaskOutput<Name>>;
  return async (input: TaskInput<Name>) => moved(await answeredBy(() => task(input, thread)));
}

/** A fault of the program is thrown on. */
async function answeredBy<T>(task: () => T | Promise<T>): Promise<Answered<T>> {
  try {
    return { value: await task() };
  } catch (thrown) {
    const error = thrown instanceof DatabaseAwayError ? upstreamUnavailable(thrown.message, DATABASE_WAIT) : thrown;
    if (!(error instanceof ApiError)) throw error;
    const { code, message, retryAfter, detail } = error;
    return { refusal: { code, message, retryAfter, detail } };
  }
}

/** Arrays of numbers and bytes are handed over, not copied. */
function moved<T>(answered: Answered<T>): unknown {
  if (!('value' in answered)) return answered;
  const { value } = answered;
  const parts = ArrayBuffer.isView(value) ? [value] : Object.values(value ?? {}).filter(ArrayBuffer.isView);
  const buffers = new Set(parts.map(({ buffer }) => buffer).filter((buffer) => buffer instanceof ArrayBuffer));
  return move({ [transferableSymbol]: [...buffers], [valueSymbol]: answered } as never);
}
