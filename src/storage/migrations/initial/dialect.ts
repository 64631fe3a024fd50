import type { Knex } from 'knex';

/** Whether a migration runs on PostgreSQL, rather than on SQLite. */
export function isPostgres(knex: Knex): boolean {
  return knex.client.dialect === 'postgresql';
}

/**
 * On PostgreSQL: text of any length that is ordered by its bytes, as SQLite has it, whatever the language of the database.
 * No trigger may stand on it yet.
 */
export async function storePlainText(trx: Knex): Promise<void> {
  if (!isPostgres(trx)) return;
  const { rows } = await trx.raw(
    `SELECT c.relname AS "table", array_agg(a.attname::text) AS columns
     FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE c.relnamespace = to_regnamespace(quote_ident(current_schema())) AND c.relkind = 'r' AND a.attnum > 0
       AND NOT a.attisdropped AND a.atttypid IN ('text'::regtype, 'varchar'::regtype)
       AND (a.atttypid <> 'text'::regtype OR a.attcollation <> '"C"'::regcollation)
     GROUP BY c.relname`,
  );
  for (const { table, columns } of rows as { table: string; columns: string[] }[]) {
    const changes = columns.map(() => 'ALTER COLUMN ?? TYPE TEXT COLLATE "C"');
    await trx.raw(`ALTER TABLE ?? ${changes.join(', ')}`, [table, ...columns]);
  }
}
