import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { newSecret } from '../sql/newSecret';

/** Shortest secret worth the name: 128 bits as hexadecimal. */
const SHORTEST = 32;

/** Where the generated secret of a database lies; matches the patterns that keep databases out of git. */
export function secretFileOf(databaseFile: string): string {
  return `${databaseFile}-key-secret`;
}

/** The secret kept beside a database, made where there is none. @throws Error when the file holds no secret */
export function secretBeside(databaseFile: string): string {
  const file = secretFileOf(databaseFile);
  const kept = readSecret(file) ?? createSecret(file);
  if (kept.length < SHORTEST) throw new Error(`${file} holds no key secret; delete it to make a new one (keys end)`);
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

/** Written aside and linked into place: of two processes that start at once both read the same, whole secret. */
export function createSecret(file: string, secret = newSecret()): string {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, `${secret}\n`, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, 'utf8').trim();
}
