import type { Caller } from '../../access/caller';
import { toIso } from '../../core/calendar/dates';
import type { Market } from '../../core/calendar/market';
import type { DetectionRequest } from '../../core/detection/plan';
import { missingNull, reachesFloors } from '../../core/detection/ranking';
import type { Snapshot } from '../../engine/snapshot';
import { invalidRequest } from '../../errors';
import type { Answer, Asker, Input } from '../../operation';
import { closingFields } from '../markets/dataAge';
import { currentPrices, type ServiceDeps } from '../screening/deps';
import { measuredSymbol } from '../screening/evidence';
import { type ListedWindow, listedWindow, rowsWithPredictions, withoutEvidence } from '../screening/opportunities';
import { threadPredictor } from '../screening/predictions';
import { questionFrom } from '../screening/question';
import { requireBand, requireHoldOrder } from '../screening/requestRules';
import { drawsFor } from '../screening/significance';
import { writeAnswer } from '../screening/written';
import { findListing, isStale, type Listing, marketInScope, marketsInScope, staleNote } from './listing';
import { yearRequest, yearSpan } from './namedWindow';
import { searchedBy, symbolSearchContext } from './pinnedSearch';

/**
 * The windows of a symbol through the market year that qualify (SPEC 4.3, 4.4).
 *
 * @throws invalid_request, forbidden, not_found, upstream_unavailable
 */
export async function listSymbolOpportunities(
  deps: ServiceDeps,
  input: Input<'listSymbolOpportunities'>,
  asker: Asker,
): Promise<Answer<'listSymbolOpportunities'>> {
  const { screening } = deps;
  const { caller } = asker;
  const question = questionFrom(input);
  const snapshot = await currentPrices(screening);
  const market = marketInScope(deps, caller, input.market ?? onlyMarket(deps, snapshot, caller, input.symbol));
  if (!market.perSymbolPatterns) throw invalidRequest(noListMessage(deps, market));
  requireHoldOrder(question);
  requireBand(market, question);
  const listing = findListing(deps, snapshot, caller, { symbol: input.symbol, market: market.id });
  const { symbol } = listing;
  const request = yearRequest(listing, { ...question, ...yearSpan(screening.clock.marketYear()) });
  const listed = await listedYear(deps, snapshot, listing, request, asker);
  const shown = listed.filter((row) => reachesFloors(evidenceOf(row), row.significance, question.floors));
  const { rows, reserved } = await rowsWithPredictions(deps, market, shown, asker);
  const notes = [listing.note, staleNote(listing, listing.asOf)].filter((note) => note !== undefined);
  const parts = () => ({
    before: { symbol: symbol.symbol, market: market.id },
    rows,
    missingNull: missingNull(question.floors, listed),
    remaining: reserved.remaining,
    after: {
      ...(notes.length === 0 ? {} : { note: notes.join(' ') }),
      ...closingFields(screening, snapshot, toIso(listing.asOf), [listing]),
    },
  });
  return reserved.show(async () => writeAnswer(screening.engine, 'listSymbolOpportunities', parts(), asker));
}

function evidenceOf({ evidence }: ListedWindow) {
  return typeof evidence === 'string' ? null : evidence;
}

/**
 * The windows found in a symbol's market year. If no window could be observed in any year, there is a single row without
 * evidence, for the first entry and the shortest hold (METHOD 1).
 */
async function listedYear(
  { screening }: ServiceDeps,
  snapshot: Snapshot,
  listing: Listing,
  request: DetectionRequest,
  asker: Asker,
): Promise<ListedWindow[]> {
  const { symbol, market } = listing;
  const { engine, nulls, clock } = screening;
  // Each entry is searched as of the day before it, when a symbol that stopped trading this year was still alive.
  const isOver = isStale(symbol, listing);
  const predictor = threadPredictor(await screening.predictions.over(snapshot), clock.today());
  const cameTrue = await screening.cameTrue.of(listing);
  const input = {
    ...measuredSymbol(symbol, market, cameTrue),
    draws: drawsFor(nulls, request),
    predictor,
    request,
    isOver,
  };
  const { rows, isObserved } = await engine.run('listYear', input, asker);
  if (rows.length > 0) {
    const significanceContext = await symbolSearchContext(screening, listing, { request }, 'found', asker.caller);
    const foundBy = searchedBy(request);
    return rows.map(({ found, ...row }) => {
      const named = { ...row, loaded: symbol, foundBy };
      return found === null
        ? withoutEvidence(named, 'no_data')
        : listedWindow(named, found, significanceContext, cameTrue);
    });
  }
  const [first] = request.entries;
  if (first === undefined || isObserved) return [];
  const { years, cycle, minHold } = request;
  const window = { entry: first.day, end: first.day + minHold - 1, years, cycle, asOf: first.asOf };
  return [withoutEvidence({ loaded: symbol, window, direction: 'long', foundBy: null }, 'no_data')];
}

/**
 * The only market that the key reaches (SPEC 4.3).
 *
 * @throws invalid_request when it reaches several, naming those that have a list of the symbol; otherwise as
 *   `marketsInScope`
 */
function onlyMarket(deps: ServiceDeps, snapshot: Snapshot, caller: Caller, ticker: string): string {
  const reached = caller.tier.markets;
  if (reached.length === 1) return reached[0];
  const { symbol, markets } = marketsInScope(deps, snapshot, caller, ticker);
  const withLists = markets.filter((market) => market.perSymbolPatterns);
  if (withLists.length === 0) throw invalidRequest(noListMessage(deps, markets[0]));
  const names = withLists.map(({ id, name }) => `${id} (${name})`).join(', ');
  throw invalidRequest(`market is required, as this key reaches more than one: ${symbol} is in ${names}.`);
}

function noListMessage({ screening }: ServiceDeps, market: Market): string {
  const ids = screening.markets.filter((m) => m.perSymbolPatterns).map((m) => m.id);
  return `market must be one of ${ids.join(', ')}: per-symbol lists do not exist in ${market.id} (${market.name})`;
}
