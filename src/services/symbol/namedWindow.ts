import { type Day, dayOf, optionalDay, toIso } from '../../core/calendar/dates';
import { lastSessionBefore, sessionsOver } from '../../core/calendar/marketSessions';
import { lastSession } from '../../core/detection/columns';
import { type DetectionRequest, FEWEST_YEARS } from '../../core/detection/plan';
import type { PresetWindow } from '../../core/window/presets';
import type { Direction, WindowSpec } from '../../core/window/window';
import type { MarketPrices } from '../../engine/snapshot';
import { type ApiError, notFound } from '../../errors';
import { detectionRequest, type Lookback, type SearchQuestion } from '../screening/question';
import type { Listing } from './listing';

/** A request for one window, with the program's names of its entry, hold and cycle. */
export function windowQuestion<T extends { entry_date?: string; days_out?: number; pe_cycle: unknown }>(input: T) {
  return {
    ...input,
    entry: optionalDay(input.entry_date),
    hold: input.days_out as T['days_out'],
    cycle: input.pe_cycle as T['pe_cycle'],
  };
}

/** The dates of a window: those of a preset, or an entry and calendar days. */
export type NamedDates = { readonly preset: PresetWindow } | { readonly entry: number; readonly hold: number };

/**
 * The exact window that a caller named, with data through the last session before its entry. This year's occurrence of a
 * preset may lie in the past, so a preset uses data through the last bar.
 *
 * @param listings the symbols of the window: the earliest of their markets decides as_of
 */
export function namedWindow(dates: NamedDates, { years, cycle }: Lookback, listings: readonly Listing[]): WindowSpec {
  if ('preset' in dates) {
    const { entry, end, preset } = dates.preset;
    return { entry, end, years, cycle, asOf: Math.min(...listings.map((listing) => listing.asOf)), preset };
  }
  const { entry, hold } = dates;
  return { entry, end: entry + hold - 1, years, cycle, asOf: knownBefore(entry, listings) };
}

/** `as_of` of a window with this entry (METHOD 1): the earliest of the markets. */
export function knownBefore(entry: Day, listings: readonly Listing[]): Day {
  return Math.min(...listings.map(({ sessions }) => lastSessionBefore(sessions, entry)));
}

/** The last day whose data a window may use: the day before its entry; no limit for a preset (METHOD 1). */
export function knownThrough({ entry, preset }: Pick<WindowSpec, 'entry' | 'preset'>): Day {
  return preset ? Infinity : entry - 1;
}

/** The 404 for a window without any observed year (METHOD 1). @param asOf last day of prices that the message may name */
export function nothingObserved({ symbol }: Listing, { years, cycle }: Lookback, asOf: Day): ApiError {
  const last = lastSession(symbol.columns, symbol.index, asOf);
  const prices =
    last === null
      ? `it has no prices up to ${toIso(asOf)}.`
      : `its prices run from ${toIso(symbol.firstDay)} to ${toIso(last)}, and a year needs a session after that of the entry.`;
  return notFound(
    `No year of this window could be observed for ${symbol.symbol} (years=${years}, pe_cycle=${cycle}): ${prices}`,
  );
}

interface YearQuery extends SearchQuestion {
  /** Entry dates, both ends included. */
  readonly from: Day;
  readonly to: Day;
  /** Last day whose data may be used, in addition to METHOD 1's rule for each entry. */
  readonly knownThrough?: Day;
}

/** The search over a span of entry days, each with data through the session before it (METHOD 1). */
export function yearRequest({ market, sessions }: MarketPrices, query: YearQuery): DetectionRequest {
  const { from, to, knownThrough = Infinity } = query;
  const asOf = (day: Day) => Math.min(knownThrough, lastSessionBefore(sessions, day));
  const entries = sessionsOver(market, sessions, from, to).map((day) => ({ day, asOf: asOf(day) }));
  return detectionRequest(market, entries, query);
}

/** January 1 and December 31 of a market year. */
export function yearSpan(year: number): { from: Day; to: Day } {
  return { from: dayOf(year, 1, 1), to: dayOf(year, 12, 31) };
}

/** A search for the best window: it chooses the dates that are omitted. */
interface BestWindowQuery extends Lookback {
  /** Omitted = both. */
  readonly direction?: Direction;
  /** The best hold on this day, session or not. Omitted = the best entry of the coming year. */
  readonly entry?: Day;
  /** Calendar days. Omitted = the usual holds. */
  readonly hold?: number;
  readonly today: Day;
}

/** Entries of an unpinned analysis: today through this many days ahead (DESIGN 5). */
export const DAYS_AHEAD = 364;

/** Index of the first of `bestSearches` that looks outside the market's detection band. */
export const FIRST_OUT_OF_BAND = 1;

/**
 * The searches for a symbol's best window by Sharpe: in the market's detection band (SPEC 4.5; the share of winning years is
 * of the window's own years, METHOD 5), then five years with any wins, then a single year. The first search that finds a
 * window decides.
 */
export function bestSearches(
  listing: Listing,
  { entry, hold, direction, years, cycle, today }: BestWindowQuery,
): DetectionRequest[] {
  const base = yearRequest(listing, {
    years,
    cycle,
    minHold: hold,
    maxHold: hold,
    direction,
    from: entry ?? today,
    to: entry ?? today + DAYS_AHEAD,
  });
  // A pinned entry may be any day, not only a session.
  const entries = entry === undefined ? base.entries : [{ day: entry, asOf: knownBefore(entry, [listing]) }];
  const inBand = { minWins: { percent: listing.market.minWinningPercent }, minObservations: FEWEST_YEARS };
  const outOfBand = [FEWEST_YEARS, 1].map((minObservations) => ({ minWins: 0, minObservations }));
  return [inBand, ...outOfBand].map((demand) => ({ ...base, entries, ...demand, liveOnly: false }));
}
