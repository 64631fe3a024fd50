import type { Day } from '../core/calendar/dates';
import type { CountedDays } from '../core/calendar/dayCounts';
import type { Closes } from '../core/detection/columns';
import type { Bars } from '../core/window/bars';
import type { CorruptPricesError } from './errors';
import type { PriceChanges } from './priceChanges';
import type { PriceHistory, PriceRun } from './priceHistory';
import type { PriceQuality } from './quality';

/** Symbols, their markets and their prices. Everybody reads; imports, feeds, the sandbox and `perennial symbols` write. */
export interface PriceStore {
  /** Grows with every change of symbols, memberships and prices, whoever made it. Cheap enough to ask on every request. */
  revision(): Promise<number>;
  /** All that is known without reading a price, of one moment. @throws DamagedDataError naming what cannot be read */
  index(): Promise<PriceIndex>;
  /** The symbol stored under a ticker's own spelling (`tickerKey`); null when there is none. */
  find(ticker: string): Promise<ListedSymbol | null>;
  /** Every column of some symbols by id, verified. Absent: a symbol without prices. */
  read(ids: readonly number[]): Promise<ReadonlyMap<number, Bars | CorruptPricesError>>;
  /** The same without highs and lows, for less than half the bytes. */
  readCloses(ids: readonly number[]): Promise<ReadonlyMap<number, Closes | CorruptPricesError>>;
  /** Highs and lows alone, verified, with the hash of all that is stored of the symbol. */
  readRanges(ids: readonly number[]): Promise<ReadonlyMap<number, StoredRanges | CorruptPricesError>>;
  /** What reads the same closes in a thread, a group of symbols at once; null where only this thread can read. */
  blockReader(): BlockReader | null;
  /**
   * Writes all that `work` writes, or nothing. What it reads from this port meanwhile is as it was before. What it changed
   * is in the history from the same moment on.
   *
   * @param run of which this write is a part
   */
  write<T>(run: PriceRun, work: (changes: PriceChanges) => Promise<T>): Promise<T>;
  readonly history: PriceHistory;
  readonly quality: PriceQuality;
}

/** What reads whole series, also in another thread. */
export type Series = Pick<PriceStore, 'read' | 'readRanges'>;

export interface PriceIndex {
  readonly revision: number;
  /** Hash over the tickers and contents of all series: equal data, equal version, on any machine. */
  readonly dataVersion: string;
  /** Every symbol by ticker, also those without prices or market. */
  readonly symbols: readonly IndexedSymbol[];
  /** Tickers that these symbols had before, the first to be given up first. */
  readonly formerTickers: readonly FormerTicker[];
}

/** A symbol and the markets it belongs to. */
export interface ListedSymbol {
  readonly id: number;
  /** As stored and shown: BRK-B, BTC-USD, ^DJI. */
  readonly symbol: string;
  /** The ticker where no name is known. */
  readonly name: string;
  /** Market ids, lowest first. */
  readonly markets: readonly string[];
}

/** A ticker that a symbol had before it was renamed. */
export interface FormerTicker {
  readonly symbolId: number;
  readonly ticker: string;
  readonly until: Date;
}

export interface IndexedSymbol extends ListedSymbol {
  readonly series: StoredSeries | null;
}

export interface SeriesMeta {
  /** Label shown in `receipts.source`. */
  readonly source: string;
  readonly importedAt: Date;
  /** Invented by the sandbox. */
  readonly simulated: boolean;
}

/** What is known of a symbol's prices without reading them. */
export interface StoredSeries extends SeriesMeta {
  /** Content hash. */
  readonly hash: string;
  readonly rows: number;
  readonly firstDay: Day;
  readonly lastDay: Day;
}

/** Highs and lows of a symbol, one a stored session, with the content hash of its series. */
export interface StoredRanges extends Pick<Bars, 'high' | 'low'> {
  readonly hash: string;
}

/** Whom a thread has read all prices. */
export interface BlockReader {
  /** Module whose default function takes a `BlockTask` and returns `StoredBlocks`, or throws when nothing can be read. */
  readonly filename: string;
  /** As `Storage.url`. */
  readonly url: string;
}

export interface BlockTask {
  readonly url: string;
  /** Last final day by market id. */
  readonly finalDays: ReadonlyMap<string, Day>;
  /** What is laid out already. */
  readonly known: readonly KnownBlock[];
  /** Which of the blocks: every `of`th from this one on. */
  readonly from: number;
  readonly of: number;
}

/** Prices as they were at one moment. */
export interface StoredBlocks {
  readonly index: PriceIndex;
  /** By their place among all blocks (`blocksOf`); null for one with a series that cannot be read, or has damage. */
  readonly blocks: ReadonlyMap<number, StoredBlock | null>;
  /** Sessions of the series in them, by market id. */
  readonly days: ReadonlyMap<string, CountedDays>;
}

/** Closes of several symbols, verified and laid out for the kernel (`PriceColumns`). */
export interface StoredBlock {
  /** As `blockName` has it. */
  readonly name: string;
  /** Null when no member has a close, or the block is known. */
  readonly buffer: SharedArrayBuffer | null;
  /** Those who have one, in the order of the columns. */
  readonly members: readonly StoredMember[];
}

/** The visible closes of a symbol, of which there is one at least. */
export interface StoredMember {
  readonly id: number;
  readonly firstDay: Day;
  readonly lastDay: Day;
  /** How many. */
  readonly closes: number;
  /** Another one whenever what is stored of the symbol was written again; null where that cannot be told without reading it. */
  readonly stamp: string | null;
}

/** A block that is in memory. */
export interface KnownBlock {
  readonly name: string;
  readonly buffer: SharedArrayBuffer;
  /** In the order of the columns. */
  readonly members: readonly (StoredMember & { readonly visibleThrough: Day })[];
}
