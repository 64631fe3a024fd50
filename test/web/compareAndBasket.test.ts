import { describePages, expectLayout } from '../helpers/chromium';
import { becomes } from '../helpers/eventually';
import { plantedUniverse, seasonalWalk, UNIVERSE_NOW } from '../helpers/universe';

const listed = (symbol: string, from: string) => {
  return { symbol, markets: ['0'], bars: seasonalWalk({ seed: 5, from, to: '2024-12-19' }) };
};
const SYMBOLS = [
  ...plantedUniverse().filter((_, i) => i % 30 < 5),
  listed('YNG', '2021-06-01'),
  listed('LATE', '2024-06-01'),
];
const BASKET = '/basket?positions=D00*60*long,D04*20*short*0,E01*20*long&benchmark=E02';
const business = { as: 'business' } as const;

describePages('several symbols', { now: UNIVERSE_NOW, symbols: SYMBOLS }, (pages) => {
  describe('comparing', () => {
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

  describe('a basket', () => {
    test('is typed row by row, by keyboard, and sends positions, horizon, years and cycle only', async () => {
      const page = await pages.open('/basket', business);
      const sent: object[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST')
          sent.push({ body: request.postDataJSON(), session: request.headers()['x-session'] });
      });
      await page.getByText('Nothing to show yet').waitFor();
      await page.getByLabel('Symbol 1').fill('D00');
      await page.getByLabel('Weight 1').fill('75');
      await page.getByLabel('Symbol 2').fill('d04');
      await page.getByLabel('Weight 2').fill('25');
      await page.getByLabel('Direction 2').selectOption('short');
      await page.getByLabel('Weight 2').press('Enter');
      await page.getByRole('region', { name: 'Scenarios' }).waitFor();
      expect(sent).toHaveLength(4);
      const positions = [
        { symbol: 'D00', weight_pct: 75, direction: 'long' },
        { symbol: 'd04', weight_pct: 25, direction: 'short' },
      ];
      for (const horizon of ['30', '60', '90', 'eoy'])
        expect(sent).toContainEqual({ body: { positions, horizon, years: 10, pe_cycle: 'consecutive' }, session: '1' });
      expect(new URL(page.url()).searchParams.get('positions')).toBe('D00*75*long,d04*25*short');
    });

    test('shows the answer of the API for each horizon, and the back button returns to the one before', async () => {
      const page = await pages.open(BASKET, business);
      await page.getByRole('tab', { name: '90 days' }).click();
      const positions = [
        { symbol: 'D00', weight_pct: 60, direction: 'long' },
        { symbol: 'D04', weight_pct: 20, direction: 'short', market: '0' },
        { symbol: 'E01', weight_pct: 20, direction: 'long' },
      ];
      const { body } = await pages.service.post('/v1/portfolio/scenarios', {
        positions,
        horizon: '90',
        benchmark: 'E02',
      });
      for (const line of body.summary) await page.getByText(line).waitFor();
      await page.getByText('As a table').click();
      const years = page.getByRole('region', { name: /Contributions by year/ });
      for (const { year, return_pct, contributions } of body.per_year) {
        const text = (await years.getByRole('row', { name: year }).innerText()).replaceAll('−', '-');
        for (const pct of [
          return_pct,
          ...contributions.map((one: { contribution_pct: number }) => one.contribution_pct),
        ])
          expect(text).toContain(pct.toFixed(4));
      }
      expect(new URL(page.url()).searchParams.get('horizon')).toBe('90');
      await page.goBack();
      await becomes(() => page.getByRole('tab', { name: '30 days' }).getAttribute('aria-selected'), 'true');
    });

    test('has a tab for a custom horizon, and says so when no year is common to all positions', async () => {
      const page = await pages.open('/basket?positions=D00*1,LATE*1&days=200&horizon=custom', business);
      await page.getByText('No year that every position has').waitFor();
      await becomes(() => page.getByRole('tab', { name: 'custom' }).getAttribute('aria-selected'), 'true');
    });

    test('shows in words why a request is invalid', async () => {
      const page = await pages.open('/basket?positions=D00*-3*long', { ...business, expected: /40[04]/ });
      await page
        .getByRole('alert')
        .first()
        .getByText(/This request is invalid/)
        .waitFor();
      await page.getByText('A number above 0.').waitFor();
      await page.goto(`/basket?positions=${encodeURIComponent('<svg onload=alert(1)>*1')}`);
      await page.getByRole('alert').first().waitFor();
      await becomes(() => page.getByLabel('Symbol 1').inputValue(), '<svg onload=alert(1)>');
      expect(await page.locator('main svg').count()).toBe(0);
    });

    test('fits every window, and axe finds nothing', async () => {
      const page = await pages.open(BASKET, business);
      await page.getByRole('region', { name: 'The positions' }).waitFor();
      await expectLayout(page);
    });

    test('tells visitors that it needs an account, and shows no scenarios', async () => {
      const page = await pages.open(BASKET);
      await page.getByText('Baskets need an account').waitFor();
      expect(await page.getByRole('region', { name: 'Scenarios' }).count()).toBe(0);
      await page.getByText('As curl', { exact: true }).click();
      await page.getByText(/"horizon":"30"/).waitFor();
    });
  });
});
