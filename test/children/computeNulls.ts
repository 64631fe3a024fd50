import { setTimeout } from 'node:timers/promises';
import { type NullDistributionOptions, NullDistributions } from '../../src/services/screening/nullDistributions';
import { openStorage } from '../../src/storage/open';
import { fixedClock } from '../helpers/clock';
import { NO_LOG } from '../helpers/log';
import { linesFromParent, say } from './protocol';

/**
 * Requests null distributions of searches: DATABASE KEY... Prints `ready`, waits for a line, prints each KEY that it computes
 * itself, and `done`. At the next line it prints `N found`, the number of distributions in the database.
 */
const [file, ...keys] = process.argv.slice(2);

/** Slow enough for the other process to find searches under way. */
const engine: NullDistributionOptions['engine'] = {
  async rotate({ dataVersion }, rotations) {
    say(dataVersion);
    await setTimeout(20);
    return {
      rotations,
      overall: new Float32Array(rotations),
      bySymbol: new Map(),
      byChance: { mean: 0.5, low: 0, high: 2 },
    };
  },
};

async function main(): Promise<void> {
  const storage = await openStorage(file);
  const clock = fixedClock(new Date('2024-12-20T15:00:00Z'));
  const { nulls, queue } = storage;
  const nullDistributions = new NullDistributions({
    engine,
    rotations: 19,
    store: nulls,
    queue,
    clock,
    log: NO_LOG,
    mode: 'background',
  });
  queue.work('null-distribution', async ({ payload: { key, dataVersion } }) => {
    await nullDistributions.compute(key, { dataVersion, searches: [] });
  });
  const wanted = keys.map((key) => ({ key, job: () => ({ dataVersion: key, searches: [] }) }));
  const lines = linesFromParent();
  say('ready');
  await lines.next();
  await Promise.all(wanted.map((search) => nullDistributions.of(search, null)));
  await queue.settled();
  say('done');
  await lines.next();
  const found = await Promise.all(wanted.map((search) => nullDistributions.of(search, null)));
  say(`${found.filter((one) => typeof one !== 'string').length} found`);
  await lines.return?.();
  await storage.close();
}

void main();
