import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import createKnex from 'knex';
import { MIGRATIONS, migrate } from '../../src/storage/migrations/migrate';
import { closeDatabase, databaseFile, inWriteTransaction, openDatabase } from '../../src/storage/sqlite/database';
import { storeOf } from '../../src/storage/sqlite/store';
import { tempFolder } from '../helpers/tempFolder';

const folder = tempFolder();

/** Runs statements in another process with its own connection. */
function otherProcess(file: string, sql: string): void {
  const program = `
    const Database = require(${JSON.stringify(require.resolve('better-sqlite3'))});
    const db = new Database(${JSON.stringify(file)});
    db.exec(${JSON.stringify(sql)});
    db.close();`;
  execFileSync(process.execPath, ['-e', program]);
}

describe('databaseFile', () => {
  test.each([
    ['data/x.sqlite', resolve('data/x.sqlite')],
    ['sqlite:data/x.sqlite', resolve('data/x.sqlite')],
    ['sqlite:///var/x.sqlite', '/var/x.sqlite'],
    [':memory:', null],
    ['sqlite::memory:', null],
  ])('%s', (url, want) => expect(databaseFile(url)).toBe(want));

  test.each(['', 'sqlite:', 'mysql://host/x'])('%j is refused', (url) => {
    expect(() => databaseFile(url)).toThrow(/DATABASE_URL must be a path or a sqlite: URL/);
  });

  test('the refusal does not repeat a password', () => {
    expect(() => databaseFile('postgres://me:hunter2@host/x')).toThrow("got 'postgres://***@host/x'");
  });
});

describe('openDatabase', () => {
  test('creates the folder, and sets what DESIGN 4 asks for', async () => {
    const file = join(folder, 'deep/er/x.sqlite');
    const database = await openDatabase(`sqlite:${file}`);
    expect(existsSync(file)).toBe(true);
    const pragma = async (name: string) => Object.values((await database.knex.raw(`PRAGMA ${name}`))[0])[0];
    expect(await pragma('journal_mode')).toBe('wal');
    expect(await pragma('synchronous')).toBe(1);
    expect(await pragma('foreign_keys')).toBe(1);
    expect(await pragma('busy_timeout')).toBeGreaterThan(0);
    await closeDatabase(database);
  });

  test('an existing database is opened as it is', async () => {
    const file = join(folder, 'again.sqlite');
    const first = await openDatabase(file);
    await storeOf(first).symbols.addMembers('0', [{ symbol: 'KO' }], { simulated: false });
    await closeDatabase(first);
    const second = await openDatabase(file);
    expect(storeOf(second).symbols.resolve('ko')?.symbol).toBe('KO');
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
    const before = database.changeCounter();
    expect(database.changeCounter()).toBe(before);
    await storeOf(database).symbols.addMembers('0', [{ symbol: 'KO' }], { simulated: false });
    expect(database.changeCounter()).toBeGreaterThan(before);
    await closeDatabase(database);
  });

  test('counter and revision see the writes of another process', async () => {
    const file = join(folder, 'two.sqlite');
    const database = await openDatabase(file);
    const { prices } = storeOf(database);
    const [counter, revision] = [database.changeCounter(), prices.revision()];
    otherProcess(file, "INSERT INTO symbol (ticker, key) VALUES ('KO', 'KO')");
    expect(database.changeCounter()).not.toBe(counter);
    expect(prices.revision()).toBe(revision + 1);
    await closeDatabase(database);
  });

  test('writes that are no market data leave the revision alone', async () => {
    const database = await openDatabase(':memory:');
    const { prices } = storeOf(database);
    const revision = prices.revision();
    await database.knex('account').insert({ email: 'a@b.cd', tier: 'free', created_at: 0 });
    expect(prices.revision()).toBe(revision);
    await closeDatabase(database);
  });

  test('a writer waits for another without stopping the event loop', async () => {
    const file = join(folder, 'patient.sqlite');
    const database = await openDatabase(file);
    const other = new BetterSqlite3(file);
    other.exec("BEGIN IMMEDIATE; INSERT INTO symbol (ticker, key) VALUES ('A', 'A')");
    const order: string[] = [];
    const write = storeOf(database)
      .symbols.addMembers('0', [{ symbol: 'B' }], { simulated: false })
      .then(() => order.push('written'));
    // Had the wait stopped the event loop, this would not come before the end of the busy timeout.
    await new Promise((done) => setTimeout(done, 100));
    order.push('released');
    other.exec('COMMIT');
    other.close();
    await write;
    expect(order).toEqual(['released', 'written']);
    expect(
      storeOf(database)
        .symbols.all()
        .map((s) => s.symbol),
    ).toEqual(['A', 'B']);
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
