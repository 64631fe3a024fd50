import type { Day } from '../calendar/dates';
import type { SymbolColumns } from '../detection/columns';
import { holdOf, type WindowSpec } from '../window/window';
import { notStudied } from './cameTrue';
import { type PeerTable, peersOfHold, waitsOf } from './peers';
import { allocateSettled, fillSettled } from './settledWindows';
import { REFERENCE_STEP, REFERENCES, SHOWN_YEARS, shownExcess } from './shown';

/** Calendar days that hold 20 years observed, with their references, unless some are missing. */
const USUAL_DAYS = 366 * (SHOWN_YEARS.most + 1) + REFERENCES * REFERENCE_STEP;

/**
 * What a window showed beyond its market's peers (METHOD 10), as of its own as-of.
 *
 * @param peers of the market over its current prices
 * @returns a long return as a fraction; null with fewer than eight years
 * @throws RangeError for a window that `notStudied` names
 */
export function windowExcess(
  { columns, index }: SymbolColumns,
  window: WindowSpec,
  gapLimit: number,
  peers: PeerTable,
): number | null {
  const fault = notStudied(window);
  if (fault !== null) throw new RangeError(`windowExcess: the window cannot be studied because of its ${fault}`);
  const hold = holdOf(window);
  const { entry, asOf } = window;
  const means = peersOfHold(peers, hold);
  const waits = waitsOf(peers);
  const readFrom = (from: Day) => {
    const memory = allocateSettled(from, Math.max(from, entry), hold);
    return fillSettled(memory, columns, index, waits, { asOf, gapLimit })
      ? shownExcess(memory, means, { entry, hold }, asOf)
      : null;
  };
  const usual = Math.max(peers.first, entry - USUAL_DAYS);
  const excess = readFrom(usual);
  // Missing years are made up for by older ones.
  const isWhole = usual === peers.first || excess?.years === SHOWN_YEARS.most;
  return (isWhole ? excess : readFrom(peers.first))?.shown ?? null;
}
