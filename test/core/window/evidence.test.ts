import fc from 'fast-check';
import { fromIso } from '../../../src/core/calendar/dates';
import { evidenceOf, observe, summarise } from '../../../src/core/window/evidence';
import { barsOf, weekdayBars } from '../../helpers/bars';

const occurrence = { year: 2023, entry: fromIso('2023-07-03'), end: fromIso('2023-07-06') };
const bars = barsOf([
  { date: '2023-07-03', close: 100, high: 130, low: 70 },
  { date: '2023-07-04', close: 104, high: 106, low: 97 },
  { date: '2023-07-05', close: 99 },
  { date: '2023-07-06', close: 102, high: 103, low: 101 },
]);
const trade = { year: 2023, entryIndex: 0, exitIndex: 3 };

describe('one observation (METHOD 2)', () => {
  test('the entry session’s own range does not count, a bar without range is its close', () => {
    const long = observe(bars, occurrence, trade, 'long');
    expect(long.returnPct).toBeCloseTo(2, 12);
    expect(long.mfePct).toBeCloseTo(6, 12);
    expect(long.maePct).toBeCloseTo(-3, 12);
    const short = observe(bars, occurrence, trade, 'short');
    expect(short.returnPct).toBeCloseTo(-2, 12);
    expect(short.mfePct).toBeCloseTo(3, 12);
    expect(short.maePct).toBeCloseTo(-6, 12);
  });

  test('an unchanged price is a return of plain zero, and a loss', () => {
    const flat = barsOf([
      { date: '2023-07-03', close: 100 },
      { date: '2023-07-06', close: 100 },
    ]);
    for (const direction of ['long', 'short'] as const) {
      const o = observe(flat, occurrence, { entryIndex: 0, exitIndex: 1 }, direction);
      expect([o.returnPct, o.mfePct, o.maePct].map((x) => Object.is(x, 0))).toEqual([true, true, true]);
      expect(summarise([o])).toMatchObject({ wins: 0, losses: 1, avgProfit: null, avgLoss: 0, sharpe: 0 });
    }
  });
});

describe('the evidence of a window', () => {
  const window = {
    entry: fromIso('2024-07-01'),
    end: fromIso('2024-07-20'),
    years: 10,
    cycle: 'consecutive' as const,
    asOf: fromIso('2024-06-30'),
  };
  const walk = (day: number) => 100 + 20 * Math.sin(day / 37) + (day % 11);

  test('missing years are named and never replaced by older ones', () => {
    const late = weekdayBars('2017-07-02', '2024-06-28', walk);
    const found = evidenceOf(late, window, 'long', 10)!;
    expect(found.yearsTested).toBe(6);
    const reason = 'prices begin after the entry date';
    expect(found.missing).toEqual([2014, 2015, 2016, 2017].map((year) => ({ year, reason })));
  });

  test('without an observed year the evidence is null', () => {
    expect(evidenceOf(weekdayBars('2024-01-01', '2024-06-28', walk), window, 'long', 10)).toBeNull();
  });

  test('bars after as-of have no effect', () => {
    const through = weekdayBars('2010-01-01', '2024-06-28', walk);
    const beyond = weekdayBars('2010-01-01', '2025-06-30', (day) => (day > window.asOf ? 1e6 : walk(day)));
    expect(evidenceOf(beyond, window, 'long', 10)).toEqual(evidenceOf(through, window, 'long', 10));
  });

  test('properties: MAE <= r <= MFE, wins + losses = n, short mirrors long, price scale is irrelevant', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.5, max: 2, noNaN: true }), { minLength: 40, maxLength: 40 }),
        fc.double({ min: 0.001, max: 1000, noNaN: true }),
        fc.integer({ min: 5, max: 60 }),
        (factors, scale, hold) => {
          const price = (day: number) => 50 * factors[((day % 40) + 40) % 40];
          const spec = { ...window, end: window.entry + hold - 1 };
          const base = weekdayBars('2010-01-01', '2024-06-28', price);
          const long = evidenceOf(base, spec, 'long', 10)!;
          const short = evidenceOf(base, spec, 'short', 10)!;
          const scaled = evidenceOf(
            weekdayBars('2010-01-01', '2024-06-28', (d) => price(d) * scale),
            spec,
            'long',
            10,
          )!;
          expect(long.wins + long.losses).toBe(long.yearsTested);
          expect(short.mean).toBeCloseTo(-long.mean, 9);
          expect(scaled.mean).toBeCloseTo(long.mean, 8);
          for (const o of [...long.observations, ...short.observations]) {
            expect(o.maePct).toBeLessThanOrEqual(o.returnPct);
            expect(o.mfePct).toBeGreaterThanOrEqual(o.returnPct);
          }
        },
      ),
      { numRuns: 30 },
    );
  });
});
