import type { Knex } from 'knex';

/** Instants are stored as epoch milliseconds. */
export const dateOrNull = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

export const millisOrNull = (date: Date | null | undefined): number | null => date?.getTime() ?? null;

/** A row has seventeen columns at most, SQLite takes 32,766 parameters a statement and PostgreSQL 65,535. */
const ROWS_AT_ONCE = 100;

/** Inserts any number of rows, or none. */
export async function insertAll(trx: Knex, table: string, rows: readonly object[]): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) await trx(table).insert(rows.slice(at, at + ROWS_AT_ONCE));
}
