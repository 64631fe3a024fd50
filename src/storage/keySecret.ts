import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Database } from './database';
import { OWNER_ONLY_FILE } from './sqliteReader';

/** The shortest secret that is accepted: 128 bits in hexadecimal. */
const SHORTEST = 32;

/**
 * The generated secret that keys are hashed with. PostgreSQL stores it in a table, so that every process gets the same one.
 * For SQLite it is in a file beside the database that only its owner can read; in memory each call generates a new one.
 *
 * @throws Error when the file contains no secret
 */
export async function generatedSecret(database: Database): Promise<string> {
  if (database.dialect === 'sqlite') return database.url === null ? newSecret() : secretBeside(database.url);
  return database.change('accounts', async (trx) => {
    await trx('key_secret').insert({ id: 1, secret: newSecret() }).onConflict('id').ignore();
    const { secret } = await trx('key_secret').first('secret');
    return secret;
  });
}

/** The file of a SQLite database's secret. The name matches the patterns in .gitignore. */
export function secretFileOf(databaseFile: string): string {
  return `${databaseFile}-key-secret`;
}

/** The secret beside a database, created when missing. @throws Error when the file contains no secret */
export function secretBeside(databaseFile: string): string {
  const file = secretFileOf(databaseFile);
  const kept = readSecret(file) ?? createSecret(file);
  if (kept.length < SHORTEST) {
    throw new Error(`${file} contains no key secret; delete it to create a new one (all API keys then become invalid)`);
  }
  return kept;
}

/** The secret in a file; null when there is no file. */
export function readSecret(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Writes a draft and links it into place, so that two processes that start at once read the same complete secret. */
export function createSecret(file: string, secret = newSecret()): string {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, `${secret}\n`, { mode: OWNER_ONLY_FILE, flag: 'wx' });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, 'utf8').trim();
}

/** 256 random bits, hexadecimal. */
function newSecret(): string {
  return randomBytes(32).toString('hex');
}
