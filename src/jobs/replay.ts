import { fixedClock, newYorkInstant } from '../clock';
import { type Day, fromIso, toIso } from '../core/calendar/dates';
import { sessionsBetween } from '../core/calendar/sessions';
import type { RandomDatesFigures, ScoredPick } from '../core/record/ledger';
import { type EarlierPick, PICK_HOUR } from '../core/record/pickRule';
import type { ReplayedChoice, ReplayedPick, ReplayedSession } from '../core/record/replay';
import { type RandomDatesTally, setupsAmong, tallyOfRandomDates } from '../core/record/trackRecord';
import { clusteredMean } from '../core/statistics/clusteredMean';
import { mean, median } from '../core/statistics/moments';
import type { Direction } from '../core/window/window';
import { ScanCache } from '../engine/scanCache';
import type { Snapshot } from '../engine/snapshot';
import { type PickScan, scanForPick } from '../services/record/pickScan';
import { compareToRandomDates, type PickToScore, scorePick } from '../services/record/pickScore';
import { currentPrices, type Screening } from '../services/screening/screening';

/**
 * Walks the daily pick over past sessions, each with what was known on the day before it: prices, statistics and edge.
 * A setup still open is not picked again, as in the record. The model is left out, since it was not fitted point in
 * time: the choice is by edge alone. Nothing is recorded.
 *
 * Not point in time: which symbols there are. The universe is today's, companies that failed are missing.
 */
export async function* replay(screening: Screening, from: Day, to: Day): AsyncGenerator<ReplayedSession> {
  const earlier: EarlierPick[] = [];
  for (const session of sessionsBetween('nyse', from, to)) {
    const { choice } = await chooseAgain(screening, session, earlier);
    if (choice.pick) earlier.push(earlierPick(choice.pick));
    yield await scoreAgain(screening, await currentPrices(screening), choice);
  }
}

/** How many sessions `replay` walks. */
export function replayLength(from: Day, to: Day): number {
  return sessionsBetween('nyse', from, to).length;
}

/** A model in service has seen what followed: it must not move the scores either. */
const NO_MODEL: Screening['predictions'] = { over: async () => null, trialOver: async () => null };

/** The choice of a past session, and the scan that it was made from. @param earlier picks of the sessions before */
export async function chooseAgain(
  screening: Screening,
  session: Day,
  earlier: readonly EarlierPick[],
): Promise<{ readonly choice: ReplayedChoice; readonly scan: PickScan }> {
  const clock = fixedClock(newYorkInstant(session, PICK_HOUR * 60));
  // A session's scan is never asked for again.
  const scans: Screening['scans'] = new ScanCache({ ttlMs: 1, maxEntries: 1, timer: clock });
  const pointInTime = { ...screening, clock, scans, predictions: NO_MODEL };
  const scan = await scanForPick(pointInTime, 'edge_only', session, earlier);
  const { core, row, reason } = scan;
  const told = { session: toIso(session), as_of: core.asOf === null ? null : toIso(core.asOf) };
  if (row === null) return { choice: { ...told, pick: null, reason }, scan };
  const { symbol, market, direction, entry, hold } = row;
  const dates = { entry_date: toIso(entry), exit_date: toIso(entry + hold - 1), hold_days: hold };
  const pick = { symbol, market: market.id, direction, ...dates, edge_score: row.edgeScore };
  return { choice: { ...told, pick, reason: null }, scan };
}

/** A replayed pick as the choice of a later session looks at it. */
export function earlierPick({ symbol, direction, exit_date }: ReplayedPick): EarlierPick {
  return { symbol, direction, exit: fromIso(exit_date) };
}

/** A choice of which nothing else is known, or of nothing. */
export function openChoice(choice: ReplayedChoice): ReplayedSession {
  return { ...choice, replay: true, outcome: null, random_dates: null };
}

/** How a choice ended, by the prices of a snapshot. @throws CorruptPricesError when those of its symbol are damaged */
export async function scoreAgain(
  screening: Screening,
  snapshot: Snapshot,
  choice: ReplayedChoice,
): Promise<ReplayedSession> {
  const { pick } = choice;
  const open = openChoice(choice);
  if (pick === null) return open;
  const { symbol, market, direction, hold_days: hold } = pick;
  const dates = { entry: fromIso(pick.entry_date), exit: fromIso(pick.exit_date), hold };
  const toScore = { symbol, at: screening.clock.now(), market, direction, ...dates };
  const outcome = await scorePick(screening.engine, snapshot, toScore);
  if (outcome === null) return open;
  return { ...open, outcome, random_dates: await randomDatesOf(screening, snapshot, toScore, outcome) };
}

async function randomDatesOf(
  { engine }: Screening,
  snapshot: Snapshot,
  pick: PickToScore,
  { entry_session: entry }: ScoredPick,
): Promise<RandomDatesFigures | null> {
  const found = await compareToRandomDates(engine, snapshot, pick, entry === null ? null : fromIso(entry));
  return found === 'open' ? null : found;
}

/** What a replay came to. Percent, unrounded; null without a closed pick. */
export interface ReplaySummary {
  readonly sessions: number;
  readonly picks: number;
  /** Setups among the closed picks: what overlaps in one symbol and direction is one. */
  readonly setups: number;
  readonly delisted: number;
  readonly closed: readonly { readonly direction: Direction; readonly returnPct: number; readonly won: boolean }[];
  readonly median: number | null;
  readonly benchmark: { readonly count: number; readonly wins: number; readonly mean: number } | null;
  readonly randomDates: RandomDatesTally | null;
  /** Mean of what each pick made beyond random dates of its own symbol, with its standard error by month of entry. */
  readonly excess: { readonly mean: number; readonly standardError: number | null; readonly months: number } | null;
}

export function summariseReplay(walked: readonly ReplayedSession[]): ReplaySummary {
  const scored = walked.flatMap(({ pick, outcome, random_dates: random }) =>
    pick && outcome ? [{ pick, outcome, random, returnPct: outcome.return_pct }] : [],
  );
  const closed = scored.map(({ pick, outcome }) => ({
    direction: pick.direction,
    returnPct: outcome.return_pct,
    won: outcome.result === 'win',
  }));
  const benchmark = scored.flatMap(({ outcome }) => (outcome.benchmark === null ? [] : [outcome.benchmark.return_pct]));
  return {
    sessions: walked.length,
    picks: walked.filter(({ pick }) => pick !== null).length,
    setups: setupsAmong(scored.map(({ pick }) => pick)),
    delisted: scored.filter(({ outcome }) => outcome.convention === 'delisted').length,
    closed,
    median: closed.length === 0 ? null : median(closed.map(({ returnPct }) => returnPct)),
    benchmark:
      benchmark.length === 0
        ? null
        : { count: benchmark.length, wins: benchmark.filter((r) => r > 0).length, mean: mean(benchmark) },
    randomDates: tallyOfRandomDates(scored),
    excess: excessReturns(scored),
  };
}

/** Picks of one month share their market: the error is that of the months' means, not of the picks. */
function excessReturns(
  scored: readonly {
    readonly pick: ReplayedPick;
    readonly returnPct: number;
    readonly random: RandomDatesFigures | null;
  }[],
): ReplaySummary['excess'] {
  const beyond = scored.flatMap(({ pick, returnPct, random }) =>
    random === null ? [] : [{ cluster: pick.entry_date.slice(0, 7), value: returnPct - random.avg_return_pct }],
  );
  const found = clusteredMean(beyond);
  return found && { mean: found.mean, standardError: found.standardError, months: found.clusters };
}

/** The two ends of `A..B`. @throws RangeError that says what is accepted */
export function parseReplayRange(text: string): { readonly from: Day; readonly to: Day } {
  const [a, b, ...rest] = text.split('..');
  try {
    if (a === undefined || b === undefined || rest.length > 0) throw new RangeError('not two dates');
    const range = { from: fromIso(a), to: fromIso(b) };
    if (range.to >= range.from) return range;
  } catch {
    // Said below.
  }
  throw new RangeError(`--replay is '${text}', accepted is YYYY-MM-DD..YYYY-MM-DD, the first not after the second`);
}
