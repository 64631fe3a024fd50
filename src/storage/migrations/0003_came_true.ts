import type { Knex } from 'knex';
import { storePlainText } from './initial/dialect';

/** What came true (METHOD 10): one study a market, of the prices that `version` names. */
export async function up(trx: Knex): Promise<void> {
  await trx.schema.createTable('came_true', (table) => {
    table.string('market_id').primary();
    table.string('version').notNullable();
    table.bigInteger('created_at').notNullable();
    // JSON: the sums of the months by band.
    table.text('months').notNullable();
    // The peers' means: their first day, and the bytes of a `PeerTable`.
    table.integer('first_day').notNullable();
    table.binary('peers').notNullable();
  });
  await storePlainText(trx);
}
