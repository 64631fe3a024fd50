import { setImmediate as nextLoop, setTimeout as sleep } from 'node:timers/promises';
import { type Day, fromIso, toIso } from '../core/calendar/dates';
import { sessionsBetween } from '../core/calendar/sessions';
import type { ReplayedChoice, ReplayedSession } from '../core/record/replay';
import type { Snapshot } from '../engine/snapshot';
import type { Log } from '../log';
import { Luck } from '../services/luck';
import { type PickScan, pickCard } from '../services/pickScan';
import type { ReplayedPicks } from '../services/replayedPicks';
import { currentPrices, type Screening } from '../services/screening';
import { CorruptPricesError } from '../storage/errors';
import type { RecordStore } from '../storage/ledger';
import type { NullStore } from '../storage/nulls';
import type { Presence, WorkOnce } from '../storage/work';
import { chooseAgain, earlierPick, openChoice, scoreAgain } from './replay';
import type { Job } from './schedule';

export interface SandboxReplayDeps {
  readonly screening: Screening;
  /** The ledger is only read: nothing is ever recorded. */
  readonly records: Pick<RecordStore, 'all'>;
  readonly nulls: NullStore;
  readonly work: WorkOnce;
  readonly presence: Presence;
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
 * Walks the last sessions of the sandbox by the rule of the daily pick, so that there is something to show before its
 * first pick. In the background and with pauses; shuffled calendars, which are most of the work, are those of threads of
 * low priority. What was chosen stays: a later day adds its session. Tests: sandboxReplay.test.ts.
 */
export class SandboxReplay {
  private running: Promise<void> | null = null;
  private readonly stopping = new AbortController();
  /** Prices and day of the last walk that came to its end. */
  private done: string | null = null;
  private readonly luck: Luck;
  private readonly screening: Screening;

  constructor(private readonly deps: SandboxReplayDeps) {
    const { screening, nulls, presence, log, mostRotations } = deps;
    const { engine, clock } = screening;
    this.luck = new Luck({
      ...{ engine, account: ACCOUNT, rotations: Math.min(ROTATIONS, mostRotations) },
      ...{ store: nulls, presence, clock, log, mode: 'waiting' },
    });
    this.screening = { ...screening, luck: this.luck };
  }

  /** The look at whether there is a session to walk. */
  job(): Job {
    const run = async () => {
      this.start();
      return null;
    };
    return { id: 'replay', pattern: '*/10 * * * *', once: false, run };
  }

  /** Resolves when nothing is being walked any more: for tests. */
  async settled(): Promise<void> {
    await this.running;
  }

  /** Ends with the session under way, without its luck if it waits for that. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.luck.stop();
    await this.running;
  }

  private start(): void {
    const { replayed, log } = this.deps;
    const { signal } = this.stopping;
    if (this.running !== null || signal.aborted) return;
    this.running = this.advance()
      .catch((err: unknown) => {
        if (!signal.aborted) log.warn({ err }, 'replay of the sandbox ended early; it goes on at its next time');
      })
      .finally(() => {
        replayed.underWay = false;
        this.running = null;
      });
  }

  private async advance(): Promise<void> {
    const { replayed, work, log } = this.deps;
    const snapshot = await currentPrices(this.screening);
    const today = this.screening.clock.today();
    const moment = `${snapshot.dataVersion} ${today}`;
    if (!snapshot.simulated || this.done === moment || (await this.hasPick())) return;
    replayed.underWay = true;
    const from = performance.now();
    let sessions = 0;
    await this.show(snapshot, today);
    await work.run('replay', moment, async () => {
      sessions = await this.walkMissing(snapshot, today);
    });
    // Another process may still be at it: then there is more to show at the next look.
    if (!(await this.show(snapshot, today))) return;
    this.done = moment;
    const seconds = Math.round((performance.now() - from) / 1000);
    log.info({ sessions, seconds }, 'replay of the daily pick over the sandbox');
  }

  private async walked(snapshot: Snapshot, today: Day): Promise<ReplayedChoice[]> {
    return (await this.deps.replayed.walked(snapshot)).filter(({ session }) => session < toIso(today));
  }

  /** @returns whether that is all there is to show */
  private async show(snapshot: Snapshot, today: Day): Promise<boolean> {
    const walked = await this.walked(snapshot, today);
    if (walked.length > 0) this.deps.replayed.show(snapshot, await this.scored(snapshot, unbroken(walked)));
    return sessionsMissing(walked, today, this.deps.sessions).length === 0;
  }

  /** @returns how many sessions were missing */
  private async walkMissing(snapshot: Snapshot, today: Day): Promise<number> {
    const walked = await this.walked(snapshot, today);
    const missing = sessionsMissing(walked, today, this.deps.sessions);
    for (const session of missing) walked.push(await this.walk(session, walked));
    return missing.length;
  }

  /** Whether there is a pick of simulated prices: nobody is shown a replay any more then. */
  private async hasPick(): Promise<boolean> {
    const records = await this.deps.records.all();
    return records.some(({ type, simulated }) => type === 'pick' && simulated);
  }

  private async walk(session: Day, before: readonly ReplayedChoice[]): Promise<ReplayedChoice> {
    const { signal } = this.stopping;
    signal.throwIfAborted();
    const earlier = before.flatMap(({ pick }) => (pick === null ? [] : [earlierPick(pick)]));
    const from = performance.now();
    const { choice, scan } = await chooseAgain(this.screening, session, earlier);
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
      return await scoreAgain(this.screening, snapshot, choice);
    } catch (err) {
      if (!(err instanceof CorruptPricesError)) throw err;
      this.deps.log.error({ err, session: choice.session }, 'replayed pick not scored: its prices cannot be read');
      return openChoice(choice);
    }
  }
}

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
  const luckless = pool.length > 0 && pool.every(({ significance }) => significance.status === 'pending');
  if (marketFailures.length > 0 || cutShort || luckless)
    throw new Error(`session ${session} could not be scanned whole`);
}
