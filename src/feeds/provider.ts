import type { MarketKind } from '../core/calendar/market';
import type { Adjustment } from '../core/window/priceSource';

/** Faults that an answer can report (`answer.ts`). */
export const FAULT_KINDS = ['unknown_symbol', 'throttled', 'day_limit', 'denied', 'failed'] as const;
export type AnsweredFault = (typeof FAULT_KINDS)[number];

/** Price columns of a JSON answer. */
export const COLUMNS = ['symbol', 'date', 'open', 'high', 'low', 'close', 'adjClose', 'volume'] as const;
export type Column = (typeof COLUMNS)[number];

/** Converts a ticker to the provider's spelling. The first rule whose kinds and pattern match applies. */
export interface SpellingRule {
  /** Absent = symbols of every kind. */
  readonly kinds?: readonly MarketKind[];
  /** Matched against the stored ticker. */
  readonly pattern: RegExp;
  /** The spelling; `$1`, `$2`, ... are the groups of the pattern. */
  readonly as: string;
  readonly letters: 'upper' | 'lower';
  /** Replacements applied afterwards. */
  readonly replace: Readonly<Record<string, string>>;
}

/** Recognises a fault by the text of an answer. */
export interface FaultRule {
  /** Path of the text in JSON; absent = the beginning of a body that is not JSON. */
  readonly path?: string;
  readonly pattern: RegExp;
  readonly means: AnsweredFault;
}

export type AnswerShape =
  /** Recognised by ingest, like a file. */
  | { readonly format: 'csv' }
  | {
      readonly format: 'json';
      /** Path of the list of rows, or with `columnar` of the object with a list for each column; empty = the answer itself. */
      readonly rows: string;
      readonly columnar: boolean;
      /** Path of each column within a row. */
      readonly columns: Readonly<Partial<Record<Column, string>>>;
      /** Path of the seconds to add to dates in seconds, to get the day at the exchange. */
      readonly dateShift?: string;
    };

export type Paging =
  | { readonly by: 'none' }
  /** The answer holds the URL of the next page. */
  | { readonly by: 'nextUrl'; readonly path: string }
  /** After a full page of `rows` rows, the next page ends the day before its oldest row. */
  | { readonly by: 'backwards'; readonly rows: number }
  /** After a full page of `rows` rows, the next page begins that many rows later. */
  | { readonly by: 'offset'; readonly parameter: string; readonly rows: number };

/**
 * The definition of a price provider, from seeds/feeds.json or the operator's file. The templates `url`, `query` and `headers`
 * may hold `{symbol}`, `{from}`, `{to}`, `{date}` (also as `{from:compact}` = yyyymmdd and `{from:epoch}` = seconds), `{size}`
 * and `{credential}`.
 */
export interface Provider {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Environment variable of the credential; null = the provider needs none. */
  readonly credential: string | null;
  /** Whether a request returns the prices of one symbol, or of all symbols on one day. */
  readonly scope: 'symbol' | 'day';
  /** For scope `day`: id of the provider of whole histories. */
  readonly history: string | null;
  readonly spelling: readonly SpellingRule[];
  /** First day of a requested history, YYYY-MM-DD. */
  readonly historyFrom: string;
  /** Values of `{size}`: `recent` for requests that begin at most `recentDays` calendar days ago, `whole` for all others. */
  readonly sizes: { readonly whole: string; readonly recent: string; readonly recentDays: number } | null;
  readonly answer: AnswerShape;
  readonly faults: readonly FaultRule[];
  /** Meanings of HTTP statuses that differ from the usual ones (`statusFault`). */
  readonly statuses: Readonly<Record<string, AnsweredFault>>;
  readonly paging: Paging;
  readonly limits: { readonly perMinute: number; readonly perDay: number; readonly concurrency: number };
  /** Limit of one answer, uncompressed. */
  readonly maxBytes: number;
  readonly adjustment: Adjustment;
  readonly terms: { readonly url: string; readonly note: string };
}

/** The provider's spelling of a ticker; null if no rule matches, or if the result is not a valid spelling. */
export function spellingOf({ spelling }: Provider, ticker: string, kind: MarketKind): string | null {
  for (const { kinds, pattern, as, letters, replace } of spelling) {
    if (kinds !== undefined && !kinds.includes(kind)) continue;
    const match = pattern.exec(ticker);
    if (match === null) continue;
    const text = as.replace(/\$(\d)/g, (_, group: string) => match[Number(group)] ?? '');
    const cased = letters === 'lower' ? text.toLowerCase() : text;
    const spelling = Object.entries(replace).reduce((result, [from, to]) => result.replaceAll(from, to), cased);
    return isSpelling(spelling) ? spelling : null;
  }
  return null;
}

/** Whether a text can be a symbol in a URL. `.` and `..` are refused, since they would change the path. */
export function isSpelling(text: string): boolean {
  return /^[\w^$.:=&/-]{1,40}$/.test(text) && !/^\.+$/.test(text);
}

/** Reasons why a request to a provider failed: the keys and texts of reports. */
export const FEED_FAULTS = {
  unknown_symbol: 'the provider does not know the symbol',
  throttled: 'the provider throttles requests',
  day_limit: 'the daily limit of requests is used up',
  denied: 'the provider refuses the credential, or the plan does not include this',
  failed: 'the provider answers with an error',
  server: 'the provider has a server error',
  timeout: 'the provider does not answer in time',
  unreachable: 'the provider cannot be reached',
  too_large: 'the answer is too large',
  redirected: 'the provider redirects elsewhere',
  address: 'the address of the provider is not allowed',
  damaged: 'the answer cannot be read',
  no_credential: 'the credential is not set',
} as const satisfies Record<AnsweredFault, string> & Record<string, string>;

export type FeedFaultKind = keyof typeof FEED_FAULTS;

/** Faults that a retry may resolve. */
const TRANSIENT: readonly FeedFaultKind[] = ['throttled', 'server', 'timeout', 'unreachable'];
/** Faults that all other symbols would meet too, so that the run ends. */
const RUN_ENDING: readonly FeedFaultKind[] = ['throttled', 'day_limit', 'denied', 'no_credential', 'address'];

/**
 * A failed request to a provider. The message is for the operator and holds no credential: it consists of a text of
 * `FEED_FAULTS` and a detail, which may quote one line of the provider's cleaned answer (`client.ts`).
 */
export class FeedFault extends Error {
  override readonly name = 'FeedFault';

  constructor(
    readonly kind: FeedFaultKind,
    readonly detail = '',
    /** Milliseconds of the provider's Retry-After; null = none. */
    readonly retryAfterMs: number | null = null,
  ) {
    super(detail === '' ? FEED_FAULTS[kind] : `${FEED_FAULTS[kind]}: ${detail}`);
  }

  get isTransient(): boolean {
    return TRANSIENT.includes(this.kind);
  }

  get endsRun(): boolean {
    return RUN_ENDING.includes(this.kind);
  }
}
