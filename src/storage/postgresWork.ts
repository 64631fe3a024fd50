import { createHash } from 'node:crypto';
import type PgBoss from 'pg-boss';
import type { PostgresDatabase } from './postgres';
import { openQueues, type Queues } from './postgresQueues';
import { inTurn } from './postgresTransactions';
import type { ProcessLocks } from './processLocks';
import type { WorkOnce } from './work';

/** What fails is tried again after some 20 s, 45 s, 90 s, ... */
const RETRIES: PgBoss.RetryOptions = { retryLimit: 5, retryDelay: 15, retryBackoff: true };
/** Longer than any work takes. Work of a process that ended is found by its lock instead. */
const LONGEST: PgBoss.ExpirationOptions = { expireInHours: 23 };
/** How long work may be active while no process holds its lock: its process may be taking the lock again. */
const GRACE_MS = 5_000;
const TIDIED_EVERY_MS = 3_600_000;
/** More occurrences than ever wait. */
const ALL = 10_000;

interface Occurrence {
  readonly due: string;
}

interface Found {
  /** Occurrences that wait and may start now. */
  readonly waiting: number;
  /** Ids of the active ones. */
  readonly active: readonly string[];
}

const FOUND = `SELECT count(*) FILTER (WHERE state < 'active' AND start_after <= now()) AS waiting,
    coalesce(array_agg(id::text) FILTER (WHERE state = 'active'), '{}') AS active
  FROM ??.job WHERE name = ? AND state < 'completed'`;

/**
 * Work in queues of pg-boss, one for each name; the process that works on a queue holds its lock. Nothing is polled: queues
 * are read when `run` is called.
 *
 * Tests: test/storage/postgres/work.test.ts.
 */
export class PostgresWork implements WorkOnce {
  private opening: Promise<Queues> | null = null;
  /** Names whose queues exist. */
  private readonly known = new Set<string>();
  /** When work was first seen active without its lock being held, by name, milliseconds of a monotonic clock. */
  private readonly abandoned = new Map<string, number>();
  private tidiedAt = performance.now();

  constructor(
    private readonly database: PostgresDatabase,
    private readonly locks: ProcessLocks,
  ) {}

  async run(name: string, due: string | null, work: (due: string) => Promise<void>): Promise<void> {
    const queues = await this.opened();
    if (!this.known.has(name)) await this.create(queues, name);
    if (due !== null) await queues.boss.send(name, { due }, { ...RETRIES, ...LONGEST, id: idOf(name, due) });
    if (!(await this.mayBegin(name, await this.look(queues, name)))) return;
    const lock = lockOf(name);
    if (!(await this.locks.tryTake(lock))) return;
    try {
      await this.workOn(queues, name, work);
    } finally {
      await this.locks.letGo(lock);
    }
    await this.tidy(queues);
  }

  private opened(): Promise<Queues> {
    this.opening ??= openQueues(this.database.knex, this.database.work).catch((error) => {
      this.opening = null;
      throw error;
    });
    return this.opening;
  }

  private async create({ boss }: Queues, name: string): Promise<void> {
    if ((await boss.getQueue(name)) === null) {
      await inTurn(this.database.knex, 'migration', () => boss.createQueue(name));
    }
    this.known.add(name);
  }

  private async look({ schema }: Queues, name: string): Promise<Found> {
    const { rows } = await this.database.knex.raw(FOUND, [schema, name]);
    return rows[0];
  }

  private async mayBegin(name: string, { waiting, active }: Found): Promise<boolean> {
    if (active.length > 0 && (await this.locks.isFree(lockOf(name)))) {
      const since = this.abandoned.get(name) ?? performance.now();
      this.abandoned.set(name, since);
      return performance.now() - since >= GRACE_MS;
    }
    this.abandoned.delete(name);
    return active.length === 0 && waiting > 0;
  }

  /** This process has the lock, so the process that left work active has ended. */
  private async workOn(queues: Queues, name: string, work: (due: string) => Promise<void>): Promise<void> {
    const { boss } = queues;
    const { active } = await this.look(queues, name);
    for (const id of active) await boss.fail(name, id, { message: 'its process has ended' });
    const options = { batchSize: ALL, includeMetadata: true, ignoreStartAfter: active.length > 0 } as const;
    const jobs = await boss.fetch<Occurrence>(name, options);
    if (jobs.length === 0) return;
    const ids = jobs.map(({ id }) => id);
    try {
      await work(latest(jobs).data.due);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      for (const id of ids) await boss.fail(name, id, { message });
      throw error;
    }
    await boss.complete(name, ids);
  }

  /** Archives what was done long ago. */
  private async tidy({ boss }: Queues): Promise<void> {
    if (performance.now() - this.tidiedAt < TIDIED_EVERY_MS) return;
    this.tidiedAt = performance.now();
    await boss.maintain();
  }
}

/** Occurrences that were added while no process worked are done with the last of them. */
function latest(jobs: readonly PgBoss.JobWithMetadata<Occurrence>[]): PgBoss.JobWithMetadata<Occurrence> {
  return jobs.reduce((last, job) => (job.createdOn >= last.createdOn ? job : last));
}

const lockOf = (name: string) => `work ${name}`;

/** The same in every process, so that an occurrence is kept once (RFC 9562, version 8). */
function idOf(name: string, due: string): string {
  const hex = createHash('sha256').update(`${name}\0${due}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
