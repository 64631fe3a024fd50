import type { Knex } from 'knex';

/** Whether a migration runs on PostgreSQL, rather than on SQLite. */
export function isPostgres(knex: Knex): boolean {
  return knex.client.dialect === 'postgresql';
}
