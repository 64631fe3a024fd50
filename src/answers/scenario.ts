import { toIso } from '../core/calendar/dates';
import type { BasketStats, BasketYear, BenchmarkResult, Position, Scenario } from '../core/comparison/portfolio';
import { round4, round4OrNull } from '../core/statistics/round';
import type { WindowSpec } from '../core/window/window';
import { yearReturn } from './patternStats';
import { BASKET_METHOD, summaryOf } from './scenarioSummary';
import type { CardMarket, ScenarioBenchmark, ScenarioPosition, ScenarioReport, ScenarioResult } from './shapes';

/**
 * A scenario as POST /portfolio/scenarios publishes it.
 *
 * @param positions those of the scenario, in the same order, with their markets
 * @param benchmark the one the scenario was run with
 */
export function scenarioReport(
  scenario: Scenario,
  positions: readonly (Position & { readonly market: CardMarket })[],
  window: WindowSpec,
  benchmark: { readonly symbol: string; readonly market: CardMarket } | null,
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

function positionOf(scenario: Scenario, position: Position & { market: CardMarket }, index: number): ScenarioPosition {
  const result = scenario.positions[index];
  return {
    symbol: position.symbol,
    market: position.market,
    direction: position.direction,
    weight_pct: round4(100 * result.share),
    data_from: result.dataFrom === null ? null : toIso(result.dataFrom),
    years_covered: result.covered.length,
    years_missing: result.missing.map(String),
    avg_return_pct: round4OrNull(result.meanReturn),
    avg_contribution_pct: round4OrNull(result.meanContribution),
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

function benchmarkOf(result: BenchmarkResult, symbol: string, market: CardMarket): ScenarioBenchmark {
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
