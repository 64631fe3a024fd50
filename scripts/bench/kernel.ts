import type { Candidate } from '../../src/core/detection/candidate';
import { Detector } from '../../src/core/detection/detector';
import { type DetectionRequest, planDetection } from '../../src/core/detection/plan';
import { drawRotations } from '../../src/core/significance/rotation';
import { RotationSearch } from '../../src/core/significance/rotationSearch';
import { TaskPool } from '../../src/engine/pool';
import type { LoadedSymbol } from '../../src/engine/snapshot';
import { search, searchTasks, unpacked } from '../../src/engine/tasks/search';
import type { Series } from '../../src/storage/prices';
import { Reference, type ReferenceResult } from './reference';
import { type Row, spread, time, timed } from './table';
import { loadedSymbols, scanRequest, yearEntries } from './universe';

/** A search reads no series. */
const NO_SERIES: Series = {
  read: async () => new Map(),
  readCloses: async () => new Map(),
  readRanges: async () => new Map(),
};

const SYMBOLS = 620;
const YEARS = 30;
const TURNS = 12;
const ROUNDS = 15;

/** Symbols of a large universe, which repeats the small one. */
const LARGE = 8000;
/** Measured symbols; the result is scaled to all. */
const ROTATED = 12;
const ROTATIONS = 999;

/** The cold scan core and one symbol's year, from prices in memory to candidates, and the rotations of METHOD 9. */
export async function run(): Promise<Row[]> {
  const symbols = loadedSymbols(SYMBOLS, YEARS);
  const scan = scanRequest();
  const year = scanRequest({ entries: yearEntries() });
  const pool = new TaskPool('request', { threads: 2, url: null, series: NO_SERIES });
  const scans = await coldScans(symbols, scan, pool);
  const large = Array.from({ length: LARGE }, (_, i) => symbols[i % SYMBOLS]);
  const wholeYear = await time('a year of entries, 2 workers', () => threaded(pool, large, year), {
    warmUp: 1,
    rounds: 5,
    budget: 800,
    note: `${LARGE} symbols, ${year.entries.length} entries`,
  });
  await pool.close();
  const yearOfOne = await time("one symbol's year", cycling(symbols, distinctIn(year)), {
    warmUp: 60,
    rounds: 101,
    budget: 3,
    note: `${year.entries.length} entries, holds 5..120, 10 years, distinct windows`,
  });
  const unpinned = { ...year, minWins: 0 };
  const bestOfOne = await time(
    'one symbol, best of a year',
    cycling(symbols, (symbol) => searchInProcess([symbol], unpinned)),
    {
      warmUp: 60,
      rounds: 101,
      budget: 3,
      note: 'no threshold: every window could be the best',
    },
  );
  return [...scans, wholeYear, yearOfOne, bestOfOne, await rotations(symbols)];
}

/**
 * A cold scan in C, in one thread and by two workers. They alternate every few rounds, since the speed of a shared machine
 * changes from second to second.
 */
async function coldScans(symbols: readonly LoadedSymbol[], request: DetectionRequest, pool: TaskPool): Promise<Row[]> {
  const reference = new Reference(symbols, request);
  try {
    checkSame(reference.run(1), found(symbols, request));
    const oneThread = () => searchInProcess(symbols, request);
    const twoThreads = () => threaded(pool, symbols, request);
    await timed(oneThread, 20);
    await timed(twoThreads, 40);
    const taken = { inC: [] as number[], one: [] as number[], two: [] as number[] };
    for (let turn = 0; turn < TURNS; turn++) {
      taken.inC.push(...reference.run(ROUNDS).taken);
      taken.one.push(...(await timed(oneThread, ROUNDS)));
      taken.two.push(...(await timed(twoThreads, ROUNDS)));
    }
    const inC = spread(taken.inC);
    const row = (name: string, of: readonly number[], share: number, note?: string): Row => {
      const measured = spread(of);
      const least = `${(measured.min / inC.min).toFixed(2)}x by the least of ${of.length} rounds`;
      const [budget, baseline] = [share * inC.median, inC.median];
      return {
        name,
        ...measured,
        unit: 'ms',
        budget,
        baseline,
        note: note === undefined ? least : `${least}; ${note}`,
      };
    };
    const what = `${SYMBOLS} symbols x ${YEARS} years, 14 entries, holds 5..120, 10 years, both directions`;
    return [
      {
        name: 'cold scan core in C, 1 thread',
        ...inC,
        unit: 'ms',
        note: 'scripts/bench/reference.c, cc -O3 -march=native',
      },
      row('cold scan core, 1 thread', taken.one, 0.6, what),
      row('cold scan core, 2 workers', taken.two, 0.4),
      ...(await transferCosts(symbols, request)),
    ];
  } finally {
    reference.remove();
  }
}

/** Seconds that the rotations of all symbols take, scaled from those of some. */
async function rotations(symbols: readonly LoadedSymbol[]): Promise<Row> {
  const [{ columns }] = symbols;
  const search = new RotationSearch(planDetection(scanRequest({ entries: scanRequest().entries.slice(0, 10) })));
  const draws = drawRotations(1, ROTATIONS, search.reach);
  let next = 0;
  const one = () => search.use(columns, next++ % ROTATED) && search.allRotated(draws);
  const name = 'rotations of a scan, 1 thread';
  const { median, min, max } = await time(name, one, { warmUp: 4, rounds: ROTATED });
  const [all, least, most] = [median, min, max].map((ms) => (ms * SYMBOLS) / 1000);
  const note = `${ROTATIONS} rotations, ${SYMBOLS} symbols from ${ROTATED}, 10 entries, holds 5..120, 10 years`;
  return { name, median: all, min: least, max: most, unit: 's', budget: 25, note };
}

/** Both programs must find the same. The sums differ in the last bits, since they add in another order. */
function checkSame({ sharpe }: ReferenceResult, candidates: readonly Candidate[]): void {
  for (const direction of ['long', 'short'] as const) {
    const sum = candidates.filter((c) => c.direction === direction).reduce((total, c) => total + c.sharpe, 0);
    if (Math.abs(sum - sharpe[direction]) > 1e-6)
      throw new Error(`the sum of ${direction} Sharpe ratios is ${sum}, in the reference ${sharpe[direction]}`);
  }
}

function found(symbols: readonly LoadedSymbol[], request: DetectionRequest): Candidate[] {
  return searchTasks(symbols, request).flatMap((task) => unpacked(search(task)));
}

/** A search in this thread. */
function searchInProcess(symbols: readonly LoadedSymbol[], request: DetectionRequest): void {
  for (const task of searchTasks(symbols, request)) search(task);
}

/** A search for the list of one symbol's own year, as the tasks of a symbol make it. */
function distinctIn(request: DetectionRequest): (symbol: LoadedSymbol) => void {
  return ({ columns, index }) => new Detector(columns, planDetection(request)).distinct(index);
}

/** A search of one symbol, another each time. */
function cycling(symbols: readonly LoadedSymbol[], searchOne: (symbol: LoadedSymbol) => void): () => void {
  let next = 0;
  return () => searchOne(symbols[next++ % symbols.length]);
}

/** A search in worker threads, as in the engine. */
async function threaded(
  pool: TaskPool,
  symbols: readonly LoadedSymbol[],
  request: DetectionRequest,
): Promise<Candidate[]> {
  const tasks = searchTasks(symbols, request);
  const parts = await Promise.all(tasks.map((task) => pool.run('search', task, { account: 'bench' })));
  return parts.flatMap(unpacked);
}

/** The cost of sending candidates between threads: as objects, and packed into numbers as the engine does. */
async function transferCosts(symbols: readonly LoadedSymbol[], request: DetectionRequest): Promise<Row[]> {
  const parts = searchTasks(symbols, request).map((task) => search(task));
  const objects = parts.map(unpacked);
  const settings = { warmUp: 50, rounds: 201 };
  const asObjects = await time(
    '  candidates sent as objects',
    () => void objects.map((o) => structuredClone(o)),
    settings,
  );
  const asNumbers = await time(
    '  candidates sent as numbers',
    () => void parts.map((numbers) => unpacked(structuredClone(numbers))),
    { ...settings, baseline: asObjects.median },
  );
  return [asObjects, asNumbers];
}
