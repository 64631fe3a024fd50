import { canonicalTicker } from '../core/calendar/ticker';
import type { Adjustment } from '../core/window/priceSource';
import { type Columns, columnsAt, columnsNamed, hasColumnName, plainName, priceNames } from './columns';
import { FileDates } from './fileDates';
import { readNumber } from './numbers';
import type { RefusalReason } from './readings';
import { mostFrequentDelimiter, textRows } from './rowScanner';

/** The columns of one symbol. A long file has one set, maybe with a symbol column; a wide file has one set for each ticker. */
export interface ColumnSet {
  /** Ticker of the columns; null = given by the file name or a column. */
  readonly symbol: string | null;
  readonly columns: Columns;
}

/** The layout of a file. */
export interface Layout {
  readonly format: string;
  /** Byte between fields. */
  readonly delimiter: number;
  /** Lines of the file before the first row. */
  readonly headerLines: number;
  /** Required fields of a row. */
  readonly fields: number;
  readonly sets: readonly ColumnSet[];
  /** Who writes files of this layout; null = anybody. */
  readonly provider: string | null;
  /** What its closes are adjusted for; null = unknown. */
  readonly adjustment: Adjustment | null;
}

/** What a layout says of its prices. */
type Origin = Pick<Layout, 'provider' | 'adjustment'>;

const ANYBODY: Origin = { provider: null, adjustment: null };
const ALPHA_VANTAGE: Origin = { provider: 'Alpha Vantage', adjustment: 'none' };
const FRED: Origin = { provider: 'FRED', adjustment: 'not_needed' };
const IEX: Origin = { provider: 'IEX', adjustment: null };
const STOOQ: Origin = { provider: 'Stooq', adjustment: 'full' };
const WIKI: Origin = { provider: 'Quandl WIKI', adjustment: 'column' };
const YAHOO: Origin = { provider: 'Yahoo', adjustment: 'column' };
/** yfinance adjusts all prices, unless it writes an adjusted close. */
const YFINANCE: Origin = { provider: 'Yahoo', adjustment: 'full' };

/** Why a file is not a price file. All lines after `headerLines` are refused rows. */
export interface NoLayout {
  readonly format: null;
  readonly reason: RefusalReason;
  readonly detail: string;
  readonly delimiter: number;
  readonly headerLines: number;
}

type Line = { readonly line: number; readonly fields: readonly string[] };

const NEWLINE = 10;
const RETURN = 13;
const COMMA = 44;
/** Words in the first line of a saved error message. */
const ERROR_WORDS =
  /\b(error|not found|no data|denied|forbidden|unauthorized|exceeded|limit|invalid|unavailable|delisted|too many requests)\b/i;
/** yfinance writes three header lines. */
const MAX_HEADER_LINES = 5;

/**
 * Recognises the layout of a file by its content (header names, or the first row), not by its name.
 *
 * @param head the first lines of the file, all complete
 */
export function recognise(head: Buffer): Layout | NoLayout {
  const fault = notATable(head);
  if (fault) return { format: null, delimiter: COMMA, headerLines: 0, ...fault };
  const delimiter = mostFrequentDelimiter(head);
  const lines = textRows(head, delimiter).filter(({ fields }) => !isPreamble(fields));
  const first = lines.findIndex(({ fields }) => looksLikeData(fields));
  if (first === 0) return withoutHeader(lines[0], delimiter);
  const header = lines.slice(0, first < 0 ? 1 : Math.min(first, MAX_HEADER_LINES));
  if (!header.some(({ fields }) => hasColumnName(fields))) {
    const detail = `the first line is '${shortened(lines[0].fields.join(String.fromCharCode(delimiter)))}'`;
    const reason = ERROR_WORDS.test(detail) ? 'error_body' : 'not_recognised';
    return { format: null, reason, detail, delimiter, headerLines: 0 };
  }
  return withHeader(header, delimiter);
}

function notATable(head: Buffer): { reason: RefusalReason; detail: string } | null {
  const start = head
    .toString('utf8', 0, 200)
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (start === '' && head.toString('utf8').trim() === '') return { reason: 'empty_file', detail: '' };
  if (head.includes(0)) return { reason: 'not_text', detail: 'it holds zero bytes (a binary file, or UTF-16)' };
  if (/^[{[]/.test(start)) return { reason: 'error_body', detail: `JSON: ${shortened(start)}` };
  if (/^<(!doctype|html|\?xml|head|body)/i.test(start))
    return { reason: 'error_body', detail: `HTML: ${shortened(start)}` };
  if (head.includes(RETURN) && !head.includes(NEWLINE))
    return { reason: 'not_recognised', detail: 'its lines end in carriage returns alone: save it with line feeds' };
  return null;
}

/** Whether a line is a comment or Excel's `sep=;`. */
function isPreamble(fields: readonly string[]): boolean {
  return /^(#|sep=)/i.test(fields[0]);
}

/** Whether a line has a date in one of its first three fields and a number after it. */
function looksLikeData(fields: readonly string[]): boolean {
  const date = fields.slice(0, 3).findIndex(isDate);
  if (date < 0) return fields.slice(3).some(isDate);
  return fields.length === 1 || fields.slice(date + 1).some((text) => text === '' || isNumber(text));
}

const isDate = (text: string): boolean =>
  !Number.isNaN(new FileDates().read(Buffer.from(text), 0, Buffer.byteLength(text)));
const isNumber = (text: string): boolean =>
  Number.isFinite(readNumber(Buffer.from(text), 0, Buffer.byteLength(text), COMMA));

/** The layout without a header: date and close, date and OHLC(V), or Quandl WIKI's thirteen columns; each may follow a ticker. */
function withoutHeader({ line, fields }: Line, delimiter: number): Layout | NoLayout {
  const at = isDate(fields[0]) ? 0 : 1;
  const width = fields.length - at;
  const head = { delimiter, headerLines: line - 1, fields: fields.length };
  const numbers = fields.slice(at + 1).every((text) => text === '' || isNumber(text));
  const known = numbers && isDate(fields[at]) && (at === 0 || canonicalTicker(fields[0]) !== null);
  const symbol = at === 0 ? -1 : 0;
  const make = (format: string, columns: Columns, from = ANYBODY): Layout => ({
    ...head,
    ...from,
    format,
    sets: [{ symbol: null, columns }],
  });
  if (known && width === 13) {
    const adjusted = { open: at + 8, high: at + 9, low: at + 10, close: at + 11, volume: at + 12 };
    return make('Quandl WIKI, no header', columnsAt({ symbol, date: at, ...adjusted }), WIKI);
  }
  if (known && (width === 5 || width === 6)) {
    const volume = width === 6 ? at + 5 : -1;
    const prices = { open: at + 1, high: at + 2, low: at + 3, close: at + 4, volume };
    return make('OHLC, no header', columnsAt({ symbol, date: at, ...prices }));
  }
  if (known && width === 2) return make('close only, no header', columnsAt({ symbol, date: at, close: at + 1 }));
  const detail = `no header, and ${fields.length} columns are none of the known shapes`;
  return { format: null, reason: 'not_recognised', detail, delimiter, headerLines: line - 1 };
}

/** @param header the lines before the first data row; the line of column names need not be the last one */
function withHeader(header: readonly Line[], delimiter: number): Layout | NoLayout {
  const names = header.reduce((best, line) => (priceNames(line.fields) > priceNames(best.fields) ? line : best));
  const aboveDate = header.some(({ fields }) => isDateLine(fields));
  const tickers = header.find((line) => line !== names && hasTickers(line.fields, names.fields.length, aboveDate));
  const headerLines = endOfHeader(header, names, tickers);
  const head = { delimiter, headerLines, fields: names.fields.length };
  if (tickers) {
    const sets = wideSets(names.fields, tickers.fields);
    return { ...head, format: 'yfinance, several header lines', sets, ...adjustedIn(YFINANCE, sets[0].columns) };
  }
  const columns = fredColumns(names.fields) ?? columnsNamed(names.fields);
  if (columns.date < 0 || (columns.close < 0 && columns.adjClose < 0)) {
    return { format: null, reason: 'no_prices', detail: missing(names.fields, columns), delimiter, headerLines };
  }
  const repeated = repeatedName(names.fields, columns);
  if (repeated !== null) {
    const detail = `the header names '${repeated}' more than once`;
    return { format: null, reason: 'not_recognised', detail, delimiter, headerLines };
  }
  const [name, from] = layoutOf(names.fields, columns);
  const format = columns.symbol >= 0 ? `${name}, several symbols` : name;
  return { ...head, format, sets: [{ symbol: null, columns }], ...adjustedIn(from, columns) };
}

/** The last line of the header. A line below the names that is not one of yfinance's is an invalid row, which must be reported. */
function endOfHeader(header: readonly Line[], names: Line, tickers: Line | undefined): number {
  const under = header.slice(header.indexOf(names) + 1);
  const rows = under.findIndex((line) => line !== tickers && !isDateLine(line.fields));
  const own = rows < 0 ? under : under.slice(0, rows);
  return (own[own.length - 1] ?? names).line;
}

/** Whether a line is yfinance's, with a ticker above each price column. Without a label it must be above the date line. */
function hasTickers(fields: readonly string[], width: number, aboveDate: boolean): boolean {
  const label = plainName(fields[0]);
  const labelled = /^(tickers?|symbols?)$/.test(label) || (label === '' && aboveDate);
  const over = fields.slice(1);
  return labelled && width > 1 && fields.length === width && over.every((text) => canonicalTicker(text) !== null);
}

/** Whether a line is yfinance's third header line, which has only the name of the index. */
function isDateLine(fields: readonly string[]): boolean {
  return /^date(time)?$/i.test(fields[0]) && fields.slice(1).every((text) => text === '');
}

/** One set of columns for each ticker; the date is the first column. */
function wideSets(names: readonly string[], tickers: readonly string[]): ColumnSet[] {
  return [...new Set(tickers.slice(1))].map((symbol) => {
    const own = names.map((name, i) => (i > 0 && tickers[i] === symbol ? name : ''));
    return { symbol, columns: { ...columnsNamed(own), date: 0 } };
  });
}

/** FRED: a date and one series, named by its id. */
function fredColumns(names: readonly string[]): Columns | null {
  const isFred = names.length === 2 && /^(DATE|observation_date)$/.test(names[0]) && /^[A-Z][A-Z0-9]+$/.test(names[1]);
  return isFred && priceNames([names[1]]) === 0 && !/DIVIDEND|SPLIT/.test(names[1])
    ? columnsAt({ date: 0, close: 1 })
    : null;
}

/** The name of a price column that the header has twice, as a table of several tickers without their line has; null if none. */
function repeatedName(names: readonly string[], { volume, ...columns }: Columns): string | null {
  const plain = names.map(plainName);
  const isRepeated = (index: number) => plain[index] !== '' && plain.lastIndexOf(plain[index]) > index;
  const index = Object.values(columns).find((at) => at >= 0 && isRepeated(at));
  return index === undefined ? null : names[index];
}

function missing(names: readonly string[], columns: Columns): string {
  const list = names.map((name) => `'${name}'`).join(', ');
  if (names.some((name) => plainName(name).startsWith('dividend'))) {
    return `${list}: a file of dividends; import prices that are adjusted for them`;
  }
  if (columns.date < 0) return `${list}: no date; lists of members are for 'npm run symbols'`;
  return `${list}: no close`;
}

/** The name of a layout, and what it says of its prices. */
function layoutOf(names: readonly string[], columns: Columns): [name: string, from: Origin] {
  const plain = names.map(plainName);
  const has = (name: string) => plain.includes(name);
  if (names.join() === 'timestamp,open,high,low,close,volume') return ['Alpha Vantage, unadjusted', ALPHA_VANTAGE];
  if (fredColumns(names)) return ['FRED series', FRED];
  if (has('openint')) return ['Stooq', STOOQ];
  if (has('unadjustedvolume') && has('changeovertime')) return ['IEX chart', IEX];
  if (has('exdividend') && has('adjclose')) return ['Quandl WIKI', WIKI];
  if (has('dividends') && has('stocksplits')) return ['yfinance history', YFINANCE];
  if (plain.join() === 'date,open,high,low,close,adjclose,volume') return ['Yahoo csv', YAHOO];
  if (/^date,(adjclose,)?close,high,low,open,volume$/.test(plain.join())) return ['yfinance flat', YFINANCE];
  const ohlc = columns.high >= 0 && columns.low >= 0 ? 'OHLC' : 'close only';
  return [columns.adjClose >= 0 ? `${ohlc} with adjusted close` : ohlc, ANYBODY];
}

/** The origin of prices whose close is the adjusted one if there is one. */
function adjustedIn(from: Origin, { adjClose }: Columns): Origin {
  return adjClose >= 0 ? { ...from, adjustment: 'column' } : from;
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 60 ? `${line.slice(0, 57)}...` : line;
}
