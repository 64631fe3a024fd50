import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { type RequestLimits, shownUrl } from '../../src/storage/database';
import { migrateStorage } from '../../src/storage/open';

/** Age after which databases of killed test runs are dropped. */
const FORGOTTEN_MS = 3_600_000;

/** A server on which tests create their databases; null if none is set. */
const server = process.env.TEST_DATABASE_URL ?? null;

/** Limits that hold on a busy machine. */
export const PATIENT_REQUESTS: RequestLimits = { connections: 10, waitMs: 60_000 };

/** URLs into the database of a suite. */
interface TestDatabase {
  /** A new schema without tables. */
  fresh(): Promise<string>;
  /** A migrated schema, emptied for each test: it must not be used after its test. */
  emptied(): Promise<string>;
}

/** A suite over a PostgreSQL server; skipped with a message if none is set. */
export function describeWithPostgres(name: string, suite: (database: TestDatabase) => void): void {
  if (server === null) {
    describe(name, () =>
      test.skip('skipped: run with TEST_DATABASE_URL=postgres://USER@HOST/DATABASE of a user who may create databases', () => {}),
    );
    return;
  }
  describe(name, () => suite(databaseOn(server)));
}

/** Creates a database, and drops it after the tests. */
function databaseOn(server: string): TestDatabase {
  const database = `perennial_test_${Date.now()}_${randomBytes(4).toString('hex')}`;
  const url = new URL(server);
  url.pathname = `/${database}`;
  let schemas = 0;
  beforeAll(async () => {
    await dropForgotten(server);
    // Its language sorts text differently from SQLite, which reveals queries that rely on the default order.
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

/** Tables with references were created after those they refer to. The triggers of the ledger would refuse. */
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

/** Runs statements over their own connection. @throws Error naming the server if it cannot be reached */
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
