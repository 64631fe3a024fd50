import { type Day, toIso } from '../core/calendar/dates';
import { type Direction, holdOf, type WindowSpec } from '../core/window/window';

/** The search that found a window, as `GET /analyze/{symbol}` accepts it (METHOD 9). */
export interface FoundBySearch {
  /** First and last day of the entries that were searched. */
  readonly from: Day;
  readonly to: Day;
  /** Calendar days. */
  readonly minHold: number;
  readonly maxHold: number;
  /** Ids of the scanned markets; absent for a search of one symbol. */
  readonly markets?: readonly string[];
}

/** Holds that every search of a named window covers, calendar days (METHOD 9). */
export const NAMED_HOLDS = { min: 5, max: 120 } as const;

/** Most days of a named search (METHOD 9). */
export const MOST_SEARCHED_DAYS = 366;

/** A window as a row shows it. */
interface LinkedWindow {
  readonly symbol: string;
  /** Market id. */
  readonly market: string;
  readonly direction: Direction;
  readonly window: WindowSpec;
}

/**
 * The request that opens a window, relative to the server: its dates, lookback and the search that found it, so that opening
 * a card is never kinder than the list it came from. Undefined for a preset, whose own request opens it.
 */
export function analyzeUrl(
  { symbol, market, direction, window }: LinkedWindow,
  { from, to, minHold, maxHold, markets }: FoundBySearch,
): string | undefined {
  if (window.preset) return undefined;
  const query = new URLSearchParams({
    market,
    entry_date: toIso(window.entry),
    days_out: String(holdOf(window)),
    direction,
    years: String(window.years),
    ...(window.cycle === 'consecutive' ? {} : { pe_cycle: window.cycle }),
    searched: searchedRange(window.entry, from, to),
  });
  if (minHold < NAMED_HOLDS.min || maxHold > NAMED_HOLDS.max) query.set('searched_days', `${minHold}..${maxHold}`);
  if (markets) query.set('searched_markets', markets.join());
  return `/v1/analyze/${encodeURIComponent(symbol)}?${query}`;
}

/** `A..B`, cut to `MOST_SEARCHED_DAYS` days around the entry: a scan may cover one day more than can be named. */
function searchedRange(entry: Day, from: Day, to: Day): string {
  const first = entry >= from + MOST_SEARCHED_DAYS ? to - MOST_SEARCHED_DAYS + 1 : from;
  return `${toIso(first)}..${toIso(Math.min(to, first + MOST_SEARCHED_DAYS - 1))}`;
}
