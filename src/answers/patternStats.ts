import { round4, round4OrNull } from '../core/statistics/round';
import type { Evidence, Observation } from '../core/window/evidence';
import type { Trend } from '../core/window/trend';
import type { Direction } from '../core/window/window';
import type { Schema } from '../schema';

/**
 * The `stats` block of a symbol's pattern (SPEC 2.7, METHOD 2). Percent unless said; returns are in the direction of the
 * trade, the trend block is not. No price or volume level.
 */
export function patternStats(evidence: Evidence, trend: Trend, direction: Direction): Schema<'PatternStats'> {
  return {
    trade_direction: direction,
    percent_profitable: round4(100 * evidence.winRate),
    num_winners: evidence.wins,
    num_losers: evidence.losses,
    avg_profit: round4OrNull(evidence.avgProfit),
    avg_loss: round4OrNull(evidence.avgLoss),
    median_profit: round4(evidence.median),
    sharpe_ratio: round4(evidence.sharpe),
    sharpe_ratio_mfe: round4(evidence.sharpeMfe),
    annualized_return: round4(evidence.annualized),
    cumulative_return: round4(evidence.cumulative),
    std_dev: round4OrNull(evidence.deviation),
    return_1m: round4OrNull(trend.return1m),
    avg_profit_all: round4(evidence.mean),
    trend_long: round4OrNull(trend.long),
    trend_long_prev: round4OrNull(trend.longPrevious),
    trend_short: round4OrNull(trend.short),
    trend_short_prev: round4OrNull(trend.shortPrevious),
  };
}

/** The statistics of a setup as published, 4 decimals. */
export function publishedStats(evidence: Evidence) {
  return {
    historical_win_rate: round4(evidence.winRate),
    sharpe_ratio: round4(evidence.sharpe),
    avg_return_pct: round4(evidence.mean),
    median_return_pct: round4(evidence.median),
    years_tested: evidence.yearsTested,
  };
}

/** The record of a window as cards and comparisons publish it, 4 decimals. */
export function publishedRecord({ yearsTested, wins, losses, winRate, mean, median, best, worst }: Evidence) {
  return {
    years_tested: yearsTested,
    wins,
    losses,
    historical_win_rate: round4(winRate),
    avg_return_pct: round4(mean),
    median_return_pct: round4(median),
    best_year: yearReturn(best),
    worst_year: yearReturn(worst),
  };
}

/** The return of a year, percent. */
type ReturnOfYear = Pick<Observation, 'year' | 'returnPct'>;

export function yearReturn({ year, returnPct }: ReturnOfYear): Schema<'YearReturn'> {
  return { year: String(year), return_pct: round4(returnPct) };
}

/**
 * The result is judged on the unrounded return: a gain that rounds to 0 is still a win.
 *
 * @param drift m0 of METHOD 6, percent; null when it is not known
 */
export function yearResult(year: ReturnOfYear, drift: number | null): Schema<'YearResult'> {
  return {
    ...yearReturn(year),
    result: year.returnPct > 0 ? 'win' : 'loss',
    ...(drift === null ? {} : { excess_pct: round4(year.returnPct - drift) }),
  };
}
