import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { migrateStorage } from '../../src/storage/open';
import { usageFileOf } from '../../src/storage/sqliteCounters';
import { tempFolder } from './tempFolder';

/**
 * Makes empty SQLite databases as copies of a migrated one: migrating takes most of the time of opening a new file. Call at
 * the top level of a test file.
 */
export function migratedFiles(): () => Promise<string> {
  const folder = tempFolder();
  const template = join(folder, 'template.sqlite');
  let migrated: Promise<unknown> | null = null;
  let files = 0;
  return async () => {
    migrated ??= migrateStorage(template);
    await migrated;
    const file = join(folder, `${++files}.sqlite`);
    cpSync(template, file);
    cpSync(usageFileOf(template), usageFileOf(file));
    return file;
  };
}
