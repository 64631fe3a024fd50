import fc from 'fast-check';
import { dayOf, fromIso, yearOf } from '../../../src/core/calendar/dates';
import { type Bars, barsThrough } from '../../../src/core/window/bars';
import { type Baseline, baselineOf } from '../../../src/core/window/baseline';
import { directedReturn } from '../../../src/core/window/evidence';
import {
  type Cycle,
  type Direction,
  holdOf,
  lookback,
  tradeOf,
  type WindowSpec,
} from '../../../src/core/window/window';
import { closesOn } from '../../helpers/bars';
import { syntheticBars } from '../../helpers/syntheticBars';

/** The definition, one window at a time. */
function slowBaseline(bars: Bars, window: WindowSpec, direction: Direction, gapLimit: number): Baseline {
  const known = barsThrough(bars, window.asOf);
  const years = lookback(window).map((o) => o.year);
  const returns: number[] = [];
  for (const entry of known.day) {
    if (!years.includes(yearOf(entry))) continue;
    const trade = tradeOf(known, { year: yearOf(entry), entry, end: entry + holdOf(window) - 1 }, gapLimit);
    if (trade) returns.push(directedReturn(known.close[trade.entryIndex], known.close[trade.exitIndex], direction));
  }
  if (returns.length === 0) return { windows: 0, positiveShare: null, mean: null };
  return {
    windows: returns.length,
    positiveShare: returns.filter((r) => r > 0).length / returns.length,
    mean: returns.reduce((sum, r) => sum + r, 0) / returns.length,
  };
}

const windowOf = (entry: string, hold: number, asOf: string, years = 10, cycle: Cycle = 'consecutive'): WindowSpec => ({
  entry: fromIso(entry),
  end: fromIso(entry) + hold - 1,
  years,
  cycle,
  asOf: fromIso(asOf),
});

test('counts every complete window of the lookback years, by hand', () => {
  // Sessions of 2023: Mon 2 Jan 100, Tue 3 Jan 110, Wed 4 Jan 99, Thu 5 Jan 99, and 2024-01-02 to end the last windows.
  const bars = closesOn(
    [...['2023-01-02', '2023-01-03', '2023-01-04', '2023-01-05'].map(fromIso), fromIso('2023-01-08')],
    [100, 110, 99, 99, 120],
  );
  // Hold 2: +10 %, -10 %, 0 %; from the 5th the end (6th) holds no session after the entry: not observed.
  const baseline = baselineOf(bars, windowOf('2024-06-03', 2, '2024-06-02', 5), 'long', 10);
  expect(baseline.windows).toBe(3);
  expect(baseline.positiveShare).toBeCloseTo(1 / 3, 12);
  expect(baseline.mean).toBeCloseTo(0, 10);
  // A short wins only the second; 0 is no win either way.
  expect(baselineOf(bars, windowOf('2024-06-03', 2, '2024-06-02', 5), 'short', 10).positiveShare).toBeCloseTo(
    1 / 3,
    12,
  );
});

test('prices after as-of, other years and incomplete windows do not count', () => {
  const bars = syntheticBars({ seed: 1, fromYear: 2000, toYear: 2024 });
  const window = windowOf('2024-06-03', 30, '2024-06-02', 10);
  const baseline = baselineOf(bars, window, 'long', 10);
  const inLookback = [...bars.day].filter((d) => d >= dayOf(2014, 1, 1) && d < dayOf(2024, 1, 1));
  expect(baseline.windows).toBe(inLookback.length);
  const changed = { ...bars, close: bars.close.map((c, i) => (bars.day[i] > window.asOf ? c * 3 : c)) };
  expect(baselineOf(changed, window, 'long', 10)).toEqual(baseline);
  const older = { ...bars, close: bars.close.map((c, i) => (yearOf(bars.day[i]) < 2014 ? c * 3 : c)) };
  expect(baselineOf(older, window, 'long', 10)).toEqual(baseline);
});

test('no windows: null, not a number', () => {
  const none = { windows: 0, positiveShare: null, mean: null };
  expect(baselineOf(closesOn([], []), windowOf('2024-06-03', 30, '2024-06-02'), 'long', 10)).toEqual(none);
  const late = syntheticBars({ seed: 2, fromYear: 2024, toYear: 2024 });
  expect(baselineOf(late, windowOf('2024-06-03', 30, '2024-06-02'), 'long', 10)).toEqual(none);
});

test('equals the slow definition to the last bit, on rough and daily data, in every cycle', () => {
  fc.assert(
    fc.property(
      fc.record({
        seed: fc.integer({ min: 1, max: 40 }),
        daily: fc.boolean(),
        rough: fc.boolean(),
        entry: fc.integer({ min: dayOf(2010, 1, 1), max: dayOf(2016, 12, 31) }),
        hold: fc.oneof(fc.integer({ min: 2, max: 12 }), fc.integer({ min: 13, max: 366 })),
        asOfLag: fc.integer({ min: -1, max: 400 }),
        years: fc.integer({ min: 1, max: 14 }),
        cycle: fc.constantFrom<Cycle>('consecutive', 'pe', 'pe0', 'pe1', 'pe2', 'pe3'),
        direction: fc.constantFrom<Direction>('long', 'short'),
        gapLimit: fc.constantFrom(3, 10, 20),
      }),
      ({ seed, daily, rough, entry, hold, asOfLag, years, cycle, direction, gapLimit }) => {
        const bars = syntheticBars({ seed, daily, rough, fromYear: 2003, toYear: 2016 });
        const window = { entry, end: entry + hold - 1, years, cycle, asOf: entry - asOfLag };
        expect(baselineOf(bars, window, direction, gapLimit)).toEqual(slowBaseline(bars, window, direction, gapLimit));
      },
    ),
    { numRuns: 120 },
  );
});
