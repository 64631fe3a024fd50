import { dirname } from 'node:path';
import { type Clock, runningClock } from '../../src/clock';
import { type Config, readConfig } from '../../src/config';
import { isPostgresUrl } from '../../src/storage/database';
import { openStorage } from '../../src/storage/open';
import { closedAfter, type Storage } from '../../src/storage/storage';

/** The dependencies of a command. */
export interface CommandContext {
  readonly config: Config;
  readonly clock: Clock;
  readonly storage: Storage;
}

/**
 * Opens the storage and the clock of the settings, runs `work`, and closes the storage.
 *
 * @throws ConfigError; Error when the database cannot be opened
 */
export async function withStorage<T>(
  env: NodeJS.ProcessEnv,
  work: (context: CommandContext) => Promise<T>,
): Promise<T> {
  const config = readConfig(env);
  const storage = await openStorage(config.databaseUrl);
  return closedAfter(storage, () => work({ config, clock: runningClock(config.now), storage }));
}

/** The folder for files beside the database; the working folder when the database is a server. */
export function folderOf({ databaseUrl }: Pick<Config, 'databaseUrl'>): string {
  return databaseUrl === ':memory:' || isPostgresUrl(databaseUrl) ? '.' : dirname(databaseUrl);
}
