import { z } from 'zod';
import { parseIso } from '../core/calendar/dates';
import { MARKET_KINDS } from '../core/calendar/market';
import { ADJUSTMENTS } from '../core/window/priceSource';
import { checkSeed, readOwn, readSeed, requireUnique, text } from '../seedFile';
import { COLUMNS, FAULT_KINDS, type Provider } from './provider';

const SEED = 'feeds.json';
/** Default limit of an answer. Fifty years of prices in JSON are a third of it. */
const DEFAULT_BYTES = 4 << 20;
const MAX_BYTES = 64 << 20;
const PLACEHOLDER = /\{(symbol|size|credential|(?:from|to|date)(?::(?:compact|epoch))?)\}/g;

/** Lists all faults of the provider files. */
export class ProvidersError extends Error {
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

const SPELLING_RULE = z.object({
  kinds: z.array(z.enum(MARKET_KINDS)).optional(),
  // Case-sensitive, since tickers are upper case.
  pattern: pattern(''),
  as: text(),
  letters: z.enum(['upper', 'lower']).default('upper'),
  replace: z.record(z.string(), text()).default({}),
});

const COLUMN_NAMES = { error: `date, close and any of ${COLUMNS.join(', ')}` };

const ANSWER = z.discriminatedUnion('format', [
  z.object({ format: z.literal('csv') }),
  z.object({
    format: z.literal('json'),
    rows: path.default(''),
    columnar: z.boolean().default(false),
    columns: z
      .partialRecord(z.enum(COLUMNS, COLUMN_NAMES), path, COLUMN_NAMES)
      .refine(({ date, close }) => date !== undefined && close !== undefined, COLUMN_NAMES),
    dateShift: path.optional(),
  }),
]);

const FAULT_RULE = z.object({ path: path.optional(), pattern: pattern('i'), means: z.enum(FAULT_KINDS) });

const rowsOfPage = z.int().min(1).max(1e6);
const PAGING = z.discriminatedUnion('by', [
  z.object({ by: z.literal('none') }),
  z.object({ by: z.literal('nextUrl'), path }),
  z.object({ by: z.literal('backwards'), rows: rowsOfPage }),
  z.object({ by: z.literal('offset'), parameter: text(), rows: rowsOfPage }),
]);

const PROVIDER = z
  .object({
    id: z.string().regex(/^[a-z\d][a-z\d-]{0,31}$/, { error: 'lower-case letters, digits and dashes, 32 at most' }),
    name: oneLine().max(60, { error: '60 characters at most' }),
    url: urlTemplate,
    query: z.record(z.string(), template).default({}),
    headers: z.record(z.string(), template).default({}),
    credential: z
      .string()
      .regex(/^[A-Z][A-Z\d_]{2,63}$/, { error: 'the name of an environment variable, or null' })
      .nullable(),
    scope: z.enum(['symbol', 'day']).default('symbol'),
    history: text().nullable().default(null),
    spelling: z.array(SPELLING_RULE),
    historyFrom: text().refine((date) => parseIso(date) !== null, { error: 'a date' }),
    sizes: z
      .object({ whole: text(), recent: text(), recentDays: z.int().min(1).max(10_000) })
      .nullable()
      .default(null),
    answer: ANSWER,
    faults: z.array(FAULT_RULE).default([]),
    statuses: z.record(z.string(), z.enum(FAULT_KINDS)).default({}),
    paging: PAGING.default({ by: 'none' }),
    limits: z.object({
      perMinute: z.int().min(1).max(1e6),
      perDay: z.int().min(1).max(1e9),
      concurrency: z.int().min(1).max(32),
    }),
    maxBytes: z.int().min(1024).max(MAX_BYTES).default(DEFAULT_BYTES),
    adjustment: z.enum(ADJUSTMENTS),
    terms: z.object({ url: text().refine((url) => URL.canParse(url), { error: 'a URL' }), note: oneLine() }),
  })
  .superRefine(requireNamedCredential);

const FILE = z.array(PROVIDER).superRefine(requireUnique('id'));

/** Refuses `{credential}` in the templates of a provider without a credential. */
function requireNamedCredential(
  { url, query, headers, credential }: Pick<Provider, 'url' | 'query' | 'headers' | 'credential'>,
  context: z.RefinementCtx,
): void {
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

function templatesOf(field: string, byName: Provider['query']): [path: string[], template: string][] {
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
