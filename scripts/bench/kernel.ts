import type { DetectionRequest } from '../../src/core/detection/plan';
import { WorkerPool } from '../../src/engine/pool';
import { type SearchMode, searchPacked } from '../../src/engine/search';
import type { LoadedSymbol } from '../../src/engine/snapshot';
import { splitWork } from '../../src/engine/splitWork';
import { type Row, time } from './table';
import { loadedSymbols, scanRequest, yearEntries } from './universe';

const SYMBOLS = 620;
const YEARS = 30;

/** The cold scan core and one symbol's year, from prices in memory to candidates. */
export async function run(): Promise<Row[]> {
  const symbols = loadedSymbols(SYMBOLS, YEARS);
  const scan = scanRequest();
  const year = scanRequest({ entries: yearEntries() });
  const oneThread = await time('cold scan core, 1 thread', here(symbols, scan, 'best'), {
    warmUp: 10,
    rounds: 31,
    budget: 15,
    note: `${SYMBOLS} symbols x ${YEARS} years, 14 entries, holds 5..120, 10 years, both directions`,
  });
  const pool = new WorkerPool(2);
  const twoThreads = await time('cold scan core, 2 workers', () => threaded(pool, symbols, scan), {
    warmUp: 20,
    rounds: 31,
    budget: 12,
    baseline: oneThread.median,
  });
  await pool.close();
  const yearOfOne = await time("one symbol's year", cycling(symbols, year, 'distinct'), {
    warmUp: 60,
    rounds: 101,
    budget: 3,
    note: `${year.entries.length} entries, holds 5..120, 10 years, distinct windows`,
  });
  const unpinned = { ...year, minWins: 0 };
  const bestOfOne = await time('one symbol, best of a year', cycling(symbols, unpinned, 'best'), {
    warmUp: 60,
    rounds: 101,
    budget: 3,
    note: 'no threshold: every window is judged on closes',
  });
  return [oneThread, twoThreads, yearOfOne, bestOfOne];
}

/** A search in this thread. */
export function here(symbols: readonly LoadedSymbol[], request: DetectionRequest, mode: SearchMode): () => void {
  const [parts] = splitWork(symbols, 1);
  return () => void searchPacked({ request, mode, parts });
}

/** A search of one symbol, another each time. */
function cycling(symbols: readonly LoadedSymbol[], request: DetectionRequest, mode: SearchMode): () => void {
  let next = 0;
  return () => here([symbols[next++ % symbols.length]], request, mode)();
}

async function threaded(pool: WorkerPool, symbols: readonly LoadedSymbol[], request: DetectionRequest): Promise<void> {
  const shares = splitWork(symbols, pool.threads);
  await Promise.all(shares.map((parts) => pool.search({ request, mode: 'best', parts })));
}
