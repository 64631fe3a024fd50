import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { LedgerHead } from '../../core/record/ledger';
import { canonical } from '../canonical';
import { CorruptPricesError } from '../errors';
import { openStorage } from '../open';
import type { Storage } from '../storage';
import { databasePath, IN_MEMORY, isPostgresUrl, shownUrl } from '../url';
import { SqliteTables } from './sqliteTables';
import { type DatabaseTables, type Row, TABLES, type Table, type TableReader, type TableWriter } from './tables';

/** What was moved, as the target holds it. */
export interface Moved {
  readonly tables: readonly { readonly name: string; readonly rows: number }[];
  readonly symbols: number;
  readonly dataVersion: string;
  /** Symbols whose stored prices were damaged in the source, and are the same in the target. */
  readonly damaged: readonly string[];
  readonly head: LedgerHead;
  readonly keys: number;
  /** Whether keys are hashed with a generated secret, which went with them. */
  readonly hasSecret: boolean;
}

/** A move that is refused, or failed. The message is for the person who asked. */
export class MoveError extends Error {
  override readonly name = 'MoveError';
}

/** A database with its ports, and past them. */
interface Opened {
  readonly shown: string;
  readonly storage: Storage;
  readonly tables: DatabaseTables;
}

/**
 * Copies all that is kept in one database into another, empty one, of whichever kind, and proves that it is there: every row
 * of every table, the data version over verified prices, the head of the verified record, keys and the secret they are
 * hashed with. Until that is done nobody can open the target, and whoever ends the process leaves it so. What is written to
 * the source meanwhile is not moved.
 *
 * @param from as `Config.databaseUrl`; `to` likewise, made where there is none
 * @param onProgress told the share done, 0..1, and of what
 * @throws MoveError when there is nothing to move, or something in the target, or the proof fails; UnusableDatabaseError
 */
export async function moveStorage(
  from: string,
  to: string,
  onProgress: (share: number, label: string) => void = () => {},
): Promise<Moved> {
  const [path, target] = [from, to].map(fileOf);
  if (from === to || (path !== null && path === target)) throw new MoveError(`${shownUrl(from)} is moved onto itself`);
  for (const file of [path, target])
    if (file === IN_MEMORY) throw new MoveError('a database in memory cannot be moved');
  if (path !== null && !existsSync(path)) throw new MoveError(`there is no database ${path}`);
  return withDatabase(from, (source) => withDatabase(to, (target) => moved(source, target, onProgress)));
}

/** The file of a SQLite database. */
function fileOf(url: string): string | null {
  return isPostgresUrl(url) ? null : databasePath(url, process.cwd());
}

async function withDatabase<T>(url: string, work: (opened: Opened) => Promise<T>): Promise<T> {
  const storage = await openStorage(url);
  try {
    const tables = await tablesOf(url);
    try {
      return await work({ shown: shownUrl(url), storage, tables });
    } finally {
      await tables.close();
    }
  } finally {
    await storage.close();
  }
}

/** Loaded where it is asked for: who has SQLite waits for none of it. */
async function tablesOf(url: string): Promise<DatabaseTables> {
  const file = fileOf(url);
  if (file !== null) return new SqliteTables(file);
  const { openPostgresTables } = await import('./postgresTables');
  return openPostgresTables(url);
}

async function moved(
  source: Opened,
  target: Opened,
  onProgress: (share: number, label: string) => void,
): Promise<Moved> {
  await target.tables.markUnfinished(true);
  const refusal = await contentOf(target);
  if (refusal !== null) {
    await target.tables.markUnfinished(false);
    throw new MoveError(`${target.shown} ${refusal}: move into an empty database`);
  }
  const secret = await source.tables.secret();
  const proof = await source.tables.reading(async (reader) => {
    await copied(target, (writer) => copyAll(reader, writer, onProgress));
    if (secret !== null) await target.tables.keepSecret(secret);
    if (secret !== (await target.tables.secret())) throw new MoveError('the key secret could not be stored');
    return prove(reader, source, target, onProgress);
  });
  await target.tables.markUnfinished(false);
  return { ...proof, hasSecret: secret !== null };
}

/** What is in a database that should be empty; null when nothing is. */
async function contentOf({ tables }: Opened): Promise<string | null> {
  const filled = await tables.reading(async (reader) => {
    for (const table of TABLES) {
      for await (const _ of reader.rows(table)) return `holds rows of ${table.name}`;
    }
    return null;
  });
  return filled ?? ((await tables.secret()) === null ? null : 'has a key secret');
}

/** Where nothing was stored, the target is as empty as it was. */
async function copied(target: Opened, work: (writer: TableWriter) => Promise<void>): Promise<void> {
  try {
    await target.tables.writing(work);
  } catch (error) {
    if ((await contentOf(target)) === null) await target.tables.markUnfinished(false);
    throw error;
  }
}

async function copyAll(
  reader: TableReader,
  writer: TableWriter,
  onProgress: (share: number, label: string) => void,
): Promise<void> {
  for (const [i, table] of TABLES.entries()) {
    let done = 0;
    for await (const rows of reader.rows(table)) {
      await writer.insert(table, rows);
      done += rows.length;
      onProgress((i + 0.5) / TABLES.length / 2, `${table.name}: ${done} rows`);
    }
    if (table.numbered) await writer.numberFrom(table, await reader.lastNumber(table));
  }
}

/** @throws MoveError naming what is not the same */
async function prove(
  reader: TableReader,
  source: Opened,
  target: Opened,
  onProgress: (share: number, label: string) => void,
): Promise<Omit<Moved, 'hasSecret'>> {
  const tables = await target.tables.reading(async (stored) => {
    const proven: { name: string; rows: number }[] = [];
    for (const [i, table] of TABLES.entries()) {
      const [given, found] = [await digestOf(reader, table), await digestOf(stored, table)];
      if (given.digest !== found.digest) {
        throw new MoveError(`${table.name}: ${found.rows} rows were stored that are not the ${given.rows} given`);
      }
      proven.push({ name: table.name, rows: found.rows });
      onProgress(0.5 + (i + 1) / TABLES.length / 2, `${table.name} verified`);
    }
    return proven;
  });
  const [given, found] = [await served(source.storage), await served(target.storage)];
  for (const name of ['dataVersion', 'head', 'keys'] as const) {
    const same = canonical([given[name]]) === canonical([found[name]]);
    if (!same) throw new MoveError(`the ${name} of ${target.shown} is not that of ${source.shown}`);
  }
  const { symbols, dataVersion, head, keys } = found;
  return { tables, symbols, dataVersion, head, keys: keys.length, damaged: await damagedIn(target.storage) };
}

/** Rows, in their order, and what a table will number the next one after. */
async function digestOf(reader: TableReader, table: Table): Promise<{ rows: number; digest: string }> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const rows of reader.rows(table)) {
    count += rows.length;
    for (const row of rows) hash.update(textOf(row));
  }
  if (table.numbered) hash.update(String(await reader.lastNumber(table)));
  return { rows: count, digest: hash.digest('hex') };
}

function textOf(row: Row): string {
  const columns = Object.keys(row).sort();
  return JSON.stringify(columns.map((column) => [column, plainOf(row[column])]));
}

function plainOf(value: Row[string]): string | number | null {
  return Buffer.isBuffer(value) ? `bytes ${createHash('sha256').update(value).digest('hex')}` : value;
}

/** What a service would answer from. @throws LedgerDamagedError */
async function served({ prices, records, accounts }: Storage) {
  const { dataVersion, symbols } = await prices.index();
  await records.all();
  return { dataVersion, symbols: symbols.length, head: await records.head(), keys: await accounts.keys() };
}

/** Symbols whose stored prices cannot be read as they were written. */
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
