import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fixedClock } from '../../src/clock';
import { type NullDistributionOptions, NullDistributions } from '../../src/services/screening/nullDistributions';
import { openStorage } from '../../src/storage/open';
import { NO_LOG } from './log';
import { say } from './say';

/**
 * Asks for null distributions of searches: DATABASE KEY... Says `ready`, waits for a line, says each KEY that it computed
 * itself, and `done`. At the next line it says how many it finds in the database.
 */
const [file, ...keys] = process.argv.slice(2);

/** Takes its time, so that the other process comes by meanwhile. */
const engine: NullDistributionOptions['engine'] = {
  async rotate({ dataVersion }, rotations) {
    say(dataVersion);
    await setTimeout(20);
    return { rotations, overall: new Float32Array(rotations), bySymbol: new Map() };
  },
};

async function main(): Promise<void> {
  const storage = await openStorage(file);
  const clock = fixedClock(new Date('2024-12-20T15:00:00Z'));
  const { nulls, queue } = storage;
  const luck = new NullDistributions({
    engine,
    rotations: 19,
    store: nulls,
    queue,
    clock,
    log: NO_LOG,
    mode: 'background',
  });
  queue.work('null-distribution', async ({ payload: { key, dataVersion } }) => {
    await luck.compute(key, { dataVersion, searches: [] });
  });
  const wanted = keys.map((key) => ({ key, job: () => ({ dataVersion: key, searches: [] }) }));
  const input = createInterface({ input: process.stdin });
  const turns = input[Symbol.asyncIterator]();
  say('ready');
  await turns.next();
  await Promise.all(wanted.map((search) => luck.of(search, null)));
  await queue.settled();
  say('done');
  await turns.next();
  const found = await Promise.all(wanted.map((search) => luck.of(search, null)));
  say(`${found.filter((luckOfOne) => typeof luckOfOne !== 'string').length} found`);
  input.close();
  await storage.close();
}

void main();
