import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { LedgerHead } from '../core/record/ledger';
import { type Database, databasePath, IN_MEMORY, isPostgresUrl, type Query, type SqlValue, shownUrl } from './database';
import { CorruptPricesError } from './errors';
import { canonical, sha256 } from './hashes';
import { createSecret, readSecret, secretFileOf } from './keySecret';
import { MIGRATION_TABLE, UNFINISHED_MOVE } from './migrations/migrations';
import {
  continueKeyOrder,
  insertRows,
  lastNumber,
  type MovedTable,
  type Row,
  rowsOf,
  setLastNumber,
  TABLES,
} from './movedTables';
import { isInUse, openDatabase } from './open';
import { closedAfter, type Storage, storageOver } from './storage';

/** What a move copied. */
export interface MoveResult {
  readonly tables: readonly { readonly name: string; readonly rows: number }[];
  readonly symbols: number;
  readonly dataVersion: string;
  /** Symbols whose stored prices were damaged in the source, and are the same in the target. */
  readonly damaged: readonly string[];
  readonly head: LedgerHead;
  readonly keys: number;
  /** Whether keys are hashed with a generated secret, which was copied too. */
  readonly hasSecret: boolean;
}

/** A move was refused or failed. The message is meant for the operator. */
export class MoveError extends Error {
  override readonly name = 'MoveError';
}

interface Opened {
  readonly shown: string;
  readonly storage: Storage;
  readonly database: Database;
}

/** @param share completed share of the move, 0..1 @param label the current step */
type OnProgress = (share: number, label: string) => void;

/**
 * Copies a database into an empty one of either dialect and verifies the copy: every row of every table, the data version
 * over verified prices, the head of the verified record, the API keys and the secret that hashes them. The target cannot be
 * opened before the verification has passed, not even after the process was killed. Writes to the source during the move are
 * not copied.
 *
 * @param from URL of the source, as `Config.databaseUrl`
 * @param to URL of the target; a missing database is created
 * @throws MoveError when the source is missing or in use, the target is not empty or the copy differs; UnusableDatabaseError
 */
export async function moveStorage(from: string, to: string, onProgress: OnProgress = () => {}): Promise<MoveResult> {
  const [path, target] = [from, to].map(fileOf);
  if (from === to || (path !== null && path === target))
    throw new MoveError(`source and target are both ${shownUrl(from)}`);
  if ([path, target].includes(IN_MEMORY)) throw new MoveError('a database in memory cannot be moved');
  if (path !== null && !existsSync(path)) throw new MoveError(`there is no database ${path}`);
  if (await isInUse(path ?? from)) {
    throw new MoveError(
      `${shownUrl(from)} is in use: stop the service, and wait for imports and other commands to end, then move again`,
    );
  }
  return withDatabase(from, (source) => withDatabase(to, (target) => moveInto(source, target, onProgress)));
}

/** The file of a SQLite database; null for PostgreSQL. */
function fileOf(url: string): string | null {
  return isPostgresUrl(url) ? null : databasePath(url, process.cwd());
}

async function withDatabase<T>(url: string, work: (opened: Opened) => Promise<T>): Promise<T> {
  const { database, queue } = await openDatabase(url);
  const storage = storageOver(database, queue);
  return closedAfter(storage, () => work({ shown: shownUrl(url), storage, database }));
}

async function moveInto(source: Opened, target: Opened, onProgress: OnProgress): Promise<MoveResult> {
  await markUnfinished(target, true);
  const refusal = await contentOf(target);
  if (refusal !== null) {
    await markUnfinished(target, false);
    throw new MoveError(`${target.shown} ${refusal}: the target must be an empty database`);
  }
  const contents = await copyContent(source, target, onProgress);
  const secret = await secretOf(source.database);
  if (secret !== null) await storeSecret(target.database, secret);
  if (secret !== (await secretOf(target.database))) throw new MoveError('the key secret could not be stored');
  const verified = await verifyCopy(contents, source, target, onProgress);
  await markUnfinished(target, false);
  return { ...verified, hasSecret: secret !== null };
}

/** Sets or removes the mark of an unfinished move. A database with this mark cannot be opened. */
function markUnfinished({ database }: Opened, isUnfinished: boolean): Promise<void> {
  return database.change('prices', async (trx) => {
    if (isUnfinished) await trx(MIGRATION_TABLE).insert({ name: UNFINISHED_MOVE });
    else await trx(MIGRATION_TABLE).where({ name: UNFINISHED_MOVE }).delete();
  });
}

/** Describes the first content of a database that should be empty; null when it is empty. */
async function contentOf({ database }: Opened): Promise<string | null> {
  for (const table of TABLES) {
    const query = table.counters ? database.counters.query : database.query;
    const rows = await query(`SELECT 1 FROM ${table.name} LIMIT 1`);
    if (rows.length > 0) return `has rows in ${table.name}`;
  }
  return (await secretOf(database)) === null ? null : 'has a key secret';
}

/** The row count of a table and a SHA-256 digest of its rows. */
interface Content {
  readonly rows: number;
  readonly digest: string;
}

/**
 * Copies a snapshot of the source, and its counters. A copy that fails before it stored anything leaves the target empty
 * and without the mark.
 *
 * @returns the content of each source table, by table name
 */
async function copyContent(source: Opened, target: Opened, onProgress: OnProgress): Promise<Map<string, Content>> {
  const [from, to] = [source.database, target.database];
  const contents = new Map<string, Content>();
  const copy = async (areCounters: boolean, read: Query, write: Query) => {
    for (const [i, table] of TABLES.entries()) {
      if ((table.counters ?? false) !== areCounters) continue;
      const content = await readContent(read, from, table, async (rows, done) => {
        await insertRows(write, table, rows);
        onProgress((i + 0.5) / TABLES.length / 2, `${table.name}: ${done} rows`);
      });
      contents.set(table.name, content);
      if (table.numbered) await setLastNumber(write, to.dialect, table, await lastNumber(read, from.dialect, table));
      if (table.name === 'api_key') await continueKeyOrder(write, to.dialect);
    }
  };
  try {
    await from.snapshot((read) =>
      to.change('prices', async (_, write) => {
        await copy(false, read, write);
        // Committed before the other tables: SQLite keeps counters in a separate file.
        await to.counters.change('move', (writeCounters) => copy(true, from.counters.query, writeCounters));
      }),
    );
    return contents;
  } catch (error) {
    if ((await contentOf(target)) === null) await markUnfinished(target, false);
    throw error;
  }
}

/** @param onRows called with each batch of rows and the number of rows read so far */
async function readContent(
  query: Query,
  { dialect }: Database,
  table: MovedTable,
  onRows: (rows: readonly Row[], done: number) => Promise<void> = async () => {},
): Promise<Content> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const rows of rowsOf(query, table)) {
    count += rows.length;
    for (const row of rows) hash.update(rowText(row));
    await onRows(rows, count);
  }
  // The next id follows the last assigned one, which may belong to a deleted row.
  if (table.numbered) hash.update(String(await lastNumber(query, dialect, table)));
  return { rows: count, digest: hash.digest('hex') };
}

function rowText(row: Row): string {
  const columns = Object.keys(row).sort();
  return JSON.stringify(columns.map((column) => [column, plainOf(row[column])]));
}

function plainOf(value: SqlValue): string | number | null {
  return Buffer.isBuffer(value) ? `bytes ${sha256(value)}` : value;
}

/** @param contents of the source, by table. @throws MoveError that names the table or value that differs */
async function verifyCopy(
  contents: ReadonlyMap<string, Content>,
  source: Opened,
  target: Opened,
  onProgress: OnProgress,
): Promise<Omit<MoveResult, 'hasSecret'>> {
  const { database } = target;
  const tables = await database.snapshot(async (query) => {
    const verified: { name: string; rows: number }[] = [];
    for (const [i, table] of TABLES.entries()) {
      const found = await readContent(table.counters ? database.counters.query : query, database, table);
      const { rows, digest } = contents.get(table.name)!;
      if (digest !== found.digest) {
        throw new MoveError(
          `${table.name}: ${found.rows} rows in the target differ from the ${rows} rows of the source`,
        );
      }
      verified.push({ name: table.name, rows });
      onProgress(0.5 + (i + 1) / TABLES.length / 2, `${table.name} verified`);
    }
    return verified;
  });
  const [original, copy] = [await comparedValues(source.storage), await comparedValues(target.storage)];
  for (const name of ['dataVersion', 'head', 'keys'] as const) {
    const same = canonical([original[name]]) === canonical([copy[name]]);
    if (!same) throw new MoveError(`the ${name} of ${target.shown} differs from that of ${source.shown}`);
  }
  const { symbols, dataVersion, head, keys } = copy;
  return { tables, symbols, dataVersion, head, keys: keys.length, damaged: await damagedIn(target.storage) };
}

/** The values that must be the same in source and target. @throws LedgerDamagedError */
async function comparedValues({ prices, records, keys }: Storage) {
  const { dataVersion, symbols } = await prices.index();
  await records.all();
  return { dataVersion, symbols: symbols.length, head: await records.head(), keys: await keys.list() };
}

/** Symbols whose stored prices are damaged. */
async function damagedIn({ prices }: Storage): Promise<string[]> {
  const { symbols } = await prices.index();
  const damaged: string[] = [];
  for (const { id, symbol, series } of symbols) {
    if (series === null) continue;
    const bars = (await prices.read([id])).get(id);
    if (bars === undefined || bars instanceof CorruptPricesError) damaged.push(symbol);
  }
  return damaged;
}

/** The generated key secret, or null. SQLite keeps it in a file next to the database. */
async function secretOf({ dialect, url, query }: Database): Promise<string | null> {
  if (dialect === 'sqlite') return readSecret(secretFileOf(url!));
  const [row] = await query<{ secret: string }>('SELECT secret FROM key_secret');
  return row?.secret ?? null;
}

async function storeSecret({ dialect, url, change }: Database, secret: string): Promise<void> {
  if (dialect === 'sqlite') createSecret(secretFileOf(url!), secret);
  else await change('accounts', async (trx) => void (await trx('key_secret').insert({ id: 1, secret })));
}
