import { acceptedDates, type Clock } from '../../clock';
import { type Day, toIso, yearOf } from '../../core/calendar/dates';
import { detectionBand, type Market } from '../../core/calendar/market';
import { type Period, type PresetWindow, presetWindow } from '../../core/window/presets';
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

/** The lookback, and how many of its years must have won. */
export interface BandRequest {
  readonly years: number;
  /** Winning years that a window needs; omitted = about 90 % of a symbol's own years (METHOD 5). */
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

/** Oldest year of a date parameter: no daily prices are older. */
const OLDEST_YEAR = 1900;
/** How far ahead of today a pinned entry may lie, calendar days: every entry that GET /analyze recommends is accepted. */
const PINNED_AHEAD = 366;

/** A date in the current US market year, or tomorrow at the New Year boundary (SPEC 9.4). The default is today. */
export function marketYearDay(clock: Clock, name: string, day: Day | undefined): Day {
  if (day === undefined) return clock.today();
  requireMarketYear(clock, name, day);
  return day;
}

/** @throws invalid_request naming the dates that are accepted today */
export function requireMarketYear(clock: Clock, name: string, day: Day): void {
  if (clock.acceptsDate(day)) return;
  const { first, last } = acceptedDates(clock.today());
  throw invalidRequest(
    `${name} must lie in the current US market year, ${toIso(first)} to ${toIso(last)}; got ${toIso(day)}`,
  );
}

/**
 * Checks the entry date of /analyze and /compare: any past year, and up to 366 days ahead (DESIGN 5 "Analyze"). SPEC 4.1
 * rule 5 refers callers to them for research on exact windows; every other date obeys SPEC 9.4.
 *
 * @throws invalid_request naming the dates that are accepted today
 */
export function requireResearchDay(clock: Clock, day: Day | undefined): void {
  if (day === undefined) return;
  const last = clock.today() + PINNED_AHEAD;
  if (day <= last && yearOf(day) >= OLDEST_YEAR) return;
  throw invalidRequest(
    `entry_date must lie between ${OLDEST_YEAR}-01-01 and ${toIso(last)}, ${PINNED_AHEAD} days ahead; got ${toIso(day)}`,
  );
}

/** A window by name rather than by dates. */
interface RequestedPreset {
  readonly period?: Period;
  /** The rest of the year instead. */
  readonly reverse: boolean;
}

/** The window of `period` and `reverse`; undefined when the request has neither. @throws invalid_request */
export function requestedPreset(clock: Clock, { period, reverse }: RequestedPreset): PresetWindow | undefined {
  if (period === undefined && !reverse) return undefined;
  const preset = presetWindow(period ?? null, reverse, clock.today());
  if ('fault' in preset) throw invalidRequest(preset.fault);
  return preset;
}
