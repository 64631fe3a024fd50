import type { Knex } from 'knex';
import type { QueryResult } from 'pg';
import type PgBoss from 'pg-boss';
import { UnusableDatabaseError } from './errors';
import type { Connections } from './postgresConnections';
import { inTurn } from './postgresTransactions';

/** How long the library remembers that an occurrence was done; one that is named again later is done again. */
const REMEMBERED_S = 3 * 24 * 3600;
const FORGOTTEN_DAYS = 7;

/** Works for a user without rights on that schema, too. */
const INSTALLED = `SELECT EXISTS (
  SELECT FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace WHERE nspname = ? AND relname = 'version'
) AS yes`;

/** Their queues are created at the start, so that the service needs no right to create tables while it runs. */
const NAMES = ['sandbox', 'score', 'pick', 'training', 'replay'];

export interface Queues {
  readonly boss: PgBoss;
  readonly schema: string;
}

interface Found {
  readonly schema: string;
  readonly installed: boolean;
}

/**
 * The schema of pg-boss, one for each schema of this program's tables, and whether its tables exist.
 *
 * @throws UnusableDatabaseError where they do not and may not be created
 */
export async function findQueues(knex: Knex): Promise<Found> {
  const { rows } = await knex.raw(
    `SELECT current_schema()::text AS own, current_database()::text AS database, current_user::text AS "user",
       has_database_privilege(current_database(), 'CREATE') AS "mayCreate"`,
  );
  const { own, database, user, mayCreate } = rows[0];
  const schema = own === 'public' ? 'perennial_work' : `perennial_work_${own.replace(/\W/g, '_')}`.slice(0, 50);
  const installed = (await knex.raw(INSTALLED, [schema])).rows[0].yes;
  if (installed || mayCreate) return { schema, installed };
  throw new UnusableDatabaseError(
    `user ${user} may not create the schema ${schema}, for the work of all replicas, in database ${database}; run ` +
      `npm run migrate as a user who may, or: GRANT CREATE ON DATABASE ${database} TO ${user}`,
  );
}

/**
 * pg-boss over the given connections, without timers of its own. One process at a time creates its tables or migrates them.
 *
 * @throws UnusableDatabaseError as `findQueues`
 */
export async function openQueues(knex: Knex, connections: Connections): Promise<Queues> {
  const { schema } = await findQueues(knex);
  const { default: Boss } = await import('pg-boss');
  const boss = new Boss({
    db: { executeSql: (text, values) => execute(connections, text, values) },
    schema,
    supervise: false,
    schedule: false,
    archiveCompletedAfterSeconds: REMEMBERED_S,
    deleteAfterDays: FORGOTTEN_DAYS,
  });
  await inTurn(knex, 'migration', async () => {
    await boss.start();
    const known = new Set((await boss.getQueues()).map(({ name }) => name));
    for (const name of NAMES) if (!known.has(name)) await boss.createQueue(name);
  });
  return { boss, schema };
}

/** After a failure the connection may still be in a transaction: it is not used again. */
async function execute(connections: Connections, text: string, values: unknown[]): Promise<QueryResult> {
  const connection = await connections.acquire();
  try {
    const result = await connection.query(text, values);
    connections.release(connection);
    return result;
  } catch (error) {
    connection.release(true);
    throw connections.faultOf(connection, error);
  }
}
