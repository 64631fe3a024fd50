import type BetterSqlite3 from 'better-sqlite3';
import type { Knex } from 'knex';
import type { Day } from '../../core/calendar/dates';
import type { Bars } from '../../core/window/bars';
import { type Database, inWriteTransaction } from './database';
import {
  BYTES_PER_BAR,
  type Closes,
  type ColumnSet,
  contentHash,
  decodeCloses,
  decodeRange,
  encodeCloses,
  encodeRange,
} from './priceBlob';
import { assertNoReal, assertSeries, hasSeries, isStored, removeSimulated, type StoredColumn } from './priceWrites';

/** Stored prices of a symbol that are not what was written: damaged outside this program. */
export class CorruptPricesError extends Error {
  override readonly name = 'CorruptPricesError';

  constructor(
    readonly symbol: string,
    detail: string,
  ) {
    super(`stored prices of ${symbol} are damaged: ${detail}`);
  }
}

export interface PriceMeta {
  /** Label shown in `receipts.source`. */
  readonly source: string;
  readonly importedAt: Date;
  /** Invented by the sandbox. */
  readonly simulated: boolean;
}

/** What is known of a symbol's prices without reading them. */
export interface PriceIndexRow extends PriceMeta {
  readonly symbolId: number;
  readonly symbol: string;
  /** Content hash of the whole series. */
  readonly hash: string;
  readonly rows: number;
  readonly firstDay: Day;
  readonly lastDay: Day;
}

interface SeriesRow {
  symbol_id: number;
  ticker: string;
  hash: string;
  row_count: number;
  first_day: number;
  last_day: number;
  source: string;
  imported_at: number;
  simulated: number;
}

interface ColumnRow {
  ticker: string;
  row_count: number;
  hash: string | null;
  data: unknown;
}

const toIndexRow = (row: SeriesRow): PriceIndexRow => ({
  symbolId: row.symbol_id,
  symbol: row.ticker,
  hash: row.hash,
  rows: row.row_count,
  firstDay: row.first_day,
  lastDay: row.last_day,
  source: row.source,
  importedAt: new Date(row.imported_at),
  simulated: row.simulated === 1,
});

/** Prices of all symbols: one row a symbol and column set, verified by its hash on every read (DESIGN 4). */
export class PriceRepository {
  private readonly column: BetterSqlite3.Statement<[ColumnSet, number], ColumnRow>;
  private readonly series: BetterSqlite3.Statement<[], SeriesRow>;
  private readonly revisionValue: BetterSqlite3.Statement<[], number>;
  private version: { readonly revision: number; readonly hash: string } | null = null;

  constructor(
    database: Database,
    private readonly knex: Knex = database.knex,
  ) {
    const { reader } = database;
    this.column = reader.prepare(
      `SELECT s.ticker, p.row_count, c.hash, c.data FROM price_series p
       JOIN symbol s ON s.id = p.symbol_id
       LEFT JOIN price_column c ON c.symbol_id = p.symbol_id AND c.column_set = ?
       WHERE p.symbol_id = ?`,
    );
    this.series = reader.prepare(
      'SELECT p.*, s.ticker FROM price_series p JOIN symbol s ON s.id = p.symbol_id ORDER BY s.ticker',
    );
    this.revisionValue = reader.prepare<[], number>('SELECT value FROM revision WHERE id = 1').pluck();
  }

  /**
   * Stores a symbol's whole series in one transaction. The same content from the same source changes nothing. The first
   * real series ends the sandbox: every simulated price goes in the same transaction.
   *
   * @throws RangeError when the bars are not a series; Error when simulated prices would join real ones
   */
  put(symbolId: number, bars: Bars, meta: PriceMeta): Promise<'stored' | 'unchanged'> {
    assertSeries(bars);
    const close = encodeCloses(bars);
    const range = encodeRange(bars);
    const columns: StoredColumn[] = [
      { symbol_id: symbolId, column_set: 'close', hash: contentHash(close), data: close },
      { symbol_id: symbolId, column_set: 'range', hash: contentHash(range), data: range },
    ];
    const hash = contentHash(columns[0].hash, columns[1].hash);
    return inWriteTransaction(this.knex, async (trx) => {
      if (meta.simulated) await assertNoReal(trx);
      else await removeSimulated(trx, symbolId);
      const series = {
        symbol_id: symbolId,
        row_count: bars.day.length,
        first_day: bars.day[0],
        last_day: bars.day[bars.day.length - 1],
        hash,
        source: meta.source,
        simulated: meta.simulated,
      };
      if (await isStored(trx, series, columns)) return 'unchanged';
      const row = { ...series, imported_at: meta.importedAt.getTime() };
      await trx('price_series').insert(row).onConflict('symbol_id').merge();
      for (const column of columns) {
        await trx('price_column').insert(column).onConflict(['symbol_id', 'column_set']).merge();
      }
      return 'stored';
    });
  }

  /** Days and closes; null when the symbol has no prices. @throws CorruptPricesError */
  closes(symbolId: number): Closes | null {
    const read = this.read(symbolId, 'close');
    return read && decodeCloses(read.data, read.rows);
  }

  /** All columns; null when the symbol has no prices. @throws CorruptPricesError */
  bars(symbolId: number): Bars | null {
    const closes = this.closes(symbolId);
    const range = closes && this.read(symbolId, 'range');
    return closes && range && { ...closes, ...decodeRange(range.data, range.rows) };
  }

  /** Every series, by ticker. */
  index(): PriceIndexRow[] {
    return this.series.all().map(toIndexRow);
  }

  /** Grows with every change of symbols, memberships and prices, whoever made it: compare it to know whether to reload. */
  revision(): number {
    return this.revisionValue.get() ?? 0;
  }

  /** Hash over the tickers and content hashes of all series: equal data, equal version, on any machine. */
  dataVersion(): string {
    const revision = this.revision();
    if (this.version?.revision !== revision) {
      this.version = { revision, hash: contentHash(...this.index().map((row) => `${row.symbol} ${row.hash}\n`)) };
    }
    return this.version.hash;
  }

  async hasReal(): Promise<boolean> {
    return hasSeries(this.knex, false);
  }

  async hasSimulated(): Promise<boolean> {
    return hasSeries(this.knex, true);
  }

  /** Ends the sandbox: simulated prices and memberships go, and symbols nothing else refers to. */
  async clearSimulated(): Promise<void> {
    await inWriteTransaction(this.knex, (trx) => removeSimulated(trx, null));
  }

  private read(symbolId: number, set: ColumnSet): { data: Buffer; rows: number } | null {
    const row = this.column.get(set, symbolId);
    if (!row) return null;
    const { ticker, row_count: rows, data, hash } = row;
    if (!Buffer.isBuffer(data)) throw new CorruptPricesError(ticker, `its ${set} columns are missing`);
    const expected = rows * BYTES_PER_BAR[set];
    if (data.length !== expected) {
      throw new CorruptPricesError(ticker, `its ${set} columns have ${data.length} bytes, expected ${expected}`);
    }
    if (contentHash(data) !== hash) throw new CorruptPricesError(ticker, `the hash of its ${set} columns does not fit`);
    return { data, rows };
  }
}
