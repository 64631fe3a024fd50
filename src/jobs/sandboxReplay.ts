import { setImmediate as nextLoop, setTimeout as sleep } from 'node:timers/promises';
import { sessionsBetween } from '../core/calendar/calendars';
import { type Day, fromIso, toIso } from '../core/calendar/dates';
import type { ReplayedChoice, ReplayedSession } from '../core/record/pickRule';
import type { Snapshot } from '../engine/snapshot';
import type { Log } from '../log';
import type { JobState, Queue } from '../queue/queue';
import type { LocalTask } from '../queue/schedule';
import { type PickScan, pickCard } from '../services/record/pickScan';
import type { ReplayedPicks } from '../services/record/replayedPicks';
import { currentPrices, type Screening } from '../services/screening/deps';
import { NullDistributions } from '../services/screening/nullDistributions';
import { CorruptPricesError } from '../storage/errors';
import type { RecordStore } from '../storage/ledger';
import type { NullDistributionStore } from '../storage/nulls';
import { workLogged } from './logged';
import { chooseAgain, earlierPick, openChoice, scoreAgain } from './replay';

export interface SandboxReplayDeps {
  readonly screening: Screening;
  /** The ledger is only read. */
  readonly records: Pick<RecordStore, 'all'>;
  readonly nulls: NullDistributionStore;
  readonly queue: Queue;
  readonly replayed: ReplayedPicks;
  /** Number of sessions of a first replay. */
  readonly sessions: number;
  readonly log: Log;
  /** Upper limit of the rotations. */
  readonly mostRotations: number;
}

/** Two months: long enough for picks to close, and little work. */
export const REPLAY_SESSIONS = 42;
/** Few rotations, so that a replay is soon complete; its cards show the number. */
const ROTATIONS = 199;
/** Account of its searches in the engine's scheduling, so that they do not delay callers. */
const ACCOUNT = 'replay';
/** Interval of looking whether a training has ended. */
const TRAINING_POLL_MS = 1_000;
/** Longest pause between sessions. */
const LONGEST_PAUSE_MS = 200;

/**
 * Replays the daily pick over the last sessions of the sandbox, so that the record has something to show before the first pick.
 * It works in the background with pauses; null distributions, which are most of the work, are computed in threads of low
 * priority. Choices are stored, and each day adds its session.
 */
export class SandboxReplay {
  /** Data version and day of the last replay that is complete and shown. */
  private done: string | null = null;

  constructor(private readonly deps: SandboxReplayDeps) {
    workLogged(deps.queue, deps.log, 'sandbox-replay', ({ signal }) => this.replayAll(signal));
  }

  /** Shows stored choices of any process, and sends a job for the sessions that are missing. */
  job(): LocalTask {
    return { id: 'sandbox-replay', pattern: '*/10 * * * *', run: () => this.showOrSend() };
  }

  private async showOrSend(): Promise<void> {
    const { replayed, queue, screening } = this.deps;
    const snapshot = await currentPrices(screening);
    const today = screening.clock.today();
    const moment = momentOf(snapshot, today);
    if (!snapshot.simulated || this.done === moment || (await this.hasPick())) return;
    if (await this.show(snapshot, today)) return;
    await queue.send('sandbox-replay', {}, { key: 'sandbox', occurrence: `sandbox-replay ${moment}` });
    // A job whose attempts have all failed is not sent again for the same prices and day.
    const jobs = (state: JobState) => queue.list({ queue: 'sandbox-replay', state });
    replayed.underWay = (await jobs('active')).length > 0 || (await jobs('waiting')).length > 0;
  }

  private async replayAll(signal: AbortSignal): Promise<object | null> {
    const { screening } = this.deps;
    const snapshot = await currentPrices(screening);
    const today = screening.clock.today();
    if (!snapshot.simulated) return null;
    await this.waitForTraining(signal);
    const sessions = await this.replayMissing(snapshot, today, signal);
    await this.show(snapshot, today);
    return sessions === 0 ? null : { sessions };
  }

  /** The two at once would take more memory than the service may (`npm run bench -- memory`). */
  private async waitForTraining(signal: AbortSignal): Promise<void> {
    const isTraining = async () => {
      const stats = await this.deps.queue.stats();
      return stats.some(({ queue, active, oldest }) => queue === 'train' && (active > 0 || oldest !== null));
    };
    while (await isTraining()) await sleep(TRAINING_POLL_MS, undefined, { signal });
  }

  private async walked(snapshot: Snapshot, today: Day): Promise<ReplayedChoice[]> {
    return (await this.deps.replayed.walked(snapshot)).filter(({ session }) => session < toIso(today));
  }

  /** @returns whether the replay is complete */
  private async show(snapshot: Snapshot, today: Day): Promise<boolean> {
    const walked = await this.walked(snapshot, today);
    if (walked.length > 0) this.deps.replayed.show(snapshot, await this.scored(snapshot, unbroken(walked)));
    const isComplete = sessionsMissing(walked, today, this.deps.sessions).length === 0;
    if (isComplete) {
      this.done = momentOf(snapshot, today);
      this.deps.replayed.underWay = false;
    }
    return isComplete;
  }

  /** @returns number of sessions that were missing */
  private async replayMissing(snapshot: Snapshot, today: Day, signal: AbortSignal): Promise<number> {
    const walked = await this.walked(snapshot, today);
    const missing = sessionsMissing(walked, today, this.deps.sessions);
    const screening = this.searching(signal);
    for (const session of missing) walked.push(await this.walk(screening, session, walked, signal));
    return missing.length;
  }

  /** The screening of a replay, which waits for null distributions of few rotations. */
  private searching(signal: AbortSignal): Screening {
    const { screening, nulls, queue, log, mostRotations } = this.deps;
    const { engine, clock } = screening;
    const rotations = Math.min(ROTATIONS, mostRotations);
    const shared = { engine, account: ACCOUNT, signal, store: nulls, queue, clock, log };
    return { ...screening, nulls: new NullDistributions({ ...shared, rotations, mode: 'waiting' }) };
  }

  /** Whether the record has a pick over simulated prices; the replay is no longer shown then. */
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
    const { choice, scan } = await chooseAgain(screening, session, earlier, signal);
    requireWhole(choice, scan);
    await this.deps.replayed.keep(scan.core.snapshot, choice, scan.row && pickCard(scan.core, scan.row));
    // Pauses as long as the session took. The cap leaves out null distributions, whose threads have low priority anyway.
    await sleep(Math.min(LONGEST_PAUSE_MS, performance.now() - from), undefined, { signal });
    return choice;
  }

  private async scored(snapshot: Snapshot, choices: readonly ReplayedChoice[]): Promise<ReplayedSession[]> {
    const sessions: ReplayedSession[] = [];
    for (const choice of choices) {
      // Requests are served in between.
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

/** The sessions after the last replayed one through yesterday, at most the last `most`. */
function sessionsMissing(walked: readonly ReplayedChoice[], today: Day, most: number): Day[] {
  const last = walked.at(-1);
  // Two calendar days a session and two weeks more cover weekends and holidays.
  const since = last === undefined ? today - 2 * most - 14 : fromIso(last.session) + 1;
  return sessionsBetween('nyse', since, today - 1).slice(-most);
}

/** The choices after the last missing session, so that the replay shown has no gap. */
function unbroken(walked: readonly ReplayedChoice[]): readonly ReplayedChoice[] {
  const follows = (i: number) =>
    sessionsBetween('nyse', fromIso(walked[i - 1].session) + 1, fromIso(walked[i].session)).length === 1;
  let first = walked.length - 1;
  while (first > 0 && follows(first)) first -= 1;
  return walked.slice(Math.max(0, first));
}

/** Checks a choice before it is stored for good. @throws Error if its scan was incomplete, or real prices were imported */
function requireWhole({ session }: ReplayedChoice, { core }: PickScan): void {
  const { marketFailures, cutShort, snapshot, pool } = core;
  if (!snapshot.simulated) throw new Error('real prices were imported');
  const isPending = pool.length > 0 && pool.every(({ significance }) => significance.status === 'pending');
  if (marketFailures.length > 0 || cutShort || isPending)
    throw new Error(`session ${session} could not be scanned whole`);
}
