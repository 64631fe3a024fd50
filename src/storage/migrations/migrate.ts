import type { Knex } from 'knex';
import { UnusableDatabaseError } from '../errors';
import { up as initial } from './0001_initial';
import { up as oauthIdentity } from './0002_oauth_identity';
import { up as model } from './0003_model';
import { up as ledger } from './0004_ledger';
import { up as modelPricesThrough } from './0005_model_prices_through';
import { up as importUndo } from './0006_import_undo';
import { up as nullDistribution } from './0007_null_distribution';
import { up as inputTrial } from './0008_input_trial';
import { up as forwardEvidence } from './0009_forward_evidence';
import { up as replayedSession } from './0010_replayed_session';
import { up as priceHistory } from './0011_price_history';
import { up as feed } from './0012_feed';
import { up as consoleOfAccounts } from './0013_console';
import { up as signInProvider } from './0014_sign_in_provider';
import { up as webhook } from './0015_webhook';
import { up as exportJob } from './0016_export';
import { up as savedScan } from './0017_saved_scan';
import { up as calendar } from './0018_calendar';
import { up as priceQuality } from './0019_price_quality';
import { up as suspension } from './0020_suspension';
import { up as keyEnd } from './0021_key_end';

/** A step of the schema, known by its name for good. */
export interface Migration {
  readonly name: string;
  up(knex: Knex): Promise<void>;
}

/** Stands among the applied ones while a move into the database is under way, and for good where it was broken off. */
export const UNFINISHED_MOVE = 'unfinished move';

/** Append-only. Imported statically, so that the same list runs from sources and from the build. */
export const MIGRATIONS: readonly Migration[] = [
  { name: '0001_initial', up: initial },
  { name: '0002_oauth_identity', up: oauthIdentity },
  { name: '0003_model', up: model },
  { name: '0004_ledger', up: ledger },
  { name: '0005_model_prices_through', up: modelPricesThrough },
  { name: '0006_import_undo', up: importUndo },
  { name: '0007_null_distribution', up: nullDistribution },
  { name: '0008_input_trial', up: inputTrial },
  { name: '0009_forward_evidence', up: forwardEvidence },
  { name: '0010_replayed_session', up: replayedSession },
  { name: '0011_price_history', up: priceHistory },
  { name: '0012_feed', up: feed },
  { name: '0013_console', up: consoleOfAccounts },
  { name: '0014_sign_in_provider', up: signInProvider },
  { name: '0015_webhook', up: webhook },
  { name: '0016_export', up: exportJob },
  { name: '0017_saved_scan', up: savedScan },
  { name: '0018_calendar', up: calendar },
  { name: '0019_price_quality', up: priceQuality },
  { name: '0020_suspension', up: suspension },
  { name: '0021_key_end', up: keyEnd },
];

/**
 * Brings the schema of a SQLite database up to date. One transaction does it all: a process killed half-way leaves the old
 * schema, and of two that start together one waits for the other. (Knex's own migrator keeps a lock row, which a kill
 * leaves behind.)
 *
 * @returns the names of those that were missing
 * @throws Error when the database was written by a newer version of this program
 */
export async function migrate(knex: Knex, migrations = MIGRATIONS): Promise<string[]> {
  return knex.transaction(async (trx) => {
    await trx.raw('CREATE TABLE IF NOT EXISTS schema_migration (name VARCHAR(255) PRIMARY KEY, applied_at BIGINT)');
    await takeWriteLock(trx);
    return applyMissing(trx, migrations);
  });
}

/** Applies, inside a transaction that no other process is in, what is missing. @throws Error, as `migrate` */
export async function applyMissing(trx: Knex, migrations: readonly Migration[]): Promise<string[]> {
  const missing = missingOf(await trx('schema_migration').pluck('name'), migrations);
  for (const { name, up } of missing) {
    await up(trx);
    await trx('schema_migration').insert({ name, applied_at: Date.now() });
  }
  return missing.map(({ name }) => name);
}

/**
 * @throws UnusableDatabaseError when a move into it was not finished; Error when a migration was applied that this program
 *   does not know
 */
export function missingOf(appliedNames: readonly string[], migrations: readonly Migration[]): Migration[] {
  if (appliedNames.includes(UNFINISHED_MOVE)) {
    throw new UnusableDatabaseError('a move into it is not finished; if none is under way, remove it and move again');
  }
  const applied = new Set(appliedNames);
  const known = new Set(migrations.map((migration) => migration.name));
  const unknown = appliedNames.filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new Error(`the database is newer than this program: it holds the migrations ${unknown.join(', ')}`);
  }
  return migrations.filter(({ name }) => !applied.has(name));
}

/**
 * Makes a transaction a writer before it reads anything. SQLite refuses outright, without waiting, a transaction that
 * read first and wants to write after another process did; a first statement that writes waits its turn instead.
 */
export async function takeWriteLock(trx: Knex): Promise<void> {
  await trx.raw('UPDATE schema_migration SET name = name WHERE 1 = 0');
}
