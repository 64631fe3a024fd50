import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import createKnex from 'knex';
import { MIGRATIONS } from '../../../src/storage/migrations/migrations';
import { PriceStore } from '../../../src/storage/prices';
import { migrateSqlite, openSqlite } from '../../../src/storage/sqlite';
import { isUnreadable } from '../../../src/storage/sqliteReader';
import { scriptOn } from '../../helpers/process';
import { enrol } from '../../helpers/storage';
import { tempFolder } from '../../helpers/tempFolder';

const folder = tempFolder();

/** Runs statements in another process with its own connection. */
function otherProcess(file: string, sql: string): void {
  execFileSync(process.execPath, scriptOn(file, `db.exec(${JSON.stringify(sql)})`));
}

describe('openSqlite', () => {
  test('creates the folder, and sets the pragmas of DESIGN 4', async () => {
    const file = join(folder, 'deep/er/x.sqlite');
    const database = await openSqlite(file);
    expect(existsSync(file)).toBe(true);
    const pragma = (name: string) =>
      database.change('accounts', async (trx) => Object.values((await trx.raw(`PRAGMA ${name}`))[0])[0]);
    expect(await pragma('journal_mode')).toBe('wal');
    expect(await pragma('synchronous')).toBe(1);
    expect(await pragma('foreign_keys')).toBe(1);
    // Waiting for a lock happens outside SQLite, so that the event loop stays free.
    expect(await pragma('busy_timeout')).toBe(0);
    await database.close();
  });

  test('an existing database is opened with its content', async () => {
    const file = join(folder, 'again.sqlite');
    const first = await openSqlite(file);
    await enrol(new PriceStore(first), '0', 'KO');
    await first.close();
    const second = await openSqlite(file);
    expect((await new PriceStore(second).find('ko'))?.symbol).toBe('KO');
    await second.close();
  });

  test('two processes that start at once on a new file both open it', async () => {
    const file = join(folder, 'race.sqlite');
    const both = await Promise.all([openSqlite(file), openSqlite(file)]);
    for (const database of both) {
      expect(await database.query('SELECT name FROM knex_migrations')).toEqual(
        MIGRATIONS.map(({ name }) => ({ name })),
      );
      await database.close();
    }
  });

  test('a database of a newer program is refused', async () => {
    const file = join(folder, 'newer.sqlite');
    await (await openSqlite(file)).close();
    otherProcess(file, "INSERT INTO knex_migrations (name) VALUES ('9999_future')");
    await expect(openSqlite(file)).rejects.toThrow(/newer than this program.*9999_future/);
  });

  test('a file that is no database is refused', async () => {
    await expect(openSqlite(__filename)).rejects.toThrow(/cannot open the database .*: .*not a database/);
  });
});

describe('migrating', () => {
  const knex = createKnex({
    client: 'better-sqlite3',
    connection: { filename: join(folder, 'migrating.sqlite') },
    useNullAsDefault: true,
    log: { warn: () => {} },
    pool: { min: 1, max: 1 },
  });
  afterAll(() => knex.destroy());
  const half = {
    name: '0002_half',
    async up(trx: typeof knex) {
      await trx.schema.createTable('half', (table) => void table.integer('x'));
      throw new Error('struck by lightning');
    },
  };

  test('a migration that fails leaves nothing behind', async () => {
    await expect(migrateSqlite(knex, [...MIGRATIONS, half])).rejects.toThrow('struck by lightning');
    expect(await knex('sqlite_master').pluck('name')).toEqual([]);
  });

  test('a lock left by another process blocks nobody', async () => {
    expect(await migrateSqlite(knex)).toEqual(MIGRATIONS.map(({ name }) => name));
    await knex('knex_migrations_lock').update({ is_locked: 1 });
    const all = [...MIGRATIONS, { name: '9999_next', up: async () => {} }];
    expect(await migrateSqlite(knex, all)).toEqual(['9999_next']);
    expect(await migrateSqlite(knex, all)).toEqual([]);
  });
});

describe('detection of changes', () => {
  test.each(['file', 'memory'])('the counter moves on a commit by this process (%s)', async (kind) => {
    const database = await openSqlite(kind === 'file' ? join(folder, 'own.sqlite') : ':memory:');
    const stamp = () => database.recordStamp(database.query);
    const before = await stamp();
    expect(await stamp()).toBe(before);
    await enrol(new PriceStore(database), '0', 'KO');
    expect(await stamp()).toBeGreaterThan(before as number);
    await database.close();
  });

  test('counter and revision see the writes of another process', async () => {
    const file = join(folder, 'two.sqlite');
    const database = await openSqlite(file);
    const prices = new PriceStore(database);
    const stamp = () => database.recordStamp(database.query);
    const [counter, revision] = [await stamp(), await prices.revision()];
    otherProcess(file, "INSERT INTO symbol (ticker, key) VALUES ('KO', 'KO')");
    expect(await stamp()).not.toBe(counter);
    expect(await prices.revision()).toBe(revision + 1);
    await database.close();
  });

  test('a writer waits for another without stopping the event loop', async () => {
    const file = join(folder, 'patient.sqlite');
    const database = await openSqlite(file);
    const other = new BetterSqlite3(file);
    other.exec("BEGIN IMMEDIATE; INSERT INTO symbol (ticker, key) VALUES ('A', 'A')");
    const order: string[] = [];
    const prices = new PriceStore(database);
    const write = enrol(prices, '0', 'B').then(() => order.push('written'));
    // Had the wait stopped the event loop, this would not come before the end of the busy timeout.
    await new Promise((done) => setTimeout(done, 100));
    order.push('released');
    other.exec('COMMIT');
    other.close();
    await write;
    expect(order).toEqual(['released', 'written']);
    expect((await prices.index()).symbols.map((s) => s.symbol)).toEqual(['A', 'B']);
    await database.close();
  });

  test('a transaction that read first may still write after another connection did', async () => {
    const file = join(folder, 'busy.sqlite');
    const database = await openSqlite(file);
    const other = new BetterSqlite3(file, { timeout: 0 });
    await database.change('prices', async (trx) => {
      await trx('symbol').select();
      expect(() => other.exec("INSERT INTO symbol (ticker, key) VALUES ('A', 'A')")).toThrow(/locked/);
      await trx('symbol').insert({ ticker: 'B', key: 'B' });
    });
    expect(other.prepare('SELECT ticker FROM symbol').pluck().all()).toEqual(['B']);
    other.close();
    await database.close();
  });
});

test.each([
  ['SQLITE_CORRUPT', true],
  ['SQLITE_CORRUPT_VTAB', true],
  ['SQLITE_IOERR_READ', true],
  ['SQLITE_NOTADB', true],
  ['SQLITE_BUSY', false],
  ['SQLITE_ERROR', false],
  [undefined, false],
])('an error of the code %s means that pages cannot be read: %s', (code, expected) => {
  expect(isUnreadable(Object.assign(new Error('as SQLite says it'), { code }))).toBe(expected);
});
