import type { Knex } from 'knex';
import { UnusableDatabaseError, unfinishedMoveError } from './errors';
import { dataVersionOf } from './hashes';
import { orderKeys } from './migrations/initial/accountContent';
import { createJobs, isPostgres, storePlainText } from './migrations/initial/records';
import { createRevisions, createTriggers } from './migrations/initial/triggers';

/** The table in which the previous release records its migrations. */
const TABLE = 'schema_migration';

/** The first and the last migrations of the previous release; PostgreSQL has a second list. */
const FIRST_MIGRATION = '0001_initial';
const LAST_MIGRATIONS = ['0021_key_end', 'postgres_0007_suspension'] as const;

/** A migration name that the previous release does not know: it then refuses to open the database. */
const UNKNOWN_TO_OLDER = '0022_knex_migrations';

/** The mark of an unfinished move by the previous release. */
const UNFINISHED_MOVE = 'unfinished move';

/** PostgreSQL functions of the previous release. Their triggers are dropped with them. */
const FUNCTIONS = [
  'count_change',
  'count_change_in',
  'tell_revision',
  'keep_account_day',
  'ledger_is_append_only',
  'ledger_takes_next',
  'instant_of',
  'usage_of_account',
  'usage_of_address',
  'usage_of_provider',
  'count_account',
  'count_address',
  'count_provider',
  'admit_key',
  'admit_signed_in',
  'admit_scoped_key',
  'admit_session',
  'admit_active_key',
  'admit_active_sign_in',
  'used_predictions',
  'chargeable_predictions',
  'reserve_predictions',
  'settle_predictions',
];

/** Columns, by table, that named the process working on a row. Now the queue records that. */
const CLAIM_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  feed: ['holder', 'held_until'],
  webhook_endpoint: ['holder', 'held_until'],
  export_job: ['holder', 'held_until'],
  null_distribution: ['holder', 'claimed_until'],
};

/** Whether the previous release created the database. */
export function isLegacy(trx: Knex): Promise<boolean> {
  return trx.schema.hasTable(TABLE);
}

/** The migrations that the previous release applied; empty for any other database. */
export async function legacyMigrations(trx: Knex): Promise<string[]> {
  if (!(await isLegacy(trx))) return [];
  // A table of another program may have the same name.
  const rows: { name?: string }[] = await trx(TABLE).select();
  return rows.flatMap(({ name }) => name ?? []);
}

/** Makes the previous release refuse the database, with a message that names the unknown migration. */
export async function refuseOlderPrograms(trx: Knex): Promise<void> {
  await trx.schema.createTable(TABLE, (table) => {
    table.string('name').primary();
    table.bigInteger('applied_at');
  });
  await trx(TABLE).insert([FIRST_MIGRATION, UNKNOWN_TO_OLDER].map((name) => ({ name })));
}

/**
 * Converts the tables of the previous release. Stored content stays the same, but this release computes the data version
 * differently, so the history gets one more version.
 *
 * @param trx has exclusive write access
 * @throws UnusableDatabaseError when an older release was the last to open the database, or a move into it is unfinished
 */
export async function importLegacy(trx: Knex): Promise<void> {
  requireLastMigrations(await legacyMigrations(trx), isPostgres(trx));
  await dropTriggers(trx);
  await replaceRevisions(trx);
  await trx.schema.alterTable('symbol', (table) => {
    table.bigInteger('revision').notNullable().defaultTo(0).index();
  });
  await trx.schema.alterTable('price_version', (table) => void table.bigInteger('revision'));
  if (!isPostgres(trx)) {
    await trx.schema.alterTable('api_key', (table) => void table.bigInteger('made'));
    await trx('api_key').update({ made: trx.ref('rowid') });
  }
  await dropClaimColumns(trx);
  await orderKeys(trx);
  await createJobs(trx);
  await storePlainText(trx);
  await createTriggers(trx);
  await addDataVersion(trx);
  await trx(TABLE).insert({ name: UNKNOWN_TO_OLDER });
}

function requireLastMigrations(applied: readonly string[], onPostgres: boolean): void {
  if (applied.includes(UNFINISHED_MOVE)) {
    throw unfinishedMoveError();
  }
  const isLast = LAST_MIGRATIONS.slice(0, onPostgres ? 2 : 1).every((name) => applied.includes(name));
  if (isLast) return;
  throw new UnusableDatabaseError(
    'it was last opened by a program older than version 0.1.0 of November 2026 (commit 18dc377); start that version on it ' +
      'once, then start this version',
  );
}

async function dropTriggers(trx: Knex): Promise<void> {
  if (isPostgres(trx)) {
    for (const name of FUNCTIONS) await trx.raw(`DROP FUNCTION IF EXISTS ${name} CASCADE`);
    return;
  }
  const names: string[] = await trx('sqlite_master').where({ type: 'trigger' }).pluck('name');
  for (const name of names) await trx.raw('DROP TRIGGER ??', [name]);
}

/** Unfinished exports get a new job when the service starts. */
async function dropClaimColumns(trx: Knex): Promise<void> {
  for (const [table, columns] of Object.entries(CLAIM_COLUMNS)) {
    for (const column of columns) await trx.raw('ALTER TABLE ?? DROP COLUMN ??', [table, column]);
  }
  // Rows without content belong to computations that were under way.
  await trx('null_distribution').whereNull('content').delete();
  await trx.schema.alterTable('null_distribution', (table) => table.dropNullable('content'));
}

/** The ids of the old rows are 1 prices, 2 models, 3 null distributions; SQLite has only the first. */
async function replaceRevisions(trx: Knex): Promise<void> {
  const rows: { id: number; value: number }[] = await trx('revision').select('id', 'value');
  const { value: feeds } = await trx('feed_revision').where({ id: 1 }).first('value');
  const [prices, models, nulls] = [1, 2, 3].map((row) => rows.find(({ id }) => id === row)?.value ?? 0);
  await trx.schema.dropTable('revision').dropTable('feed_revision');
  await createRevisions(trx, { prices, models, nulls, feeds });
}

/** Adds the data version that this release computes for the stored prices to the history. */
async function addDataVersion(trx: Knex): Promise<void> {
  const series = await trx('price_series')
    .join('symbol', 'symbol.id', 'price_series.symbol_id')
    .select('ticker', 'hash', 'imported_at');
  if (series.length === 0) return;
  const last = await trx('price_version').orderBy('id', 'desc').first('at');
  const at: number = last?.at ?? Math.max(...series.map(({ imported_at }) => imported_at));
  const { value: revision } = await trx('revision').where({ area: 'prices' }).first('value');
  const [{ id: run_id }] = await trx('price_run').insert(
    {
      run: 'recounted',
      kind: 'before',
      began_at: at,
      label: 'data version as this release counts it',
    },
    ['id'],
  );
  await trx('price_version').insert({ run_id, at, data_version: dataVersionOf(series), revision });
}
