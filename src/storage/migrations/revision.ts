import type { Knex } from 'knex';
import { isPostgres } from './dialect';

const EVENTS = ['INSERT', 'UPDATE', 'DELETE'];

/**
 * The table of one row that counts changes to market data. Triggers keep it, so that a change by any client is counted,
 * also one that goes around this program and damages a blob without touching its hash.
 */
export async function createRevision(knex: Knex): Promise<void> {
  await knex.schema.createTable('revision', (table) => {
    table.integer('id').primary();
    table.bigInteger('value').notNullable();
  });
  await knex('revision').insert({ id: 1, value: 0 });
  if (isPostgres(knex)) await createCounter(knex);
}

/** Counts every change of a table in `revision`. */
export async function countChanges(knex: Knex, table: string): Promise<void> {
  for (const event of EVENTS) {
    const trigger = `CREATE TRIGGER ${table}_${event.toLowerCase()} AFTER ${event} ON ${table}`;
    if (isPostgres(knex)) await knex.raw(`${trigger} FOR EACH ROW EXECUTE FUNCTION count_change()`);
    else await knex.raw(`${trigger} BEGIN UPDATE revision SET value = value + 1 WHERE id = 1; END`);
  }
  if (!isPostgres(knex)) return;
  await knex.raw(`CREATE TRIGGER ${table}_truncate AFTER TRUNCATE ON ${table} EXECUTE FUNCTION count_change()`);
}

/**
 * Once a transaction: PostgreSQL keeps every version of a row until the transaction that made it ends, and looks through
 * them all at each update.
 */
async function createCounter(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE revision ADD COLUMN changed_by xid8');
  await knex.raw(`CREATE FUNCTION count_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    BEGIN
      UPDATE revision SET value = value + 1, changed_by = pg_current_xact_id()
        WHERE id = 1 AND changed_by IS DISTINCT FROM pg_current_xact_id();
      RETURN NULL;
    END $$`);
}
