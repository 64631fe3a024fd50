import { Command } from 'commander';
import { readConfig } from '../src/config';
import { migrateStorage } from '../src/storage/open';
import type { Terminal } from './terminal/command';

/** `npx perennial migrate` */
export function migrateCommand({ env, out }: Terminal): Command {
  return new Command('migrate')
    .description('Applies pending migrations to the database, as every start does, and lists them.')
    .action(async () => {
      const migrated = await migrateStorage(readConfig(env).databaseUrl);
      for (const name of migrated) out(`applied ${name}\n`);
      if (migrated.length === 0) out('nothing to apply: the schema is up to date\n');
    });
}
