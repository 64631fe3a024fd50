import { toIso } from '../core/calendar/dates';
import type { BasketStats, BasketYear, BenchmarkResult, Position, Scenario } from '../core/comparison/portfolio';
import { round4, round4OrNull } from '../core/statistics/round';
import type { Direction, WindowSpec } from '../core/window/window';
import type { MarketName } from './comparison';
import type { YearReturn } from './patternCard';
import { BASKET_METHOD, summaryOf } from './scenarioSummary';

/** The published shape of a scenario, field for field as in the contract; percentages carry 4 decimals. */
export interface ScenarioReport {
  /** In the order sent. */
  readonly positions: ScenarioPosition[];
  /** Null without a year that every position observed. */
  readonly result: ScenarioResult | null;
  readonly per_year: ScenarioYear[];
  /** Lookback years that a position lacks. */
  readonly skipped_years: { readonly year: string; readonly symbols: string[] }[];
  readonly benchmark: ScenarioBenchmark | null;
  readonly summary: string[];
  readonly method: string;
}

export interface ScenarioPosition {
  readonly symbol: string;
  readonly market: MarketName;
  readonly direction: Direction;
  /** Normalised: all add up to 100. */
  readonly weight_pct: number;
  readonly data_from: string | null;
  /** Lookback years this position observes, shared or not. */
  readonly years_covered: number;
  readonly years_missing: string[];
  readonly avg_return_pct: number | null;
  readonly avg_contribution_pct: number | null;
}

export interface ScenarioResult {
  readonly years_tested: number;
  readonly years_up: number;
  readonly years_down: number;
  readonly avg_return_pct: number;
  readonly median_return_pct: number;
  readonly best_year: YearReturn;
  readonly worst_year: YearReturn;
}

export interface ScenarioYear extends YearReturn {
  /** By position, in the order sent; they add up to return_pct before rounding. */
  readonly contributions: ScenarioContribution[];
}

export interface ScenarioContribution {
  readonly symbol: string;
  readonly direction: Direction;
  readonly return_pct: number;
  readonly contribution_pct: number;
}

export interface ScenarioBenchmark {
  readonly symbol: string;
  readonly market: MarketName;
  readonly years_tested: number;
  readonly years_left_out: string[];
  readonly avg_return_pct: number | null;
  readonly median_return_pct: number | null;
  /** Average of the basket over the same years. */
  readonly basket_avg_return_pct: number | null;
  readonly per_year: YearReturn[];
}

/**
 * @param positions those of the scenario, in the same order, with their markets
 * @param benchmark the one the scenario was run with
 */
export function scenarioReport(
  scenario: Scenario,
  positions: readonly (Position & { readonly market: MarketName })[],
  window: WindowSpec,
  benchmark: { readonly symbol: string; readonly market: MarketName } | null,
): ScenarioReport {
  return {
    positions: positions.map((position, i) => positionOf(scenario, position, i)),
    result: scenario.stats === null ? null : resultOf(scenario.stats, scenario.years),
    per_year: scenario.years.map((year) => ({
      ...yearReturn(year),
      contributions: year.contributions.map((c, i) => ({
        symbol: positions[i].symbol,
        direction: positions[i].direction,
        return_pct: round4(c.returnPct),
        contribution_pct: round4(c.contributionPct),
      })),
    })),
    skipped_years: scenario.skipped.map(({ year, legs }) => ({
      year: String(year),
      symbols: [...new Set(legs.map((i) => positions[i].symbol))],
    })),
    benchmark:
      scenario.benchmark === null || benchmark === null
        ? null
        : benchmarkOf(scenario.benchmark, benchmark.symbol, benchmark.market),
    summary: summaryOf(scenario, positions, window, benchmark?.symbol ?? null),
    method: BASKET_METHOD,
  };
}

function positionOf(scenario: Scenario, position: Position & { market: MarketName }, index: number): ScenarioPosition {
  const found = scenario.positions[index];
  return {
    symbol: position.symbol,
    market: position.market,
    direction: position.direction,
    weight_pct: round4(100 * found.share),
    data_from: found.dataFrom === null ? null : toIso(found.dataFrom),
    years_covered: found.covered.length,
    years_missing: found.missing.map(String),
    avg_return_pct: round4OrNull(found.meanReturn),
    avg_contribution_pct: round4OrNull(found.meanContribution),
  };
}

function resultOf(stats: BasketStats, years: readonly BasketYear[]): ScenarioResult {
  return {
    years_tested: years.length,
    years_up: stats.up,
    years_down: stats.down,
    avg_return_pct: round4(stats.mean),
    median_return_pct: round4(stats.median),
    best_year: yearReturn(stats.best),
    worst_year: yearReturn(stats.worst),
  };
}

function benchmarkOf(result: BenchmarkResult, symbol: string, market: MarketName): ScenarioBenchmark {
  return {
    symbol,
    market,
    years_tested: result.observations.length,
    years_left_out: result.leftOut.map(String),
    avg_return_pct: round4OrNull(result.mean),
    median_return_pct: round4OrNull(result.median),
    basket_avg_return_pct: round4OrNull(result.basketMean),
    per_year: result.observations.map(yearReturn),
  };
}

function yearReturn({ year, returnPct }: { year: number; returnPct: number }): YearReturn {
  return { year: String(year), return_pct: round4(returnPct) };
}
