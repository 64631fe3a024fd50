import type { Caller } from '../../access/caller';
import { inScope, outOfScope } from '../../access/scope';
import type { View } from '../../answers/views';
import type { Market } from '../../core/calendar/market';
import { resolveMarketTokens } from '../../core/calendar/marketTokens';
import { type DateRange, resolveScanWindow } from '../../core/calendar/scanWindow';
import { forbidden, invalidRequest } from '../../errors';
import type { Input } from '../../operation';
import { requireMarketYear } from './dates';
import type { ServiceDeps } from './deps';
import { type Question, questionOf } from './question';
import type { PageQuery } from './scanPage';
import { type BandRequest, isInBand, requireBand, requireHoldOrder } from './searchBounds';

export interface ScanQuestion extends Question, PageQuery {
  /** Ids, names and aliases, comma-separated; omitted = the default universe as far as it is in scope. */
  readonly markets?: string;
  /** `now`, `next_2_weeks`, `next_month` or `A..B`. */
  readonly window: string;
  readonly view: View;
  /** Whether the first card brings its charts. */
  readonly withChart: boolean;
}

/** What the parameters of GET /scan ask (SPEC 4.1). */
export function scanQuestion(input: Input<'scanMarkets'>): ScanQuestion {
  const { markets, window, pool, rank_by: rankBy, limit, view, include } = input;
  return { ...questionOf(input), markets, window, pool, rankBy, limit, view, withChart: include === 'chart' };
}

type Asking = Pick<ServiceDeps, 'screening' | 'tiers'>;

/** What a scan is to look at, once its question has been found to be one that can be asked. */
interface CheckedScan {
  readonly inBand: readonly Market[];
  readonly outOfBand: readonly Market[];
  readonly marketsNote?: string;
  readonly range: DateRange;
}

/**
 * Holds a question to what the contract cannot say of it.
 *
 * @throws invalid_request naming the parameter, forbidden when no market asked for is in scope
 */
export function requireScan(deps: Asking, caller: Caller, asked: ScanQuestion): CheckedScan {
  const { markets, note: marketsNote, single } = requestedMarkets(deps, caller, asked.markets);
  if (single) requireBand(markets[0], asked);
  requireHoldOrder(asked);
  return { ...splitByBand(markets, asked), marketsNote, range: requestedRange(deps, asked.window) };
}

interface RequestedMarkets {
  readonly markets: readonly Market[];
  /** Whether the request names one market and no other: its faults are errors then, and notes otherwise (SPEC 4.1, 7). */
  readonly single: boolean;
  readonly note?: string;
}

/** The markets of the request in the caller's scope, and a note about the tokens that gave none. */
function requestedMarkets({ screening, tiers }: Asking, caller: Caller, list: string | undefined): RequestedMarkets {
  const isInScope = (market: Market) => inScope(caller, market.id);
  // The default universe is intersected with the scope without a word (SPEC 2.1).
  if (list === undefined) {
    return { markets: screening.markets.filter((m) => m.scannedByDefault && isInScope(m)), single: false };
  }
  const resolved = resolveMarketTokens(list, screening.markets);
  const markets = resolved.markets.filter(isInScope);
  const unknown = resolved.unknown.map((token) => `'${token}'`).join(', ');
  if (resolved.markets.length === 0) {
    throw invalidRequest(
      `markets must name a market by id '0' to '16', name or alias, for instance 2, sp500 or S&P 500 STOCKS ` +
        `(GET /markets lists them); got '${list}'.`,
    );
  }
  const outside = resolved.markets.filter((market) => !isInScope(market));
  const refusals = outside.map((market) => outOfScope(caller, market, tiers));
  if (markets.length === 0) throw forbidden(refusals.join(' '));
  const notes = [
    ...(unknown === '' ? [] : [`Unknown markets were ignored: ${unknown}.`]),
    ...refusals.map((refusal) => `Skipped: ${refusal}`),
  ];
  const single = resolved.markets.length === 1;
  return notes.length === 0 ? { markets, single } : { markets, single, note: notes.join(' ') };
}

/** Markets whose detection band holds the asked number of winning years, and the others (SPEC 4.1). */
function splitByBand(markets: readonly Market[], asked: BandRequest) {
  return {
    inBand: markets.filter((market) => isInBand(market, asked)),
    outOfBand: markets.filter((market) => !isInBand(market, asked)),
  };
}

function requestedRange({ screening: { clock } }: Pick<ServiceDeps, 'screening'>, window: string): DateRange {
  const range = resolveScanWindow(window, clock.today());
  if ('fault' in range) throw invalidRequest(range.fault);
  requireMarketYear(clock, 'window start', range.start);
  return range;
}
