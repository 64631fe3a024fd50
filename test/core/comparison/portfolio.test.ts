import fc from 'fast-check';
import { BASKET_METHOD, summaryOf } from '../../../src/answers/scenario';
import { dayOf, fromIso } from '../../../src/core/calendar/dates';
import { horizonWindow, type Position, runScenario, type Scenario } from '../../../src/core/comparison/portfolio';
import { evidenceOf } from '../../../src/core/window/evidence';
import type { Direction, WindowSpec } from '../../../src/core/window/window';
import { barsOf, weekdayBars } from '../../helpers/bars';
import { syntheticBars } from '../../helpers/syntheticBars';

const POOL = ['AAA', 'BBB', 'CCC', 'DDD', 'EEE'].map((symbol, i) => ({
  symbol,
  bars: syntheticBars({ seed: 11 + i, fromYear: 1995 + 3 * i, toYear: 2023, rough: true }),
  gapLimit: 10,
}));
const position = fc
  .record({
    of: fc.constantFrom(...POOL),
    direction: fc.constantFrom<Direction>('long', 'short'),
    hundredths: fc.integer({ min: 1, max: 20_000 }),
  })
  .map(({ of, direction, hundredths }): Position => ({ ...of, direction, weight: hundredths / 100 }));
const basket = fc.array(position, { minLength: 1, maxLength: 15 });
const window = fc
  .record({
    monthDay: fc.integer({ min: 0, max: 360 }),
    horizon: fc.constantFrom('30', '60', '90', 'eoy', 'custom'),
    days: fc.integer({ min: 2, max: 366 }),
    years: fc.integer({ min: 5, max: 30 }),
    cycle: fc.constantFrom('consecutive', 'pe', 'pe2'),
  } as const)
  .map(({ monthDay, horizon, days, years, cycle }): WindowSpec => {
    const held = horizonWindow(horizon, dayOf(2024, 1, 1) + monthDay, days);
    return { ...held, years, cycle, asOf: fromIso('2023-12-31') };
  });
const benchmark = { ...POOL[0], direction: 'long' as const };
const run = (positions: readonly Position[], spec: WindowSpec) => runScenario(positions, spec, benchmark);
/** The results of the basket as a whole, without those of single positions. */
const whole = ({ years, stats, benchmark: against, skipped }: Scenario) => ({
  years: years.map(({ year, returnPct }) => ({ year, returnPct })),
  stats: stats && { ...stats, best: stats.best.year, worst: stats.worst.year },
  against,
  skipped: skipped.map(({ year }) => year),
});

describe('properties of a basket', () => {
  const hold = (law: (positions: Position[], spec: WindowSpec) => void, numRuns = 100) =>
    fc.assert(fc.property(basket, window, law), { numRuns });

  test('permuting the positions permutes the answer, bit for bit', () => {
    hold((positions, spec) => {
      const [one, other] = [run(positions, spec), run([...positions].reverse(), spec)];
      expect(whole(other)).toEqual(whole(one));
      expect([...other.positions].reverse()).toEqual(one.positions);
      expect(other.years.map((y) => [...y.contributions].reverse())).toEqual(one.years.map((y) => y.contributions));
      expect(summaryOf(other, [...positions].reverse(), spec, 'AAA')).toEqual(summaryOf(one, positions, spec, 'AAA'));
    });
  });

  test('a basket of one symbol equals its analysis, bit for bit', () => {
    fc.assert(
      fc.property(position, window, (only, spec) => {
        const found = run([only], spec);
        const own = evidenceOf(only.bars, spec, only.direction, only.gapLimit);
        expect(whole(found).years).toEqual(
          (own?.observations ?? []).map(({ year, returnPct }) => ({ year, returnPct })),
        );
        expect(found.positions[0].covered).toEqual((own?.observations ?? []).map(({ year }) => year));
        if (own === null) return expect(found.stats).toBeNull();
        const { mean, median, up, down, best, worst } = found.stats!;
        expect({ mean, median, up, down }).toEqual({
          mean: own.mean,
          median: own.median,
          up: own.wins,
          down: own.losses,
        });
        expect([best.year, worst.year]).toEqual([own.best.year, own.worst.year]);
        expect(found.positions[0].missing).toEqual(own.missing.map(({ year }) => year));
      }),
      { numRuns: 150 },
    );
  });

  test('splitting a position into two halves changes nothing, bit for bit', () => {
    hold((positions, spec) => {
      const [first, ...rest] = positions;
      const half = { ...first, weight: first.weight / 2 };
      const [one, other] = [run(positions, spec), run([half, ...rest, half], spec)];
      expect(whole(other)).toEqual(whole(one));
      expect(summaryOf(other, [half, ...rest, half], spec, 'AAA')).toEqual(summaryOf(one, positions, spec, 'AAA'));
    });
  });

  test('scaling the weights changes nothing', () => {
    fc.assert(
      fc.property(basket, window, fc.integer({ min: 1, max: 1000 }), (positions, spec, percent) => {
        const one = run(positions, spec);
        const other = run(
          positions.map((p) => ({ ...p, weight: (p.weight * percent) / 100 })),
          spec,
        );
        for (const [i, p] of one.positions.entries()) expect(other.positions[i].share).toBeCloseTo(p.share, 12);
        for (const [i, y] of one.years.entries()) expect(other.years[i].returnPct).toBeCloseTo(y.returnPct, 9);
      }),
      { numRuns: 60 },
    );
  });

  test('shares add up to 1 and contributions to the result', () => {
    hold((positions, spec) => {
      const found = run(positions, spec);
      expect(found.positions.reduce((sum, p) => sum + p.share, 0)).toBeCloseTo(1, 12);
      for (const { contributions, returnPct } of found.years) {
        expect(Math.abs(contributions.reduce((sum, c) => sum + c.contributionPct, 0) - returnPct)).toBeLessThan(1e-9);
      }
    });
  });

  test('all positions have the lookback years, each of which is shared or left out with its symbols', () => {
    hold((positions, spec) => {
      const found = run(positions, spec);
      const all = [...found.years.map((y) => y.year), ...found.skipped.map((s) => s.year)].sort();
      expect(all).toHaveLength(spec.years);
      found.positions.forEach((p, i) => {
        expect([...p.covered, ...p.missing].sort()).toEqual(all);
        expect(p.missing).toEqual(found.skipped.filter((s) => s.legs.includes(i)).map((s) => s.year));
      });
      const covered = all.filter((year) => found.positions.every((p) => p.covered.includes(year)));
      expect(found.years.map((y) => y.year)).toEqual(covered);
    });
  });

  test('every number of the summary is a field', () => {
    const rounded = (x: number) => (Math.sign(x) * Math.round(Math.abs(x) * 1e4)) / 1e4;
    hold((positions, spec) => {
      const found = run(positions, spec);
      const { stats, benchmark: against } = found;
      const counts = [
        found.years.length,
        found.skipped.length,
        against!.observations.length,
        spec.end - spec.entry + 1,
      ];
      const years = [...found.years, ...found.skipped].map((y) => y.year);
      const percents = stats ? [stats.mean, stats.median, stats.best.returnPct, stats.worst.returnPct] : [];
      const other = [against!.mean, against!.basketMean].filter((x) => x !== null);
      const known = new Set([...counts, ...years, ...[...percents, ...other].map(rounded), stats?.up, stats?.down]);
      for (const line of summaryOf(found, positions, spec, 'AAA')) {
        const text = line.replace(/\d{4}-\d{2}-\d{2}/g, '');
        for (const number of text.match(/-?\d+(\.\d+)?/g) ?? []) expect(known).toContain(Number(number));
      }
    });
  });
});

describe('by hand', () => {
  const twoYears = (a: number, b: number) =>
    barsOf([
      { date: '2022-01-03', close: 100 },
      { date: '2022-02-01', close: 100 },
      { date: '2022-02-04', close: 100 + a },
      { date: '2022-02-08', close: 100 },
      { date: '2023-01-31', close: 200 },
      { date: '2023-02-01', close: 200 },
      { date: '2023-02-03', close: 200 + 2 * b },
      { date: '2023-02-06', close: 200 },
    ]);
  const spec: WindowSpec = {
    entry: fromIso('2024-02-01'),
    end: fromIso('2024-02-04'),
    years: 2,
    cycle: 'consecutive',
    asOf: fromIso('2023-12-29'),
  };
  const up: Position = { symbol: 'UP', bars: twoYears(10, 6), direction: 'long', gapLimit: 10, weight: 3 };
  const down: Position = { symbol: 'DN', bars: twoYears(-4, 20), direction: 'short', gapLimit: 10, weight: 1 };

  test('three quarters long, one quarter short', () => {
    // 2022: .75 * 10 + .25 * 4 = 8.5; 2023: .75 * 6 - .25 * 20 = -.5
    const found = runScenario([up, down], spec, up);
    expect(found.positions.map((p) => p.share)).toEqual([0.75, 0.25]);
    expect(found.years.map((y) => y.returnPct)).toEqual([expect.closeTo(8.5, 10), expect.closeTo(-0.5, 10)]);
    expect(found.years[1].contributions).toEqual([
      { returnPct: expect.closeTo(6, 10), contributionPct: expect.closeTo(4.5, 10) },
      { returnPct: expect.closeTo(-20, 10), contributionPct: expect.closeTo(-5, 10) },
    ]);
    expect(found.stats).toMatchObject({ mean: expect.closeTo(4, 10), median: expect.closeTo(4, 10), up: 1, down: 1 });
    expect(found.positions.map((p) => p.meanContribution)).toEqual([expect.closeTo(6, 10), expect.closeTo(-2, 10)]);
    expect(found.benchmark).toMatchObject({
      leftOut: [],
      mean: expect.closeTo(8, 10),
      basketMean: expect.closeTo(4, 10),
    });
    expect(summaryOf(found, [up, down], spec, 'UP')).toEqual([
      '2024-02-01 to 2024-02-04 (4 days): the basket averaged 4% (median 4%) over 2 shared years, 1 up and 1 down. Fewer than five years show nothing reliable.',
      'Best year 2022 with 8.5%, worst 2023 with -0.5%.',
      'UP averaged 8% over the same 2 years, in which the basket averaged 4%.',
    ]);
    expect(BASKET_METHOD).toMatch(/without rebalancing/);
  });

  test('long and short of the same symbol cancel to 0, which counts as down', () => {
    const found = runScenario([up, { ...up, direction: 'short' }], spec, null);
    expect(found.years.map((y) => Object.is(y.returnPct, 0))).toEqual([true, true]);
    expect(found.stats).toMatchObject({ mean: 0, up: 0, down: 2 });
    expect(found.benchmark).toBeNull();
  });

  test.each([
    [1, 2, 3],
    [0.1, 0.2, 0.3],
    [7, 11.1, 18.1],
    [33.3, 0.7, 34],
  ])('long %s and %s against short %s of the same symbol cancel too: rounding makes no year up', (a, b, short) => {
    const hedged = [
      { ...up, weight: a },
      { ...up, weight: b },
      { ...up, direction: 'short' as const, weight: short },
    ];
    expect(runScenario(hedged, spec, null).stats).toMatchObject({ mean: 0, up: 0, down: 2, best: { year: 2022 } });
  });

  test('a year that one position lacks is left out for all, and not replaced', () => {
    const young: Position = {
      ...down,
      symbol: 'YNG',
      bars: weekdayBars('2022-06-01', '2023-12-29', (d) => 50 + (d % 7)),
    };
    const found = runScenario([up, young], spec, null);
    expect(found.years.map((y) => y.year)).toEqual([2023]);
    expect(found.positions.map((p) => [p.covered, p.missing])).toEqual([
      [[2022, 2023], []],
      [[2023], [2022]],
    ]);
    expect(summaryOf(found, [up, young], spec, null)[2]).toBe(
      '1 lookback year left out, each with the symbols that lack it: 2022 (YNG).',
    );
  });

  test('without a shared year there is no result, and the summary says why', () => {
    const unborn: Position = {
      ...down,
      symbol: 'NEW',
      bars: weekdayBars('2023-06-01', '2023-12-29', (d) => 50 + (d % 7)),
    };
    const found = runScenario([up, unborn], spec, up);
    expect(found).toMatchObject({ years: [], stats: null, benchmark: { mean: null, median: null, basketMean: null } });
    expect(found.positions.map((p) => [p.meanReturn, p.meanContribution])).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(summaryOf(found, [up, unborn], spec, 'UP')).toEqual([
      'None of the 2 lookback years was observed by every position: 2024-02-01 to 2024-02-04 (4 days) has no result.',
      "UP has no result in the basket's years.",
      '2 lookback years left out, each with the symbols that lack it: 2022 (NEW); 2023 (NEW).',
    ]);
  });

  test('a benchmark lacking a basket year leaves it out on both sides', () => {
    const late = { ...up, symbol: 'LATE', bars: weekdayBars('2022-06-01', '2023-12-29', (d) => 50 + (d % 7)) };
    const found = runScenario([up], spec, late);
    expect(found.years).toHaveLength(2);
    expect(found.benchmark).toMatchObject({ leftOut: [2022], basketMean: expect.closeTo(6, 10) });
  });
});

test('the horizon eoy ends on the same date in every year, the others have a number of days', () => {
  const entry = fromIso('2024-02-15');
  const yearEnd = { entry, end: fromIso('2024-12-31'), preset: { endsBefore: { month: 1, day: 1 } } };
  expect(horizonWindow('eoy', entry, null)).toEqual(yearEnd);
  expect(horizonWindow('60', entry, null)).toEqual({ entry, end: fromIso('2024-04-14') });
});
