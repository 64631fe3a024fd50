import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { RequestLimits } from '../../src/storage/database';
import { migrateStorage } from '../../src/storage/open';
import { shownUrl } from '../../src/storage/url';

/** Databases of runs that were killed are dropped once they are this old. */
const FORGOTTEN_MS = 3_600_000;

/** A server on which tests make databases of their own; null where none is named. */
const server = process.env.TEST_DATABASE_URL ?? null;

/** Limits that a busy machine keeps. */
export const PATIENT_REQUESTS: RequestLimits = { connections: 10, waitMs: 60_000 };

/** What a suite has of the server: a database of its own. Each is a URL. */
export interface TestDatabase {
  /** Another schema in it, without tables. */
  fresh(): Promise<string>;
  /** One that is migrated, and emptied for each test: nobody may use it after the test it was made for. */
  emptied(): Promise<string>;
}

/** A suite over a PostgreSQL server; skipped with a message where none is named. */
export function describeWithPostgres(name: string, suite: (database: TestDatabase) => void): void {
  if (server === null) {
    describe(name, () =>
      test.skip('skipped: run with TEST_DATABASE_URL=postgres://USER@HOST/DATABASE of a user who may create databases', () => {}),
    );
    return;
  }
  describe(name, () => suite(databaseOn(server)));
}

/** Makes a database, and drops it when the tests are over. */
function databaseOn(server: string): TestDatabase {
  const database = `perennial_test_${Date.now()}_${randomBytes(4).toString('hex')}`;
  const url = new URL(server);
  url.pathname = `/${database}`;
  let schemas = 0;
  beforeAll(async () => {
    await dropForgotten(server);
    // Its language orders text unlike SQLite does: whoever leaves an order to it is found out.
    await statements(server, [
      `CREATE DATABASE ${database} TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER icu ICU_LOCALE 'en-US'`,
      `ALTER DATABASE ${database} SET synchronous_commit = off`,
    ]);
  });
  afterAll(() => statements(server, [`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`]));
  const fresh = async () => {
    const schema = `s${++schemas}`;
    await statements(url.href, [`CREATE SCHEMA ${schema}`]);
    const own = new URL(url);
    own.searchParams.set('options', `-c search_path=${schema}`);
    return own.href;
  };
  const migrated: string[] = [];
  let inUse = 0;
  afterEach(() => {
    inUse = 0;
  });
  const emptied = async () => {
    const known = migrated[inUse++];
    if (known !== undefined) {
      await statements(known, [EMPTY]);
      return known;
    }
    const made = await fresh();
    migrated.push(made);
    await migrateStorage(made);
    return made;
  };
  return { fresh, emptied };
}

/** Tables that refer to others were made after them. The triggers of the record would refuse. */
const EMPTY = `DO $$
  DECLARE
    name text;
  BEGIN
    FOR name IN
      SELECT quote_ident(relname) FROM pg_class
      WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
        AND relname NOT IN ('revision', 'knex_migrations', 'knex_migrations_lock', 'schema_migration')
      ORDER BY oid DESC
    LOOP
      EXECUTE format('ALTER TABLE %s DISABLE TRIGGER USER', name);
      EXECUTE format('DELETE FROM %s', name);
      EXECUTE format('ALTER TABLE %s ENABLE TRIGGER USER', name);
    END LOOP;
    EXECUTE format('DELETE FROM perennial_queue_%s.job', current_schema());
  END $$`;

async function dropForgotten(server: string): Promise<void> {
  const [{ rows }] = await statements(server, [
    `SELECT datname FROM pg_database WHERE datname LIKE 'perennial\\_test\\_%'`,
  ]);
  const old = rows.filter(({ datname }) => Date.now() - Number(datname.split('_')[2]) > FORGOTTEN_MS);
  await statements(
    server,
    old.map(({ datname }) => `DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`),
  );
}

/** Runs statements over a connection of their own. @throws Error naming the server when it is not there */
export async function statements(url: string, texts: readonly string[]): Promise<{ rows: Record<string, string>[] }[]> {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    const results = [];
    for (const text of texts) results.push(await client.query(text));
    return results;
  } catch (error) {
    throw new Error(`${shownUrl(url)}: ${(error as Error).message}`, { cause: error });
  } finally {
    await client.end();
  }
}
