import type { DetectionRequest } from '../core/detection/plan';
import type { Work } from '../deadline';
import type { TaskPool } from './pool';
import type { LoadedSymbol, Snapshot } from './snapshot';
import { searchTasks } from './tasks/search';

/** Enough symbols and rounds for the kernel to be compiled in full. */
const SYMBOLS = 48;
const ROUNDS = 6;
const WARMING: Work = { account: 'prices' };

/** Runs a typical scan in every thread until its code is compiled, so that the first request is fast. */
export async function warmUp(snapshot: Snapshot, pool: TaskPool): Promise<void> {
  const symbols = [...snapshot.symbols.values()].slice(0, SYMBOLS);
  if (symbols.length === 0) return;
  const [task] = searchTasks(symbols, scanLike(symbols));
  for (let round = 0; round < ROUNDS; round++) {
    // Once in each thread.
    await Promise.all(Array.from({ length: pool.threads }, () => pool.run('search', task, WARMING)));
  }
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
