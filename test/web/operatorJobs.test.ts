import type { Page } from 'playwright-core';
import { describePages, type OpenOptions, overflowOf, violationsOf } from '../helpers/chromium';
import { becomes } from '../helpers/eventually';
import { signIn } from '../helpers/signedInPages';

const OPERATOR = 'business@example.com';
const HOSTILE = `<img src=x onerror="document.title='taken'">`;

describePages('jobs', { now: '2024-06-28T15:00:00Z', symbols: [] }, (pages) => {
  const send = (key: string) =>
    pages.service.storage.queue.send('saved-scan', { scanId: key }, { key, account: 3, delayMs: 3_600_000 });
  beforeAll(async () => {
    const { accounts, queue } = pages.service.storage;
    await accounts.setRole((await accounts.findByEmail(OPERATOR))!.id, 'admin');
    queue.work('delivery', async () => {
      throw new Error(`no answer ${HOSTILE}`);
    });
    await queue.send('delivery', { endpointId: HOSTILE }, { key: HOSTILE });
    await queue.settled();
    await queue.send('train', {}, { key: 'train', delayMs: 3_600_000 });
  });
  const open = (path: string, options: OpenOptions = {}): Promise<Page> =>
    signIn(pages, { email: OPERATOR, path, ...options });

  test('are refused to members', async () => {
    const page = await signIn(pages, { path: '/operator/jobs', expected: /403/ });
    await page.getByText('This page is for operators').waitFor();
  });

  test('queues show how many jobs they have, and a job is cancelled and retried', async () => {
    await send('5f1c');
    const page = await open('/operator');
    await page.getByRole('navigation', { name: 'Operator' }).getByRole('link', { name: 'Jobs' }).click();
    const queues = page.getByRole('table', { name: /Queues/ });
    const scans = queues
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: 'saved-scan', exact: true }) });
    await becomes(() => scans.getByRole('cell').allTextContents(), ['1', '0', '0', 'none']);
    const job = page
      .getByRole('table', { name: /3 jobs/ })
      .getByRole('row')
      .filter({ hasText: '5f1c' });
    await job.getByText('waiting').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await job.getByRole('button', { name: 'Cancel saved-scan 5f1c' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('The job saved-scan 5f1c is cancelled.').waitFor();
    await job.getByText('cancelled').waitFor();
    await becomes(() => scans.getByRole('cell').first().textContent(), '0');
    await job.getByRole('button', { name: 'Retry saved-scan 5f1c' }).click();
    await page.getByRole('status').getByText('The job saved-scan 5f1c is run again.').waitFor();
    await job.getByText('waiting').waitFor();
    await page.goto('/account/activity');
    await page.getByRole('row').filter({ hasText: 'Job cancelled' }).getByText('saved-scan 5f1c').waitFor();
    await page.getByRole('row').filter({ hasText: 'Job sent again' }).getByText('saved-scan 5f1c').waitFor();
  });

  test('filters are part of the address, and markup is shown as text', async () => {
    const page = await open('/operator/jobs');
    await page.getByLabel('Queue', { exact: true }).selectOption('delivery');
    const job = page.getByRole('table', { name: '1 job, the newest first; times in UTC' }).getByRole('row').nth(1);
    await job.getByText(`no answer ${HOSTILE}`).waitFor();
    await job.getByText(HOSTILE, { exact: true }).waitFor();
    expect(page.url()).toContain('queue=delivery');
    await page.getByLabel('State', { exact: true }).selectOption({ label: 'failed' });
    await page.getByText('No jobs.').waitFor();
    expect(page.url()).toContain('state=failed');
    await page.goBack();
    await job.getByText('waiting').waitFor();
    // Filters in the address that are no queue or state are ignored.
    await page.goto(`/operator/jobs?queue=${encodeURIComponent(HOSTILE)}&state=constructor`);
    await page.getByRole('rowheader', { name: 'train' }).last().waitFor();
    expect([await page.title(), await page.locator('img').count()]).toEqual(['Jobs · Perennial', 0]);
    expect(await violationsOf(page)).toEqual([]);
  });

  test('a job that was cancelled meanwhile is reported, and a refresh shows its state', async () => {
    await send('meanwhile');
    const page = await open('/operator/jobs', { expected: /404/ });
    const job = page.getByRole('row').filter({ hasText: 'meanwhile' });
    await job.waitFor();
    await pages.service.storage.queue.cancel('saved-scan', 'meanwhile');
    await job.getByRole('button', { name: /^Cancel/ }).click();
    await page.getByRole('alert').getByText('that waits or runs').waitFor();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await job.getByText('cancelled').waitFor();
  });

  test('fit narrow and wide windows', async () => {
    for (const [width, dark] of [
      [360, true],
      [768, false],
      [1600, false],
    ] as const) {
      const page = await open('/operator/jobs', { width, dark });
      await page.getByText(`no answer ${HOSTILE}`).waitFor();
      expect([await overflowOf(page), await violationsOf(page)]).toEqual([0, []]);
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/jobs-${width}.png`, fullPage: true });
    }
  });
});
