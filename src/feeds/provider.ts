import type { MarketKind } from '../core/calendar/market';

/** What kind of fault an answer is (`answer.ts`); what follows from each is told in `feedFault.ts`. */
export const FAULT_KINDS = ['unknown_symbol', 'throttled', 'day_limit', 'denied', 'failed'] as const;
export type AnsweredFault = (typeof FAULT_KINDS)[number];

/**
 * What a provider's closes are adjusted for (METHOD 1 wants splits and dividends): `full` = both, in all prices; `column` =
 * both, in a column of their own; `splits` and `none` are taken only where a feed says `--unadjusted`; `not_needed` = what
 * has neither (rates, currencies).
 */
export const ADJUSTMENTS = ['full', 'column', 'splits', 'none', 'not_needed'] as const;
export type Adjustment = (typeof ADJUSTMENTS)[number];

/** Columns of prices that an answer in JSON can name. */
export const COLUMNS = ['symbol', 'date', 'open', 'high', 'low', 'close', 'adjClose', 'volume'] as const;
export type Column = (typeof COLUMNS)[number];

/** How a ticker becomes what the provider calls it. The first rule whose kinds and pattern fit is used. */
export interface SpellingRule {
  /** Absent = symbols of every kind. */
  readonly kinds?: readonly MarketKind[];
  /** Of the whole ticker, as it is stored. */
  readonly pattern: RegExp;
  /** `$1` and so on stand for what the pattern's groups found. */
  readonly as: string;
  readonly letters: 'upper' | 'lower';
  /** Texts that are replaced afterwards. */
  readonly replace: Readonly<Record<string, string>>;
}

/** A message that says that an answer holds no prices. */
export interface FaultRule {
  /** Of the text that says so in JSON; absent = the beginning of a body that is not JSON. */
  readonly path?: string;
  readonly pattern: RegExp;
  readonly means: AnsweredFault;
}

export type AnswerShape =
  /** Recognised like a file (ingest). */
  | { readonly format: 'csv' }
  | {
      readonly format: 'json';
      /** Path of the list of rows; empty = the answer itself. With `columnar` of what holds a list for each column. */
      readonly rows: string;
      readonly columnar: boolean;
      /** Path of each column within a row. */
      readonly columns: Readonly<Partial<Record<Column, string>>>;
      /** Path of seconds that are to be added to dates in seconds, so that they show the day of the exchange. */
      readonly dateShift?: string;
    };

export type Paging =
  | { readonly by: 'none' }
  /** The answer names the URL of the next page. */
  | { readonly by: 'nextUrl'; readonly path: string }
  /** A full page is followed by one that ends the day before its oldest row. */
  | { readonly by: 'backwards'; readonly rows: number }
  /** A full page is followed by one that begins so many rows later. */
  | { readonly by: 'offset'; readonly parameter: string; readonly rows: number };

/**
 * A place that prices come from, as data: seeds/feeds.json and the operator's own file. Templates hold `{symbol}`, `{from}`,
 * `{to}`, `{date}` (also as `{from:compact}` = yyyymmdd and `{from:epoch}` = seconds), `{size}` and `{credential}`.
 */
export interface Provider {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Environment variable that holds the credential; null = none is needed. */
  readonly credential: string | null;
  /** Whether a request gives the prices of one symbol, or those of all symbols on one day. */
  readonly scope: 'symbol' | 'day';
  /** Of a provider by day: the one that gives a symbol's whole history. */
  readonly history: string | null;
  readonly spelling: readonly SpellingRule[];
  /** First day that a whole history is asked for, YYYY-MM-DD. */
  readonly historyFrom: string;
  /** Values of `{size}`: for a history, and for what begins at most so many calendar days ago. */
  readonly sizes: { readonly whole: string; readonly recent: string; readonly recentDays: number } | null;
  readonly answer: AnswerShape;
  readonly faults: readonly FaultRule[];
  /** What an HTTP status means where it is not the usual. */
  readonly statuses: Readonly<Record<string, AnsweredFault>>;
  readonly paging: Paging;
  readonly limits: { readonly perMinute: number; readonly perDay: number; readonly concurrency: number };
  /** Bytes of one answer, unpacked. */
  readonly maxBytes: number;
  readonly adjustment: Adjustment;
  readonly terms: { readonly url: string; readonly note: string };
}

/** What a provider calls a ticker of a kind; null when none of its rules fits. */
export function spelled({ spelling }: Provider, ticker: string, kind: MarketKind): string | null {
  for (const { kinds, pattern, as, letters, replace } of spelling) {
    if (kinds !== undefined && !kinds.includes(kind)) continue;
    const match = pattern.exec(ticker);
    if (match === null) continue;
    const text = as.replace(/\$(\d)/g, (_, group: string) => match[Number(group)] ?? '');
    const cased = letters === 'lower' ? text.toLowerCase() : text;
    const changed = Object.entries(replace).reduce((now, [from, to]) => now.replaceAll(from, to), cased);
    return isSpelling(changed) ? changed : null;
  }
  return null;
}

/** One line of what symbols are written with; a path of its own would lead elsewhere on the provider's host. */
export function isSpelling(text: string): boolean {
  return /^[\w^$.:=&/-]{1,40}$/.test(text) && !/^\.+$/.test(text);
}
