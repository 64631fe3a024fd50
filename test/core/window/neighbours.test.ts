import fc from 'fast-check';
import { dateOf, dayOf, fromIso, inYear, yearOf } from '../../../src/core/calendar/dates';
import { type Bars, barsThrough } from '../../../src/core/window/bars';
import { directedReturn, evidenceOf } from '../../../src/core/window/evidence';
import { neighbourShare } from '../../../src/core/window/measures';
import { type Cycle, type Direction, lookback, tradeOf, type WindowSpec } from '../../../src/core/window/window';
import { closesOn } from '../../helpers/bars';
import { syntheticBars } from '../../helpers/syntheticBars';

/** The definition, one trade at a time. */
function slowShare(bars: Bars, window: WindowSpec, direction: Direction, gapLimit: number): number | null {
  const known = barsThrough(bars, window.asOf);
  const shares: number[] = [];
  for (let d = -3; d <= 3; d++) {
    for (const h of [-5, 0, 5]) {
      const results = lookback(window).flatMap((own) => {
        const year = own.year + yearOf(window.entry + d) - yearOf(window.entry);
        const entry = inYear(dateOf(window.entry + d), year);
        const hold = own.end - own.entry + 1 + h;
        const end = entry + hold - 1;
        if (hold < 2 || end > window.asOf) return [];
        const trade = tradeOf(known, { year, entry, end }, gapLimit);
        return trade ? [directedReturn(known.close[trade.entryIndex], known.close[trade.exitIndex], direction)] : [];
      });
      if (results.length > 0) shares.push(results.filter((r) => r > 0).length / results.length);
    }
  }
  return shares.length === 0 ? null : shares.reduce((sum, s) => sum + s, 0) / shares.length;
}

const window = (entry: string, hold: number, years = 10): WindowSpec => ({
  entry: fromIso(entry),
  end: fromIso(entry) + hold - 1,
  years,
  cycle: 'consecutive',
  asOf: fromIso(entry) - 1,
});

test('a long in a rising price wins in every cell, and in a constant price in none', () => {
  const days = Array.from({ length: 4000 }, (_, i) => dayOf(2013, 1, 1) + i);
  const rising = closesOn(
    days,
    days.map((_, i) => 100 + i),
  );
  const flat = closesOn(
    days,
    days.map(() => 100),
  );
  expect(neighbourShare(rising, window('2023-06-01', 20), 'long', 10)).toBe(1);
  expect(neighbourShare(rising, window('2023-06-01', 20), 'short', 10)).toBe(0);
  expect(neighbourShare(flat, window('2023-06-01', 20), 'long', 10)).toBe(0);
  expect(neighbourShare(closesOn([], []), window('2023-06-01', 20), 'long', 10)).toBeNull();
});

test('by hand: a price that differs on one day, in one year', () => {
  // Flat at 100 except for 2022-06-10 at 101. Window 2023-06-05, 6 days; a cell wins when its exit is that day:
  // entry + hold - 1 = 10 June. Holds 1 (left out), 6, 11; entries 2..8 June: hold 6 from 5 June only; hold 11 never
  // (31 May is not a neighbour). An exit on the bump wins; an entry on it is out of reach. 1 of 14 cells.
  const days = Array.from({ length: 60 }, (_, i) => dayOf(2022, 5, 15) + i);
  const bars = closesOn(
    days,
    days.map((d) => (d === fromIso('2022-06-10') ? 101 : 100)),
  );
  expect(neighbourShare(bars, window('2023-06-05', 6, 1), 'long', 10)).toBeCloseTo(1 / 14, 12);
});

test('a planted window whose neighbours lose has a low share', () => {
  const bars = syntheticBars({ seed: 5, fromYear: 2000, toYear: 2023, daily: true });
  const spec = window('2023-07-10', 3);
  const spiked = {
    ...bars,
    close: bars.close.map((c, i) => {
      const { month, day } = dateOf(bars.day[i]);
      return month === 7 && day === 12 ? c * 2 : c;
    }),
  };
  expect(evidenceOf(spiked, spec, 'long', 10)?.wins).toBe(10);
  expect(neighbourShare(spiked, spec, 'long', 10)).toBeLessThan(0.7);
});

/** Holds of months between halts longer than the limit: at random, windows without any observed year are rare. */
const UNOBSERVED = {
  ...{ daily: false, rough: true, entry: dayOf(2015, 6, 1), hold: 350, asOfLag: 1, years: 3, preset: false },
  ...{ cycle: 'consecutive', direction: 'long', gapLimit: 3 },
} as const;

test('equals the slow definition to the last bit: New Year, Feb 29, halts, presets, as-of, cycles', () => {
  const seen = { newYear: 0, leap: 0, preset: 0, none: 0 };
  fc.assert(
    fc.property(
      fc.record({
        seed: fc.integer({ min: 1, max: 40 }),
        daily: fc.boolean(),
        rough: fc.boolean(),
        entry: fc.oneof(
          fc.integer({ min: dayOf(2010, 1, 1), max: dayOf(2016, 12, 31) }),
          fc
            .tuple(fc.integer({ min: 2010, max: 2016 }), fc.integer({ min: -4, max: 4 }))
            .map(([y, d]) => dayOf(y, 1, 1) + d),
          fc
            .tuple(fc.integer({ min: 2010, max: 2016 }), fc.integer({ min: -4, max: 4 }))
            .map(([y, d]) => dayOf(y, 3, 1) + d),
        ),
        hold: fc.oneof(fc.integer({ min: 2, max: 12 }), fc.integer({ min: 13, max: 366 })),
        asOfLag: fc.integer({ min: -1, max: 400 }),
        years: fc.integer({ min: 1, max: 14 }),
        cycle: fc.constantFrom<Cycle>('consecutive', 'pe', 'pe0', 'pe3'),
        direction: fc.constantFrom<Direction>('long', 'short'),
        gapLimit: fc.constantFrom(3, 10, 20),
        preset: fc.boolean(),
      }),
      ({ seed, daily, rough, entry, hold, asOfLag, years, cycle, direction, gapLimit, preset }) => {
        const bars = syntheticBars({ seed, daily, rough, fromYear: 2003, toYear: 2016 });
        const { month, day } = dateOf(entry + hold);
        const spec: WindowSpec = {
          entry,
          end: entry + hold - 1,
          years,
          cycle,
          asOf: entry - asOfLag,
          ...(preset && hold < 366 ? { preset: { endsBefore: { month, day } } } : {}),
        };
        const share = neighbourShare(bars, spec, direction, gapLimit);
        if (yearOf(entry - 3) !== yearOf(entry + 3)) seen.newYear += 1;
        if (dateOf(entry).month === 2 && dateOf(entry + 3).month === 3) seen.leap += 1;
        if (spec.preset) seen.preset += 1;
        if (share === null) seen.none += 1;
        expect(share).toBe(slowShare(bars, spec, direction, gapLimit));
      },
    ),
    { numRuns: 250, examples: [6, 7, 8, 9, 10].map((seed) => [{ ...UNOBSERVED, seed }]) },
  );
  for (const [what, count] of Object.entries(seen)) if (count < 5) throw new Error(`${what} seen only ${count} times`);
});
