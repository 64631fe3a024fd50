import type { MethodDefinition } from './shapes';

type Unit = MethodDefinition['unit'];

const NO_ROW = 'evidence_status is not verified';
const TOO_FEW_SESSIONS = 'the symbol has too few sessions';

type Row = [names: string[], unit: Unit, definition: string, formula?: string | null, nullWhen?: string];

/** Several names for one number share a row: the answers of SPEC.md call it differently. */
const ROWS: Row[] = [
  [['entry_date'], 'date', 'First calendar day of the window; it counts as day 1.'],
  [['exit_date'], 'date', 'Last calendar day of the window.', 'entry_date + (hold_days - 1)'],
  [['hold_days', 'days_out'], 'days', 'Calendar days held, both ends included, 2 to 366.'],
  [
    ['entry_window'],
    'date',
    'The run of entry sessions around entry_date, up to 3 days each side, that keep the threshold.',
  ],
  [
    ['as_of'],
    'date',
    'Last day whose prices were used; nothing after it touches any number.',
    null,
    'there are no prices',
  ],
  [['years'], 'none', 'Lookback label: "10" for ten years, "8 pe2" for eight occurrences of a cycle position.'],
  [
    ['years_tested'],
    'years',
    'Years of the lookback that could be observed. A missing year is never replaced by an older one.',
    null,
    NO_ROW,
  ],
  [['wins', 'num_winners'], 'years', 'Years with a return above 0.', 'count(r > 0)'],
  [['losses', 'num_losers'], 'years', 'All other years: a return of exactly 0 is a loss.', 'years_tested - wins'],
  [
    ['historical_win_rate', 'win_rate'],
    'share',
    'Share of the tested years with a return above 0. Never a prediction.',
    'wins / years_tested',
    NO_ROW,
  ],
  [['percent_profitable'], 'percent', 'The win rate in percent.', '100 * wins / years_tested'],
  [
    ['return_pct'],
    'percent',
    "One year's return in the direction of the trade. P0 is the close of the first session on or after the entry date, P1 that of the last session on or before the exit date.",
    'long 100*(P1/P0 - 1), short -100*(P1/P0 - 1)',
  ],
  [['result'], 'none', 'win or loss of one year, judged before rounding.', 'r > 0'],
  [['best_year', 'worst_year'], 'none', 'The year with the highest, the lowest return; the earliest of equals.'],
  [
    ['avg_return_pct', 'avg_profit_pct', 'avg_profit_all'],
    'percent',
    'Mean of the yearly returns.',
    'sum(r) / n',
    NO_ROW,
  ],
  [
    ['median_return_pct', 'median_profit_pct', 'median_profit'],
    'percent',
    'Median of the yearly returns; the midpoint of the two middle ones.',
    null,
    NO_ROW,
  ],
  [['avg_profit'], 'percent', 'Mean of the winning years.', null, 'no year won'],
  [['avg_loss'], 'percent', 'Mean of the other years.', null, 'every year won'],
  [
    ['std_dev'],
    'percent',
    'Sample standard deviation of the yearly returns.',
    'sqrt(sum((r - mean)^2) / (n - 1))',
    'years_tested < 2',
  ],
  [
    ['sharpe_ratio'],
    'ratio',
    'One observation a year, risk-free 0, not annualised; 0 when the deviation is 0 or unknown. Services that subtract a risk-free rate (TradeWave: 4 %) print lower ratios.',
    'mean / std_dev',
    NO_ROW,
  ],
  [['sharpe_ratio_mfe'], 'ratio', 'The same of the maximum favourable excursions.', 'mean(MFE) / std(MFE)'],
  [
    ['cumulative_return', 'cumulative_return_pct'],
    'percent',
    'All years one after the other; -100 once a year loses everything.',
    '100*(product(1 + r/100) - 1)',
  ],
  [
    ['annualized_return'],
    'percent',
    'As if reinvested all year: not achievable. -100 once a year loses everything.',
    "100*(product(1 + r/100)^(365 / sum of the windows' days) - 1)",
  ],
  [
    ['mfe_pct'],
    'percent',
    'Maximum favourable excursion: bars after the entry session through the exit session. A short mirrors it.',
    'long 100*max(0, maxHigh/P0 - 1)',
  ],
  [
    ['mae_pct'],
    'percent',
    'Maximum adverse excursion over the same bars. A short mirrors it.',
    'long 100*min(0, minLow/P0 - 1)',
  ],
  [['avg_mfe_pct', 'avg_mae_pct'], 'percent', 'Mean of the yearly excursions.', 'sum(mfe_pct) / n, sum(mae_pct) / n'],
  [
    ['deepest_drop'],
    'percent',
    'The lowest mae_pct of the shared years and its year; the earliest of equals. Not a drawdown from a high.',
    'min(mae_pct)',
  ],
  [
    ['window_avg_return_pct'],
    'percent',
    'Average return of the compared window over the years of its buy and hold alone.',
    null,
    'no shared year is a complete calendar year',
  ],
  [
    ['avg_difference_pct'],
    'percent',
    'Mean of the paired yearly differences, in percentage points: the symbol of the highest average less this one.',
    'sum(d) / n',
  ],
  [
    ['interval_low_pct', 'interval_high_pct'],
    'percent',
    'The 95 % interval of that mean, Student t with n - 1 degrees of freedom, not adjusted for having picked the highest.',
    'mean(d) -+ t * std(d) / sqrt(n)',
  ],
  [
    ['weight_pct'],
    'percent',
    'Share of the basket, set at the start of each window and held.',
    '100 * weight / sum(weights)',
  ],
  [
    ['contribution_pct', 'avg_contribution_pct'],
    'percent',
    "A position's part of the basket's return, in percentage points; the parts of a year add up to it before rounding.",
    'weight_pct / 100 * return_pct',
  ],
  [
    ['years_covered'],
    'years',
    'Years of the lookback that a position has on its own, whether or not the other positions have them.',
  ],
  [['years_up', 'years_down'], 'years', "Years with a basket's result above 0, and all others."],
  [
    ['return_1m'],
    'percent',
    'Last close against the close nearest one month back; not direction-aware.',
    null,
    'there is no close near one month back',
  ],
  [
    ['trend_long', 'trend_long_prev'],
    'percent',
    'Close against its 200-session average, now and 21 sessions earlier; not direction-aware.',
    '100*(close/average - 1)',
    TOO_FEW_SESSIONS,
  ],
  [
    ['trend_short', 'trend_short_prev'],
    'percent',
    'Close against its 50-session average, now and 21 sessions earlier; not direction-aware.',
    '100*(close/average - 1)',
    TOO_FEW_SESSIONS,
  ],
  [
    ['index'],
    'index',
    'The seasonal curve, 0 to 100: detrended log closes averaged over the years; 50 throughout when flat. Not inverted for shorts.',
    '100*(x - min)/(max - min)',
  ],
  [['curve_years'], 'years', 'The completed cycles the curve averages.'],
  [['change_pts'], 'index', 'Curve index at exit less index at entry.', 'index(exit) - index(entry)'],
  [
    ['peak_day', 'trough_day'],
    'days',
    'Days from entry (0 = entry day) of the highest, the lowest index inside the hold.',
  ],
  [['trend'], 'none', 'rising, falling, or flat when the change is below 2 points.', '|change_pts| < 2 is flat'],
  [
    ['shape'],
    'none',
    'rising, falling, peaked, troughed or flat: where the ends of the hold lie in the range the curve spans inside it.',
  ],
  [['edge_score'], 'score', 'How much of the record is left after luck, drift and neighbours; see edge_score below.'],
  [
    ['bias'],
    'none',
    'bullish for long, bearish for short; neutral when edge_score < 40, historical_win_rate < .55 or years_tested < 5.',
  ],
  [
    ['ml_win_prob', 'win_prob'],
    'share',
    "The model's predicted probability of a gain. Never the same quantity as the historical win rate.",
    null,
    'there is no prediction',
  ],
  [
    ['ml_score'],
    'score',
    'Percentile, 0 to 100, of that probability in the frozen out-of-fold reference of the model version.',
    null,
    'there is no prediction',
  ],
  [
    ['pred_return_pct', 'pred_return'],
    'percent',
    "The model's predicted return in the direction of the trade.",
    null,
    'there is no prediction',
  ],
  [
    ['pred_mfe_pct', 'pred_mfe'],
    'percent',
    "The model's predicted maximum favourable excursion, at least max(0, predicted return).",
    null,
    'there is no prediction',
  ],
  [['suggested_entry_date'], 'date', 'First session on or after the entry date.'],
  [['suggested_exit_date'], 'date', 'Last session on or before the exit date.'],
  [['fire_on'], 'date', 'The session before the entry session, never in the past.'],
  [['evaluated_count'], 'count', 'Candidates whose evidence was verified, at most 50.'],
];

export const METHOD_DEFINITIONS: MethodDefinition[] = ROWS.flatMap(
  ([names, unit, definition, formula = null, nullWhen = null]) =>
    names.map((name) => ({ name, definition, formula, unit, null_when: nullWhen })),
);
