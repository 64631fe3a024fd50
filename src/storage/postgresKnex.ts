import createKnex, { type Knex } from 'knex';
import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import type { Connections } from './postgresConnections';

/** A query builder over a connection pool whose owner closes it. */
export function knexOver(connections: Connections): Knex {
  return createKnex({
    client: 'pg',
    connectionPool: new KnexPool(connections),
    // Saves a query at startup: no statement depends on the version.
    version: '14',
    // Values stay out of messages: hashes of keys are among them.
    compileSqlOnError: false,
    // Faults arrive as rejections; Knex would also print them.
    log: { warn: () => {} },
  });
}

/** Adapts the connections to the `pg` pool that Knex expects. Knex does not read the counts. */
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
    this.connection.query(statement, (error, result) => {
      done(error ? this.connections.toError(this.connection, error) : null, result);
    });
  }

  release(): void {
    this.connections.release(this.connection);
  }
}
