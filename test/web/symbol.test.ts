import type { Page } from 'playwright-core';
import type { TestSymbol } from '../helpers/app';
import { describePages, expectFits, expectLayout } from '../helpers/chromium';
import { seasonalWalk } from '../helpers/universe';

const NOW = '2024-06-28T15:00:00Z';
const PINNED = 'entry_date=2024-07-10&days_out=20&direction=long';

const windowOf = (page: Page) => page.getByRole('region', { name: 'Window', exact: true });
const heat = (page: Page) => page.getByRole('application');
const readout = (page: Page) => page.getByRole('status').filter({ hasText: /days|Point/ });
const query = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

/** Waits for the card and the map. */
async function drawn(page: Page): Promise<void> {
  await windowOf(page).getByRole('heading', { level: 2 }).waitFor();
  await heat(page).locator('svg rect').first().waitFor();
}

describePages('a symbol of the sandbox', { now: NOW }, (pages) => {
  test('shows its card, its numbers and its receipts as the API has them', async () => {
    const page = await pages.open(`/symbol/0/AAPL?${PINNED}`);
    await drawn(page);
    const { body } = await pages.service.get(`/v1/analyze/AAPL?market=0&${PINNED}&include=chart`).expect(200);
    const { receipts, headline, significance, chart } = body.card;
    await page.getByRole('heading', { level: 1, name: 'AAPL' }).waitFor();
    expect(await windowOf(page).textContent()).toContain(headline);
    expect(await page.getByRole('region', { name: 'Numbers' }).textContent()).toContain(significance.reading);
    const { win_rate, windows } = receipts.any_date;
    const any = `Any date won${(100 * win_rate).toFixed(0)} % of ${windows.toLocaleString('en-US')} windows`;
    expect(await page.getByRole('region', { name: 'Numbers' }).textContent()).toContain(any);
    const rows = page.getByRole('region', { name: 'Receipts' }).locator('tbody tr');
    expect(await rows.count()).toBe(receipts.per_year.length);
    for (const [i, { year, return_pct, result }] of receipts.per_year.entries()) {
      const text = await rows.nth(i).textContent();
      expect(text).toContain(year);
      expect(text).toContain(Math.abs(return_pct).toFixed(4));
      expect(text).toContain(result);
      expect(text).toContain(`${chart.per_year_bars[i].entry_session}${chart.per_year_bars[i].exit_session}`);
    }
    await page.getByText('the prices are invented').waitFor();
    await expectLayout(page);
  });

  test('has a heat map that works without a mouse, and whose cells equal their analyses', async () => {
    const page = await pages.open(`/symbol/0/AAPL?${PINNED}`);
    await drawn(page);
    await heat(page).focus();
    for (const key of ['PageDown', 'ArrowRight', 'ArrowUp', 'ArrowUp', 'ArrowLeft', 'ArrowLeft']) {
      await page.keyboard.press(key);
    }
    const { body } = await pages.service.get(
      '/v1/analyze/AAPL?market=0&entry_date=2024-08-08&days_out=30&direction=long',
    );
    const { z } = body.card.significance;
    const told = `Thu 2024-08-08, 30 days: z ${z.toFixed(2).replace('-', '−')} from drift; n = 10 years`;
    await readout(page).getByText(told).or(page.getByText(told)).first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Long 2024-08-08 to 2024-09-06, 30 days' }).waitFor();
    expect(query(page)).toEqual({ entry_date: '2024-08-08', days_out: '30', direction: 'long' });
    await page.goBack();
    await page.getByRole('heading', { name: 'Long 2024-07-10 to 2024-07-29, 20 days' }).waitFor();
  });

  test('has a cell read on hover, and pinned on click', async () => {
    const page = await pages.open(`/symbol/0/AAPL?${PINNED}`);
    await drawn(page);
    await heat(page).locator('svg.plot').scrollIntoViewIfNeeded();
    const box = await heat(page).locator('svg.plot').boundingBox();
    await page.getByText('Point at a cell to read it.').waitFor();
    const at = [box!.x + box!.width * 0.4, box!.y + box!.height * 0.5] as const;
    await page.mouse.move(...at);
    const told = await page.getByText(/^\w{3} 2024-\d\d-\d\d, \d+ days: z/).textContent();
    const [, date, hold] = /(2024-\d\d-\d\d), (\d+) days/.exec(told!)!;
    await page.mouse.click(...at);
    await page.waitForURL(/days_out/);
    await expectQuery(page, { entry_date: date, days_out: hold });
  });

  test('keeps presets, lookback and cycle in its address, which a reload reproduces', async () => {
    const page = await pages.open('/symbol/0/AAPL');
    await drawn(page);
    await page.getByLabel('Named period').selectOption('jul');
    await page.getByRole('heading', { name: /2024-07-01 to 2024-07-31, 31 days/ }).waitFor();
    await page.getByLabel('the rest of the year instead').check();
    await page.getByRole('heading', { name: /2024-08-01 to 2025-06-30/ }).waitFor();
    await page.getByLabel('Lookback, years').selectOption('5');
    await page.getByLabel('Years that count').selectOption('pe');
    await expectQuery(page, { period: 'jul', reverse: 'true', years: '5', pe_cycle: 'pe' });
    await page.reload();
    await page.getByRole('heading', { name: /2024-08-01 to 2025-06-30/ }).waitFor();
    expect(await page.getByLabel('Years that count').inputValue()).toBe('pe');
    await page.getByText('5 pe0 years: beyond what any date does').waitFor();
  });

  test('colours its map by average or win rate, compared with any date', async () => {
    const page = await pages.open(`/symbol/0/MSFT?${PINNED}`);
    await drawn(page);
    for (const [name, told] of [
      ['average', /average \+?−?[\d.]+ %, any date/],
      ['win rate', /won \d+ %, any date \d+ %/],
    ] as const) {
      const before = page.url();
      await page.getByText(name, { exact: true }).click();
      await page.waitForURL((url) => url.href !== before && url.searchParams.has('measure'));
      await drawn(page);
      await heat(page).focus();
      await page.keyboard.press('ArrowRight');
      await page.getByText(told).waitFor();
    }
  });

  test('is judged by the search of its address until another window is chosen', async () => {
    const search = 'searched=2024-06-28..2024-07-15&searched_days=5..200';
    const page = await pages.open(`/symbol/0/AAPL?${PINNED}&${search}`);
    await drawn(page);
    const { body } = await pages.service.get(`/v1/analyze/AAPL?market=0&${PINNED}&${search}&include=chart`).expect(200);
    const numbers = page.getByRole('region', { name: 'Numbers' });
    expect(await numbers.textContent()).toContain(body.card.significance.reading);
    await page.getByText('As curl').first().click();
    await page.getByText(`&${search}`).first().waitFor();
    await page.getByText('Had it been named before looking').click();
    await page.getByText('nothing on this page counts it').waitFor();
    expect(query(page)).toMatchObject({ searched: '2024-06-28..2024-07-15', searched_days: '5..200' });
    await page.getByLabel('Lookback, years').selectOption('5');
    await expectQuery(page, { years: '5', searched: '2024-06-28..2024-07-15' });
    await page.getByLabel('Days held').fill('25');
    await page.getByRole('button', { name: 'Show window' }).click();
    await page.getByRole('heading', { name: /, 25 days$/ }).waitFor();
    expect(query(page)).toEqual({ entry_date: '2024-07-10', days_out: '25', direction: 'long', years: '5' });
  });

  test('opens another setup with the search that found it', async () => {
    const page = await pages.open('/symbol/0/AAPL');
    await drawn(page);
    const { body } = await pages.service.get('/v1/analyze/AAPL?market=0&include=chart').expect(200);
    const [other] = body.other_setups;
    await page.getByRole('button', { name: `Show ${other.direction} ${other.entry_date}` }).click();
    const searched = new URL(other.analyze_url, page.url()).searchParams.get('searched')!;
    await expectQuery(page, { entry_date: other.entry_date, days_out: String(other.hold_days), searched });
  });

  test('leads to a comparison of the same window', async () => {
    const page = await pages.open(`/symbol/0/AAPL?${PINNED}`);
    await drawn(page);
    await page.getByRole('link', { name: 'Compare AAPL with others' }).click();
    await page.waitForURL(/\/compare\?/);
    expect(query(page)).toMatchObject({ symbols: 'AAPL', entry_date: '2024-07-10', days_out: '20' });
  });

  test('names the symbols that visitors may see instead', async () => {
    const page = await pages.open('/symbol/KO', { expected: /403/ });
    await page.getByText('Not available without an account').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'SPY' }).click();
    await page.getByRole('heading', { level: 1, name: 'SPY' }).waitFor();
    await drawn(page);
  });
});

/** Waits until the address has these parameters. */
async function expectQuery(page: Page, wanted: Record<string, string>): Promise<void> {
  await page.waitForURL((url) => Object.entries(wanted).every(([name, value]) => url.searchParams.get(name) === value));
  expect(query(page)).toMatchObject(wanted);
}

const walk = (symbol: string, seed: number, from: string, markets = ['0'], name = symbol): TestSymbol => ({
  symbol,
  name,
  markets,
  bars: seasonalWalk({ seed, from, to: '2024-06-27', season: { month: 7, day: 1, hold: 40, pct: 9 } }),
});
const NAME = '<b onmouseover="alert(1)">Ωμέγα 株式会社 تويوتا</b>';
const IMPORTED = [
  walk('OLD', 1, '1990-01-02'),
  walk('YOUNG', 2, '2020-02-03', ['0'], NAME),
  walk('ABROAD', 3, '2004-01-05', ['8']),
];

describePages('a symbol of imported prices', { now: NOW, symbols: IMPORTED }, (pages) => {
  test('with four years says why values are missing, and has no sandbox notice', async () => {
    const page = await pages.open(`/symbol/0/YOUNG?${PINNED}`, { as: 'business' });
    await windowOf(page).getByRole('heading', { level: 2 }).waitFor();
    await page.getByText(/4 years won, 2020–2023/).waitFor();
    await heat(page).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByText('no strength, only 4 years were observed').waitFor();
    expect(await page.getByText('the prices are invented').count()).toBe(0);
    await page.getByText('Too few years to colour this map').waitFor();
    await page.getByText(NAME).waitFor();
    await expectLayout(page);
    await page.getByText('average', { exact: true }).click();
    await page.getByText('Too few years to colour this map').waitFor({ state: 'detached' });
  });

  const WRONG: [path: string, message: string | RegExp][] = [
    ['/symbol/NOBODY', "Unknown symbol 'NOBODY'"],
    ['/symbol/%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E', /symbol/i],
    ['/symbol/OLD?years=many', 'years'],
    ['/symbol/OLD?entry_date=1890-01-01&days_out=9', 'entry_date must lie between'],
  ];
  const OUTSIDE: typeof WRONG = [
    ['/symbol/ABROAD', 'outside the scope of the'],
    ['/symbol/8/ABROAD', 'market 8'],
  ];
  test.each([
    ['business', /40[04]/, WRONG],
    ['free', /403/, OUTSIDE],
  ] as const)('an address that is wrong for the plan %s says why', async (as, expected, addresses) => {
    const page = await pages.open('/method', { as, expected });
    for (const [path, message] of addresses) {
      await page.goto(path);
      await page.getByRole('alert').getByText(message).first().waitFor();
      await expectFits(page);
    }
  });
});
