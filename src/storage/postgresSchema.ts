import type { Knex } from 'knex';
import { findQueueSchema } from '../queue/postgresInstall';
import { UnusableDatabaseError } from './errors';
import { legacyMigrations } from './legacyImport';
import { appliedMigrations, applyPending, hasPending, MIGRATIONS } from './migrations/migrations';
import { takeLocks } from './postgresKnex';

/** The oldest supported major version of PostgreSQL. */
const OLDEST = 14;

/** Properties of the server and of the current schema. */
interface ServerState {
  readonly version: number;
  readonly encoding: string;
  readonly user: string;
  readonly database: string;
  /** Null = the schemas of `search_path` do not exist. */
  readonly schema: string | null;
  readonly mayCreate: boolean;
  /** Tables of the schema, without those of extensions. */
  readonly tables: readonly string[];
}

/**
 * Applies pending migrations in one transaction, which only one process at a time can hold. A process that is killed leaves
 * the old schema.
 *
 * @returns the names of the applied migrations
 * @throws UnusableDatabaseError when the database cannot be migrated; it is then unchanged
 */
export async function migratePostgres(knex: Knex, migrations = MIGRATIONS): Promise<string[]> {
  const state = await readServerState(knex);
  requireServer(state);
  if (!(await isBehind(knex, state, migrations))) return [];
  if (!state.mayCreate) throw mayNotCreate(state);
  await findQueueSchema(knex);
  try {
    return await knex.transaction((trx) => migrateUnderLock(trx, migrations));
  } catch (error) {
    if ((error as { code?: unknown }).code === INSUFFICIENT_PRIVILEGE) throw mayNotCreate(state, error);
    throw error;
  }
}

const INSUFFICIENT_PRIVILEGE = '42501';

async function readServerState(knex: Knex): Promise<ServerState> {
  const { rows } = await knex.raw(
    `SELECT current_setting('server_version_num')::integer / 10000 AS version,
       current_setting('server_encoding') AS encoding,
       current_user::text AS "user", current_database()::text AS database, current_schema()::text AS schema,
       coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS "mayCreate",
       ARRAY(
         SELECT relname::text FROM pg_class
         WHERE relnamespace = to_regnamespace(quote_ident(current_schema())) AND relkind IN ('r', 'p')
           AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')
         ORDER BY relname
       ) AS tables`,
  );
  return rows[0];
}

function requireServer({ version, encoding, schema, database }: ServerState): void {
  if (version < OLDEST) {
    throw new UnusableDatabaseError(`it is PostgreSQL ${version}; upgrade the server to ${OLDEST} or later`);
  }
  if (encoding !== 'UTF8') {
    throw new UnusableDatabaseError(`its encoding is ${encoding}; create one with: createdb -E UTF8 -T template0 NAME`);
  }
  if (schema === null) {
    throw new UnusableDatabaseError(
      `no schema of the search_path exists in database ${database}; create it with: CREATE SCHEMA NAME`,
    );
  }
}

/** Whether migrations are pending. @throws UnusableDatabaseError when the tables belong to another program */
async function isBehind(knex: Knex, { tables }: ServerState, migrations: typeof MIGRATIONS): Promise<boolean> {
  if (tables.length === 0) return true;
  const applied = await appliedMigrations(knex);
  // Tables of another program may have the same names.
  if (![...applied, ...(await legacyMigrations(knex))].includes(MIGRATIONS[0].name)) {
    const others = tables.slice(0, 3).join(', ');
    throw new UnusableDatabaseError(
      `it has tables of another program (${others}${tables.length > 3 ? ', ...' : ''}); set DATABASE_URL to an empty database`,
    );
  }
  return hasPending(applied, migrations);
}

async function migrateUnderLock(trx: Knex, migrations: typeof MIGRATIONS): Promise<string[]> {
  await trx.raw('SET LOCAL statement_timeout = 0');
  await takeLocks(trx, ['migration']);
  return applyPending(trx, migrations);
}

function mayNotCreate({ user, schema, database }: ServerState, cause?: unknown): UnusableDatabaseError {
  return new UnusableDatabaseError(
    `user ${user} may not create its tables in schema ${schema} of database ${database}; run npm run migrate as a user who ` +
      `may, or: GRANT CREATE ON SCHEMA ${schema} TO ${user}`,
    { cause },
  );
}
