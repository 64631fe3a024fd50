import type { Day } from '../calendar/dates';
import type { SymbolColumns } from '../detection/columns';
import { allocateSettled, fillSettled, type MarketBasis } from './settledWindows';
import { HOLD_BANDS, STUDIED_HOLDS } from './share';

/** Local aliases: in another context, as in tests, looking a global up costs more than the arithmetic. */
const { max } = Math;
const { NaN: MISSING } = Number;

/** Fewest members observed in a window for its mean to count (METHOD 10). */
export const FEWEST_PEERS = 20;

const HOLDS = STUDIED_HOLDS.max - STUDIED_HOLDS.min + 1;

/** Entry dates of one part of the peers' means: some 0.1 s of a thread with 500 members. */
const DAYS_A_PART = 366;

/** The entry dates of a market in parts. */
export function entryRanges({ first, asOf }: MarketBasis): { readonly from: Day; readonly to: Day }[] {
  const ranges: { from: Day; to: Day }[] = [];
  for (let from = first; from <= asOf; from += DAYS_A_PART)
    ranges.push({ from, to: Math.min(asOf, from + DAYS_A_PART - 1) });
  return ranges;
}

/**
 * Mean long returns of a market's members, as fractions, in every window entered on `from` .. `to`, by hold (5 .. 120) and
 * then by entry date; NaN with fewer than 20 members observed.
 */
export function peerMeans(members: readonly SymbolColumns[], market: MarketBasis, from: Day, to: Day): Float64Array {
  const rows = to - from + 1;
  const sums = new Float64Array(HOLDS * rows);
  const counts = new Uint16Array(HOLDS * rows);
  const memory = allocateSettled(from, to);
  const { settled, windows } = memory;
  const { close, p0, holds } = windows;
  for (const { columns, index } of members) {
    if (!fillSettled(memory, columns, index, market)) continue;
    for (let row = 0; row < rows; row++) {
      const longest = holds[2 * row + 1];
      const price = p0[row];
      for (let hold = max(STUDIED_HOLDS.min, holds[2 * row]); hold <= longest; hold++) {
        const at = row + hold - 1;
        if (settled[at] === 0 || close[at] === 0) continue;
        const cell = (hold - STUDIED_HOLDS.min) * rows + row;
        sums[cell] += close[at] / price - 1;
        counts[cell] += 1;
      }
    }
  }
  for (let cell = 0; cell < sums.length; cell++)
    sums[cell] = counts[cell] < FEWEST_PEERS ? MISSING : sums[cell] / counts[cell];
  return sums;
}

/** Joins the means of all parts, which are by hold and then by day, in the same order. */
export function joinedMeans(
  { first, asOf }: MarketBasis,
  ranges: readonly { readonly from: Day; readonly to: Day }[],
  parts: readonly Float64Array[],
): Float64Array {
  const days = asOf - first + 1;
  const means = new Float64Array(HOLDS * days);
  for (const [i, { from, to }] of ranges.entries()) {
    const rows = to - from + 1;
    for (let hold = 0; hold < HOLDS; hold++)
      means.set(parts[i].subarray(hold * rows, (hold + 1) * rows), hold * days + from - first);
  }
  return means;
}

/** The means of one hold by entry date from `first` on. */
export interface PeersOfHold {
  readonly first: Day;
  readonly means: Float32Array | Float64Array;
}

/** The means of the studied holds, one a band. */
export function studiedPeers({ first, waits }: MarketBasis, means: Float64Array): PeersOfHold[] {
  const days = waits.length;
  return HOLD_BANDS.map(({ studied }) => {
    const at = (studied - STUDIED_HOLDS.min) * days;
    return { first, means: means.slice(at, at + days) };
  });
}

/**
 * The means of a market over all its days, by hold and then by entry date, and its waits, in memory that threads share.
 */
export interface PeerTable {
  readonly first: Day;
  readonly days: number;
  readonly buffer: SharedArrayBuffer;
}

/** Bytes of a table of so many days. */
export function peerTableBytes(days: number): number {
  return (4 * HOLDS + 1) * days;
}

/** Packs means as float32 values, and the waits. @param means by hold and then by day, `waits.length` days */
export function packPeers(first: Day, means: Float64Array, waits: Uint8Array): PeerTable {
  const days = waits.length;
  const buffer = new SharedArrayBuffer(peerTableBytes(days));
  new Float32Array(buffer, 0, HOLDS * days).set(means);
  new Uint8Array(buffer, 4 * HOLDS * days).set(waits);
  return { first, days, buffer };
}

export function peersOfHold({ first, days, buffer }: PeerTable, hold: number): PeersOfHold {
  return { first, means: new Float32Array(buffer, 4 * (hold - STUDIED_HOLDS.min) * days, days) };
}

export function waitsOf({ first, days, buffer }: PeerTable): Pick<MarketBasis, 'first' | 'waits'> {
  return { first, waits: new Uint8Array(buffer, 4 * HOLDS * days, days) };
}
