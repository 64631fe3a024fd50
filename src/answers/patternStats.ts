import { round4, round4OrNull } from '../core/statistics/round';
import type { Evidence } from '../core/window/evidence';
import type { Trend } from '../core/window/trend';
import type { Direction } from '../core/window/window';

/**
 * The `stats` block of a symbol's pattern (SPEC 2.7, METHOD 2). Percent unless said, 4 decimals; returns are in the
 * direction of the trade, the trend block is not. No price or volume level.
 */
export interface PatternStats {
  readonly trade_direction: Direction;
  /** Share of profitable years, 0..100. */
  readonly percent_profitable: number;
  /** Years. */
  readonly num_winners: number;
  /** Years; a return of 0 counts here. */
  readonly num_losers: number;
  /** Mean of the profitable years; null without any. */
  readonly avg_profit: number | null;
  /** Mean of the others; null without any. */
  readonly avg_loss: number | null;
  readonly median_profit: number;
  /** Ratio. */
  readonly sharpe_ratio: number;
  /** Ratio, of the maximum favourable excursions. */
  readonly sharpe_ratio_mfe: number;
  /** As if reinvested all year: not achievable. */
  readonly annualized_return: number;
  readonly cumulative_return: number;
  /** Sample standard deviation; null for a single year. */
  readonly std_dev: number | null;
  readonly return_1m: number | null;
  /** Mean of all years. */
  readonly avg_profit_all: number;
  readonly trend_long: number | null;
  readonly trend_long_prev: number | null;
  readonly trend_short: number | null;
  readonly trend_short_prev: number | null;
}

export function patternStats(evidence: Evidence, trend: Trend, direction: Direction): PatternStats {
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
