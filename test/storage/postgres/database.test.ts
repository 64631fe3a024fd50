import { MIGRATIONS } from '../../../src/storage/migrations/migrations';
import { openPostgres, type PostgresDatabase } from '../../../src/storage/postgres';
import { migratePostgres } from '../../../src/storage/postgresSchema';
import { describeWithPostgres } from '../../helpers/postgres';

const NAMES = MIGRATIONS.map(({ name }) => name);

describeWithPostgres('openPostgres', ({ fresh }) => {
  const open: PostgresDatabase[] = [];
  const opened = async (url: string) => {
    const database = await openPostgres(url);
    open.push(database);
    return database;
  };
  afterEach(() => Promise.all(open.splice(0).map((database) => database.close())));

  test('if five processes start at once on an empty database, one migrates it', async () => {
    const url = await fresh();
    const all = await Promise.all(Array.from({ length: 5 }, () => opened(url)));
    const migrated = all.map((database) => database.migrated).filter((names) => names.length > 0);
    expect(migrated).toEqual([NAMES]);
    for (const { knex } of all) expect((await knex('knex_migrations').pluck('name')).sort()).toEqual([...NAMES].sort());
  });

  test('an up-to-date database is opened without migrating', async () => {
    const url = await fresh();
    const { knex, migrated } = await opened(url);
    expect(migrated).toContain(MIGRATIONS[0].name);
    await knex('symbol').insert({ ticker: 'KO', key: 'KO' });
    expect((await opened(url)).migrated).toEqual([]);
  });

  test('text has no maximum length, and is ordered by its bytes', async () => {
    const { knex } = await opened(await fresh());
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
    const { knex } = await opened(await fresh());
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

  test('a migration that fails leaves nothing behind', async () => {
    const { knex } = await opened(await fresh());
    const half = {
      name: '0002_half',
      async up(trx: typeof knex) {
        await trx.schema.createTable('half', (table) => void table.integer('x'));
        throw new Error('struck by lightning');
      },
    };
    await expect(migratePostgres(knex, [...MIGRATIONS, half])).rejects.toThrow('struck by lightning');
    expect(await knex.schema.hasTable('half')).toBe(false);
  });

  test('the revision moves with every transaction that changes prices or symbols, and with no other', async () => {
    const database = await opened(await fresh());
    const { knex } = database;
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

  test('the ledger refuses every change but its next link', async () => {
    const { knex } = await opened(await fresh());
    const zero = '0'.repeat(64);
    const first = { seq: 1, unique_key: 'a', prev_hash: zero, hash: 'h1', body: '{}' };
    await knex('ledger_record').insert(first);
    await knex('ledger_card').insert({ seq: 1, card: '{}' });
    const refused: [string, PromiseLike<unknown>, RegExp][] = [
      ['update', knex('ledger_record').update({ body: 'x' }), /append-only/],
      ['delete', knex('ledger_record').delete(), /append-only/],
      ['truncate', knex.raw('TRUNCATE ledger_record CASCADE'), /append-only/],
      ['a card', knex('ledger_card').update({ card: 'x' }), /append-only/],
      ['another card', knex('ledger_card').insert({ seq: 1, card: 'x' }).onConflict('seq').merge(), /append-only/],
      ['a gap', knex('ledger_record').insert({ ...first, seq: 3, unique_key: 'b', hash: 'h3' }), /next link/],
      ['a fork', knex('ledger_record').insert({ ...first, seq: 2, unique_key: 'b', hash: 'h2' }), /next link/],
      [
        'a key again',
        knex('ledger_record').insert({ ...first, seq: 2, prev_hash: 'h1', hash: 'h2' }),
        /ledger_record_unique_key/,
      ],
    ];
    for (const [what, write, reason] of refused) {
      await expect(Promise.resolve(write).then(() => what)).rejects.toThrow(reason);
    }
    expect(await knex('ledger_record').select()).toEqual([first]);
  });
});
