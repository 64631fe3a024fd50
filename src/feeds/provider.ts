import { z } from 'zod';
import { parseIso } from '../core/calendar/dates';
import { MARKET_KINDS, type MarketKind } from '../core/calendar/market';
import { ADJUSTMENTS } from '../core/window/priceSource';
import { checkSeed, readOwn, readSeed, requireUnique, text } from '../seedFile';

/** Faults that an answer can report (`answer.ts`). */
const FAULT_KINDS = ['unknown_symbol', 'throttled', 'day_limit', 'denied', 'failed'] as const;
export type AnsweredFault = (typeof FAULT_KINDS)[number];

/** Price columns of a JSON answer. */
const COLUMNS = ['symbol', 'date', 'open', 'high', 'low', 'close', 'adjClose', 'volume'] as const;
export type Column = (typeof COLUMNS)[number];

/** Default limit of an answer. Fifty years of prices in JSON are a third of it. */
const DEFAULT_BYTES = 4 << 20;
const MAX_BYTES = 64 << 20;
const PLACEHOLDER = /\{(symbol|size|credential|(?:from|to|date)(?::(?:compact|epoch))?)\}/g;

const oneLine = () => text().refine((value) => !/[\p{Cc}]/u.test(value), { error: 'one line' });

const TEMPLATE = 'one line with placeholders {symbol}, {from}, {to}, {date}, {size} or {credential} and no others';
const template = oneLine().refine(hasOnlyPlaceholders, { error: TEMPLATE });
const urlTemplate = text().refine(isUrlTemplate, {
  error: `an http(s) URL without a query, whose host holds no placeholder; ${TEMPLATE}`,
});

const path = text().regex(/^[^.\s]+( [^.\s]+)*(\.[^.\s]+)*$/, {
  error: 'names joined by dots, such as chart.result.0.timestamp',
});

const pattern = (flags: string) =>
  text()
    .refine((source) => isPattern(source, flags), { error: 'a regular expression' })
    .transform((source) => new RegExp(source, flags));

/** Converts a ticker to the provider's spelling. The first rule whose kinds and pattern match applies. */
const SPELLING_RULE = z.object({
  /** Absent = symbols of every kind. */
  kinds: z.array(z.enum(MARKET_KINDS)).optional(),
  /** Matched against the stored ticker; case-sensitive, since tickers are upper case. */
  pattern: pattern(''),
  /** The spelling; `$1`, `$2`, ... are the groups of the pattern. */
  as: text(),
  letters: z.enum(['upper', 'lower']).default('upper'),
  /** Replacements applied afterwards. */
  replace: z.record(z.string(), text()).default({}),
});

const COLUMN_NAMES = { error: `date, close and any of ${COLUMNS.join(', ')}` };

const ANSWER = z.discriminatedUnion('format', [
  /** Recognised by ingest, like a file. */
  z.object({ format: z.literal('csv') }),
  z.object({
    format: z.literal('json'),
    /** Path of the list of rows, or with `columnar` of the object with a list for each column; empty = the answer itself. */
    rows: path.default(''),
    columnar: z.boolean().default(false),
    /** Path of each column within a row. */
    columns: z
      .partialRecord(z.enum(COLUMNS, COLUMN_NAMES), path, COLUMN_NAMES)
      .refine(({ date, close }) => date !== undefined && close !== undefined, COLUMN_NAMES),
    /** Path of the seconds to add to dates in seconds, to get the day at the exchange. */
    dateShift: path.optional(),
  }),
]);

/** Recognises a fault by the text of an answer: at a path in JSON, or at the beginning of a body that is not JSON. */
const FAULT_RULE = z.object({ path: path.optional(), pattern: pattern('i'), means: z.enum(FAULT_KINDS) });

const rowsOfPage = z.int().min(1).max(1e6);
const PAGING = z.discriminatedUnion('by', [
  z.object({ by: z.literal('none') }),
  /** The answer holds the URL of the next page. */
  z.object({ by: z.literal('nextUrl'), path }),
  /** After a full page of `rows` rows, the next page ends the day before its oldest row. */
  z.object({ by: z.literal('backwards'), rows: rowsOfPage }),
  /** After a full page of `rows` rows, the next page begins that many rows later. */
  z.object({ by: z.literal('offset'), parameter: text(), rows: rowsOfPage }),
]);

/**
 * The definition of a price provider, in seeds/feeds.json or the operator's file. The templates `url`, `query` and `headers` may
 * hold `{symbol}`, `{from}`, `{to}`, `{date}` (also as `{from:compact}` = yyyymmdd and `{from:epoch}` = seconds), `{size}` and
 * `{credential}`.
 */
export const PROVIDER = z
  .object({
    id: z.string().regex(/^[a-z\d][a-z\d-]{0,31}$/, { error: 'lower-case letters, digits and dashes, 32 at most' }),
    name: oneLine().max(60, { error: '60 characters at most' }),
    url: urlTemplate,
    query: z.record(z.string(), template).default({}),
    headers: z.record(z.string(), template).default({}),
    /** Environment variable of the credential; null = the provider needs none. */
    credential: z
      .string()
      .regex(/^[A-Z][A-Z\d_]{2,63}$/, { error: 'the name of an environment variable, or null' })
      .nullable(),
    /** Whether a request returns the prices of one symbol, or of all symbols on one day. */
    scope: z.enum(['symbol', 'day']).default('symbol'),
    /** For scope `day`: id of the provider of whole histories. */
    history: text().nullable().default(null),
    spelling: z.array(SPELLING_RULE),
    /** First day of a requested history, YYYY-MM-DD. */
    historyFrom: text().refine((date) => parseIso(date) !== null, { error: 'a date' }),
    /** Values of `{size}`: `recent` for requests that begin at most `recentDays` calendar days ago, `whole` for all others. */
    sizes: z
      .object({ whole: text(), recent: text(), recentDays: z.int().min(1).max(10_000) })
      .nullable()
      .default(null),
    answer: ANSWER,
    faults: z.array(FAULT_RULE).default([]),
    /** Meanings of HTTP statuses that differ from the usual ones (`statusFault`). */
    statuses: z.record(z.string(), z.enum(FAULT_KINDS)).default({}),
    paging: PAGING.default({ by: 'none' }),
    limits: z.object({
      perMinute: z.int().min(1).max(1e6),
      perDay: z.int().min(1).max(1e9),
      concurrency: z.int().min(1).max(32),
    }),
    /** Limit of one answer, uncompressed. */
    maxBytes: z.int().min(1024).max(MAX_BYTES).default(DEFAULT_BYTES),
    adjustment: z.enum(ADJUSTMENTS),
    terms: z.object({ url: text().refine((url) => URL.canParse(url), { error: 'a URL' }), note: oneLine() }),
  })
  .superRefine(requireNamedCredential);

export type Provider = Readonly<z.output<typeof PROVIDER>>;

interface Templates {
  readonly url: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly credential: string | null;
}

/** Refuses `{credential}` in the templates of a provider without a credential. */
function requireNamedCredential({ url, query, headers, credential }: Templates, context: z.RefinementCtx): void {
  const templates: [path: string[], template: string][] = [
    [['url'], url],
    ...templatesOf('query', query),
    ...templatesOf('headers', headers),
  ];
  for (const [path, template] of templates) {
    if (credential !== null || !template.includes('{credential}')) continue;
    const message = 'one without {credential}, since `credential` is null';
    context.addIssue({ code: 'custom', path, message });
  }
}

function templatesOf(field: string, byName: Templates['query']): [path: string[], template: string][] {
  return Object.entries(byName).map(([name, template]) => [[field, name], template]);
}

function hasOnlyPlaceholders(text: string): boolean {
  return !/[{}]/.test(text.replace(PLACEHOLDER, ''));
}

/** The host must not hold a placeholder: a symbol must not change the destination of a request. */
function isUrlTemplate(text: string): boolean {
  return (
    /^https?:\/\/[^/?#{}@\s]+\/[^?#\s]*$/.test(text) &&
    hasOnlyPlaceholders(text) &&
    URL.canParse(text.replace(PLACEHOLDER, 'x'))
  );
}

function isPattern(source: string, flags: string): boolean {
  try {
    return new RegExp(source, flags) !== null;
  } catch {
    return false;
  }
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
const FEED_FAULTS = {
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

const SEED = 'feeds.json';
const FILE = z.array(PROVIDER).superRefine(requireUnique('id'));

/** Lists all faults of the provider files. */
class ProvidersError extends Error {
  override readonly name = 'ProvidersError';
  constructor(readonly faults: readonly string[]) {
    super(`Providers not accepted:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
  }
}

/**
 * The providers of seeds/feeds.json and of the operator's file, by id. The operator's replace those with the same id.
 *
 * @param file the operator's file (FEEDS_FILE); null = none
 * @throws ProvidersError with every fault of the files, or, if they have none, every `history` that is not a valid provider
 */
export function loadProviders(file: string | null = null): ReadonlyMap<string, Provider> {
  const faults: string[] = [];
  const seeds = parseProviders(SEED, readSeed(SEED), faults);
  const own = file === null ? [] : parseProviders(file, ownContent(file, faults), faults);
  const byId = new Map([...seeds, ...own].map((provider) => [provider.id, provider]));
  if (faults.length === 0) faults.push(...historyFaults(byId));
  if (faults.length > 0) throw new ProvidersError(faults);
  return byId;
}

function historyFaults(byId: ReadonlyMap<string, Provider>): string[] {
  return [...byId.values()]
    .filter(({ history }) => history !== null && byId.get(history)?.scope !== 'symbol')
    .map(({ id, history }) => `${id}.history '${history}' is not a provider with scope symbol`);
}

function ownContent(file: string, faults: string[]): unknown {
  try {
    return readOwn('FEEDS_FILE', file);
  } catch (error) {
    faults.push((error as Error).message);
    return [];
  }
}

/** @param faults faults of the file are added to it; then no provider is returned */
export function parseProviders(file: string, content: unknown, faults: string[]): readonly Provider[] {
  const result = checkSeed(file, FILE, content);
  if ('data' in result) return result.data;
  faults.push(...result.faults.map(({ message }) => message));
  return [];
}
