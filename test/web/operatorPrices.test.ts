import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { importPrices } from '../../src/jobs/import';
import { loadMarkets } from '../../src/seeds';
import type { FeedRun } from '../../src/storage/feeds';
import { weekdayBars } from '../helpers/bars';
import { describePages, expectLayout, type OpenOptions, violationsOf } from '../helpers/chromium';
import { signIn } from '../helpers/signedInPages';
import { tempFolder } from '../helpers/tempFolder';

const NOW = '2024-06-28T15:00:00Z';
const OPERATOR = 'business@example.com';
const HOSTILE = `<img src=x onerror="document.title='taken'">`;
const HOSTILE_FILE = `${HOSTILE}.csv`;
const RUN: FeedRun = {
  startedAt: '2024-06-27T22:00:00.000Z',
  finishedAt: '2024-06-27T22:04:00.000Z',
  session: '2024-06-27',
  due: 3,
  updated: 1,
  restated: 0,
  unchanged: 0,
  failed: 1,
  vanished: 0,
  held: 1,
  left: 0,
  rows: 2,
  refused: 0,
  flagged: 0,
  ended: HOSTILE,
};
const folder = tempFolder();
const good = weekdayBars('2014-01-01', '2024-06-27', (day) => 50 + (day % 7));
const split = { ...good, close: good.close.map((close, i) => (i < 1000 ? 4 * close : close)) };
const symbols = [
  { symbol: 'GOOD', name: 'Good Inc.', markets: ['0'], bars: good },
  { symbol: 'SPLIT', markets: ['11'], bars: { ...split, high: split.close, low: split.close } },
  { symbol: 'SPY', markets: ['11'], bars: good },
];

describePages('the prices that operators look after', { now: NOW, symbols }, (pages) => {
  const open = (path: string, options: OpenOptions = {}): Promise<Page> =>
    signIn(pages, { email: OPERATOR, path, ...options });
  beforeAll(async () => {
    const { storage } = pages.service;
    await storage.accounts.setRole((await storage.accounts.findByEmail(OPERATOR))!.id, 'admin');
  });

  describe('data quality', () => {
    const put = (name: string, text: string) => {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, name), text);
      const { storage, clock } = pages.service;
      const options = { paths: [join(folder, name)], market: loadMarkets()[0], yes: true };
      return importPrices({ prices: storage.prices, clock }, options);
    };

    test('symbols are listed worst first with their pictures; before the first run there is no report', async () => {
      const page = await open('/operator');
      await page.getByRole('navigation', { name: 'Operator' }).getByRole('link', { name: 'Data quality' }).click();
      await page.getByText('3 of 3 symbols, worst first').waitFor();
      const rows = page.getByRole('row');
      expect(await rows.nth(1).textContent()).toContain('SPLIT');
      await page.getByRole('img', { name: /^SPLIT: [\d,]+ bars of .* 1 moves like a missed split/ }).waitFor();
      await rows.nth(1).getByText('Which').click();
      await rows.nth(1).getByText('like a 4:1 split').last().waitFor();
      await page.getByText('No report yet').waitFor();
      await expectLayout(page);
    });

    test('filters are part of the address, and the back button restores them', async () => {
      const page = await open('/operator/data-quality', { expected: /400/ });
      await page.getByLabel('What is odd').selectOption({ label: 'Looks like a missed split (1)' });
      await page.getByText('1 of 1 symbols').waitFor();
      expect(page.url()).toContain('kind=split_like');
      await page.getByLabel('Market').selectOption('0');
      await page.getByText('That is good news').waitFor();
      await page.goBack();
      await page.getByText('1 of 1 symbols').waitFor();
      await page.getByLabel('Ticker, or a part of it').fill('goo');
      await page.keyboard.press('Enter');
      await page.getByText('That is good news').waitFor();
      expect(page.url()).toContain('symbol=goo');
      await page.goto(`/operator/data-quality?kind=${encodeURIComponent(HOSTILE_FILE)}&market=99&run=x`);
      await page.getByRole('alert').waitFor();
      expect(await page.title()).toBe('Data quality · Perennial');
    });

    test('the report of a run says what was refused, why and where, with markup as text', async () => {
      const rows = ['2024-01-02,10', '2024-01-03,-1', '2024-01-03,10', '2024-01-03,11', '2024-03-01,30'];
      await put('ODD.csv', `Date,Close\n${rows.join('\n')}\n`);
      await put(HOSTILE_FILE, 'no prices');
      const page = await open('/operator/data-quality');
      await page
        .getByRole('row')
        .filter({ hasText: 'ODD' })
        .getByText('1 refused: a price of zero or less')
        .first()
        .waitFor();
      expect([await page.title(), await page.locator('img').count()]).toEqual(['Data quality · Perennial', 0]);
      await page
        .getByRole('button', { name: /^Report of run/ })
        .first()
        .focus();
      await page.keyboard.press('Enter');
      await page.getByText(/of \d findings, by symbol and reason/).waitFor();
      await page.getByText('another close in line 5').waitFor();
      expect(await page.locator('main').textContent()).not.toMatch(/close -1|close 10/);
      expect(await violationsOf(page)).toEqual([]);
      await page.getByRole('button', { name: 'Back to all prices' }).click();
      await page.getByText('4 of 4 symbols').waitFor();
      await page.getByRole('row').filter({ hasText: HOSTILE_FILE }).first().waitFor();
      await expectLayout(page);
      expect([await page.title(), await page.locator('img').count()]).toEqual(['Data quality · Perennial', 0]);
    });

    test('an unknown run has no report, and the page says so', async () => {
      const page = await open('/operator/data-quality?run=4711', { expected: /404/ });
      await page.getByText(/no report of a run 4711/).waitFor();
    });
  });

  describe('feeds and held prices', () => {
    let feedId = 0;
    beforeAll(async () => {
      const { storage, clock } = pages.service;
      const symbols = ['SPY', '^A=B', 'QQQ'].map((ticker) => ({ ticker, spelling: ticker === 'QQQ' ? HOSTILE : null }));
      const feed = await storage.feeds.add(
        { provider: 'stooq', marketId: '11', unadjusted: false, addedAt: clock.now() },
        symbols,
      );
      feedId = feed.id;
      const [qqq, spy] = await storage.feeds.symbols(feedId);
      await storage.feeds.updateSymbols(feedId, [
        { ...qqq, failures: 2, fault: HOSTILE, triedAt: clock.now() },
        { ...spy, state: 'held', through: 19_900 },
      ]);
      await storage.feeds.finish(feedId, { lastRun: RUN, nextAt: null });
      await hold();
    });
    const hold = () =>
      pages.service.storage.heldPrices.hold(feedId, {
        ticker: 'SPY',
        heldAt: pages.service.clock.now(),
        reason: `3 of 10 shared days differ ${HOSTILE}`,
        source: HOSTILE,
        bars: { ...good, close: good.close.map((close, i) => (i < 1000 ? close / 2 : close)) },
      });

    test('a feed shows its state, and is paused, resumed and run', async () => {
      const page = await open('/operator');
      await page.getByRole('navigation', { name: 'Operator' }).getByRole('link', { name: 'Feeds' }).click();
      const card = page.getByRole('region', { name: /ETFs/ });
      await card.getByText('3: 1 failing, 1 held back').waitFor();
      await card.getByText('1 updated (2 new rows), 1 failed, 1 held back').waitFor();
      // The service in tests runs no feeds.
      await page.getByText('This server runs no feeds by itself').waitFor();
      await card.getByRole('button', { name: /^Run now/ }).click();
      await page.getByRole('status').getByText('npm run feeds -- run').waitFor();
      await card.getByRole('button', { name: /^Pause/ }).click();
      await page.getByRole('status').getByText('stooq of market 11 is paused.').waitFor();
      await card.getByText('when resumed').waitFor();
      expect((await pages.service.storage.feeds.all())[0].paused).toBe(true);
      expect(await violationsOf(page)).toEqual([]);
      await card.getByRole('button', { name: /^Resume/ }).click();
      await page.getByRole('status').getByText('stooq of market 11 is resumed.').waitFor();
      await page.goto('/account/activity');
      await page.getByRole('row').filter({ hasText: 'Feed paused' }).getByText('stooq of market 11').waitFor();
    });

    test('the symbols of a feed are shown by state, with markup as text', async () => {
      const page = await open('/operator/feeds');
      await page.getByRole('button', { name: 'Symbols', exact: true }).click();
      await page.getByText('3 of 3 symbols').waitFor();
      await page.getByRole('button', { name: 'Failing' }).click();
      await page.getByText('1 of 1 symbols').waitFor();
      await page.getByRole('row').filter({ hasText: 'QQQ' }).getByText(`2 times: ${HOSTILE}`).waitFor();
      expect([await page.title(), await page.locator('img').count()]).toEqual(['Feeds · Perennial', 0]);
      await page.getByRole('button', { name: 'All', exact: true }).click();
      await page.getByText('3 of 3 symbols').waitFor();
      await expectLayout(page);
    });

    test('held prices are compared with the stored ones, and taken or dropped after a confirmation', async () => {
      const page = await open('/operator/held-prices');
      const card = page.getByRole('region', { name: 'SPY' });
      await card.getByRole('img', { name: /Held closes of SPY/ }).waitFor();
      await card
        .getByText('-50.00 % to 0.00 %, median 0.00 %')
        .or(card.getByText('−50.00 % to 0.00 %'))
        .first()
        .waitFor();
      await card.getByText('As a table').click();
      await card
        .getByRole('cell', { name: /50\.00/ })
        .first()
        .waitFor();
      await expectLayout(page);
      expect([await page.title(), await page.locator('img:not([role])').count()]).toEqual([
        'Held prices · Perennial',
        0,
      ]);
      await card.getByRole('button', { name: 'Take the held prices of SPY' }).focus();
      await page.keyboard.press('Enter');
      await page
        .getByRole('dialog')
        .getByText(/stand in the place of/)
        .waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.locator('dialog').waitFor({ state: 'detached' });
      expect(await pages.service.storage.heldPrices.count()).toBe(1);
      await card.getByRole('button', { name: 'Take the held prices of SPY' }).click();
      await page.getByRole('button', { name: 'Take them', exact: true }).last().click();
      await page.getByRole('status').getByText('The held prices of SPY are stored.').waitFor();
      await page.getByText('Nothing waits').waitFor();
      await hold();
      await page.getByRole('button', { name: 'Refresh' }).click();
      await card.getByRole('button', { name: 'Drop the held prices of SPY' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Drop them' }).click();
      await page.getByRole('status').getByText('SPY keeps its prices').waitFor();
      await page.goto('/operator/feeds');
      await page.getByRole('button', { name: 'Ask again for 1 dropped' }).click();
      await page.getByRole('status').getByText('is resumed').waitFor();
    });
  });
});
