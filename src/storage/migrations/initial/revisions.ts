import type { Knex } from 'knex';
import type { WatchedArea } from '../../database';
import { isPostgres } from './dialect';

/**
 * How often an area was changed, a row an area. Triggers count, so that a change by any client is counted, also one that
 * goes around this program and damages a blob without touching its hash; changes of feeds are counted by who makes them.
 */
export async function createRevisions(
  knex: Knex,
  values: Record<WatchedArea, number> = { prices: 0, models: 0, nulls: 0, feeds: 0 },
): Promise<void> {
  await knex.schema.createTable('revision', (table) => {
    table.string('area').primary();
    table.bigInteger('value').notNullable();
  });
  await knex('revision').insert(Object.entries(values).map(([area, value]) => ({ area, value })));
  // The transaction that counted last: one counts once.
  if (isPostgres(knex)) await knex.raw('ALTER TABLE revision ADD COLUMN changed_by xid8');
}
