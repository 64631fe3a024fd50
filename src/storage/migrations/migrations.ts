import type { Knex } from 'knex';
import { UnusableDatabaseError, unfinishedMoveError } from '../errors';
import { importLegacy, isLegacy, refuseOlderPrograms } from '../legacyImport';
import { createAccess, createAccountContent } from './initial/accountContent';
import { createFeeds, createPrices } from './initial/prices';
import { createCounters, createJobs, createRecords, isPostgres, storePlainText } from './initial/records';
import { createRevisions, createTriggers } from './initial/triggers';

/** A change of the schema. Its name never changes. */
export interface Migration {
  readonly name: string;
  up(trx: Knex): Promise<void>;
}

/** All migrations in order. Append-only. A list in the code, so that sources and build run the same. */
export const MIGRATIONS: readonly Migration[] = [
  { name: '0001_initial', up: createSchema },
  { name: '0002_webhook_markets', up: addWebhookMarkets },
  { name: '0003_came_true', up: addCameTrue },
  { name: '0005_neutral_setups', up: addNeutralSetups },
  { name: '0006_idempotent_answers', up: addIdempotentAnswers },
  { name: '0007_table_links', up: addTableLinks },
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

/**
 * Creates the schema, or converts the tables of the previous release. Days are day numbers (core/calendar/dates), instants
 * are epoch milliseconds.
 */
async function createSchema(trx: Knex): Promise<void> {
  if (await isLegacy(trx)) return importLegacy(trx);
  await createRevisions(trx);
  await createPrices(trx);
  await createAccess(trx);
  await createRecords(trx);
  await createFeeds(trx);
  await createAccountContent(trx);
  await createJobs(trx);
  if (isPostgres(trx)) await createCounters(trx);
  await refuseOlderPrograms(trx);
  await storePlainText(trx);
  await createTriggers(trx);
}

/** Adds the markets that a webhook is limited to, and those that an event is about. Lists are JSON. */
async function addWebhookMarkets(trx: Knex): Promise<void> {
  // Null = every market of the plan.
  await trx.schema.alterTable('webhook_endpoint', (table) => table.text('markets'));
  // Null = the event is about no market.
  await trx.schema.alterTable('webhook_event', (table) => table.text('markets'));
  await storePlainText(trx);
  const stored: { id: number; payload: string }[] = await trx('webhook_event').select('id', 'payload');
  for (const { id, payload } of stored) {
    const markets = marketsOf(JSON.parse(payload).data);
    if (markets.length > 0)
      await trx('webhook_event')
        .where({ id })
        .update({ markets: JSON.stringify(markets) });
  }
}

interface Listed {
  readonly market: string;
}

/** The markets that the data of a stored event is about; none for the daily pick, which everybody may read. */
function marketsOf(data: {
  readonly seq?: number;
  readonly market?: string;
  readonly pattern?: Listed;
  readonly added?: readonly Listed[];
  readonly gone?: readonly Listed[];
}): string[] {
  if (data.seq !== undefined) return [];
  const { market, pattern, added = [], gone = [] } = data;
  const patterns = [...(pattern === undefined ? [] : [pattern]), ...added, ...gone];
  const all = [...(market === undefined ? [] : [market]), ...patterns.map((listed) => listed.market)];
  return [...new Set(all)];
}

/** What came true (METHOD 10): one study a market, of the prices that `version` names. */
async function addCameTrue(trx: Knex): Promise<void> {
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

/** Adds whether a calendar link or webhook includes neutral setups. Existing ones do not include them. */
async function addNeutralSetups(trx: Knex): Promise<void> {
  for (const name of ['calendar_link', 'webhook_endpoint']) {
    await trx.schema.alterTable(name, (table) => table.boolean('include_neutral').notNullable().defaultTo(false));
  }
}

/** Adds the answers of requests with an Idempotency-Key, which a retry gets again. */
async function addIdempotentAnswers(trx: Knex): Promise<void> {
  await trx.schema.createTable('idempotent_answer', (table) => {
    table.integer('account_id').notNullable().references('account.id').onDelete('CASCADE');
    table.string('operation').notNullable();
    // SHA-256 of the key, and of the request's input.
    table.string('key_hash').notNullable();
    table.string('input_hash').notNullable();
    table.bigInteger('created_at').notNullable();
    // Encrypted; null while the first request is running.
    table.binary('answer');
    table.primary(['account_id', 'operation', 'key_hash']);
    table.index('created_at');
  });
  await storePlainText(trx);
}

/** Adds secret addresses of the tables of saved scans. */
async function addTableLinks(trx: Knex): Promise<void> {
  await trx.schema.createTable('table_link', (table) => {
    table.string('id').primary();
    table.integer('account_id').notNullable().references('account.id').onDelete('CASCADE').index();
    table.string('name').notNullable();
    table.string('hash').notNullable().unique();
    table.string('last_four').notNullable();
    table.string('saved_scan_id').notNullable().references('saved_scan.id').onDelete('CASCADE').index();
    // Null = every market of the plan.
    table.text('markets');
    table.bigInteger('created_at').notNullable();
    table.bigInteger('last_read_at');
  });
  await storePlainText(trx);
}
