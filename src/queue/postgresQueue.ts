import { setTimeout as sleep } from 'node:timers/promises';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import type { PostgresDatabase } from '../storage/postgres';
import { isOccurrence, occurrenceId, startBoss } from './postgresInstall';
import { HEARTBEAT_LOST, PostgresJobs, STATES } from './postgresJobs';
import {
  HEARTBEAT_MS,
  JobCounts,
  type JobFilter,
  type JobHandler,
  type JobPayloads,
  type JobStatus,
  QUEUES,
  type Queue,
  type QueueName,
  type QueueStats,
  type SendOptions,
  StoppingError,
} from './queue';

/** Interval at which each worker polls, in addition to notifications of new jobs. */
const POLL_S = 5;
/** Jobs of `runInProcess` have this priority or a higher one, so that no worker fetches them. */
const COMMAND_PRIORITY = 1_000_000_000;

/** A queue in pg-boss, for processes of any number of machines. */
export class PostgresQueue implements Queue {
  private readonly handlers = new Map<QueueName, JobHandler<never>>();
  private readonly running = new Map<string, { readonly stop: AbortController; readonly end: Promise<void> }>();
  private readonly counts = new JobCounts();
  private readonly workers: string[] = [];
  private readonly jobs: PostgresJobs;
  private opening: Promise<PgBoss> | null = null;
  private settling: Promise<void> = Promise.resolve();
  private onError: (error: unknown) => void = () => {};
  private started = false;
  private stopping = false;

  /** @param supervises whether this process handles lost heartbeats and maintains the tables; true for a service */
  constructor(
    private readonly database: PostgresDatabase,
    private readonly supervises: boolean,
  ) {
    this.jobs = new PostgresJobs(database.knex);
  }

  async send<Name extends QueueName>(queue: Name, payload: JobPayloads[Name], options: SendOptions): Promise<void> {
    const { key, account = null, delayMs = 0, occurrence, trx } = options;
    const boss = await this.boss();
    const { fromKnex } = await import('pg-boss');
    const accountOptions =
      account === null
        ? {}
        : { group: { id: String(account) }, priority: -(await this.jobs.waitingOf(queue, account, trx)) };
    const db = trx === undefined ? {} : { db: fromKnex(trx) };
    const jobOptions = { singletonKey: key, startAfter: delayMs / 1000, priority: 0, ...accountOptions, ...db };
    if (occurrence === undefined) return void (await boss.upsert(queue, payload, jobOptions));
    const id = occurrenceId(queue, occurrence);
    if (await this.jobs.exists(queue, id)) return;
    // pg-boss does not store a job while another one with its key waits.
    const waiting = await this.jobs.idsOf(queue, key, STATES.waiting);
    if (waiting.length > 0) await boss.deleteJob(queue, waiting, db);
    await boss.send(queue, payload, { ...jobOptions, id });
  }

  work<Name extends QueueName>(queue: Name, handler: JobHandler<Name>): void {
    this.handlers.set(queue, handler as JobHandler<never>);
  }

  async start(onError: (error: unknown) => void): Promise<void> {
    this.onError = onError;
    this.started = true;
    await this.beginWork();
  }

  async cancel(queue: QueueName, key: string): Promise<void> {
    const boss = await this.boss();
    const ids = await this.jobs.idsOf(queue, key, [...STATES.waiting, ...STATES.active]);
    if (ids.length === 0) return;
    await boss.cancel(queue, ids);
    for (const id of ids) this.abort(id);
  }

  async runInProcess(queue: QueueName, key: string, work: (signal: AbortSignal) => Promise<void>): Promise<boolean> {
    const boss = await this.boss();
    if ((await this.jobs.idsOf(queue, key, STATES.active)).length > 0) return false;
    // The random priority lets this process fetch its own job and no other.
    const priority = COMMAND_PRIORITY + Math.floor(Math.random() * COMMAND_PRIORITY);
    await boss.upsert(queue, {}, { singletonKey: key, startAfter: 0, priority, retryLimit: 0 });
    const [job] = await boss.fetch(queue, { minPriority: priority, maxPriority: priority });
    if (job === undefined) {
      // Another process has started a job with the key meanwhile.
      const ids = await this.jobs.idsOf(queue, key, STATES.waiting);
      if (ids.length > 0) await boss.deleteJob(queue, ids);
      return false;
    }
    const stop = new AbortController();
    this.running.set(job.id, { stop, end: Promise.resolve() });
    const heartbeat = setInterval(() => void this.sendHeartbeat(queue, job.id).catch(this.onError), HEARTBEAT_MS);
    try {
      await work(stop.signal);
    } finally {
      clearInterval(heartbeat);
      this.running.delete(job.id);
      await boss.deleteJob(queue, job.id);
    }
    return true;
  }

  /** Sends the heartbeat of a job of `runInProcess`, or aborts the job if another process cancelled it. */
  private async sendHeartbeat(queue: QueueName, id: string): Promise<void> {
    if ((await this.jobs.status(id))?.state !== 'active') this.abort(id);
    else await (await this.boss()).touch(queue, id);
  }

  list(filter: JobFilter = {}): Promise<JobStatus[]> {
    return this.jobs.list(filter);
  }

  async find(id: string): Promise<JobStatus | null> {
    return this.jobs.status(id);
  }

  async retry(id: string): Promise<boolean> {
    const found = await this.jobs.status(id);
    if (found?.state !== 'failed' && found?.state !== 'cancelled') return false;
    const boss = await this.boss();
    const { queue: name, key, state } = found;
    // Another job with its key waits and does the same.
    if ((await this.jobs.idsOf(name, key, STATES.waiting)).length > 0) {
      await boss.deleteJob(name, id);
      return true;
    }
    // pg-boss keeps the earlier runs in retryCount and allows one more; here the attempts start again, without a pause.
    const retryLimit = found.attempts + QUEUES[name].attempts - 1;
    const { fromKnex } = await import('pg-boss');
    await this.database.knex.transaction(async (trx) => {
      const db = fromKnex(trx);
      if (state === 'failed') await boss.retry(name, id, { db });
      else await boss.resume(name, id, { db });
      await boss.update(name, undefined, { id, startAfter: 0, retryLimit, db });
    });
    return true;
  }

  async cancelJob(id: string): Promise<boolean> {
    const found = await this.jobs.status(id);
    if (found?.state !== 'waiting' && found?.state !== 'active') return false;
    await (await this.boss()).cancel(found.queue, id);
    this.abort(id);
    return true;
  }

  async stats(): Promise<QueueStats[]> {
    return this.counts.stats(await this.jobs.stats());
  }

  settled(): Promise<void> {
    const settled = this.settling.then(() => this.settleOnce());
    // A call that fails, as when a connection breaks, does not fail later ones.
    this.settling = settled.catch(() => {});
    return settled;
  }

  async stop(): Promise<void> {
    this.stopping = true;
    if (this.opening === null) return;
    const boss = await this.opening.catch(() => null);
    if (boss === null) return;
    await this.endWork(false);
    for (const { stop } of this.running.values()) stop.abort(new StoppingError());
    await Promise.all([...this.running.values()].map(({ end }) => end));
    await boss.stop({ graceful: true, timeout: 5_000 });
  }

  private async settleOnce(): Promise<void> {
    if (this.stopping) return;
    try {
      do {
        if (this.workers.length === 0) await this.beginWork();
        await this.untilIdle();
        // A worker ends after the job that it has fetched, even if its handler has not begun yet.
        await this.endWork(true);
      } while (!this.stopping && (await this.isReady()));
    } finally {
      // Otherwise, jobs that are sent later wait for the next call.
      if (this.started && !this.stopping && this.workers.length === 0) await this.beginWork();
    }
  }

  private async untilIdle(): Promise<void> {
    const boss = await this.boss();
    while (!this.stopping && (this.running.size > 0 || (await this.isReady()))) {
      for (const id of this.workers) boss.notifyWorker(id);
      await sleep(20);
    }
  }

  private isReady(): Promise<boolean> {
    return this.jobs.isReady([...this.handlers.keys()]);
  }

  private async endWork(wait: boolean): Promise<void> {
    const boss = await this.boss();
    const queues = this.workers.length === 0 ? [] : [...this.handlers.keys()];
    this.workers.length = 0;
    await Promise.all(queues.map((queue) => boss.offWork(queue, { wait })));
  }

  private async beginWork(): Promise<void> {
    const boss = await this.boss();
    for (const [queue, handler] of this.handlers) {
      const { concurrency, perAccount } = QUEUES[queue];
      const options = {
        includeMetadata: true,
        groupConcurrency: perAccount,
        heartbeatRefreshSeconds: HEARTBEAT_MS / 1000,
        // There is no notification when the pause of a job ends.
        notifyPollingIntervalSeconds: POLL_S,
        maxPriority: COMMAND_PRIORITY - 1,
      } as const;
      for (let i = 0; i < concurrency; i++) {
        const id = await boss.work<object, void, typeof options>(queue, options, async ([job]) => {
          await this.run(queue, job, handler);
          // The worker continues at once instead of at its next poll.
          boss.notifyWorker(id);
        });
        this.workers.push(id);
      }
    }
  }

  private async run(queue: QueueName, job: JobWithMetadata<object>, handler: JobHandler<never>): Promise<void> {
    const stop = new AbortController();
    const output = job.output as { readonly value?: { readonly message?: string } } | null;
    if (output?.value?.message === HEARTBEAT_LOST) this.counts.add(queue, 'takeovers');
    const signal = AbortSignal.any([stop.signal, job.signal]);
    const key = job.singletonKey ?? queue;
    const left = job.retryLimit - job.retryCount;
    const attempt = QUEUES[queue].attempts - left;
    const work = handler({ key, payload: job.data as never, attempt, isLast: left === 0, signal });
    const end = work.catch(() => {});
    this.running.set(job.id, { stop, end });
    try {
      await work;
      this.counts.add(queue, 'completed');
      // Occurrences stay, so that they are not sent again; cancelled jobs, so that an operator sees them.
      if (!isOccurrence(job.id) && !signal.aborted) await (await this.boss()).deleteJob(queue, job.id);
    } catch (error) {
      if (!this.stopping || !signal.aborted) {
        this.counts.add(queue, 'failures');
        throw error;
      }
      // The process stops: the run does not count as an attempt, and another process can run the job at once.
      const account = job.groupId == null ? null : Number(job.groupId);
      await this.send(queue, job.data as never, { key, account });
    } finally {
      this.running.delete(job.id);
    }
  }

  /** Aborts a job of this process. Other processes notice a cancelled job by their next heartbeat. */
  private abort(id: string): void {
    this.running.get(id)?.stop.abort(new Error('the job is cancelled'));
  }

  private boss(): Promise<PgBoss> {
    this.opening ??= this.open().catch((error) => {
      this.opening = null;
      throw error;
    });
    return this.opening;
  }

  private async open(): Promise<PgBoss> {
    const boss = await startBoss(this.database.url, await this.jobs.schema(), this.supervises);
    boss.on('error', (error) => this.onError(error));
    return boss;
  }
}
