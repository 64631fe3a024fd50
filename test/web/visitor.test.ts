import type { Page } from 'playwright-core';
import { describePages, type Pages, violationsOf } from '../helpers/chromium';
import { becomes } from '../helpers/eventually';
import { signIn } from '../helpers/signedInPages';

const NOW = '2024-06-28T15:00:00Z';
const PAGES = ['Scan', 'Compare', 'Basket', 'Calendar', 'Daily pick', 'Markets', 'Method'];
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

describePages('the pages', { now: NOW }, (pages) => {
  test('are reached by links and the back button, each with its title', async () => {
    // No pick was made yet, which is a 404 with a page of its own.
    const page = await pages.open('/', { expected: /404/ });
    for (const name of PAGES) {
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await becomes(() => page.title(), `${name} · Perennial`);
    }
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Markets' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Markets' }).waitFor();
  });

  test('say at an unknown address that there is no such page', async () => {
    const page = await pages.open('/nowhere/%E0%A4%A', { expected: /404/ });
    await page.getByRole('heading', { name: 'No such page' }).waitFor();
  });

  test('work without a mouse: the skip link, and the menu in a narrow window', async () => {
    const page = await pages.open('/method', { width: 360 });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent.trim()')).toBe('To the content');
    const menu = page.getByRole('button', { name: 'Menu' });
    await menu.focus();
    await page.keyboard.press('Enter');
    await becomes(() => menu.getAttribute('aria-expanded'), 'true');
    await page.getByRole('link', { name: 'Markets' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Markets' }).waitFor();
    await becomes(() => menu.getAttribute('aria-expanded'), 'false');
  });

  test('keep the colours that were chosen', async () => {
    const page = await pages.open('/method');
    const theme = () => page.evaluate('document.documentElement.dataset.theme');
    await page.getByRole('button', { name: /Colours/ }).click();
    await becomes(theme, 'light');
    await page.getByRole('button', { name: /Colours/ }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Colours: dark' }).waitFor();
    await becomes(theme, 'dark');
  });

  test('show a scan of the five symbols of the demo token, which are named, and whose prices are invented', async () => {
    const page = await pages.open('/');
    await rows(page).first().waitFor();
    const symbols = await rows(page).getByRole('link').allTextContents();
    expect(symbols.sort()).toEqual(['AAPL', 'JPM', 'MSFT', 'QQQ', 'SPY']);
    await page.getByText('Without an account: AAPL, MSFT, JPM, SPY, QQQ').waitFor();
    await page.getByText('the prices are invented').waitFor();
    expect(await rows(page).getByText('not known').count()).toBe(5);
    await page.getByText('As curl', { exact: true }).click();
    expect(await page.locator('pre').textContent()).toContain("-H 'Authorization: Bearer prn_demo'");
    expect(await violationsOf(page)).toEqual([]);
  });

  test('compare symbols of the demo token, and ask to sign in for others', async () => {
    const page = await pages.open('/compare', { expected: /403/ });
    await page.getByRole('link', { name: 'AAPL, MSFT, JPM' }).click();
    await page.getByRole('region', { name: /The symbols/ }).waitFor();
    await page.getByRole('textbox', { name: /^Symbols/ }).fill('AAPL, KO');
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByText('Not available without an account').waitFor();
    await page.getByRole('alert').getByRole('link', { name: 'Sign in' }).waitFor();
  });

  test('have a calendar from the day after the last prices, and say what visitors see', async () => {
    const page = await pages.open('/calendar');
    await page.getByText('Visitors see 5 symbols').waitFor();
    await page.getByRole('table', { name: 'June 2024 to July 2024' }).waitFor();
    const { card } = (await pages.service.get('/v1/analyze/AAPL?view=table', 'prn_demo')).body;
    expect(card.entry_date >= '2024-06-28' && card.entry_date <= '2024-07-27').toBe(true);
    await page.getByRole('button', { name: new RegExp(card.entry_date) }).click();
    await page
      .getByRole('region', { name: /that may be entered/ })
      .getByRole('link', { name: 'AAPL' })
      .waitFor();
    await page.getByRole('button', { name: 'Later' }).click();
    await page.getByRole('table', { name: 'July 2024 to August 2024' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });
});

describePages('a visitor', { now: NOW, sandbox: SYMBOLS, metered: true }, (pages) => {
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

const WITHOUT_TOKEN = { now: NOW, sandbox: ['AAPL'], env: { DEMO_TOKEN: 'off' } };

describePages('a visitor of a server without a demo token', WITHOUT_TOKEN, (pages) => {
  test('is asked to sign in on every page', async () => {
    const page = await pages.open('/sign-in', { expected: /401/ });
    for (const path of [
      '/',
      '/symbol/AAPL',
      '/compare?symbols=AAPL,MSFT',
      '/basket',
      '/calendar',
      '/daily-pick',
      '/markets',
      '/markets/0',
      '/method',
    ]) {
      await page.goto(path);
      const signIn = page.locator('main').getByRole('link', { name: 'Sign in', exact: false }).first();
      await signIn.waitFor();
      expect([path, await page.locator('main').innerText()]).not.toEqual([
        path,
        expect.stringMatching(/demo token|0 symbols|undefined|null/),
      ]);
      expect([path, await violationsOf(page)]).toEqual([path, []]);
      await signIn.click();
      await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    }
  });

  test('gets commands with a placeholder for a key', async () => {
    const page = await pages.open('/compare?symbols=AAPL,MSFT', { expected: /401/ });
    expect(await page.locator('pre').textContent()).toContain('Bearer $PERENNIAL_KEY');
  });
});
