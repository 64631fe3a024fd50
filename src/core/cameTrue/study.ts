import { type Day, dateOf } from '../calendar/dates';
import { type SymbolColumns, symbolRecord } from '../detection/columns';
import { FEWEST_PEERS, type PeersOfHold, type PeerTable } from './peers';
import {
  allocateSettled,
  fillSettled,
  type MarketBasis,
  type SettledReturns,
  settledIn,
  waitsForSession,
} from './settledWindows';
import { HOLD_BANDS, type MonthSums, STUDIED_HOLDS } from './share';
import { excessOverPeers, shownExcess } from './shown';

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
  const begins = members.map(({ columns, index }) => symbolRecord(columns, index).firstDay);
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

/** The first session of a calendar month, and the session before it. */
export interface StudyMonth {
  readonly entry: Day;
  readonly before: Day;
}

/** The months of a market, oldest first. @param sessions of the market, ascending */
export function studyMonths(sessions: Int32Array): StudyMonth[] {
  const months: StudyMonth[] = [];
  for (let i = 1; i < sessions.length; i++) {
    if (dateOf(sessions[i]).month !== dateOf(sessions[i - 1]).month)
      months.push({ entry: sessions[i], before: sessions[i - 1] });
  }
  return months;
}

/**
 * The products and squares of some members, summed by band and month: element `2 * (band * months + month)` and the next.
 *
 * @param peers the market's means, one a band, of its studied hold
 */
export function memberSums(
  members: readonly SymbolColumns[],
  months: readonly StudyMonth[],
  market: MarketBasis,
  peers: readonly PeersOfHold[],
): Float64Array {
  const sums = new Float64Array(2 * HOLD_BANDS.length * months.length);
  const memory = allocateSettled(market.first, market.asOf, STUDIED_HOLDS.max);
  const settled = settledIn(memory);
  for (const { columns, index } of members) {
    if (!fillSettled(memory, columns, index, market)) continue;
    for (let band = 0; band < HOLD_BANDS.length; band++)
      addMember(sums, 2 * band * months.length, settled, months, peers[band], HOLD_BANDS[band].studied);
  }
  return sums;
}

function addMember(
  sums: Float64Array,
  offset: number,
  symbol: SettledReturns,
  months: readonly StudyMonth[],
  peers: PeersOfHold,
  hold: number,
): void {
  for (let i = 0; i < months.length; i++) {
    const { entry, before } = months[i];
    const excess = excessOverPeers(symbol, peers, entry, hold);
    if (Number.isNaN(excess)) continue;
    const past = shownExcess(symbol, peers, { entry, hold }, before);
    if (past === null) continue;
    sums[offset + 2 * i] += (excess * past.shown) / past.variance;
    sums[offset + 2 * i + 1] += (past.shown * past.shown) / past.variance;
  }
}

/** Adds up the sums of all members, by band. Months in which no member showed an excess are left out. */
export function monthSums(
  parts: readonly Float64Array[],
  months: readonly StudyMonth[],
  { first, waits }: MarketBasis,
): MonthSums[][] {
  return HOLD_BANDS.map(({ studied }, band) =>
    months.flatMap(({ entry }, i): MonthSums[] => {
      const at = 2 * (band * months.length + i);
      const products = parts.reduce((sum, part) => sum + part[at], 0);
      const squares = parts.reduce((sum, part) => sum + part[at + 1], 0);
      const end = entry + studied - 1;
      return squares > 0 ? [{ entry, settled: end + waits[end - first], products, squares }] : [];
    }),
  );
}
