import { describePages, expectLayout } from '../helpers/chromium';
import { becomes } from '../helpers/eventually';
import { plantedUniverse, seasonalWalk, UNIVERSE_NOW } from '../helpers/universe';

const YOUNG = { symbol: 'YNG', markets: ['0'], bars: seasonalWalk({ seed: 5, from: '2021-06-01', to: '2024-12-19' }) };
const SYMBOLS = [...plantedUniverse().slice(0, 3), YOUNG];

describePages('comparing', { now: UNIVERSE_NOW, symbols: SYMBOLS }, (pages) => {
  const business = { as: 'business' } as const;

  test('begins with an empty form, which sends no request until two symbols are named', async () => {
    const page = await pages.open('/compare', business);
    await page.getByText('Nothing to compare yet').waitFor();
    await page.getByRole('textbox', { name: /^Symbols/ }).fill('d00');
    await page.getByRole('textbox', { name: /^Symbols/ }).press('Enter');
    await page.getByText('d00 alone cannot be compared').waitFor();
    await page.getByRole('textbox', { name: /^Symbols/ }).fill('d00 D01, d01');
    await page.getByRole('button', { name: 'Compare' }).press('Enter');
    await page.getByRole('region', { name: 'Comparison' }).waitFor();
    expect(new URL(page.url()).searchParams.get('symbols')).toBe('d00,D01');
    await page.goBack();
    await page.getByText('d00 alone cannot be compared').waitFor();
  });

  test('is reproduced by its address, and shows the answer of the API', async () => {
    const query = 'symbols=D00,D01,D02&days_out=15&years=8&direction=short&entry_date=2024-12-18';
    const page = await pages.open(`/compare?${query}`, business);
    const { body } = await pages.service.get(`/v1/compare?${query}`);
    const table = page.getByRole('region', { name: /The symbols/ });
    await table.waitFor();
    for (const { symbol, stats } of body.symbols) {
      const row = table.getByRole('row', { name: new RegExp(`^${symbol}`) });
      const text = await row.innerText();
      const average = Math.abs(stats.avg_return_pct).toFixed(1);
      expect(text).toContain(`${stats.avg_return_pct < 0 ? '−' : '+'}${average} %`);
      expect(text).toContain(`${stats.wins} of ${stats.years_tested}`);
    }
    for (const { text } of body.findings) await page.getByText(text).waitFor();
    const dots = page.getByRole('img', { name: /Yearly returns as dots/ });
    await dots.waitFor();
    await becomes(() => dots.locator('circle').count(), 3 * 8);
    await page.reload();
    await table.waitFor();
    await becomes(() => page.getByLabel('Days held').inputValue(), '15');
    await page.getByRole('button', { name: 'Average' }).click();
    const average = page.getByRole('columnheader', { name: 'Average', exact: false }).first();
    await becomes(() => average.getAttribute('aria-sort'), 'descending');
  });

  test('with fewer than five shared years, ranks nothing and says why', async () => {
    const page = await pages.open('/compare?symbols=D00,YNG', business);
    await page.getByText('Nothing is ranked').waitFor();
    await page.getByText(/at least 5 are needed/).waitFor();
    expect(await page.getByText('What these years show').count()).toBe(0);
  });

  test('shows in words why a request is invalid, whatever the address contains', async () => {
    const expected = /40[04]/;
    const page = await pages.open(`/compare?symbols=${encodeURIComponent('<img src=x onerror=alert(1)>,D00')}`, {
      ...business,
      expected,
    });
    await page.getByRole('alert').waitFor();
    expect(await page.locator('main img').count()).toBe(0);
    await page.goto('/compare?symbols=D00,NOPE');
    await page.getByRole('alert').getByText(/NOPE/).waitFor();
    await page.goto('/compare?symbols=D00,D01&days_out=1e9&years=many');
    await page
      .getByRole('alert')
      .getByText(/This request is invalid/)
      .waitFor();
    await page.goto('/compare?symbols=A,B,C,D,E,F,G,H,I,J,K');
    await page.getByText('11 symbols are too many').waitFor();
  });

  test('fits every window, and axe finds nothing', async () => {
    const page = await pages.open('/compare?symbols=D00,D01,YNG', business);
    await page.getByRole('region', { name: /The symbols/ }).waitFor();
    await expectLayout(page);
  });
});
