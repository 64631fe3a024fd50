import type { Knex } from 'knex';
import { firstOf } from '../storage/database';
import { findQueueSchema } from './postgresInstall';
import { type JobFilter, type JobStatus, LEASE_LOST, QUEUE_NAMES, type QueueName, type StoredStats } from './queue';

/** The error that pg-boss stores for a job without heartbeats. */
export const HEARTBEAT_LOST = 'job heartbeat timeout';

type State = 'created' | 'retry' | 'active' | 'failed' | 'cancelled';
export const STATES: Readonly<Record<JobStatus['state'], readonly State[]>> = {
  waiting: ['created', 'retry'],
  active: ['active'],
  failed: ['failed'],
  cancelled: ['cancelled'],
};

/** Completed jobs are not listed. */
const LISTED_STATES = Object.values(STATES).flat();

interface JobRow {
  readonly id: string;
  readonly name: QueueName;
  readonly key: string;
  readonly account: string | null;
  readonly state: State;
  readonly attempts: number;
  readonly created_on: Date;
  readonly start_after: Date;
  readonly error: string | null;
}

const ATTEMPTS = 'retry_count + (CASE WHEN started_on IS NULL THEN 0 ELSE 1 END)';
const ERROR = `coalesce(output ->> 'message', output -> 'value' ->> 'message')`;

const STATUS = `SELECT id::text, name, singleton_key AS key, group_id AS account, state::text, ${ATTEMPTS} AS attempts,
    created_on, start_after, ${ERROR} AS error
  FROM ??.job`;

/** Reads pg-boss's table of jobs. */
export class PostgresJobs {
  private schemaName: Promise<string> | null = null;

  constructor(private readonly knex: Knex) {}

  /** The schema of pg-boss. */
  schema(): Promise<string> {
    this.schemaName ??= findQueueSchema(this.knex).then(
      ({ schema }) => schema,
      (error) => {
        this.schemaName = null;
        throw error;
      },
    );
    return this.schemaName;
  }

  async list({ queue, state, limit = 1_000 }: JobFilter): Promise<JobStatus[]> {
    const states = state === undefined ? LISTED_STATES : [...STATES[state]];
    const { rows } = await this.knex.raw(
      `${STATUS} WHERE name = ANY (?) AND state::text = ANY (?) ORDER BY created_on DESC, id LIMIT ?`,
      [await this.schema(), queue === undefined ? QUEUE_NAMES : [queue], states, limit],
    );
    return (rows as JobRow[]).map(toStatus);
  }

  /** Null if there is no such job, or it has completed. */
  async status(id: string): Promise<JobStatus | null> {
    const values = [await this.schema(), id, QUEUE_NAMES, LISTED_STATES];
    const { rows } = await this.knex.raw(
      `${STATUS} WHERE id::text = ? AND name = ANY (?) AND state::text = ANY (?)`,
      values,
    );
    return firstOf<JobRow, JobStatus>(rows, toStatus);
  }

  async stats(): Promise<ReadonlyMap<string, StoredStats>> {
    const { rows } = await this.knex.raw(
      `SELECT name, count(*) FILTER (WHERE state < 'active') AS waiting, count(*) FILTER (WHERE state = 'active') AS active,
         count(*) FILTER (WHERE state = 'failed') AS failed,
         min(start_after) FILTER (WHERE state < 'active' AND start_after <= now()) AS oldest,
         min(start_after) FILTER (WHERE state = 'active') AS "oldestActive",
         max(completed_on) FILTER (WHERE state = 'completed') AS "scheduledCompleted"
       FROM ??.job GROUP BY name`,
      [await this.schema()],
    );
    return new Map((rows as (StoredStats & Pick<JobRow, 'name'>)[]).map(({ name, ...counts }) => [name, counts]));
  }

  /** Whether a job of the queues may start now, which no job with its key prevents. */
  async isReady(queues: readonly QueueName[]): Promise<boolean> {
    const schema = await this.schema();
    const { rows } = await this.knex.raw(
      `SELECT EXISTS (SELECT 1 FROM ??.job j WHERE name = ANY (?) AND state < 'active' AND start_after <= now()
         AND NOT EXISTS (SELECT 1 FROM ??.job a WHERE a.name = j.name AND a.singleton_key = j.singleton_key
           AND a.state = 'active')) AS ready`,
      [schema, [...queues], schema],
    );
    return rows[0].ready;
  }

  /** Number of an account's waiting jobs in a queue. @param trx the transaction to read in */
  async waitingOf(queue: QueueName, account: number, trx = this.knex): Promise<number> {
    const { rows } = await trx.raw(
      "SELECT count(*) AS jobs FROM ??.job WHERE name = ? AND group_id = ? AND state < 'active'",
      [await this.schema(), queue, String(account)],
    );
    return rows[0].jobs;
  }

  /** Whether a job with the id is stored, in any state. */
  async exists(queue: QueueName, id: string): Promise<boolean> {
    const { rows } = await this.knex.raw('SELECT 1 FROM ??.job WHERE name = ? AND id = ?', [
      await this.schema(),
      queue,
      id,
    ]);
    return rows.length > 0;
  }

  async idsOf(queue: string, key: string, states: readonly State[]): Promise<string[]> {
    const { rows } = await this.knex.raw(
      'SELECT id::text FROM ??.job WHERE name = ? AND singleton_key = ? AND state::text = ANY (?)',
      [await this.schema(), queue, key, [...states]],
    );
    return rows.map(({ id }: JobRow) => id);
  }
}

function toStatus({ id, name, key, account, state, attempts, created_on, start_after, error }: JobRow): JobStatus {
  const [status] = Object.entries(STATES).find(([, states]) => states.includes(state))!;
  return {
    id,
    queue: name,
    key,
    account: account === null ? null : Number(account),
    state: status as JobStatus['state'],
    attempts,
    createdAt: created_on,
    runAt: status === 'waiting' ? start_after : null,
    error: error === HEARTBEAT_LOST ? LEASE_LOST : error,
  };
}
