import type { Knex } from 'knex';
import { UnusableDatabaseError } from '../errors';
import { up as initial } from './0001_initial';

/** A step of the schema, known by its name for good. */
export interface Migration {
  readonly name: string;
  up(trx: Knex): Promise<void>;
}

/** Append-only. Imported statically, so that the same list runs from sources and from the build. */
export const MIGRATIONS: readonly Migration[] = [{ name: '0001_initial', up: initial }];

/** Knex's own table of the migrations that were applied. */
export const TABLE = 'knex_migrations';

/** Stands among the applied ones while a move into the database is under way, and for good where it was broken off. */
export const UNFINISHED_MOVE = 'unfinished move';

/** The names of the migrations that were applied; none in a database without Knex's table. */
export async function appliedIn(knex: Knex): Promise<string[]> {
  if (!(await knex.schema.hasTable(TABLE))) return [];
  // Another product's table may have that name.
  const rows: { name?: string }[] = await knex(TABLE).select();
  return rows.flatMap(({ name }) => name ?? []);
}

/** What a newer program did to a database, as a sentence; null = nothing. @param applied names of migrations */
export function newerThan(applied: readonly string[], migrations = MIGRATIONS): string | null {
  const known = new Set([UNFINISHED_MOVE, ...migrations.map(({ name }) => name)]);
  const unknown = applied.filter((name) => !known.has(name));
  if (unknown.length === 0) return null;
  return `the database is newer than this program: it holds the migrations ${unknown.join(', ')}`;
}

/** Whether something is to be applied. @throws UnusableDatabaseError when a newer program wrote it, or a move did not end */
export function isMissing(applied: readonly string[], migrations = MIGRATIONS): boolean {
  if (applied.includes(UNFINISHED_MOVE)) {
    throw new UnusableDatabaseError('a move into it is not finished; if none is under way, remove it and move again');
  }
  const newer = newerThan(applied, migrations);
  if (newer !== null) throw new UnusableDatabaseError(`${newer}; install the version that wrote them, or a later one`);
  return migrations.some(({ name }) => !applied.includes(name));
}

/**
 * Has Knex's migrator apply what is missing, inside a transaction in which no other process migrates: a process that is
 * killed leaves the old schema, and none of the migrator's own marks. One that was left all the same holds nobody up.
 *
 * @returns the names of those that were missing
 * @throws UnusableDatabaseError as `isMissing`
 */
export async function applyMissing(trx: Knex, migrations = MIGRATIONS): Promise<string[]> {
  if (!isMissing(await appliedIn(trx), migrations)) return [];
  const config = { tableName: TABLE, migrationSource: sourceOf(migrations) };
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

/** Knex wants one. */
async function down(): Promise<never> {
  throw new Error('no migration is taken back: put a backup in its place');
}
