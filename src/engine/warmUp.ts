import type { DetectionRequest } from '../core/detection/plan';
import type { SearchTask } from './search';
import { searchWork } from './searchWork';
import type { LoadedSymbol, Snapshot } from './snapshot';

/** Enough symbols and rounds for the kernel to be compiled in full. */
const SYMBOLS = 48;
const ROUNDS = 6;

/** Runs a scan like the ones to come often enough that the first request meets compiled code, in every thread. */
export async function warmUp(
  snapshot: Snapshot,
  workers: number,
  run: (task: SearchTask) => Promise<unknown>,
): Promise<void> {
  const symbols = [...snapshot.symbols.values()].slice(0, SYMBOLS);
  if (symbols.length === 0) return;
  const request = scanLike(symbols);
  for (let round = 0; round < ROUNDS; round++) {
    // As many at once as there are threads: each takes one, and all that is in it.
    const tasks = Array.from({ length: Math.max(1, workers) }, () =>
      run({ request, mode: 'best', work: searchWork(symbols) }),
    );
    await Promise.all(tasks);
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
