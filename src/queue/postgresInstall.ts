import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { PgBoss } from 'pg-boss';
import { UnusableDatabaseError } from '../storage/errors';
import { inLockedTransaction } from '../storage/postgresKnex';
import {
  FAILED_KEPT_MS,
  FIRST_PAUSE_MS,
  LEASE_MS,
  MAX_PAUSE_MS,
  OCCURRENCE_KEPT_MS,
  QUEUE_NAMES,
  QUEUES,
  type QueueName,
} from './queue';

/** Connections of pg-boss, without the one that listens for notifications. */
const CONNECTIONS = 3;
/** Interval of looking for lost heartbeats. */
const SUPERVISE_S = 5;

/** Also works for a user without privileges on the schema. */
const FOUND = `SELECT count(*) > 0 AS installed,
    bool_and(
      has_schema_privilege(relnamespace, 'USAGE') AND has_table_privilege(pg_class.oid, 'SELECT')
        AND has_table_privilege(pg_class.oid, 'INSERT') AND has_table_privilege(pg_class.oid, 'UPDATE')
        AND has_table_privilege(pg_class.oid, 'DELETE')
    ) AS "mayUse"
  FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
  WHERE nspname = ? AND relname IN ('version', 'queue', 'job')`;

interface QueueSchema {
  readonly schema: string;
  readonly installed: boolean;
}

/**
 * The schema of pg-boss for the current schema, and whether its tables exist.
 *
 * @throws UnusableDatabaseError if the user may neither use nor create the tables
 */
export async function findQueueSchema(knex: Knex): Promise<QueueSchema> {
  const { rows } = await knex.raw(
    `SELECT current_schema()::text AS own, current_database()::text AS database, current_user::text AS "user",
       has_database_privilege(current_database(), 'CREATE') AS "mayCreate"`,
  );
  const { own, database, user, mayCreate } = rows[0];
  const schema = own === 'public' ? 'perennial_queue' : `perennial_queue_${own.replace(/\W/g, '_')}`.slice(0, 50);
  const { installed, mayUse } = (await knex.raw(FOUND, [schema])).rows[0];
  if (installed && !mayUse) {
    throw new UnusableDatabaseError(
      `user ${user} may not read and write the jobs of all replicas, in the schema ${schema} of database ${database}; as ` +
        `its owner: GRANT USAGE ON SCHEMA ${schema} TO ${user}; ` +
        `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${user}`,
    );
  }
  if (installed || mayCreate) return { schema, installed };
  throw new UnusableDatabaseError(
    `user ${user} may not create the schema ${schema}, for the jobs of all replicas, in database ${database}; run ` +
      `npm run migrate as a user who may, or: GRANT CREATE ON DATABASE ${database} TO ${user}`,
  );
}

/**
 * Installs pg-boss if necessary, creates missing queues, and updates those that another version of this program created with
 * other settings. Some queues may be missing after a process was killed here, or after an upgrade. A lock keeps processes
 * apart.
 *
 * @throws UnusableDatabaseError as `findQueueSchema`
 */
export async function installQueues(knex: Knex, url: string): Promise<void> {
  const queueSchema = await findQueueSchema(knex);
  if (isUpToDate(await storedAttempts(knex, queueSchema))) return;
  await inLockedTransaction(knex, ['migration'], async () => {
    const boss = await startBoss(url, queueSchema.schema, false);
    try {
      const stored = await storedAttempts(knex, { ...queueSchema, installed: true });
      for (const name of QUEUE_NAMES) {
        if (!stored.has(name)) await boss.createQueue(name, { policy: 'stately', notify: true, ...settingsOf(name) });
        else if (stored.get(name) !== QUEUES[name].attempts) await boss.updateQueue(name, settingsOf(name));
      }
    } finally {
      await boss.stop({ graceful: false });
    }
  });
}

const isUpToDate = (stored: ReadonlyMap<string, number>) =>
  QUEUE_NAMES.every((name) => stored.get(name) === QUEUES[name].attempts);

/** The attempts of the stored queues, by name. */
async function storedAttempts(knex: Knex, { schema, installed }: QueueSchema): Promise<ReadonlyMap<string, number>> {
  if (!installed) return new Map();
  const { rows } = await knex.raw('SELECT name, retry_limit + 1 AS attempts FROM ??.queue', [schema]);
  return new Map(
    (rows as { readonly name: string; readonly attempts: number }[]).map((row) => [row.name, row.attempts]),
  );
}

/** @param supervises whether this process handles lost heartbeats, listens for new jobs and maintains the tables */
export async function startBoss(url: string, schema: string, supervises: boolean): Promise<PgBoss> {
  const { PgBoss: Boss } = await import('pg-boss');
  const boss = new Boss({
    connectionString: url,
    application_name: 'perennial jobs',
    schema,
    max: CONNECTIONS,
    supervise: supervises,
    // ./schedule.ts schedules by the service's clock.
    schedule: false,
    useListenNotify: supervises,
    superviseIntervalSeconds: SUPERVISE_S,
    monitorIntervalSeconds: SUPERVISE_S,
    registerInstance: false,
    openTelemetry: { enabled: false },
  });
  // Without a listener, an error in the background would end the process.
  boss.on('error', () => {});
  return boss.start();
}

/** The settings that can change later. The policy `stately` (per key one waiting and one active job) is fixed at creation. */
function settingsOf(name: QueueName) {
  return {
    retryLimit: QUEUES[name].attempts - 1,
    retryDelay: FIRST_PAUSE_MS / 1000,
    retryBackoff: true,
    retryDelayMax: MAX_PAUSE_MS / 1000,
    heartbeatSeconds: LEASE_MS / 1000,
    // Close to the maximum of pg-boss: lost jobs are found by their heartbeat instead.
    expireInSeconds: 86_000,
    deleteAfterSeconds: Math.max(OCCURRENCE_KEPT_MS, FAILED_KEPT_MS) / 1000,
  };
}

/** The id of an occurrence's job (a UUID of RFC 9562, version 8): equal in all processes, so that it is stored once. */
export function occurrenceId(queue: string, occurrence: string): string {
  const hex = createHash('sha256').update(`${queue}\0${occurrence}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

/** Whether an id is one of `occurrenceId`; those of pg-boss are of version 4. */
export const isOccurrence = (id: string) => id[14] === '8';
