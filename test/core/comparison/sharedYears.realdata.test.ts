import { dayOf, fromIso } from '../../../src/core/calendar/dates';
import { compareSymbols } from '../../../src/core/comparison/compare';
import { type Position, runScenario } from '../../../src/core/comparison/portfolio';
import type { Bars } from '../../../src/core/window/bars';
import { horizonWindow, type WindowSpec } from '../../../src/core/window/window';
import { describeWithRealData } from '../../helpers/realData';
import { average, type Line, middle, readLines, spread, type YearResult, yearResults } from '../../oracle/baskets';

/** `oracle/baskets`, which shares no code with src, computes every number here a second time from the file. */
describeWithRealData('comparisons and baskets of real prices', (folder) => {
  const memo = new Map<string, Line[]>();
  const linesOf = (universe: string, symbol: string): Line[] => {
    const known = memo.get(symbol) ?? readLines(folder, universe, symbol);
    memo.set(symbol, known);
    return known;
  };
  const barsOf = (lines: readonly Line[]): Bars => ({
    day: Int32Array.from(lines, (line) => fromIso(line.date)),
    close: Float64Array.from(lines, (line) => line.close),
    high: Float64Array.from(lines, (line) => line.high),
    low: Float64Array.from(lines, (line) => line.low),
  });
  const range = (from: number, to: number, step = 1) =>
    Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => from + i * step);
  const near = (x: number) => expect.closeTo(x, 9);
  const contender = (symbol: string, universe = 'dow30') => ({
    symbol,
    bars: barsOf(linesOf(universe, symbol)),
    gapLimit: 10,
  });

  test('AAPL, 2024-07-01, 15 days: equals an independent published computation', () => {
    const window = {
      entry: fromIso('2024-07-01'),
      end: fromIso('2024-07-15'),
      years: 10,
      cycle: 'consecutive',
    } as const;
    const spec: WindowSpec = { ...window, asOf: fromIso('2024-06-30') };
    const [apple] = compareSymbols([contender('AAPL'), contender('KO')], spec, 'long').symbols;
    const { evidence } = apple;
    expect(evidence!.observations.map((o) => Number(o.returnPct.toFixed(4)))).toEqual([
      1.9251, 0.1735, 3.0138, 3.8605, 2.2171, 1.816, 7.3577, 8.1664, 8.0905, -0.9194,
    ]);
    expect([evidence!.mean, evidence!.median, evidence!.sharpe, evidence!.meanMfe, evidence!.meanMae]).toEqual(
      [3.5701, 2.6155, 1.0954, 4.4229, -1.675].map((x) => expect.closeTo(x, 4)),
    );
  });

  const CASES = [
    {
      name: 'ten years, across the young listing of V (2008) and CRM (2004)',
      symbols: ['AAPL', 'V', 'CRM'],
      monthDay: '02-29',
      days: 45,
      years: 12,
      step: 1,
      newest: 2023,
      short: false,
    },
    {
      name: 'older years down to V’s start',
      symbols: ['V', 'KO'],
      monthDay: '07-01',
      days: 90,
      years: 40,
      step: 1,
      newest: 2023,
      short: true,
    },
    {
      name: 'midterm years, over New Year',
      symbols: ['CVX', 'JPM', 'KO', 'MSFT'],
      monthDay: '11-20',
      days: 120,
      years: 8,
      step: 4,
      newest: 2022,
      short: false,
    },
  ];
  test.each(CASES)('compare: $name', ({ symbols, monthDay, days, years, step, newest, short }) => {
    const asOf = '2024-02-28';
    const entry = dayOf(2024, Number(monthDay.slice(0, 2)), Number(monthDay.slice(3)));
    const cycle = step === 4 ? 'pe2' : 'consecutive';
    const spec: WindowSpec = { entry, end: entry + days - 1, years, cycle, asOf: fromIso(asOf) };
    const found = compareSymbols(
      symbols.map((s) => contender(s)),
      spec,
      short ? 'short' : 'long',
    );

    const candidates = range(newest - step * 60, newest, step).filter((y) => y >= 1961);
    const results = symbols.map((s) => yearResults(linesOf('dow30', s), asOf, candidates, { monthDay, days }, short));
    const shared = candidates.filter((y) => results.every((r) => r.has(y))).slice(-years);
    expect(shared.length).toBeGreaterThanOrEqual(8);
    expect(found.years).toEqual(shared);

    const returns = results.map((r) => shared.map((y) => (r.get(y) as YearResult).r));
    const means = returns.map(average);
    const leader = means.indexOf(Math.max(...means));
    // Printed two-sided 95 % quantiles of Student's t by degrees of freedom.
    const t = new Map([
      [7, 2.364624],
      [11, 2.200985],
      [15, 2.13145],
    ]).get(shared.length - 1)!;
    for (const [i, symbol] of symbols.entries()) {
      const s = found.symbols[i];
      const own = shared.map((y) => results[i].get(y) as YearResult);
      expect(s.evidence!.observations.map((o) => [o.returnPct, o.mfePct, o.maePct])).toEqual(
        own.map((o) => [near(o.r), near(o.mfe), near(o.mae)]),
      );
      const growth = own.reduce((product, o) => product * (1 + o.r / 100), 1);
      expect(s.evidence).toMatchObject({
        wins: own.filter((o) => o.r > 0).length,
        mean: near(means[i]),
        median: near(middle(returns[i])),
        sharpe: near(means[i] / spread(returns[i])),
        cumulative: expect.closeTo(100 * (growth - 1), 6),
        meanMfe: near(average(own.map((o) => o.mfe))),
        meanMae: near(average(own.map((o) => o.mae))),
      });
      expect(s.evidence!.best.returnPct).toBeCloseTo(Math.max(...returns[i]), 9);
      expect(s.evidence!.worst.returnPct).toBeCloseTo(Math.min(...returns[i]), 9);
      expect(s.deepestDrop!.maePct).toBeCloseTo(Math.min(...own.map((o) => o.mae)), 9);

      const calendar = yearResults(linesOf('dow30', symbol), asOf, shared, { monthDay: '01-01', endMonthDay: '12-31' });
      expect(s.buyAndHold.leftOut).toEqual(shared.filter((y) => !calendar.has(y)));
      expect(s.buyAndHold.evidence!.mean).toBeCloseTo(average([...calendar.values()].map((o) => o.r)), 9);
      const sameYears = own.filter((o) => calendar.has(o.year)).map((o) => o.r);
      expect(s.buyAndHold.windowMean).toBeCloseTo(average(sameYears), 9);

      if (i === leader) {
        expect(s.difference).toBeNull();
        continue;
      }
      const paired = returns[leader].map((r, at) => r - returns[i][at]);
      const reach = (t * spread(paired)) / Math.sqrt(paired.length);
      expect(s.difference).toEqual({
        leader: symbols[leader],
        mean: near(average(paired)),
        low: expect.closeTo(average(paired) - reach, 4),
        high: expect.closeTo(average(paired) + reach, 4),
      });
    }
  });

  const HELD = [
    ['AAPL', 'dow30', 40, false],
    ['CVX', 'dow30', 25, true],
    ['SPY', 'etfs', 20, false],
    ['BTC-USD', 'crypto', 5, false],
    ['AAPL', 'dow30', 12.5, true],
  ] as const;
  test.each([
    { horizon: '60', start: '2024-03-01', days: 60, end: null, years: 15 },
    { horizon: 'eoy', start: '2024-08-15', days: 0, end: '12-31', years: 10 },
    { horizon: 'custom', start: '2024-11-01', days: 300, end: null, years: 12 },
  ] as const)('basket: $horizon from $start, $years years', ({ horizon, start, days, end, years }) => {
    const asOf = '2024-02-29';
    const spec: WindowSpec = {
      ...horizonWindow(horizon, fromIso(start), days),
      years,
      cycle: 'consecutive',
      asOf: fromIso(asOf),
    };
    const positions = HELD.map(([symbol, universe, weight, short]): Position => {
      return { ...contender(symbol, universe), weight, direction: short ? 'short' : 'long' };
    });
    const benchmark = { ...contender('KO'), direction: 'long' as const };
    const found = runScenario(positions, spec, benchmark);

    // 300 days from November end in the next August: those from 2023 are not over on 2024-02-29.
    const newest = horizon === 'custom' ? 2022 : 2023;
    const asked = range(newest - years + 1, newest);
    const monthDay = start.slice(5);
    const window = end === null ? { monthDay, days } : { monthDay, endMonthDay: end };
    const results = HELD.map(([symbol, universe, , short]) =>
      yearResults(linesOf(universe, symbol), asOf, asked, window, short),
    );
    const shared = asked.filter((y) => results.every((r) => r.has(y)));
    const total = 40 + 25 + 20 + 5 + 12.5;
    const yearly = shared.map((y) =>
      HELD.reduce((sum, [, , weight], i) => sum + (weight / total) * results[i].get(y)!.r, 0),
    );
    expect(shared.length).toBeGreaterThanOrEqual(8);
    expect(found.years.map(({ year, returnPct }) => ({ year, returnPct }))).toEqual(
      shared.map((year, i) => ({ year, returnPct: near(yearly[i]) })),
    );
    expect(found.stats).toMatchObject({
      mean: near(average(yearly)),
      median: near(middle(yearly)),
      up: yearly.filter((r) => r > 0).length,
      down: yearly.filter((r) => !(r > 0)).length,
    });
    expect(found.stats!.best.returnPct).toBeCloseTo(Math.max(...yearly), 9);
    expect(found.stats!.worst.returnPct).toBeCloseTo(Math.min(...yearly), 9);
    expect(found.positions.map((p) => [p.share, p.covered])).toEqual(
      HELD.map(([, , weight], i) => [near(weight / total), asked.filter((y) => results[i].has(y))]),
    );
    const against = yearResults(linesOf('dow30', 'KO'), asOf, shared, window);
    expect(found.benchmark!.mean).toBeCloseTo(average([...against.values()].map((o) => o.r)), 9);
  });
});
