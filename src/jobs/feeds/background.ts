import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import type { Provider } from '../../feeds/provider';
import type { Log } from '../../log';
import type { Queue, RunningJob } from '../../queue/queue';
import type { LocalTask } from '../../queue/schedule';
import type { Feed } from '../../storage/feeds';
import { threadModule } from '../../threadModule';
import { sendFollowUps } from '../dailyJobs';
import { workLogged } from '../logged';
import { type FeedDeps, type FeedRunDeps, resolveFeed } from './deps';
import { dueSession, dueSymbols, isFeedDue } from './due';
import type { EndedRun, FeedProcessMessage, FeedWork } from './feedProcess';
import { runFeed } from './run';

export interface BackgroundFeedsDeps extends FeedDeps {
  /** Null where each run has its own process, which makes its own client. */
  readonly client: FeedRunDeps['client'] | null;
  /** As `Storage.url`. */
  readonly databaseUrl: string | null;
  readonly queue: Queue;
  readonly log: Log;
  readonly allowPrivate: boolean;
  readonly credentialOf: (variable: string) => string | null;
}

/** Pause of a feed after its job failed in every attempt. */
const PAUSE_MS = 3_600_000;

/**
 * Runs feeds in the background of the service, whenever symbols lack a session that is final by their market's calendar. A
 * feed is run by one process of the service at a time, and a process runs one feed at a time. If the database can be opened
 * twice, the run has a child process with lower priority, so that parsing, writing and garbage collection delay no request.
 */
export class BackgroundFeeds {
  constructor(private readonly deps: BackgroundFeedsDeps) {
    const { queue, log } = deps;
    workLogged(queue, log, 'feed', (job) => this.runJob(job));
  }

  /** Sends the jobs of feeds that are due. */
  job(): LocalTask {
    return { id: 'feeds', pattern: '* * * * *', run: () => this.sendDue() };
  }

  close(): void {
    this.deps.client?.close();
  }

  private async sendDue(): Promise<void> {
    const { feeds, queue } = this.deps;
    for (const feed of await feeds.all()) {
      if (await this.isDue(feed)) await queue.send('feed', { feedId: feed.id }, { key: String(feed.id) });
    }
  }

  private async isDue(feed: Feed): Promise<boolean> {
    const { feeds, clock } = this.deps;
    if (!isFeedDue(feed, clock.now())) return false;
    try {
      const { market } = resolveFeed(this.deps, feed);
      const due = { market, session: dueSession(market, clock), now: clock.now(), respectPauses: true };
      return dueSymbols(await feeds.symbols(feed.id), due).length > 0;
    } catch (err) {
      this.deps.log.error({ err }, 'could not check whether a feed is due');
      return false;
    }
  }

  private async runJob({ payload: { feedId }, isLast, signal }: RunningJob<'feed'>): Promise<null> {
    const { feeds, clock } = this.deps;
    const feed = await feeds.find(feedId);
    if (feed === null || !(await this.isDue(feed))) return null;
    try {
      const ended = await this.runOne(feed, signal);
      this.report(ended);
      if (ended.run.rows > 0) await sendFollowUps(this.deps.queue);
    } catch (error) {
      if (isLast && !signal.aborted) {
        await feeds.finish(feedId, { lastRun: null, nextAt: new Date(clock.now().getTime() + PAUSE_MS) });
      }
      throw error;
    }
    // Fetched prices are stored; the process that takes over the job fetches the rest.
    signal.throwIfAborted();
    return null;
  }

  private async runOne(feed: Feed, signal: AbortSignal): Promise<EndedRun> {
    const { client, databaseUrl } = this.deps;
    if (client === null && databaseUrl !== null) return this.inProcess(feed, databaseUrl, signal);
    if (client === null) throw new Error('feeds of a database in memory cannot run in a child process');
    const report = await runFeed({ ...this.deps, client }, feed, { respectPauses: true, signal });
    return { provider: report.provider, market: report.market.id, run: report.run };
  }

  private report({ provider, market, run }: EndedRun): void {
    if (run.due === 0) return;
    const level = run.failed > 0 || run.held > 0 || run.vanished > 0 || run.ended !== null ? 'warn' : 'info';
    this.deps.log[level]({ provider, market, ...run }, 'feed run');
  }

  private async inProcess(feed: Feed, databaseUrl: string, signal: AbortSignal): Promise<EndedRun> {
    const { filename, execArgv = [] } = threadModule(__dirname, 'feedProcess');
    const child = fork(filename, [], {
      execArgv: [...execArgv, MEMORY_LIMIT],
      // Providers contain regular expressions and failures are errors, which JSON cannot carry.
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const stop = () => {
      if (child.connected) child.send('stop');
    };
    signal.addEventListener('abort', stop, { once: true });
    lowerPriority(child);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    try {
      return await new Promise<EndedRun>((resolve, reject) => {
        child.once('message', (message: FeedProcessMessage) =>
          'failed' in message ? reject(message.failed) : resolve(message),
        );
        child.once('error', reject);
        child.once('exit', (code, signal) => reject(new Error(`the process of the feed ended with ${signal ?? code}`)));
        // Credentials go through the channel: other users can read command lines.
        child.send(this.workOf(feed, databaseUrl), (error) => error && reject(error));
      });
    } finally {
      signal.removeEventListener('abort', stop);
      if (child.pid !== undefined) await ended;
    }
  }

  private workOf(feed: Feed, databaseUrl: string): FeedWork {
    const { clock, providers, allowPrivate, credentialOf } = this.deps;
    const used = [...providers.values()].filter(
      ({ id }) => id === feed.provider || id === providers.get(feed.provider)?.history,
    );
    const variables = used.flatMap(({ credential }) => (credential === null ? [] : [credential]));
    const credentials = variables.flatMap((name): [string, string][] => {
      const value = credentialOf(name);
      return value === null ? [] : [[name, value]];
    });
    return {
      databaseUrl,
      feedId: feed.id,
      now: clock.now().getTime(),
      providers: used as Provider[],
      credentials,
      allowPrivate,
    };
  }
}

/** Lowers the priority of a process that was just started, and of every thread that it will start. */
function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // The process has ended already, or the system does not permit it.
  }
}

/** Heap limit of the child process: running out of memory ends it and not the service. */
const MEMORY_LIMIT = '--max-old-space-size=256';
