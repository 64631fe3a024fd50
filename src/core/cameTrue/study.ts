import type { Day } from '../calendar/dates';
import { Field, RECORD, type SymbolColumns } from '../detection/columns';
import { HOLD_BANDS, STUDIED_HOLDS } from './bands';
import type { MonthSums } from './months';
import { FEWEST_PEERS, type MarketBasis, type PeersOfHold, type PeerTable } from './peers';
import { waitsForSession } from './settledWindows';

/** What came true in a market (METHOD 10), as of its last session. */
export interface MarketStudy {
  /** By band, oldest first. */
  readonly months: readonly (readonly MonthSums[])[];
  readonly peers: PeerTable;
}

/** Entry dates of one part of the peers' means: some 0.1 s of a thread with 500 members. */
const DAYS_A_PART = 366;

/**
 * The days of a market that can have 20 members observed, and when its windows settle. Null without such days.
 *
 * @param sessions of the market, ascending
 */
export function marketBasis(
  members: readonly SymbolColumns[],
  sessions: Int32Array,
  gapLimit: number,
): MarketBasis | null {
  const asOf = sessions.at(-1);
  const begins = members.map(({ columns, index }) => columns.directory[index * RECORD + Field.firstDay]);
  const first = begins.sort((a, b) => a - b).at(FEWEST_PEERS - 1);
  if (asOf === undefined || first === undefined || first >= asOf) return null;
  return { first, asOf, gapLimit, waits: waitsForSession(sessions, first, asOf) };
}

/** The entry dates of a market in parts. */
export function entryRanges({ first, asOf }: MarketBasis): { readonly from: Day; readonly to: Day }[] {
  const ranges: { from: Day; to: Day }[] = [];
  for (let from = first; from <= asOf; from += DAYS_A_PART)
    ranges.push({ from, to: Math.min(asOf, from + DAYS_A_PART - 1) });
  return ranges;
}

/** Joins the means of all parts, which are by hold and then by day, in the same order. */
export function joinedMeans(
  { first, asOf }: MarketBasis,
  ranges: readonly { readonly from: Day; readonly to: Day }[],
  parts: readonly Float64Array[],
): Float64Array {
  const days = asOf - first + 1;
  const holds = STUDIED_HOLDS.max - STUDIED_HOLDS.min + 1;
  const means = new Float64Array(holds * days);
  for (const [i, { from, to }] of ranges.entries()) {
    const rows = to - from + 1;
    for (let hold = 0; hold < holds; hold++)
      means.set(parts[i].subarray(hold * rows, (hold + 1) * rows), hold * days + from - first);
  }
  return means;
}

/** The means of the studied holds, one a band. */
export function studiedPeers({ first, waits }: MarketBasis, means: Float64Array): PeersOfHold[] {
  const days = waits.length;
  return HOLD_BANDS.map(({ studied }) => {
    const at = (studied - STUDIED_HOLDS.min) * days;
    return { first, means: means.slice(at, at + days) };
  });
}
