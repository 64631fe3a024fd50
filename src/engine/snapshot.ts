import type { Day } from '../core/calendar/dates';
import type { CountedDays } from '../core/calendar/dayCounts';
import type { Market } from '../core/calendar/market';
import { searchSymbols } from '../core/calendar/symbolSearch';
import { alternativeKeys, tickerKey } from '../core/calendar/ticker';
import type { PriceColumns } from '../core/detection/columns';
import type { CorruptPricesError } from '../storage/errors';
import type { IndexedSymbol, ListedSymbol } from '../storage/prices';

/** A symbol whose prices are in memory, as far as the clock lets them be seen. */
export interface LoadedSymbol {
  readonly id: number;
  /** Ticker as stored and shown. */
  readonly symbol: string;
  readonly name: string;
  /** Market ids, lowest first. */
  readonly markets: readonly string[];
  /** The revision of prices at which anything of it changed last, be it damage by another client. */
  readonly revision: number;
  /** Label of where its prices come from. */
  readonly source: string;
  readonly simulated: boolean;
  /** Content hash of the stored series. */
  readonly hash: string;
  /** First and last visible session. */
  readonly firstDay: Day;
  readonly lastDay: Day;
  /** Newest day whose bar is final in one of its markets: later bars are not shown, however imported. */
  readonly visibleThrough: Day;
  readonly columns: PriceColumns;
  /** Position in `columns`. */
  readonly index: number;
}

/** A symbol whose stored prices were damaged, or none to compute with, when they were last read. */
export interface UnreadableSymbol {
  readonly id: number;
  readonly symbol: string;
  readonly markets: readonly string[];
  readonly revision: number;
  readonly visibleThrough: Day;
  readonly damage: CorruptPricesError;
}

/** What a market's prices are at one moment. */
export interface MarketPrices {
  readonly market: Market;
  /** Differs whenever anything a number depends on differs among its symbols and days, and stays while others change. */
  readonly version: string;
  /** Hash over the tickers and contents of its series: equal data, equal version, on any machine. */
  readonly dataVersion: string;
  /** The days on which it traded, final ones only, ascending (METHOD 1). */
  readonly sessions: Int32Array;
  /** Its last final bar: the last session. Null when it has no visible prices. */
  readonly asOf: Day | null;
  /** With a bar up to `asOf`, by ticker. */
  readonly symbols: readonly LoadedSymbol[];
  readonly unreadable: readonly UnreadableSymbol[];
  /** Those and the unreadable, by ticker. */
  readonly listed: readonly ListedSymbol[];
}

/** All prices at one moment. Never changes: a request that holds on to one sees the same prices throughout. */
export interface Snapshot {
  /** Differs whenever anything a number depends on differs: prices, memberships, what is readable, what is visible. */
  readonly version: string;
  /** Hash over the stored series. */
  readonly dataVersion: string;
  /** When the newest of the stored series was stored; null without any. */
  readonly pricesStoredAt: Date | null;
  /** Whether the prices are the sandbox's. */
  readonly simulated: boolean;
  /** Every known market by id, also those without prices. */
  readonly markets: ReadonlyMap<string, MarketPrices>;
  readonly symbols: ReadonlyMap<number, LoadedSymbol>;
  readonly unreadable: ReadonlyMap<number, UnreadableSymbol>;
  /** Every known symbol by its `tickerKey`, also those without prices or market. */
  readonly listed: ReadonlyMap<string, ListedSymbol>;
  /** What symbols were called before, by the `tickerKey` of those names, the last to be given up first. */
  readonly former: ReadonlyMap<string, readonly FormerName[]>;
}

/** What a snapshot was made from, so that a later look can tell whether anything moved. */
export interface Basis {
  readonly revision: number;
  /** Last final day by market id. */
  readonly finalDays: ReadonlyMap<string, Day>;
}

export interface Loaded {
  readonly snapshot: Snapshot;
  readonly basis: Basis;
  /** Every symbol by id. */
  readonly known: ReadonlyMap<number, IndexedSymbol>;
  /** Sessions of the series in memory, by market id. */
  readonly days: ReadonlyMap<string, CountedDays>;
}

/** A ticker that a symbol had before it was renamed. */
export interface FormerName {
  readonly ticker: string;
  readonly until: Date;
  readonly listed: ListedSymbol;
}

/** A market that has prices, none of which can be read. */
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
 * A market's prices. One without any prices is empty, one whose prices are all damaged fails.
 *
 * @throws MarketUnreadableError
 */
export function readableMarket(snapshot: Snapshot, marketId: string): MarketPrices {
  const prices = snapshot.markets.get(marketId);
  if (!prices) throw new RangeError(`no market ${marketId}: known are ${[...snapshot.markets.keys()].join(', ')}`);
  if (prices.symbols.length === 0 && prices.unreadable.length > 0)
    throw new MarketUnreadableError(marketId, prices.unreadable.length);
  return prices;
}

/** Differs whenever anything differs that a number of some markets depends on, and stays while others change. */
export function versionOfMarkets({ simulated, markets }: Snapshot, ids: readonly string[]): string {
  return [simulated, ...ids.map((id) => markets.get(id)?.version)].join(' ');
}

/**
 * Every symbol a ticker could mean, in any spelling: the exact one alone when it exists (core/calendar/ticker.ts), else the
 * one that was called so last.
 */
export function symbolsMeant({ listed, former }: Snapshot, ticker: string): readonly ListedSymbol[] {
  const key = tickerKey(ticker);
  if (key === null) return [];
  const exact = listed.get(key) ?? former.get(key)?.[0].listed;
  if (exact) return [exact];
  return alternativeKeys(key).flatMap((alternative) => listed.get(alternative) ?? []);
}

/** Which of a market's symbols are meant. */
export interface SymbolFilter {
  /** Of the ticker, without case. */
  readonly prefix?: string;
  /** Words of ticker or name; the likeliest meant come first then. */
  readonly words?: string;
  /** Omitted = all. */
  readonly limit?: number;
}

/** One page of a market's symbols (SPEC 4.9). */
export interface SymbolPage {
  /** Symbols of the market that have prices: every call with another would be a 404. */
  readonly total: number;
  /** Of these, the ones that the filter lets through. */
  readonly matched: number;
  /** At most `limit`, by ticker where no words are looked for. */
  readonly symbols: readonly ListedSymbol[];
}

export function listedIn({ markets }: Snapshot, marketId: string, filter: SymbolFilter = {}): SymbolPage {
  const members = markets.get(marketId)?.listed ?? [];
  const { prefix = '', words, limit } = filter;
  const from = prefix.trim().toUpperCase().replaceAll('/', '-').replaceAll('.', '-');
  // What is stored is canonical: a dot is all that its key does not have.
  const begun = members.filter(({ symbol }) => symbol.replaceAll('.', '-').startsWith(from));
  const matching = words === undefined ? begun : searchSymbols(begun, words);
  return { total: members.length, matched: matching.length, symbols: matching.slice(0, limit) };
}

/** What a ticker was before it was given up, where no symbol has it now; undefined else. */
export function formerName({ listed, former }: Snapshot, ticker: string): FormerName | undefined {
  const key = tickerKey(ticker) ?? '';
  return listed.has(key) ? undefined : former.get(key)?.[0];
}

/**
 * The symbol that was called by a ticker at some instant, whatever it is called now: a ticker that was given up since may
 * be another's. At the very instant of its renaming it has its old name still: what was published then named it so.
 */
export function symbolNamed({ symbols, listed, former }: Snapshot, ticker: string, at: Date): LoadedSymbol | undefined {
  const key = tickerKey(ticker) ?? '';
  const names = former.get(key) ?? [];
  const then = names.findLast(({ until }) => until >= at)?.listed ?? listed.get(key) ?? names.at(0)?.listed;
  return then && symbols.get(then.id);
}
