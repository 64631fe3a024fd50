import { constants, getPriority, setPriority } from 'node:os';
import { type HeatTask, heating } from './heat';
import { type MeasureTask, measuring } from './measure';
import { type SearchTask, searchPacked } from './search';

/**
 * Below the thread that answers, which has to be let in as soon as a request comes: a search is done no later for it where
 * there is a core for each. Half of that, and a thread that is woken was often let in before the one that woke it, for 3 ms.
 * On Linux a priority is a thread's own; elsewhere it would slow down the whole service.
 */
const BELOW = 10;
if (process.platform === 'linux') setPriority(0, Math.min(getPriority(0) + BELOW, constants.priority.PRIORITY_LOW));

/** How long a thread works on one task before another account's has its turn, milliseconds: most tasks take less. */
const TURN_MS = 20;

/** Body of a worker thread: prices in shared memory in, packed candidates out. */
export default function run(task: SearchTask): Float64Array {
  return searchPacked(task, oneTurn());
}

/** The same for windows that were found: what is measured of them lies in shared memory too. */
export function measure(task: MeasureTask): void {
  for (const _ of measuring(task, oneTurn()));
}

/** The same for the rows of a heat map. */
export function heat(task: HeatTask): void {
  for (const _ of heating(task, oneTurn()));
}

/** Tells whether a turn that begins now is over. */
function oneTurn(): () => boolean {
  const began = performance.now();
  return () => performance.now() - began >= TURN_MS;
}
