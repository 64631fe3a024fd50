import { type Day, toIso } from '../../core/calendar/dates';
import { lastSessionBefore } from '../../core/calendar/marketSessions';
import { lastSession } from '../../core/detection/columns';
import type { PresetWindow } from '../../core/window/presets';
import type { Cycle, WindowSpec } from '../../core/window/window';
import { type ApiError, notFound } from '../../errors';
import type { Listing } from './listing';

/** The dates of a window: those of a preset, or an entry and calendar days. */
export type NamedDates = { readonly preset: PresetWindow } | { readonly entry: number; readonly hold: number };

/** How far back a window is looked at. */
export interface Lookback {
  readonly years: number;
  readonly cycle: Cycle;
}

/**
 * The exact window that a caller named, known through the last session before its entry. A preset's own occurrence of
 * this year may lie in the past: it is known through the last bar.
 *
 * @param listings of the symbols it is looked at for: the earliest of their markets decides what is known
 */
export function namedWindow(dates: NamedDates, { years, cycle }: Lookback, listings: readonly Listing[]): WindowSpec {
  if ('preset' in dates) {
    const { entry, end, preset } = dates.preset;
    return { entry, end, years, cycle, asOf: Math.min(...listings.map(({ lastBar }) => lastBar)), preset };
  }
  const { entry, hold } = dates;
  return { entry, end: entry + hold - 1, years, cycle, asOf: knownBefore(entry, listings) };
}

/** `as_of` of a window that is entered on a day (METHOD 1): the earliest of the markets'. */
export function knownBefore(entry: Day, listings: readonly Listing[]): Day {
  return Math.min(...listings.map(({ sessions }) => lastSessionBefore(sessions, entry)));
}

/** The last day a window may know of: the day before its entry; a preset, whatever is known at all (METHOD 1). */
export function knownThrough({ entry, preset }: Pick<WindowSpec, 'entry' | 'preset'>): Day {
  return preset ? Infinity : entry - 1;
}

/** 404: there is nothing to show (METHOD 1). @param asOf what comes after it is not named */
export function nothingObserved({ symbol }: Listing, { years, cycle }: Lookback, asOf: Day): ApiError {
  const last = lastSession(symbol.columns, symbol.index, asOf);
  const known =
    last === null
      ? `it has no prices up to ${toIso(asOf)}.`
      : `its prices run from ${toIso(symbol.firstDay)} to ${toIso(last)}.`;
  return notFound(
    `No year of this window could be observed for ${symbol.symbol} (years=${years}, pe_cycle=${cycle}): ${known}`,
  );
}
