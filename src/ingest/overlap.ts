import { toIso } from '../core/calendar/dates';
import type { Bars } from '../core/window/bars';
import { shown } from './priceRange';

/** Indexes of a shared day in the stored and the incoming bars. */
export type SharedRow = readonly [stored: number, incoming: number];

/** The comparison of the shared days of two series. */
export type Overlap =
  | { readonly kind: 'equal' }
  /** All closes differ by one factor, because of a dividend or split. The detail is for callers that refuse it. */
  | { readonly kind: 'factor'; readonly factor: number; readonly detail: string }
  | { readonly kind: 'different'; readonly detail: string };

/** Relative tolerance for equal prices: vendors round to six significant digits or fewer. */
export const AGREEMENT = 1e-4;
/** Larger factors, and smaller than their inverse, are a change of unit (pence for pounds) rather than a dividend or split. */
const LARGEST_FACTOR = 50;
/** Minimum number of shared days for a common factor. */
const DAYS_FOR_FACTOR = 5;

/** The indexes of all shared days. */
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
 * Compares the closes of shared days. The last stored bar, which may be of a session under way, is compared only if it is the
 * only one.
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
  const differ = `${differing.length} of ${settled.length} shared days differ`;
  const first = `first ${toIso(stored.day[s])}: ${prices}`;
  const factor = commonFactor(stored, incoming, settled);
  if (factor === null) return { kind: 'different', detail: `${differ}, ${first}` };
  if (isPlausible(factor)) return { kind: 'factor', factor, detail: `${differ}, ${first}` };
  return {
    kind: 'different',
    detail: `${differ} by the factor ${shown(factor)}, too large for a dividend or split, ${first}`,
  };
}

/** The common factor of all shared closes; null if there is none. */
function commonFactor(stored: Bars, incoming: Bars, shared: readonly SharedRow[]): number | null {
  if (shared.length < DAYS_FOR_FACTOR) return null;
  const [lastStored, lastIncoming] = shared[shared.length - 1];
  const factor = incoming.close[lastIncoming] / stored.close[lastStored];
  if (!(factor > 0 && Number.isFinite(factor))) return null;
  return shared.every(([s, i]) => agree(stored.close[s] * factor, incoming.close[i])) ? factor : null;
}

/** Whether a dividend or split can scale a history by the factor. */
function isPlausible(factor: number): boolean {
  const size = Math.max(factor, 1 / factor);
  return size <= LARGEST_FACTOR * (1 + AGREEMENT);
}

function agree(a: number, b: number): boolean {
  return Math.abs(a - b) <= AGREEMENT * Math.max(Math.abs(a), Math.abs(b));
}
