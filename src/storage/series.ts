import type { Series } from './prices';
import { isPostgresUrl } from './url';

/**
 * What a thread reads prices by, over a connection of its own that writes nothing.
 *
 * @param url as `Storage.url`
 * @throws whatever keeps the database from being opened
 */
export async function openSeries(url: string): Promise<Series> {
  // Loaded where they are asked for. `import()` would need a loader of sources of its own in threads.
  if (isPostgresUrl(url)) {
    const { openPostgresSeries }: typeof import('./postgres/storedSeries') = require('./postgres/storedSeries');
    return openPostgresSeries(url);
  }
  const { openSqliteSeries }: typeof import('./sqlite/seriesReader') = require('./sqlite/seriesReader');
  return openSqliteSeries(url);
}
