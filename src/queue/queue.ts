import type { Knex } from 'knex';

/** The payloads by queue; stored as JSON. */
export interface JobPayloads {
  /** Fetches the prices that the symbols of a feed lack. */
  readonly feed: { readonly feedId: number };
  readonly export: { readonly id: string };
  /** A search over shuffled calendars (METHOD 9). */
  readonly 'null-distribution': NullDistributionPayload;
  /** Makes the due deliveries of a webhook endpoint, in order. */
  readonly delivery: { readonly endpointId: string };
  /** Finds endpoints with deliveries that are due. */
  readonly 'due-deliveries': object;
  readonly 'saved-scan': { readonly scanId: string };
  /** Finds saved scans whose prices have changed. */
  readonly 'due-saved-scans': object;
  /** Extends the sandbox to yesterday, scores open picks, and makes the pick of the day. */
  readonly 'daily-pick': object;
  readonly train: object;
  /** Replays the daily pick over the sandbox. */
  readonly 'sandbox-replay': object;
  /** Sends the null distributions that the first requests of a day need. */
  readonly 'prepare-nulls': object;
  /** Measures what came true in markets whose study is missing or out of date. */
  readonly 'came-true': object;
  readonly 'stale-markets': object;
  /** Deletes rows whose retention period is over. */
  readonly prune: object;
}

export interface NullDistributionPayload {
  /** Key of the result in storage. */
  readonly key: string;
  /** As `KeyedNullDistribution.dataVersion`. */
  readonly dataVersion: string;
  /** Hash of the prices it is computed over. */
  readonly contents: string;
  readonly searches: readonly {
    readonly symbols: readonly number[];
    readonly request: object;
    /** As `NullJob`. */
    readonly alsoHold?: number;
  }[];
}

export type QueueName = keyof JobPayloads;

export interface QueueSettings {
  /** Concurrent jobs of one process. */
  readonly concurrency: number;
  /** Concurrent jobs of one account, over all processes. */
  readonly perAccount: number;
  /** Runs before a job has failed, including runs whose process ended. */
  readonly attempts: number;
}

const ONE: QueueSettings = { concurrency: 1, perAccount: 1, attempts: 5 };

export const QUEUES: Readonly<Record<QueueName, QueueSettings>> = {
  feed: ONE,
  // The last attempt only records that the export failed (src/jobs/exports.ts).
  export: { ...ONE, attempts: 4 },
  // The widest search takes minutes, and must not hold up those of other accounts.
  'null-distribution': { ...ONE, concurrency: 2 },
  delivery: { concurrency: 8, perAccount: 2, attempts: 5 },
  'due-deliveries': ONE,
  'saved-scan': ONE,
  'due-saved-scans': ONE,
  'daily-pick': ONE,
  train: { ...ONE, attempts: 3 },
  'sandbox-replay': ONE,
  'prepare-nulls': ONE,
  'came-true': ONE,
  'stale-markets': ONE,
  prune: ONE,
};

export const QUEUE_NAMES = Object.keys(QUEUES) as QueueName[];

/** Without a heartbeat for this long, a process loses its job to another one. */
export const LEASE_MS = 30_000;
export const HEARTBEAT_MS = 10_000;
/** The pause after a failed run doubles each time, with jitter. */
export const FIRST_PAUSE_MS = 5_000;
export const MAX_PAUSE_MS = 3_600_000;
/** Retention of completed occurrences, and of failed and cancelled jobs. */
export const OCCURRENCE_KEPT_MS = 3 * 24 * 3_600_000;
export const FAILED_KEPT_MS = 14 * 24 * 3_600_000;

/** Error of a job whose process sent no heartbeat for `LEASE_MS`. */
export const LEASE_LOST = 'the process that ran the job ended or hung';

export interface SendOptions {
  /**
   * In each queue, at most one job with a key waits and at most one runs. If one waits already, a new job replaces its payload
   * and start time.
   */
  readonly key: string;
  /** The account of the job. `QueueSettings.perAccount` limits how many of its jobs run at once; waiting accounts take turns. */
  readonly account?: number | null;
  readonly delayMs?: number;
  /** A job with the occurrence of an earlier one is not sent; occurrences are remembered for three days. */
  readonly occurrence?: string;
  /** Sends the job in this transaction: only if it commits. */
  readonly trx?: Knex;
}

/** A job for its handler. */
export interface RunningJob<Name extends QueueName> {
  readonly key: string;
  readonly payload: JobPayloads[Name];
  /** 1 = the first run, or the first after an operator retried the job. */
  readonly attempt: number;
  /** Whether the job has failed for good if this run fails. */
  readonly isLast: boolean;
  /** Aborted when the job is cancelled, another process has taken it over, or this process stops. */
  readonly signal: AbortSignal;
}

/**
 * Runs a job. A job may run twice: if a process ends before it has reported the end of a job, another process runs it again.
 *
 * @throws any error: the job runs again after a pause, up to `QueueSettings.attempts` runs in total
 */
export type JobHandler<Name extends QueueName> = (job: RunningJob<Name>) => Promise<void>;

export type JobState = 'waiting' | 'active' | 'failed' | 'cancelled';

export interface JobFilter {
  readonly queue?: QueueName;
  readonly state?: JobState;
  /** Default 1,000. */
  readonly limit?: number;
}

/** A job for operators. */
export interface JobStatus {
  readonly id: string;
  readonly queue: QueueName;
  readonly key: string;
  readonly account: number | null;
  readonly state: JobState;
  /** Runs so far, including one under way. */
  readonly attempts: number;
  readonly createdAt: Date;
  /** Earliest start of a waiting job; null for other states. */
  readonly runAt: Date | null;
  /** Error of the last failed run; null = none. */
  readonly error: string | null;
}

/** Stored jobs by state, and runs in this process. */
export interface QueueStats {
  readonly queue: QueueName;
  readonly waiting: number;
  readonly active: number;
  readonly failed: number;
  /** Earliest start among waiting jobs that may start now; null = none may. */
  readonly oldest: Date | null;
  /** Earliest start that was allowed to a job under way; null = none is. */
  readonly oldestActive: Date | null;
  /** When a scheduled job last completed, in any process; null = none in the last three days. */
  readonly scheduledCompleted: Date | null;
  /** Runs in this process since it started, as the two below. */
  readonly completed: number;
  readonly failures: number;
  /** Runs of jobs whose earlier process ended or hung. */
  readonly takeovers: number;
}

/** For storage methods that send jobs in their transaction. */
export type JobSender = Pick<Queue, 'send'>;

/**
 * The background jobs of all processes that share a database. There are two implementations: pg-boss for PostgreSQL, and a table
 * for SQLite.
 */
export interface Queue {
  send<Name extends QueueName>(queue: Name, payload: JobPayloads[Name], options: SendOptions): Promise<void>;
  /** Registers the handler of a queue in this process; jobs run after `start`. */
  work<Name extends QueueName>(queue: Name, handler: JobHandler<Name>): void;
  /** Begins to run jobs. @param onError receives errors of the queue itself, after which it continues */
  start(onError: (error: unknown) => void): Promise<void>;
  /** Removes the waiting job of a key and aborts the running one, even if another process runs it. */
  cancel(queue: QueueName, key: string): Promise<void>;
  /**
   * Runs work as a job of this process at once, for a command.
   *
   * @returns false if a job with the key runs already
   * @throws the error of `work`; there is no second attempt
   */
  runInProcess(queue: QueueName, key: string, work: (signal: AbortSignal) => Promise<void>): Promise<boolean>;
  /** Waiting, active, failed and cancelled jobs, newest first. */
  list(filter?: JobFilter): Promise<JobStatus[]>;
  /** Null if there is no such job, or it has completed. */
  find(id: string): Promise<JobStatus | null>;
  /** Runs a failed or cancelled job again, with all attempts of its queue. @returns false if there is no such job */
  retry(id: string): Promise<boolean>;
  /** Cancels a waiting or active job. @returns false if there is no such job */
  cancelJob(id: string): Promise<boolean>;
  stats(): Promise<QueueStats[]>;
  /** For tests: runs all jobs that may start now, and those they send, until none is left. */
  settled(): Promise<void>;
  /** Aborts the jobs of this process and returns them to the queue, where another process can run them at once. */
  stop(): Promise<void>;
}

/** The abort reason of jobs whose process stops. */
export class StoppingError extends Error {
  override readonly name = 'StoppingError';

  constructor() {
    super('the service stops');
  }
}

/** Milliseconds before the next run, with jitter. @param attempts failed runs, at least 1 */
export function pauseAfter(attempts: number): number {
  return Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempts - 1)) * (0.5 + 0.5 * Math.random());
}

type RunResult = 'completed' | 'failures' | 'takeovers';

/** Stored jobs of a queue, by state. */
export type StoredStats = Omit<QueueStats, 'queue' | RunResult>;

const EMPTY: StoredStats = {
  waiting: 0,
  active: 0,
  failed: 0,
  oldest: null,
  oldestActive: null,
  scheduledCompleted: null,
};

/** Counts the runs in this process, by queue. */
export class JobCounts {
  private readonly counts = new Map<QueueName, Record<RunResult, number>>(
    QUEUE_NAMES.map((name) => [name, { completed: 0, failures: 0, takeovers: 0 }]),
  );

  add(queue: QueueName, result: RunResult): void {
    this.counts.get(queue)![result] += 1;
  }

  /** The stats of all queues: the stored jobs joined with the counts of this process. */
  stats(stored: ReadonlyMap<string, StoredStats>): QueueStats[] {
    return QUEUE_NAMES.map((queue) => ({ queue, ...(stored.get(queue) ?? EMPTY), ...this.counts.get(queue)! }));
  }
}
