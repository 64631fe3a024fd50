import type { Page } from 'playwright-core';
import { describePages, expectFits, expectLayout } from '../helpers/chromium';
import { becomes, eventually } from '../helpers/eventually';
import { syntheticBars } from '../helpers/syntheticBars';
import { plantedUniverse, UNIVERSE_NOW } from '../helpers/universe';

const HOSTILE = '<img src=x onerror="document.title=1"> &amp; Søns 日本';
const symbols = plantedUniverse().map((one) => (one.symbol === 'D00' ? { ...one, name: HOSTILE } : one));

const names = (page: Page) => page.locator('tbody th').allTextContents();

describePages('markets', { now: UNIVERSE_NOW, symbols }, (pages) => {
  test('are those of GET /markets, and lead to their symbols and back', async () => {
    const page = await pages.open('/markets', { as: 'dev' });
    const { body } = await pages.service.get('/v1/markets', 'dev').expect(200);
    await page.getByText('17 markets').waitFor();
    const markets = body.markets.map(({ name }: { name: string }) => name);
    await becomes(() => names(page), markets);
    await expectLayout(page);
    await page.getByRole('link', { name: 'DOW 30 STOCKS' }).click();
    await page.getByText('30 of 30 symbols match').waitFor();
    expect(await page.title()).toBe('DOW 30 STOCKS · Perennial');
    await page.goBack();
    await page.getByText('17 markets').waitFor();
  });

  test('are searched by ticker or name, with the search in the address; names are shown as text', async () => {
    const page = await pages.open('/markets/0', { as: 'dev' });
    await page.getByLabel('Ticker or name').fill('D1');
    await page.getByRole('button', { name: 'Search' }).press('Enter');
    await page.getByText('10 of 30 symbols match').waitFor();
    expect(new URL(page.url()).search).toBe('?q=D1');
    await page.goto('/markets/0?q=D00');
    await page.getByText('1 of 30 symbols match').waitFor();
    expect(await page.locator('tbody td').first().textContent()).toBe(HOSTILE);
    expect(await page.locator('tbody td').allTextContents()).toEqual([HOSTILE, '2013-01-02', '2024-12-19', 'current']);
    expect(await page.locator('main img').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'D00' }).getAttribute('href')).toBe('/symbol/0/D00');
    await page.goto('/markets/0?q=%3Cscript%3Enothing');
    await page.getByText('No symbol of this market matches.').waitFor();
  });

  test('unknown markets, empty ones and those outside the plan say so', async () => {
    const page = await pages.open('/markets/%3Cb%3E99', { as: 'free' });
    await page.getByText('There is no market <b>99.').waitFor();
    await page.goto('/markets/16');
    await page.getByText('This market is not part of your plan.').waitFor();
    const all = await pages.open('/markets/16', { as: 'business' });
    await all.getByText('This market holds no prices.').waitFor();
  });

  test('show a visitor the symbols of the demo token', async () => {
    const page = await pages.open('/markets/0');
    await page.getByRole('link', { name: 'MSFT' }).waitFor();
    await expectLayout(page);
  });

  test('the method has every section, field and number of GET /methodology', async () => {
    const { body } = await pages.service.get('/v1/methodology').expect(200);
    const page = await pages.open('/method');
    for (const { title } of body.sections) await page.getByRole('heading', { name: title, exact: true }).waitFor();
    await expectLayout(page);
    await page.getByRole('tab', { name: 'Every field' }).click();
    await page.getByText(`${body.definitions.length} of ${body.definitions.length} fields`).waitFor();
    await expectFits(page);
    await page.getByLabel('Find a field').fill('historical_win_rate');
    await eventually(async () => {
      const { length } = await names(page);
      return length > 0 && length < 20;
    });
    await page.getByRole('tab', { name: 'Every field' }).press('ArrowRight');
    await page.getByRole('heading', { name: 'The edge score' }).waitFor();
    expect(new URL(page.url()).search).toBe('?view=edge');
    await expectLayout(page);
    await page.goto('/method?view=evidence');
    await page.getByText('No model is in service').waitFor();
    await page.getByText('Nothing is measured yet').waitFor();
    await page.goto('/method?view=%3Cb%3E');
    await page.getByRole('heading', { name: body.sections[0].title, exact: true }).waitFor();
  });
});

/** Enough members for a study. */
const members = Array.from({ length: 21 }, (_, i) => ({
  symbol: `M${String.fromCharCode(65 + i)}`,
  markets: ['0'],
  bars: syntheticBars({ seed: 50 + i, fromYear: 1994, toYear: 2024 }),
}));

describePages('the method of a market with 21 members', { symbols: members }, (pages) => {
  test('draws what came true by decade, with the finding first, once it is measured', async () => {
    await pages.service.service.queue.send('came-true', {}, { key: 'came-true' });
    await pages.service.service.start();
    await pages.service.service.queue.settled();
    const { body } = await pages.service.get('/v1/methodology').expect(200);
    expect(body.came_true.length).toBeGreaterThan(0);
    const page = await pages.open('/method?view=evidence');
    for (const { name, reading } of body.came_true) {
      await page.getByText(`${name}: share of what windows showed that came true`).waitFor();
      await page.getByRole('img', { name: reading }).waitFor();
    }
    expect(await page.getByRole('heading', { level: 2 }).first().textContent()).toBe('Seasonal effects fade');
    await expectLayout(page);
  });
});
