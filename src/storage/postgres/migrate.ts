import type { Knex } from 'knex';
import { UnusableDatabaseError } from '../errors';
import { applyMissing, type Migration, missingOf } from '../migrations/migrate';
import { POSTGRES_MIGRATIONS } from '../migrations/postgres';
import { findQueues } from './queues';
import { takeTurn } from './turn';

/** The first version with all that is used here. */
const OLDEST = 14;

/** What a server and the schema in use are like. */
interface Found {
  readonly version: number;
  readonly encoding: string;
  readonly user: string;
  readonly database: string;
  /** Null = the schemas of `search_path` do not exist. */
  readonly schema: string | null;
  readonly mayCreate: boolean;
  /** Without those of extensions. */
  readonly tables: readonly string[];
}

/**
 * Brings the schema up to date. One transaction does it all, and of several that start together one at a time: a process
 * killed half-way leaves the old schema.
 *
 * @returns the names of the migrations that were missing
 * @throws UnusableDatabaseError where it cannot be: then nothing has been changed
 */
export async function migratePostgres(
  knex: Knex,
  migrations: readonly Migration[] = POSTGRES_MIGRATIONS,
): Promise<string[]> {
  const found = await look(knex);
  requireServer(found);
  if ((await missing(knex, found, migrations)).length === 0) return [];
  if (!found.mayCreate) throw mayNotCreate(found);
  await findQueues(knex);
  try {
    return await knex.transaction((trx) => migrateInTurn(trx, migrations));
  } catch (error) {
    if ((error as { code?: unknown }).code === INSUFFICIENT_PRIVILEGE) throw mayNotCreate(found, error);
    throw error;
  }
}

const INSUFFICIENT_PRIVILEGE = '42501';

async function look(knex: Knex): Promise<Found> {
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

function requireServer({ version, encoding, schema, database }: Found): void {
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

/** What is to be applied. @throws UnusableDatabaseError when the tables are not those of this program */
async function missing(knex: Knex, { tables }: Found, migrations: readonly Migration[]): Promise<readonly Migration[]> {
  if (tables.length === 0) return migrations;
  const applied = await appliedIn(knex, tables);
  if (!applied.includes(migrations[0].name)) {
    const others = tables.slice(0, 3).join(', ');
    throw new UnusableDatabaseError(
      `it holds tables of another program (${others}${tables.length > 3 ? ', ...' : ''}); name an empty database in DATABASE_URL`,
    );
  }
  try {
    return missingOf(applied, migrations);
  } catch (error) {
    if (error instanceof UnusableDatabaseError) throw error;
    throw new UnusableDatabaseError(`${(error as Error).message}; install the version that wrote them, or a later one`);
  }
}

/** A table of that name need not be this program's. */
async function appliedIn(knex: Knex, tables: readonly string[]): Promise<string[]> {
  if (!tables.includes('schema_migration')) return [];
  const rows: { name?: string }[] = await knex('schema_migration').select();
  return rows.flatMap(({ name }) => name ?? []);
}

async function migrateInTurn(trx: Knex, migrations: readonly Migration[]): Promise<string[]> {
  await trx.raw('SET LOCAL statement_timeout = 0');
  await takeTurn(trx, 'migration');
  await trx.raw('CREATE TABLE IF NOT EXISTS schema_migration (name TEXT PRIMARY KEY, applied_at BIGINT)');
  const applied = await applyMissing(trx, migrations);
  if (applied.length > 0) await storePlainText(trx);
  return applied;
}

/** Text of any length that is ordered by its bytes, as SQLite has it, whatever the language of the database. */
async function storePlainText(trx: Knex): Promise<void> {
  const { rows } = await trx.raw(
    `SELECT c.relname AS "table", array_agg(a.attname::text) AS columns
     FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE c.relnamespace = to_regnamespace(quote_ident(current_schema())) AND c.relkind = 'r' AND a.attnum > 0
       AND NOT a.attisdropped AND a.atttypid IN ('text'::regtype, 'varchar'::regtype)
       AND (a.atttypid <> 'text'::regtype OR a.attcollation <> '"C"'::regcollation)
     GROUP BY c.relname`,
  );
  for (const { table, columns } of rows as { table: string; columns: string[] }[]) {
    const changes = columns.map(() => 'ALTER COLUMN ?? TYPE TEXT COLLATE "C"');
    await trx.raw(`ALTER TABLE ?? ${changes.join(', ')}`, [table, ...columns]);
  }
}

function mayNotCreate({ user, schema, database }: Found, cause?: unknown): UnusableDatabaseError {
  return new UnusableDatabaseError(
    `user ${user} may not create its tables in schema ${schema} of database ${database}; run npm run migrate as a user who ` +
      `may, or: GRANT CREATE ON SCHEMA ${schema} TO ${user}`,
    { cause },
  );
}
