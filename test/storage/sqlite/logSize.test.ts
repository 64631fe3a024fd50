import { statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { withStorage } from '../../../scripts/terminal/storage';
import { openStorage } from '../../../src/storage/open';
import { startTestApp } from '../../helpers/app';
import { RUN } from '../../helpers/storage';
import { syntheticBars } from '../../helpers/syntheticBars';
import { tempFolder } from '../../helpers/tempFolder';

const folder = tempFolder();

test('an import next to a running server leaves no large write-ahead log', async () => {
  const server = await startTestApp({ symbols: [] });
  const log = () => statSync(`${server.file}-wal`).size;
  const importing = await openStorage(server.file);
  const tickers = Array.from({ length: 40 }, (_, i) => `W${i}`);
  await importing.prices.write(RUN, async (changes) => {
    const ids = await changes.enrol(
      '0',
      tickers.map((symbol) => ({ symbol })),
      { simulated: false },
    );
    for (const [seed, id] of ids.entries()) {
      const bars = syntheticBars({ seed, fromYear: 1994, toYear: 2023 });
      await changes.replace(id, bars, { source: 'test', importedAt: new Date(), simulated: false });
    }
  });
  expect(log()).toBeLessThan(4 << 20);
  const { body } = await server.get('/v1/markets/0/symbols').expect(200);
  expect(body.total).toBe(40);
  await importing.close();
  await server.close();
});

test('a command whose database cannot be closed either says what failed first', async () => {
  const DATABASE_URL = join(folder, 'failing.db');
  const failed = withStorage({ DATABASE_URL }, async ({ storage }) => {
    await storage.prices.write(RUN, (changes) => changes.enrol('0', [{ symbol: 'KO' }], { simulated: false }));
    // What the log should hold can no longer be read: the checkpoint on closing fails.
    truncateSync(`${DATABASE_URL}-wal`, 1);
    throw new Error('the first error');
  });
  await expect(failed).rejects.toThrow('the first error');
});
