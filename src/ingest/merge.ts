import { type Day, toIso } from '../core/calendar/dates';
import type { Bars } from '../core/window/bars';
import { emptyBars } from './bars';
import { shown } from './priceRange';

/** How new bars meet the stored ones. */
export type Merge =
  | { readonly action: 'new' | 'replaced' | 'appended' | 'unchanged'; readonly bars: Bars; readonly detail: string }
  | { readonly action: 'conflict'; readonly detail: string };

export interface MergeOptions {
  /** `--replace`: the new bars stand for the whole history. */
  readonly replace: boolean;
  /** Calendar days after which two series do not join (METHOD 1). */
  readonly gapLimit: number;
}

/** Relative difference up to which two files agree on a price: vendors round to six significant digits or fewer. */
const AGREEMENT = 1e-4;
/** Days both must have before a common factor between them is believed. */
const DAYS_FOR_FACTOR = 5;
/** A file that covers the stored span must hold this share of its days to take its place. */
const COMPLETE_SHARE = 0.9;

/**
 * Joins new bars with stored ones so that a daily import needs no options. A file that covers the stored span replaces
 * it, for every dividend changes the adjusted past. A shorter one is joined where both agree; where all its prices
 * differ by one factor, a later dividend or split lies between, and the stored past is scaled by it. The last stored
 * bar may differ. Anything else is a conflict.
 */
export function mergeBars(stored: Bars | null, incoming: Bars, { replace, gapLimit }: MergeOptions): Merge {
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

/** Pairs of indexes (stored, incoming) of the days both have. */
function sharedRows(stored: Bars, incoming: Bars): [number, number][] {
  const pairs: [number, number][] = [];
  for (let s = 0, i = 0; s < stored.day.length && i < incoming.day.length; ) {
    if (stored.day[s] === incoming.day[i]) pairs.push([s++, i++]);
    else if (stored.day[s] < incoming.day[i]) s += 1;
    else i += 1;
  }
  return pairs;
}

/** Without a day in common nothing shows whether both are adjusted alike: only neighbours are joined. */
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

function joinShared(stored: Bars, incoming: Bars, shared: [number, number][]): Merge {
  const lastRow = stored.day.length - 1;
  // The last stored bar may have been a session under way; it counts only when there is no other to compare.
  const settled = shared.length > 1 ? shared.filter(([s]) => s !== lastRow) : shared;
  const differing = settled.filter(([s, i]) => !agree(stored.close[s], incoming.close[i]));
  if (differing.length === 0) {
    const bars = union(stored, incoming);
    const same = sameBars(bars, stored);
    return { action: same ? 'unchanged' : 'appended', bars: same ? stored : bars, detail: '' };
  }
  const factor = commonFactor(stored, incoming, settled);
  if (factor !== null && lastDay(incoming) > lastDay(stored)) {
    const detail = `stored prices scaled by ${shown(factor)}: a dividend or split since`;
    return { action: 'appended', bars: union(scaled(stored, factor), incoming), detail };
  }
  const [s, i] = differing[0];
  const prices = `stored ${shown(stored.close[s])}, file ${shown(incoming.close[i])}`;
  const where = `${differing.length} of ${settled.length} shared days differ, first ${toIso(stored.day[s])}: ${prices}`;
  return conflict(`${where}; import the whole history, or use --replace`);
}

/** The factor between two series that differ by nothing else; null when there is none. */
function commonFactor(stored: Bars, incoming: Bars, shared: [number, number][]): number | null {
  if (shared.length < DAYS_FOR_FACTOR) return null;
  const [lastStored, lastIncoming] = shared[shared.length - 1];
  const factor = incoming.close[lastIncoming] / stored.close[lastStored];
  if (!(factor > 0 && Number.isFinite(factor))) return null;
  return shared.every(([s, i]) => agree(stored.close[s] * factor, incoming.close[i])) ? factor : null;
}

function scaled(bars: Bars, factor: number): Bars {
  const times = (value: number) => value * factor;
  return { day: bars.day, close: bars.close.map(times), high: bars.high.map(times), low: bars.low.map(times) };
}

/** All days of both; where both have one, the new bar, which may carry a correction. */
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

function agree(a: number, b: number): boolean {
  return Math.abs(a - b) <= AGREEMENT * Math.max(Math.abs(a), Math.abs(b));
}

function lastDay(bars: Bars): Day {
  return bars.day[bars.day.length - 1];
}

function conflict(detail: string): Merge {
  return { action: 'conflict', detail };
}
