import fc from 'fast-check';
import { fromIso, toIso } from '../../src/core/calendar/dates';
import { buildColumns } from '../../src/core/detection/columns';
import { Detector } from '../../src/core/detection/detector';
import { type DetectionRequest, planDetection } from '../../src/core/detection/plan';
import { type Bars, barsThrough, type Closes } from '../../src/core/window/bars';
import { closesOn } from '../helpers/bars';
import { seeded } from '../helpers/syntheticBars';
import { universes } from './series';
import { slowBest, slowDistinct, slowEntryRun, slowSearch } from './slowDetector';

// Looking up globals is slow in Jest, and these are called for every price.
const { exp, min, sin } = Math;
const YEARLY = (2 * Math.PI) / 365.25;

const CASES = 100;
const CYCLES = ['consecutive', 'consecutive', 'pe', 'pe2'] as const;

function randomRequest(random: () => number): DetectionRequest {
  const below = (n: number) => Math.floor(random() * n);
  const first = fromIso('1996-01-01') + below(10_500);
  const step = random() < 0.2 ? 1 + below(40) : 1;
  const asOf = first - 1 - (random() < 0.3 ? below(500) : 0);
  // A year's own search knows more with every entry.
  const moves = random() < 0.3;
  const entries = Array.from({ length: 1 + below(14) }, (_, i) => {
    const day = first + i * step;
    return { day, asOf: moves ? Math.min(day - 1, first + 60) : asOf };
  });
  const minHold = 2 + below(random() < 0.6 ? 8 : 300);
  const years = 3 + below(random() < 0.7 ? 12 : 60);
  return {
    entries,
    years,
    cycle: CYCLES[below(CYCLES.length)],
    minHold,
    maxHold: Math.min(366, minHold + below(random() < 0.4 ? 4 : 140)),
    direction: random() < 0.6 ? undefined : random() < 0.5 ? 'long' : 'short',
    minWins: (['default', { percent: 75 }, 0, 0, 1, below(years)] as const)[below(6)],
    minObservations: random() < 0.5 ? [1, 5][below(2)] : 1 + below(6),
    gapLimit: random() < 0.8 ? 10 : 20,
    liveOnly: random() < 0.5,
  };
}

test.each(universes(['commodities', 'crypto', 'fx']))(
  `in %s, a search equals one window after the other, to the last bit, in ${CASES} random searches`,
  (_, series, countsKinds) => {
    const random = seeded(20240219);
    const below = (n: number) => Math.floor(random() * n);
    const columns = buildColumns(series.map(({ bars }) => bars));
    const met = { found: 0, withoutThreshold: 0, oneWinner: 0, oneYear: 0, several: 0, longRun: 0 };
    for (let i = 0; i < CASES; i++) {
      const request = randomRequest(random);
      const detector = new Detector(columns, planDetection(request));
      // Another search in between, as in a thread: its remains in the memory must not matter.
      const other = new Detector(columns, planDetection(randomRequest(random)));
      for (let k = 0; k < 2; k++) {
        const symbol = below(series.length);
        other.best(below(series.length));
        const want = slowSearch(series[symbol].bars, request);
        const best = slowBest(want);
        const distinct = slowDistinct(want);
        const asked = [best.long, best.short, ...distinct.slice(0, 3)].filter((c) => c !== null);
        const runs = asked.map((c) => slowEntryRun(want, request.entries, c));
        const name = `${series[symbol].name} ${toIso(request.entries[0].day)} ${JSON.stringify(request)}`;
        expect({
          name,
          best: detector.best(symbol, 0),
          distinct: detector.distinct(symbol, 0),
          runs: asked.map((c) => detector.entryRun({ ...c, symbol })),
        }).toStrictEqual({ name, best, distinct, runs });
        if (asked.length === 0) continue;
        met.found += 1;
        if (request.minWins === 0) met.withoutThreshold += 1;
        if (request.minWins === 1) met.oneWinner += 1;
        if (asked.some(({ yearsTested }) => yearsTested === 1)) met.oneYear += 1;
        if (distinct.length > 4) met.several += 1;
        if (runs.some(({ from, to }) => to - from > 2)) met.longRun += 1;
      }
    }
    expect(met.found).toBeGreaterThan(countsKinds ? CASES / 2 : CASES / 3);
    // One of the searches has a candidate of a single year.
    if (countsKinds) expect(Math.min(...Object.values(met))).toBeGreaterThan(0);
  },
);

/** Closes with few distinct values, so that returns of exactly 0, equal windows and single years are common. */
const shortHistories = fc
  .record({
    closes: fc.array(fc.constantFrom(-1, 0, 10, 10, 10, 11, 12), { minLength: 15, maxLength: 40 }),
    years: fc.integer({ min: 3, max: 6 }),
    skipped: fc.array(fc.nat(39), { maxLength: 6 }),
  })
  .map(({ closes, years, skipped }) => barsRepeated(closes, years, skipped));

/** The same closes from Jun 1 on in each year, some of them 1 higher, without some days. */
function barsRepeated(closes: readonly number[], years: number, skipped: readonly number[]): Bars {
  const days: number[] = [];
  const prices: number[] = [];
  for (let year = 2024 - years; year < 2024; year++) {
    const first = fromIso(`${year}-06-01`);
    for (const [i, close] of closes.entries()) {
      if (skipped.includes((i + 7 * year) % 40)) continue;
      days.push(first + i);
      prices.push(close > 0 && i % (year % 5 === 0 ? 3 : 5) === 0 ? close + 1 : close);
    }
  }
  return closesOn(days, prices);
}

test('property: in short histories best, distinct windows and entry runs equal those of a window-by-window search', () => {
  const met = { unmoved: 0, loser: 0, run: 0 };
  fc.assert(
    fc.property(
      shortHistories,
      fc.constantFrom(0, 1, 2, 'default' as const),
      fc.constantFrom(1, 5),
      fc.uniqueArray(fc.integer({ min: -2, max: 30 }), { minLength: 1, maxLength: 9 }),
      fc.tuple(fc.integer({ min: 2, max: 12 }), fc.nat(30)),
      fc.constantFrom(undefined, 'long' as const, 'short' as const),
      (bars, minWins, minObservations, offsets, [minHold, more], direction) => {
        const days = offsets.sort((a, b) => a - b).map((offset) => fromIso('2024-06-01') + offset);
        const request: DetectionRequest = {
          entries: days.map((day) => ({ day, asOf: fromIso('2024-05-29') })),
          years: 6,
          cycle: 'consecutive',
          minHold,
          maxHold: minHold + more,
          minWins,
          minObservations,
          gapLimit: 7,
          liveOnly: false,
          direction,
        };
        const want = slowSearch(barsThrough(bars, fromIso('2024-05-29')), request);
        const detector = new Detector(buildColumns([bars]), planDetection(request));
        expect(detector.best(0)).toStrictEqual(slowBest(want));
        expect(detector.distinct(0)).toStrictEqual(slowDistinct(want));
        for (const c of [...want.long, ...want.short]) {
          const run = slowEntryRun(want, request.entries, c);
          expect(detector.entryRun(c)).toStrictEqual(run);
          if (run.from < c.entry && run.to > c.entry) met.run += 1;
          if (c.mean === 0) met.unmoved += 1;
          if (c.wins === 0) met.loser += 1;
        }
      },
    ),
    { seed: 20240611, numRuns: 150 },
  );
  expect(Math.min(...Object.values(met))).toBeGreaterThan(30);
});

/** Prices with tiny or huge moves, near the limits of a float32, on which the bounds from codes rest. */
test('the best window is that on closes, even if codes hardly distinguish windows', () => {
  const random = seeded(20241120);
  const below = (n: number) => Math.floor(random() * n);
  let found = 0;
  for (const level of [1, 1e-30, 1.17e-38, 1e30, 3e38, 2 ** 24]) {
    for (const scale of [1e-8, 1e-7, 1e-6, 1e-4, 0.02, 0.3]) {
      const still = pricesAround(level, scale, 0, random);
      const seasonal = pricesAround(level, scale, 10 * scale, random);
      // Codes of a symbol with one price a thousand times lower are so coarse that most of its windows look equal.
      const coarse = { day: seasonal.day, close: seasonal.close.map((price, i) => (i === 0 ? price / 1000 : price)) };
      const group = [still, seasonal, coarse];
      const columns = buildColumns(group);
      for (let i = 0; i < 2; i++) {
        const first = fromIso('1996-01-01') + below(10_000);
        const minHold = 2 + below(30);
        const request: DetectionRequest = {
          entries: Array.from({ length: 1 + below(12) }, (_, k) => ({ day: first + k, asOf: first - 1 })),
          years: 2 + below(random() < 0.8 ? 4 : 60),
          cycle: 'consecutive',
          minHold,
          maxHold: minHold + below(40),
          minWins: (['default', 0, 0, 1 + below(2)] as const)[below(4)],
          minObservations: 1 + below(3),
          gapLimit: 10,
          liveOnly: false,
        };
        const plan = planDetection(request);
        for (const [symbol, { day, close }] of group.entries()) {
          const best = slowBest(slowSearch({ day, close, high: close, low: close }, request));
          const name = `${level} ${scale} ${JSON.stringify(request)}`;
          expect({ name, best: new Detector(columns, plan).best(symbol, 0) }).toStrictEqual({ name, best });
          if (best.long || best.short) found += 1;
        }
      }
    }
  }
  expect(found).toBeGreaterThan(100);
});

/** Bounds of negative ratios are reversed: a larger deviation makes them better. */
test('if no window wins and none must, the best has the smallest loss relative to its deviation', () => {
  const random = seeded(20241123);
  const below = (n: number) => Math.floor(random() * n);
  const met = { long: 0, short: 0 };
  // Moves of about the step of the codes, with a trend so steep that few years go the other way.
  const steep = Array.from({ length: 16 }, (_, k) => {
    const { day, close } = pricesAround(100, 5e-4 * 8 ** random(), 0, random);
    const trend = k % 2 === 0 ? 1e-3 : -1e-3;
    return closesOn(
      [...day.subarray(0, 7000)],
      [...close.subarray(0, 7000)].map((price, i) => price * Math.exp(trend * i)),
    );
  });
  const columns = buildColumns(steep);
  for (let i = 0; i < 200; i++) {
    const symbol = i % steep.length;
    const first = fromIso('1974-01-01') + below(5000);
    const minHold = 2 + below(20);
    const request: DetectionRequest = {
      entries: Array.from({ length: 1 + below(10) }, (_, k) => ({ day: first + k, asOf: first - 1 })),
      years: 2 + below(4),
      cycle: 'consecutive',
      minHold,
      maxHold: minHold + below(80),
      minWins: 0,
      minObservations: 2,
      gapLimit: 10,
      liveOnly: false,
    };
    const best = slowBest(slowSearch(steep[symbol], request));
    const name = JSON.stringify(request);
    expect({ name, best: new Detector(columns, planDetection(request)).best(symbol, 0) }).toStrictEqual({
      name,
      best,
    });
    for (const side of ['long', 'short'] as const) if ((best[side]?.sharpe ?? 0) < -2) met[side] += 1;
  }
  expect(Math.min(met.long, met.short)).toBeGreaterThan(50);
});

/** Weekdays of 60 years; one in ten repeats the price before. @param yearly amplitude of the season */
function pricesAround(level: number, scale: number, yearly: number, random: () => number): Closes {
  const day: number[] = [];
  const close: number[] = [];
  let log = 0;
  for (let d = fromIso('1964-01-01'); d < fromIso('2024-12-31'); d++) {
    if (d % 7 > 4) continue;
    log += scale * (random() - 0.5);
    const price = min(3.3e38, level * exp(log + yearly * sin(YEARLY * d)));
    close.push(random() < 0.1 && close.length > 0 ? close[close.length - 1] : price);
    day.push(d);
  }
  return { day: Int32Array.from(day), close: Float64Array.from(close) };
}
