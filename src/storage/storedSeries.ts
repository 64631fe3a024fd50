import { toIso } from '../core/calendar/dates';
import type { Closes } from '../core/detection/columns';
import { partsOf } from '../core/parts';
import type { Bars } from '../core/window/bars';
import { uncomputableClose, uncomputableRange } from '../core/window/computable';
import type { Reader } from './database';
import { CorruptPricesError, DamagedDataError, UncomputablePricesError } from './errors';
import { BYTES_PER_BAR, type ColumnSet, contentHash, decodeCloses, decodeRange } from './priceBlob';
import { isPostgresUrl } from './url';

/** Closes of a symbol with the content hash of all that is stored of it. */
export interface StoredCloses extends Closes {
  readonly hash: string;
}

/** Highs and lows of a symbol, one a stored session, with the content hash of its series. */
export interface StoredRanges extends Pick<Bars, 'high' | 'low'> {
  readonly hash: string;
}

/** By id, without symbols that have no prices. */
type Found<T> = Map<number, T | CorruptPricesError>;

/** A series; its columns are null where there are none, and absent where they are not read. */
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

/** Symbols whose columns are read at once: some 2 MB. */
const SYMBOLS_AT_ONCE = 8;

/** Looked up for each symbol that is read, however a database would join its tables: they hold megabytes. */
const column = (name: 'hash' | 'data', set: ColumnSet) =>
  `(SELECT ${name} FROM price_column WHERE symbol_id = p.symbol_id AND column_set = '${set}')`;
const columnsOf = (set: ColumnSet) => `${column('hash', set)} AS ${set}_hash, ${column('data', set)} AS "${set}"`;
const PLACES = Array(SYMBOLS_AT_ONCE).fill('?').join(', ');

const statementOf = (...sets: ColumnSet[]) => `SELECT p.symbol_id AS id, s.ticker, p.row_count, p.hash,
    ${sets.map(columnsOf).join(', ')}
  FROM price_series p JOIN symbol s ON s.id = p.symbol_id WHERE p.symbol_id IN (${PLACES})`;

const CLOSES = statementOf('close');
const RANGES = statementOf('range');
const BARS = statementOf('close', 'range');

/** Reads stored series over any connection, and believes none whose hash does not fit. */
export class StoredSeriesReader {
  constructor(private readonly database: Pick<Reader, 'query'>) {}

  /** Every column of some symbols, verified. */
  read(ids: readonly number[]): Promise<Found<Bars>> {
    return this.readAll(BARS, ids, (row) => {
      const { day, close } = closesOf(row);
      return { day, close, ...rangeOf(row, (bar) => toIso(day[bar])) };
    });
  }

  /** The same without highs and lows, for less than half the bytes. */
  readCloses(ids: readonly number[]): Promise<Found<StoredCloses>> {
    return this.readAll(CLOSES, ids, closesOf);
  }

  /** Highs and lows alone. */
  readRanges(ids: readonly number[]): Promise<Found<StoredRanges>> {
    return this.readAll(RANGES, ids, (row) => ({ ...rangeOf(row, (bar) => `bar ${bar + 1}`), hash: row.hash }));
  }

  private async readAll<T>(sql: string, ids: readonly number[], of: (row: SeriesRow) => T): Promise<Found<T>> {
    const found: Found<T> = new Map();
    for (const part of partsOf(ids, SYMBOLS_AT_ONCE)) {
      for (const [id, one] of await this.readSome(sql, part, of)) found.set(id, one);
    }
    return found;
  }

  /** Pages that cannot be read cost the symbol whose prices lie on them, as damaged prices do. */
  private async readSome<T>(sql: string, ids: readonly number[], of: (row: SeriesRow) => T): Promise<Found<T>> {
    try {
      const rows = await this.database.query<SeriesRow>(sql, ...places(ids));
      return new Map(rows.map((row) => [row.id, orDamage(() => of(row))]));
    } catch (error) {
      if (!(error instanceof DamagedDataError)) throw error;
      if (ids.length === 1) return new Map([[ids[0], await this.unreadable(ids[0], error)]]);
    }
    const found: Found<T> = new Map();
    for (const id of ids) for (const [, one] of await this.readSome(sql, [id], of)) found.set(id, one);
    return found;
  }

  private async unreadable(id: number, error: Error): Promise<CorruptPricesError> {
    const [row] = await this.database.query<{ ticker: string }>('SELECT ticker FROM symbol WHERE id = ?', id);
    const fault = error.cause instanceof Error ? error.cause : error;
    return new CorruptPricesError(row?.ticker ?? `symbol ${id}`, fault.message);
  }
}

/**
 * What a thread reads prices by, over connections of its own.
 *
 * @param url as `Storage.url`, of a database that is migrated
 * @throws whatever keeps it from being opened
 */
export function openPriceReader(url: string): StoredSeriesReader {
  // Loaded where they are needed. `import()` would need a loader of sources of its own in threads.
  if (isPostgresUrl(url)) {
    const { openPostgresReader }: typeof import('./postgresReader') = require('./postgresReader');
    return new StoredSeriesReader(openPostgresReader(url));
  }
  const { openSqliteReader }: typeof import('./sqliteReader') = require('./sqliteReader');
  return new StoredSeriesReader(openSqliteReader(url));
}

/** As many as the statement has places for: the last one again where there are fewer. */
function places(ids: readonly number[]): number[] {
  return Array.from({ length: SYMBOLS_AT_ONCE }, (_, i) => ids[Math.min(i, ids.length - 1)]);
}

function orDamage<T>(work: () => T): T | CorruptPricesError {
  try {
    return work();
  } catch (error) {
    if (error instanceof CorruptPricesError) return error;
    throw error;
  }
}

/** @throws CorruptPricesError for columns whose size or hash does not fit, or that hold no price */
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
  if (contentHash(data) !== row[`${set}_hash`]) {
    throw new CorruptPricesError(ticker, `the hash of its ${set} columns does not fit`);
  }
  return data;
}
