import { toIso } from '../core/calendar/dates';
import type { BasketStats, BenchmarkResult, Position, Scenario } from '../core/comparison/portfolio';
import { FEWEST_SHARED_YEARS } from '../core/comparison/sharedYears';
import { round4 } from '../core/statistics/round';
import { holdOf, type WindowSpec } from '../core/window/window';
import { plural } from './phrases';

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
