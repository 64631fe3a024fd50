import { detectionBand, type Market } from '../../core/calendar/market';
import { LONGEST_DAYS, SHORTEST_DAYS } from '../../core/window/horizon';
import { invalidRequest } from '../../errors';

/** Candidates that are verified before filters, ranking and limit apply (SPEC 4.1 rule 2). */
export const POOL_SIZE = 50;
/** Holds looked at unless asked otherwise, calendar days (METHOD 5). */
const DEFAULT_HOLDS = { min: 5, max: 120 } as const;

/** Holds to look at, calendar days, as far as they are asked for. */
export interface HoldRequest {
  readonly minHold?: number;
  readonly maxHold?: number;
}

/** The holds to look at. A bound that is asked for beyond the other one's default opens that side to its limit. */
export function holdBounds(asked: HoldRequest): Required<HoldRequest> {
  const { min, max } = DEFAULT_HOLDS;
  const { minHold = (asked.maxHold ?? max) < min ? SHORTEST_DAYS : min } = asked;
  const { maxHold = (asked.minHold ?? min) > max ? LONGEST_DAYS : max } = asked;
  return { minHold, maxHold };
}

/** @throws invalid_request when both bounds are given the wrong way round */
export function requireHoldOrder({ minHold, maxHold }: HoldRequest): void {
  if (minHold !== undefined && maxHold !== undefined && minHold > maxHold) {
    throw invalidRequest(`min_days must not be above max_days; got min_days=${minHold} and max_days=${maxHold}`);
  }
}

/** The lookback, and how many of its years must have won: the market's usual number unless asked otherwise. */
export interface BandRequest {
  readonly years: number;
  readonly minWins?: number;
}

/** Whether a market's detection band holds the asked number of winning years. */
export function isInBand(market: Market, { years, minWins }: BandRequest): boolean {
  const { min, max } = detectionBand(market, years);
  return minWins === undefined || (minWins >= min && minWins <= max);
}

/** What `min_winning_years` may be in a market, for refusals. */
export function bandMessage(market: Market, { years, minWins }: BandRequest): string {
  const { min, max } = detectionBand(market, years);
  return `min_winning_years must lie in ${min}..${max} for market ${market.id} (${market.name}) at years=${years}; got ${minWins}`;
}

/** @throws invalid_request naming the market's band */
export function requireBand(market: Market, asked: BandRequest): void {
  if (!isInBand(market, asked)) throw invalidRequest(bandMessage(market, asked));
}
