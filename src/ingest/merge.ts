import { type Day, toIso } from '../core/calendar/dates';
import { type Bars, emptyBars } from '../core/window/bars';
import { shown } from './numbers';

/** The result of merging new bars with stored ones. */
export type Merge =
  | { readonly action: 'new' | 'replaced' | 'appended' | 'unchanged'; readonly bars: Bars; readonly detail: string }
  | {
      readonly action: 'conflict';
      readonly reason: string;
      /** The reason, and what to do about it in an import. */
      readonly detail: string;
    };

export interface MergeOptions {
  /** `--replace`: the new bars replace the whole history. */
  readonly replace?: boolean;
  /** Maximum gap between joined series, calendar days (METHOD 1). */
  readonly gapLimit: number;
}

/** A file that spans the stored prices must hold this share of their days to replace them. */
const COMPLETE_SHARE = 0.9;

/**
 * Merges new bars with stored ones, so that a daily import needs no options. A file that spans the stored prices replaces them,
 * since every dividend changes the adjusted past. A shorter file is joined if the shared days agree. If they all differ by one
 * factor, there was a dividend or split, and the stored past is scaled by it. The last stored bar may differ. Everything else is a
 * conflict.
 */
export function mergeBars(stored: Bars | null, incoming: Bars, { replace = false, gapLimit }: MergeOptions): Merge {
  if (stored === null || stored.day.length === 0) return { action: 'new', bars: incoming, detail: '' };
  if (sameBars(stored, incoming)) return { action: 'unchanged', bars: stored, detail: '' };
  if (replace) return { action: 'replaced', bars: incoming, detail: 'as asked by --replace' };
  const shared = sharedRows(stored, incoming);
  if (incoming.day[0] <= stored.day[0] && lastDay(incoming) >= lastDay(stored)) {
    if (shared.length >= COMPLETE_SHARE * stored.day.length) return { action: 'replaced', bars: incoming, detail: '' };
    const have = `${shared.length} of the ${stored.day.length} stored days`;
    return conflict(`the file spans the stored prices but holds only ${have}`);
  }
  if (shared.length === 0) return joinApart(stored, incoming, gapLimit);
  return joinShared(stored, incoming, shared);
}

/** Joins series without shared days. They must be close together, since their adjustment cannot be compared. */
function joinApart(stored: Bars, incoming: Bars, gapLimit: number): Merge {
  const after = incoming.day[0] > lastDay(stored);
  const before = lastDay(incoming) < stored.day[0];
  if (!after && !before) return conflict('the file lies between stored days and shares none of them');
  const gap = after ? incoming.day[0] - lastDay(stored) : stored.day[0] - lastDay(incoming);
  if (gap > gapLimit)
    return conflict(`the file is ${gap} days apart from the stored prices and shares no day with them`);
  return {
    action: 'appended',
    bars: union(stored, incoming),
    detail: 'shares no day with the stored prices: adjustment unverified',
  };
}

function joinShared(stored: Bars, incoming: Bars, shared: readonly SharedRow[]): Merge {
  const overlap = overlapOf(stored, incoming, shared);
  if (overlap.kind === 'equal') {
    const bars = union(stored, incoming);
    const same = sameBars(bars, stored);
    return { action: same ? 'unchanged' : 'appended', bars: same ? stored : bars, detail: '' };
  }
  if (overlap.kind === 'factor' && lastDay(incoming) > lastDay(stored)) {
    const detail = `stored prices scaled by ${shown(overlap.factor)}: a dividend or split since`;
    return { action: 'appended', bars: union(scaled(stored, overlap.factor), incoming), detail };
  }
  return conflict(overlap.detail, '; import the whole history, or use --replace');
}

function scaled(bars: Bars, factor: number): Bars {
  const times = (value: number) => value * factor;
  return { day: bars.day, close: bars.close.map(times), high: bars.high.map(times), low: bars.low.map(times) };
}

/** The days of both. For shared days it takes the new bar, which may be a correction. */
function union(stored: Bars, incoming: Bars): Bars {
  const n = stored.day.length + incoming.day.length - sharedRows(stored, incoming).length;
  const bars = emptyBars(n);
  let s = 0;
  let i = 0;
  for (let at = 0; at < n; at++) {
    const storedDay = stored.day[s] ?? Number.POSITIVE_INFINITY;
    const incomingDay = incoming.day[i] ?? Number.POSITIVE_INFINITY;
    const [from, row] = incomingDay <= storedDay ? [incoming, i] : [stored, s];
    if (incomingDay <= storedDay) i += 1;
    if (storedDay <= incomingDay) s += 1;
    bars.day[at] = from.day[row];
    bars.close[at] = from.close[row];
    bars.high[at] = from.high[row];
    bars.low[at] = from.low[row];
  }
  return bars;
}

function sameBars(a: Bars, b: Bars): boolean {
  if (a.day.length !== b.day.length) return false;
  return a.day.every(
    (day, i) =>
      day === b.day[i] && a.close[i] === b.close[i] && Object.is(a.high[i], b.high[i]) && Object.is(a.low[i], b.low[i]),
  );
}

function lastDay(bars: Bars): Day {
  return bars.day[bars.day.length - 1];
}

function conflict(reason: string, advice = ''): Merge {
  return { action: 'conflict', reason, detail: `${reason}${advice}` };
}

/** Indexes of a shared day in the stored and the incoming bars. */
type SharedRow = readonly [stored: number, incoming: number];

/** The comparison of the shared days of two series. */
type Overlap =
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
