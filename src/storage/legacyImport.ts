import type { Knex } from 'knex';
import { dataVersionOf } from './dataVersion';
import { UnusableDatabaseError } from './errors';
import { orderKeys } from './migrations/initial/access';
import { isPostgres, storePlainText } from './migrations/initial/dialect';
import { createJobs } from './migrations/initial/jobs';
import { createRevisions } from './migrations/initial/revisions';
import { createTriggers } from './migrations/initial/triggers';

/** Where programs before this release look for the names of the migrations that were applied. */
const TABLE = 'schema_migration';

/** The first and the last migration of the program before this release. */
const FIRST = '0001_initial';
const LAST = ['0021_key_end', 'postgres_0007_suspension'] as const;

/** A name that programs before this release do not know: they say so and refuse the database. */
const REFUSES_OLDER = '0022_knex_migrations';

/** What a move that was not finished left, in a program before this release. */
const UNFINISHED_MOVE = 'unfinished move';

/** Functions of the program before this release, PostgreSQL's. Their triggers go with them. */
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

/** Columns that said which process worked on a row: the queue knows it now. */
const HOLDERS: Readonly<Record<string, readonly string[]>> = {
  feed: ['holder', 'held_until'],
  webhook_endpoint: ['holder', 'held_until'],
  export_job: ['holder', 'held_until'],
  null_distribution: ['holder', 'claimed_until'],
};

/** Whether a database was made by a program before this release. */
export function isLegacy(trx: Knex): Promise<boolean> {
  return trx.schema.hasTable(TABLE);
}

/** The names of its migrations; none where it is not such a database. */
export async function legacyMigrations(trx: Knex): Promise<string[]> {
  if (!(await isLegacy(trx))) return [];
  // Another product's table may have that name.
  const rows: { name?: string }[] = await trx(TABLE).select();
  return rows.flatMap(({ name }) => name ?? []);
}

/** Has programs before this release refuse the database with a sentence. */
export async function refuseOlderPrograms(trx: Knex): Promise<void> {
  await trx.schema.createTable(TABLE, (table) => {
    table.string('name').primary();
    table.bigInteger('applied_at');
  });
  await trx(TABLE).insert([FIRST, REFUSES_OLDER].map((name) => ({ name })));
}

/**
 * Changes the tables that the program before this release left into those of this one. Nothing that was stored changes; the
 * data version is counted in another way from here on, so that the prices have one version more.
 *
 * @param trx in which nobody else writes
 * @throws UnusableDatabaseError where an older program left it, or a move into it was not finished
 */
export async function importLegacy(trx: Knex): Promise<void> {
  requireLast(await legacyMigrations(trx), isPostgres(trx));
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
  await dropClaims(trx);
  await orderKeys(trx);
  await createJobs(trx);
  await storePlainText(trx);
  await createTriggers(trx);
  await addVersion(trx);
  await trx(TABLE).insert({ name: REFUSES_OLDER });
}

function requireLast(applied: readonly string[], onPostgres: boolean): void {
  if (applied.includes(UNFINISHED_MOVE)) {
    throw new UnusableDatabaseError('a move into it is not finished; if none is under way, remove it and move again');
  }
  const isLast = LAST.slice(0, onPostgres ? 2 : 1).every((name) => applied.includes(name));
  if (isLast) return;
  throw new UnusableDatabaseError(
    'it was last opened by a program older than version 0.1.0 of November 2026 (commit 18dc377); start that version on it ' +
      'once, then this one',
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

/** Exports that are not finished get a job when the service starts. */
async function dropClaims(trx: Knex): Promise<void> {
  for (const [table, columns] of Object.entries(HOLDERS)) {
    for (const column of columns) await trx.raw('ALTER TABLE ?? DROP COLUMN ??', [table, column]);
  }
  // Without a result: one that was being computed.
  await trx('null_distribution').whereNull('content').delete();
  await trx.schema.alterTable('null_distribution', (table) => table.dropNullable('content'));
}

/** SQLite counted models and null distributions in another way. */
async function replaceRevisions(trx: Knex): Promise<void> {
  const rows: { id: number; value: number }[] = await trx('revision').select('id', 'value');
  const { value: feeds } = await trx('feed_revision').where({ id: 1 }).first('value');
  const [prices, models, nulls] = [1, 2, 3].map((row) => rows.find(({ id }) => id === row)?.value ?? 0);
  await trx.schema.dropTable('revision').dropTable('feed_revision');
  await createRevisions(trx, { prices, models, nulls, feeds });
}

/** The prices as they are, under the name that this release gives them. */
async function addVersion(trx: Knex): Promise<void> {
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
