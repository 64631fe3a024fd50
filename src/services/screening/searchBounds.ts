import { detectionBand, type Market } from '../../core/calendar/market';
import { LONGEST_DAYS, SHORTEST_DAYS } from '../../core/window/window';
import { invalidRequest } from '../../errors';

/** Candidates that are verified before filters, ranking and limit apply (SPEC 4.1 rule 2). */
export const POOL_SIZE = 50;
/** Default holds, calendar days (METHOD 5). */
const DEFAULT_HOLDS = { min: 5, max: 120 } as const;

/** The requested holds, calendar days. */
export interface HoldRequest {
  readonly minHold?: number;
  readonly maxHold?: number;
}

/** The holds to search. If a requested bound lies beyond the default of the other, that other bound opens to its limit. */
export function holdBounds(requested: HoldRequest): Required<HoldRequest> {
  const { min, max } = DEFAULT_HOLDS;
  const { minHold = (requested.maxHold ?? max) < min ? SHORTEST_DAYS : min } = requested;
  const { maxHold = (requested.minHold ?? min) > max ? LONGEST_DAYS : max } = requested;
  return { minHold, maxHold };
}

/** @throws invalid_request when min_days is above max_days */
export function requireHoldOrder({ minHold, maxHold }: HoldRequest): void {
  if (minHold !== undefined && maxHold !== undefined && minHold > maxHold) {
    throw invalidRequest(`min_days must not be above max_days; got min_days=${minHold} and max_days=${maxHold}`);
  }
}

/** The lookback, and how many of its years must have won; by default the market's usual number. */
export interface BandRequest {
  readonly years: number;
  readonly minWins?: number;
}

/** Whether a market's detection band contains the requested number of winning years. */
export function isInBand(market: Market, { years, minWins }: BandRequest): boolean {
  const { min, max } = detectionBand(market, years);
  return minWins === undefined || (minWins >= min && minWins <= max);
}

/** The text of a refusal, naming the accepted range of `min_winning_years` in a market. */
export function bandMessage(market: Market, { years, minWins }: BandRequest): string {
  const { min, max } = detectionBand(market, years);
  return `min_winning_years must lie in ${min}..${max} for market ${market.id} (${market.name}) at years=${years}; got ${minWins}`;
}

/** @throws invalid_request naming the market's band */
export function requireBand(market: Market, requested: BandRequest): void {
  if (!isInBand(market, requested)) throw invalidRequest(bandMessage(market, requested));
}
