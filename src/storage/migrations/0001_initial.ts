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
import { createRevisions } from './initial/revisions';
import { createTriggers } from './initial/triggers';

/**
 * The schema of this release, made from nothing or out of what the program before it left. Days are day numbers
 * (core/calendar/dates), instants epoch milliseconds.
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
