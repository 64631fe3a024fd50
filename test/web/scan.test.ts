import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describePages, expectLayout, violationsOf } from '../helpers/chromium';
import { becomes, eventually } from '../helpers/eventually';
import { plantedUniverse, UNIVERSE_NOW } from '../helpers/universe';

/** The texts of one column in the shown rows. */
async function columnOf(page: Page, name: string): Promise<string[]> {
  const table = page.locator('main table').first();
  const headers = await table.locator('thead th').allTextContents();
  const at = headers.findIndex((text) => text.startsWith(name));
  return table.locator(`tbody > tr:not(.detail) > :nth-child(${at + 1})`).allTextContents();
}

const rows = (page: Page) => page.locator('main table').first().locator('tbody > tr:not(.detail)');
const header = (page: Page, name: string) => page.locator('thead th', { hasText: name }).first();

/** What has the focus: its accessible text. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(
    '(document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent ?? "").trim()',
  );

/** The heading of a page, once it has the focus: that comes a moment after it is drawn. */
const headingInFocus = (page: Page, name: string) =>
  page.locator(':focus').and(page.getByRole('heading', { level: 1, name, exact: true }));

/** Presses Tab until an element of this name has the focus; gives up after 120 times. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let i = 0; i < 120; i++) {
    await page.keyboard.press('Tab');
    if (name.test(await focused(page))) return;
  }
  throw new Error(`no Tab leads to ${name}; the focus is at ${await focused(page)}`);
}

describePages(
  'the scan',
  { now: UNIVERSE_NOW, symbols: plantedUniverse(), nullDistributions: { rotations: 19 } },
  (pages) => {
    test('shows the answer of GET /scan: every card with its base rate, its years and its p-values', async () => {
      const page = await pages.open('/', { as: 'business' });
      await rows(page).first().waitFor();
      const { body } = await pages.service.get('/v1/scan').expect(200);
      expect(await columnOf(page, 'Edge')).toEqual(
        body.opportunities.map((card: { edge_score: number }) => `${card.edge_score}`),
      );
      const [card] = body.opportunities;
      const [won] = await columnOf(page, 'Won');
      expect(won).toContain(`${card.receipts.wins} of ${card.receipts.years_tested}`);
      expect(won).toContain(`any date ${(card.receipts.any_date.win_rate * 100).toFixed(0)} %`);
      expect(await rows(page).first().locator('.year-bars rect').count()).toBe(card.receipts.per_year.length);
      expect((await columnOf(page, 'Shuffled calendars'))[0]).toMatch(/^p [\d.]+ \/ [\d.]+$/);
      await page.getByText(body.summary).waitFor();
      expect(await page.getByText('Sandbox').count()).toBe(0);
    });

    test.each([
      ['', {}],
      ['years=8', { years: '8' }],
    ])('leads from a row of /?%s to its window on the page of its symbol', async (query, years) => {
      const page = await pages.open(`/?${query}`, { as: 'business' });
      const { body } = await pages.service.get(`/v1/scan?${query}`).expect(200);
      const [{ symbol, market, direction, setup, headline, significance, analyze_url }] = body.opportunities;
      await rows(page).first().getByRole('link', { name: symbol, exact: true }).click();
      await page.waitForURL(`**/symbol/${market.id}/${symbol}?*`);
      const foundBy = new URL(analyze_url, page.url()).searchParams;
      expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
        entry_date: setup.entry_date,
        days_out: String(setup.hold_days),
        direction,
        ...years,
        searched: body.window,
        searched_markets: foundBy.get('searched_markets'),
      });
      // The significance is that of the list.
      await page.getByText(significance.reading).first().waitFor();
      await page
        .getByText(headline.replace(/, edge.*/, ''))
        .first()
        .waitFor();
    });

    test('shows many rows part by part, and sorts all of them', async () => {
      const page = await pages.open('/method', { as: 'business' });
      await page.route('**/v1/scan*', async (route) => {
        const response = await route.fetch();
        const body = await response.json();
        const [card] = body.opportunities;
        const many = Array.from({ length: 450 }, (_, i) => ({
          ...card,
          rank: i + 1,
          symbol: `S${i}`,
          edge_score: i / 10,
        }));
        await route.fulfill({ response, json: { ...body, opportunities: many, count: many.length } });
      });
      await page.goto('/');
      await rows(page).first().waitFor();
      expect(await rows(page).count()).toBe(200);
      await header(page, 'Edge').getByRole('button').click();
      await eventually(async () => /^(44\.9|45)$/.test((await columnOf(page, 'Edge'))[0]));
      await page.getByRole('button', { name: 'Show 200 more of 450 rows' }).click();
      await page.getByRole('button', { name: 'Show 50 more of 450 rows' }).click();
      await becomes(() => rows(page).count(), 450);
      expect(await page.getByRole('button', { name: /more of 450 rows/ }).count()).toBe(0);
    });

    test('is sorted by any column, marked by aria-sort and kept in the address', async () => {
      const page = await pages.open('/', { as: 'business' });
      await rows(page).first().waitFor();
      const asFound = await columnOf(page, 'Edge');
      await header(page, 'Edge').getByRole('button').click();
      await becomes(() => header(page, 'Edge').getAttribute('aria-sort'), 'descending');
      const sorted = [...asFound].sort((a, b) => Number(b) - Number(a));
      await becomes(() => columnOf(page, 'Edge'), sorted);
      await page.reload();
      await rows(page).first().waitFor();
      await becomes(() => columnOf(page, 'Edge'), sorted);
      await header(page, 'Edge').getByRole('button').click();
      await becomes(() => columnOf(page, 'Edge'), [...sorted].reverse());
      await header(page, 'Edge').getByRole('button').click();
      await becomes(() => columnOf(page, 'Edge'), asFound);
      for (const name of [
        'Symbol',
        'Direction',
        'Entry',
        'Days',
        'Years',
        'Won',
        'Average',
        'Median',
        'Sharpe',
        'Shuffled calendars',
      ]) {
        await header(page, name).getByRole('button').click();
        await eventually(async () =>
          /ascending|descending/.test((await header(page, name).getAttribute('aria-sort'))!),
        );
      }
    });

    test('scans with its filters, within the bounds of the contract; the back button restores them', async () => {
      const page = await pages.open('/', { as: 'business' });
      await rows(page).first().waitFor();
      await page.getByLabel('Years looked back').fill('4');
      await page.getByText('A whole number of 5 to 98.').waitFor();
      await becomes(() => page.getByRole('button', { name: 'Scan', exact: true }).isDisabled(), true);
      await page.getByLabel('Years looked back').fill('8');
      await page.getByText('short', { exact: true }).click();
      await page.getByText('Changed, not scanned yet.').waitFor();
      const asked = page.waitForRequest(/\/v1\/scan/);
      await page.getByRole('button', { name: 'Scan', exact: true }).click();
      expect(new URL((await asked).url()).search).toBe('?direction=short&years=8');
      await becomes(async () => new URL(page.url()).search, '?direction=short&years=8');
      await page.getByText('8 years of which').waitFor();
      await becomes(async () => new Set(await columnOf(page, 'Direction')), new Set(['▼ short']));
      await page.goBack();
      await page.getByText('10 years of which').waitFor();
      await becomes(() => page.getByLabel('Years looked back').inputValue(), '10');
      await page.goForward();
      await page.getByText('8 years of which').waitFor();
    });

    test('opens the receipts of a row by keyboard, and links picked rows to a comparison', async () => {
      const page = await pages.open('/', { as: 'business' });
      await rows(page).first().waitFor();
      const [symbol] = (await columnOf(page, 'Symbol')).map((text) => text.slice(0, 3));
      const opener = page.getByRole('button', { name: `Receipts of ${symbol}` });
      await opener.press('Enter');
      await becomes(() => opener.getAttribute('aria-expanded'), 'true');
      await page.getByRole('heading', { name: 'Next step' }).waitFor();
      await becomes(() => page.locator('.receipts tbody tr').count(), 10);
      expect(await violationsOf(page)).toEqual([]);
      await page.getByRole('checkbox', { name: /^Pick/ }).nth(0).press('Space');
      await page.getByRole('checkbox', { name: /^Pick/ }).nth(1).press('Space');
      const compare = new URL(
        (await page.getByRole('link', { name: 'Compare 2' }).getAttribute('href')) ?? '',
        pages.url,
      );
      expect(compare.pathname).toBe('/compare');
      expect(compare.searchParams.get('symbols')?.split(',')).toHaveLength(2);
    });

    test('saves the shown rows in their order', async () => {
      const page = await pages.open('/?sort=edge.desc', { as: 'business' });
      await rows(page).first().waitFor();
      const shown = await columnOf(page, 'Edge');
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save these rows as CSV' }).click();
      const download = await saved;
      expect(download.suggestedFilename()).toMatch(/^scan-2024-12-20\.\.\d{4}-\d{2}-\d{2}\.csv$/);
      const [head, ...lines] = readFileSync(await download.path(), 'utf8')
        .split('\r\n')
        .slice(0, -1);
      const at = head.split(',').indexOf('edge_score');
      expect(lines.map((line) => line.split(',')[at])).toEqual(shown);
    });

    test('shows as text what is wrong with an address', async () => {
      const page = await pages.open('/?years=%3Cscript%3Ealert(1)%3C/script%3E&sort=%3Cb%3E&open=%3Cimg%20src=x%3E', {
        as: 'business',
        expected: /400/,
      });
      await page.getByText('This request is invalid').waitFor();
      await page.goto('/?markets=%3Cimg%20src=x%20onerror=alert(1)%3E');
      await page.getByRole('alert').getByText('<img src=x onerror=alert(1)>').waitFor();
      expect(await page.locator('main img').count()).toBe(0);
    });

    test('says when nothing qualifies, and when the plan shows fewer rows than qualify', async () => {
      const page = await pages.open('/?min_avg_return=1000', { as: 'business' });
      await page.getByText('Nothing qualifies').waitFor();
      const free = await pages.open('/?direction=long&max_days=5&rank_by=edge', { as: 'free' });
      await free.getByText('More rows qualify than this plan shows.').waitFor();
    });

    test('says when it can try again after a 429, and that the server cannot be reached', async () => {
      const page = await pages.open('/method', { as: 'business', expected: /429|ERR_INTERNET_DISCONNECTED/ });
      const context = page.context();
      await context.route('**/v1/scan*', (route) =>
        route.fulfill({
          status: 429,
          headers: { 'Retry-After': '40', 'Content-Type': 'application/json' },
          body: JSON.stringify({ error: { code: 'rate_limited', message: 'The minute is spent.' } }),
        }),
      );
      await page.getByRole('link', { name: 'Scan' }).click();
      await page.getByText('Too many requests').waitFor();
      await page.getByText(/This is over at \d\d:\d\d:\d\d, in \d+ s\./).waitFor();
      expect(await page.getByRole('button', { name: 'Try again' }).isDisabled()).toBe(true);
      await context.unroute('**/v1/scan*');
      await context.setOffline(true);
      await page.getByLabel('Years looked back').fill('9');
      await page.getByRole('button', { name: 'Scan', exact: true }).click();
      await page.getByText('The server cannot be reached.').waitFor();
      await context.setOffline(false);
      await page.getByRole('button', { name: 'Try again' }).click();
      await rows(page).first().waitFor();
    });

    test('the keyboard alone leads to a symbol and to a comparison of it', async () => {
      const page = await pages.open('/', { as: 'business' });
      await page.locator('main tbody tr').first().waitFor();
      await tabTo(page, /^Pick \w+ long$/);
      const [, symbol] = /^Pick (\w+) /.exec(await focused(page))!;
      await tabTo(page, new RegExp(`^${symbol}$`));
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: symbol }).waitFor();
      // After navigation, the focus is on the heading.
      await headingInFocus(page, symbol).waitFor();
      await page.getByRole('link', { name: `Compare ${symbol} with others` }).waitFor();
      await tabTo(page, new RegExp(`^Compare ${symbol} with others$`));
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Compare' }).waitFor();
      await headingInFocus(page, 'Compare').waitFor();
      const other = symbol === 'D00' ? 'D03' : 'D00';
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.value')).toBe(symbol);
      await page.keyboard.press('End');
      await page.keyboard.type(`, ${other}`);
      await page.keyboard.press('Enter');
      await page.getByRole('region', { name: 'Comparison' }).waitFor();
      expect(new URL(page.url()).searchParams.get('symbols')).toBe(`${symbol},${other}`);
    });

    test('fits every window, and axe finds nothing', async () => {
      const page = await pages.open('/', { as: 'business' });
      await rows(page).first().waitFor();
      await expectLayout(page);
    });
  },
);
