import { constants, getPriority, setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { ApiError, DATABASE_WAIT, upstreamUnavailable } from '../errors';
import { DatabaseAwayError } from '../storage/errors';
import { openPriceReader } from '../storage/storedSeries';
import type { Answered, ThreadData } from './pool';
import { Thread } from './tasks/thread';

/** What the threads of a `TaskPool` have in common: their place below the one that answers, and what they read prices by. */
const { niceness, url }: ThreadData = workerData;
// On Linux a priority is a thread's own; elsewhere it would slow down the whole service.
if (process.platform === 'linux') setPriority(0, Math.min(getPriority(0) + niceness, constants.priority.PRIORITY_LOW));

const thread = new Thread(async () => {
  if (url === null) throw new Error('prices that are in one thread alone cannot be read in another');
  return openPriceReader(url);
});

/** Makes a task a function of this thread, as piscina calls it by its name. A fault of the program is thrown on. */
export function answering<Input, Output>(task: (input: Input, thread: Thread) => Output | Promise<Output>) {
  return async (input: Input) => moved(await answeredBy(() => task(input, thread)));
}

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
