import type { Knex } from 'knex';
import type { Database } from '../../src/storage/database';
import { openPostgres } from '../../src/storage/postgres';
import { openSqlite } from '../../src/storage/sqlite';
import { describeWithPostgres } from '../helpers/postgres';

const SERIES = {
  row_count: 1,
  first_day: 1,
  last_day: 1,
  hash: 'h',
  source: 's',
  imported_at: 1,
  simulated: false,
};
const COLUMN = { column_set: 'close', hash: 'h', data: Buffer.from([1]) };

function suite(opened: () => Promise<Database>): void {
  let database: Database;
  let ids: number[];
  beforeEach(async () => {
    database = await opened();
    await database.change('prices', async (trx) => {
      await trx('symbol').insert(['A', 'B', 'C'].map((ticker) => ({ ticker, key: ticker })));
    });
    ids = (await database.query<{ id: number }>('SELECT id FROM symbol ORDER BY ticker')).map(({ id }) => id);
    for (const symbol_id of ids) {
      await database.change('prices', async (trx) => {
        await trx('price_series').insert({ ...SERIES, symbol_id });
        await trx('price_column').insert({ ...COLUMN, symbol_id });
        await trx('membership').insert({ symbol_id, market_id: '0', simulated: false });
        await trx('former_ticker').insert({ symbol_id, key: `OLD${symbol_id}`, ticker: 'old', until: 1 });
      });
    }
  });
  afterEach(() => database.close());

  const revisions = async () => {
    const rows = await database.query<{ id: number; revision: number }>('SELECT id, revision FROM symbol');
    return new Map(rows.map(({ id, revision }) => [id, revision]));
  };

  const ofSymbol = (table: string) => [
    [`an update of ${table}`, (trx: Knex, id: number) => trx(table).where({ symbol_id: id }).update({ symbol_id: id })],
    [`a removal from ${table}`, (trx: Knex, id: number) => trx(table).where({ symbol_id: id }).delete()],
  ];
  test.each([
    ...['price_series', 'price_column', 'membership', 'former_ticker'].flatMap(ofSymbol),
    [
      'a new row of membership',
      (trx: Knex, symbol_id: number) => trx('membership').insert({ symbol_id, market_id: '1', simulated: true }),
    ],
    ['another name', (trx: Knex, id: number) => trx('symbol').where({ id }).update({ name: 'x' })],
    ['another ticker', (trx: Knex, id: number) => trx('symbol').where({ id }).update({ ticker: 'D', key: 'D' })],
  ] as [string, (trx: Knex, id: number) => PromiseLike<unknown>][])(
    '%s moves the revision of its symbol alone',
    async (_, change) => {
      const [before, total] = [await revisions(), await database.revision('prices')];
      await database.change('prices', async (trx) => void (await change(trx, ids[1])));
      const after = await revisions();
      expect(await database.revision('prices')).toBeGreaterThan(total);
      expect(after.get(ids[1])).toBe(await database.revision('prices'));
      for (const id of [ids[0], ids[2]]) expect(after.get(id)).toBe(before.get(id));
    },
  );

  test('a new symbol has the current revision, and removing one moves no other', async () => {
    const before = await revisions();
    await database.change('prices', async (trx) => void (await trx('symbol').insert({ ticker: 'D', key: 'D' })));
    const total = await database.revision('prices');
    const after = await revisions();
    expect(Math.max(...after.values())).toBe(total);
    await database.change('prices', async (trx) => void (await trx('symbol').where({ ticker: 'D' }).delete()));
    expect(await database.revision('prices')).toBeGreaterThan(total);
    expect(await revisions()).toEqual(before);
  });

  test('models and null distributions move the revision of their own area', async () => {
    const areas = ['prices', 'models', 'nulls', 'feeds'] as const;
    const all = () => Promise.all(areas.map((area) => database.revision(area)));
    const moved = async (change: (trx: Knex) => PromiseLike<unknown>) => {
      const before = await all();
      await database.change('models', async (trx) => void (await change(trx)));
      // A change updates only the known revision of its own area.
      await database.change('nulls', async () => {});
      const after = await all();
      return areas.filter((_, i) => after[i] > before[i]);
    };
    const trial = { simulated: true, prices_through: 1, content: '{}' };
    const stored = { key: 'k', data_version: 'd', content: Buffer.from([0]), created_at: 0 };
    expect(await moved((trx) => trx('input_trial').insert(trial))).toEqual(['models']);
    expect(await moved((trx) => trx('input_trial').delete())).toEqual(['models']);
    expect(await moved((trx) => trx('null_distribution').insert(stored))).toEqual(['nulls']);
    expect(await moved((trx) => trx('null_distribution').update({ content: Buffer.from([1]) }))).toEqual(['nulls']);
    expect(await moved((trx) => trx('null_distribution').delete())).toEqual(['nulls']);
    expect(await moved((trx) => trx('account').insert({ email: 'a@b.cd', tier: 'free', created_at: 0 }))).toEqual([]);
  });
}

describe('on SQLite', () => suite(() => openSqlite(':memory:')));

describeWithPostgres('on PostgreSQL', ({ emptied }) => {
  suite(async () => openPostgres(await emptied()));

  test('truncating a table moves the revision of every symbol', async () => {
    const database = await openPostgres(await emptied());
    await database.change('prices', async (trx) => {
      await trx('symbol').insert(['A', 'B'].map((ticker) => ({ ticker, key: ticker })));
    });
    const [{ id: symbol_id }] = await database.query<{ id: number }>('SELECT id FROM symbol');
    await database.change('prices', async (trx) => void (await trx('price_series').insert({ ...SERIES, symbol_id })));
    await database.change('prices', async (trx) => void (await trx.raw('TRUNCATE price_series CASCADE')));
    const rows = await database.query<{ revision: number }>('SELECT revision FROM symbol');
    const revisions = rows.map(({ revision }) => revision);
    const total = await database.revision('prices');
    expect(revisions).toEqual([total, total]);
    await database.close();
  });
});
