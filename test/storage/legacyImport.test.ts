import { join } from 'node:path';
import { type Database, isPostgresUrl, type Query } from '../../src/storage/database';
import { dataVersionOf } from '../../src/storage/hashes';
import { MIGRATIONS } from '../../src/storage/migrations/migrations';
import { type Row, rowsOf, TABLES } from '../../src/storage/movedTables';
import { openStorage } from '../../src/storage/open';
import { openPostgres } from '../../src/storage/postgres';
import { Connections, preparedQuery } from '../../src/storage/postgresConnections';
import { openSqlite } from '../../src/storage/sqlite';
import { usageFileOf } from '../../src/storage/sqliteCounters';
import { openReader, preparedQuery as preparedSqliteQuery } from '../../src/storage/sqliteReader';
import { startTestApp, type TestApp } from '../helpers/app';
import { LEGACY, legacyFile, legacySchema } from '../helpers/legacyDatabase';
import { describeWithPostgres, statements } from '../helpers/postgres';
import { startChild } from '../helpers/process';
import { schemaOf } from '../helpers/schemaOf';
import { tempFolder } from '../helpers/tempFolder';

const folder = tempFolder();
let files = 0;
const newFile = () => join(folder, `${++files}.sqlite`);

/** Columns that this release no longer has, by table: the queue now records which process works on something. */
const GONE: Readonly<Record<string, readonly string[]>> = {
  feed: ['holder', 'held_until'],
  webhook_endpoint: ['holder', 'held_until'],
  export_job: ['holder', 'held_until'],
  null_distribution: ['holder', 'claimed_until'],
};

const chosen = (row: Row, columns: readonly string[]) =>
  Object.fromEntries(columns.map((column) => [column, row[column]]));

/** Creates a database of the earlier program, and one without tables. */
interface Dialect {
  legacy(): Promise<string>;
  empty(): Promise<string>;
}

const openDatabase = (url: string): Promise<Database> => (isPostgresUrl(url) ? openPostgres(url) : openSqlite(url));

/** The tables of the program before this release. */
const LEGACY_TABLES = TABLES.filter(({ name }) => !['came_true', 'idempotent_answer', 'table_link'].includes(name));

/** Every row of every table. */
async function contentsOf(tables: Query, counters: Query, isLegacyFile: boolean): Promise<Record<string, Row[]>> {
  const contents: Record<string, Row[]> = {};
  for (const table of LEGACY_TABLES) {
    // Keys in a SQLite file had no column for the order of their creation.
    const key = isLegacyFile && table.name === 'api_key' ? ['rowid'] : table.key;
    const query = table.counters ? counters : tables;
    contents[table.name] = [];
    for await (const rows of rowsOf(query, { ...table, key })) contents[table.name].push(...rows);
  }
  return contents;
}

async function readAll(url: string, isLegacy: boolean): Promise<Record<string, Row[]>> {
  if (isPostgresUrl(url)) {
    const connections = new Connections(url, { most: 1, waitMs: 10_000, statementMs: 10_000 });
    const query = preparedQuery(connections);
    return contentsOf(query, query, false).finally(() => connections.close());
  }
  const files = [url, usageFileOf(url)].map((file) => openReader(file));
  const [tables, counters] = files.map((connection) => preparedSqliteQuery(connection, null));
  return contentsOf(tables, counters, isLegacy).finally(() => files.forEach((connection) => void connection.close()));
}

async function migrated(url: string): Promise<readonly string[]> {
  const database = await openDatabase(url);
  await database.close();
  return database.migrated;
}

const NAMES = MIGRATIONS.map(({ name }) => name);

function suite({ legacy, empty }: Dialect): void {
  let app: TestApp | null = null;
  afterEach(async () => {
    await app?.close();
    app = null;
  });

  test('every row is unchanged, and the data version gets one more entry', async () => {
    const url = await legacy();
    const before = await readAll(url, true);
    await changeBy(url, "INSERT INTO null_distribution VALUES ('being computed', 'd', NULL, 'h', 1, 1)");
    expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([]);
    expect(await migrated(url)).toEqual(NAMES);
    const after = await readAll(url, false);
    for (const { name } of LEGACY_TABLES) {
      const columns = Object.keys(before[name][0]).filter((column) => !GONE[name]?.includes(column));
      const kept = after[name].map((row) => chosen(row, columns));
      const added = name === 'price_run' || name === 'price_version' ? 1 : 0;
      expect([name, kept.slice(0, kept.length - added)]).toEqual([
        name,
        before[name].map((row) => chosen(row, columns)),
      ]);
      expect([name, kept.length]).toEqual([name, before[name].length + added]);
    }
    expect(after.api_key.map(({ id }) => id)).toEqual(before.api_key.map(({ id }) => id));
  });

  test('the schema is that of a new database', async () => {
    const [url, other] = [await legacy(), await empty()];
    await migrated(url);
    await migrated(other);
    const isPostgres = isPostgresUrl(url);
    expect(await schemaOf(url, isPostgres)).toEqual(await schemaOf(other, isPostgres));
  });

  test('data versions, revisions and the ledger continue', async () => {
    const url = await legacy();
    const storage = await openStorage(url);
    const { prices, records } = storage;
    const { symbols, revision } = await prices.index();
    expect(revision).toBe(LEGACY.revision[isPostgresUrl(url) ? 'postgres' : 'sqlite']);
    const dataVersion = dataVersionOf(
      symbols.flatMap(({ symbol, series }) => (series === null ? [] : [{ ticker: symbol, hash: series.hash }])),
    );
    const [stored] = await prices.history.version(dataVersion);
    expect(stored).toMatchObject({ run: { kind: 'before', label: 'data version as this release counts it' } });
    expect(await prices.history.version(LEGACY.dataVersion)).not.toEqual([]);
    expect(await records.all()).toHaveLength(2);
    expect(await records.head()).toEqual(LEGACY.head);
    await storage.close();
  });

  test('keys still work, and an export that was running ends as failed once the service has started', async () => {
    const over = { file: await legacy(), keys: LEGACY.keys } as TestApp;
    app = await startTestApp({ over });
    for (const tier of ['free', 'business'] as const)
      expect((await app.get('/v1/me', tier).expect(200)).body.tier).toBe(tier);
    const { body } = await app.get('/v1/saved-scans').expect(200);
    expect(JSON.stringify(body)).toContain('Ä');
    expect(await app.storage.exports.find(1, 'e')).toMatchObject({ state: 'running' });
    await app.service.start();
    await app.service.queue.settled();
    // Its request names no market.
    expect(await app.storage.exports.find(1, 'e')).toMatchObject({ state: 'failed', note: expect.any(String) });
  });

  test('a migration killed before its commit starts over', async () => {
    const url = await legacy();
    const before = await schemaOf(url, isPostgresUrl(url));
    const child = startChild('migrate', url);
    expect(await child.line()).toBe('migrated');
    await child.kill();
    expect(await schemaOf(url, isPostgresUrl(url))).toEqual(before);
    expect(await migrated(url)).toEqual(NAMES);
    expect(await migrated(url)).toEqual([]);
  });

  test('if several processes open it at once, one migrates it and the others wait', async () => {
    const url = await legacy();
    const all = await Promise.all([1, 2, 3].map(() => migrated(url)));
    expect(all.flat()).toEqual(NAMES);
  });

  test.each([
    [
      'of an older program',
      'DELETE',
      "name = '0021_key_end'",
      /last opened by a program older than .*18dc377.*; start that version/,
    ],
    ['with an unfinished move', 'INSERT', "'unfinished move'", /a move into it is unfinished/],
  ])('a database %s is refused and left unchanged', async (_name, statement, of, says) => {
    const url = await legacy();
    const change =
      statement === 'DELETE'
        ? `DELETE FROM schema_migration WHERE ${of}`
        : `INSERT INTO schema_migration (name) VALUES (${of})`;
    await changeBy(url, change);
    const before = await readAll(url, true);
    await expect(openDatabase(url)).rejects.toThrow(says);
    expect(await readAll(url, true)).toEqual(before);
  });

  test('earlier programs find the migrations by which they refuse it', async () => {
    for (const url of [await legacy(), await empty()]) {
      const database = await openDatabase(url);
      const rows = await database.query<{ name: string }>('SELECT name FROM schema_migration');
      expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['0001_initial', '0022_knex_migrations']));
      await database.close();
    }
  });
}

async function changeBy(url: string, sql: string): Promise<void> {
  if (isPostgresUrl(url)) await statements(url, [sql]);
  else {
    const { default: BetterSqlite3 } = await import('better-sqlite3');
    const database = new BetterSqlite3(url);
    database.exec(sql);
    database.close();
  }
}

describe('a file of the program before this release', () => {
  suite({ legacy: async () => legacyFile(newFile()), empty: async () => newFile() });
});

describeWithPostgres('a PostgreSQL database of the program before this release', ({ fresh }) => {
  suite({ legacy: async () => legacySchema(await fresh()), empty: fresh });
});
