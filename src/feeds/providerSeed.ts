import { parseIso } from '../core/calendar/dates';
import { MARKET_KINDS } from '../core/calendar/market';
import { deepFreeze, readOwn, readSeed, SeedError, SeedValue } from '../seedValue';
import {
  ADJUSTMENTS,
  type AnswerShape,
  COLUMNS,
  FAULT_KINDS,
  type FaultRule,
  type Paging,
  type Provider,
  type SpellingRule,
} from './provider';

const SEED = 'feeds.json';
/** Bytes of an answer where a provider does not say: a history of fifty years in JSON is a third of it. */
const USUAL_BYTES = 4 << 20;
const MOST_BYTES = 64 << 20;
/** Placeholders of templates. */
const PLACEHOLDER = /\{(symbol|size|credential|(?:from|to|date)(?::(?:compact|epoch))?)\}/g;

/** Every fault of the lists of providers at once. */
export class ProvidersError extends Error {
  override readonly name = 'ProvidersError';
  constructor(readonly faults: readonly string[]) {
    super(`Providers not accepted:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
  }
}

/**
 * The providers there are by id: those of seeds/feeds.json and the operator's own, which take the place of one of the same id.
 *
 * @param file the operator's (setting FEEDS_FILE); null = none
 * @throws ProvidersError naming every fault
 */
export function loadProviders(file: string | null = null): ReadonlyMap<string, Provider> {
  const faults: string[] = [];
  const seeds = parseProviders(SEED, readSeed(SEED), faults);
  const own = file === null ? [] : parseProviders(file, ownContent(file, faults), faults);
  const byId = new Map([...seeds, ...own].map((provider) => [provider.id, provider]));
  for (const { id, history } of byId.values()) {
    const source = history === null ? undefined : byId.get(history);
    if (history !== null && source?.scope !== 'symbol')
      faults.push(`${id}.history '${history}' is no provider of a symbol's prices`);
  }
  if (faults.length > 0) throw new ProvidersError(faults);
  return byId;
}

function ownContent(file: string, faults: string[]): unknown {
  try {
    return readOwn('FEEDS_FILE', file);
  } catch (error) {
    faults.push((error as Error).message);
    return [];
  }
}

/** @param faults takes what is wrong; a provider with a fault is left out */
export function parseProviders(file: string, content: unknown, faults: string[]): Provider[] {
  const reader = new Reader(faults);
  const entries = reader.read([] as SeedValue[], () => SeedValue.file(file, content).items('a list of providers'));
  const providers = entries.flatMap((entry) => {
    const before = faults.length;
    const provider = parseProvider(entry, reader);
    return faults.length === before ? [provider] : [];
  });
  const ids = providers.map(({ id }) => id);
  for (const [i, id] of ids.entries())
    if (ids.indexOf(id) !== i) faults.push(`${file}: two providers are called '${id}'`);
  return deepFreeze(providers);
}

/** Reads value after value and collects what is wrong with them. */
class Reader {
  constructor(private readonly faults: string[]) {}

  read<T>(fallback: T, read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof SeedError)) throw error;
      this.faults.push(error.message);
      return fallback;
    }
  }
}

function parseProvider(entry: SeedValue, reader: Reader): Provider {
  const field = (name: keyof Provider) => entry.field(name, 'a provider');
  const { read } = { read: reader.read.bind(reader) };
  const credential = read(null, () => field('credential').nullable((value) => value.text(ENV_NAME, isEnvName)));
  const hasCredential = (text: string) => credential !== null || !text.includes('{credential}');
  const template = (value: SeedValue) =>
    value.text(TEMPLATE, (text) => onlyPlaceholders(text) && hasCredential(text) && isOneLine(text));
  return {
    id: read('', () =>
      field('id').text('lower-case letters, digits and dashes', (id) => /^[a-z\d][a-z\d-]{0,31}$/.test(id)),
    ),
    name: read('', () => field('name').text('a name of one line', (name) => isOneLine(name) && name.length <= 60)),
    url: read('', () => field('url').text(URL_TEMPLATE, (url) => isUrlTemplate(url) && hasCredential(url))),
    query: read({}, () => field('query').optional((value) => value.record(template)) ?? {}),
    headers: read({}, () => field('headers').optional((value) => value.record(template)) ?? {}),
    credential,
    scope: read(
      'symbol' as const,
      () => field('scope').optional((value) => value.oneOf(['symbol', 'day'])) ?? 'symbol',
    ),
    history: read(null, () => field('history').optional((value) => value.text()) ?? null),
    spelling: read([], () =>
      field('spelling')
        .items('a list of rules')
        .map((rule) => parseSpelling(rule)),
    ),
    historyFrom: read('', () => field('historyFrom').text('a date', (date) => parseIso(date) !== null)),
    sizes: read(null, () => field('sizes').optional(parseSizes) ?? null),
    answer: read({ format: 'csv' }, () => parseAnswer(field('answer'))),
    faults: read([], () => field('faults').optional((value) => value.items().map(parseFault)) ?? []),
    statuses: read(
      {},
      () => field('statuses').optional((value) => value.record((one) => one.oneOf(FAULT_KINDS))) ?? {},
    ),
    paging: read({ by: 'none' }, () => field('paging').optional(parsePaging) ?? { by: 'none' }),
    limits: {
      perMinute: read(1, () => field('limits').field('perMinute').whole(1, 1e6)),
      perDay: read(1, () => field('limits').field('perDay').whole(1, 1e9)),
      concurrency: read(1, () => field('limits').field('concurrency').whole(1, 32)),
    },
    maxBytes: read(1, () => field('maxBytes').optional((value) => value.whole(1024, MOST_BYTES)) ?? USUAL_BYTES),
    adjustment: read('none' as const, () => field('adjustment').oneOf(ADJUSTMENTS)),
    terms: {
      url: read('', () =>
        field('terms')
          .field('url')
          .text('an https URL', (url) => URL.canParse(url)),
      ),
      note: read('', () => field('terms').field('note').text('a note of one line', isOneLine)),
    },
  };
}

const ENV_NAME = 'the name of an environment variable, or null';
const TEMPLATE =
  'one line with placeholders {symbol}, {from}, {to}, {date}, {size} or, with a credential, {credential} and no others';
const URL_TEMPLATE = `an http(s) URL without a query, whose host holds no placeholder; ${TEMPLATE}`;

function isEnvName(text: string): boolean {
  return /^[A-Z][A-Z\d_]{2,63}$/.test(text);
}

function isOneLine(text: string): boolean {
  return !/[\p{Cc}]/u.test(text);
}

function onlyPlaceholders(text: string): boolean {
  return !/[{}]/.test(text.replace(PLACEHOLDER, ''));
}

/** Where a request goes is the operator's choice, never a symbol's. */
function isUrlTemplate(text: string): boolean {
  return (
    /^https?:\/\/[^/?#{}@\s]+\/[^?#\s]*$/.test(text) &&
    onlyPlaceholders(text) &&
    URL.canParse(text.replace(PLACEHOLDER, 'x'))
  );
}

function parseSpelling(rule: SeedValue): SpellingRule {
  const kinds = rule
    .field('kinds', 'a rule')
    .optional((value) => value.items().map((kind) => kind.oneOf(MARKET_KINDS)));
  return {
    ...(kinds === undefined ? {} : { kinds }),
    pattern: pattern(rule.field('pattern'), ''),
    as: rule.field('as').text(),
    letters: rule.field('letters').optional((value) => value.oneOf(['upper', 'lower'])) ?? 'upper',
    replace: rule.field('replace').optional((value) => value.record((one) => one.text())) ?? {},
  };
}

function parseSizes(value: SeedValue): NonNullable<Provider['sizes']> {
  return {
    whole: value.field('whole').text(),
    recent: value.field('recent').text(),
    recentDays: value.field('recentDays').whole(1, 10_000),
  };
}

function parseAnswer(value: SeedValue): AnswerShape {
  if (value.field('format', 'an answer').oneOf(['csv', 'json']) === 'csv') return { format: 'csv' };
  const columns = value.field('columns').record((path) => path.text(PATH, isPath));
  const isKnown = Object.keys(columns).every((name) => COLUMNS.some((column) => column === name));
  value
    .derived('columns', columns)
    .require(isKnown && 'date' in columns && 'close' in columns, `date, close and others of ${COLUMNS.join(', ')}`);
  const dateShift = value.field('dateShift').optional((path) => path.text(PATH, isPath));
  return {
    format: 'json',
    rows: value.field('rows').optional((path) => path.text(PATH, isPath)) ?? '',
    columnar: value.field('columnar').optional((flag) => flag.flag()) ?? false,
    columns,
    ...(dateShift === undefined ? {} : { dateShift }),
  };
}

function parseFault(value: SeedValue): FaultRule {
  const path = value.field('path', 'a fault').optional((one) => one.text(PATH, isPath));
  return {
    ...(path === undefined ? {} : { path }),
    pattern: pattern(value.field('pattern'), 'i'),
    means: value.field('means').oneOf(FAULT_KINDS),
  };
}

function parsePaging(value: SeedValue): Paging {
  const by = value.field('by', 'a kind of paging').oneOf(['none', 'nextUrl', 'backwards', 'offset']);
  const rows = () => value.field('rows').whole(1, 1e6);
  if (by === 'nextUrl') return { by, path: value.field('path').text(PATH, isPath) };
  if (by === 'backwards') return { by, rows: rows() };
  if (by === 'offset') return { by, parameter: value.field('parameter').text(), rows: rows() };
  return { by };
}

const PATH = 'names with dots between them, such as chart.result.0.timestamp';

function isPath(text: string): boolean {
  return /^[^.\s]+( [^.\s]+)*(\.[^.\s]+)*$/.test(text);
}

/** A whole pattern of a ticker has no flag: tickers are upper case. */
function pattern(value: SeedValue, flags: string): RegExp {
  const text = value.text('a regular expression', (source) => {
    try {
      return new RegExp(source, flags) !== null;
    } catch {
      return false;
    }
  });
  return new RegExp(text, flags);
}
