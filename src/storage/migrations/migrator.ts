import type { Knex } from 'knex';
import { UnusableDatabaseError, unfinishedMoveError } from '../errors';
import { up as initial } from './0001_initial';
import { up as webhookMarkets } from './0002_webhook_markets';
import { up as cameTrue } from './0003_came_true';
import { up as neutralSetups } from './0005_neutral_setups';
import { up as idempotentAnswers } from './0006_idempotent_answers';
import { up as tableLinks } from './0007_table_links';

/** A change of the schema. Its name never changes. */
export interface Migration {
  readonly name: string;
  up(trx: Knex): Promise<void>;
}

/** All migrations in order. Append-only. Imported statically, so that sources and build run the same list. */
export const MIGRATIONS: readonly Migration[] = [
  { name: '0001_initial', up: initial },
  { name: '0002_webhook_markets', up: webhookMarkets },
  { name: '0003_came_true', up: cameTrue },
  { name: '0005_neutral_setups', up: neutralSetups },
  { name: '0006_idempotent_answers', up: idempotentAnswers },
  { name: '0007_table_links', up: tableLinks },
];

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
