import type { Page } from 'playwright-core';
import { describePages, overflowOf, violationsOf } from '../helpers/chromium';
import { plantedUniverse, seasonalWalk, UNIVERSE_NOW } from '../helpers/universe';

const SEASON = { month: 12, day: 18, hold: 20, pct: 8 };
const YOUNG = {
  symbol: 'YNG',
  markets: ['0'],
  name: 'トヨタ自動車 <b>تويوتا</b>',
  bars: seasonalWalk({ seed: 3, from: '2020-11-02', to: '2024-12-19', season: SEASON }),
};
const SYMBOLS = [...plantedUniverse().filter((_, i) => i % 3 === 0), YOUNG];

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
  'from a scan on',
  { now: UNIVERSE_NOW, symbols: SYMBOLS, nullDistributions: { rotations: 19 } },
  (pages) => {
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

    test.each([360, 1920])(
      'a symbol of four years, %i wide, says why values are missing, and shows its name as text',
      async (width) => {
        const page = await pages.open('/symbol/0/YNG', { as: 'business', width, dark: width === 1920 });
        await page.getByText(YOUNG.name).waitFor();
        await page.getByText('Too few years to colour this map').waitFor();
        expect(await overflowOf(page)).toBe(0);
        expect(await violationsOf(page)).toEqual([]);
        await page.getByText('average', { exact: true }).click();
        await page.getByText('Too few years to colour this map').waitFor({ state: 'detached' });
        await page.getByText('Point at a cell to read it.').waitFor();
      },
    );
  },
);
