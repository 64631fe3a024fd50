import { type Day, optionalDay, toIso } from '../../core/calendar/dates';
import { lastSessionBefore } from '../../core/calendar/marketSessions';
import { lastSession } from '../../core/detection/columns';
import type { PresetWindow } from '../../core/window/presets';
import type { WindowSpec } from '../../core/window/window';
import { type ApiError, notFound } from '../../errors';
import type { Lookback } from '../screening/question';
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
