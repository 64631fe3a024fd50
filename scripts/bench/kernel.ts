import type { Candidate } from '../../src/core/detection/candidate';
import type { PriceColumns } from '../../src/core/detection/columns';
import { Detector } from '../../src/core/detection/detector';
import { type DetectionRequest, planDetection } from '../../src/core/detection/plan';
import { drawRotations } from '../../src/core/significance/draws';
import { RotationKernel } from '../../src/core/significance/rotationKernel';
import { scalarRotations } from '../../src/core/significance/scalarRotations';
import { WorkerPool } from '../../src/engine/pool';
import { type SearchMode, searchPacked, unpack } from '../../src/engine/search';
import type { LoadedSymbol } from '../../src/engine/snapshot';
import { splitWork } from '../../src/engine/splitWork';
import { type ReferenceResult, runReference } from './reference';
import { type Row, spread, time } from './table';
import { loadedSymbols, scanRequest, yearEntries } from './universe';

const SYMBOLS = 620;
const YEARS = 30;

/** Symbols of a large universe: those that there are, again and again. */
const LARGE = 8000;
/** Symbols that are rotated; the budget is for all. */
const ROTATED = 12;
const ROTATIONS = 999;

/** The cold scan core and one symbol's year, from prices in memory to candidates, and the rotations of METHOD 9. */
export async function run(): Promise<Row[]> {
  const symbols = loadedSymbols(SYMBOLS, YEARS);
  const scan = scanRequest();
  const year = scanRequest({ entries: yearEntries() });
  const reference = runReference(symbols, scan, 61);
  checkSame(reference, found(symbols, scan));
  const inC: Row = {
    name: 'the same in C, 1 thread',
    ...spread(reference.taken),
    unit: 'ms',
    note: 'scripts/bench/reference.c, cc -O3 -march=native',
  };
  const oneThread = await time('cold scan core, 1 thread', here(symbols, scan, 'best'), {
    warmUp: 10,
    rounds: 61,
    budget: 0.6 * inC.median,
    baseline: inC.median,
    note: `${SYMBOLS} symbols x ${YEARS} years, 14 entries, holds 5..120, 10 years, both directions`,
  });
  const scalar = await time('  without vectors', () => searchScalar(symbols, scan), {
    warmUp: 5,
    rounds: 11,
    baseline: inC.median,
  });
  const pool = new WorkerPool(2);
  const twoThreads = await time('cold scan core, 2 workers', () => threaded(pool, symbols, scan), {
    warmUp: 20,
    rounds: 61,
    budget: 0.35 * inC.median,
    baseline: inC.median,
  });
  const large = Array.from({ length: LARGE }, (_, i) => symbols[i % SYMBOLS]);
  const wholeYear = await time('a year of entries, 2 workers', () => threaded(pool, large, year), {
    warmUp: 1,
    rounds: 5,
    budget: 800,
    note: `${LARGE} symbols, ${year.entries.length} entries`,
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
  return [inC, oneThread, scalar, twoThreads, wholeYear, yearOfOne, bestOfOne, ...(await rotations(symbols))];
}

/** Seconds that the rotations of all symbols take, from those of some. */
async function rotations(symbols: readonly LoadedSymbol[]): Promise<Row[]> {
  const [{ columns }] = symbols;
  const plan = planDetection(scanRequest({ entries: scanRequest().entries.slice(0, 10) }));
  const rowOf = async (name: string, kernel: RotationKernel, options: Partial<Row>): Promise<Row> => {
    const draws = drawRotations(1, ROTATIONS, kernel.reach);
    let next = 0;
    const one = () => kernel.use(next++ % ROTATED) && kernel.allRotated(draws);
    const { median, min, max } = await time(name, one, { warmUp: 4, rounds: ROTATED });
    const [all, least, most] = [median, min, max].map((ms) => (ms * SYMBOLS) / 1000);
    return { name, median: all, min: least, max: most, unit: 's', ...options };
  };
  const scalar = await rowOf('  without vectors', new RotationKernel(columns, plan, scalarRotations), {});
  const vectors = await rowOf('rotations of a scan, 1 thread', new RotationKernel(columns, plan), {
    budget: 25,
    baseline: scalar.median,
    note: `${ROTATIONS} rotations, ${SYMBOLS} symbols from ${ROTATED}, 10 entries, holds 5..120, 10 years`,
  });
  return [vectors, scalar];
}

/** What is compared must have found the same. Sums in another order: not to the last bit. */
function checkSame({ sharpe }: ReferenceResult, candidates: readonly Candidate[]): void {
  for (const direction of ['long', 'short'] as const) {
    const sum = candidates.filter((c) => c.direction === direction).reduce((total, c) => total + c.sharpe, 0);
    if (Math.abs(sum - sharpe[direction]) > 1e-6)
      throw new Error(`the reference found ${sharpe[direction]} as the sum of ${direction} Sharpe ratios, not ${sum}`);
  }
}

function found(symbols: readonly LoadedSymbol[], request: DetectionRequest): Candidate[] {
  const [parts] = splitWork(symbols, 1);
  return unpack(searchPacked({ request, mode: 'best', parts }));
}

/** As on a host without vectors. */
function searchScalar(symbols: readonly LoadedSymbol[], request: DetectionRequest): void {
  const plan = planDetection(request);
  const detectors = new Map<PriceColumns, Detector>();
  for (const { columns, index } of symbols) {
    const detector = detectors.get(columns) ?? new Detector(columns, plan, null);
    detectors.set(columns, detector);
    detector.best(index);
  }
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
