import type { Day } from '../calendar/dates';
import { lastSession, type PriceColumns, type SymbolColumns, symbolRecord } from '../detection/columns';
import { allocateWindows, fillWindows, type ObservedWindows } from '../significance/observedWindows';
import { HOLD_BANDS, STUDIED_HOLDS } from './share';

/** Local aliases: in another context, as in tests, looking a global up costs more than the arithmetic. */
const { log } = Math;
const { NaN: MISSING } = Number;

/** `waits` of a day after which the market has no session yet. */
const NEVER = 255;

/**
 * Calendar days from each day to the first session of a market on or after it; 255 = none yet, or later than 254 days.
 *
 * @param sessions of the market, ascending
 */
export function waitsForSession(sessions: Int32Array, from: Day, to: Day): Uint8Array {
  const waits = new Uint8Array(Math.max(0, to - from + 1)).fill(NEVER);
  for (let i = sessions.length - 1; i >= 0 && sessions[i] >= from; i--) {
    const since = Math.max(from, i === 0 ? from : sessions[i - 1] + 1, sessions[i] - NEVER + 1);
    for (let day = since; day <= Math.min(to, sessions[i]); day++) waits[day - from] = sessions[i] - day;
  }
  return waits;
}

/**
 * The windows of a symbol with what makes them settled. A window is judged as of the first session of its market on or
 * after its nominal end: what METHOD 1 observes then is never changed by a later bar, so that sums over windows are the
 * same whenever they are computed. Scratch memory, overwritten for every symbol.
 */
export interface SettledWindows {
  readonly windows: ObservedWindows;
  /** By calendar day: 1 if the symbol has a bar from that day through the market's first session on or after it. */
  readonly settled: Uint8Array;
}

export function allocateSettled(from: Day, to: Day): SettledWindows {
  const windows = allocateWindows(from, to, STUDIED_HOLDS.max);
  return { windows, settled: new Uint8Array(windows.close.length) };
}

/**
 * Fills the memory for a symbol.
 *
 * @param market nothing after its as-of is used
 * @returns false if the symbol has no session by then
 */
export function fillSettled(
  { windows, settled }: SettledWindows,
  columns: PriceColumns,
  symbol: number,
  { first, waits, asOf, gapLimit }: MarketBasis,
): boolean {
  const last = lastSession(columns, symbol, asOf);
  if (last === null) return false;
  fillWindows(windows, columns, symbol, last, gapLimit);
  const { start, firstDay } = symbolRecord(columns, symbol);
  const base = start - firstDay;
  const { from } = windows;
  settled.fill(0);
  const end = Math.min(last, from + settled.length - 1, first + waits.length - 1);
  for (let day = Math.max(from, firstDay, first); day <= end; day++) {
    const wait = waits[day - first];
    if (wait !== NEVER && columns.slip[base + day] <= wait) settled[day - from] = 1;
  }
  return true;
}

/** What determines which windows of a market are observed. */
export interface MarketBasis {
  readonly first: Day;
  /** `waitsForSession` from `first` on. */
  readonly waits: Uint8Array;
  readonly asOf: Day;
  readonly gapLimit: number;
}

/** The settled windows of a symbol by entry and hold. */
export interface SettledReturns {
  /** The long return as a fraction; NaN unless the window is observed and settled. */
  returnOf(entry: Day, hold: number): number;
  /** The realised variance of an observed window (METHOD 9). */
  varianceOf(entry: Day, hold: number): number;
}

/** Reads the windows of the symbol that memory was last filled for: many windows, each in a few instructions. */
export function settledIn({ windows, settled }: SettledWindows): SettledReturns {
  const { from, rows, close, p0, holds, variance, varianceAtEntry } = windows;
  return {
    returnOf(entry, hold) {
      const row = entry - from;
      if (row < 0 || row >= rows || holds[2 * row] > hold || hold > holds[2 * row + 1]) return MISSING;
      const at = row + hold - 1;
      return settled[at] === 0 || close[at] === 0 ? MISSING : close[at] / p0[row] - 1;
    },
    varianceOf: (entry, hold) => variance[entry - from + hold - 1] - varianceAtEntry[entry - from],
  };
}

/**
 * Reads a few windows of a symbol from its columns, whose other days need not be laid out. Null if it has no session by the
 * market's as-of.
 */
export function settledOf(
  { columns, index }: SymbolColumns,
  { first, waits, asOf, gapLimit }: MarketBasis,
): SettledReturns | null {
  const last = lastSession(columns, index, asOf);
  if (last === null) return null;
  const { close, slip, runs } = columns;
  const { start, firstDay, gaps, gapsEnd } = symbolRecord(columns, index);
  const base = start - firstDay;
  const isSettled = (day: Day) => {
    const wait = day < first ? NEVER : (waits[day - first] ?? NEVER);
    return wait !== NEVER && slip[base + day] <= wait;
  };
  const isHalted = (session: Day, end: Day) => {
    for (let gap = gaps; gap < gapsEnd; gap += 2) {
      const lastBefore = runs[gap] + firstDay;
      if (lastBefore >= session && lastBefore + gapLimit < end && runs[gap + 1] - runs[gap] > gapLimit) return true;
    }
    return false;
  };
  return {
    returnOf(entry, hold) {
      const end = entry + hold - 1;
      if (entry < firstDay || entry >= last) return MISSING;
      const session = entry + slip[base + entry];
      if (session - entry > gapLimit || session >= last) return MISSING;
      const next = session + 1 + slip[base + session + 1];
      // The exit session is after the entry session.
      if (next - session > gapLimit || end < next || end > last || isHalted(session, end)) return MISSING;
      const p0 = close[base + session];
      const p1 = close[base + end];
      return p0 === 0 || p1 === 0 || !isSettled(end) ? MISSING : p1 / p0 - 1;
    },
    varianceOf(entry, hold) {
      const end = entry + hold - 1;
      const session = entry + slip[base + entry];
      let before = close[base + session];
      let total = 0;
      for (let day = session + 1; day <= end; day++) {
        const price = close[base + day];
        if (price === before || price === 0) continue;
        const change = log(price / before);
        total += change * change;
        before = price;
      }
      return total;
    },
  };
}

/** Local aliases: in another context, as in tests, looking a global up costs more than the arithmetic. */
const { max } = Math;

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
