import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { usageFileOf } from '../../src/storage/sqliteCounters';
import { statements } from './postgres';

const FIXTURES = join(__dirname, '../storage/fixtures');
const fixture = (name: string) => readFileSync(join(FIXTURES, name), 'utf8');

/** Known values of a database of the program before this release (commit 18dc377), with rows in every table. */
export const LEGACY: {
  readonly secret: string;
  readonly keys: Readonly<Record<'free' | 'dev' | 'pro' | 'business', string>>;
  readonly dataVersion: string;
  readonly head: { readonly seq: number; readonly hash: string };
  readonly revision: Readonly<Record<'sqlite' | 'postgres', number>>;
} = JSON.parse(fixture('legacy.json'));

/** Creates it as a file, with its counters and its secret. */
export function legacyFile(file: string): string {
  for (const [path, script] of [
    [file, 'legacy.sqlite.sql'],
    [usageFileOf(file), 'legacy.usage.sql'],
  ]) {
    const database = new BetterSqlite3(path);
    database.exec(fixture(script));
    database.close();
  }
  writeFileSync(`${file}-key-secret`, `${LEGACY.secret}\n`);
  return file;
}

/** Creates it in a schema without tables. */
export async function legacySchema(url: string): Promise<string> {
  const [{ rows }] = await statements(url, ['SELECT current_schema() AS schema']);
  const script = fixture('legacy.postgres.sql').replace('CREATE SCHEMA legacy;', '');
  // Functions come before the tables that they use.
  await statements(url, ['SET check_function_bodies = false', script.replaceAll('legacy', rows[0].schema)]);
  return url;
}
