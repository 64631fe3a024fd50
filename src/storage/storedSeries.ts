import { endianness } from 'node:os';
import { type Day, toIso } from '../core/calendar/dates';
import { partsOf } from '../core/parts';
import { type Bars, type Closes, uncomputableClose, uncomputableRange } from '../core/window/bars';
import { isPostgresUrl, type Query } from './database';
import { CorruptPricesError, DamagedDataError, UncomputablePricesError } from './errors';
import { sha256 } from './hashes';

// Typed arrays have the byte order of the machine. Of the platforms of Node, only s390x and AIX are big-endian.
if (endianness() !== 'LE') throw new Error('stored prices are little-endian, but this machine is big-endian');

export interface SeriesMeta {
  /** Label shown in `receipts.source`. */
  readonly source: string;
  readonly importedAt: Date;
  /** Whether the sandbox generated the prices. */
  readonly simulated: boolean;
}

/** A stored series without its prices. */
export interface StoredSeries extends SeriesMeta {
  /** Content hash. */
  readonly hash: string;
  readonly rows: number;
  readonly firstDay: Day;
  readonly lastDay: Day;
}

/** Bytes of one bar in each column set: close f64 + day i32; high f64 + low f64. */
export const BYTES_PER_BAR = { close: 12, range: 16 } as const;

export type ColumnSet = keyof typeof BYTES_PER_BAR;

/** Closes, then days: in this order every element is aligned to its size. */
export function encodeCloses({ day, close }: Closes): Buffer {
  const n = day.length;
  const bytes = new ArrayBuffer(n * BYTES_PER_BAR.close);
  new Float64Array(bytes, 0, n).set(close);
  new Int32Array(bytes, n * 8, n).set(day);
  return Buffer.from(bytes);
}

/** Highs, then lows; NaN = unknown. */
export function encodeRange({ high, low }: Pick<Bars, 'high' | 'low'>): Buffer {
  const n = high.length;
  const values = new Float64Array(2 * n);
  values.set(high, 0);
  values.set(low, n);
  return Buffer.from(values.buffer);
}

/** @param blob exactly `n * 12` bytes, already verified */
export function decodeCloses(blob: Buffer, n: number): Closes {
  const { buffer, byteOffset } = aligned(blob);
  return { close: new Float64Array(buffer, byteOffset, n), day: new Int32Array(buffer, byteOffset + n * 8, n) };
}

/** @param blob exactly `n * 16` bytes, already verified */
export function decodeRange(blob: Buffer, n: number): Pick<Bars, 'high' | 'low'> {
  const { buffer, byteOffset } = aligned(blob);
  return { high: new Float64Array(buffer, byteOffset, n), low: new Float64Array(buffer, byteOffset + n * 8, n) };
}

/** Every column of a series; null when a blob is missing or has another length than `n` bars. Hashes are not verified. */
export function decodeBars(closes: unknown, range: unknown, n: number): Bars | null {
  if (!Buffer.isBuffer(closes) || closes.length !== n * BYTES_PER_BAR.close) return null;
  if (!Buffer.isBuffer(range) || range.length !== n * BYTES_PER_BAR.range) return null;
  return { ...decodeCloses(closes, n), ...decodeRange(range, n) };
}

/** The bytes at a multiple of 8, as Float64Array requires; a copy when the blob starts at another offset. */
function aligned(blob: Buffer): { buffer: ArrayBuffer; byteOffset: number } {
  if (blob.byteOffset % 8 === 0 && blob.buffer instanceof ArrayBuffer)
    return blob as typeof blob & { buffer: ArrayBuffer };
  const copy = new Uint8Array(blob);
  return { buffer: copy.buffer, byteOffset: 0 };
}

/** Closes of a symbol, with the content hash of its whole series. */
export interface StoredCloses extends Closes {
  readonly hash: string;
}

/** Highs and lows of a symbol, one per stored session, with the content hash of its whole series. */
export interface StoredRanges extends Pick<Bars, 'high' | 'low'> {
  readonly hash: string;
}

/** By symbol id. Symbols without prices are absent. */
type SeriesById<T> = ReadonlyMap<number, T | CorruptPricesError>;

/** A missing column is null; a column that the statement does not read is absent. */
interface SeriesRow {
  readonly id: number;
  readonly ticker: string;
  readonly row_count: number;
  readonly hash: string;
  readonly close_hash?: string | null;
  readonly close?: unknown;
  readonly range_hash?: string | null;
  readonly range?: unknown;
}

/** Symbols per statement: about 2 MB of columns. */
const SYMBOLS_AT_ONCE = 8;

/** A subquery for each symbol: a join could make the database scan the whole table, which holds megabytes. */
const column = (name: 'hash' | 'data', set: ColumnSet) =>
  `(SELECT ${name} FROM price_column WHERE symbol_id = p.symbol_id AND column_set = '${set}')`;
const columnsOf = (set: ColumnSet) => `${column('hash', set)} AS ${set}_hash, ${column('data', set)} AS "${set}"`;
const PLACEHOLDERS = Array(SYMBOLS_AT_ONCE).fill('?').join(', ');

const statementOf = (...sets: ColumnSet[]) => `SELECT p.symbol_id AS id, s.ticker, p.row_count, p.hash,
    ${sets.map(columnsOf).join(', ')}
  FROM price_series p JOIN symbol s ON s.id = p.symbol_id WHERE p.symbol_id IN (${PLACEHOLDERS})`;

const CLOSES = statementOf('close');
const RANGES = statementOf('range');
const BARS = statementOf('close', 'range');

/** Reads stored series over any connection and verifies their hashes. */
export class StoredSeriesReader {
  constructor(private readonly reader: { readonly query: Query }) {}

  /** All columns. */
  read(ids: readonly number[]): Promise<SeriesById<Bars>> {
    return this.readAll(BARS, ids, (row) => {
      const { day, close } = closesOf(row);
      return { day, close, ...rangeOf(row, (bar) => toIso(day[bar])) };
    });
  }

  /** Days and closes: less than half the bytes. */
  readCloses(ids: readonly number[]): Promise<SeriesById<StoredCloses>> {
    return this.readAll(CLOSES, ids, closesOf);
  }

  /** Highs and lows. */
  readRanges(ids: readonly number[]): Promise<SeriesById<StoredRanges>> {
    return this.readAll(RANGES, ids, (row) => ({ ...rangeOf(row, (bar) => `bar ${bar + 1}`), hash: row.hash }));
  }

  private async readAll<T>(sql: string, ids: readonly number[], decode: (row: SeriesRow) => T): Promise<SeriesById<T>> {
    const series = new Map<number, T | CorruptPricesError>();
    for (const batch of partsOf(ids, SYMBOLS_AT_ONCE)) {
      for (const [id, decoded] of await this.readBatch(sql, batch, decode)) series.set(id, decoded);
    }
    return series;
  }

  /** A page that cannot be read damages only the symbols whose prices are on it. */
  private async readBatch<T>(
    sql: string,
    ids: readonly number[],
    decode: (row: SeriesRow) => T,
  ): Promise<SeriesById<T>> {
    try {
      const rows = await this.reader.query<SeriesRow>(sql, ...padded(ids));
      return new Map(rows.map((row) => [row.id, decodedOrDamage(() => decode(row))]));
    } catch (error) {
      if (!(error instanceof DamagedDataError)) throw error;
      if (ids.length === 1) return new Map([[ids[0], await this.unreadable(ids[0], error)]]);
    }
    const series = new Map<number, T | CorruptPricesError>();
    for (const id of ids) {
      for (const [, decoded] of await this.readBatch(sql, [id], decode)) series.set(id, decoded);
    }
    return series;
  }

  private async unreadable(id: number, error: Error): Promise<CorruptPricesError> {
    const [row] = await this.reader.query<{ ticker: string }>('SELECT ticker FROM symbol WHERE id = ?', id);
    const fault = error.cause instanceof Error ? error.cause : error;
    return new CorruptPricesError(row?.ticker ?? `symbol ${id}`, fault.message);
  }
}

/**
 * Opens a thread's own connection for reading prices.
 *
 * @param url as `Storage.url`, of a migrated database
 * @throws Error of the driver when the database cannot be opened
 */
export function openPriceReader(url: string): StoredSeriesReader {
  // Loaded on demand. `import()` would need a source loader in threads.
  if (isPostgresUrl(url)) {
    const { openPostgresReader }: typeof import('./postgresConnections') = require('./postgresConnections');
    return new StoredSeriesReader({ query: openPostgresReader(url) });
  }
  const { openSqliteReader }: typeof import('./sqliteReader') = require('./sqliteReader');
  return new StoredSeriesReader({ query: openSqliteReader(url) });
}

/** As many ids as the statement has placeholders: the last id is repeated. */
function padded(ids: readonly number[]): number[] {
  return Array.from({ length: SYMBOLS_AT_ONCE }, (_, i) => ids[Math.min(i, ids.length - 1)]);
}

function decodedOrDamage<T>(work: () => T): T | CorruptPricesError {
  try {
    return work();
  } catch (error) {
    if (error instanceof CorruptPricesError) return error;
    throw error;
  }
}

/** @throws CorruptPricesError when size or hash do not match, or a close is not a usable number */
function closesOf(row: SeriesRow): StoredCloses {
  const { day, close } = decodeCloses(verified(row, 'close'), row.row_count);
  const bad = uncomputableClose({ close });
  if (bad >= 0) throw new UncomputablePricesError(row.ticker, toIso(day[bad]));
  return { day, close, hash: row.hash };
}

/** @throws CorruptPricesError */
function rangeOf(row: SeriesRow, nameOf: (bar: number) => string): Pick<Bars, 'high' | 'low'> {
  const range = decodeRange(verified(row, 'range'), row.row_count);
  const bad = uncomputableRange(range);
  if (bad >= 0) throw new UncomputablePricesError(row.ticker, nameOf(bad));
  return range;
}

function verified(row: SeriesRow, set: ColumnSet): Buffer {
  const { ticker, row_count: rows, [set]: data } = row;
  if (!Buffer.isBuffer(data)) throw new CorruptPricesError(ticker, `its ${set} columns are missing`);
  const expected = rows * BYTES_PER_BAR[set];
  if (data.length !== expected) {
    throw new CorruptPricesError(ticker, `its ${set} columns have ${data.length} bytes, expected ${expected}`);
  }
  if (sha256(data) !== row[`${set}_hash`]) {
    throw new CorruptPricesError(ticker, `the hash of its ${set} columns is wrong`);
  }
  return data;
}
