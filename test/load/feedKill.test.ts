import { join } from 'node:path';
import { runFeed } from '../../src/jobs/feeds/run';
import { openStorage } from '../../src/storage/open';
import { FakeProvider } from '../helpers/fakeProvider';
import { sessionRows, testFeeds } from '../helpers/feeds';
import { shownBars } from '../helpers/ingest';
import { startChild } from '../helpers/process';
import { storedBars } from '../helpers/storage';
import { tempFolder } from '../helpers/tempFolder';

const SYMBOLS = Array.from({ length: 160 }, (_, i) => `S${1000 + i}`);
const BEFORE = sessionRows('2024-01-02', '2024-06-27');
const AFTER = sessionRows('2024-01-02', '2024-06-28');
const folder = tempFolder();

let fake: FakeProvider;
beforeAll(async () => {
  fake = await FakeProvider.start();
});
afterAll(() => fake.stop());

const FULL = { updated: SYMBOLS.length, failed: 0, held: 0, vanished: 0, left: 0 };

/** The kill comes after `answers` answers, once `most` symbols are marked: before or during the writing. */
test.each([
  { answers: 20, most: 0 },
  { answers: 160, most: 0 },
  { answers: 160, most: 1 },
])(
  'after kill -9 at answer $answers with $most or more symbols marked, the next run loses and doubles nothing',
  async ({ answers, most }) => {
    const url = join(folder, `db${answers}-${most}.sqlite`);
    const before = await testFeeds(fake, { now: '2024-06-27T23:00:00Z', url });
    const feed = await before.add('stooq', SYMBOLS);
    fake.trouble = () => undefined;
    for (const symbol of SYMBOLS) fake.rows.set(`${symbol.toLowerCase()}.us`, BEFORE);
    expect((await runFeed(before.deps, feed)).run).toMatchObject(FULL);
    await before.close();

    for (const symbol of SYMBOLS) fake.rows.set(`${symbol.toLowerCase()}.us`, AFTER);
    fake.seen.length = 0;
    const killed = startChild('runFeed', url, `${fake.url}/stooq/q/d/l/`, '2024-06-28T23:00:00Z');
    await new Promise<void>((resolve) => {
      fake.trouble = (_, number) => {
        if (number === answers) resolve();
        return undefined;
      };
    });
    const watched = await openStorage(url);
    const written = async () =>
      (await watched.feeds.symbols(feed.id)).filter(({ triedAt }) => triedAt!.toISOString() > '2024-06-28').length;
    while ((await written()) < most) await new Promise((resolve) => setTimeout(resolve, 1));
    await killed.kill();
    await watched.close();

    const { deps, close } = await testFeeds(fake, { now: '2024-06-28T23:00:00Z', url });
    const lengths = async () => {
      const bars = await Promise.all(SYMBOLS.map((symbol) => storedBars(deps.prices, symbol)));
      return bars.map(({ day }) => day.length);
    };
    for (const rows of await lengths()) expect([BEFORE.length, AFTER.length]).toContain(rows);
    // Symbols marked as done are stored.
    const noted = (await deps.feeds.symbols(feed.id)).filter(({ triedAt }) => triedAt!.toISOString() > '2024-06-28');
    for (const { ticker } of noted) expect((await storedBars(deps.prices, ticker)).day).toHaveLength(AFTER.length);

    fake.trouble = () => undefined;
    const due = SYMBOLS.length - noted.length;
    expect((await runFeed(deps, feed)).run).toMatchObject({ ...FULL, due, updated: expect.any(Number) });
    expect(new Set(await lengths())).toEqual(new Set([AFTER.length]));
    const one = shownBars(await storedBars(deps.prices, SYMBOLS[7]));
    expect(one).toHaveLength(new Set(one).size);
    await close();
  },
);
