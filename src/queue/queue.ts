import type { Knex } from 'knex';
import { FIRST_PAUSE_MS, type JobPayloads, LONGEST_PAUSE_MS, type QueueName } from './queues';

export interface SendOptions {
  /**
   * Of a queue's jobs with one key, at most one waits and one runs. A job that is sent while another waits replaces its
   * payload and start.
   */
  readonly key: string;
  /** Whose job it is: an account's jobs run a few at once, and those of others come between them. */
  readonly account?: number | null;
  readonly delayMs?: number;
  /** An occurrence that was sent before is not sent again within three days. */
  readonly occurrence?: string;
  /** Sends the job when this transaction commits, and not at all when it does not. */
  readonly trx?: Knex;
}

/** A job as its handler sees it. */
export interface RunningJob<Name extends QueueName> {
  /** As it was sent. */
  readonly key: string;
  readonly payload: JobPayloads[Name];
  /** 1 = the first run. */
  readonly attempt: number;
  /** Aborted once the job is cancelled, another process has taken it over, or this process stops. */
  readonly signal: AbortSignal;
}

/**
 * Runs a job. It may run twice: where a process ends before it could report the end of the job, another one runs it again.
 *
 * @throws whatever went wrong: the job runs again after a pause, `QueueSettings.attempts` times in all
 */
export type JobHandler<Name extends QueueName> = (job: RunningJob<Name>) => Promise<void>;

export type JobState = 'waiting' | 'active' | 'failed' | 'cancelled';

/** Which jobs are listed. */
export interface JobFilter {
  readonly queue?: QueueName;
  readonly state?: JobState;
  /** 1,000 when absent. */
  readonly limit?: number;
}

/** A job as operators see it. */
export interface JobStatus {
  readonly id: string;
  readonly queue: string;
  readonly key: string;
  readonly account: number | null;
  readonly state: JobState;
  /** Runs that have begun. */
  readonly attempts: number;
  readonly createdAt: Date;
  /** When it starts, or started to wait again; null once it runs or is over. */
  readonly runAt: Date | null;
  /** Of the last run; null without. */
  readonly error: string | null;
}

/** What waits in a queue, and what became of the rest. */
export interface QueueStats {
  readonly queue: QueueName;
  readonly waiting: number;
  readonly active: number;
  readonly failed: number;
  /** Since when the oldest job that may start has waited; null without one. */
  readonly oldest: Date | null;
  /** Since this process started, of jobs that it ran. */
  readonly completed: number;
  readonly failures: number;
  /** Jobs of processes that had ended or hung. */
  readonly takeovers: number;
}

/** What a statement or method of storage needs to send jobs in its transaction. */
export type JobSender = Pick<Queue, 'send'>;

/**
 * All work in the background, over all processes that use one database. The two adapters: pg-boss on PostgreSQL, a table and one
 * claim statement on SQLite.
 */
export interface Queue {
  send<Name extends QueueName>(queue: Name, payload: JobPayloads[Name], options: SendOptions): Promise<void>;
  /** Registers the handler of a queue in this process; jobs run after `start`. */
  work<Name extends QueueName>(queue: Name, handler: JobHandler<Name>): void;
  /** Begins to run jobs. @param onError gets faults of the queue itself; it goes on */
  start(onError: (error: unknown) => void): Promise<void>;
  /** Removes the waiting job of a key, and aborts the running one, in whichever process it runs. */
  cancel(queue: QueueName, key: string): Promise<void>;
  /**
   * Runs a job at once in this process, for a command.
   *
   * @returns false while a job of that key runs already
   * @throws whatever `work` throws; the job is not run again
   */
  runInProcess(queue: QueueName, key: string, work: (signal: AbortSignal) => Promise<void>): Promise<boolean>;
  /** Jobs that wait, run, failed or were cancelled; the newest first. */
  list(filter?: JobFilter): Promise<JobStatus[]>;
  /** As `list` shows it. Null when there is no such job, or it is done. */
  find(id: string): Promise<JobStatus | null>;
  /** Has a job that failed or was cancelled run again. False when there is no such job. */
  retry(id: string): Promise<boolean>;
  /** Cancels a job that waits or runs. False when there is no such job. */
  cancelJob(id: string): Promise<boolean>;
  stats(): Promise<QueueStats[]>;
  /** Runs what may start now, and resolves once nothing of it is left: for tests. */
  settled(): Promise<void>;
  /** Aborts the jobs that run here and gives them back; what they were is run by the next process at once. */
  stop(): Promise<void>;
}

/** Why the signal of a job was aborted when its process stops. */
export class StoppingError extends Error {
  override readonly name = 'StoppingError';

  constructor() {
    super('the service stops');
  }
}

/** Milliseconds before the next run, with jitter. @param attempts runs that failed, from 1 */
export function pauseAfter(attempts: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempts - 1)) * (0.5 + 0.5 * Math.random());
}
