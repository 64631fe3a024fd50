import { fixedClock } from '../../src/clock';
import { importPrices } from '../../src/jobs/import';
import { loadMarkets } from '../../src/seeds';
import { openStorage } from '../../src/storage/open';
import { say } from './say';

/**
 * Imports a file into market 0: DATABASE FILE CHUNKS. Says `reading` and stands still when it has read that many chunks of
 * the file, so that it can be killed there; says `done` when it comes to the end.
 */
const [url, path, chunks] = process.argv.slice(2);

async function main(): Promise<void> {
  const { prices } = await openStorage(url);
  let read = 0;
  const onProgress = () => {
    read += 1;
    if (read !== Number(chunks)) return;
    say('reading');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  };
  const deps = { prices, clock: fixedClock('2026-11-21T12:00:00Z'), onProgress };
  await importPrices(deps, { paths: [path], market: loadMarkets()[0] });
  say('done');
}

void main();
