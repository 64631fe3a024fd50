import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { shownUrl } from '../../src/storage/database';
import { processorTime } from './processes';

const DEFAULT_SERVER = 'postgres://root@127.0.0.1:5432/test';
/** Prefix of the databases of benchmarks; the time of creation follows. */
const PREFIX = 'perennial_bench_';
/** Age at which the database of a killed run is dropped. */
const ABANDONED_MS = 86_400_000;
/** Bytes per row of PostgreSQL's TOAST tables, which store long values in pieces: `TOAST_MAX_CHUNK_SIZE`. */
const CHUNK_BYTES = 1_996;
/** How often all closes were read. The statistics include processes once they have ended. */
const TIMES_READ = `SELECT pieces.idx_tup_fetch / sum(ceil(length(c.data) / ${CHUNK_BYTES}.0)) AS times
  FROM price_column c, pg_class t, pg_stat_all_tables pieces
  WHERE c.column_set = 'close' AND t.relname = 'price_column' AND pieces.relid = t.reltoastrelid
  GROUP BY pieces.idx_tup_fetch`;
/** Tables in the order of their foreign keys, with the columns of a copied symbol ($1 is added to its id). */
export const COPIED = [
  ['symbol', `id + $1, 'S' || (id + $1 + 999), 'S' || (id + $1 + 999), name`],
  ['membership', 'market_id, symbol_id + $1, simulated'],
  ['price_series', 'symbol_id + $1, row_count, first_day, last_day, hash, source, imported_at, simulated'],
  ['price_column', 'symbol_id + $1, column_set, hash, data'],
];
const CONNECTED = 'SELECT pid FROM pg_stat_activity WHERE datname = current_database()';

/** The database of a benchmark, and statistics of its server. */
export interface BenchDatabase {
  readonly url: string;
  /** Copies the first symbols under other names, which is faster than sending their prices. */
  copySymbols(stored: number, total: number): Promise<void>;
  /** How often all closes were read so far. Highs and lows must be unknown. */
  timesRead(): Promise<number>;
  /** Processor time of the server's processes, milliseconds; null when the server is on another machine. */
  processorTime(): Promise<number | null>;
  drop(): Promise<void>;
}

/**
 * Creates a database on the PostgreSQL server of TEST_DATABASE_URL.
 *
 * @throws Error that names the server when it does not answer, or the user may not create databases
 */
export async function createDatabase(): Promise<BenchDatabase> {
  const server = process.env.TEST_DATABASE_URL ?? DEFAULT_SERVER;
  const name = `${PREFIX}${Date.now()}_${randomBytes(4).toString('hex')}`;
  const admin = await connected(server);
  try {
    await dropAbandoned(admin);
    await admin.query(`CREATE DATABASE ${name}`);
    // Set before the first connection: storing a universe then does not wait for the disk.
    await admin.query(`ALTER DATABASE ${name} SET synchronous_commit = off`);
  } catch (error) {
    await admin.end();
    refuse(server, error);
  }
  const url = new URL(server);
  url.pathname = `/${name}`;
  const client = await connected(url.href);
  return {
    url: url.href,
    copySymbols: (stored, total) => copySymbols(url.href, stored, total),
    timesRead: async () => Number((await client.query(TIMES_READ)).rows[0].times),
    processorTime: async () => sumOrNull((await client.query(CONNECTED)).rows.map(({ pid }) => backendTime(pid))),
    async drop() {
      await client.end();
      await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await admin.end();
    },
  };
}

async function dropAbandoned(admin: Client): Promise<void> {
  const { rows } = await admin.query<{ datname: string }>(
    'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
    [PREFIX],
  );
  const madeAt = (name: string) => Number(name.slice(PREFIX.length).split('_')[0]);
  for (const { datname } of rows) {
    if (Date.now() - madeAt(datname) > ABANDONED_MS)
      await admin.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
  }
}

/** Uses its own connection: its reads are in the statistics once it has closed. */
async function copySymbols(url: string, stored: number, total: number): Promise<void> {
  const client = await connected(url);
  for (const [table, columns] of COPIED) {
    const id = table === 'symbol' ? 'id' : 'symbol_id';
    // The triggers would double the time, and no replica is running that needs the revision.
    await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    for (let first = stored; first < total; first += stored) {
      const values = [first, Math.min(stored, total - first)];
      await client.query(`INSERT INTO ${table} SELECT ${columns} FROM ${table} WHERE ${id} <= $2`, values);
    }
    await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  }
  await client.query('ANALYZE');
  await client.end();
}

async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect().catch((error: unknown) => refuse(url, error));
  return client;
}

function refuse(url: string, error: unknown): never {
  const requirement = 'TEST_DATABASE_URL must name a PostgreSQL server, with a user who may create databases';
  throw new Error(`${shownUrl(url)}: ${(error as Error).message}; ${requirement}`, { cause: error });
}

function backendTime(pid: number): number | null {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres') ? processorTime(pid) : null;
  } catch {
    return null;
  }
}

function sumOrNull(values: readonly (number | null)[]): number | null {
  return values.reduce((sum, value) => (sum === null || value === null ? null : sum + value), 0);
}
