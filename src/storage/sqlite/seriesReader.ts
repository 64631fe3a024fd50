import type BetterSqlite3 from 'better-sqlite3';
import type { Closes } from '../../core/detection/columns';
import type { Bars } from '../../core/window/bars';
import type { StoredRanges } from '../rows';
import type { ColumnSet } from '../sql/priceBlob';
import { barsOf, closesOf, rangesOf, type StoredColumns } from '../sql/series';

/** Reads stored series over a connection, and believes none whose hash does not fit. */
export class SeriesReader {
  private readonly column: BetterSqlite3.Statement<[ColumnSet, number], StoredColumns & { readonly series: string }>;

  constructor(reader: BetterSqlite3.Database) {
    this.column = reader.prepare(
      `SELECT s.ticker, p.row_count, p.hash AS series, c.hash, c.data FROM price_series p
       JOIN symbol s ON s.id = p.symbol_id
       LEFT JOIN price_column c ON c.symbol_id = p.symbol_id AND c.column_set = ?
       WHERE p.symbol_id = ?`,
    );
  }

  /** Null when the symbol has no prices. @throws CorruptPricesError */
  closes(symbolId: number): Closes | null {
    const stored = this.column.get('close', symbolId);
    return stored === undefined ? null : closesOf(stored);
  }

  /** Null when the symbol has no prices. @throws CorruptPricesError */
  bars(symbolId: number): Bars | null {
    const closes = this.closes(symbolId);
    const stored = closes === null ? undefined : this.column.get('range', symbolId);
    return closes === null || stored === undefined ? null : barsOf(closes, stored);
  }

  /** Null when the symbol has no prices. @throws CorruptPricesError */
  ranges(symbolId: number): StoredRanges | null {
    const stored = this.column.get('range', symbolId);
    return stored === undefined ? null : rangesOf(stored, stored.series);
  }
}
