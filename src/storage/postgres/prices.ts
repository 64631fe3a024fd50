import { tickerKey } from '../../core/calendar/ticker';
import type { Closes } from '../../core/detection/columns';
import type { Bars } from '../../core/window/bars';
import { threadModule } from '../../threadModule';
import type { CorruptPricesError } from '../errors';
import type { Statement } from '../postgresConnections';
import type { PriceChanges } from '../priceChanges';
import type { PriceHistory, PriceRun } from '../priceHistory';
import type { BlockReader, ListedSymbol, PriceIndex, PriceStore, StoredRanges } from '../prices';
import type { PriceQuality } from '../quality';
import { SqlPriceHistory } from '../sql/priceHistory';
import { SqlPriceQuality } from '../sql/priceQuality';
import { type SymbolRow, toListed } from '../sql/priceRows';
import { StoredContents } from '../sql/storedContents';
import { writePrices } from '../sql/writePrices';
import type { PostgresDatabase } from './database';
import { PostgresJournalTables } from './journalTables';
import { readIndex } from './priceIndex';
import type { PostgresRooms } from './rooms';
import { type Ask, storedBars, storedCloses, storedRanges } from './storedSeries';
import { inTurn, takeTurn } from './turn';

const MARKETS = `(SELECT string_agg(market_id, ',') FROM membership WHERE symbol_id = s.id) AS markets`;

const BY_KEY: Statement = {
  name: 'symbol by key',
  text: `SELECT s.id, s.ticker, s.name, ${MARKETS} FROM symbol s WHERE s.key = $1`,
};
/** Symbols and prices, as SQLite keeps them: one row a symbol and column set, verified by its hash on every read. */
export class PostgresPrices implements PriceStore {
  readonly history: PriceHistory;
  readonly quality: PriceQuality;
  private readonly contents = new StoredContents();
  private readonly ask: Ask;
  /** Patient: what reads all there is may take its time. */
  private readonly askPatiently: Ask;

  constructor(
    private readonly database: PostgresDatabase,
    private readonly rooms: PostgresRooms,
  ) {
    this.history = new SqlPriceHistory(rooms);
    this.quality = new SqlPriceQuality(rooms);
    this.ask = (statement, values) => database.requests.ask(statement, values);
    this.askPatiently = (statement, values) => database.work.ask(statement, values);
  }

  revision(): Promise<number> {
    return this.rooms.revision('prices');
  }

  async index(): Promise<PriceIndex> {
    const index = await this.database.knex.transaction((trx) => readIndex(async (text) => (await trx.raw(text)).rows), {
      isolationLevel: 'repeatable read',
      readOnly: true,
    });
    // Or who reads it would find it out of date for as long as the word of its revision is under way.
    if (index.revision !== (await this.revision())) await this.rooms.revisions.caughtUp();
    return index;
  }

  async find(ticker: string): Promise<ListedSymbol | null> {
    const key = tickerKey(ticker);
    const [row] = key === null ? [] : await this.ask<SymbolRow>(BY_KEY, [key]);
    return row === undefined ? null : toListed(row);
  }

  read(ids: readonly number[]): Promise<Map<number, Bars | CorruptPricesError>> {
    return storedBars(this.ask, ids);
  }

  readCloses(ids: readonly number[]): Promise<Map<number, Closes | CorruptPricesError>> {
    return storedCloses(this.askPatiently, ids);
  }

  readRanges(ids: readonly number[]): Promise<Map<number, StoredRanges | CorruptPricesError>> {
    return storedRanges(this.ask, ids);
  }

  blockReader(): BlockReader {
    return { filename: threadModule(__dirname, 'postgresBlockThread').filename, url: this.database.url };
  }

  async write<T>(run: PriceRun, work: (changes: PriceChanges) => Promise<T>): Promise<T> {
    const { contents } = this;
    const { result, committed } = await inTurn(this.database.knex, 'prices', async (trx) => {
      // Feeds follow symbols that are renamed or removed. Nobody who has their turn waits for this one.
      await takeTurn(trx, 'feeds');
      return writePrices({ trx, tables: new PostgresJournalTables(trx), contents, run }, work);
    });
    committed();
    await this.rooms.revisions.caughtUp();
    return result;
  }
}
