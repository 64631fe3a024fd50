import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { importPrices } from '../../src/jobs/import';
import { loadMarkets } from '../../src/seeds';
import { weekdayBars } from '../helpers/bars';
import { describePages, expectLayout, type OpenOptions, violationsOf } from '../helpers/chromium';
import { signIn } from '../helpers/signedInPages';
import { tempFolder } from '../helpers/tempFolder';

const NOW = '2024-06-28T15:00:00Z';
const OPERATOR = 'business@example.com';
const HOSTILE = `<img src=x onerror="document.title='taken'">.csv`;
const folder = tempFolder();
const good = weekdayBars('2014-01-01', '2024-06-27', (day) => 50 + (day % 7));
const split = { ...good, close: good.close.map((close, i) => (i < 1000 ? 4 * close : close)) };
const symbols = [
  { symbol: 'GOOD', name: 'Good Inc.', markets: ['0'], bars: good },
  { symbol: 'SPLIT', markets: ['11'], bars: { ...split, high: split.close, low: split.close } },
];

describePages('data quality', { now: NOW, symbols }, (pages) => {
  const open = (path = '/operator/data-quality', options: OpenOptions = {}): Promise<Page> =>
    signIn(pages, { email: OPERATOR, path, ...options });
  const put = (name: string, text: string) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), text);
    const { storage, clock } = pages.service;
    const options = { paths: [join(folder, name)], market: loadMarkets()[0], yes: true };
    return importPrices({ prices: storage.prices, clock }, options);
  };
  beforeAll(async () => {
    const { storage } = pages.service;
    await storage.accounts.setRole((await storage.accounts.findByEmail(OPERATOR))!.id, 'admin');
  });

  test('symbols are listed worst first with their pictures; before the first run there is no report', async () => {
    const page = await open('/operator');
    await page.getByRole('navigation', { name: 'Operator' }).getByRole('link', { name: 'Data quality' }).click();
    await page.getByText('2 of 2 symbols, worst first').waitFor();
    const rows = page.getByRole('row');
    expect(await rows.nth(1).textContent()).toContain('SPLIT');
    await page.getByRole('img', { name: /^SPLIT: [\d,]+ bars of .* 1 moves like a missed split/ }).waitFor();
    await rows.nth(1).getByText('Which').click();
    await rows.nth(1).getByText('like a 4:1 split').last().waitFor();
    await page.getByText('No report yet').waitFor();
    await expectLayout(page);
  });

  test('filters are part of the address, and the back button restores them', async () => {
    const page = await open(undefined, { expected: /400/ });
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
    await page.goto(`/operator/data-quality?kind=${encodeURIComponent(HOSTILE)}&market=99&run=x`);
    await page.getByRole('alert').waitFor();
    expect(await page.title()).toBe('Data quality · Perennial');
  });

  test('the report of a run says what was refused, why and where, with markup as text', async () => {
    const rows = ['2024-01-02,10', '2024-01-03,-1', '2024-01-03,10', '2024-01-03,11', '2024-03-01,30'];
    await put('ODD.csv', `Date,Close\n${rows.join('\n')}\n`);
    await put(HOSTILE, 'no prices');
    const page = await open();
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
    await page.getByText('3 of 3 symbols').waitFor();
    await page.getByRole('row').filter({ hasText: HOSTILE }).first().waitFor();
    await expectLayout(page);
    expect([await page.title(), await page.locator('img').count()]).toEqual(['Data quality · Perennial', 0]);
  });

  test('an unknown run has no report, and the page says so', async () => {
    const page = await open('/operator/data-quality?run=4711', { expected: /404/ });
    await page.getByText(/no report of a run 4711/).waitFor();
  });
});
