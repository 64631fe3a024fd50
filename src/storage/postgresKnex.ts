import createKnex, { type Knex } from 'knex';
import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import type { Connections } from './postgresConnections';

/** A query builder over connections that this program keeps, and ends. */
export function knexOver(connections: Connections): Knex {
  return createKnex({
    client: 'pg',
    connectionPool: new KnexPool(connections),
    // Known without asking: no statement depends on it.
    version: '14',
    // Values stay out of messages: hashes of keys are among them.
    compileSqlOnError: false,
    // Faults arrive as rejections; Knex would also print them.
    log: { warn: () => {} },
  });
}

/** The connections, as the pool of `pg` that Knex takes. Knex reads no count of them. */
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

/** What Knex asks of a connection, with the faults of this program. */
class KnexConnection {
  constructor(
    private readonly connections: Connections,
    private readonly connection: PoolClient,
  ) {}

  query(statement: QueryConfig, done: (error: unknown, result: QueryResult) => void): void {
    this.connection.query(statement, (error, result) => {
      done(error ? this.connections.toError(this.connection, error) : null, result);
    });
  }

  release(): void {
    this.connections.release(this.connection);
  }
}
