import createKnex, { type Knex } from 'knex';
import pg, { type PoolClient } from 'pg';
import type { Connections } from './connections';

interface Statement {
  readonly sql: string;
}

interface ConnectionsPool extends Knex.TarnPoolLike {
  readonly connections: Connections;
}

/** A query builder over connections that this program keeps, and ends. */
export function knexOver(connections: Connections): Knex {
  const pool: ConnectionsPool = {
    connections,
    acquire: () => ({ promise: connections.acquire() }),
    release: (connection: PoolClient) => {
      connections.release(connection);
      return true;
    },
    destroy: async () => {},
  };
  return createKnex({
    client: PostgresClient,
    connectionPool: pool,
    // Known without asking: no statement depends on it.
    version: '14',
    // Values stay out of messages: hashes of keys are among them.
    compileSqlOnError: false,
    // Faults arrive as rejections; Knex would also print them.
    log: { warn: () => {} },
  });
}

/** What Knex speaks to PostgreSQL through: its own client, with the faults of this program. */
class PostgresClient extends knexClient() {
  _driver(): typeof pg {
    return pg;
  }

  wrapNativePool(pool: ConnectionsPool): ConnectionsPool {
    return pool;
  }

  override async _query(connection: PoolClient, statement: Statement): Promise<Statement> {
    try {
      return await super._query(connection, statement);
    } catch (error) {
      throw (this.config.connectionPool as ConnectionsPool).connections.faultOf(connection, error);
    }
  }
}

/** Knex names its dialects, but has no types for their clients. */
interface QueryingClient extends Knex.Client {
  _query(connection: PoolClient, statement: Statement): Promise<Statement>;
}

function knexClient(): Omit<typeof Knex.Client, 'prototype'> & (new (config: Knex.Config) => QueryingClient) {
  return require('knex/lib/dialects/postgres');
}
