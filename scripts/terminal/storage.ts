import { type Clock, runningClock } from '../../src/clock';
import { type Config, readConfig } from '../../src/config';
import { closeDatabase, type Database, openDatabase } from '../../src/storage/sqlite/database';

/** What a command works with. */
export interface CommandContext {
  readonly config: Config;
  readonly clock: Clock;
  readonly database: Database;
}

/**
 * Runs work on the storage that the settings name, by the clock they ask for, and closes it afterwards.
 *
 * @throws ConfigError; Error when the database cannot be opened
 */
export async function withStorage<T>(
  env: NodeJS.ProcessEnv,
  work: (context: CommandContext) => Promise<T>,
): Promise<T> {
  const config = readConfig(env);
  const database = await openDatabase(config.databaseUrl);
  try {
    return await work({ config, clock: runningClock(config.now), database });
  } finally {
    await closeDatabase(database);
  }
}
