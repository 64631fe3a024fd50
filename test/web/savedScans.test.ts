import type { Page } from 'playwright-core';
import { describePages, type OpenOptions, overflowOf, violationsOf } from '../helpers/chromium';
import { signIn } from '../helpers/signedInPages';

const MARKUP = `<img src=x onerror="document.title='taken over'">`;
/** Each is gone on to once: what runs by the clock runs forward. */
const SESSIONS = ['2024-12-19', '2024-12-20', '2024-12-23', '2024-12-24', '2024-12-26', '2024-12-27'];

describePages('saved scans', { now: '2024-12-19T15:00:00Z' }, (pages) => {
  beforeEach(() => pages.service.sql('saved_scan').delete());

  const openAs = (email: string, path: string, options: OpenOptions = {}) => signIn(pages, { email, path, ...options });
  const saved = async (name: string, query: object, key: 'business' | 'free' = 'business') =>
    (await pages.service.post('/v1/saved-scans', { name, query }, key).expect(200)).body.saved_scan_id as string;
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

  test('what is shown is saved under a name, and comes back by it with the same address', async () => {
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
    const { searchParams } = new URL(page.url());
    expect(Object.fromEntries(searchParams)).toEqual({
      direction: 'long',
      min_win_rate: '0.8',
      saved: saved_scans[0].saved_scan_id,
    });
    await page.reload();
    await page.getByText('Saved scan: strong longs').waitFor();
    expect(await page.getByLabel('Win rate from').inputValue()).toBe('0.8');
  });

  test('filters that differ from those saved are told, kept in their place or left', async () => {
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
    // What only programs see of it stays.
    const { body } = await pages.service.get(`/v1/saved-scans/${id}`).expect(200);
    expect(body.query).toMatchObject({ direction: 'long', years: 8, view: 'table' });
  });

  test('the changes since the run before stand beside the scan, and each run in the console', async () => {
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
    expect(await changes.locator('tbody tr').count()).toBe(
      new Set([...added, ...gone, ...entering].map((p) => `${p.symbol} ${p.direction} ${p.entry_date}`)).size,
    );
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

  test('are renamed and deleted by keyboard, and a name that is taken says so', async () => {
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
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe('Delete other');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter');
    await page.getByRole('link', { name: 'other', exact: true }).waitFor({ state: 'detached' });
    const { saved_scans } = (await pages.service.get('/v1/saved-scans').expect(200)).body;
    expect(saved_scans).toMatchObject([{ name: 'first' }]);
  });

  test('a plan that is full says so before it is tried', async () => {
    for (const name of ['a', 'b', 'c']) await saved(name, {}, 'free');
    const page = await openAs('free@example.com', '/');
    await opened(page);
    await page.getByText('The plan keeps no more: delete one to save another.').waitFor();
    await page.getByLabel('Name of this scan').fill('d');
    expect(await page.getByRole('button', { name: 'Save this scan' }).isDisabled()).toBe(true);
    await page.getByRole('link', { name: 'Rename, delete, earlier runs' }).click();
    await page.getByText('3 of 3 that your plan keeps.').waitFor();
  });

  test('a run that failed, dates that are over and an id of nobody say so', async () => {
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
    expect(new URL(page.url()).search).toBe('');
    await page.goto(`/account/saved-scans/${far.replace(/./g, '0')}`);
    await page.getByText('No saved scan of this account has that id').waitFor();
    await page.goto('/account/saved-scans/%3Cimg%20src=x%3E');
    await page.getByText('saved_scan_id must be').waitFor();
    expect(await page.locator('main img').count()).toBe(0);
  });

  test('names that are markup stay text', async () => {
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

  test.each([
    [360, true],
    [768, false],
    [1920, true],
  ])('fits a window %i wide, dark: %s, and axe finds nothing', async (width, dark) => {
    const id = await saved('a scan with a name that goes on for rather long, as they may', { window: 'next_month' });
    await saved('x'.repeat(80), { markets: '0' });
    await nextSession();
    const page = await openAs('business@example.com', '/account/saved-scans', { width, dark });
    for (const path of ['/account/saved-scans', `/account/saved-scans/${id}`, `/?window=next_month&saved=${id}`]) {
      await page.goto(path);
      await page.getByText('goes on for rather long').first().waitFor();
      await ready(page);
      expect([path, await overflowOf(page), await violationsOf(page)]).toEqual([path, 0, []]);
    }
  });
});
