import * as fc from 'fast-check';
import { type Day, dateOf, fromIso, toIso } from '../../../src/core/calendar/dates';
import type { Bars } from '../../../src/core/window/bars';
import { curveSummary, type SeasonalCurve, seasonalCurve } from '../../../src/core/window/curve';
import { weekdayBars } from '../../helpers/bars';
import { columnsOf, seeded } from '../../helpers/syntheticBars';
import { slowCurve } from '../../oracle/curve';

/** A reproducible random walk. */
function walk(from: string, to: string, seed: number, skip?: (day: Day) => boolean): Bars {
  const random = seeded(seed);
  let price = 50;
  const step = () => {
    price *= 1 + (random() - 0.5) * 0.04;
    return price;
  };
  return weekdayBars(from, to, step, skip);
}

function indexOn(curve: SeasonalCurve, date: string): number {
  return curve.index[fromIso(date) - curve.start];
}

const spec = (start: string, asOf: string, years = 5) => ({
  entry: fromIso(start),
  years,
  cycle: 'consecutive' as const,
  asOf: fromIso(asOf),
});

/** The starts of the N cycles before the shown one; a start on Feb 29 is Mar 1 in common years. */
function startsBefore(start: string, latest: number, count: number): string[] {
  const starts = Array.from({ length: count }, (_, i) => `${latest - count + 1 + i}${start.slice(4)}`);
  return starts.map((s) => (s.endsWith('02-29') && Number(s.slice(0, 4)) % 4 !== 0 ? `${s.slice(0, 4)}-03-01` : s));
}

describe('against the slow version', () => {
  test('random starts, walks with holes, zero prices, late listing', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: fromIso('2019-01-01'), max: fromIso('2024-12-31') }),
        fc.integer({ min: 1, max: 2 ** 31 }),
        fc.constantFrom('2008-01-01', '2015-06-15'),
        fc.integer({ min: 0, max: 40 }),
        (start, seed, listed, hole) => {
          const holeAt = fromIso('2017-03-01') + (seed % 400);
          const bars = walk(listed, toIso(start + 20), seed, (day) => day >= holeAt && day < holeAt + hole);
          const damaged = { ...bars, close: bars.close.map((c, i) => (i % 97 === 13 ? -c : c)) };
          const iso = toIso(start);
          // As-of is the day before: the newest cycle is the one that ends then.
          const curve = seasonalCurve(columnsOf(damaged), spec(iso, toIso(start - 1)), 10);
          const want = slowCurve(damaged, iso, toIso(start - 1), startsBefore(iso, dateOf(start).year - 1, 5), 10);
          expect(curve === null).toBe(want === null);
          if (!curve || !want) return;
          expect(Array.from(curve.index, (_, i) => toIso(curve.start + i))).toEqual([...want.keys()]);
          const worst = Math.max(...[...want.values()].map((w, i) => Math.abs(w - curve.index[i])));
          expect(worst).toBeLessThan(1e-6);
        },
      ),
      // The newest cycle before that start ends on a Feb 29 that is a Saturday: it lacks a bar at or after its end.
      { numRuns: 25, examples: [[fromIso('2020-03-01'), 1, '2008-01-01', 0]] },
    );
  });

  test.each(['2024-02-29', '2024-02-28', '2024-03-01', '2023-03-01', '2023-07-04', '2025-01-01'])(
    'a cycle from %s',
    (start) => {
      const bars = walk('2010-01-01', '2025-01-31', 7);
      const curve = seasonalCurve(columnsOf(bars), spec(start, toIso(fromIso(start) - 1)), 10)!;
      const want = slowCurve(
        bars,
        start,
        toIso(fromIso(start) - 1),
        startsBefore(start, Number(start.slice(0, 4)) - 1, 5),
        10,
      )!;
      expect(curve.index).toHaveLength(want.size);
      [...want.values()].forEach((index, i) => {
        expect(curve.index[i]).toBeCloseTo(index, 8);
      });
    },
  );
});

describe('the curve', () => {
  test('a constant price and steady growth are 50 throughout', () => {
    const constant = weekdayBars('2015-01-01', '2024-12-31', () => 12.5);
    expect(new Set(seasonalCurve(columnsOf(constant), spec('2024-07-01', '2024-06-28'), 10)!.index)).toEqual(
      new Set([50]),
    );
  });

  test('a yearly pulse appears at its dates, and the ends meet', () => {
    const up = (day: Day) => (dateOf(day).month === 5 ? 110 : 100);
    const curve = seasonalCurve(
      columnsOf(weekdayBars('2010-01-01', '2024-12-31', up)),
      spec('2024-01-01', '2024-01-01'),
      10,
    )!;
    expect(curve.years).toEqual([2019, 2020, 2021, 2022, 2023]);
    expect([indexOn(curve, '2024-04-30'), indexOn(curve, '2024-05-15'), indexOn(curve, '2024-07-01')]).toEqual([
      0, 100, 0,
    ]);
    expect(curve.index[0]).toBe(curve.index[curve.index.length - 1]);
  });

  test('a move on Feb 29 lands on Mar 1, and a shown Feb 29 repeats Feb 28', () => {
    // Up 10 % on Feb 29, back on Dec 1; flat otherwise and in common years.
    const closeOn = (day: Day) => {
      const { year, month, day: dom } = dateOf(day);
      return year % 4 === 0 && month < 12 && (month > 2 || (month === 2 && dom === 29)) ? 110 : 100;
    };
    const bars = weekdayBars('2000-01-01', '2024-12-31', closeOn);
    const asked = { ...spec('2024-01-01', '2023-12-29', 3), cycle: 'pe' as const };
    const curve = seasonalCurve(columnsOf(bars), asked, 10)!;
    expect(curve.years).toEqual([2012, 2016, 2020]);
    expect([indexOn(curve, '2024-02-28'), indexOn(curve, '2024-02-29')]).toEqual([0, 0]);
    // Feb 29 of 2020 was a Saturday, so that one move of the three has its first session on Mar 2.
    expect(indexOn(curve, '2024-03-01')).toBeCloseTo(200 / 3, 10);
    expect(indexOn(curve, '2024-03-02')).toBe(100);
  });

  test.each([
    ['the newest cycle that ended counts', '2024-06-29', '2024-06-28', [2019, 2020, 2021, 2022, 2023]],
    ['one that ends after as-of does not', '2024-06-29', '2024-06-27', [2018, 2019, 2020, 2021, 2022]],
    ['one that ends after the last bar is missing', '2024-07-01', '2024-06-30', [2019, 2020, 2021, 2022]],
  ])('%s', (_, start, asOf, years) => {
    expect(seasonalCurve(columnsOf(walk('2010-01-01', '2024-12-31', 3)), spec(start, asOf), 10)!.years).toEqual(years);
  });

  test('prices after as-of have no effect', () => {
    const whole = walk('2010-01-01', '2024-12-31', 3);
    const cut = walk('2010-01-01', '2024-06-28', 3);
    const asked = spec('2024-06-29', '2024-06-28');
    expect(seasonalCurve(columnsOf(whole), asked, 10)).toEqual(seasonalCurve(columnsOf(cut), asked, 10));
  });

  test.each<[string, string, string, number, number[] | null]>([
    ['a late listing', '2021-06-29', '2024-12-31', 10, [2021, 2022, 2023]],
    ['listed the day after the cycle began', '2021-06-30', '2024-12-31', 10, [2022, 2023]],
    ['no completed cycle', '2023-08-01', '2024-12-31', 10, null],
    ['no prices', '2024-12-31', '2024-12-01', 10, null],
    ['delisted', '2010-01-01', '2023-03-31', 10, [2019, 2020, 2021]],
  ])('%s', (_, first, last, gapLimit, years) => {
    const curve = seasonalCurve(columnsOf(walk(first, last, 5)), spec('2024-06-29', '2024-06-28'), gapLimit);
    expect(curve?.years ?? null).toEqual(years);
  });

  test.each([
    // Friday 2022-03-04 to Monday 2022-03-14 or Tuesday 2022-03-15.
    ['sessions ten days apart are tolerated', '2022-03-14', [2019, 2020, 2021, 2022, 2023]],
    ['eleven days are a halt', '2022-03-15', [2019, 2020, 2022, 2023]],
  ])('%s', (_, resumes, years) => {
    const halted = (day: Day) => day > fromIso('2022-03-04') && day < fromIso(resumes);
    expect(
      seasonalCurve(columnsOf(walk('2010-01-01', '2024-12-31', 9, halted)), spec('2024-06-29', '2024-06-28'), 10)!
        .years,
    ).toEqual(years);
  });
});

describe('the summary of a hold', () => {
  const curveOf = (values: number[]): SeasonalCurve => {
    const index = new Float64Array(365).fill(50);
    index.set(values);
    return { start: fromIso('2025-01-01'), index, years: [2024] };
  };
  test.each<[string, number[], string, string, number, number, number]>([
    ['rising', [10, 20, 15, 40], 'rising', 'rising', 30, 3, 0],
    ['falling', [40, 45, 15, 10], 'falling', 'falling', -30, 1, 3],
    ['peaked, though it ends higher', [0, 100, 45], 'peaked', 'rising', 45, 1, 0],
    ['troughed, though it ends lower', [100, 0, 55], 'troughed', 'falling', -45, 0, 1],
    ['ends that meet, peak between', [10, 60, 11], 'peaked', 'flat', 1, 1, 0],
    ['ends that meet, trough between', [60, 10, 61.5], 'troughed', 'flat', 1.5, 2, 1],
    ['ends that meet across the middle', [49.5, 100, 0, 50.6], 'troughed', 'flat', 1.1, 1, 2],
    ['ends that meet on the middle', [50, 100, 0, 50], 'peaked', 'flat', 0, 1, 2],
    ['flat', [50, 51.9, 50.5], 'flat', 'flat', 0.5, 1, 0],
    ['two points are a rise', [50, 52], 'rising', 'rising', 2, 1, 0],
    ['the first of equal extremes', [5, 9, 5, 9, 5], 'peaked', 'flat', 0, 1, 0],
  ])('%s', (_, values, shape, trend, changePts, peakDay, troughDay) => {
    const { changePts: change, ...rest } = curveSummary(curveOf(values), fromIso('2025-01-01'), values.length);
    expect(rest).toEqual({ shape, trend, peakDay, troughDay });
    expect(change).toBeCloseTo(changePts, 10);
  });

  test('a hold inside the cycle, past its end, and a whole leap year on a common cycle', () => {
    const index = Float64Array.from({ length: 365 }, (_, i) => i / 4);
    const curve: SeasonalCurve = { start: fromIso('2025-01-01'), index, years: [2024] };
    expect(curveSummary(curve, fromIso('2025-02-10'), 9)).toMatchObject({ changePts: 2, peakDay: 8, troughDay: 0 });
    expect(curveSummary(curve, fromIso('2025-12-31'), 2)).toMatchObject({ changePts: -91, peakDay: 0, troughDay: 1 });
    expect(curveSummary(curve, fromIso('2025-01-01'), 366)).toMatchObject({ changePts: 0, peakDay: 364, troughDay: 0 });
  });
});
