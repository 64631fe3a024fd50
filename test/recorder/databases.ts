import { randomBytes } from 'node:crypto';
import { serveFrom } from '../helpers/app';
import { statements } from '../helpers/postgres';

export type DatabaseKind = 'sqlite' | 'postgres';

const DEFAULT_SERVER = 'postgres://root@127.0.0.1:5432/test';

/**
 * Makes apps started from now on use the given kind of database. SQLite files are in the folder of their app.
 *
 * @returns a function that drops the created databases
 */
export async function serveDatabases(kind: DatabaseKind): Promise<() => Promise<void>> {
  if (kind === 'sqlite') return async () => undefined;
  const server = process.env.TEST_DATABASE_URL ?? DEFAULT_SERVER;
  const database = `perennial_record_${Date.now()}_${randomBytes(4).toString('hex')}`;
  // As in test/helpers/postgres.ts: text sorts differently from SQLite.
  await statements(server, [
    `CREATE DATABASE ${database} TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER icu ICU_LOCALE 'en-US'`,
    `ALTER DATABASE ${database} SET synchronous_commit = off`,
  ]);
  const url = new URL(server);
  url.pathname = `/${database}`;
  let schemas = 0;
  serveFrom(async () => {
    const schema = `s${++schemas}`;
    await statements(url.href, [`CREATE SCHEMA ${schema}`]);
    const own = new URL(url);
    own.searchParams.set('options', `-c search_path=${schema}`);
    return own.href;
  });
  return async () => void (await statements(server, [`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`]));
}
