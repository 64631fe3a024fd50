import { toIso } from '../core/calendar/dates';
import type { Bars } from '../core/window/bars';
import { shown } from './priceRange';

/** Indexes (stored, incoming) of a day that both have. */
export type SharedRow = readonly [stored: number, incoming: number];

/** What the days that two series share say of them. */
export type Overlap =
  | { readonly kind: 'equal' }
  /** All closes differ by one factor: a dividend or split lies between. The detail is for where that is of no use. */
  | { readonly kind: 'factor'; readonly factor: number; readonly detail: string }
  | { readonly kind: 'different'; readonly detail: string };

/** Relative difference up to which two files agree on a price: vendors round to six significant digits or fewer. */
const AGREEMENT = 1e-4;
/** Days both must have before a common factor between them is believed. */
const DAYS_FOR_FACTOR = 5;

/** Pairs of indexes (stored, incoming) of the days both have. */
export function sharedRows(stored: Bars, incoming: Bars): SharedRow[] {
  const pairs: SharedRow[] = [];
  for (let s = 0, i = 0; s < stored.day.length && i < incoming.day.length; ) {
    if (stored.day[s] === incoming.day[i]) pairs.push([s++, i++]);
    else if (stored.day[s] < incoming.day[i]) s += 1;
    else i += 1;
  }
  return pairs;
}

/**
 * Compares the closes of shared days. The last stored bar may have been a session under way; it counts only when there is no
 * other to compare.
 *
 * @param shared at least one
 */
export function overlapOf(stored: Bars, incoming: Bars, shared: readonly SharedRow[]): Overlap {
  const lastRow = stored.day.length - 1;
  const settled = shared.length > 1 ? shared.filter(([s]) => s !== lastRow) : shared;
  const differing = settled.filter(([s, i]) => !agree(stored.close[s], incoming.close[i]));
  if (differing.length === 0) return { kind: 'equal' };
  const [s, i] = differing[0];
  const prices = `stored ${shown(stored.close[s])}, file ${shown(incoming.close[i])}`;
  const detail = `${differing.length} of ${settled.length} shared days differ, first ${toIso(stored.day[s])}: ${prices}`;
  const factor = commonFactor(stored, incoming, settled);
  return factor === null ? { kind: 'different', detail } : { kind: 'factor', factor, detail };
}

/** The factor between two series that differ by nothing else; null when there is none. */
function commonFactor(stored: Bars, incoming: Bars, shared: readonly SharedRow[]): number | null {
  if (shared.length < DAYS_FOR_FACTOR) return null;
  const [lastStored, lastIncoming] = shared[shared.length - 1];
  const factor = incoming.close[lastIncoming] / stored.close[lastStored];
  if (!(factor > 0 && Number.isFinite(factor))) return null;
  return shared.every(([s, i]) => agree(stored.close[s] * factor, incoming.close[i])) ? factor : null;
}

function agree(a: number, b: number): boolean {
  return Math.abs(a - b) <= AGREEMENT * Math.max(Math.abs(a), Math.abs(b));
}
