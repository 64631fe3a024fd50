import type { Knex } from 'knex';

/** Instants are stored as epoch milliseconds. */
export const dateOrNull = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

export const millisOrNull = (date: Date | null | undefined): number | null => date?.getTime() ?? null;

/** Lists are stored as JSON. */
export const listOrNull = (json: string | null): string[] | null => (json === null ? null : JSON.parse(json));

export const jsonOrNull = (list: readonly string[] | null): string | null => list && JSON.stringify(list);

/** The largest value of an integer column in both dialects: no id is greater. */
export const LARGEST_ID = 2 ** 31 - 1;

/** Rows have at most 17 columns; a statement takes 32,766 parameters on SQLite and 65,535 on PostgreSQL. */
const ROWS_AT_ONCE = 100;

/** Inserts any number of rows. */
export async function insertAll(trx: Knex, table: string, rows: readonly object[]): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) await trx(table).insert(rows.slice(at, at + ROWS_AT_ONCE));
}
