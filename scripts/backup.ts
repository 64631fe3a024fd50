import { resolve } from 'node:path';
import { Command } from 'commander';
import { readConfig } from '../src/config';
import { backUpStorage } from '../src/storage/backup';
import type { Terminal } from './terminal/command';
import { formatTable } from './terminal/table';

/** `npx perennial backup DIR` */
export function backupCommand({ env, out }: Terminal): Command {
  return new Command('backup')
    .description('Copies database, counters and generated key secret into a new folder, while the service runs.')
    .argument('<dir>', 'folder that does not exist yet; DATABASE_URL on the database in it serves the copy')
    .action(async (dir: string) => {
      const config = readConfig(env);
      const files = await backUpStorage(config.databaseUrl, dir);
      out(formatTable([['FILE', 'BYTES'], ...files.map(({ name, bytes }) => [name, String(bytes)])], [1]));
      out(`written to ${resolve(dir)}, every database in it checked\n`);
      if (config.keySecret !== null)
        out('KEY_SECRET is a setting and not in it: keys need the same one where it is restored\n');
    });
}
