import type { Knex } from 'knex';
import { importLegacy, isLegacy, refuseOlderPrograms } from '../legacyImport';
import { createAccess } from './initial/access';
import { createAccountContent } from './initial/accountContent';
import { createCounters } from './initial/counters';
import { isPostgres, storePlainText } from './initial/dialect';
import { createFeeds } from './initial/feeds';
import { createJobs } from './initial/jobs';
import { createPrices } from './initial/prices';
import { createRecords } from './initial/records';
import { createRevisions, createTriggers } from './initial/triggers';

/**
 * Creates the schema, or converts the tables of the previous release. Days are day numbers (core/calendar/dates), instants
 * are epoch milliseconds.
 */
export async function up(trx: Knex): Promise<void> {
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
