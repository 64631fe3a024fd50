import { type Day, dateOf, inYear, toIso } from '../calendar/dates';
import { DEFAULT_WINNING_PERCENT, winningYears } from '../calendar/market';
import { type Cycle, type Direction, LONGEST_DAYS, latestInCycle, lookback, SHORTEST_DAYS } from '../window/window';
import { LONGEST_GAP_LIMIT, lastSession, SHORTEST_GAP_LIMIT, type SymbolColumns } from './columns';

/** What to search for (METHOD 5). One request serves any number of symbols of one market. */
export interface DetectionRequest {
  /** Candidate entry dates, ascending, each with the last day that may touch its numbers (METHOD 1). */
  readonly entries: readonly { readonly day: Day; readonly asOf: Day }[];
  /** Lookback: latest occurrences to look at. */
  readonly years: number;
  readonly cycle: Cycle;
  /** Calendar days, both ends included, 2..366. */
  readonly minHold: number;
  readonly maxHold: number;
  /** Omitted = both. */
  readonly direction?: Direction;
  /**
   * Winners a candidate needs: about 90 % of its own years, another percentage of them, an absolute number, or 0 for no
   * threshold.
   */
  readonly minWins: 'default' | { readonly percent: number } | number;
  /** Years a candidate needs; METHOD 5 says 5. */
  readonly minObservations: number;
  /** Calendar days without a session that end an observation (METHOD 1). */
  readonly gapLimit: number;
  /** Leave out a symbol whose last bar is more than the gap limit older than as-of (METHOD 5). */
  readonly liveOnly: boolean;
}

/**
 * The lookback of every entry and hold, worked out once for all symbols. Which years count depends on the hold: the
 * latest occurrence must be over at as-of. So each entry's holds are split into segments with the same years.
 */
export interface DetectionPlan {
  readonly request: DetectionRequest;
  /** Index of each entry's first segment, and the number of segments at the end. */
  readonly segments: Int32Array;
  /** Shortest and longest hold of each segment. */
  readonly minHold: Int32Array;
  readonly maxHold: Int32Array;
  /** Entry days of the past occurrences, oldest first: `request.years` a segment. */
  readonly occurrences: Int32Array;
}

/** Checks a request and computes its lookbacks. @throws RangeError naming the field that is out of bounds */
export function planDetection(request: DetectionRequest): DetectionPlan {
  check(request);
  const segments = [0];
  const minHold: number[] = [];
  const maxHold: number[] = [];
  const occurrences: number[] = [];
  const { years, cycle } = request;
  for (const { day, asOf } of request.entries) {
    const entryDate = dateOf(day);
    const latest = latestInCycle(cycle, entryDate.year, entryDate.year - 1);
    const { step } = latest;
    let { year } = latest;
    for (let hold = request.minHold; hold <= request.maxHold; ) {
      while (inYear(entryDate, year) + hold - 1 > asOf) year -= step;
      minHold.push(hold);
      hold = Math.min(request.maxHold, asOf - inYear(entryDate, year) + 1) + 1;
      maxHold.push(hold - 1);
      for (let back = years - 1; back >= 0; back--) occurrences.push(inYear(entryDate, year - step * back));
    }
    segments.push(minHold.length);
  }
  return {
    request,
    segments: Int32Array.from(segments),
    minHold: Int32Array.from(minHold),
    maxHold: Int32Array.from(maxHold),
    occurrences: Int32Array.from(occurrences),
  };
}

/** Winners that a candidate with `count` years needs. */
export function winnersNeeded(minWins: DetectionRequest['minWins'], count: number): number {
  if (typeof minWins === 'number') return minWins;
  return winningYears(minWins === 'default' ? DEFAULT_WINNING_PERCENT : minWins.percent, count);
}

/** Number of windows of a request: the measure of the work per symbol. */
export function windowsIn(request: DetectionRequest): number {
  return request.entries.length * (request.maxHold - request.minHold + 1);
}

/** Pairs of first and last day that a plan may read, ascending: for exits, and for the sessions of entries. */
export function stretchesOf({ occurrences, request }: DetectionPlan): { exits: Day[]; sessions: Day[] } {
  // A typed array sorts numbers without a comparator: a year's entries occur on thousands of days.
  const days = occurrences.slice().sort();
  // The entry session, and the day after it.
  const wait = request.gapLimit + 1;
  return { exits: stretched(days, Math.max(request.maxHold - 1, wait)), sessions: stretched(days, wait) };
}

/** The stretches from each day to `reach` days later, overlapping ones joined. @param days ascending */
function stretched(days: Int32Array, reach: number): Day[] {
  const pairs: Day[] = [];
  for (let i = 0, end = Number.NEGATIVE_INFINITY; i < days.length; i++) {
    const day = days[i];
    if (day > end) pairs.push(day, day + reach);
    else pairs[pairs.length - 1] = day + reach;
    end = day + reach;
  }
  return pairs;
}

function check(request: DetectionRequest): void {
  within('years', request.years, 1, 98);
  within('minHold', request.minHold, SHORTEST_DAYS, LONGEST_DAYS);
  within('maxHold', request.maxHold, request.minHold, LONGEST_DAYS);
  within('minObservations', request.minObservations, 1, 98);
  within('gapLimit', request.gapLimit, SHORTEST_GAP_LIMIT, LONGEST_GAP_LIMIT);
  if (typeof request.minWins === 'number') within('minWins', request.minWins, 0, 98);
  else if (request.minWins !== 'default') within('minWins.percent', request.minWins.percent, 1, 100);
  for (const [i, { day }] of request.entries.entries()) {
    const before = request.entries[i - 1];
    if (before && before.day >= day)
      throw new RangeError(`entries must ascend: got ${toIso(day)} after ${toIso(before.day)}`);
  }
}

function within(name: string, value: number, low: number, high: number): void {
  if (!Number.isInteger(value) || value < low || value > high)
    throw new RangeError(`${name} must be a whole number from ${low} to ${high}, got ${value}`);
}

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
