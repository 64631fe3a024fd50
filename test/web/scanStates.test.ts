import type { Page } from 'playwright-core';
import { describePages, overflowOf, type Pages, violationsOf } from '../helpers/chromium';
import { seasonalWalk, UNIVERSE_NOW } from '../helpers/universe';

/** What a scan page says when results are missing, old, pending or not significant. */

const rows = (page: Page) => page.locator('main table').first().locator('tbody > tr:not(.detail)');
const walk = (seed: number, to: string, pct: number) =>
  seasonalWalk({ seed, from: '2010-01-04', to, ...(pct !== 0 && { season: { month: 12, day: 18, hold: 40, pct } }) });
const symbolsOf = (to: { dow: string; funds: string }) =>
  [1, 2, 3].flatMap((i) => [
    { symbol: `D${i}`, markets: ['0'], bars: walk(i, to.dow, 8) },
    { symbol: `F${i}`, markets: ['11'], bars: walk(10 + i, to.funds, 8) },
  ]);
/** Nothing is seasonal in market 2. */
const WALKS = [1, 2, 3, 11, 12, 13].map((seed) => {
  return { symbol: `N${seed}`, markets: ['2'], bars: walk(seed, '2024-12-19', 0) };
});

/** Makes the prices of a market unreadable, bypassing the program. */
async function spoil({ service }: Pages, market: 'D' | 'F'): Promise<void> {
  const ids = await service.sql('symbol').where('ticker', 'like', `${market}%`).pluck('id');
  await service
    .sql('price_column')
    .whereIn('symbol_id', ids)
    .update({ data: Buffer.alloc(8) });
}

async function fits(page: Page): Promise<void> {
  expect(await violationsOf(page)).toEqual([]);
  expect(await overflowOf(page)).toBe(0);
}

describePages(
  'a scan',
  {
    now: UNIVERSE_NOW,
    symbols: [...symbolsOf({ dow: '2024-12-31', funds: '2025-01-13' }), ...WALKS],
    nullDistributions: { rotations: 19 },
  },
  (pages) => {
    describe('without significant rows', () => {
      test('shows its rows as neutral, and says that all of them are', async () => {
        const page = await pages.open('/?markets=2&min_winning_years=8', { as: 'business', dark: true });
        await rows(page).first().waitFor();
        await page.getByText('All of them neutral').waitFor();
        expect(await rows(page).getByText('neutral', { exact: true }).count()).toBe(await rows(page).count());
        expect(await page.getByText('not known').count()).toBe(0);
        await fits(page);
      });
    });

    describe('of old prices', () => {
      beforeAll(() => pages.service.clock.set('2025-01-14T15:00:00Z'));
      afterAll(() => pages.service.clock.set(UNIVERSE_NOW));

      test.each(['/?markets=0%2C11', '/symbol/D1', '/compare?symbols=D1%2CF1'])(
        '%s says how old they are',
        async (address) => {
          const page = await pages.open(address, { as: 'business' });
          await page
            .getByText('Prices of market 0 (DOW 30 STOCKS) end 13 days before the last session that should be there.')
            .waitFor();
          await fits(page);
        },
      );
    });

    describe('of prices that cannot be read', () => {
      test('names the market that failed, beside the rows of the others', async () => {
        await spoil(pages, 'D');
        const page = await pages.open('/?markets=0%2C11', { as: 'business', width: 360 });
        await rows(page).first().waitFor();
        await page.getByText('Not everything could be searched').waitFor();
        await page.getByText('No answer from market 0.', { exact: true }).waitFor();
        await page.getByText('this is no proof of absence').waitFor();
        expect(await rows(page).getByRole('link', { name: /^F\d/ }).count()).toBeGreaterThan(0);
        expect(await rows(page).getByRole('link', { name: /^D\d/ }).count()).toBe(0);
        await fits(page);
      });

      test('with failures only, says when to try again, and not that nothing qualifies', async () => {
        await spoil(pages, 'D');
        const page = await pages.open('/method', { as: 'business', expected: /503/ });
        // The wait of a few seconds must not end before it is read.
        await page.clock.setFixedTime(new Date());
        await page.goto('/?markets=0');
        const notice = page.getByRole('alert').filter({ hasText: 'Prices are temporarily unavailable' });
        await notice.getByText(/This is over at \d\d:\d\d:\d\d, in \d+ s\./).waitFor();
        expect(await notice.getByRole('button', { name: 'Try again' }).isDisabled()).toBe(true);
        expect(await page.getByText('Nothing qualifies').count()).toBe(0);
        await fits(page);
      });
    });
  },
);

describePages(
  'a scan whose p-values are not computed yet',
  { now: UNIVERSE_NOW, symbols: symbolsOf({ dow: '2024-12-19', funds: '2024-12-19' }) },
  (pages) => {
    test('hatches the rows without p-values; a refresh keeps them, whatever it returns', async () => {
      const page = await pages.open('/', { as: 'business', expected: /429/ });
      await rows(page).first().waitFor();
      await page
        .getByText('Rows without p-values are hatched, and count as weak. Significance is not computed')
        .waitFor();
      expect(await rows(page).getByText('not known').count()).toBe(await rows(page).count());
      // Rows with pending p-values are always neutral, which means nothing yet.
      expect(await page.getByText('All of them neutral').count()).toBe(0);
      await fits(page);
      let answer = () => {};
      const held = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route('**/v1/scan*', async (route) => {
        await held;
        await route.fulfill({
          status: 429,
          headers: { 'Retry-After': '40', 'Content-Type': 'application/json' },
          body: JSON.stringify({ error: { code: 'rate_limited', message: 'The minute is spent.' } }),
        });
      });
      // Forced: the page polls by itself, and may be refreshing already.
      await page.getByRole('button', { name: /^Refresh(?:ing …)?$/ }).click({ force: true });
      await page.getByRole('button', { name: 'Refreshing …' }).waitFor();
      const before = await rows(page).count();
      expect(before).toBeGreaterThan(0);
      answer();
      await page.getByText('Too many requests').waitFor();
      expect(await rows(page).count()).toBe(before);
    });
  },
);
