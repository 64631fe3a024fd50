import type { Knex } from 'knex';
import { type Database, instant, plain, type Query, RowMapper } from '../storage/database';
import {
  FAILED_KEPT_MS,
  type JobFilter,
  type JobStatus,
  LEASE_LOST,
  LEASE_MS,
  OCCURRENCE_KEPT_MS,
  pauseAfter,
  QUEUES,
  type QueueName,
  type SendOptions,
  type StoredStats,
} from './queue';

/** A stored job. Times are epoch milliseconds of the machine's clock. */
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

const COUNTS = new RowMapper<StoredStats>({
  waiting: plain(),
  active: plain(),
  failed: plain(),
  oldest: instant(),
  oldestActive: instant(),
  scheduledCompleted: instant(),
});

/** Queues with a job that may start. */
const READY = `SELECT DISTINCT queue FROM job
  WHERE (state = 'waiting' AND run_at <= ?) OR (state = 'active' AND lease_until <= ?)`;
/**
 * Claims the next job of a queue: a waiting one, or one whose lease has expired. Skips keys that already run, and accounts at
 * their limit. Of the rest it takes the one with the fewest waiting jobs of its account before it (`priority`).
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
const BY_ID = 'SELECT * FROM job WHERE id = ?';
const LIST = `SELECT * FROM job WHERE state <> 'done' AND (? IS NULL OR queue = ?) AND (? IS NULL OR state = ?)
  ORDER BY id DESC LIMIT ?`;
const STATS = `SELECT queue, count(*) FILTER (WHERE state = 'waiting') AS waiting,
    count(*) FILTER (WHERE state = 'active') AS active, count(*) FILTER (WHERE state = 'failed') AS failed,
    min(CASE WHEN state = 'waiting' AND run_at <= ? THEN run_at END) AS oldest,
    min(CASE WHEN state = 'active' THEN run_at END) AS oldest_active,
    max(CASE WHEN state = 'done' THEN finished_at END) AS scheduled_completed
  FROM job GROUP BY queue`;
const PRUNE = `DELETE FROM job WHERE (state = 'done' AND finished_at < ?)
  OR (state IN ('failed', 'cancelled') AND finished_at < ?)`;

/** The table of jobs in SQLite. @param owner identifies this process in its leases */
export class JobTable {
  constructor(
    private readonly database: Database,
    private readonly owner: string,
  ) {}

  async send(queue: QueueName, payload: object, options: SendOptions): Promise<void> {
    const { key, account = null, delayMs = 0, occurrence = null, trx } = options;
    const now = Date.now();
    const values = { queue, key, account, payload: JSON.stringify(payload), runAt: now + delayMs, occurrence, now };
    if (trx === undefined) await this.change((transaction) => transaction.raw(SEND, values));
    else await trx.raw(SEND, values);
  }

  async ready(): Promise<QueueName[]> {
    const now = Date.now();
    return (await this.database.query<{ queue: QueueName }>(READY, now, now)).map(({ queue }) => queue);
  }

  /** Claims the next job of a queue; null if none may start. */
  claim(queue: QueueName): Promise<JobRow | null> {
    const now = Date.now();
    const values = { queue, owner: this.owner, now, until: now + LEASE_MS, perAccount: QUEUES[queue].perAccount };
    return this.change(async (trx) => ((await trx.raw(CLAIM, values)) as JobRow[])[0] ?? null);
  }

  /** Creates an active job of this process with a key, replacing a waiting one; null if a job with the key runs. */
  claimKey(queue: QueueName, key: string): Promise<JobRow | null> {
    const now = Date.now();
    return this.change(async (trx) => {
      const ofKey = () => trx('job').where({ queue, key });
      const running = await ofKey().where('state', 'active').where('lease_until', '>', now).first('id');
      if (running !== undefined) return null;
      await ofKey().whereIn('state', ['waiting', 'active']).delete();
      const job = { queue, key, payload: '{}', priority: 0, run_at: now, attempts: 1, created_at: now };
      const lease = { state: 'active', lease_owner: this.owner, lease_until: now + LEASE_MS };
      const [claimed] = await trx('job').insert({ ...job, ...lease }, '*');
      return claimed;
    });
  }

  /** Renews the leases of this process. @returns ids of its jobs; missing ones were cancelled or taken over */
  async renew(): Promise<ReadonlySet<number>> {
    const lease_until = Date.now() + LEASE_MS;
    const renewed: { id: number }[] = await this.change((trx) =>
      trx('job').where({ lease_owner: this.owner, state: 'active' }).update({ lease_until }, ['id']),
    );
    return new Set(renewed.map(({ id }) => id));
  }

  /** Deletes a completed job. One with an occurrence stays, so that it is not sent again. */
  finish(job: JobRow): Promise<void> {
    return this.change(async (trx) => {
      await this.leased(trx, job).whereNull('occurrence').delete();
      await this.leased(trx, job).update({ state: 'done', finished_at: Date.now() });
    });
  }

  /** Schedules another attempt after a pause; after the last attempt the job has failed. */
  fail(job: JobRow, error: string): Promise<void> {
    const { attempts } = QUEUES[job.queue];
    if (job.attempts < attempts) return this.putBack(job, { run_at: Date.now() + pauseAfter(job.attempts), error });
    return this.change(async (trx) => {
      await this.leased(trx, job).update({ state: 'failed', attempts, error, finished_at: Date.now() });
    });
  }

  /** Returns a job to the waiting ones. It is deleted if another job with its key waits, since that one does the same. */
  putBack(job: JobRow, change: Partial<JobRow>): Promise<void> {
    const { id, queue, key, state } = job;
    return this.change(async (trx) => {
      const row = state === 'active' ? this.leased(trx, job) : trx('job').where({ id, state });
      if ((await trx('job').where({ queue, key, state: 'waiting' }).first('id')) !== undefined) await row.delete();
      else await row.update({ state: 'waiting', lease_owner: null, lease_until: null, ...change });
    });
  }

  /** The job with an id, if it is in one of the states; null otherwise. */
  async find(id: string, states: readonly JobRow['state'][]): Promise<JobRow | null> {
    const [job] = await this.database.query<JobRow>(BY_ID, id);
    return job !== undefined && states.includes(job.state) ? job : null;
  }

  /** Cancels the waiting and active jobs with an id or key. @returns their ids */
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
    const [queueOrNull, stateOrNull] = [queue ?? null, state ?? null];
    const values = [queueOrNull, queueOrNull, stateOrNull, stateOrNull, limit];
    return (await this.database.query<JobRow>(LIST, ...values)).map(toStatus);
  }

  /** Null if there is no such job, or it has completed. */
  async status(id: string): Promise<JobStatus | null> {
    const job = await this.find(id, ['waiting', 'active', 'failed', 'cancelled']);
    return job === null ? null : toStatus(job);
  }

  async stats(): Promise<ReadonlyMap<string, StoredStats>> {
    const rows = await this.database.query<{ queue: string }>(STATS, Date.now());
    return new Map(rows.map((row) => [row.queue, COUNTS.toEntity(row)]));
  }

  /** Deletes old completed, failed and cancelled jobs. */
  prune(): Promise<void> {
    const now = Date.now();
    return this.change((trx) => trx.raw(PRUNE, [now - OCCURRENCE_KEPT_MS, now - FAILED_KEPT_MS]));
  }

  /** The row of a job, provided that this run still holds its lease. */
  private leased(trx: Knex, { id, attempts }: JobRow) {
    return trx('job').where({ id, state: 'active', lease_owner: this.owner, attempts });
  }

  private change<T>(work: (trx: Knex, query: Query) => Promise<T>): Promise<T> {
    return this.database.change('jobs', work);
  }
}

function toStatus({ id, state, run_at, created_at, ...row }: JobRow): JobStatus {
  const { queue, key, account, attempts, error } = row;
  const runAt = state === 'waiting' ? new Date(run_at) : null;
  // Rows in state `done` are never selected.
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
