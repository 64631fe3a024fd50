import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import createKnex from 'knex';
import { DamagedDataError } from '../../../src/storage/errors';
import { MIGRATIONS, migrate } from '../../../src/storage/migrations/migrate';
import { closeDatabase, inWriteTransaction, openDatabase, reading } from '../../../src/storage/sqlite/database';
import { SqlitePrices } from '../../../src/storage/sqlite/prices';
import { weekdayBars } from '../../helpers/bars';
import { scriptOn } from '../../helpers/otherProcess';
import { enrol, storeBars } from '../../helpers/storage';
import { tempFolder } from '../../helpers/tempFolder';

const folder = tempFolder();

/** Runs statements in another process with its own connection. */
function otherProcess(file: string, sql: string): void {
  execFileSync(process.execPath, scriptOn(file, `db.exec(${JSON.stringify(sql)})`));
}

describe('openDatabase', () => {
  test('creates the folder, and sets what DESIGN 4 asks for', async () => {
    const file = join(folder, 'deep/er/x.sqlite');
    const database = await openDatabase(file);
    expect(existsSync(file)).toBe(true);
    const pragma = async (name: string) => Object.values((await database.knex.raw(`PRAGMA ${name}`))[0])[0];
    expect(await pragma('journal_mode')).toBe('wal');
    expect(await pragma('synchronous')).toBe(1);
    expect(await pragma('foreign_keys')).toBe(1);
    // Who waits for a lock waits here, with the event loop free, and not in SQLite.
    expect(await pragma('busy_timeout')).toBe(0);
    await closeDatabase(database);
  });

  test('an existing database is opened as it is', async () => {
    const file = join(folder, 'again.sqlite');
    const first = await openDatabase(file);
    await enrol(new SqlitePrices(first), '0', 'KO');
    await closeDatabase(first);
    const second = await openDatabase(file);
    expect((await new SqlitePrices(second).find('ko'))?.symbol).toBe('KO');
    await closeDatabase(second);
  });

  test('two that start at once on a new file both come up', async () => {
    const file = join(folder, 'race.sqlite');
    const both = await Promise.all([openDatabase(file), openDatabase(file)]);
    for (const database of both) {
      expect(await database.knex('schema_migration').pluck('name')).toEqual(MIGRATIONS.map(({ name }) => name));
      await closeDatabase(database);
    }
  });

  test('a database of a newer program is refused', async () => {
    const file = join(folder, 'newer.sqlite');
    await closeDatabase(await openDatabase(file));
    otherProcess(file, "INSERT INTO schema_migration VALUES ('9999_future', 0)");
    await expect(openDatabase(file)).rejects.toThrow(/newer than this program.*9999_future/);
  });

  test('a file that is no database is refused', async () => {
    await expect(openDatabase(__filename)).rejects.toThrow(/cannot open the database .*: .*not a database/);
  });
});

test('a migration that fails leaves nothing behind', async () => {
  const knex = createKnex({
    client: 'better-sqlite3',
    connection: { filename: ':memory:' },
    useNullAsDefault: true,
    pool: { min: 1, max: 1 },
  });
  const half = {
    name: '0002_half',
    async up(trx: typeof knex) {
      await trx.schema.createTable('half', (table) => void table.integer('x'));
      throw new Error('struck by lightning');
    },
  };
  await expect(migrate(knex, [...MIGRATIONS, half])).rejects.toThrow('struck by lightning');
  expect(await knex.schema.hasTable('half')).toBe(false);
  expect(await knex.schema.hasTable('symbol')).toBe(false);
  await knex.destroy();
});

describe('changes by others', () => {
  test.each(['file', 'memory'])('the counter moves on a commit by this process (%s)', async (kind) => {
    const database = await openDatabase(kind === 'file' ? join(folder, 'own.sqlite') : ':memory:');
    const stamp = () => database.recordStamp(database.query);
    const before = await stamp();
    expect(await stamp()).toBe(before);
    await enrol(new SqlitePrices(database), '0', 'KO');
    expect(await stamp()).toBeGreaterThan(before as number);
    await closeDatabase(database);
  });

  test('counter and revision see the writes of another process', async () => {
    const file = join(folder, 'two.sqlite');
    const database = await openDatabase(file);
    const prices = new SqlitePrices(database);
    const stamp = () => database.recordStamp(database.query);
    const [counter, revision] = [await stamp(), await prices.revision()];
    otherProcess(file, "INSERT INTO symbol (ticker, key) VALUES ('KO', 'KO')");
    expect(await stamp()).not.toBe(counter);
    expect(await prices.revision()).toBe(revision + 1);
    await closeDatabase(database);
  });

  test('a writer waits for another without stopping the event loop', async () => {
    const file = join(folder, 'patient.sqlite');
    const database = await openDatabase(file);
    const other = new BetterSqlite3(file);
    other.exec("BEGIN IMMEDIATE; INSERT INTO symbol (ticker, key) VALUES ('A', 'A')");
    const order: string[] = [];
    const prices = new SqlitePrices(database);
    const write = enrol(prices, '0', 'B').then(() => order.push('written'));
    // Had the wait stopped the event loop, this would not come before the end of the busy timeout.
    await new Promise((done) => setTimeout(done, 100));
    order.push('released');
    other.exec('COMMIT');
    other.close();
    await write;
    expect(order).toEqual(['released', 'written']);
    expect((await prices.index()).symbols.map((s) => s.symbol)).toEqual(['A', 'B']);
    await closeDatabase(database);
  });

  test('a transaction that read first may still write after another connection did', async () => {
    const file = join(folder, 'busy.sqlite');
    const database = await openDatabase(file);
    const other = new BetterSqlite3(file, { timeout: 0 });
    await inWriteTransaction(database.knex, async (trx) => {
      await trx('symbol').select();
      expect(() => other.exec("INSERT INTO symbol (ticker, key) VALUES ('A', 'A')")).toThrow(/locked/);
      await trx('symbol').insert({ ticker: 'B', key: 'B' });
    });
    expect(other.prepare('SELECT ticker FROM symbol').pluck().all()).toEqual(['B']);
    other.close();
    await closeDatabase(database);
  });
});

describe('a read', () => {
  const failing = (code?: string) =>
    reading(() => {
      throw Object.assign(new Error('as SQLite says it'), { code });
    });

  test.each(['SQLITE_CORRUPT', 'SQLITE_CORRUPT_VTAB', 'SQLITE_IOERR_READ', 'SQLITE_NOTADB'])(
    'that SQLite cannot do for %s says that the data are damaged',
    async (code) => {
      const error = await failing(code).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(DamagedDataError);
      expect(error).toMatchObject({ cause: { code } });
    },
  );

  test.each(['SQLITE_BUSY', 'SQLITE_ERROR', undefined])('that fails otherwise (%s) fails as it did', async (code) => {
    await expect(failing(code)).rejects.toMatchObject({ message: 'as SQLite says it', code });
  });
});

test('models stored before their cut-off had a column of its own are read as they were', async () => {
  const knex = createKnex({
    client: 'better-sqlite3',
    connection: { filename: ':memory:' },
    useNullAsDefault: true,
    pool: { min: 1, max: 1 },
  });
  await migrate(
    knex,
    MIGRATIONS.filter(({ name }) => name < '0005'),
  );
  const stored = { code_version: 'c', simulated: false, trained_through: 0, created_at: 0, content: '{}' };
  await knex('model').insert([
    { ...stored, version: 'whole', data_version: 'abc' },
    { ...stored, version: 'cut', data_version: 'abc through 1970-01-11' },
  ]);
  await migrate(knex);
  expect(await knex('model').orderBy('version').select('version', 'data_version', 'prices_through')).toEqual([
    { version: 'cut', data_version: 'abc', prices_through: 10 },
    { version: 'whole', data_version: 'abc', prices_through: null },
  ]);
  await knex.destroy();
});

test('prices stored before history was kept are a version of their own', async () => {
  const file = join(folder, 'history.sqlite');
  const database = await openDatabase(file);
  const prices = new SqlitePrices(database);
  const bars = weekdayBars('2024-01-01', '2024-03-01', () => 7);
  await storeBars(prices, { symbol: 'KO', markets: ['0'] }, bars, { importedAt: new Date(1000) });
  await storeBars(prices, { symbol: 'PEP', markets: ['0'] }, bars, { importedAt: new Date(2000) });
  // As a program left it that kept none.
  for (const table of ['price_change', 'price_version', 'price_run', 'former_ticker'])
    await database.knex.schema.dropTable(table);
  await database.knex.schema.alterTable('last_import', (table) => table.dropColumn('kind'));
  await database.knex.schema.alterTable('symbol_before', (table) =>
    table.dropColumns('symbol_id', 'ticker', 'markets'),
  );
  await database.knex('schema_migration').where({ name: '0011_price_history' }).delete();
  await migrate(database.knex);
  await closeDatabase(database);
  const again = await openDatabase(file);
  const reopened = new SqlitePrices(again);
  const { dataVersion } = await reopened.index();
  expect(await reopened.history.of('KO')).toMatchObject([{ dataVersion, added: bars.day.length, at: new Date(2000) }]);
  expect(await reopened.history.version(dataVersion)).toMatchObject([
    { run: { kind: 'before', label: 'stored before history was kept' }, symbols: ['KO', 'PEP'], until: null },
  ]);
  await closeDatabase(again);
});
