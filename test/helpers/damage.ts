import { closeSync, openSync, writeSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';

/** Size of a page of the database, which is SQLite's default. */
export const PAGE_BYTES = 4096;

/** Overwrites a page of a database file with bytes that are no page. @param index counted from 0 */
export function overwritePage(file: string, index: number): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(PAGE_BYTES, 0xff), 0, PAGE_BYTES, index * PAGE_BYTES);
  closeSync(handle);
}

/** Overwrites the first page of a table, which makes it unreadable. The write-ahead log must be checkpointed before. */
export function overwriteTable(file: string, table: string): void {
  const database = new BetterSqlite3(file, { readonly: true });
  const root = database
    .prepare<[string], number>('SELECT rootpage FROM sqlite_master WHERE name = ?')
    .pluck()
    .get(table);
  database.close();
  if (root === undefined) throw new Error(`there is no table ${table}`);
  overwritePage(file, root - 1);
}
