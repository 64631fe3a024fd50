import type { Output } from '../../operation';
import type { Schema } from '../../schema';
import type { CompareEntry, CurvePoint, TrackRecordPick } from '../shapes';
import { tableOf } from './table';

/** The symbols of GET /compare, in the order of the request. */
export const compareTable = tableOf<Output<'compareSymbols'>, CompareEntry, Schema<'CompareLine'>>({
  name: 'compare',
  list: 'symbols',
  rows: ({ symbols }) => symbols,
  columns: {
    symbol: ({ symbol }) => symbol,
    market: ({ market }) => market.id,
    market_name: ({ market }) => market.name,
    direction: (_, { setup }) => setup.direction,
    entry_date: (_, { setup }) => setup.entry_date,
    exit_date: (_, { setup }) => setup.exit_date,
    hold_days: (_, { setup }) => setup.hold_days,
    years_tested: ({ stats }) => stats?.years_tested ?? null,
    wins: ({ stats }) => stats?.wins ?? null,
    losses: ({ stats }) => stats?.losses ?? null,
    historical_win_rate: ({ stats }) => stats?.historical_win_rate ?? null,
    avg_return_pct: ({ stats }) => stats?.avg_return_pct ?? null,
    median_return_pct: ({ stats }) => stats?.median_return_pct ?? null,
    sharpe_ratio: ({ stats }) => stats?.sharpe_ratio ?? null,
    cumulative_return_pct: ({ stats }) => stats?.cumulative_return_pct ?? null,
    best_year: ({ stats }) => stats?.best_year.year ?? null,
    best_year_return_pct: ({ stats }) => stats?.best_year.return_pct ?? null,
    worst_year: ({ stats }) => stats?.worst_year.year ?? null,
    worst_year_return_pct: ({ stats }) => stats?.worst_year.return_pct ?? null,
    avg_mfe_pct: ({ stats }) => stats?.avg_mfe_pct ?? null,
    avg_mae_pct: ({ stats }) => stats?.avg_mae_pct ?? null,
    deepest_drop_year: ({ stats }) => stats?.deepest_drop.year ?? null,
    deepest_drop_pct: ({ stats }) => stats?.deepest_drop.mae_pct ?? null,
    any_date_win_rate: ({ any_date }) => any_date.win_rate,
    any_date_avg_return_pct: ({ any_date }) => any_date.avg_return_pct,
    buy_and_hold_avg_return_pct: ({ buy_and_hold }) => buy_and_hold.avg_return_pct,
    difference_from_highest_pct: ({ difference_from_highest: from }) => from?.avg_difference_pct ?? null,
    interval_low_pct: ({ difference_from_highest: from }) => from?.interval_low_pct ?? null,
    interval_high_pct: ({ difference_from_highest: from }) => from?.interval_high_pct ?? null,
    p_symbol: ({ significance }) => significance?.p_symbol ?? null,
    came_true_status: ({ came_true }) => came_true.status,
    came_true_share: ({ came_true }) => came_true?.share ?? null,
    shown_excess_pct: ({ came_true }) => came_true?.shown_excess_pct ?? null,
    expected_excess_pct: ({ came_true }) => came_true?.expected_excess_pct ?? null,
    data_from: ({ data_from }) => data_from,
  },
});

/** The points of GET /seasonal-chart; the single years are in the JSON only. */
export const chartTable = tableOf<Output<'getSeasonalChart'>, CurvePoint, Schema<'CurveLine'>>({
  name: 'seasonal-chart',
  list: 'seasonal_curve',
  rows: ({ seasonal_curve }) => seasonal_curve,
  columns: {
    symbol: (_, { symbol }) => symbol,
    market: (_, { market }) => market,
    date: ({ date }) => date,
    index: ({ index }) => index,
  },
});

/** The items of POST /score in the order sent; none once the allowance is spent. */
export const scoreTable = tableOf<Output<'scoreSetups'>, Schema<'ScoreRow'>, Schema<'ScoreLine'>>({
  name: 'score',
  list: 'scores',
  rows: (body) => ('scores' in body ? body.scores : []),
  columns: {
    symbol: ({ symbol }) => symbol,
    date: ({ date }) => date,
    direction: ({ direction }) => direction,
    days_out: ({ days_out }) => days_out,
    ml_score: (row) => ('note' in row ? null : row.ml_score),
    win_prob: (row) => ('note' in row ? null : row.win_prob),
    pred_return: (row) => ('note' in row ? null : row.pred_return),
    pred_mfe: (row) => ('note' in row ? null : row.pred_mfe),
    note: (row) => ('note' in row ? row.note : null),
  },
});

/** The picks of GET /daily-pick/track-record, newest first. */
export const recordTable = tableOf<Output<'getTrackRecord'>, TrackRecordPick, Schema<'PickLine'>>({
  name: 'track-record',
  list: 'picks',
  rows: ({ picks }) => picks,
  columns: {
    featured_date: ({ featured_date }) => featured_date,
    symbol: ({ symbol }) => symbol,
    return_pct: ({ return_pct }) => return_pct,
    result: ({ result }) => result,
    rule_version: ({ rule_version }) => rule_version,
    replay: (_, { replay }) => replay,
  },
});
