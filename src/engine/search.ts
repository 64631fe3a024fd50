import type { Candidate } from '../core/detection/candidate';
import { openColumns } from '../core/detection/columns';
import { Detector } from '../core/detection/detector';
import { type DetectionRequest, planDetection } from '../core/detection/plan';

/** `best` candidate of each symbol and direction, or the `distinct` windows of each symbol's own year (METHOD 5). */
export type SearchMode = 'best' | 'distinct';

/** A piece of a search that one thread does. Prices travel as shared memory, never as copies. */
export interface SearchTask {
  readonly request: DetectionRequest;
  readonly mode: SearchMode;
  readonly parts: readonly SearchPart[];
  /** In shared memory: its first element is not 0 once the result is wanted no more. Absent = it always is. */
  readonly stop?: Int32Array;
}

/** Symbols of one block of columns, and the ids that candidates name them by. */
export interface SearchPart {
  readonly buffer: SharedArrayBuffer;
  readonly indices: Int32Array;
  readonly ids: Int32Array;
}

/** Doubles a candidate takes up: structured clones of objects would cost more than the search. */
const WIDTH = 9;
const LONG = 0;
const SHORT = 1;

/** Searches all symbols of a task; `pause` is asked before each one and may let other work in or throw. */
export async function search(task: SearchTask, pause: () => Promise<void> | void): Promise<Candidate[]> {
  const found: Candidate[] = [];
  for (const one of searches(task)) {
    const wait = pause();
    if (wait) await wait;
    found.push(...one());
  }
  return found;
}

/** The same in one go, for a thread that has nothing else to do. Empty when it was told to stop. */
export function searchPacked(task: SearchTask): Float64Array {
  const found: Candidate[] = [];
  for (const one of searches(task)) {
    if (task.stop !== undefined && Atomics.load(task.stop, 0) !== 0) return pack([]);
    found.push(...one());
  }
  return pack(found);
}

function* searches({ request, mode, parts }: SearchTask): Generator<() => Candidate[]> {
  const plan = planDetection(request);
  for (const { buffer, indices, ids } of parts) {
    const detector = new Detector(openColumns(buffer), plan);
    for (let i = 0; i < indices.length; i++) {
      yield () => (mode === 'best' ? both(detector, indices[i], ids[i]) : detector.distinct(indices[i], ids[i]));
    }
  }
}

function both(detector: Detector, symbol: number, id: number): Candidate[] {
  const { long, short } = detector.best(symbol, id);
  if (long === null) return short === null ? [] : [short];
  return short === null ? [long] : [long, short];
}

export function pack(candidates: readonly Candidate[]): Float64Array {
  const packed = new Float64Array(candidates.length * WIDTH);
  for (const [i, c] of candidates.entries()) {
    const at = i * WIDTH;
    packed[at] = c.symbol;
    packed[at + 1] = c.entry;
    packed[at + 2] = c.hold;
    packed[at + 3] = c.direction === 'long' ? LONG : SHORT;
    packed[at + 4] = c.yearsTested;
    packed[at + 5] = c.wins;
    packed[at + 6] = c.mean;
    packed[at + 7] = c.deviation ?? Number.NaN;
    packed[at + 8] = c.sharpe;
  }
  return packed;
}

export function unpack(packed: Float64Array): Candidate[] {
  const candidates: Candidate[] = [];
  for (let at = 0; at < packed.length; at += WIDTH) {
    candidates.push({
      symbol: packed[at],
      entry: packed[at + 1],
      hold: packed[at + 2],
      direction: packed[at + 3] === LONG ? 'long' : 'short',
      yearsTested: packed[at + 4],
      wins: packed[at + 5],
      mean: packed[at + 6],
      deviation: Number.isNaN(packed[at + 7]) ? null : packed[at + 7],
      sharpe: packed[at + 8],
    });
  }
  return candidates;
}
