import type { Candidate } from '../core/detection/candidate';
import { openColumns } from '../core/detection/columns';
import { Detector } from '../core/detection/detector';
import { type DetectionPlan, type DetectionRequest, planDetection } from '../core/detection/plan';
import { MEMBER, type SearchWork, takeSymbols } from './searchWork';

/** `best` candidate of each symbol and direction, or the `distinct` windows of each symbol's own year (METHOD 5). */
export type SearchMode = 'best' | 'distinct';

/** A search, whole or what a thread takes of it. Prices travel as shared memory, never as copies. */
export interface SearchTask {
  readonly request: DetectionRequest;
  readonly mode: SearchMode;
  readonly work: SearchWork;
}

/** Doubles a candidate takes up: structured clones of objects would cost more than the search. */
const WIDTH = 9;
const LONG = 0;
const SHORT = 1;

/** Searches what is left of a task; `pause` is asked after each symbol and may let other work in or throw. */
export async function search(task: SearchTask, pause: () => Promise<void> | void): Promise<Candidate[]> {
  const found: Candidate[] = [];
  for (const candidates of searches(task)) {
    found.push(...candidates);
    const wait = pause();
    if (wait) await wait;
  }
  return found;
}

/** The same in one go, for a thread that has nothing else to do, until its turn is over. */
export function searchPacked(task: SearchTask, isOver: () => boolean = () => false): Float64Array {
  const found: Candidate[] = [];
  for (const candidates of searches(task, isOver)) found.push(...candidates);
  return pack(found);
}

/** The candidates of each symbol. @param isOver asked before some more are taken: what is taken must be searched */
function* searches({ request, mode, work }: SearchTask, isOver = () => false): Generator<Candidate[]> {
  const { buffers, members } = work;
  const plan = planDetection(request);
  let some = takeSymbols(work);
  if (some === null) return;
  const detectorAt = detectorOver(buffers, plan);
  for (; some !== null; some = isOver() ? null : takeSymbols(work)) {
    for (let at = some.from * MEMBER; at < some.to * MEMBER; at += MEMBER) {
      const detector = detectorAt(members[at]);
      const [index, id] = [members[at + 1], members[at + 2]];
      yield mode === 'best' ? both(detector, index, id) : detector.distinct(index, id);
    }
  }
}

/** One detector that goes from block to block: symbols of a block follow each other. */
function detectorOver(buffers: readonly SharedArrayBuffer[], plan: DetectionPlan): (block: number) => Detector {
  let at = 0;
  const detector = new Detector(openColumns(buffers[at]), plan);
  return (block) => {
    if (block !== at) detector.lookAt(openColumns(buffers[block]));
    at = block;
    return detector;
  };
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
