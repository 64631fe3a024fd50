import BetterSqlite3 from 'better-sqlite3';
import type { QueueName } from '../../src/queue/queue';
import { isPostgresUrl } from '../../src/storage/database';
import { statements } from './postgres';

/** Makes running jobs of a queue look as if their processes had sent no heartbeat for a long time. */
export function endLeases(url: string, queue: QueueName): Promise<void> {
  return changeJobs(url, {
    sqlite: `UPDATE job SET lease_until = 0 WHERE state = 'active' AND queue = '${queue}'`,
    postgres: (table) =>
      `UPDATE ${table} SET heartbeat_on = heartbeat_on - interval '1 hour' WHERE state = 'active' AND name = '${queue}'`,
  });
}

/** Makes waiting jobs of a queue due. */
export function endWaits(url: string, queue: QueueName): Promise<void> {
  return changeJobs(url, {
    sqlite: `UPDATE job SET run_at = 0 WHERE state = 'waiting' AND queue = '${queue}'`,
    postgres: (table) =>
      `UPDATE ${table} SET start_after = now() - interval '1 hour' WHERE state < 'active' AND name = '${queue}'`,
  });
}

/** Removes the jobs of a queue, as a move of the database does. */
export function removeJobs(url: string, queue: QueueName): Promise<void> {
  return changeJobs(url, {
    sqlite: `DELETE FROM job WHERE queue = '${queue}'`,
    postgres: (table) => `DELETE FROM ${table} WHERE name = '${queue}'`,
  });
}

async function changeJobs(
  url: string,
  change: { readonly sqlite: string; readonly postgres: (table: string) => string },
): Promise<void> {
  if (!isPostgresUrl(url)) {
    const database = new BetterSqlite3(url);
    database.exec(change.sqlite);
    database.close();
    return;
  }
  const [{ rows }] = await statements(url, ['SELECT current_schema() AS own']);
  await statements(url, [change.postgres(`perennial_queue_${rows[0].own}.job`)]);
}
