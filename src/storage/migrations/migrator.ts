import type { Knex } from 'knex';
import { UnusableDatabaseError, unfinishedMoveError } from '../errors';
import { MIGRATIONS, type Migration } from './migrations';

/** The table in which Knex records applied migrations. */
export const MIGRATION_TABLE = 'knex_migrations';

/** Recorded as if it were a migration while a move into the database is under way; stays when the move is interrupted. */
export const UNFINISHED_MOVE = 'unfinished move';

/** The names of the applied migrations; empty in a database without Knex's table. */
export async function appliedMigrations(knex: Knex): Promise<string[]> {
  if (!(await knex.schema.hasTable(MIGRATION_TABLE))) return [];
  // A table of another program may have the same name.
  const rows: { name?: string }[] = await knex(MIGRATION_TABLE).select();
  return rows.flatMap(({ name }) => name ?? []);
}

/** Names the migrations of a newer program, in a sentence; null when there are none. @param applied names of migrations */
export function describeNewer(applied: readonly string[], migrations = MIGRATIONS): string | null {
  const known = new Set([UNFINISHED_MOVE, ...migrations.map(({ name }) => name)]);
  const unknown = applied.filter((name) => !known.has(name));
  if (unknown.length === 0) return null;
  return `the database is newer than this program: it has the migrations ${unknown.join(', ')}`;
}

/** @throws UnusableDatabaseError when a newer program has migrated the database, or a move into it is unfinished */
export function hasPending(applied: readonly string[], migrations = MIGRATIONS): boolean {
  if (applied.includes(UNFINISHED_MOVE)) {
    throw unfinishedMoveError();
  }
  const newer = describeNewer(applied, migrations);
  if (newer !== null) throw new UnusableDatabaseError(`${newer}; install the version that added them, or a later one`);
  return migrations.some(({ name }) => !applied.includes(name));
}

/**
 * Applies the pending migrations with Knex. The lock that Knex itself takes is freed first: `trx` already excludes other
 * processes, and a lock left by a killed one would block every start.
 *
 * @param trx in which no other process migrates, so that a killed process leaves the old schema
 * @returns the names of the applied migrations
 * @throws UnusableDatabaseError as `hasPending`
 */
export async function applyPending(trx: Knex, migrations = MIGRATIONS): Promise<string[]> {
  if (!hasPending(await appliedMigrations(trx), migrations)) return [];
  const config = { tableName: MIGRATION_TABLE, migrationSource: sourceOf(migrations) };
  await trx.migrate.forceFreeMigrationsLock(config);
  const [, names] = await trx.migrate.latest(config);
  return names;
}

function sourceOf(migrations: readonly Migration[]): Knex.MigrationSource<Migration> {
  return {
    getMigrations: async () => [...migrations],
    getMigrationName: ({ name }) => name,
    getMigration: async ({ up }) => ({ up, down }),
  };
}

/** Knex requires it. */
async function down(): Promise<never> {
  throw new Error('migrations cannot be undone: restore a backup');
}
