import type { Knex } from 'knex';
import { dateOrNull } from '../storage/columns';
import type { Database, Query } from '../storage/database';
import type { StoredStats } from './counts';
import { type JobFilter, type JobStatus, pauseAfter, type SendOptions } from './queue';
import { FAILED_KEPT_MS, LEASE_LOST, LEASE_MS, OCCURRENCE_KEPT_MS, QUEUES, type QueueName } from './queues';

/** A job as it is stored: instants are epoch milliseconds of the machine's clock. */
export interface JobRow {
  readonly id: number;
  readonly queue: QueueName;
  readonly key: string;
  readonly account: number | null;
  readonly payload: string;
  readonly state: 'waiting' | 'active' | 'done' | 'failed' | 'cancelled';
  readonly run_at: number;
  readonly attempts: number;
  readonly error: string | null;
  readonly created_at: number;
}

/** Queues that have something to start. */
const READY = `SELECT DISTINCT queue FROM job
  WHERE (state = 'waiting' AND run_at <= ?) OR (state = 'active' AND lease_until <= ?)`;
/**
 * Takes the next job of a queue: one that waits, or whose lease has lapsed. None of a key that runs, and none of an account
 * that has as many running as it may; of all others the one with the fewest of its account before it.
 */
const CLAIM = `UPDATE job SET state = 'active', attempts = attempts + 1, lease_owner = :owner, lease_until = :until,
    error = CASE state WHEN 'active' THEN '${LEASE_LOST}' ELSE error END
  WHERE id = (
    SELECT j.id FROM job j
    WHERE j.queue = :queue AND ((j.state = 'waiting' AND j.run_at <= :now) OR (j.state = 'active' AND j.lease_until <= :now))
      AND NOT EXISTS (SELECT 1 FROM job a WHERE a.queue = j.queue AND a.key = j.key AND a.id <> j.id
        AND a.state = 'active' AND a.lease_until > :now)
      AND (j.account IS NULL OR :perAccount > (SELECT count(*) FROM job a WHERE a.queue = j.queue
        AND a.account = j.account AND a.state = 'active' AND a.lease_until > :now))
    ORDER BY j.priority DESC, j.id LIMIT 1)
  RETURNING *`;
const SEND = `INSERT INTO job (queue, key, account, payload, state, priority, run_at, attempts, occurrence, created_at)
  SELECT :queue, :key, :account, :payload, 'waiting',
    -(SELECT count(*) FROM job WHERE queue = :queue AND account = :account AND state = 'waiting'), :runAt, 0, :occurrence, :now
  WHERE :occurrence IS NULL OR NOT EXISTS (SELECT 1 FROM job WHERE occurrence = :occurrence)
  ON CONFLICT (queue, key) WHERE state = 'waiting' DO UPDATE SET run_at = excluded.run_at, payload = excluded.payload,
    occurrence = coalesce(excluded.occurrence, occurrence)`;
const LIST = `SELECT * FROM job WHERE state <> 'done' AND (? IS NULL OR queue = ?) AND (? IS NULL OR state = ?)
  ORDER BY id DESC LIMIT ?`;
const STATS = `SELECT queue, count(*) FILTER (WHERE state = 'waiting') AS waiting,
    count(*) FILTER (WHERE state = 'active') AS active, count(*) FILTER (WHERE state = 'failed') AS failed,
    min(CASE WHEN state = 'waiting' AND run_at <= ? THEN run_at END) AS oldest
  FROM job GROUP BY queue`;
const PRUNE = `DELETE FROM job WHERE (state = 'done' AND finished_at < ?)
  OR (state IN ('failed', 'cancelled') AND finished_at < ?)`;

/** The table of jobs in SQLite. @param owner names this process in the leases that it has */
export class JobTable {
  constructor(
    private readonly database: Database,
    private readonly owner: string,
  ) {}

  async send(queue: QueueName, payload: object, options: SendOptions): Promise<void> {
    const { key, account = null, delayMs = 0, occurrence = null, trx } = options;
    const now = Date.now();
    const values = { queue, key, account, payload: JSON.stringify(payload), runAt: now + delayMs, occurrence, now };
    if (trx === undefined) await this.change((own) => own.raw(SEND, values));
    else await trx.raw(SEND, values);
  }

  /** Queues with a job that may start. */
  async ready(): Promise<QueueName[]> {
    const now = Date.now();
    return (await this.database.query<{ queue: QueueName }>(READY, now, now)).map(({ queue }) => queue);
  }

  /** Takes the next job of a queue; null when none may start. */
  claim(queue: QueueName): Promise<JobRow | null> {
    const now = Date.now();
    const values = { queue, owner: this.owner, now, until: now + LEASE_MS, perAccount: QUEUES[queue].perAccount };
    return this.change(async (trx) => ((await trx.raw(CLAIM, values)) as JobRow[])[0] ?? null);
  }

  /** Takes a key for this process, in the place of what waits; null while a job of it runs. */
  claimKey(queue: QueueName, key: string): Promise<JobRow | null> {
    const now = Date.now();
    return this.change(async (trx) => {
      const same = () => trx('job').where({ queue, key });
      if ((await same().where('state', 'active').where('lease_until', '>', now).first('id')) !== undefined) return null;
      await same().whereIn('state', ['waiting', 'active']).delete();
      const job = { queue, key, payload: '{}', priority: 0, run_at: now, attempts: 1, created_at: now };
      const lease = { state: 'active', lease_owner: this.owner, lease_until: now + LEASE_MS };
      const [made] = await trx('job').insert({ ...job, ...lease }, '*');
      return made;
    });
  }

  /** Renews the leases of this process. @returns the ids of its jobs; what is not among them was cancelled or taken over */
  async renew(): Promise<ReadonlySet<number>> {
    const lease_until = Date.now() + LEASE_MS;
    const kept: { id: number }[] = await this.change((trx) =>
      trx('job').where({ lease_owner: this.owner, state: 'active' }).update({ lease_until }, ['id']),
    );
    return new Set(kept.map(({ id }) => id));
  }

  /** Ends a job. What must not be sent again is remembered. */
  finish(job: JobRow): Promise<void> {
    return this.change(async (trx) => {
      await this.mine(trx, job).whereNull('occurrence').delete();
      await this.mine(trx, job).update({ state: 'done', finished_at: Date.now() });
    });
  }

  /** Has a job run again after a pause, or ends it after its last attempt. */
  fail(job: JobRow, error: string): Promise<void> {
    const { attempts } = QUEUES[job.queue];
    if (job.attempts < attempts) return this.putBack(job, { run_at: Date.now() + pauseAfter(job.attempts), error });
    return this.change(async (trx) => {
      await this.mine(trx, job).update({ state: 'failed', attempts, error, finished_at: Date.now() });
    });
  }

  /** Has a job wait again, unless another of its key waits, which does the same. */
  putBack(job: JobRow, change: Partial<JobRow>): Promise<void> {
    const { id, queue, key, state } = job;
    return this.change(async (trx) => {
      const own = state === 'active' ? this.mine(trx, job) : trx('job').where({ id, state });
      if ((await trx('job').where({ queue, key, state: 'waiting' }).first('id')) !== undefined) await own.delete();
      else await own.update({ state: 'waiting', lease_owner: null, lease_until: null, ...change });
    });
  }

  /** The job of an id in one of some states; null without. */
  async find(id: string, states: readonly JobRow['state'][]): Promise<JobRow | null> {
    const jobs = this.database.read<JobRow>('job').where('id', id);
    return (await jobs.whereIn('state', [...states]).first()) ?? null;
  }

  /** Cancels the jobs that wait or run, of an id or of a key. @returns their ids */
  async cancel(
    which: { readonly id: string } | { readonly queue: QueueName; readonly key: string },
  ): Promise<number[]> {
    const cancelled = { state: 'cancelled', finished_at: Date.now() };
    const rows: { id: number }[] = await this.change((trx) =>
      trx('job').where(which).whereIn('state', ['waiting', 'active']).update(cancelled, ['id']),
    );
    return rows.map(({ id }) => id);
  }

  async list({ queue, state, limit = 1_000 }: JobFilter): Promise<JobStatus[]> {
    const [named, one] = [queue ?? null, state ?? null];
    return (await this.database.query<JobRow>(LIST, named, named, one, one, limit)).map(toStatus);
  }

  /** As operators see it; null without, and where it is done. */
  async status(id: string): Promise<JobStatus | null> {
    const job = await this.find(id, ['waiting', 'active', 'failed', 'cancelled']);
    return job === null ? null : toStatus(job);
  }

  async stats(): Promise<ReadonlyMap<string, StoredStats>> {
    const rows = await this.database.query<Omit<StoredStats, 'oldest'> & { queue: string; oldest: number | null }>(
      STATS,
      Date.now(),
    );
    return new Map(rows.map(({ queue, oldest, ...counts }) => [queue, { ...counts, oldest: dateOrNull(oldest) }]));
  }

  /** Deletes what was done or failed long ago. */
  prune(): Promise<void> {
    const now = Date.now();
    return this.change((trx) => trx.raw(PRUNE, [now - OCCURRENCE_KEPT_MS, now - FAILED_KEPT_MS]));
  }

  /** A job, as long as this run of it has the lease. */
  private mine(trx: Knex, { id, attempts }: JobRow) {
    return trx('job').where({ id, state: 'active', lease_owner: this.owner, attempts });
  }

  private change<T>(work: (trx: Knex, query: Query) => Promise<T>): Promise<T> {
    return this.database.change('jobs', work);
  }
}

function toStatus({ id, state, run_at, created_at, ...row }: JobRow): JobStatus {
  const { queue, key, account, attempts, error } = row;
  const runAt = state === 'waiting' ? new Date(run_at) : null;
  // `done` is not listed.
  return {
    id: String(id),
    queue,
    key,
    account,
    state: state as JobStatus['state'],
    attempts,
    createdAt: new Date(created_at),
    runAt,
    error,
  };
}
