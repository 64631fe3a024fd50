import { compareReport } from '../../../src/answers/comparison';
import { scenarioReport } from '../../../src/answers/scenario';
import { fromIso } from '../../../src/core/calendar/dates';
import { compareSymbols } from '../../../src/core/comparison/compare';
import { type Position, runScenario } from '../../../src/core/comparison/portfolio';
import type { WindowSpec } from '../../../src/core/window/window';
import { named } from '../../helpers/significance';
import { syntheticBars } from '../../helpers/syntheticBars';

const market = { id: '0', name: 'DOW 30 STOCKS' };
const made = ['AAA', 'BBB', 'CCC'].map((symbol, i) => ({
  symbol,
  bars: syntheticBars({ seed: 21 + i, fromYear: 2008 + 2 * i, toYear: 2023, rough: i === 1 }),
  gapLimit: 10,
  market,
}));
const window: WindowSpec = {
  entry: fromIso('2024-05-01'),
  end: fromIso('2024-05-30'),
  years: 12,
  cycle: 'consecutive',
  asOf: fromIso('2023-12-31'),
};
/** Every number anywhere in an answer. */
const numbersIn = (value: unknown): number[] =>
  typeof value === 'number'
    ? [value]
    : value && typeof value === 'object'
      ? Object.values(value).flatMap(numbersIn)
      : [];
const decimals = (x: number) => (String(x).split('.')[1] ?? '').length;

const PENDING = { status: 'pending' } as const;

// test/api/baskets.golden.test.ts compares every number with a second computation over real prices.

describe('a published comparison', () => {
  test('carries 4 decimals and survives JSON', () => {
    const found = compareSymbols(made, window, 'long');
    const significance = made.map((_, i) => named(0.01 * (i + 1)));
    const report = compareReport(
      found,
      [market, market, market],
      significance,
      made.map(() => PENDING),
    );
    expect(numbersIn(report).length).toBeGreaterThan(100);
    for (const number of numbersIn(report)) expect(decimals(number)).toBeLessThanOrEqual(4);
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });

  test('without a shared year the statistics are null, not missing', () => {
    const late = { ...made[0], symbol: 'NEW', bars: syntheticBars({ seed: 5, fromYear: 2023, toYear: 2023 }) };
    const early = { ...made[1], bars: syntheticBars({ seed: 6, fromYear: 2000, toYear: 2005 }) };
    const found = compareSymbols([late, early], window, 'short');
    const none = compareReport(found, [market, market], [null, null], [PENDING, PENDING]);
    for (const s of none.symbols) {
      expect(s).toMatchObject({ stats: null, significance: null, per_year: [], difference_from_highest: null });
      expect(s.buy_and_hold).toMatchObject({ years_tested: 0, avg_return_pct: null, best_year: null });
    }
  });
});

describe('a published scenario', () => {
  const positions = made.map((m, i): Position & { market: typeof market } => ({
    ...m,
    weight: i + 1,
    direction: i === 1 ? 'short' : 'long',
  }));

  test('carries 4 decimals and survives JSON', () => {
    const benchmark = { ...made[0], direction: 'long' as const };
    const report = scenarioReport(runScenario(positions, window, benchmark), positions, window, benchmark);
    expect(report.positions.map((p) => p.weight_pct)).toEqual([16.6667, 33.3333, 50]);
    expect(numbersIn(report).length).toBeGreaterThan(50);
    for (const number of numbersIn(report)) expect(decimals(number)).toBeLessThanOrEqual(4);
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });

  test('missing shared years are null', () => {
    const unborn = [{ ...positions[0], bars: syntheticBars({ seed: 5, fromYear: 2024, toYear: 2024 }) }];
    const none = scenarioReport(runScenario(unborn, window, null), unborn, window, null);
    expect(none.positions[0]).toMatchObject({ years_covered: 0, avg_return_pct: null, avg_contribution_pct: null });
    expect(none.skipped_years).toHaveLength(12);
  });
});
