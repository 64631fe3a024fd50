import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import createKnex, { type Knex } from 'knex';
import { MIGRATIONS } from '../../src/storage/migrations/migrations';
import { openDatabase } from '../../src/storage/open';
import { openPostgres, type PostgresDatabase } from '../../src/storage/postgres';
import { migratePostgres } from '../../src/storage/postgresSchema';
import { PriceStore } from '../../src/storage/prices';
import { migrateSqlite, openSqlite } from '../../src/storage/sqlite';
import { isUnreadable } from '../../src/storage/sqliteReader';
import { describeWithPostgres } from '../helpers/postgres';
import { enrol } from '../helpers/storage';
import { tempFolder } from '../helpers/tempFolder';

const NAMES = MIGRATIONS.map(({ name }) => name);
const HALF = {
  name: '0002_half',
  async up(trx: Knex) {
    await trx.schema.createTable('half', (table) => void table.integer('x'));
    throw new Error('struck by lightning');
  },
};

interface Dialect {
  newDatabase(): Promise<string>;
  connect(url: string): Promise<Knex>;
  migrate(knex: Knex, migrations: typeof MIGRATIONS): Promise<readonly string[]>;
}

function suite({ newDatabase, connect, migrate }: Dialect): void {
  test('if several processes start at once on an empty database, one migrates it', async () => {
    const url = await newDatabase();
    const all = await Promise.all(Array.from({ length: 5 }, () => openDatabase(url)));
    const migrated = all.flatMap(({ database }) => database.migrated);
    expect(migrated.filter((name) => NAMES.includes(name))).toEqual(NAMES);
    for (const { database } of all) {
      const applied = await database.query<{ name: string }>('SELECT name FROM knex_migrations ORDER BY id');
      expect(applied.map(({ name }) => name)).toEqual(NAMES);
      await database.close();
    }
  });

  test('a migration that fails leaves nothing behind', async () => {
    const knex = await connect(await newDatabase());
    await expect(migrate(knex, [...MIGRATIONS, HALF])).rejects.toThrow('struck by lightning');
    expect(await knex.schema.hasTable('half')).toBe(false);
    await knex.destroy();
  });
}

describe('a SQLite file', () => {
  const folder = tempFolder();
  let files = 0;
  const newFile = () => join(folder, `${++files}.sqlite`);
  const connect = async (filename: string) =>
    createKnex({
      client: 'better-sqlite3',
      connection: { filename },
      useNullAsDefault: true,
      log: { warn: () => {} },
      pool: { min: 1, max: 1 },
    });
  suite({ newDatabase: async () => newFile(), connect, migrate: migrateSqlite });

  test('is created with its folder, and has the pragmas of DESIGN 4', async () => {
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

  test('is migrated in spite of a lock that another process left', async () => {
    const knex = await connect(newFile());
    await migrateSqlite(knex);
    await knex('knex_migrations_lock').update({ is_locked: 1 });
    const all = [...MIGRATIONS, { name: '9999_next', up: async () => {} }];
    expect([await migrateSqlite(knex, all), await migrateSqlite(knex, all)]).toEqual([['9999_next'], []]);
    await knex.destroy();
  });

  test('waits for another process that creates the same file', async () => {
    const file = newFile();
    const other = new BetterSqlite3(file);
    // Before its log exists, a file is locked for readers too.
    other.exec('BEGIN EXCLUSIVE');
    const opening = openSqlite(file);
    await new Promise((resolve) => setTimeout(resolve, 50));
    other.exec('COMMIT');
    other.close();
    const database = await opening;
    expect(database.migrated).toContain('0001_initial');
    await database.close();
  });

  test('lets a writer wait for another without stopping the event loop', async () => {
    const file = newFile();
    const database = await openSqlite(file);
    const other = new BetterSqlite3(file);
    other.exec("BEGIN IMMEDIATE; INSERT INTO symbol (ticker, key) VALUES ('A', 'A')");
    const order: string[] = [];
    const prices = new PriceStore(database);
    const write = enrol(prices, '0', 'B').then(() => order.push('written'));
    // Had the wait stopped the event loop, this would not come before the end of the busy timeout.
    await sleep(100);
    order.push('released');
    other.exec('COMMIT');
    other.close();
    await write;
    expect(order).toEqual(['released', 'written']);
    expect((await prices.index()).symbols.map((s) => s.symbol)).toEqual(['A', 'B']);
    await database.close();
  });

  test('is locked for other writers by a transaction that has only read', async () => {
    const file = newFile();
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

  test.each([
    ['SQLITE_CORRUPT', true],
    ['SQLITE_CORRUPT_VTAB', true],
    ['SQLITE_IOERR_READ', true],
    ['SQLITE_NOTADB', true],
    ['SQLITE_BUSY', false],
    ['SQLITE_ERROR', false],
    [undefined, false],
  ])('with an error of the code %s has pages that cannot be read: %s', (code, expected) => {
    expect(isUnreadable(Object.assign(new Error('as SQLite says it'), { code }))).toBe(expected);
  });
});

describeWithPostgres('a PostgreSQL database', ({ fresh }) => {
  const connect = async (url: string) => (await openPostgres(url)).knex;
  suite({ newDatabase: fresh, connect, migrate: migratePostgres });

  let database: PostgresDatabase;
  let knex: Knex;
  const opened = async () => {
    database = await openPostgres(await fresh());
    knex = database.knex;
  };
  afterEach(() => database?.close());

  test('text has no maximum length, and is ordered by its bytes', async () => {
    await opened();
    const { rows } = await knex.raw(
      `SELECT table_name, column_name FROM information_schema.columns
       WHERE table_schema = current_schema() AND data_type IN ('text', 'character varying')
         AND (data_type <> 'text' OR collation_name IS DISTINCT FROM 'C')`,
    );
    expect(rows).toEqual([]);
    const tickers = ['a', 'B', '^DJI', 'BRK-B', 'BRKA', 'é', 'x'.repeat(300)];
    await knex('symbol').insert(tickers.map((ticker) => ({ ticker, key: ticker })));
    expect(await knex('symbol').orderBy('ticker').pluck('ticker')).toEqual([...tickers].sort());
  });

  test('values are read back unchanged', async () => {
    await opened();
    const large = 2 ** 53 - 1;
    const row = { simulated: true, prices_through: -1, published_at: large, content: 'é\n"😀' };
    await knex('forward_evidence').insert(row);
    expect(await knex('forward_evidence').first()).toEqual({ id: 1, ...row });
    expect((await knex('forward_evidence').count({ n: '*' }).first())?.n).toBe(1);
    await expect(knex.raw('SELECT 9007199254740993::bigint')).rejects.toThrow('is not a safe integer in JavaScript');
    const data = Buffer.from([0, 1, 255, 92, 39]);
    const { rows } = await knex.raw('SELECT ?::bytea AS data', [data]);
    expect(rows[0].data).toEqual(data);
  });

  test('the revision moves with every transaction that changes prices or symbols, and with no other', async () => {
    await opened();
    const revision = async () => (await knex('revision').where({ area: 'prices' }).first()).value;
    const writes: [string, (trx: typeof knex) => PromiseLike<unknown>, number][] = [
      ['a row', (trx) => trx('symbol').insert({ ticker: 'KO', key: 'KO' }), 1],
      ['many rows', (trx) => trx('symbol').insert(['A', 'B'].map((one) => ({ ticker: one, key: one }))), 1],
      ['no row', (trx) => trx('symbol').where({ ticker: 'ZZZ' }).update({ name: 'x' }), 0],
      ['another table', (trx) => trx('key_secret').insert({ id: 1, secret: 'x' }), 0],
      ['a cascade', (trx) => trx('symbol').where({ ticker: 'A' }).delete(), 1],
      ['everything', (trx) => trx.raw('TRUNCATE membership'), 1],
    ];
    for (const [what, write, moves] of writes) {
      const before = await revision();
      await knex.transaction((trx) => Promise.resolve(write(trx)));
      expect([what, (await revision()) - before]).toEqual([what, moves]);
    }
    const before = await revision();
    await database.change('prices', async (trx) => {
      for (const ticker of ['C', 'D', 'E']) await trx('symbol').insert({ ticker, key: ticker });
    });
    expect((await revision()) - before).toBe(1);
  });
});
