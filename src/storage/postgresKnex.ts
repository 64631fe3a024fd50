import createKnex, { type Knex } from 'knex';
import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import type { Area } from './database';
import type { Connections } from './postgresConnections';

/** What only one transaction at a time may do, among all processes that use a database. */
type TransactionLock = Area | 'migration' | `counters of ${string}`;

/** Separates the locks of this program from those of other programs in the same database. */
const LOCK_NAMESPACE = 0x5065726e;

/**
 * Waits for locks in their order, in one round trip. The transaction holds them until it ends.
 *
 * @param lockMs the longest wait for one of them, and for any later lock on rows and tables; null = no limit
 */
export async function takeLocks(
  trx: Knex,
  locks: readonly TransactionLock[],
  lockMs: number | null = null,
): Promise<void> {
  const calls = locks.map(() => "pg_advisory_xact_lock(?, hashtext(current_schema() || ' ' || ?))");
  const values = locks.flatMap((lock) => [LOCK_NAMESPACE, lock]);
  if (lockMs === null) await trx.raw(`SELECT ${calls.join(', ')}`, values);
  else await trx.raw(`SELECT set_config('lock_timeout', ?, true), ${calls.join(', ')}`, [`${lockMs}`, ...values]);
}

/** Runs `work` in one transaction that holds locks, see `takeLocks`. Inside another transaction it is a savepoint. */
export function inLockedTransaction<T>(
  knex: Knex,
  locks: readonly TransactionLock[],
  work: (trx: Knex) => Promise<T>,
  lockMs: number | null = null,
): Promise<T> {
  return knex.transaction(async (trx) => {
    await takeLocks(trx, locks, lockMs);
    return work(trx);
  });
}

/** A query builder over a connection pool. The owner of the pool closes it. */
export function knexOver(connections: Connections): Knex {
  return createKnex({
    client: 'pg',
    connectionPool: new KnexPool(connections),
    // Otherwise Knex queries the version at startup. No statement depends on it.
    version: '14',
    // Keeps values, among them hashes of keys, out of error messages.
    compileSqlOnError: false,
    // Knex would print errors in addition to rejecting.
    log: { warn: () => {} },
  });
}

/** Adapts `Connections` to the `pg` pool that Knex expects. Knex does not read the counts. */
class KnexPool implements Knex.PgPoolLike {
  readonly totalCount = 0;
  readonly idleCount = 0;
  readonly waitingCount = 0;

  constructor(private readonly connections: Connections) {}

  async connect(): Promise<KnexConnection> {
    return new KnexConnection(this.connections, await this.connections.acquire());
  }

  async end(): Promise<void> {}
}

/** The part of a `pg` connection that Knex uses, with errors converted by `Connections.toError`. */
class KnexConnection {
  constructor(
    private readonly connections: Connections,
    private readonly connection: PoolClient,
  ) {}

  query(statement: QueryConfig, done: (error: unknown, result: QueryResult) => void): void {
    const end = this.connections.answers.begin();
    this.connection.query(statement, (error, result) => {
      end();
      done(error ? this.connections.toError(this.connection, error) : null, result);
    });
  }

  release(): void {
    this.connections.release(this.connection);
  }
}
