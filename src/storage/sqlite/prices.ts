import type BetterSqlite3 from 'better-sqlite3';
import { tickerKey } from '../../core/calendar/ticker';
import type { Closes } from '../../core/detection/columns';
import type { Bars } from '../../core/window/bars';
import { threadModule } from '../../threadModule';
import type { CorruptPricesError } from '../errors';
import type { PriceChanges } from '../priceChanges';
import type { PriceHistory, PriceRun } from '../priceHistory';
import type { BlockReader, ListedSymbol, PriceIndex, PriceStore, StoredRanges } from '../prices';
import type { PriceQuality } from '../quality';
import { SqlPriceHistory } from '../sql/priceHistory';
import { SqlPriceQuality } from '../sql/priceQuality';
import { type SymbolRow, toListed } from '../sql/priceRows';
import { StoredContents } from '../sql/storedContents';
import { writePrices } from '../sql/writePrices';
import { type Database, reading } from './database';
import { SqliteJournalTables } from './journalTables';
import { PriceIndexReader, SELECT_LISTED } from './priceIndex';
import { SeriesReader } from './seriesReader';

/** Symbols and prices: one row a symbol and column set, verified by its hash on every read. */
export class SqlitePrices implements PriceStore {
  private readonly series: SeriesReader;
  private readonly lists: PriceIndexReader;
  private readonly byKey: BetterSqlite3.Statement<[string], SymbolRow>;

  private readonly tables: SqliteJournalTables;
  private readonly contents = new StoredContents();
  readonly history: PriceHistory;
  readonly quality: PriceQuality;

  constructor(private readonly database: Database) {
    this.tables = new SqliteJournalTables(database.writer);
    this.history = new SqlPriceHistory(database);
    this.quality = new SqlPriceQuality(database);
    const { reader } = database;
    this.series = new SeriesReader(reader);
    this.lists = new PriceIndexReader(reader);
    this.byKey = reader.prepare(`${SELECT_LISTED} WHERE s.key = ? GROUP BY s.id`);
  }

  revision(): Promise<number> {
    return this.database.revision('prices');
  }

  async index(): Promise<PriceIndex> {
    return this.lists.index();
  }

  find(ticker: string): Promise<ListedSymbol | null> {
    return reading(() => {
      const key = tickerKey(ticker);
      const row = key === null ? undefined : this.byKey.get(key);
      return row ? toListed(row) : null;
    });
  }

  read(ids: readonly number[]): Promise<Map<number, Bars | CorruptPricesError>> {
    return reading(() => this.series.byId(ids, (id) => this.series.bars(id)));
  }

  readCloses(ids: readonly number[]): Promise<Map<number, Closes | CorruptPricesError>> {
    return reading(() => this.series.byId(ids, (id) => this.series.closes(id)));
  }

  readRanges(ids: readonly number[]): Promise<Map<number, StoredRanges | CorruptPricesError>> {
    return reading(() => this.series.byId(ids, (id) => this.series.ranges(id)));
  }

  blockReader(): BlockReader | null {
    const { file } = this.database;
    return file === null ? null : { filename: threadModule(__dirname, 'blockThread').filename, url: file };
  }

  async write<T>(run: PriceRun, work: (changes: PriceChanges) => Promise<T>): Promise<T> {
    const { tables, contents } = this;
    const written = await this.database.change('prices', (trx) => writePrices({ trx, tables, contents, run }, work));
    written.committed();
    return written.result;
  }
}
