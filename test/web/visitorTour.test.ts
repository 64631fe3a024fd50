import type { Page } from 'playwright-core';
import { describePages, type Pages } from '../helpers/chromium';
import { becomes } from '../helpers/eventually';
import { signIn } from '../helpers/signedInPages';

const SYMBOLS = ['AAPL', 'MSFT', 'JPM', 'SPY', 'QQQ', 'KO'];
const rows = (page: Page) => page.locator('main table').first().locator('tbody > tr:not(.detail)');

/** Paths below /v1 that a page requests, in their order; `taken` empties the list. */
function asked(page: Page): { taken(): string[] } {
  const paths: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/v1/')) paths.push(pathname.slice(3));
  });
  return { taken: () => paths.splice(0) };
}

const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click();

/** Goes on to the next minute of the rate limit. */
function nextMinute({ service: { clock } }: Pages): void {
  clock.set(new Date(clock.now().getTime() + 60_000));
}

describePages('a visitor', { now: '2024-06-28T15:00:00Z', sandbox: SYMBOLS, metered: true }, (pages) => {
  test('sees every page within the ten requests of a minute: shared data is requested once', async () => {
    // No pick was made yet, which is a 404 with a page of its own.
    const page = await pages.open('/', { expected: /404/ });
    await rows(page).first().waitFor();
    const calls = asked(page);
    await page.reload();
    await rows(page).first().waitFor();
    expect(calls.taken().sort()).toEqual(
      SYMBOLS.slice(0, 5)
        .map((symbol) => `/analyze/${symbol}`)
        .sort(),
    );
    nextMinute(pages);
    await page.reload();
    await rows(page).first().waitFor();
    calls.taken();

    await page.locator('main').getByRole('link', { name: 'AAPL', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'AAPL' }).waitFor();
    await page.locator('main .plot, main figure').first().waitFor();
    await goTo(page, 'Calendar');
    await page.locator('main table').first().waitFor();
    await goTo(page, 'Scan');
    await rows(page).first().waitFor();
    expect(calls.taken()).toEqual(['/symbols/AAPL/heatmap']);
    await goTo(page, 'Daily pick');
    await page.getByText('No pick yet').waitFor();
    await goTo(page, 'Markets');
    await page.locator('main tbody tr').first().waitFor();
    await goTo(page, 'Method');
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    expect(calls.taken().sort()).toEqual(['/daily-pick', '/daily-pick/evaluation', '/markets', '/methodology']);
    expect(await page.getByText('Too many requests').count()).toBe(0);
  });

  test('sends requests by the button only, which is disabled for invalid input', async () => {
    nextMinute(pages);
    const page = await pages.open('/');
    await rows(page).first().waitFor();
    const calls = asked(page);
    await page.getByLabel('Years looked back').fill('4');
    await becomes(() => page.getByRole('button', { name: 'Show', exact: true }).isDisabled(), true);
    await page.getByLabel('Years looked back').fill('15');
    await page.getByText('Changed, not shown yet.').waitFor();
    expect(calls.taken()).toEqual([]);
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByText(/of 15/).first().waitFor();
    expect(calls.taken()).toHaveLength(5);
    expect(new URL(page.url()).search).toBe('?years=15');
  });

  test('requests again only what failed', async () => {
    nextMinute(pages);
    const page = await pages.open('/method', { expected: /503/ });
    const calls = asked(page);
    await page.context().route('**/v1/analyze/JPM*', (route) =>
      route.fulfill({
        status: 503,
        contentType: 'application/json',
        body: JSON.stringify({ error: { code: 'upstream_unavailable', message: 'Prices are away.' } }),
      }),
    );
    await goTo(page, 'Scan');
    await rows(page).first().waitFor();
    await becomes(() => rows(page).count(), 4);
    await page.context().unroute('**/v1/analyze/JPM*');
    calls.taken();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'JPM', exact: true }).waitFor();
    await becomes(() => rows(page).count(), 5);
    expect(calls.taken()).toEqual(['/analyze/JPM']);
  });

  test('drops cached answers when prices have changed', async () => {
    nextMinute(pages);
    const page = await pages.open('/markets', { expected: /404/ });
    await page.locator('main tbody tr').first().waitFor();
    const calls = asked(page);
    await page.route('**/v1/methodology', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), 'x-data-version': 'f'.repeat(64) } });
    });
    await goTo(page, 'Method');
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    await goTo(page, 'Markets');
    await page.locator('main tbody tr').first().waitFor();
    expect(calls.taken()).toEqual(['/methodology', '/markets']);
  });

  test('is signed in and out in every tab of the browser at once', async () => {
    nextMinute(pages);
    const page = await signIn(pages);
    const other = await page.context().newPage();
    await other.goto(`${pages.url}/method`);
    await other.getByRole('link', { name: 'Account', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await other.getByRole('link', { name: 'Sign in', exact: true }).waitFor();
  });
});
