import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describePages, expectLayout, violationsOf } from '../helpers/chromium';
import { signIn } from '../helpers/signedInPages';

const NOW = '2024-06-28T15:00:00Z';
/** Few holds, so that it is quick. */
const QUICK = { market: 'dow30', from: '2024-06-28', min_days: 20, max_days: 22 };

describePages('exports', { now: NOW, nullDistributions: {} }, (pages) => {
  beforeEach(async () => {
    await pages.service.sql('export_job').delete();
    pages.service.clock.set(NOW);
  });

  const openAs = (email: string, options = {}) => signIn(pages, { email, path: '/account/exports', ...options });
  const made = async (body: object = QUICK) => {
    const { export_id } = (await pages.service.post('/v1/exports', body).expect(201)).body;
    await pages.service.service.queue.settled();
    return export_id as string;
  };
  const row = (page: Page) => page.locator('tbody tr').first();
  /** Has the page poll now, which its clock makes it do; to be installed before the page shows a job that is not done. */
  const poll = (page: Page) => page.clock.fastForward(60_000);

  test('an export is requested, made, downloaded and deleted by keyboard', async () => {
    const page = await openAs('business@example.com');
    const start = page.getByRole('button', { name: 'Make the export' });
    await start.waitFor();
    expect(await start.isDisabled()).toBe(true);
    await page.getByText('20 of 20 left today of your plan').waitFor();
    await page.getByLabel('Market', { exact: true }).selectOption('0');
    await page.getByText('More filters').press('Enter');
    await page.getByLabel('Shortest hold, days').fill('20');
    await page.getByLabel('Longest hold, days').fill('1');
    await page.getByText('A whole number of 2 to 366.').waitFor();
    expect(await start.isDisabled()).toBe(true);
    await page.getByLabel('Longest hold, days').fill('22');
    await page.clock.install();
    await start.press('Enter');
    await row(page).waitFor();
    await pages.service.service.queue.settled();
    await poll(page);
    await row(page).getByText('ready', { exact: true }).waitFor();
    await row(page).getByText('best 20 a symbol, 10 years, hold 20 to 22 days').waitFor();
    await page.getByText('19 of 20 left today of your plan').waitFor();

    const saved = page.waitForEvent('download');
    await row(page)
      .getByRole('button', { name: /^Download / })
      .press('Enter');
    const download = await saved;
    expect(download.suggestedFilename()).toBe('patterns-0-2024-06-28.csv');
    const [{ file }] = (await pages.service.get('/v1/exports').expect(200)).body.exports;
    const content = readFileSync(await download.path());
    expect(createHash('sha256').update(content).digest('hex')).toBe(file.sha256);

    await row(page)
      .getByRole('button', { name: /^Delete / })
      .press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter');
    await row(page).getByRole('button').first().waitFor({ state: 'detached' });
    const [{ state }] = (await pages.service.get('/v1/exports').expect(200)).body.exports;
    expect(['cancelled', 'expired']).toContain(state);
  });

  test('a file that arrives damaged is not saved', async () => {
    await made();
    const page = await openAs('business@example.com');
    await page.route('**/v1/exports/*/file', (route) => route.fulfill({ contentType: 'text/csv', body: 'a,b\r\n' }));
    await row(page)
      .getByRole('button', { name: /^Download / })
      .click();
    await page.getByText('The downloaded file is damaged and was not saved.').waitFor();
    await page.unroute('**/v1/exports/*/file');
    const saved = page.waitForEvent('download');
    await row(page)
      .getByRole('button', { name: /^Download / })
      .click();
    await saved;
  });

  test('progress, missing symbols and expiry of an export are shown', async () => {
    const id = await made();
    const page = await openAs('business@example.com');
    const job = (await pages.service.get(`/v1/exports/${id}`).expect(200)).body;
    let shown: object = {
      state: 'running',
      file: null,
      progress: { stage: 'significance', done: 3, total: 30, unit: 'symbols' },
    };
    await page.route('**/v1/exports', (route) =>
      route.fulfill({
        json: { exports: [{ ...job, ...shown }], exports_per_day: 20, exports_remaining_today: 0 },
      }),
    );
    await page.clock.install();
    await page.reload();
    await page.getByText('shuffled calendars: 3 of 30 symbols').waitFor();
    expect(await page.getByRole('progressbar').getAttribute('value')).toBe('3');
    await page.getByRole('button', { name: /^Call off / }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    shown = { failures: [{ symbol: '<img src=x>', reason: 'unreadable' }] };
    await poll(page);
    await page.getByText('1 symbol missing').click();
    await page.getByText('<img src=x>: unreadable').waitFor();
    expect(await page.locator('main img').count()).toBe(0);
    await page.getByLabel('Market', { exact: true }).selectOption('0');
    expect(await page.getByRole('button', { name: 'Make the export' }).isDisabled()).toBe(true);
    await page.unroute('**/v1/exports');
    pages.service.clock.set('2024-06-29T16:00:00Z');
    await page.reload();
    await page.getByText('expired: the file was deleted').waitFor();
    expect(await page.getByRole('button', { name: /^Download / }).count()).toBe(0);
  });

  test('a refusal of the server is shown, and the form keeps its values', async () => {
    const page = await openAs('business@example.com', { expected: /400/ });
    await page.getByLabel('Market', { exact: true }).selectOption('0');
    await page.getByLabel('First entry (optional)').fill('2020-01-01');
    await page.getByRole('button', { name: 'Make the export' }).click();
    await page
      .getByRole('alert')
      .getByText(/^from must/)
      .waitFor();
    expect(await page.getByLabel('Market', { exact: true }).inputValue()).toBe('0');
  });

  test('a plan without exports says so', async () => {
    const page = await openAs('dev@example.com');
    await page.getByText('Not part of your plan').waitFor();
    expect(await page.getByRole('button', { name: 'Make the export' }).count()).toBe(0);
  });

  test('fits every window, and axe finds nothing', async () => {
    await made();
    const page = await openAs('business@example.com');
    await row(page).waitFor();
    await page.locator('main:not(:has([aria-busy=true]))').waitFor();
    await page.getByText('More filters').click();
    await expectLayout(page);
  });
});
