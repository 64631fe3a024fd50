import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { migrateStorage } from '../../src/storage/open';
import { usageFileOf } from '../../src/storage/sqliteCounters';
import { tempFolder } from './tempFolder';

/**
 * Makes empty SQLite databases as copies of a migrated one: migrating takes most of the time of opening a new file. Call at
 * the top level of a test file.
 *
 * @returns a function that makes one, at a path if it must have that
 */
export function migratedFiles(): (path?: string) => Promise<string> {
  const folder = tempFolder();
  const template = join(folder, 'template.sqlite');
  let migrated: Promise<unknown> | null = null;
  let files = 0;
  return async (path) => {
    migrated ??= migrateStorage(template);
    await migrated;
    const file = path ?? join(folder, `${++files}.sqlite`);
    cpSync(template, file);
    cpSync(usageFileOf(template), usageFileOf(file));
    return file;
  };
}
