import type BetterSqlite3 from 'better-sqlite3';
import { toIso } from '../../core/calendar/dates';
import type { Closes } from '../../core/detection/columns';
import type { Bars } from '../../core/window/bars';
import { uncomputableClose, uncomputableRange } from '../../core/window/computable';
import { CorruptPricesError, UncomputablePricesError } from '../errors';
import { BYTES_PER_BAR, type ColumnSet, contentHash, decodeCloses, decodeRange } from '../sql/priceBlob';

interface ColumnRow {
  ticker: string;
  row_count: number;
  hash: string | null;
  data: unknown;
}

/** Reads stored series over a connection, and believes none whose hash does not fit. */
export class SeriesReader {
  private readonly column: BetterSqlite3.Statement<[ColumnSet, number], ColumnRow>;

  constructor(reader: BetterSqlite3.Database) {
    this.column = reader.prepare(
      `SELECT s.ticker, p.row_count, c.hash, c.data FROM price_series p
       JOIN symbol s ON s.id = p.symbol_id
       LEFT JOIN price_column c ON c.symbol_id = p.symbol_id AND c.column_set = ?
       WHERE p.symbol_id = ?`,
    );
  }

  /** Null when the symbol has no prices. @throws CorruptPricesError */
  closes(symbolId: number): Closes | null {
    const read = this.verified(symbolId, 'close');
    if (read === null) return null;
    const closes = decodeCloses(read.data, read.rows);
    const bad = uncomputableClose(closes);
    if (bad >= 0) throw new UncomputablePricesError(read.ticker, toIso(closes.day[bad]));
    return closes;
  }

  /** Null when the symbol has no prices. @throws CorruptPricesError */
  bars(symbolId: number): Bars | null {
    const closes = this.closes(symbolId);
    const read = closes && this.verified(symbolId, 'range');
    if (closes === null || read === null) return null;
    const range = decodeRange(read.data, read.rows);
    const bad = uncomputableRange(range);
    if (bad >= 0) throw new UncomputablePricesError(read.ticker, toIso(closes.day[bad]));
    return { ...closes, ...range };
  }

  private verified(symbolId: number, set: ColumnSet): { ticker: string; data: Buffer; rows: number } | null {
    const row = this.column.get(set, symbolId);
    if (!row) return null;
    const { ticker, row_count: rows, data, hash } = row;
    if (!Buffer.isBuffer(data)) throw new CorruptPricesError(ticker, `its ${set} columns are missing`);
    const expected = rows * BYTES_PER_BAR[set];
    if (data.length !== expected) {
      throw new CorruptPricesError(ticker, `its ${set} columns have ${data.length} bytes, expected ${expected}`);
    }
    if (contentHash(data) !== hash) throw new CorruptPricesError(ticker, `the hash of its ${set} columns does not fit`);
    return { ticker, data, rows };
  }
}
