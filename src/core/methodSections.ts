/** A chapter of the public method. `body` is Markdown. */
export interface MethodSection {
  /** Stable anchor. */
  readonly id: string;
  readonly title: string;
  readonly body: string;
}

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
    id: 'honesty',
    title: 'How little a win rate proves',
    body: [
      'A service that looks at millions of windows finds perfect records in pure noise. On random walks (500 symbols, 365 entries, holds of 5 to 120 days, 10 years) 2.2 % of all windows are winners in at least 9 of 10 years, and nearly every symbol has one. The 50 best by Sharpe ratio won 96.6 % in sample and 50 % in the year after.',
      'On real stocks the 50 best won 56.8 % in the year after, against 54.3 % for random dates. A win rate alone is no evidence. That is why every card says what any date would have won, what a fair coin would do, and how many windows were searched, and why `edge_score` stays at or below 65 (before the tilt of a model with proven skill) until the search itself has been accounted for.',
      "Nor are the companies that died in the data: the universe is today's list, which flatters longs.",
    ].join('\n\n'),
  },
  {
    id: 'calendar',
    title: 'Dates',
    body: '"Today" is the date in New York, and the market year its calendar year. Dates are accepted in that year, and on Dec 31 also Jan 1 of the next. Past sessions are what the bars say; future ones follow the rules of the New York Stock Exchange, Monday to Friday elsewhere, every day for crypto.',
  },
];
