import { FeedFault } from './feedFault';
import type { AnsweredFault, AnswerShape, Column, Provider } from './provider';

/** Rows of prices as text: a header that ingest knows, and a line each. */
export interface AnsweredRows {
  /** Empty where the answer holds no row. */
  readonly text: string;
  readonly rows: number;
  /** What pages are followed by: the date of the oldest row as it was written, and the URL that the answer names. */
  readonly oldest: string | null;
  readonly nextUrl: string | null;
}

type JsonShape = Extract<AnswerShape, { format: 'json' }>;

/** What ingest calls the columns (ingest/columns.ts). */
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
/** More rows than days since there are exchanges, or symbols on one day. */
const MOST_ROWS = 200_000;
const LONGEST_CELL = 40;
const LONGEST_DETAIL = 120;

/**
 * Reads what a provider answered, by the shape its data describe: prices as text for ingest, whose gates judge them like a
 * file's, or the fault that the answer tells of.
 *
 * @param body text, cleaned of control characters
 * @throws FeedFault
 */
export function readAnswer(provider: Provider, body: string): AnsweredRows {
  const json = /^\s*[{[]/.test(body) ? parseJson(body, provider) : undefined;
  const fault = answeredFault(provider, body, json);
  if (fault) throw fault;
  const { answer, paging } = provider;
  if (answer.format === 'csv') {
    if (json !== undefined) throw new FeedFault('failed', lineOf(body));
    return { text: body, rows: body.trim() === '' ? 0 : body.trim().split('\n').length, oldest: null, nextUrl: null };
  }
  if (json === undefined) throw new FeedFault('failed', lineOf(body));
  const next = paging.by === 'nextUrl' ? at(json, paging.path) : undefined;
  return { ...rowsOf(answer, json), nextUrl: typeof next === 'string' && next !== '' ? next : null };
}

function parseJson(body: string, { answer }: Provider): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // A csv may begin with a bracket; JSON that ends half-way is none.
    if (answer.format === 'csv') return undefined;
    throw new FeedFault('damaged', 'JSON that does not end');
  }
}

/** The first rule that fits. */
function answeredFault({ faults }: Provider, body: string, json: unknown): FeedFault | null {
  for (const { path, pattern, means } of faults) {
    const found = path === undefined ? (json === undefined ? body.slice(0, 300) : undefined) : at(json, path);
    const text = typeof found === 'string' || typeof found === 'number' ? String(found) : null;
    if (text !== null && pattern.test(text)) return new FeedFault(means, lineOf(path === undefined ? body : text));
  }
  return null;
}

/** What an HTTP status tells; null = look at the body. */
export function statusFault(provider: Provider, status: number, body: string, retryAfterMs: number | null) {
  const usual: Partial<Record<number, AnsweredFault>> = {
    401: 'denied',
    403: 'denied',
    404: 'unknown_symbol',
    429: 'throttled',
  };
  const detail = `HTTP ${status}`;
  if (status >= 200 && status < 300) return null;
  // What the body says is more exact: some providers refuse a symbol and a credential by one status.
  const told = answeredFault(provider, body, jsonOrNothing(body));
  const means = told?.kind ?? provider.statuses[status] ?? usual[status];
  if (means !== undefined) return new FeedFault(means, told?.detail ?? detail, retryAfterMs);
  return new FeedFault(status >= 500 ? 'server' : 'failed', detail, retryAfterMs);
}

function jsonOrNothing(body: string): unknown {
  try {
    return /^\s*[{[]/.test(body) ? JSON.parse(body) : undefined;
  } catch {
    return undefined;
  }
}

function rowsOf(shape: JsonShape, json: unknown): Omit<AnsweredRows, 'nextUrl'> {
  const found = shape.rows === '' ? json : at(json, shape.rows);
  const nothing = { text: '', rows: 0, oldest: null };
  if (found === undefined || found === null) return nothing;
  const names = Object.keys(shape.columns) as Column[];
  const shift = shape.dateShift === undefined ? 0 : Number(at(json, shape.dateShift) ?? 0);
  const cells = shape.columnar ? columnarCells(shape, names, found) : rowCells(shape, names, found);
  if (cells.length > MOST_ROWS) throw new FeedFault('too_large', `more than ${MOST_ROWS} rows`);
  if (cells.length === 0) return nothing;
  const dateAt = names.indexOf('date');
  const lines = cells.map((row) => row.map((value, i) => cell(i === dateAt ? shifted(value, shift) : value)));
  const oldest = lines.map((line) => line[dateAt]).reduce((least, date) => (date < least ? date : least));
  const text = `${[names.map((name) => HEADERS[name]), ...lines].map((line) => line.join(',')).join('\n')}\n`;
  return { text, rows: lines.length, oldest };
}

function rowCells({ columns }: JsonShape, names: readonly Column[], found: unknown): unknown[][] {
  if (!Array.isArray(found)) throw new FeedFault('damaged', 'no list of rows where there should be one');
  return found.map((row) => names.map((name) => at(row, columns[name]!)));
}

/** A list a column; one that is shorter than the dates is not known to belong to them. */
function columnarCells({ columns }: JsonShape, names: readonly Column[], found: unknown): unknown[][] {
  const lists = names.map((name) => at(found, columns[name]!));
  const dates = lists[names.indexOf('date')];
  if (dates === undefined || dates === null) return [];
  if (!Array.isArray(dates)) throw new FeedFault('damaged', 'no list of dates where there should be one');
  const fits = lists.map((list) => list === undefined || (Array.isArray(list) && list.length === dates.length));
  if (fits.includes(false)) throw new FeedFault('damaged', 'columns of different lengths');
  return dates.map((_, i) => lists.map((list) => (Array.isArray(list) ? list[i] : undefined)));
}

function shifted(value: unknown, seconds: number): unknown {
  return typeof value === 'number' && Number.isFinite(seconds) && seconds !== 0 ? value + seconds : value;
}

/** A value as a cell of csv: nothing in it can begin another cell or line. */
function cell(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return '';
  return value
    .slice(0, LONGEST_CELL)
    .replace(/[",;|\s]+/g, ' ')
    .trim();
}

/** The value at a path; undefined where there is none. Of what the answer itself holds only. */
export function at(value: unknown, path: string): unknown {
  let here = value;
  for (const name of path.split('.')) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, name)) return undefined;
    here = (here as Record<string, unknown>)[name];
  }
  return here;
}

/** One short line of an answer, for a report. */
function lineOf(body: string): string {
  const line = body.replace(/\s+/g, ' ').trim();
  return line.length > LONGEST_DETAIL ? `${line.slice(0, LONGEST_DETAIL - 3)}...` : line;
}
