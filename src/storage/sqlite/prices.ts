import type BetterSqlite3 from 'better-sqlite3';
import { toIso } from '../../core/calendar/dates';
import { tickerKey } from '../../core/calendar/ticker';
import type { Closes } from '../../core/detection/columns';
import type { Bars } from '../../core/window/bars';
import { uncomputableClose, uncomputableRange } from '../../core/window/computable';
import { CorruptPricesError, UncomputablePricesError } from '../errors';
import type { PriceChanges, PriceStore } from '../ports';
import type { IndexedSymbol, ListedSymbol, PriceIndex, StoredSeries } from '../rows';
import { damagedLists } from './damage';
import { type Database, inWriteTransaction, isUnreadable, keepLogSmall, reading } from './database';
import { remember, undoImport } from './importUndo';
import { BYTES_PER_BAR, type ColumnSet, contentHash, decodeCloses, decodeRange } from './priceBlob';
import { clearSimulated, replaceSeries } from './priceWrites';
import { enrol } from './symbolWrites';

interface SymbolRow {
  id: number;
  ticker: string;
  name: string | null;
  /** Comma-separated market ids. */
  markets: string | null;
}

/** The columns of the series are null where a symbol has none. */
interface IndexRow extends SymbolRow {
  hash: string | null;
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

const SELECT_LISTED = `SELECT s.id, s.ticker, s.name, group_concat(m.market_id) AS markets
  FROM symbol s LEFT JOIN membership m ON m.symbol_id = s.id`;

const toListed = (row: SymbolRow): ListedSymbol => ({
  id: row.id,
  symbol: row.ticker,
  name: row.name ?? row.ticker,
  markets: row.markets === null ? [] : row.markets.split(',').sort((a, b) => Number(a) - Number(b)),
});

const toSeries = (row: IndexRow): StoredSeries | null =>
  row.hash === null
    ? null
    : {
        hash: row.hash,
        rows: row.row_count,
        firstDay: row.first_day,
        lastDay: row.last_day,
        source: row.source,
        importedAt: new Date(row.imported_at),
        simulated: row.simulated === 1,
      };

/** Symbols and prices: one row a symbol and column set, verified by its hash on every read. */
export class SqlitePrices implements PriceStore {
  private readonly column: BetterSqlite3.Statement<[ColumnSet, number], ColumnRow>;
  private readonly everything: BetterSqlite3.Statement<[], IndexRow>;
  private readonly byKey: BetterSqlite3.Statement<[string], SymbolRow>;
  private readonly revisionValue: BetterSqlite3.Statement<[], number>;
  private readonly tickerOf: BetterSqlite3.Statement<[number], string>;

  constructor(private readonly database: Database) {
    const { reader } = database;
    this.column = reader.prepare(
      `SELECT s.ticker, p.row_count, c.hash, c.data FROM price_series p
       JOIN symbol s ON s.id = p.symbol_id
       LEFT JOIN price_column c ON c.symbol_id = p.symbol_id AND c.column_set = ?
       WHERE p.symbol_id = ?`,
    );
    this.everything = reader.prepare(
      `SELECT p.*, l.* FROM (${SELECT_LISTED} GROUP BY s.id) l
       LEFT JOIN price_series p ON p.symbol_id = l.id ORDER BY l.ticker`,
    );
    this.byKey = reader.prepare(`${SELECT_LISTED} WHERE s.key = ? GROUP BY s.id`);
    this.tickerOf = reader.prepare<[number], string>('SELECT ticker FROM symbol WHERE id = ?').pluck();
    this.revisionValue = reader.prepare<[], number>('SELECT value FROM revision WHERE id = 1').pluck();
  }

  revision(): Promise<number> {
    return reading(() => this.revisionNow());
  }

  async index(): Promise<PriceIndex> {
    try {
      return this.indexNow();
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      throw damagedLists(this.database, error as Error);
    }
  }

  private indexNow(): PriceIndex {
    const read = this.database.reader.transaction(() => ({
      revision: this.revisionNow(),
      symbols: this.everything.all().map((row): IndexedSymbol => ({ ...toListed(row), series: toSeries(row) })),
    }));
    const { revision, symbols } = read();
    const contents = symbols.flatMap(({ symbol, series }) => (series === null ? [] : [`${symbol} ${series.hash}\n`]));
    return { revision, dataVersion: contentHash(...contents), symbols };
  }

  find(ticker: string): Promise<ListedSymbol | null> {
    return reading(() => {
      const key = tickerKey(ticker);
      const row = key === null ? undefined : this.byKey.get(key);
      return row ? toListed(row) : null;
    });
  }

  read(ids: readonly number[]): Promise<Map<number, Bars | CorruptPricesError>> {
    return reading(() => this.byId(ids, (id) => this.bars(id)));
  }

  readCloses(ids: readonly number[]): Promise<Map<number, Closes | CorruptPricesError>> {
    return reading(() => this.byId(ids, (id) => this.closes(id)));
  }

  async write<T>(work: (changes: PriceChanges) => Promise<T>): Promise<T> {
    const result = await inWriteTransaction(this.database.knex, (trx) =>
      work({
        enrol: (marketId, members, options) => enrol(trx, marketId, members, options),
        replace: (symbolId, bars, meta) => replaceSeries(trx, symbolId, bars, meta),
        clearSimulated: () => clearSimulated(trx, null),
        remember: (run, ticker) => remember(trx, run, ticker),
        undoImport: () => undoImport(trx),
      }),
    );
    await keepLogSmall(this.database);
    return result;
  }

  private revisionNow(): number {
    return this.revisionValue.get() ?? 0;
  }

  /** What is read of each symbol, or how it is damaged; without those that have no prices. */
  private byId<T>(ids: readonly number[], read: (id: number) => T | null): Map<number, T | CorruptPricesError> {
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

  private closes(symbolId: number): Closes | null {
    const read = this.verified(symbolId, 'close');
    if (read === null) return null;
    const closes = decodeCloses(read.data, read.rows);
    const bad = uncomputableClose(closes);
    if (bad >= 0) throw new UncomputablePricesError(read.ticker, toIso(closes.day[bad]));
    return closes;
  }

  private bars(symbolId: number): Bars | null {
    const closes = this.closes(symbolId);
    const read = closes && this.verified(symbolId, 'range');
    if (closes === null || read === null) return null;
    const range = decodeRange(read.data, read.rows);
    const bad = uncomputableRange(range);
    if (bad >= 0) throw new UncomputablePricesError(read.ticker, toIso(closes.day[bad]));
    return { ...closes, ...range };
  }

  /** Null when the symbol has no prices. @throws CorruptPricesError */
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
