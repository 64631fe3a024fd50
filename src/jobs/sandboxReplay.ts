import { setImmediate as nextLoop, setTimeout as sleep } from 'node:timers/promises';
import { type Day, fromIso, toIso } from '../core/calendar/dates';
import { sessionsBetween } from '../core/calendar/sessions';
import type { ReplayedChoice, ReplayedSession } from '../core/record/replay';
import type { Snapshot } from '../engine/snapshot';
import type { Log } from '../log';
import type { Queue } from '../queue/queue';
import type { Look } from '../queue/schedule';
import { type PickScan, pickCard } from '../services/record/pickScan';
import type { ReplayedPicks } from '../services/record/replayedPicks';
import { NullDistributions } from '../services/screening/nullDistributions';
import { currentPrices, type Screening } from '../services/screening/screening';
import { CorruptPricesError } from '../storage/errors';
import type { RecordStore } from '../storage/ledger';
import type { NullStore } from '../storage/nulls';
import { logged } from './logged';
import { chooseAgain, earlierPick, openChoice, scoreAgain } from './replay';

export interface SandboxReplayDeps {
  readonly screening: Screening;
  /** The ledger is only read: nothing is ever recorded. */
  readonly records: Pick<RecordStore, 'all'>;
  readonly nulls: NullStore;
  readonly queue: Queue;
  readonly replayed: ReplayedPicks;
  /** How many sessions are walked where there is none yet. */
  readonly sessions: number;
  readonly log: Log;
  /** Shuffled calendars, if fewer than a replay has by itself. */
  readonly mostRotations: number;
}

/** Two months: long enough for picks to close, and little work. */
export const REPLAY_SESSIONS = 42;
/** A replay is wanted soon: its cards say how few. */
const ROTATIONS = 199;
/** What its searches take turns as, so that no search of a caller waits for all of them. */
const ACCOUNT = 'replay';
/** Between sessions. */
const LONGEST_PAUSE_MS = 200;

/**
 * Walks the last sessions of the sandbox by the rule of the daily pick, so that there is something to show before its first pick.
 * In the background and with pauses; shuffled calendars, which are most of the work, are those of threads of low priority. What
 * was chosen stays: a later day adds its session.
 */
export class SandboxReplay {
  /** Prices and day of the last walk that is shown whole. */
  private done: string | null = null;

  constructor(private readonly deps: SandboxReplayDeps) {
    deps.queue.work(
      'sandbox-replay',
      logged(deps.log, 'sandbox-replay', ({ signal }) => this.walkAll(signal)),
    );
  }

  /** Shows what was walked, whichever process walked it, and has the sessions walked that are missing. */
  job(): Look {
    return { id: 'sandbox-replay', pattern: '*/10 * * * *', run: () => this.look() };
  }

  private async look(): Promise<void> {
    const { replayed, queue, screening } = this.deps;
    const snapshot = await currentPrices(screening);
    const today = screening.clock.today();
    const moment = momentOf(snapshot, today);
    if (!snapshot.simulated || this.done === moment || (await this.hasPick())) return;
    if (await this.show(snapshot, today)) return;
    replayed.underWay = true;
    await queue.send('sandbox-replay', {}, { key: 'sandbox', occurrence: `sandbox-replay ${moment}` });
  }

  private async walkAll(signal: AbortSignal): Promise<object | null> {
    const { screening } = this.deps;
    const snapshot = await currentPrices(screening);
    const today = screening.clock.today();
    if (!snapshot.simulated) return null;
    const sessions = await this.walkMissing(snapshot, today, signal);
    await this.show(snapshot, today);
    return sessions === 0 ? null : { sessions };
  }

  private async walked(snapshot: Snapshot, today: Day): Promise<ReplayedChoice[]> {
    return (await this.deps.replayed.walked(snapshot)).filter(({ session }) => session < toIso(today));
  }

  /** @returns whether that is all there is to show */
  private async show(snapshot: Snapshot, today: Day): Promise<boolean> {
    const walked = await this.walked(snapshot, today);
    if (walked.length > 0) this.deps.replayed.show(snapshot, await this.scored(snapshot, unbroken(walked)));
    const isWhole = sessionsMissing(walked, today, this.deps.sessions).length === 0;
    if (isWhole) {
      this.done = momentOf(snapshot, today);
      this.deps.replayed.underWay = false;
    }
    return isWhole;
  }

  /** @returns how many sessions were missing */
  private async walkMissing(snapshot: Snapshot, today: Day, signal: AbortSignal): Promise<number> {
    const walked = await this.walked(snapshot, today);
    const missing = sessionsMissing(walked, today, this.deps.sessions);
    const screening = this.searching(signal);
    for (const session of missing) walked.push(await this.walk(screening, session, walked, signal));
    return missing.length;
  }

  /** With null distributions of few rotations, which are waited for. */
  private searching(signal: AbortSignal): Screening {
    const { screening, nulls, queue, log, mostRotations } = this.deps;
    const { engine, clock } = screening;
    const rotations = Math.min(ROTATIONS, mostRotations);
    const shared = { engine, account: ACCOUNT, signal, store: nulls, queue, clock, log };
    return { ...screening, nulls: new NullDistributions({ ...shared, rotations, mode: 'waiting' }) };
  }

  /** Whether there is a pick of simulated prices: nobody is shown a replay any more then. */
  private async hasPick(): Promise<boolean> {
    const records = await this.deps.records.all();
    return records.some(({ type, simulated }) => type === 'pick' && simulated);
  }

  private async walk(
    screening: Screening,
    session: Day,
    before: readonly ReplayedChoice[],
    signal: AbortSignal,
  ): Promise<ReplayedChoice> {
    signal.throwIfAborted();
    const earlier = before.flatMap(({ pick }) => (pick === null ? [] : [earlierPick(pick)]));
    const from = performance.now();
    const { choice, scan } = await chooseAgain(screening, session, earlier);
    requireWhole(choice, scan);
    await this.deps.replayed.keep(scan.core.snapshot, choice, scan.row && pickCard(scan.core, scan.row));
    // Half of the time is everybody else's. A month's shuffled calendars are no part of it: those threads stand below the others.
    await sleep(Math.min(LONGEST_PAUSE_MS, performance.now() - from), undefined, { signal });
    return choice;
  }

  private async scored(snapshot: Snapshot, choices: readonly ReplayedChoice[]): Promise<ReplayedSession[]> {
    const sessions: ReplayedSession[] = [];
    for (const choice of choices) {
      // Requests come in between.
      await nextLoop();
      sessions.push(await this.score(snapshot, choice));
    }
    return sessions;
  }

  private async score(snapshot: Snapshot, choice: ReplayedChoice): Promise<ReplayedSession> {
    try {
      return await scoreAgain(this.deps.screening, snapshot, choice);
    } catch (err) {
      if (!(err instanceof CorruptPricesError)) throw err;
      this.deps.log.error({ err, session: choice.session }, 'replayed pick not scored: its prices cannot be read');
      return openChoice(choice);
    }
  }
}

const momentOf = ({ dataVersion }: Snapshot, today: Day) => `${dataVersion} ${today}`;

/** The sessions through yesterday that follow what was walked, the last `most` of them. */
function sessionsMissing(walked: readonly ReplayedChoice[], today: Day, most: number): Day[] {
  const last = walked.at(-1);
  // Two days a session are more than weekends and holidays take, beyond a few weeks.
  const since = last === undefined ? today - 2 * most - 14 : fromIso(last.session) + 1;
  return sessionsBetween('nyse', since, today - 1).slice(-most);
}

/** What follows the last session that was left out: a record with a hole in it would not be one. */
function unbroken(walked: readonly ReplayedChoice[]): readonly ReplayedChoice[] {
  const follows = (i: number) =>
    sessionsBetween('nyse', fromIso(walked[i - 1].session) + 1, fromIso(walked[i].session)).length === 1;
  let first = walked.length - 1;
  while (first > 0 && follows(first)) first -= 1;
  return walked.slice(Math.max(0, first));
}

/** What is kept stays, so that nothing may have been out of reach, and no import come between. @throws Error */
function requireWhole({ session }: ReplayedChoice, { core, pool }: PickScan): void {
  const { marketFailures, cutShort, snapshot } = core;
  if (!snapshot.simulated) throw new Error('real prices were imported');
  const isPending = pool.length > 0 && pool.every(({ significance }) => significance.status === 'pending');
  if (marketFailures.length > 0 || cutShort || isPending)
    throw new Error(`session ${session} could not be scanned whole`);
}
