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
/** Follows `stats.deepest_drop.mae_pct` into an object. */
const at = (object: unknown, path: string): unknown =>
  path.split('.').reduce((inner, key) => (inner as Record<string, unknown>)[key], object);
/** Every number anywhere in an answer. */
const numbersIn = (value: unknown): number[] =>
  typeof value === 'number'
    ? [value]
    : value && typeof value === 'object'
      ? Object.values(value).flatMap(numbersIn)
      : [];
const decimals = (x: number) => (String(x).split('.')[1] ?? '').length;

const PENDING = { status: 'pending' } as const;

describe('a published comparison', () => {
  const report = compareReport(
    compareSymbols(made, window, 'long'),
    [market, market, market],
    made.map((_, i) => named(0.01 * (i + 1))),
    made.map(() => PENDING),
  );

  test('findings refer to numbers of the same answer', () => {
    expect(report.findings.length).toBeGreaterThan(0);
    for (const { numbers } of report.findings) {
      for (const { symbol, field, value } of numbers) {
        expect(
          at(
            report.symbols.find((s) => s.symbol === symbol),
            field,
          ),
        ).toBe(value);
      }
    }
  });

  test('each symbol has the significance of the window, as of a named one', () => {
    expect(report.symbols.map(({ significance }) => significance?.p_symbol)).toEqual([0.01, 0.02, 0.03]);
    for (const { significance } of report.symbols) {
      expect(significance).toMatchObject({ status: 'ready', p_search: null });
    }
  });

  test('can be recomputed from its receipts', () => {
    for (const { stats, per_year, buy_and_hold } of report.symbols) {
      const returns = per_year.map((y) => y.return_pct);
      expect(per_year.map((y) => y.year)).toEqual(report.shared_years);
      expect(stats!.wins).toBe(per_year.filter((y) => y.result === 'win').length);
      expect(stats!.avg_return_pct).toBeCloseTo(returns.reduce((a, b) => a + b, 0) / returns.length, 3);
      expect(stats!.deepest_drop.mae_pct).toBe(Math.min(...per_year.map((y) => y.mae_pct)));
      expect(stats!.best_year.return_pct).toBe(Math.max(...returns));
      const held = buy_and_hold.per_year.map((y) => y.return_pct);
      expect(buy_and_hold.avg_return_pct).toBeCloseTo(held.reduce((a, b) => a + b, 0) / held.length, 3);
      expect(buy_and_hold.years_tested + buy_and_hold.years_left_out.length).toBe(report.shared_years.length);
    }
  });

  test('carries 4 decimals and survives JSON', () => {
    for (const number of numbersIn(report)) expect(decimals(number)).toBeLessThanOrEqual(4);
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });

  test('without a shared year the statistics are null, not missing', () => {
    const late = { ...made[0], symbol: 'NEW', bars: syntheticBars({ seed: 5, fromYear: 2023, toYear: 2023 }) };
    const early = { ...made[1], bars: syntheticBars({ seed: 6, fromYear: 2000, toYear: 2005 }) };
    const none = compareReport(
      compareSymbols([late, early], window, 'short'),
      [market, market],
      [null, null],
      [PENDING, PENDING],
    );
    expect(none).toMatchObject({ can_compare: false, shared_years: [], findings: [] });
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
  const benchmark = { ...made[0], direction: 'long' as const };
  const report = scenarioReport(runScenario(positions, window, benchmark), positions, window, benchmark);

  test('echoes the weights that were used', () => {
    expect(report.positions.map((p) => p.weight_pct)).toEqual([16.6667, 33.3333, 50]);
    expect(report.method).toMatch(/without rebalancing/);
  });

  test('its years and contributions add up', () => {
    expect(report.per_year).toHaveLength(report.result!.years_tested);
    expect(report.result!.years_up + report.result!.years_down).toBe(report.result!.years_tested);
    expect(report.result!.years_tested + report.skipped_years.length).toBe(12);
    for (const { contributions, return_pct } of report.per_year) {
      expect(contributions.map((c) => c.symbol)).toEqual(['AAA', 'BBB', 'CCC']);
      expect(contributions.reduce((sum, c) => sum + c.contribution_pct, 0)).toBeCloseTo(return_pct, 3);
    }
    for (const p of report.positions) expect(p.years_covered + p.years_missing.length).toBe(12);
    expect(report.benchmark!.years_tested + report.benchmark!.years_left_out.length).toBe(report.result!.years_tested);
  });

  test('carries 4 decimals and survives JSON', () => {
    for (const number of numbersIn(report)) expect(decimals(number)).toBeLessThanOrEqual(4);
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });

  test('a missing benchmark and missing shared years are null', () => {
    const unborn = [{ ...positions[0], bars: syntheticBars({ seed: 5, fromYear: 2024, toYear: 2024 }) }];
    const none = scenarioReport(runScenario(unborn, window, null), unborn, window, null);
    expect(none).toMatchObject({ result: null, per_year: [], benchmark: null });
    expect(none.positions[0]).toMatchObject({ years_covered: 0, avg_return_pct: null, avg_contribution_pct: null });
    expect(none.skipped_years).toHaveLength(12);
  });
});
