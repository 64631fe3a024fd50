import BetterSqlite3 from 'better-sqlite3';
import type { Closes } from '../../core/detection/columns';
import type { Bars } from '../../core/window/bars';
import { CorruptPricesError } from '../errors';
import type { Series, StoredRanges } from '../prices';
import type { ColumnSet } from '../sql/priceBlob';
import { barsOf, closesOf, rangesOf, type StoredColumns } from '../sql/series';
import { isUnreadable } from '../sqliteFaults';

/** Reads stored series over a connection, and believes none whose hash does not fit. */
export class SeriesReader {
  private readonly column: BetterSqlite3.Statement<[ColumnSet, number], StoredColumns & { readonly series: string }>;
  private readonly tickerOf: BetterSqlite3.Statement<[number], string>;

  constructor(reader: BetterSqlite3.Database) {
    this.column = reader.prepare(
      `SELECT s.ticker, p.row_count, p.hash AS series, c.hash, c.data FROM price_series p
       JOIN symbol s ON s.id = p.symbol_id
       LEFT JOIN price_column c ON c.symbol_id = p.symbol_id AND c.column_set = ?
       WHERE p.symbol_id = ?`,
    );
    this.tickerOf = reader.prepare<[number], string>('SELECT ticker FROM symbol WHERE id = ?').pluck();
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

  /** What is read of each symbol, or how it is damaged; without those that have no prices. */
  byId<T>(ids: readonly number[], read: (id: number) => T | null): Map<number, T | CorruptPricesError> {
    const found = new Map<number, T | CorruptPricesError>();
    for (const id of ids) {
      try {
        const one = read(id);
        if (one !== null) found.set(id, one);
      } catch (error) {
        found.set(id, this.damageOf(id, error));
      }
    }
    return found;
  }

  /** Pages that cannot be read cost the symbol whose prices lie on them, as damaged prices do. */
  private damageOf(id: number, error: unknown): CorruptPricesError {
    if (error instanceof CorruptPricesError) return error;
    if (!isUnreadable(error)) throw error;
    return new CorruptPricesError(this.tickerOf.get(id) ?? `symbol ${id}`, (error as Error).message);
  }
}

/** As `openSeries` has it. */
export function openSqliteSeries(file: string): Series {
  const reader = new SeriesReader(new BetterSqlite3(file, { readonly: true, fileMustExist: true }));
  return {
    read: async (ids) => reader.byId(ids, (id) => reader.bars(id)),
    readRanges: async (ids) => reader.byId(ids, (id) => reader.ranges(id)),
  };
}
