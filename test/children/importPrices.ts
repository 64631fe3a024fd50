import { importPrices } from '../../src/jobs/import';
import { loadMarkets } from '../../src/seeds';
import { openStorage } from '../../src/storage/open';
import { fixedClock } from '../helpers/clock';
import { say, standStill } from './protocol';

/**
 * Imports a file into market 0: DATABASE FILE CHUNKS. Blocks at `reading` when it has read that many chunks of the file,
 * and prints `done` at the end.
 */
const [url, path, chunks] = process.argv.slice(2);

async function main(): Promise<void> {
  const { prices } = await openStorage(url);
  let read = 0;
  const onProgress = () => {
    read += 1;
    if (read === Number(chunks)) standStill('reading');
  };
  const deps = { prices, clock: fixedClock('2026-11-21T12:00:00Z'), onProgress };
  await importPrices(deps, { paths: [path], market: loadMarkets()[0] });
  say('done');
}

void main();
