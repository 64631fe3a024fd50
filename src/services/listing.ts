import type { Caller } from '../access/caller';
import { inScope, requireMarket, upgradeHint } from '../access/scope';
import type { Market } from '../core/calendar/market';
import { type Snapshot, symbolsMeant } from '../engine/snapshot';
import { forbidden, invalidRequest, notFound, upstreamUnavailable } from '../errors';
import { CorruptPricesError } from '../storage/sqlite/prices';
import type { ListedSymbol } from '../storage/sqlite/symbols';
import type { HandlerDeps } from './deps';
import type { Listing } from './symbolYear';

/** A market by id, in the caller's scope. The contract lets only known ids through. @throws forbidden */
export function scopedMarket({ screening, tiers }: HandlerDeps, caller: Caller, marketId: string): Market {
  const market = screening.markets.find(({ id }) => id === marketId);
  if (!market) throw invalidRequest(`market must be an id '0' to '16', got '${marketId}'`);
  requireMarket(caller, market, tiers);
  return market;
}

/**
 * The symbol a ticker means in a market of the caller's scope: the one named, or the lowest that lists it.
 *
 * @throws not_found for an unknown symbol or one without prices, forbidden when only markets out of scope list it,
 *   invalid_request when the ticker could mean several, upstream_unavailable when its stored prices are damaged
 */
export function listingOf(
  deps: HandlerDeps,
  snapshot: Snapshot,
  caller: Caller,
  ticker: string,
  marketId: string | undefined,
): Listing & { readonly note?: string } {
  const market = marketId === undefined ? undefined : scopedMarket(deps, caller, marketId);
  const listed = symbolMeant(snapshot, ticker, market);
  const home = market ?? lowestInScope(deps, caller, listed);
  if (!listed.markets.includes(home.id)) {
    throw notFound(
      `${listed.symbol} is not listed in market ${home.id} (${home.name}); it is in ${marketsOf(listed.markets)}.`,
    );
  }
  const listing = pricedListing(snapshot, listed, home);
  if (market) return listing;
  const others = listed.markets.filter((id) => id !== home.id);
  const also = others.length === 0 ? '' : `; it is also in ${marketsOf(others)}`;
  return { ...listing, note: `'${ticker}' was taken as ${listed.symbol} in market ${home.id} (${home.name})${also}.` };
}

/** The one symbol a ticker means; of several that it could mean, the one that the named market lists. */
function symbolMeant(snapshot: Snapshot, ticker: string, market: Market | undefined): ListedSymbol {
  const candidates = symbolsMeant(snapshot, ticker).filter(({ markets }) => markets.length > 0);
  if (candidates.length === 0) throw notFound(`Unknown symbol '${ticker}': there are no prices of it here.`);
  const fitting = candidates.filter(({ markets }) => market === undefined || markets.includes(market.id));
  if (candidates.length === 1 || fitting.length === 1) return fitting[0] ?? candidates[0];
  const names = candidates.map(({ symbol }) => symbol).join(' or ');
  throw invalidRequest(`symbol '${ticker}' could mean ${names}; give it in full`);
}

function lowestInScope({ screening, tiers }: HandlerDeps, caller: Caller, listed: ListedSymbol): Market {
  const id = listed.markets.find((marketId) => inScope(caller, marketId));
  if (id !== undefined) return screening.markets.find((market) => market.id === id)!;
  throw forbidden(
    `${listed.symbol} is listed in ${marketsOf(listed.markets)}, outside the scope of the ${caller.tier.name} tier. ` +
      upgradeHint(listed.markets[0], tiers),
  );
}

/** A listing with prices to work on. @throws not_found or upstream_unavailable */
export function pricedListing(
  snapshot: Snapshot,
  listed: Pick<ListedSymbol, 'id' | 'symbol'>,
  market: Market,
): Listing {
  const damaged = snapshot.unreadable.get(listed.id);
  if (damaged) throw upstreamUnavailable(damaged.reason);
  const symbol = snapshot.symbols.get(listed.id);
  const lastBar = snapshot.markets.get(market.id)?.asOf ?? null;
  if (!symbol || lastBar === null) throw notFound(`There are no prices of ${listed.symbol} up to today.`);
  return { symbol, market, lastBar };
}

/** `market 0` or `markets 0, 1, 2` */
function marketsOf(ids: readonly string[]): string {
  return `${ids.length === 1 ? 'market' : 'markets'} ${ids.join(', ')}`;
}

/** Runs work that reads stored prices. @throws upstream_unavailable where they are damaged */
export async function readingPrices<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CorruptPricesError) throw upstreamUnavailable(error.message);
    throw error;
  }
}
