import type { MethodSection } from './shapes';

export const METHOD_SECTIONS: MethodSection[] = [
  {
    id: 'window',
    title: 'A window',
    body: [
      'A window is an entry date and a holding period in calendar days. The entry day is day 1, so that `exit_date = entry_date + (hold_days - 1)`. Feb 29 becomes Mar 1 in common years, and the end counts from there. A window that crosses New Year carries the year of its entry.',
      'For a past year P0 is the close of the first session on or after the entry date, P1 the close of the last session on or before the exit date. Prices are adjusted for splits and dividends; high and low are scaled by adjusted close / close.',
      '`as_of` is the last final bar of the market, or the day before the entry if that is earlier (scan: the day before the window starts; named periods: always the last final bar). A bar is final at 18:00 New York time of its day, in markets that trade every day at 00:30 UTC of the next. Nothing after `as_of` touches any number.',
    ].join('\n\n'),
  },
  {
    id: 'lookback',
    title: 'Which years count',
    body: [
      "`years=N` means the N latest entry years before the window's own year whose end lies on or before `as_of`, by calendar alone; in a presidential cycle, N occurrences in steps of four years. A named period counts this year's occurrence once it is over.",
      'A year is missing, and never replaced by an older one, when the symbol has no bar on or before the entry date, no session within the gap limit after it, or no bar on or after the exit date; when two sessions inside the window lie more than the gap limit apart (a halt); when a price used is not positive; or when the exit session is not after the entry session. The gap limit is 10 calendar days, 20 in Asian markets. `years_tested` counts the years that are not missing.',
    ].join('\n\n'),
  },
  {
    id: 'statistics',
    title: 'Statistics',
    body: 'Every statistic is computed from one return a year, in percent and in the direction of the trade, before costs and borrow fees. Percent and ratios are rounded to 4 decimals in the answer only; filters compare the published value, ranking the unrounded one. Each field is defined below.',
  },
  {
    id: 'cycles_and_periods',
    title: 'Election cycle and named periods',
    body: [
      "`pe0` is a US election year (divisible by 4), `pe1` the year after, `pe2` the midterm year, `pe3` the year before; `pe` means the position of the entry date's own year.",
      'Months and quarters follow the calendar, seasons are meteorological (winter is December to February, labelled by December). `ytd` runs from Jan 1 to today, `year_end` from today to Dec 31, `buy_hold` from Jan 1 to Dec 31. `reverse` is the rest of the year. A named period fixes both dates, so that its length may differ by a day in leap years.',
    ].join('\n\n'),
  },
  {
    id: 'seasonal_curve',
    title: 'Seasonal curve',
    body: "For each completed cycle the forward-filled log close is taken on 365 calendar days from the cycle's start (Feb 29 is dropped, its move lands on Mar 1). The straight line between the end points is subtracted, the years are averaged, and the result is scaled to 0..100. The curve rests on completed cycles (`curve_years`), the bars beside it on completed windows.",
  },
  {
    id: 'detection',
    title: 'How windows are found',
    body: [
      "Candidate entries are the sessions of the market's calendar, holds 5 to 120 days unless asked otherwise. A candidate needs at least 5 observed years and `min_winning_years` winners: by default nine tenths of the symbol's own years, rounded up.",
      "Scan and opportunities keep the best candidate by Sharpe ratio for each symbol and direction; a symbol's own list keeps the best first, then the next that overlaps none kept in its direction. Ties go to the higher Sharpe ratio, more years, the earlier entry, the shorter hold, the symbol, long before short. A symbol whose last bar is more than 10 days older than its market's is no candidate.",
    ].join('\n\n'),
  },
  {
    id: 'comparisons',
    title: 'Comparisons',
    body: [
      'All symbols are measured on one window over the latest `years` completed years that all of them share: a year that one symbol lacks is replaced by an older one, down to where the youngest data start, and `skipped_years` names who lacked it. One `as_of` holds for all, the earliest of their markets. Under 5 shared years nothing is ranked.',
      '`deepest_drop` is the lowest `mae_pct` of the shared years: how far a position was below its entry at worst, inside one year. It is not a drawdown from an earlier high.',
      '`buy_and_hold` holds the symbol long from Jan 1 to Dec 31 of the calendar years that label the shared years, by the same rules; years that are not complete are left out, and `window_avg_return_pct` is the average of the window over the years that are left. It is invested all year, a window for its days only.',
      "`difference_from_highest` pairs the years: return of the symbol with the highest average less return of this one. Its interval is mean +- t * s / sqrt(n), s the sample deviation of the n differences and t the two-sided 95 % quantile of Student's t with n - 1 degrees of freedom. Where it includes 0, the years do not tell the two averages apart. It is not adjusted for having picked the highest of several: a lead over many symbols may look clearer than it is.",
    ].join('\n\n'),
  },
  {
    id: 'baskets',
    title: 'Baskets',
    body: [
      "Weights are divided by their sum, set at the start of each year's window and held to its end without rebalancing, so that a year's result is the sum of weight * return, each return in the direction of its position. A short position therefore counts with the opposite sign of its symbol's move. Costs, borrow fees and margin are not counted.",
      "The years are the lookback of the window, intersected: a year that one position lacks is left out for all and never replaced. `years_covered` says how many of them each position has on its own. A benchmark is held long over the basket's years and changes nothing else; years that it lacks are left out on both sides.",
      'A basket of one position has the yearly returns of its analysis; splitting a position or scaling all weights changes nothing.',
    ].join('\n\n'),
  },
  {
    id: 'honesty',
    title: 'How little a win rate proves',
    body: [
      'A service that looks at millions of windows finds perfect records in pure noise. On random walks (500 symbols, 365 entries, holds of 5 to 120 days, 10 years) 2.2 % of all windows are winners in at least 9 of 10 years, and nearly every symbol has one. The 50 best by Sharpe ratio won 96.6 % in sample and 50 % in the year after.',
      'On real stocks the 50 best won 56.8 % in the year after, against 54.3 % for random dates. A win rate alone is no evidence. That is why every card says what any date would have won, what a fair coin would do, and how many windows were searched, and why `edge_score` stays at or below 65 (before the tilt of a model with proven skill) until the search itself has been accounted for.',
      "Nor are the companies that died in the data: the universe is today's list, which flatters longs.",
    ].join('\n\n'),
  },
  {
    id: 'daily_pick',
    title: 'The daily pick and its record',
    body: [
      'Each session of the New York Stock Exchange gets one pick, made from 10:00 New York time with the prices of the day before. The rule: of the scan of all markets eligible for predictions with `window=now`, holds of 10 to 90 days and a lookback of 10 years, take the cards that are not neutral and that the model predicts; the highest `edge_score` wins, ties go to the higher `ml_win_prob`, then to the order of detection. When no such card exists, "no pick" is recorded with the reason; without a model nothing is made. Prices more than 10 days old are not picked from. A run less than 15 minutes before the close, or after it, picks among entries from the next session on, so that no entry is at a close that came before publication. A session that was missed stays missed: only the session of the day itself can be recorded.',
      'A pick is scored when its exit bar is final: from the close of the first session on or after its entry to the close of the last session on or before its exit, in its direction, before costs. A return of exactly 0 is a loss. A symbol that stands still for more than the gap limit is entered or left at its first trade after (`halted`). One without a trade for 90 days while its market goes on is `delisted`: a long is valued at 70 % of the last close (Shumway 1997, the mean return of delistings for cause), a short at the last close, so that neither choice flatters the record. One that never traded since its entry counts with a return of 0 (`never_traded`).',
      "Each outcome stands beside two others, recorded with it: the market's benchmark fund over the same sessions in the same direction, and `random_dates`, the average over every session of the year up to the entry of the same symbol, hold and direction. The 95 % interval of the win rate is Wilson's; picks that repeat or overlap are not independent, so that it is too narrow. Picks over simulated and over real prices are never counted together.",
      'Every record carries the SHA-256 of its RFC 8785 form, in which the hash of the record before is a field. Outcomes and corrections are records of their own; nothing is changed or removed, and prices restated later change no outcome. Keep a `head_hash`: `npm run ledger -- verify URL --since HASH` proves that everything up to it still stands as it stood.',
    ].join('\n\n'),
  },
  {
    id: 'calendar',
    title: 'Dates',
    body: '"Today" is the date in New York, and the market year its calendar year. Dates are accepted in that year, and on Dec 31 also Jan 1 of the next. Past sessions are what the bars say; future ones follow the rules of the New York Stock Exchange, Monday to Friday elsewhere, every day for crypto.',
  },
];
