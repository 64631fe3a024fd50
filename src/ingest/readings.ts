import type { Day } from '../core/calendar/dates';
import type { Market } from '../core/calendar/market';
import { type Bars, emptyBars } from '../core/window/bars';
import type { Adjustment } from '../core/window/priceSource';

/** Reasons why a row is not stored: keys and texts of the report. */
export const REFUSALS = {
  empty_file: 'nothing in the file',
  no_rows: 'a header and no rows',
  not_text: 'not a text file in UTF-8 or Latin-1',
  damaged: 'compressed data that cannot be read',
  error_body: 'an error message saved in place of prices',
  not_recognised: 'no known layout',
  no_prices: 'no column of closing prices',
  mislabelled: 'the header does not fit the numbers under it',
  not_daily: 'not one row a trading day',
  unadjusted: 'not adjusted for splits and dividends',
  date_order: 'day and month cannot be told apart',
  bad_symbol: 'no usable ticker',
  other_symbol: 'not the requested symbol',
  ragged: 'more or fewer fields than the header',
  bad_date: 'no calendar date',
  bad_number: 'not a number',
  empty: 'no price',
  non_positive: 'a price of zero or less',
  implausible: 'no price that the market can have',
  future: 'a date that has not come yet',
  provisional: 'a session that is not final',
  duplicate: 'a date the file repeats further down',
  weekend: 'a weekend day on which the symbol does not trade',
  synthetic: 'the file marks the price as synthetic',
  untraded: 'part of a long run without a trade: open, high, low and close equal, volume 0',
  conflict: 'does not continue the stored prices',
} as const;

export type RefusalReason = keyof typeof REFUSALS;

/** Anomalies of stored rows. */
export const FLAGS = {
  range: 'open, high and low dropped, close kept',
  jump: 'a move of more than 60 %',
  split_like: 'a move that looks like a missed split',
  gap: 'no prices for longer than the gap limit',
  weekend: 'a weekend day in a market that trades on weekdays',
  out_of_order: 'out of order in the file, sorted in',
  repeated: 'the flat bar before once more, with volume 0',
  unknown_open: 'open of zero, taken as unknown',
} as const;

export type FlagKind = keyof typeof FLAGS;

/** Consecutive rows of a file that are refused or flagged for the same reason. */
export interface Finding<Kind extends string> {
  readonly kind: Kind;
  /** Ticker; null if it is not known. */
  readonly symbol: string | null;
  readonly rows: number;
  /** Dates of the first and last row; null if they could not be read. */
  readonly firstDay: Day | null;
  readonly lastDay: Day | null;
  /** Lines of the first and last row; 0 if the rows are not consecutive. */
  readonly firstLine: number;
  readonly lastLine: number;
  /** Further information; may be empty. */
  readonly detail: string;
}

export type Refusal = Finding<RefusalReason>;
export type Flag = Finding<FlagKind>;

/** Whether the last bar is of a session under way (`partial`), as far as the file shows it (seriesFaults.ts). */
export type LastBar = 'partial' | 'settled' | 'unknown';

/** The checked rows of one symbol. rowsIn = bars.day.length + the rows of `refused`. */
export interface ParsedSeries {
  readonly symbol: string;
  readonly bars: Bars;
  readonly rowsIn: number;
  readonly refused: readonly Refusal[];
  readonly flags: readonly Flag[];
  readonly lastBar: LastBar;
  /** Line of the newest bar. */
  readonly lastLine: number;
}

/** Refuses all bars of a series for one reason. */
export function refuseBars(series: ParsedSeries, kind: RefusalReason, detail: string): ParsedSeries {
  const { day } = series.bars;
  if (day.length === 0) return series;
  const where = { firstDay: day[0], lastDay: day[day.length - 1], firstLine: 0, lastLine: 0 };
  const refusal = { kind, symbol: series.symbol, rows: day.length, ...where, detail };
  return { ...series, bars: emptyBars(0), refused: [...series.refused, refusal], flags: [], lastBar: 'unknown' };
}

/** The result of reading a file, without its series. */
export interface FileReading {
  /** Name of the layout; null if it was not recognised. */
  readonly format: string | null;
  /** Who writes files of this layout; null = anybody. */
  readonly provider: string | null;
  /** What the closes are adjusted for; null = unknown. */
  readonly adjustment: Adjustment | null;
  /** Rows that belong to no symbol: of a file refused as a whole, or without a ticker. */
  readonly refused: readonly Refusal[];
}

/** The market of the prices, and the current day. */
export interface IngestContext extends Pick<Market, 'calendar' | 'gapLimit' | 'allowsNonPositive' | 'priceRange'> {
  /** The symbol if the file has no column of symbols; null = unknown. */
  readonly symbol: string | null;
  /** `--unadjusted`: accept prices that are not adjusted for splits and dividends. */
  readonly unadjusted: boolean;
  /** The current date; later bars are refused. */
  readonly today: Day;
  /** The newest day whose bar is final now. */
  readonly lastFinalDay: Day;
  /** The newest day whose bar was final when the file was written; null = unknown. */
  readonly lastFinalDayOfFile: Day | null;
}

/** Total rows of some findings. */
export function countRows(findings: readonly { readonly rows: number }[]): number {
  return findings.reduce((sum, finding) => sum + finding.rows, 0);
}

/** Collects findings. Consecutive rows with the same kind and detail become one finding. */
export class Findings<Kind extends string> {
  readonly list: Finding<Kind>[] = [];

  constructor(private readonly symbol: string | null) {}

  add(kind: Kind, line: number, day: Day | null, detail = ''): void {
    const last = this.list[this.list.length - 1];
    const same = last !== undefined && last.kind === kind && last.detail === detail;
    if (same && line === last.lastLine + 1) {
      this.list[this.list.length - 1] = { ...last, rows: last.rows + 1, lastDay: day, lastLine: line };
    } else if (same && line === last.firstLine - 1) {
      this.list[this.list.length - 1] = { ...last, rows: last.rows + 1, firstDay: day, firstLine: line };
    } else {
      const row = { firstDay: day, lastDay: day, firstLine: line, lastLine: line };
      this.list.push({ kind, symbol: this.symbol, rows: 1, ...row, detail });
    }
  }
}
