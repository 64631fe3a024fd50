import { describePages, expectLayout } from '../helpers/chromium';
import { becomes } from '../helpers/eventually';
import { plantedUniverse, UNIVERSE_NOW } from '../helpers/universe';

const SYMBOLS = plantedUniverse().filter((_, i) => i % 3 === 0);

interface Row {
  readonly entry_date: string;
  readonly symbol: string;
}

describePages('the calendar', { now: UNIVERSE_NOW, symbols: SYMBOLS, nullDistributions: {} }, (pages) => {
  const business = { as: 'business' } as const;
  const scan = async () => (await pages.service.get('/v1/scan?window=next_month&view=table&limit=50')).body;

  test('shows each entry of the scan on its day, and a day opens its list', async () => {
    const page = await pages.open('/calendar', business);
    const { opportunities } = await scan();
    const days = new Map<string, Row[]>();
    for (const row of opportunities as Row[]) days.set(row.entry_date, [...(days.get(row.entry_date) ?? []), row]);
    expect(days.size).toBeGreaterThan(3);
    await page.getByRole('table', { name: 'December 2024 to January 2025' }).waitFor();
    for (const [day, entries] of days)
      await page.getByRole('button', { name: new RegExp(`${day}: ${entries.length} entr`) }).waitFor();
    await becomes(() => page.getByRole('button', { name: /with p at most 0.05$/ }).count(), days.size);
    const [[day, entries]] = [...days];
    await page.getByRole('button', { name: new RegExp(day) }).press('Enter');
    const list = page.getByRole('region', { name: new RegExp(`${entries.length} setups? that may`) });
    for (const { symbol } of entries) await list.getByRole('link', { name: symbol }).first().waitFor();
    const { window, markets_scanned } = await scan();
    const link = await list.getByRole('link', { name: entries[0].symbol }).first().getAttribute('href');
    const query = new URL(link!, page.url()).searchParams;
    expect([query.get('searched'), query.get('searched_markets')]).toEqual([window, markets_scanned.join()]);
    expect(new URL(page.url()).searchParams.get('day')).toBe(day);
    await page.reload();
    await list.waitFor();
    await page.goBack();
    await page.getByRole('table', { name: /December/ }).waitFor();
    await becomes(() => list.count(), 0);
  });

  test('the filter leaves significant entries, and is part of the address', async () => {
    const page = await pages.open('/calendar', business);
    const { opportunities } = await scan();
    const beaten = opportunities.filter(
      ({ significance: { p_symbol } }: { significance: { p_symbol: number | null } }) => {
        return p_symbol !== null && p_symbol <= 0.05;
      },
    );
    expect(beaten.length).toBeGreaterThan(0);
    expect(beaten.length).toBeLessThan(opportunities.length);
    await page.getByLabel(`Only p at most 0.05 (${beaten.length})`).check();
    const days = new Set(beaten.map(({ entry_date }: { entry_date: string }) => entry_date));
    await becomes(() => page.getByRole('button', { name: /with p at most 0.05$/ }).count(), days.size);
    expect(new URL(page.url()).searchParams.get('significant')).toBe('1');
  });

  test('navigates to months that the API accepts; an address with another window shows the error', async () => {
    const page = await pages.open('/calendar', { ...business, expected: /400/ });
    await page.getByRole('table', { name: /December/ }).waitFor();
    // The next month would begin next year.
    await becomes(() => page.getByRole('button', { name: 'Later' }).isDisabled(), true);
    await page.getByRole('button', { name: 'Earlier' }).click();
    await page.getByRole('table', { name: /November/ }).waitFor();
    await page.getByRole('button', { name: 'Later' }).click();
    await page.getByRole('table', { name: /^December/ }).waitFor();
    await page.goto('/calendar?window=2025-01-20..2025-02-19');
    await page
      .getByRole('alert')
      .getByText(/window/)
      .waitFor();
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('table', { name: /December/ }).waitFor();
    await page.goto(`/calendar?window=${encodeURIComponent('<script>alert(1)</script>')}`);
    await page.getByRole('alert').waitFor();
  });

  test('shows the entries of a saved scan, and creates and revokes an address for calendar apps', async () => {
    const query = { markets: '0,11', direction: 'short' };
    const name = '<img src=x onerror=alert(1)>';
    const { saved_scan_id: id } = (await pages.service.post('/v1/saved-scans', { name, query }).expect(201)).body;
    const page = await pages.open('/calendar', business);
    await page.getByText('Saved scans and calendar apps').click();
    await page.getByLabel('Show the entries of').selectOption({ label: name });
    const url = `/v1/scan?${new URLSearchParams(query)}&window=next_month&limit=50&view=table`;
    const { opportunities } = (await pages.service.get(url).expect(200)).body;
    const days = new Set((opportunities as Row[]).map(({ entry_date }) => entry_date));
    for (const day of days) await page.getByRole('button', { name: new RegExp(`${day}: `) }).waitFor();
    expect(new URL(page.url()).searchParams.get('saved')).toBe(id);
    await page.getByLabel('Calendar of').selectOption({ label: name });
    await page.getByLabel('Alarm').selectOption({ label: '18:00 the evening before' });
    await page.getByRole('button', { name: 'Make the address' }).click();
    const secret = await page.getByTestId('secret').innerText();
    const read = () => fetch(new URL(new URL(secret).pathname, page.url()));
    const calendar = await read();
    expect([calendar.status, calendar.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
    await expectLayout(page);
    await page.getByRole('button', { name: 'I have it' }).click();
    await page.getByRole('button', { name: `Revoke ${name}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('table', { name: 'Calendar links' }).waitFor({ state: 'detached' });
    expect((await read()).status).toBe(404);
  });

  test('fits every window, and axe finds nothing', async () => {
    const page = await pages.open('/calendar', business);
    await page
      .getByRole('button', { name: /with p at most 0.05$/ })
      .first()
      .click();
    await page.getByRole('region', { name: /that may be entered/ }).waitFor();
    await expectLayout(page);
  });

  test('says so when a window has no entries', async () => {
    const page = await pages.open('/calendar?window=2024-12-28..2024-12-29', business);
    await page.getByText('No entries in these days').waitFor();
  });
});
