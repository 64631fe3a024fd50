import { type Day, dateOf, inYear } from '../calendar/dates';
import type { SymbolColumns } from '../detection/columns';
import { holdOf, type WindowSpec } from '../window/window';
import { type PeersOfHold, type PeerTable, peersOfHold, waitsOf } from './peers';
import { type SettledReturns, settledOf } from './settledWindows';
import { notStudied } from './share';

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
