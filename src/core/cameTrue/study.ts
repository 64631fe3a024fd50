import { type Day, dateOf, inYear } from '../calendar/dates';
import { type SymbolColumns, symbolRecord } from '../detection/columns';
import { holdOf, type WindowSpec } from '../window/window';
import {
  allocateSettled,
  FEWEST_PEERS,
  fillSettled,
  type MarketBasis,
  type PeersOfHold,
  type PeerTable,
  peersOfHold,
  type SettledReturns,
  settledIn,
  settledOf,
  waitsForSession,
  waitsOf,
} from './settledWindows';
import { HOLD_BANDS, type MonthSums, notStudied } from './share';

/** Local aliases: in another context, as in tests, looking a global up costs more than the arithmetic. */
const { isNaN: isMissing, NaN: MISSING } = Number;

/** Years of a window that count, and the fewest of them (METHOD 10). */
export const SHOWN_YEARS = { most: 20, fewest: 8 } as const;
/** Reference entries before each year's entry: 28, 56, .. 336 days. */
const REFERENCES = 12;
const REFERENCE_STEP = 28;

/** What a window showed beyond its peers. */
interface ShownExcess {
  /** Long, as a fraction. */
  readonly shown: number;
  /** Mean realised variance of its years. */
  readonly variance: number;
}

/** Excess over peers of a window, as a fraction: NaN unless it is settled, with at least 20 peers. */
export function excessOverPeers(symbol: SettledReturns, peers: PeersOfHold, entry: Day, hold: number): number {
  const day = entry - peers.first;
  return day < 0 || day >= peers.means.length ? MISSING : symbol.returnOf(entry, hold) - peers.means[day];
}

/**
 * The excess that a window showed over its past years (METHOD 10): mean of x over the latest 20 years observed, less the mean of x
 * over the reference entries of the same years, which takes the symbol's drift beyond its peers away. Null with fewer than
 * eight years, without references, and where the price never moved.
 *
 * @param asOf years whose windows end later are not used
 */
export function shownExcess(
  symbol: SettledReturns,
  peers: PeersOfHold,
  { entry, hold }: { readonly entry: Day; readonly hold: number },
  asOf: Day,
): ShownExcess | null {
  const date = dateOf(entry);
  let years = 0;
  let sum = 0;
  let variance = 0;
  let references = 0;
  let sumOfReferences = 0;
  for (let year = date.year - 1; years < SHOWN_YEARS.most; year--) {
    const past = inYear(date, year);
    if (past < peers.first) break;
    if (past + hold - 1 > asOf) continue;
    const excess = excessOverPeers(symbol, peers, past, hold);
    if (isMissing(excess)) continue;
    years += 1;
    sum += excess;
    variance += symbol.varianceOf(past, hold);
    for (let j = 1; j <= REFERENCES; j++) {
      const reference = excessOverPeers(symbol, peers, past - REFERENCE_STEP * j, hold);
      if (isMissing(reference)) continue;
      references += 1;
      sumOfReferences += reference;
    }
  }
  if (years < SHOWN_YEARS.fewest || references === 0 || variance === 0) return null;
  return { shown: sum / years - sumOfReferences / references, variance: variance / years };
}

/**
 * What a window showed beyond its market's peers (METHOD 10), as of its own as-of.
 *
 * @param peers of the market over its current prices
 * @returns a long return as a fraction; null with fewer than eight years, and for a window that `notStudied` names
 */
export function windowExcess(
  symbol: SymbolColumns,
  window: WindowSpec,
  gapLimit: number,
  peers: PeerTable,
): number | null {
  if (notStudied(window) !== null) return null;
  const hold = holdOf(window);
  const { entry, asOf } = window;
  const settled = settledOf(symbol, { ...waitsOf(peers), asOf, gapLimit });
  return settled && (shownExcess(settled, peersOfHold(peers, hold), { entry, hold }, asOf)?.shown ?? null);
}

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
