import type { Day } from '../core/calendar/dates';
import type { CountedDays } from '../core/calendar/dayCounts';
import type { Market } from '../core/calendar/market';
import { alternativeKeys, searchSymbols, tickerKey } from '../core/calendar/ticker';
import type { PriceColumns } from '../core/detection/columns';
import type { CorruptPricesError } from '../storage/errors';
import type { IndexedSymbol, ListedSymbol } from '../storage/prices';

/** A symbol whose prices are in memory, up to the last day that the clock makes visible. */
export interface LoadedSymbol {
  readonly id: number;
  /** Ticker as stored and shown. */
  readonly symbol: string;
  readonly name: string;
  /** Market ids, lowest first. */
  readonly markets: readonly string[];
  /** Revision of the last change of the symbol or its prices, including damage by another client. */
  readonly revision: number;
  /** Source label of its prices. */
  readonly source: string;
  readonly simulated: boolean;
  /** Content hash of the stored series. */
  readonly hash: string;
  /** First and last visible session. */
  readonly firstDay: Day;
  readonly lastDay: Day;
  /** Newest day whose bar is final in one of its markets; later bars are never used. */
  readonly visibleThrough: Day;
  readonly columns: PriceColumns;
  /** Index in `columns`. */
  readonly index: number;
}

/** A symbol whose stored prices were damaged or unusable when they were last read. */
export interface UnreadableSymbol {
  readonly id: number;
  readonly symbol: string;
  readonly markets: readonly string[];
  readonly revision: number;
  readonly visibleThrough: Day;
  readonly damage: CorruptPricesError;
}

/** The prices of a market at one moment. */
export interface MarketPrices {
  readonly market: Market;
  /** Changes with anything in this market that a number depends on, and with nothing else. */
  readonly version: string;
  /** Hash over the tickers and contents of its series: equal data, equal version, on any machine. */
  readonly dataVersion: string;
  /** The days on which it traded, final ones only, ascending (METHOD 1). */
  readonly sessions: Int32Array;
  /** The last session. Null without visible prices. */
  readonly asOf: Day | null;
  /** Symbols with a bar up to `asOf`, by ticker. */
  readonly symbols: readonly LoadedSymbol[];
  readonly unreadable: readonly UnreadableSymbol[];
  /** `symbols` and `unreadable`, by ticker. */
  readonly listed: readonly ListedSymbol[];
}

/** All prices at one moment. Immutable: a request that uses one snapshot sees the same prices throughout. */
export interface Snapshot {
  /** Changes with anything that a number depends on: prices, memberships, readable series, visible days. */
  readonly version: string;
  /** Hash over the stored series. */
  readonly dataVersion: string;
  /** Time of the latest import of a stored series; null without any. */
  readonly pricesStoredAt: Date | null;
  /** Whether the prices are the sandbox's. */
  readonly simulated: boolean;
  /** Every known market by id, also those without prices. */
  readonly markets: ReadonlyMap<string, MarketPrices>;
  readonly symbols: ReadonlyMap<number, LoadedSymbol>;
  readonly unreadable: ReadonlyMap<number, UnreadableSymbol>;
  /** Every known symbol by its `tickerKey`, also those without prices or market. */
  readonly listed: ReadonlyMap<string, ListedSymbol>;
  /** Former tickers by `tickerKey`, most recently given up first. */
  readonly former: ReadonlyMap<string, readonly FormerName[]>;
}

/** Whether there are no prices of any market. */
export function isEmpty({ symbols, unreadable }: Snapshot): boolean {
  return symbols.size === 0 && unreadable.size === 0;
}

/** The revision and days that a snapshot was made from, to detect later changes. */
export interface Basis {
  readonly revision: number;
  /** Last final day by market id. */
  readonly finalDays: ReadonlyMap<string, Day>;
}

export interface Loaded {
  readonly snapshot: Snapshot;
  readonly basis: Basis;
  /** Every symbol by id. */
  readonly indexed: ReadonlyMap<number, IndexedSymbol>;
  /** Sessions of the series in memory, by market id. */
  readonly days: ReadonlyMap<string, CountedDays>;
}

/** A ticker that a symbol had before it was renamed. */
export interface FormerName {
  readonly ticker: string;
  readonly until: Date;
  readonly listed: ListedSymbol;
}

/** Order of distinct symbols by ticker. */
export function byTicker(a: { readonly symbol: string }, b: { readonly symbol: string }): number {
  return a.symbol < b.symbol ? -1 : 1;
}

/** A market has prices, but none of them can be read. */
export class MarketUnreadableError extends Error {
  override readonly name = 'MarketUnreadableError';

  constructor(
    readonly marketId: string,
    readonly symbols: number,
  ) {
    super(`none of the ${symbols} price series of market ${marketId} can be read`);
  }
}

/**
 * A market's prices, empty when it has none.
 *
 * @throws MarketUnreadableError when all its prices are damaged
 */
export function readableMarket(snapshot: Snapshot, marketId: string): MarketPrices {
  const prices = snapshot.markets.get(marketId);
  if (!prices) throw new RangeError(`no market ${marketId}: known are ${[...snapshot.markets.keys()].join(', ')}`);
  if (prices.symbols.length === 0 && prices.unreadable.length > 0)
    throw new MarketUnreadableError(marketId, prices.unreadable.length);
  return prices;
}

/** A version that changes with anything in these markets that a number depends on, and with nothing else. */
export function versionOfMarkets({ simulated, markets }: Snapshot, ids: readonly string[]): string {
  return [simulated, ...ids.map((id) => markets.get(id)?.version)].join(' ');
}

/**
 * Every symbol that a ticker in any spelling could mean: the exact match alone when it exists, else the last symbol that had
 * this ticker, else those stored under an alternative spelling (core/calendar/ticker.ts).
 */
export function symbolsMeant({ listed, former }: Snapshot, ticker: string): readonly ListedSymbol[] {
  const key = tickerKey(ticker);
  if (key === null) return [];
  const exact = listed.get(key) ?? former.get(key)?.[0].listed;
  if (exact) return [exact];
  return alternativeKeys(key).flatMap((alternative) => listed.get(alternative) ?? []);
}

/** Selects some of a market's symbols. */
export interface SymbolFilter {
  /** Start of the ticker, case-insensitive. */
  readonly prefix?: string;
  /** Words of ticker or name; the best matches come first. */
  readonly words?: string;
  /** Omitted = all. */
  readonly limit?: number;
}

/** One page of a market's symbols (SPEC 4.9). */
export interface SymbolPage {
  /** Number of symbols of the market that have prices; any other is a 404. */
  readonly total: number;
  /** Number of them that match the filter. */
  readonly matched: number;
  /** At most `limit`, by ticker or, with `words`, by rank. */
  readonly symbols: readonly ListedSymbol[];
}

export function listedIn({ markets }: Snapshot, marketId: string, filter: SymbolFilter = {}): SymbolPage {
  const members = markets.get(marketId)?.listed ?? [];
  const { prefix = '', words, limit } = filter;
  const from = prefix.trim().toUpperCase().replaceAll('/', '-').replaceAll('.', '-');
  // Stored tickers are canonical; their keys differ only in dots.
  const prefixed = members.filter(({ symbol }) => symbol.replaceAll('.', '-').startsWith(from));
  const matching = words === undefined ? prefixed : searchSymbols(prefixed, words);
  return { total: members.length, matched: matching.length, symbols: matching.slice(0, limit) };
}

/** The last symbol that had a ticker which no symbol has now; undefined otherwise. */
export function formerName({ listed, former }: Snapshot, ticker: string): FormerName | undefined {
  const key = tickerKey(ticker) ?? '';
  return listed.has(key) ? undefined : former.get(key)?.[0];
}

/**
 * The symbol that had a ticker at an instant, whatever its ticker is now. At the instant of its renaming a symbol still has
 * its old ticker, as in records published at that instant.
 */
export function symbolNamed({ symbols, listed, former }: Snapshot, ticker: string, at: Date): LoadedSymbol | undefined {
  const key = tickerKey(ticker) ?? '';
  const names = former.get(key) ?? [];
  const holder = names.findLast(({ until }) => until >= at)?.listed ?? listed.get(key) ?? names.at(0)?.listed;
  return holder && symbols.get(holder.id);
}
