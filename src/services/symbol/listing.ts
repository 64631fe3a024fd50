import type { Caller } from '../../access/caller';
import { inScope, outsideWhat, requireMarket } from '../../access/scope';
import type { Day } from '../../core/calendar/dates';
import type { Market } from '../../core/calendar/market';
import { formerName, type LoadedSymbol, type Snapshot, symbolsMeant } from '../../engine/snapshot';
import { refusalOf } from '../../engine/tasks/refusals';
import { ApiError, type ErrorCode, forbidden, invalidRequest, notFound } from '../../errors';
import type { ListedSymbol } from '../../storage/prices';
import type { ServiceDeps } from '../screening/deps';

/** A symbol as one market lists it. */
export interface Listing {
  readonly symbol: LoadedSymbol;
  readonly market: Market;
  /** Last final bar of the market. */
  readonly lastBar: Day;
  /** The days on which the market traded, final ones only, ascending. */
  readonly sessions: Int32Array;
}

/** The listing that a ticker was taken for. */
export interface ResolvedListing extends Listing {
  /** What was chosen, where the request named no market or the ticker is a former one. */
  readonly note?: string;
}

/** A ticker as a request names it. */
export interface RequestedSymbol {
  readonly symbol: string;
  /** Omitted = the lowest market in scope that lists it. */
  readonly market?: string;
}

/** Whether a symbol's bars end more than the gap limit before those of its market (METHOD 5). */
export function isStale({ symbol, market, lastBar }: Listing): boolean {
  return lastBar - symbol.lastDay > market.gapLimit;
}

/** A market by id, in the caller's scope. The door lets only known ids through. @throws forbidden */
export function marketInScope({ screening, tiers }: ServiceDeps, caller: Caller, marketId: string): Market {
  const market = screening.markets.find(({ id }) => id === marketId)!;
  requireMarket(caller, market, tiers);
  return market;
}

/**
 * The symbol a ticker means in a market of the caller's scope: the one named, or the lowest that lists it.
 *
 * @throws not_found for an unknown symbol or one without prices, forbidden when only markets out of scope list it,
 *   invalid_request when the ticker could mean several, upstream_unavailable when its stored prices are damaged
 */
export function findListing(
  deps: ServiceDeps,
  snapshot: Snapshot,
  caller: Caller,
  { symbol: ticker, market: marketId }: RequestedSymbol,
): ResolvedListing {
  const market = marketId === undefined ? undefined : marketInScope(deps, caller, marketId);
  const listed = symbolMeant(snapshot, ticker, market);
  const home = market ?? lowestInScope(deps, caller, listed);
  if (!listed.markets.includes(home.id)) {
    throw notFound(
      `${listed.symbol} is not listed in market ${home.id} (${home.name}); it is in ${marketsNamed(listed.markets)}.`,
    );
  }
  const listing = pricedListing(snapshot, listed, home);
  const renamed = renamedNote(snapshot, ticker);
  if (market) return renamed === undefined ? listing : { ...listing, note: renamed };
  const others = listed.markets.filter((id) => id !== home.id);
  const also = others.length === 0 ? '' : `; it is also in ${marketsNamed(others)}`;
  const taken = `'${ticker}' was taken as ${listed.symbol} in market ${home.id} (${home.name})${also}.`;
  return { ...listing, note: renamed === undefined ? taken : `${renamed} ${taken}` };
}

/** What is said where a ticker is one that its symbol had before. */
function renamedNote(snapshot: Snapshot, ticker: string): string | undefined {
  const name = formerName(snapshot, ticker);
  return name && `${name.ticker} was renamed ${name.listed.symbol} on ${name.until.toISOString().slice(0, 10)}.`;
}

/** The listed symbols that a ticker could mean. */
export function listedSymbolsMeant(snapshot: Snapshot, ticker: string): readonly ListedSymbol[] {
  return symbolsMeant(snapshot, ticker).filter(({ markets }) => markets.length > 0);
}

/** The one symbol a ticker means; of several that it could mean, the one that the named market lists. */
function symbolMeant(snapshot: Snapshot, ticker: string, market: Market | undefined): ListedSymbol {
  const candidates = listedSymbolsMeant(snapshot, ticker);
  if (candidates.length === 0) throw notFound(`Unknown symbol '${ticker}': there are no prices of it here.`);
  const fitting = candidates.filter(({ markets }) => market === undefined || markets.includes(market.id));
  if (candidates.length === 1 || fitting.length === 1) return fitting[0] ?? candidates[0];
  const names = candidates.map(({ symbol }) => symbol).join(' or ');
  throw invalidRequest(`symbol '${ticker}' could mean ${names}; give it in full`);
}

function lowestInScope({ screening, tiers }: ServiceDeps, caller: Caller, listed: ListedSymbol): Market {
  const id = listed.markets.find((marketId) => inScope(caller, marketId));
  if (id !== undefined) return screening.markets.find((market) => market.id === id)!;
  throw forbidden(
    `${listed.symbol} is listed in ${marketsNamed(listed.markets)}, outside ${outsideWhat(caller, listed.markets[0], tiers)}`,
  );
}

/** A listing with prices to work on. @throws not_found or upstream_unavailable */
function pricedListing(snapshot: Snapshot, listed: ListedSymbol, market: Market): Listing {
  const damaged = snapshot.unreadable.get(listed.id);
  if (damaged) throw refusalOf(damaged.damage);
  const listing = listingWithPrices(snapshot, listed, market);
  if (!listing) throw notFound(`There are no prices of ${listed.symbol} up to today.`);
  return listing;
}

/** A symbol in a market that lists it; null without prices to work on. */
export function listingWithPrices(snapshot: Snapshot, { id }: ListedSymbol, market: Market): Listing | null {
  const symbol = snapshot.symbols.get(id);
  const prices = snapshot.markets.get(market.id);
  if (symbol === undefined || prices === undefined || prices.asOf === null) return null;
  // Its first bars wait for those of its market (METHOD 1).
  if (symbol.firstDay > prices.asOf) return null;
  return { symbol, market, lastBar: prices.asOf, sessions: prices.sessions };
}

/** `market 0` or `markets 0, 1, 2` */
function marketsNamed(ids: readonly string[]): string {
  return `${ids.length === 1 ? 'market' : 'markets'} ${ids.join(', ')}`;
}

/** Which refusal answers for several. A fault of the server comes last: the client cannot mend it. */
const GRAVEST_FIRST: readonly ErrorCode[] = ['invalid_request', 'not_found', 'forbidden'];

/**
 * The listings of several tickers, in their order.
 *
 * @throws ApiError as `findListing` does, naming every ticker that has none and why, not only the first
 */
export function findListings(
  deps: ServiceDeps,
  snapshot: Snapshot,
  caller: Caller,
  asked: readonly RequestedSymbol[],
): Listing[] {
  const refused: ApiError[] = [];
  const listings = asked.flatMap((one) => {
    try {
      return [findListing(deps, snapshot, caller, one)];
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refused.push(error);
      return [];
    }
  });
  if (refused.length > 0) throw refusalOfAll(refused);
  return listings;
}

function refusalOfAll(refused: readonly ApiError[]): ApiError {
  const mendable = refused.filter(({ code }) => GRAVEST_FIRST.includes(code));
  const code = GRAVEST_FIRST.find((one) => mendable.some((error) => error.code === one));
  if (code === undefined) return refused[0];
  return new ApiError(code, [...new Set(mendable.map(({ message }) => message))].join(' '));
}
