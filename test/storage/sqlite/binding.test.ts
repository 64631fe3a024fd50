import createKnex from 'knex';
import { Sqlite } from '../../../src/storage/sqlite/binding';
import { SqliteClient } from '../../../src/storage/sqlite/knexClient';

test('the binding is one that this version of Node can run', () => {
  const database = new Sqlite(':memory:');
  expect(database.prepare('SELECT 1 + 1').pluck().get()).toBe(2);
  database.close();
});

test('Knex opens its connections with the same binding as everybody else', async () => {
  const knex = createKnex({
    client: SqliteClient,
    connection: { filename: ':memory:' },
    useNullAsDefault: true,
    pool: {
      afterCreate(connection: unknown, done: (error: unknown, c: unknown) => void) {
        done(connection instanceof Sqlite ? null : new Error('of another binding'), connection);
      },
    },
  });
  expect(await knex.raw('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await knex.destroy();
});
