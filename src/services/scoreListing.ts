import type { Caller } from '../access/caller';
import { inScope, upgradeHint } from '../access/scope';
import type { Market } from '../core/calendar/market';
import { type Snapshot, symbolsMeant } from '../engine/snapshot';
import { forbidden } from '../errors';
import type { ListedSymbol } from '../storage/sqlite/symbols';
import type { HandlerDeps } from './deps';
import type { Listing } from './symbolYear';

/** A window's symbol as POST /score is sent it. */
export interface AskedListing {
  readonly symbol: string;
  readonly market?: string;
}

/** What an item is of; a text says why it stays unscored. */
export type ScoreListing = Listing | string;

/**
 * The listing of each item: in its own market, or in the first ML-eligible one that lists the symbol, one in scope
 * before others (DESIGN 5, "POST /score"). An item without prices is no error.
 *
 * @throws forbidden naming every item whose market is not eligible or out of scope (SPEC 4.11 rule 1)
 */
export function scoreListings(
  deps: HandlerDeps,
  snapshot: Snapshot,
  caller: Caller,
  asked: readonly AskedListing[],
): ScoreListing[] {
  const refusals = new Set<string>();
  const listings = asked.map((one): ScoreListing => {
    const candidates = symbolsMeant(snapshot, one.symbol).filter(({ markets }) => markets.length > 0);
    const market = marketOf(deps, caller, one, candidates);
    if (market === null) return unknown(one, candidates);
    const refusal = refusalOf(deps, caller, one, market);
    if (refusal !== null) refusals.add(refusal);
    return refusal ?? listingIn(snapshot, one, candidates, market);
  });
  if (refusals.size > 0) throw forbidden([...refusals].slice(0, MOST_NAMED).join(' '));
  return listings;
}

/** A refusal of a thousand items would help nobody. */
const MOST_NAMED = 5;

/** The market an item is scored in; null when the symbol is unknown or could mean several. */
function marketOf(
  { screening }: HandlerDeps,
  caller: Caller,
  { market }: AskedListing,
  candidates: readonly ListedSymbol[],
): Market | null {
  if (market !== undefined) return screening.markets.find(({ id }) => id === market)!;
  if (candidates.length !== 1) return null;
  const listed = screening.markets.filter(({ id }) => candidates[0].markets.includes(id));
  const eligible = listed.filter(({ mlEligible }) => mlEligible);
  return eligible.find(({ id }) => inScope(caller, id)) ?? eligible[0] ?? listed[0];
}

function refusalOf(
  { screening, tiers }: HandlerDeps,
  caller: Caller,
  { symbol }: AskedListing,
  { id, name, mlEligible }: Market,
): string | null {
  if (!mlEligible) {
    const eligible = screening.markets.filter((market) => market.mlEligible).map((market) => market.id);
    return `'${symbol}': market ${id} (${name}) is not eligible for predictions; eligible are ${eligible.join(', ')}.`;
  }
  if (inScope(caller, id)) return null;
  return `'${symbol}': market ${id} (${name}) is outside the scope of the ${caller.tier.name} tier. ${upgradeHint(id, tiers)}`;
}

function listingIn(
  snapshot: Snapshot,
  asked: AskedListing,
  candidates: readonly ListedSymbol[],
  market: Market,
): ScoreListing {
  const members = candidates.filter(({ markets }) => markets.includes(market.id));
  if (candidates.length === 0 || members.length > 1) return unknown(asked, candidates);
  if (members.length === 0) return `symbol '${asked.symbol}' is not listed in market ${market.id} (${market.name}).`;
  const symbol = snapshot.symbols.get(members[0].id);
  const lastBar = snapshot.markets.get(market.id)?.asOf ?? null;
  if (!symbol || lastBar === null) return `there are no prices of '${asked.symbol}' to predict from.`;
  return { symbol, market, lastBar };
}

function unknown({ symbol }: AskedListing, candidates: readonly ListedSymbol[]): string {
  if (candidates.length === 0) return `unknown symbol '${symbol}'.`;
  return `symbol '${symbol}' could mean ${candidates.map((one) => one.symbol).join(' or ')}; give it in full.`;
}
