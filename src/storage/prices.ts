import { tickerKey } from '../core/calendar/ticker';
import type { Bars } from '../core/window/bars';
import type { Database } from './database';
import type { CorruptPricesError } from './errors';
import { type PriceChanges, writePrices } from './priceChanges';
import { PriceHistory, type PriceRun } from './priceHistory';
import {
  type ChangedSymbols,
  findSymbol,
  type ListedSymbol,
  type PriceIndex,
  readChanges,
  readIndex,
} from './priceIndex';
import { PriceQuality } from './priceQuality';
import { type StoredCloses, type StoredRanges, StoredSeriesReader } from './storedSeries';

export type { SeriesMeta, StoredSeries } from './priceBlob';
export type {
  ChangedSymbols,
  FormerTicker,
  IndexedSymbol,
  ListedSymbol,
  PriceIndex,
} from './priceIndex';
export type { StoredCloses, StoredRanges } from './storedSeries';

/** What reads whole series, also in another thread. */
export type Series = Pick<PriceStore, 'read' | 'readCloses' | 'readRanges'>;

/** Symbols, their markets and their prices. Everybody reads; imports, feeds, the sandbox and `perennial symbols` write. */
export class PriceStore {
  readonly history: PriceHistory;
  readonly quality: PriceQuality;
  private readonly series: StoredSeriesReader;

  constructor(private readonly database: Database) {
    this.history = new PriceHistory(database);
    this.quality = new PriceQuality(database);
    this.series = new StoredSeriesReader(database);
  }

  /** Grows with every change of symbols, memberships and prices, whoever made it. Cheap enough to ask on every request. */
  revision(): Promise<number> {
    return this.database.revision('prices');
  }

  /** All that is known without reading a price, of one moment. @throws DamagedDataError naming what cannot be read */
  index(): Promise<PriceIndex> {
    return this.database.snapshot(readIndex);
  }

  /**
   * What changed since a revision, of one moment.
   *
   * @param since the revision of an index, or of the changes before
   * @throws DamagedDataError naming what cannot be read
   */
  changes(since: number): Promise<ChangedSymbols> {
    return this.database.snapshot((query) => readChanges(query, since));
  }

  /** The symbol stored under a ticker's own spelling (`tickerKey`); null when there is none. */
  async find(ticker: string): Promise<ListedSymbol | null> {
    const key = tickerKey(ticker);
    return key === null ? null : findSymbol(this.database.query, key);
  }

  /** Every column of some symbols by id, verified. Absent: a symbol without prices. */
  read(ids: readonly number[]): Promise<ReadonlyMap<number, Bars | CorruptPricesError>> {
    return this.series.read(ids);
  }

  /** The same without highs and lows, for less than half the bytes, with the hash of all that is stored of the symbol. */
  readCloses(ids: readonly number[]): Promise<ReadonlyMap<number, StoredCloses | CorruptPricesError>> {
    return this.series.readCloses(ids);
  }

  /** Highs and lows alone, verified, with the same hash. */
  readRanges(ids: readonly number[]): Promise<ReadonlyMap<number, StoredRanges | CorruptPricesError>> {
    return this.series.readRanges(ids);
  }

  /**
   * Writes all that `work` writes, or nothing. What it reads from this store meanwhile is as it was before. What it changed
   * is in the history from the same moment on.
   *
   * @param run of which this write is a part
   */
  write<T>(run: PriceRun, work: (changes: PriceChanges) => Promise<T>): Promise<T> {
    return writePrices(this.database, run, work);
  }
}
