import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { shownUrl } from '../../src/storage/url';

const DEFAULT_SERVER = 'postgres://root@127.0.0.1:5432/test';
/** What the databases of benchmarks are called, and when they were made behind it. */
const NAMES = 'perennial_bench_';
/** Databases of runs that were killed are dropped once they are this old. */
const FORGOTTEN_MS = 86_400_000;
/** In which Linux counts processor time: `getconf CLK_TCK` is 100 on every machine that Node is built for. */
const TICK_MS = 10;
/** Bytes of a long value that PostgreSQL keeps in one row, of a table beside that of the value: `TOAST_MAX_CHUNK_SIZE`. */
const PIECE = 1_996;
/** How often closes were read, in all. Processes that have ended have told what they read. */
const TIMES_READ = `SELECT pieces.idx_tup_fetch / sum(ceil(length(c.data) / ${PIECE}.0)) AS times
  FROM price_column c, pg_class t, pg_stat_all_tables pieces
  WHERE c.column_set = 'close' AND t.relname = 'price_column' AND pieces.relid = t.reltoastrelid
  GROUP BY pieces.idx_tup_fetch`;
/** In the order in which they refer to each other, and the columns of a symbol that is stored again under the next ids. */
export const COPIED = [
  ['symbol', `id + $1, 'S' || (id + $1 + 999), 'S' || (id + $1 + 999), name`],
  ['membership', 'market_id, symbol_id + $1, simulated'],
  ['price_series', 'symbol_id + $1, row_count, first_day, last_day, hash, source, imported_at, simulated'],
  ['price_column', 'symbol_id + $1, column_set, hash, data'],
];
const CONNECTED = 'SELECT pid FROM pg_stat_activity WHERE datname = current_database()';

/** A database for the length of a benchmark, and what its server counts. */
export interface BenchDatabase {
  readonly url: string;
  /** Stores the first of the symbols again under other names, where a server does that sooner than it is handed them. */
  copySymbols(stored: number, wanted: number): Promise<void>;
  /** How often all closes were read so far, of prices whose highs and lows are unknown. */
  timesRead(): Promise<number>;
  /** Processor time of those who serve its connections, milliseconds; null where they are not on this machine. */
  processorTime(): Promise<number | null>;
  drop(): Promise<void>;
}

/**
 * Makes a database on the PostgreSQL server of TEST_DATABASE_URL.
 *
 * @throws Error naming the server when it does not answer, or lets nobody make databases
 */
export async function makeDatabase(): Promise<BenchDatabase> {
  const server = process.env.TEST_DATABASE_URL ?? DEFAULT_SERVER;
  const name = `${NAMES}${Date.now()}_${randomBytes(4).toString('hex')}`;
  const admin = await connected(server);
  try {
    await dropForgotten(admin);
    await admin.query(`CREATE DATABASE ${name}`);
    // Before anybody connects: storing a universe waits for no disk.
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
    copySymbols: (stored, wanted) => copySymbols(url.href, stored, wanted),
    timesRead: async () => Number((await client.query(TIMES_READ)).rows[0].times),
    processorTime: async () => sumOrNull((await client.query(CONNECTED)).rows.map(({ pid }) => backendTime(pid))),
    async drop() {
      await client.end();
      await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await admin.end();
    },
  };
}

async function dropForgotten(admin: Client): Promise<void> {
  const { rows } = await admin.query<{ datname: string }>(
    'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
    [NAMES],
  );
  const madeAt = (name: string) => Number(name.slice(NAMES.length).split('_')[0]);
  for (const { datname } of rows) {
    if (Date.now() - madeAt(datname) > FORGOTTEN_MS)
      await admin.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
  }
}

/** Over a connection that ends with it, so that what it read is told before anybody else reads. */
async function copySymbols(url: string, stored: number, wanted: number): Promise<void> {
  const client = await connected(url);
  for (const [table, columns] of COPIED) {
    const id = table === 'symbol' ? 'id' : 'symbol_id';
    // A change of the revision for each row would take as long as the rows do. No replica is there to be told.
    await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    for (let first = stored; first < wanted; first += stored) {
      const values = [first, Math.min(stored, wanted - first)];
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
  const wanted = 'TEST_DATABASE_URL must name a PostgreSQL server, with a user who may create databases';
  throw new Error(`${shownUrl(url)}: ${(error as Error).message}; ${wanted}`, { cause: error });
}

/** Processor time of a process and all its threads, milliseconds. Linux only. */
export function processorTime(pid: number): number {
  // Behind the name, which stands in parentheses: user and system time are the 14th and 15th field in all.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
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
