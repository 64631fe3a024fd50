import type { Knex } from 'knex';

/** Whether a migration runs on PostgreSQL; otherwise it runs on SQLite. */
export function isPostgres(knex: Knex): boolean {
  return knex.client.dialect === 'postgresql';
}

/**
 * On PostgreSQL, changes all text columns to unlimited length and order by bytes, as on SQLite, whatever the locale of the
 * database. Call it before triggers are created on the columns: PostgreSQL does not change the type of such a column.
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
