import type { Caller } from '../../access/caller';
import { inScope, outsideWhat, requireMarket } from '../../access/tiers';
import { NO_PRICES } from '../../answers/phrases';
import { type Day, toIso } from '../../core/calendar/dates';
import type { Market } from '../../core/calendar/market';
import { lastSession } from '../../core/detection/columns';
import {
  formerName,
  isEmpty,
  type LoadedSymbol,
  type MarketPrices,
  type Snapshot,
  symbolsMeant,
} from '../../engine/snapshot';
import { refusalOf } from '../../engine/tasks/thread';
import { ApiError, type ErrorCode, forbidden, invalidRequest, notFound } from '../../errors';
import type { ListedSymbol } from '../../storage/prices';
import type { ServiceDeps } from '../screening/deps';

/** A symbol as one market lists it, with the prices of that market. */
export interface Listing extends MarketPrices {
  readonly symbol: LoadedSymbol;
  /** The last session of the market. */
  readonly asOf: Day;
}

/** The listing that a ticker resolved to. */
export interface ResolvedListing extends Listing {
  /** A note when the market was chosen for the request, or the ticker is a former one. */
  readonly note?: string;
}

/** A ticker as a request names it. */
export interface RequestedSymbol {
  readonly symbol: string;
  /** Omitted = the lowest market in scope that lists it. */
  readonly market?: string;
}

/** Whether a symbol's bars end more than the gap limit before those of its market (METHOD 5). */
export function isStale({ lastDay }: LoadedSymbol, { market, asOf }: MarketPrices): boolean {
  return asOf !== null && asOf - lastDay > market.gapLimit;
}

/** That a symbol stopped trading before `asOf`: it is analyzed all the same (METHOD 5). Undefined if it did not. */
export function staleNote({ symbol, market, asOf: lastBar }: Listing, asOf: Day): string | undefined {
  const last = lastSession(symbol.columns, symbol.index, asOf);
  if (last === null || asOf - last <= market.gapLimit) return undefined;
  const upTo = asOf === lastBar ? '' : ` up to ${toIso(asOf)}`;
  return `The last bar of ${symbol.symbol}${upTo} is of ${toIso(last)}, ${asOf - last} days before the last of its market.`;
}

/** A market by id, in the caller's scope. The contract admits only known ids. @throws forbidden */
export function marketInScope({ screening, tiers }: ServiceDeps, caller: Caller, marketId: string): Market {
  const market = screening.markets.find(({ id }) => id === marketId)!;
  requireMarket(caller, market, tiers);
  return market;
}

/**
 * Resolves a ticker to a symbol in a market of the caller's scope: the named market, or the lowest that lists it.
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
  const listed = resolveSymbol(snapshot, ticker, market);
  const home = market ?? requireInScope(deps, caller, listed)[0];
  if (!listed.markets.includes(home.id)) {
    throw notFound(
      `${listed.symbol} is not listed in market ${home.id} (${home.name}); it is in ${marketsText(listed.markets)}.`,
    );
  }
  const listing = pricedListing(snapshot, listed, home);
  const renamed = renamedNote(snapshot, ticker);
  if (market) return renamed === undefined ? listing : { ...listing, note: renamed };
  const others = listed.markets.filter((id) => id !== home.id);
  const also = others.length === 0 ? '' : `; it is also in ${marketsText(others)}`;
  const choice = `'${ticker}' was taken as ${listed.symbol} in market ${home.id} (${home.name})${also}.`;
  return { ...listing, note: renamed === undefined ? choice : `${renamed} ${choice}` };
}

/** The note about a ticker that was renamed. */
function renamedNote(snapshot: Snapshot, ticker: string): string | undefined {
  const name = formerName(snapshot, ticker);
  return name && `${name.ticker} was renamed ${name.listed.symbol} on ${name.until.toISOString().slice(0, 10)}.`;
}

/** The listed symbols that a ticker could mean. */
export function matchingSymbols(snapshot: Snapshot, ticker: string): readonly ListedSymbol[] {
  return symbolsMeant(snapshot, ticker).filter(({ markets }) => markets.length > 0);
}

/** The one symbol a ticker means; of several that it could mean, the one that the named market lists. */
function resolveSymbol(snapshot: Snapshot, ticker: string, market: Market | undefined): ListedSymbol {
  const candidates = matchingSymbols(snapshot, ticker);
  if (candidates.length === 0) {
    const missing = isEmpty(snapshot) ? NO_PRICES : 'there are no prices of it here.';
    throw notFound(`Unknown symbol '${ticker}': ${missing}`);
  }
  const fitting = candidates.filter(({ markets }) => market === undefined || markets.includes(market.id));
  if (candidates.length === 1 || fitting.length === 1) return fitting[0] ?? candidates[0];
  const names = candidates.map(({ symbol }) => symbol).join(' or ');
  throw invalidRequest(`symbol '${ticker}' could mean ${names}; give it in full`);
}

/**
 * A ticker's symbol, and the markets of the caller's scope that list it.
 *
 * @throws not_found for an unknown symbol, forbidden when only markets out of scope list it, invalid_request when the ticker
 *   could mean several
 */
export function marketsInScope(
  deps: ServiceDeps,
  snapshot: Snapshot,
  caller: Caller,
  ticker: string,
): { readonly symbol: string; readonly markets: readonly Market[] } {
  const listed = resolveSymbol(snapshot, ticker, undefined);
  return { symbol: listed.symbol, markets: requireInScope(deps, caller, listed) };
}

/** The markets of the caller's scope that list a symbol, lowest id first. @throws forbidden without one */
function requireInScope({ screening, tiers }: ServiceDeps, caller: Caller, listed: ListedSymbol): Market[] {
  const ids = listed.markets.filter((marketId) => inScope(caller, marketId));
  if (ids.length > 0) return ids.map((id) => screening.markets.find((market) => market.id === id)!);
  throw forbidden(
    `${listed.symbol} is listed in ${marketsText(listed.markets)}, outside ${outsideWhat(caller, listed.markets[0], tiers)}`,
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
  return { ...prices, symbol, asOf: prices.asOf };
}

/** `market 0` or `markets 0, 1, 2` */
function marketsText(ids: readonly string[]): string {
  return `${ids.length === 1 ? 'market' : 'markets'} ${ids.join(', ')}`;
}

/** The order of precedence when several tickers are refused. Server faults come last: the client cannot fix them. */
const CLIENT_ERROR_CODES: readonly ErrorCode[] = ['invalid_request', 'not_found', 'forbidden'];

/**
 * The listings of several tickers, in their order.
 *
 * @throws ApiError like `findListing`, naming every refused ticker and the reason, not only the first
 */
export function findListings(
  deps: ServiceDeps,
  snapshot: Snapshot,
  caller: Caller,
  requests: readonly RequestedSymbol[],
): Listing[] {
  const refused: ApiError[] = [];
  const listings = requests.flatMap((request) => {
    try {
      return [findListing(deps, snapshot, caller, request)];
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refused.push(error);
      return [];
    }
  });
  if (refused.length > 0) throw combinedRefusal(refused);
  return listings;
}

function combinedRefusal(refused: readonly ApiError[]): ApiError {
  const clientErrors = refused.filter(({ code }) => CLIENT_ERROR_CODES.includes(code));
  const code = CLIENT_ERROR_CODES.find((request) => clientErrors.some((error) => error.code === request));
  if (code === undefined) return refused[0];
  return new ApiError(code, [...new Set(clientErrors.map(({ message }) => message))].join(' '));
}
