import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import type { Provider } from '../../feeds/provider';
import type { Log } from '../../log';
import type { Feed } from '../../storage/feeds';
import type { Storage } from '../../storage/storage';
import { threadModule } from '../../threadModule';
import type { Job } from '../schedule';
import { FeedBusyError, type FeedDeps, knownFeed } from './deps';
import { dueSession, dueSymbols, isFeedDue } from './due';
import type { FeedProcessMessage, FeedWork } from './feedProcess';
import type { FeedReport } from './report';
import { runFeed } from './run';

export interface BackgroundFeedsDeps extends Omit<FeedDeps, 'client'> {
  /** Null in a process of their own: it has one itself. */
  readonly client: FeedDeps['client'] | null;
  readonly storage: Pick<Storage, 'url'>;
  readonly log: Log;
  readonly allowPrivate: boolean;
  readonly credentialOf: (variable: string) => string | null;
}

/** What a service is told of a run, for its log. */
type Told = Pick<FeedReport, 'provider' | 'run'> & { readonly market: string };

/**
 * Runs feeds while the service answers, whenever a session has become final that their symbols lack: by the market's own
 * calendar, after whatever downtime, and by one process at a time (`FeedStore.claim`). Feeds run one after the other, in a
 * process of their own where the database can be opened twice: reading answers and writing prices hold up no request, and all
 * of it, the runtime's collecting of garbage too, stands behind requests. A failure is logged and ends nothing. Tests: test/jobs/feeds/background.test.ts.
 */
export class BackgroundFeeds {
  private running: Promise<void> | null = null;
  private readonly stopping = new AbortController();
  private child: ChildProcess | null = null;

  constructor(private readonly deps: BackgroundFeedsDeps) {}

  /** Looks whether something is due; what is runs behind the schedule, which has other work. */
  job(): Job {
    return { id: 'feeds', pattern: '* * * * *', once: false, run: async () => this.start() };
  }

  /** Resolves when no feed is being run: for tests. */
  async settled(): Promise<void> {
    await this.running;
  }

  /** What was fetched is kept; what was not is due at the next start. */
  async stop(): Promise<void> {
    this.stopping.abort(new Error('the service stops'));
    if (this.child?.connected) this.child.send('stop');
    await this.running;
    this.deps.client?.close();
  }

  private async start(): Promise<object | null> {
    if (this.running !== null || this.stopping.signal.aborted) return null;
    const due = await this.due();
    if (due.length === 0) return null;
    this.running = this.runAll(due).finally(() => {
      this.running = null;
    });
    return null;
  }

  private async due(): Promise<Feed[]> {
    const { feeds, clock } = this.deps;
    const found: Feed[] = [];
    for (const feed of await feeds.all()) {
      if (!isFeedDue(feed, clock.now()) || (await this.isBeingRun(feed))) continue;
      try {
        const { market } = knownFeed(this.deps, feed);
        const wanted = { market, session: dueSession(market, clock), now: clock.now(), patient: true };
        const lacking = dueSymbols(await feeds.symbols(feed.id), wanted);
        if (lacking.length > 0) found.push(feed);
      } catch (err) {
        this.deps.log.error({ err }, 'a feed is not run');
      }
    }
    return found;
  }

  /** Whether another process is at it, as far as is known: its claim says so for certain. */
  private async isBeingRun({ runBy, runUntil }: Feed): Promise<boolean> {
    const { clock, presence } = this.deps;
    return runBy !== null && runUntil !== null && runUntil > clock.now() && !(await presence.isGone(runBy));
  }

  private async runAll(due: readonly Feed[]): Promise<void> {
    for (const feed of due) {
      if (this.stopping.signal.aborted) return;
      try {
        this.tell(await this.runOne(feed));
      } catch (err) {
        if (err instanceof FeedBusyError) continue;
        this.deps.log.error({ err, provider: feed.provider, market: feed.marketId }, 'a feed failed');
      }
    }
  }

  private async runOne(feed: Feed): Promise<Told> {
    const { client, storage } = this.deps;
    if (client === null && storage.url !== null) return this.inProcess(feed, storage.url);
    if (client === null) throw new Error('a database in memory has no feeds in a process of their own');
    const report = await runFeed({ ...this.deps, client }, feed, { patient: true, signal: this.stopping.signal });
    return { provider: report.provider, market: report.market.id, run: report.run };
  }

  private tell({ provider, market, run }: Told): void {
    if (run.asked === 0) return;
    const level = run.failed > 0 || run.held > 0 || run.vanished > 0 || run.ended !== null ? 'warn' : 'info';
    this.deps.log[level]({ provider, market, ...run }, 'feed run');
  }

  private async inProcess(feed: Feed, databaseUrl: string): Promise<Told> {
    const { filename, execArgv = [] } = threadModule(__dirname, 'feedProcess');
    const child = fork(filename, [], {
      execArgv: [...execArgv, MEMORY_LIMIT],
      // Providers hold regular expressions.
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.child = child;
    standBack(child);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    try {
      return await new Promise<Told>((resolve, reject) => {
        child.once('message', (message: FeedProcessMessage) =>
          'failed' in message ? reject(errorOf(message)) : resolve(message),
        );
        child.once('error', reject);
        child.once('exit', (code, signal) => reject(new Error(`the process of the feed ended with ${signal ?? code}`)));
        // By the channel: command lines are read by everybody.
        child.send(this.workOf(feed, databaseUrl), (error) => error && reject(error));
      });
    } finally {
      if (child.pid !== undefined) await ended;
      this.child = null;
    }
  }

  private workOf(feed: Feed, databaseUrl: string): FeedWork {
    const { clock, providers, allowPrivate, credentialOf } = this.deps;
    const own = [...providers.values()].filter(
      ({ id }) => id === feed.provider || id === providers.get(feed.provider)?.history,
    );
    const variables = own.flatMap(({ credential }) => (credential === null ? [] : [credential]));
    const credentials = variables.flatMap((name): [string, string][] => {
      const value = credentialOf(name);
      return value === null ? [] : [[name, value]];
    });
    return {
      databaseUrl,
      feedId: feed.id,
      now: clock.now().getTime(),
      providers: own as Provider[],
      credentials,
      allowPrivate,
    };
  }
}

/** Puts a process that has just been started, and every thread that it will have, behind all others. */
function standBack({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It is gone already, or the system does not let us.
  }
}

/** Beyond this memory the process ends, and not the service. */
const MEMORY_LIMIT = '--max-old-space-size=256';

function errorOf({ failed, busy }: Extract<FeedProcessMessage, { failed: string }>): Error {
  return busy ? new FeedBusyError(failed) : new Error(failed);
}
