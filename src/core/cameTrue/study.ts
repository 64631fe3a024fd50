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
import { HOLD_BANDS, type MonthSums } from './share';
import { excessOverPeers, shownExcess } from './shown';

/** What came true in a market (METHOD 10), as of its last session. */
export interface MarketStudy {
  /** By band, oldest first. */
  readonly months: readonly (readonly MonthSums[])[];
  readonly peers: PeerTable;
}

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
  const memory = allocateSettled(market.first, market.asOf);
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
