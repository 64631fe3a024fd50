import { type AnsweredFault, type Column, FeedFault, type Provider } from './provider';

/** Rows of prices as csv: a header that ingest recognises, and one line for each row. */
export interface AnsweredRows {
  /** Empty if the answer holds no rows. */
  readonly text: string;
  /** Of csv, its header counts too. */
  readonly rows: number;
  /** Date of the oldest row, as the provider wrote it; for paging backwards. */
  readonly oldest: string | null;
  /** URL of the next page; null if the answer names none. */
  readonly nextUrl: string | null;
}

type JsonShape = Extract<Provider['answer'], { format: 'json' }>;

/** The header texts of the columns, as ingest/columns.ts recognises them. */
const HEADERS: Readonly<Record<Column, string>> = {
  symbol: 'symbol',
  date: 'date',
  open: 'open',
  high: 'high',
  low: 'low',
  close: 'close',
  adjClose: 'adj close',
  volume: 'volume',
};
/** More than the days of the longest price history, and more than the symbols of any one day. */
const MAX_ROWS = 200_000;
const MAX_CELL_LENGTH = 40;
const MAX_DETAIL_LENGTH = 120;

/**
 * Reads the answer of a provider by its configured shape. The prices are returned as csv for ingest, which checks them like
 * those of a file.
 *
 * @param body without control characters
 * @throws FeedFault also for a fault that the answer itself reports
 */
export function readAnswer(provider: Provider, body: string): AnsweredRows {
  const { answer, paging } = provider;
  const json = parsedJson(body);
  // Csv may begin with a bracket.
  const isDamaged = json === undefined && answer.format === 'json' && LIKE_JSON.test(body);
  if (isDamaged) throw new FeedFault('damaged', 'the JSON is not valid');
  const fault = answeredFault(provider, body, json);
  if (fault) throw fault;
  if (answer.format === 'csv') {
    if (json !== undefined) throw new FeedFault('failed', lineOf(body));
    return { text: body, rows: body.trim() === '' ? 0 : body.trim().split('\n').length, oldest: null, nextUrl: null };
  }
  if (json === undefined) throw new FeedFault('failed', lineOf(body));
  const next = paging.by === 'nextUrl' ? valueAt(json, paging.path) : undefined;
  return { ...rowsOf(answer, json), nextUrl: typeof next === 'string' && next !== '' ? next : null };
}

const LIKE_JSON = /^\s*[{[]/;

/** Undefined if the body is not JSON. */
function parsedJson(body: string): unknown {
  try {
    return LIKE_JSON.test(body) ? JSON.parse(body) : undefined;
  } catch {
    return undefined;
  }
}

/** The fault of the first rule that matches; null if none does. */
function answeredFault({ faults }: Provider, body: string, json: unknown): FeedFault | null {
  for (const { path, pattern, means } of faults) {
    const found = path === undefined ? (json === undefined ? body.slice(0, 300) : undefined) : valueAt(json, path);
    const text = typeof found === 'string' || typeof found === 'number' ? String(found) : null;
    if (text !== null && pattern.test(text)) return new FeedFault(means, lineOf(path === undefined ? body : text));
  }
  return null;
}

/** The fault of an answer with an error status; null for 2xx, whose body decides. */
export function statusFault(provider: Provider, status: number, body: string, retryAfterMs: number | null) {
  const usual: Partial<Record<number, AnsweredFault>> = {
    401: 'denied',
    403: 'denied',
    404: 'unknown_symbol',
    429: 'throttled',
  };
  const detail = `HTTP ${status}`;
  if (status >= 200 && status < 300) return null;
  // The body is more specific: some providers use one status for an unknown symbol and for a refused credential.
  const reported = answeredFault(provider, body, parsedJson(body));
  const kind = reported?.kind ?? provider.statuses[status] ?? usual[status];
  if (kind !== undefined) return new FeedFault(kind, reported?.detail ?? detail, retryAfterMs);
  return new FeedFault(status >= 500 ? 'server' : 'failed', detail, retryAfterMs);
}

function rowsOf(shape: JsonShape, json: unknown): Omit<AnsweredRows, 'nextUrl'> {
  const found = shape.rows === '' ? json : valueAt(json, shape.rows);
  const empty = { text: '', rows: 0, oldest: null };
  if (found === undefined || found === null) return empty;
  const names = Object.keys(shape.columns) as Column[];
  const shift = shape.dateShift === undefined ? 0 : Number(valueAt(json, shape.dateShift) ?? 0);
  const cells = shape.columnar ? columnarCells(shape, names, found) : rowCells(shape, names, found);
  if (cells.length > MAX_ROWS) throw new FeedFault('too_large', `more than ${MAX_ROWS} rows`);
  if (cells.length === 0) return empty;
  const dateColumn = names.indexOf('date');
  const lines = cells.map((row) => row.map((value, i) => csvCell(i === dateColumn ? shifted(value, shift) : value)));
  const oldest = lines.map((line) => line[dateColumn]).reduce((least, date) => (date < least ? date : least));
  const text = `${[names.map((name) => HEADERS[name]), ...lines].map((line) => line.join(',')).join('\n')}\n`;
  return { text, rows: lines.length, oldest };
}

function rowCells({ columns }: JsonShape, names: readonly Column[], found: unknown): unknown[][] {
  if (!Array.isArray(found)) throw new FeedFault('damaged', 'the list of rows is missing');
  return found.map((row) => names.map((name) => valueAt(row, columns[name]!)));
}

/** Rows from one list for each column. All lists must be as long as the dates: otherwise values and dates cannot be matched. */
function columnarCells({ columns }: JsonShape, names: readonly Column[], found: unknown): unknown[][] {
  const lists = names.map((name) => valueAt(found, columns[name]!));
  const dates = lists[names.indexOf('date')];
  if (dates === undefined || dates === null) return [];
  if (!Array.isArray(dates)) throw new FeedFault('damaged', 'the list of dates is missing');
  const isMatching = (list: unknown) => list === undefined || (Array.isArray(list) && list.length === dates.length);
  if (!lists.every(isMatching)) throw new FeedFault('damaged', 'columns of different lengths');
  return dates.map((_, i) => lists.map((list) => (Array.isArray(list) ? list[i] : undefined)));
}

function shifted(value: unknown, seconds: number): unknown {
  return typeof value === 'number' && Number.isFinite(seconds) && seconds !== 0 ? value + seconds : value;
}

/** A value as a csv cell, without characters that would begin another cell or line. */
function csvCell(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return '';
  return value
    .slice(0, MAX_CELL_LENGTH)
    .replace(/[",;|\s]+/g, ' ')
    .trim();
}

/** The value at a dotted path; undefined if there is none. Inherited properties are not read. */
function valueAt(value: unknown, path: string): unknown {
  let current = value;
  for (const name of path.split('.')) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, name)) return undefined;
    current = (current as Record<string, unknown>)[name];
  }
  return current;
}

/** The beginning of an answer on one line, for a report. */
function lineOf(body: string): string {
  const line = body.replace(/\s+/g, ' ').trim();
  return line.length > MAX_DETAIL_LENGTH ? `${line.slice(0, MAX_DETAIL_LENGTH - 3)}...` : line;
}
