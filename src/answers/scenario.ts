import { toIso } from '../core/calendar/dates';
import type { BasketStats, BasketYear, BenchmarkResult, Position, Scenario } from '../core/comparison/portfolio';
import { FEWEST_SHARED_YEARS } from '../core/comparison/sharedYears';
import { round4, round4OrNull } from '../core/statistics/round';
import { holdOf, type WindowSpec } from '../core/window/window';
import type { Schema } from '../schema';
import { yearReturn } from './patternStats';
import { plural } from './phrases';
import type { CardMarket } from './shapes';

/** The part of a POST /portfolio/scenarios answer about the basket, without the window. */
type ScenarioReport = Omit<Schema<'ScenarioResponse'>, 'setup' | 'years' | 'disclaimer' | 'as_of'>;

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

function positionOf(
  scenario: Scenario,
  position: Position & { market: CardMarket },
  index: number,
): Schema<'ScenarioPosition'> {
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

function resultOf(stats: BasketStats, years: readonly BasketYear[]): Schema<'ScenarioResult'> {
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

function benchmarkOf(result: BenchmarkResult, symbol: string, market: CardMarket): Schema<'ScenarioBenchmark'> {
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

/** Part of every scenario: the yearly results depend on it. */
export const BASKET_METHOD =
  "Weights are set at the start of each year's window and held to its end without rebalancing; a short position counts with the opposite sign of its symbol's move. No costs and no borrow fees are included.";

/**
 * The scenario in sentences. Every number is a published field: statistics as rounded there, or a count or date of the
 * response. Neither the order of the positions nor splitting one changes a word.
 *
 * @param positions those of the scenario, in the same order
 */
export function summaryOf(
  scenario: Scenario,
  positions: readonly Position[],
  window: WindowSpec,
  benchmark: string | null,
): string[] {
  const lines = [resultLine(scenario, window)];
  if (scenario.stats !== null) lines.push(extremesLine(scenario.stats));
  if (scenario.benchmark !== null && benchmark !== null) lines.push(benchmarkLine(scenario.benchmark, benchmark));
  if (scenario.skipped.length > 0) lines.push(skippedLine(scenario, positions));
  return lines;
}

function resultLine({ stats, years, skipped }: Scenario, window: WindowSpec): string {
  const period = `${toIso(window.entry)} to ${toIso(window.end)} (${holdOf(window)} days)`;
  if (stats === null) {
    return `None of the ${skipped.length} lookback years was observed by every position: ${period} has no result.`;
  }
  const few = years.length < FEWEST_SHARED_YEARS ? ' Fewer than five years show nothing reliable.' : '';
  return `${period}: the basket averaged ${round4(stats.mean)}% (median ${round4(stats.median)}%) over ${plural(years.length, 'shared year')}, ${stats.up} up and ${stats.down} down.${few}`;
}

function extremesLine({ best, worst }: BasketStats): string {
  return `Best year ${best.year} with ${round4(best.returnPct)}%, worst ${worst.year} with ${round4(worst.returnPct)}%.`;
}

function benchmarkLine(result: BenchmarkResult, symbol: string): string {
  if (result.mean === null || result.basketMean === null) return `${symbol} has no result in the basket's years.`;
  const years = plural(result.observations.length, 'year');
  return `${symbol} averaged ${round4(result.mean)}% over the same ${years}, in which the basket averaged ${round4(result.basketMean)}%.`;
}

function skippedLine({ skipped }: Scenario, positions: readonly Position[]): string {
  const each = skipped.map(({ year, legs }) => {
    const symbols = [...new Set(legs.map((i) => positions[i].symbol))].sort();
    return `${year} (${symbols.join(', ')})`;
  });
  return `${plural(skipped.length, 'lookback year')} left out, each with the symbols that lack it: ${each.join('; ')}.`;
}
