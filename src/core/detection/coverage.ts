import type { Day } from '../calendar/dates';
import { DEFAULT_WINNING_PERCENT, winningYears } from '../calendar/market';
import { lookback } from '../window/window';
import { lastSession, type SymbolColumns } from './columns';
import type { DetectionRequest } from './plan';

/** Fewest observed years of a candidate in any market (METHOD 5). */
export const FEWEST_YEARS = 5;

/** A symbol of the market that is searched. */
export interface Member extends SymbolColumns {
  readonly firstDay: number;
}

/**
 * Observed years a candidate of a whole market needs (METHOD 5): nine tenths of the lookback years of the first entry
 * that the market has prices for, so that a young listing's 5 of 5 does not lead a list of ten-year records; at least 5.
 * Which years those are depends on the hold: the shortest decides.
 *
 * @param members of the market; those that stopped trading do not count
 */
export function yearsNeeded(
  request: Pick<DetectionRequest, 'entries' | 'years' | 'cycle' | 'minHold' | 'gapLimit'>,
  members: readonly Member[],
): number {
  const { entries, years, cycle, minHold, gapLimit } = request;
  if (entries.length === 0) return FEWEST_YEARS;
  const [{ day: entry, asOf }] = entries;
  const since = members
    .filter((member) => isLive(member, asOf, gapLimit))
    .reduce((earliest, { firstDay }) => Math.min(earliest, firstDay), Infinity);
  const occurrences = lookback({ entry, end: entry + minHold - 1, years, cycle, asOf });
  const covered = occurrences.filter((occurrence) => occurrence.entry >= since).length;
  return Math.max(FEWEST_YEARS, winningYears(DEFAULT_WINNING_PERCENT, covered));
}

/**
 * The symbols of a market that a search can find (METHOD 5): those that still trade and have a bar before enough lookback
 * years of some entry.
 */
export function possibleCandidates<Of extends Member>(
  { entries, years, cycle, minHold, gapLimit, minObservations }: Omit<DetectionRequest, 'liveOnly'>,
  members: readonly Of[],
): Of[] {
  if (entries.length === 0 || minObservations > years) return [];
  const latestStarts = entries.map(({ day: entry, asOf }) => {
    const occurrences = lookback({ entry, end: entry + minHold - 1, years, cycle, asOf });
    return occurrences[years - minObservations].entry;
  });
  const since = Math.max(...latestStarts);
  const [{ asOf }] = entries;
  return members.filter((member) => member.firstDay <= since && isLive(member, asOf, gapLimit));
}

/** Whether a symbol still trades: its last bar is within the gap limit of as-of. */
function isLive({ columns, index }: Member, asOf: Day, gapLimit: number): boolean {
  return asOf - (lastSession(columns, index, asOf) ?? -Infinity) <= gapLimit;
}
