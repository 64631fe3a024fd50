import type { DetectionRequest } from '../core/detection/plan';
import type { Work } from '../deadline';
import type { TaskPool } from './pool';
import type { LoadedSymbol, Snapshot } from './snapshot';
import { MAKERS } from './tasks/answer';
import { searchTasks } from './tasks/search';

/** Enough symbols and rounds for the kernel to be compiled in full. */
const SYMBOLS = 48;
const ROUNDS = 6;
const WARMING: Work = { account: 'prices' };
/** Operations whose answers threads check against the contract. */
const CHECKED = { operations: Object.keys(MAKERS) };

/** Runs a typical scan in every thread until its code is compiled, so that the first request is fast. */
export async function warmUp(snapshot: Snapshot, pool: TaskPool): Promise<void> {
  const symbols = [...snapshot.symbols.values()].slice(0, SYMBOLS);
  if (symbols.length === 0) return;
  const [task] = searchTasks(symbols, scanLike(symbols));
  for (let round = 0; round < ROUNDS; round++) {
    await everyThread(pool, () => pool.run('search', task, WARMING));
  }
}

/**
 * Compiles the contract's validators in every thread, which takes a fifth of a second and would delay the first answer.
 * Never rejects: a validator that is missing is compiled on demand.
 */
export async function prepareThreads(pool: TaskPool): Promise<void> {
  if (pool.hasThreads) await everyThread(pool, () => pool.run('prepareChecks', CHECKED, WARMING)).catch(() => {});
}

/** Runs one task in each thread at once. */
async function everyThread(pool: TaskPool, run: () => Promise<unknown>): Promise<void> {
  await Promise.all(Array.from({ length: pool.threads }, run));
}

function scanLike(symbols: readonly LoadedSymbol[]): DetectionRequest {
  const asOf = Math.max(...symbols.map((symbol) => symbol.lastDay));
  return {
    entries: Array.from({ length: 14 }, (_, i) => ({ day: asOf + 1 + i, asOf })),
    years: 10,
    cycle: 'consecutive',
    minHold: 5,
    maxHold: 120,
    minWins: 'default',
    minObservations: 5,
    gapLimit: 10,
    liveOnly: true,
  };
}
