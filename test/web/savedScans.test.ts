import type { Page } from 'playwright-core';
import { describePages, expectLayout, type OpenOptions, violationsOf } from '../helpers/chromium';
import { becomes } from '../helpers/eventually';
import { signIn } from '../helpers/signedInPages';

const MARKUP = `<img src=x onerror="document.title='taken over'">`;
/** Each test continues at the next one: the clock only goes forward. */
const SESSIONS = ['2024-12-19', '2024-12-20', '2024-12-23', '2024-12-24'];

describePages('saved scans', { now: '2024-12-19T15:00:00Z' }, (pages) => {
  beforeEach(() => pages.service.sql('saved_scan').delete());

  const openAs = (email: string, path: string, options: OpenOptions = {}) => signIn(pages, { email, path, ...options });
  const saved = async (name: string, query: object, key: 'business' | 'free' = 'business') =>
    (await pages.service.post('/v1/saved-scans', { name, query }, key).expect(201)).body.saved_scan_id as string;
  const nextSession = async () => {
    pages.service.clock.set(`${SESSIONS.shift()}T15:05:00Z`);
    const { schedule, queue } = pages.service.service;
    await schedule.tick();
    // The sandbox grew by a day meanwhile.
    await queue.send('due-saved-scans', {}, { key: 'due-saved-scans' });
    await queue.settled();
  };
  const ready = (page: Page) => page.locator('main:not(:has([aria-busy=true]))').waitFor();
  const opened = async (page: Page) => {
    await page.getByText('Saved scans', { exact: true }).first().click();
    await page.getByLabel('Name of this scan').waitFor();
  };

  test('the shown scan is saved under a name, and opens from it with the same filters', async () => {
    const page = await openAs('business@example.com', '/?direction=long&min_win_rate=0.8&sort=edge.desc');
    await opened(page);
    await page.getByText('0 of 200 that your plan keeps').waitFor();
    await page.getByLabel('Name of this scan').fill('  strong longs ');
    await page.getByRole('button', { name: 'Save this scan' }).press('Enter');
    const link = page.getByRole('link', { name: 'strong longs' });
    await link.and(page.locator('[aria-current=true]')).waitFor();
    const { saved_scans } = (await pages.service.get('/v1/saved-scans').expect(200)).body;
    expect(saved_scans).toMatchObject([{ name: 'strong longs', query: { direction: 'long', min_win_rate: 0.8 } }]);
    await page.getByText('It has not run yet').waitFor();

    await page.goto('/');
    await opened(page);
    await link.click();
    await page.waitForURL(/[?&]saved=/);
    const { searchParams } = new URL(page.url());
    expect(Object.fromEntries(searchParams)).toEqual({
      direction: 'long',
      min_win_rate: '0.8',
      saved: saved_scans[0].saved_scan_id,
    });
    await page.reload();
    await page.getByText('Saved scan: strong longs').waitFor();
    await becomes(() => page.getByLabel('Win rate from').inputValue(), '0.8');
  });

  test('filters that differ from the saved ones are reported, and are saved or discarded', async () => {
    const id = await saved('mine', { direction: 'long', view: 'table' });
    const page = await openAs('business@example.com', `/?direction=long&saved=${id}`);
    await page.getByText('Saved scan: mine').waitFor();
    expect(await page.getByText('Other filters than').count()).toBe(0);
    await page.getByLabel('Years looked back').fill('8');
    await page.getByRole('button', { name: 'Scan', exact: true }).click();
    await page.getByText('Other filters than “mine” has').waitFor();
    await page.getByRole('link', { name: 'Back to those saved' }).click();
    await page.getByText('10 years of which').waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Save these in their place' }).click();
    await page.getByText('Other filters than “mine” has').waitFor({ state: 'detached' });
    // Parameters that only programs use are kept.
    const { body } = await pages.service.get(`/v1/saved-scans/${id}`).expect(200);
    expect(body.query).toMatchObject({ direction: 'long', years: 8, view: 'table' });
  });

  test('the changes since the previous run are shown with the scan, and every run in the console', async () => {
    const id = await saved('both markets', { markets: '0,11', window: 'next_month' });
    await nextSession();
    await nextSession();
    const { runs } = (await pages.service.get(`/v1/saved-scans/${id}/changes`).expect(200)).body;
    const page = await openAs('business@example.com', '/account/saved-scans');
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'both markets', exact: true }) });
    await row.getByText(`prices through ${runs[0].as_of}`).waitFor();
    await row.getByText('Markets 0,11 · Entry within next month').waitFor();
    await row.getByRole('link', { name: 'both markets', exact: true }).click();
    const changes = page.getByRole('region', { name: 'Changes', exact: true });
    const { added, gone, entering } = runs[0];
    await changes.getByText(`${added.length} new and ${gone.length} gone since the run before`).waitFor();
    await changes.getByText('Which they are').press('Enter');
    const setups = new Set([...added, ...gone, ...entering].map((p) => `${p.symbol} ${p.direction} ${p.entry_date}`));
    await becomes(() => changes.locator('tbody tr').count(), setups.size);
    const [{ symbol, market, entry_date, hold_days, direction }] = entering;
    const window = new URLSearchParams({ entry_date, days_out: hold_days, direction });
    const entry = changes.getByRole('row').filter({ hasText: 'enters next session' }).first();
    const href = await entry.getByRole('link').getAttribute('href');
    // The link carries the search that found the setup.
    expect(href).toContain(`/symbol/${market}/${symbol}?${window}&searched=${entry_date}..`);
    expect(href).toContain('&searched_markets=');
    await changes.getByRole('link', { name: 'Earlier runs' }).click();
    await page.getByRole('heading', { level: 1, name: 'both markets' }).waitFor();
    await page.getByText('no run before to compare with').waitFor();
    expect(await page.getByRole('heading', { name: /^Run of 2024-12-/ }).count()).toBe(2);
    expect(await violationsOf(page)).toEqual([]);
  });

  test('are renamed and deleted by keyboard, and a name in use is reported', async () => {
    await saved('first', {});
    await saved('second', { markets: '11' });
    const page = await openAs('business@example.com', '/account/saved-scans', { expected: /409/ });
    await page.getByRole('button', { name: 'Rename second' }).press('Enter');
    await page.getByLabel('Name', { exact: true }).fill('FIRST');
    await page.keyboard.press('Enter');
    await page.getByText('This conflicts with existing data').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('other');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'other', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Delete other' }).press('Enter');
    await page.getByRole('dialog').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    await becomes(() => page.evaluate("document.activeElement.getAttribute('aria-label')"), 'Delete other');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter');
    await page.getByRole('link', { name: 'other', exact: true }).waitFor({ state: 'detached' });
    const { saved_scans } = (await pages.service.get('/v1/saved-scans').expect(200)).body;
    expect(saved_scans).toMatchObject([{ name: 'first' }]);
  });

  test('an address for spreadsheets is created, shown once, and revoked', async () => {
    await saved('longs', { direction: 'long' });
    await saved('shorts', { direction: 'short', view: 'table' });
    const page = await openAs('business@example.com', '/account/saved-scans');
    await page.getByLabel('Table of').selectOption({ label: 'shorts' });
    await page.getByLabel('Name (optional)').fill(' my sheet ');
    await page.getByRole('button', { name: 'Make the address' }).click();
    const address = await page.getByTestId('secret').innerText();
    const read = () => fetch(new URL(new URL(address).pathname, page.url()));
    const table = await read();
    expect([table.status, table.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    const lines = (await table.text()).trim().split('\r\n').slice(1);
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line).toMatch(/,short,/);
    await expectLayout(page);
    await page.getByRole('button', { name: 'I have it' }).click();
    await page.getByRole('row').filter({ hasText: 'my sheet' }).getByText('shorts').waitFor();
    await page.getByRole('button', { name: 'Revoke my sheet' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('table', { name: 'Table links' }).waitFor({ state: 'detached' });
    expect((await read()).status).toBe(404);
  });

  test('a full plan says so before a scan is saved', async () => {
    for (const name of ['a', 'b', 'c']) await saved(name, {}, 'free');
    const page = await openAs('free@example.com', '/');
    await opened(page);
    await page.getByText('The plan keeps no more: delete one to save another.').waitFor();
    await page.getByLabel('Name of this scan').fill('d');
    expect(await page.getByRole('button', { name: 'Save this scan' }).isDisabled()).toBe(true);
    await page.getByRole('link', { name: 'Rename, delete, earlier runs' }).click();
    await page.getByText('3 of 3 that your plan keeps.').waitFor();
  });

  test('a failed run, dates in the past and an unknown id are reported', async () => {
    const far = await saved('crypto', { markets: '16' });
    await saved('past', { window: '2024-12-02..2024-12-18' });
    const { id } = (await pages.service.storage.accounts.findByEmail('business@example.com'))!;
    await pages.service.storage.accounts.setTier(id, 'free');
    await nextSession();
    await pages.service.storage.accounts.setTier(id, 'business');
    const page = await openAs('business@example.com', '/account/saved-scans', { expected: /40[04]/ });
    await page.getByText('Its window ended on 2024-12-18').waitFor();
    await page.getByRole('link', { name: 'Changes of crypto' }).click();
    await page.getByText('It could not be run').waitFor();
    await page.getByText(/^Market 16/).waitFor();
    await page.goto(`/?saved=${far.replace(/./g, '0')}`);
    await page.getByText('No such saved scan').waitFor();
    await page.getByRole('button', { name: 'Go on without it' }).click();
    await becomes(async () => new URL(page.url()).search, '');
    await page.goto(`/account/saved-scans/${far.replace(/./g, '0')}`);
    await page.getByText('No saved scan of this account has that id').waitFor();
    await page.goto('/account/saved-scans/%3Cimg%20src=x%3E');
    await page.getByText('saved_scan_id must be').waitFor();
    expect(await page.locator('main img').count()).toBe(0);
  });

  test('names with markup are shown as text', async () => {
    const id = await saved(MARKUP.slice(0, 80), {});
    const page = await openAs('business@example.com', `/?saved=${id}`);
    await page.getByRole('link', { name: MARKUP }).waitFor();
    for (const path of ['/account/saved-scans', `/account/saved-scans/${id}`]) {
      await page.goto(path);
      await page.getByText(MARKUP).first().waitFor();
      expect(await page.title()).toMatch(/ · Perennial$/);
      expect(await page.locator('main img').count()).toBe(0);
    }
  });

  test('fits every window, and axe finds nothing', async () => {
    const id = await saved('a scan with a name that goes on for rather long, as they may', { window: 'next_month' });
    await saved('x'.repeat(80), { markets: '0' });
    await nextSession();
    const page = await openAs('business@example.com', '/account/saved-scans');
    for (const path of ['/account/saved-scans', `/account/saved-scans/${id}`, `/?window=next_month&saved=${id}`]) {
      await page.goto(path);
      await page.getByText('goes on for rather long').first().waitFor();
      await ready(page);
      await expectLayout(page);
    }
  });
});
