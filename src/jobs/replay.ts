import { newYorkInstant, stoppedClock } from '../clock';
import { sessionsBetween } from '../core/calendar/calendars';
import { type Day, fromIso, toIso } from '../core/calendar/dates';
import { type NamedSetup, PICK_RULE_VERSION, type RandomDatesFigures, type ScoredPick } from '../core/record/ledger';
import { type EarlierPick, PICK_HOUR, type ReplayedChoice, type ReplayedSession } from '../core/record/pickRule';
import type { CountedPick } from '../core/record/trackRecord';
import { type ClusteredMean, clusteredMean } from '../core/statistics/moments';
import { ScanCache } from '../engine/scanCache';
import type { Snapshot } from '../engine/snapshot';
import {
  compareToRandomDates,
  type PickScan,
  type PickToScore,
  scanForPick,
  scorePick,
} from '../services/record/pickScan';
import { currentPrices, type Screening } from '../services/screening/deps';

/**
 * Replays the daily pick over past sessions, each from the prices through the day before it. As in the record, a setup that is
 * still open is not picked again. The model is left out, since it was not fitted point in time: the choice is by edge alone.
 * Nothing is recorded.
 *
 * The universe is not point in time: it has today's symbols, so companies that failed are missing.
 */
export async function* replay(screening: Screening, from: Day, to: Day): AsyncGenerator<ReplayedSession> {
  const earlier: EarlierPick[] = [];
  for (const session of sessionsBetween('nyse', from, to)) {
    const { choice } = await chooseAgain(screening, session, earlier);
    if (choice.pick) earlier.push(earlierPick(choice.pick));
    yield await scoreAgain(screening, await currentPrices(screening), choice);
  }
}

/** No predictions: the model in service was fitted on later prices and must not change the scores. */
const NO_MODEL: Screening['predictions'] = { over: async () => null, trialOver: async () => null };

/**
 * The pick of a past session, and the scan it was made from.
 *
 * @param earlier picks of earlier sessions
 * @throws the signal's reason once it is aborted
 */
export async function chooseAgain(
  screening: Screening,
  session: Day,
  earlier: readonly EarlierPick[],
  signal?: AbortSignal,
): Promise<{ readonly choice: ReplayedChoice; readonly scan: PickScan }> {
  const clock = stoppedClock(newYorkInstant(session, PICK_HOUR * 60));
  // No scan is requested twice.
  const scans: Screening['scans'] = new ScanCache({ ttlMs: 1, maxEntries: 1, timer: clock });
  const pointInTime = { ...screening, clock, scans, predictions: NO_MODEL };
  const scan = await scanForPick(pointInTime, 'edge_only', session, earlier, signal);
  const { core, row, reason } = scan;
  const base = {
    session: toIso(session),
    rule_version: PICK_RULE_VERSION,
    as_of: core.asOf === null ? null : toIso(core.asOf),
  };
  if (row === null) return { choice: { ...base, pick: null, reason }, scan };
  const { symbol, market, direction, entry, hold } = row;
  const dates = { entry_date: toIso(entry), exit_date: toIso(entry + hold - 1), hold_days: hold };
  const pick = { symbol, market: market.id, direction, ...dates, edge_score: row.edgeScore };
  return { choice: { ...base, pick, reason: null }, scan };
}

/** A replayed pick as input to the choice of a later session. */
export function earlierPick({ symbol, direction, exit_date }: NamedSetup): EarlierPick {
  return { symbol, direction, exit: fromIso(exit_date) };
}

/** A session without an outcome: its pick is still open, or none was made. */
export function openChoice(choice: ReplayedChoice): ReplayedSession {
  return { ...choice, replay: true, outcome: null, random_dates: null };
}

/** Scores a choice by the prices of a snapshot. @throws CorruptPricesError if the prices of its symbol are damaged */
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
  const figures = await compareToRandomDates(engine, snapshot, pick, entry === null ? null : fromIso(entry));
  return figures === 'open' ? null : figures;
}

/**
 * Mean return of closed picks in excess of random dates in the same symbol, percent, unrounded. The standard error is clustered by
 * month of entry, because picks of one month share the market's moves.
 *
 * @returns null if no pick is closed whose random dates are known
 */
export function excessOverRandomDates(picks: readonly CountedPick[]): ClusteredMean | null {
  return clusteredMean(
    picks.flatMap(({ pick, returnPct, randomDates }) => {
      const figures = randomDates?.figures ?? null;
      return returnPct === null || figures === null
        ? []
        : [{ cluster: pick.entry_date.slice(0, 7), value: returnPct - figures.avg_return_pct }];
    }),
  );
}

/** Parses `YYYY-MM-DD..YYYY-MM-DD`. @throws RangeError naming what is accepted */
export function parseReplayRange(text: string): { readonly from: Day; readonly to: Day } {
  const [a, b, ...rest] = text.split('..');
  try {
    if (a === undefined || b === undefined || rest.length > 0) throw new RangeError('not two dates');
    const range = { from: fromIso(a), to: fromIso(b) };
    if (range.to >= range.from) return range;
  } catch {
    // Reported below.
  }
  throw new RangeError(`--replay is '${text}', accepted is YYYY-MM-DD..YYYY-MM-DD, the first not after the second`);
}
