import { randomUUID } from 'node:crypto';
import type { Database } from '../storage/database';
import { type JobRow, JobTable } from './jobTable';
import {
  HEARTBEAT_MS,
  JobCounts,
  type JobFilter,
  type JobHandler,
  type JobPayloads,
  type JobStatus,
  LEASE_LOST,
  QUEUES,
  type Queue,
  type QueueName,
  type QueueStats,
  type SendOptions,
  StoppingError,
} from './queue';

/** Interval of looking for jobs sent by other processes. */
const POLL_MS = 500;
const PRUNE_MS = 3_600_000;

/** A job that runs in this process. */
interface Running {
  readonly queue: QueueName;
  readonly stop: AbortController;
  readonly end: Promise<void>;
}

/** A queue over a table in SQLite, for the processes of one machine. */
export class SqliteQueue implements Queue {
  private readonly table: JobTable;
  private readonly handlers = new Map<QueueName, JobHandler<never>>();
  private readonly running = new Map<number, Running>();
  private readonly counts = new JobCounts();
  private readonly timers: NodeJS.Timeout[] = [];
  private onError: (error: unknown) => void = () => {};
  private started = false;
  private stopping = false;
  private polling: Promise<void> = Promise.resolve();

  constructor(database: Database) {
    this.table = new JobTable(database, randomUUID());
  }

  async send<Name extends QueueName>(queue: Name, payload: JobPayloads[Name], options: SendOptions): Promise<void> {
    await this.table.send(queue, payload, options);
    // A job sent in a transaction is found by the next poll, after the commit.
    if (options.trx === undefined) this.wake();
  }

  work<Name extends QueueName>(queue: Name, handler: JobHandler<Name>): void {
    this.handlers.set(queue, handler as JobHandler<never>);
  }

  async start(onError: (error: unknown) => void): Promise<void> {
    this.onError = onError;
    this.started = true;
    await this.table.prune();
    this.every(POLL_MS, () => this.poll());
    this.every(HEARTBEAT_MS, () => this.renewLeases());
    this.every(PRUNE_MS, () => this.table.prune());
    this.wake();
  }

  async cancel(queue: QueueName, key: string): Promise<void> {
    this.abort(await this.table.cancel({ queue, key }));
  }

  async runInProcess(queue: QueueName, key: string, work: (signal: AbortSignal) => Promise<void>): Promise<boolean> {
    const job = await this.table.claimKey(queue, key);
    if (job === null) return false;
    const heartbeat = setInterval(() => void this.renewLeases().catch(this.onError), HEARTBEAT_MS);
    const stop = new AbortController();
    this.running.set(job.id, { queue, stop, end: Promise.resolve() });
    try {
      await work(stop.signal);
    } finally {
      clearInterval(heartbeat);
      this.running.delete(job.id);
      await this.table.finish(job);
    }
    return true;
  }

  list(filter: JobFilter = {}): Promise<JobStatus[]> {
    return this.table.list(filter);
  }

  find(id: string): Promise<JobStatus | null> {
    return this.table.status(id);
  }

  async retry(id: string): Promise<boolean> {
    const job = await this.table.find(id, ['failed', 'cancelled']);
    if (job === null) return false;
    await this.table.putBack(job, { run_at: Date.now(), attempts: 0 });
    this.wake();
    return true;
  }

  async cancelJob(id: string): Promise<boolean> {
    const ids = await this.table.cancel({ id });
    this.abort(ids);
    return ids.length > 0;
  }

  async stats(): Promise<QueueStats[]> {
    return this.counts.stats(await this.table.stats());
  }

  async settled(): Promise<void> {
    while (!this.stopping) {
      await this.poll();
      if (this.running.size === 0) return;
      await Promise.race([...this.running.values()].map(({ end }) => end));
    }
  }

  async stop(): Promise<void> {
    this.stopping = true;
    for (const timer of this.timers) clearInterval(timer);
    await this.polling.catch(() => {});
    for (const { stop } of this.running.values()) stop.abort(new StoppingError());
    await Promise.all([...this.running.values()].map(({ end }) => end));
  }

  private every(ms: number, work: () => Promise<void>): void {
    this.timers.push(setInterval(() => void work().catch(this.onError), ms).unref());
  }

  private wake(): void {
    if (this.started) void this.poll().catch(this.onError);
  }

  /** Starts the jobs that may start. Concurrent calls run one after the other. */
  private poll(): Promise<void> {
    this.polling = this.polling.catch(() => {}).then(() => this.startReady());
    return this.polling;
  }

  private async startReady(): Promise<void> {
    if (this.stopping) return;
    for (const queue of await this.table.ready()) {
      const handler = this.handlers.get(queue);
      while (handler !== undefined && !this.stopping && this.hasCapacity(queue)) {
        const job = await this.table.claim(queue);
        if (job === null) break;
        this.begin(job, handler);
      }
    }
  }

  private hasCapacity(queue: QueueName): boolean {
    const runningJobs = [...this.running.values()].filter((job) => job.queue === queue);
    return runningJobs.length < QUEUES[queue].concurrency;
  }

  private begin(job: JobRow, handler: JobHandler<never>): void {
    const stop = new AbortController();
    const end = this.run(job, handler, stop.signal)
      .catch(this.onError)
      .finally(() => {
        this.running.delete(job.id);
        this.wake();
      });
    this.running.set(job.id, { queue: job.queue, stop, end });
  }

  private async run(job: JobRow, handler: JobHandler<never>, signal: AbortSignal): Promise<void> {
    if (job.error === LEASE_LOST) this.counts.add(job.queue, 'takeovers');
    const { key, attempts: attempt } = job;
    const most = QUEUES[job.queue].attempts;
    if (attempt > most) return this.table.fail(job, LEASE_LOST);
    try {
      await handler({ key, payload: JSON.parse(job.payload) as never, attempt, isLast: attempt === most, signal });
    } catch (error) {
      // The process stops: the run does not count as an attempt, and another process can run the job at once.
      if (signal.aborted && this.stopping) {
        return this.table.putBack(job, { run_at: Date.now(), attempts: job.attempts - 1, error: null });
      }
      this.counts.add(job.queue, 'failures');
      return this.table.fail(job, error instanceof Error ? error.message : String(error));
    }
    this.counts.add(job.queue, 'completed');
    await this.table.finish(job);
  }

  /** Renews the leases, and aborts jobs that were cancelled or taken over by another process. */
  private async renewLeases(): Promise<void> {
    const running = [...this.running];
    if (running.length === 0) return;
    const renewed = await this.table.renew();
    this.abort(running.flatMap(([id]) => (renewed.has(id) ? [] : [id])));
  }

  private abort(ids: readonly number[]): void {
    for (const id of ids)
      this.running.get(id)?.stop.abort(new Error('the job is cancelled, or another process runs it'));
  }
}
