import { tickerKey } from '../core/calendar/ticker';
import type { Database } from './database';
import { PriceChanges } from './priceChanges';
import { PriceHistory, type PriceRun } from './priceHistory';
import {
  type ChangedSymbols,
  findSymbol,
  type ListedSymbol,
  type PriceIndex,
  readChanges,
  readIndex,
} from './priceIndex';
import { PriceJournal } from './priceJournal';
import { PriceQuality } from './priceQuality';
import { StoredSeriesReader } from './storedSeries';

/** Reads whole series, also in another thread. */
export type Series = Pick<PriceStore, 'read' | 'readCloses' | 'readRanges'>;

/** Symbols, their markets and their prices. Imports, feeds, the sandbox and `perennial symbols` write them. */
export class PriceStore extends StoredSeriesReader {
  readonly history: PriceHistory;
  readonly quality: PriceQuality;

  constructor(private readonly database: Database) {
    super(database);
    this.history = new PriceHistory(database);
    this.quality = new PriceQuality(database);
  }

  /** Grows with every change of symbols, memberships and prices by any client. Cheap enough for every request. */
  revision(): Promise<number> {
    return this.database.revision('prices');
  }

  /** Everything but the prices themselves, from one snapshot. @throws DamagedDataError naming what cannot be read */
  index(): Promise<PriceIndex> {
    return this.database.snapshot(readIndex);
  }

  /**
   * What has changed since a revision, from one snapshot.
   *
   * @param since the revision of an index or of earlier changes
   * @throws DamagedDataError naming what cannot be read
   */
  changes(since: number): Promise<ChangedSymbols> {
    return this.database.snapshot((query) => readChanges(query, since));
  }

  /** The symbol of a ticker, compared by `tickerKey`; null when there is none. */
  async find(ticker: string): Promise<ListedSymbol | null> {
    const key = tickerKey(ticker);
    return key === null ? null : findSymbol(this.database.query, key);
  }

  /**
   * Runs `work` in one transaction: all its writes are stored and recorded in the history, or none. This store's own reads do
   * not see them before the transaction ends.
   *
   * @param run that the transaction is part of
   */
  write<T>(run: PriceRun, work: (changes: PriceChanges) => Promise<T>): Promise<T> {
    // Feeds follow symbols that are renamed or removed.
    return this.database.change(['prices', 'feeds'], async (trx, query) => {
      const journal = await PriceJournal.open(trx, query, run);
      const result = await work(new PriceChanges(trx, journal));
      await journal.close();
      return result;
    });
  }
}
