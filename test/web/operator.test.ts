import type { Page } from 'playwright-core';
import type { Role } from '../../src/storage/accounts';
import {
  describePages,
  expectFits,
  expectLayout,
  type OpenOptions,
  type Pages,
  violationsOf,
} from '../helpers/chromium';
import { becomes } from '../helpers/eventually';
import { signIn } from '../helpers/signedInPages';

const NOW = '2024-06-28T15:00:00Z';
const OPERATOR = 'business@example.com';
const MEMBER = 'dev@example.com';
const HOSTILE = `<img src=x onerror="document.title='taken'">`;
const ASKED = "fetch('/v1/operator/accounts', { headers: { 'X-Session': '1' } }).then(({ status }) => status)";

describePages('the page of operators', { now: NOW, sandbox: ['AAPL'] }, (pages) => {
  const insert = (email: string) =>
    pages.service.storage.accounts.insert({
      email,
      tier: 'free',
      role: 'member' as const,
      createdAt: pages.service.clock.now(),
    });
  const setRole = (email: string, role: Role) => giveRole(pages, email, role);
  beforeAll(() => setRole(OPERATOR, 'admin'));

  test('is refused to members, as by the server', async () => {
    const page = await signIn(pages, { email: MEMBER, expected: /403/ });
    expect(await page.getByRole('link', { name: /operator/i }).count()).toBe(0);
    for (const path of ['/feeds', '/held-prices', '/jobs', '/data-quality', '']) {
      await page.goto(`/operator${path}`);
      await page.getByText('This page is for operators').first().waitFor();
    }
    await page.getByText('Only operators of this service may do this.').waitFor();
    expect([await page.getByRole('table').count(), await page.evaluate(ASKED)]).toEqual([0, 403]);
    expect(await violationsOf(page)).toEqual([]);
  });

  test('asks a visitor to sign in, and returns afterwards', async () => {
    const page = await pages.open('/operator');
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await becomes(async () => new URL(page.url()).search, '?next=%2Foperator');
  });

  test('says that there is no such page at an unknown address', async () => {
    const page = await openAsOperator(pages);
    await page.goto('/operator/nothing');
    await page.getByRole('heading', { name: 'No such page' }).waitFor();
  });

  test('finds accounts by their e-mail address, with the search in the URL', async () => {
    const page = await openAsOperator(pages);
    await rowOf(page, MEMBER).waitFor();
    await search(page, 'FREE@');
    await page.getByText('1 of 1 account, times in UTC').waitFor();
    expect(new URL(page.url()).search).toBe('?search=FREE%40');
    await page.reload();
    await page.getByText('1 of 1 account, times in UTC').waitFor();
    await search(page, '%');
    await page.getByText('No account whose address has “%” in it.').waitFor();
    await page.goBack();
    await rowOf(page, 'free@example.com').waitFor();
    await becomes(() => page.getByLabel('E-mail address').inputValue(), 'FREE@');
    await page.getByRole('button', { name: 'All accounts' }).click();
    await rowOf(page, MEMBER).waitFor();
  });

  test('changes a plan from the next request on, says so, and the account holder sees it', async () => {
    const page = await openAsOperator(pages);
    await page.getByRole('button', { name: 'Change the plan of free@example.com' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    expect(await page.getByRole('button', { name: 'Change the plan', exact: true }).isDisabled()).toBe(true);
    await page.getByLabel('Plan', { exact: true }).selectOption('Pro');
    await page.getByRole('button', { name: 'Change the plan', exact: true }).click();
    await page.getByRole('status').getByText('free@example.com has the plan Pro from the next request on.').waitFor();
    await rowOf(page, 'free@example.com').getByRole('cell').filter({ hasText: 'Pro' }).waitFor();
    expect((await pages.service.get('/v1/me', 'free')).body.tier).toBe('pro');
    const holder = await signIn(pages, { email: 'free@example.com', path: '/account/activity' });
    await holder.getByRole('row').filter({ hasText: 'an operator' }).getByText('free -> pro').waitFor();
  });

  test('makes a member an operator and back, each after a confirmation', async () => {
    const page = await openAsOperator(pages);
    const change = page.getByRole('button', { name: `Change the role of ${MEMBER}` });
    const role = async () => (await pages.service.storage.accounts.findByEmail(MEMBER))!.role;
    await change.click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await role()).toBe('member');
    await change.click();
    await page.getByRole('button', { name: 'Make an operator' }).click();
    await page.getByText(`${MEMBER} is an operator from now on.`).waitFor();
    expect(await role()).toBe('admin');
    await rowOf(page, MEMBER).getByRole('cell').filter({ hasText: 'operator' }).waitFor();
    await change.click();
    await page.getByRole('button', { name: 'Make a member' }).click();
    await page.getByText(`${MEMBER} is no operator from now on.`).waitFor();
    expect(await role()).toBe('member');
  });

  test('suspends an account after a confirmation, and resumes it', async () => {
    const page = await openAsOperator(pages);
    expect(
      await rowOf(page, OPERATOR)
        .getByRole('button', { name: /Suspend/ })
        .count(),
    ).toBe(0);
    await page.getByRole('button', { name: `Suspend ${MEMBER}` }).click();
    await page.getByRole('dialog').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect((await pages.service.get('/v1/me', 'dev')).status).toBe(200);
    await page.getByRole('button', { name: `Suspend ${MEMBER}` }).click();
    await page.getByRole('button', { name: 'Suspend it' }).click();
    await page.getByText(`${MEMBER} is suspended from now on.`).waitFor();
    expect((await pages.service.get('/v1/me', 'dev')).status).toBe(401);
    await rowOf(page, MEMBER).getByRole('cell').filter({ hasText: 'suspended' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: `Resume ${MEMBER}` }).click();
    await page.getByRole('button', { name: 'Resume it' }).click();
    await page.getByText(`${MEMBER} is let in again from now on.`).waitFor();
    expect((await pages.service.get('/v1/me', 'dev')).status).toBe(200);
  });

  test('does not let operators change their own role', async () => {
    const page = await openAsOperator(pages);
    await rowOf(page, OPERATOR).getByText('(you)').waitFor();
    expect(await rowOf(page, OPERATOR).getByRole('button', { name: /role/ }).count()).toBe(0);
  });

  test("ends the sessions of an account; ending one's own signs out", async () => {
    const other = await signIn(pages, { email: MEMBER, expected: /401/ });
    const page = await openAsOperator(pages);
    await page.getByRole('button', { name: `End the sessions of ${MEMBER}` }).click();
    await page.getByRole('dialog').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'End them' }).click();
    await page.getByText(new RegExp(`sessions? of ${MEMBER} ended`)).waitFor();
    await rowOf(page, MEMBER).getByRole('button', { name: /End/ }).waitFor({ state: 'detached' });
    await other.getByRole('button', { name: 'Refresh' }).click();
    await other.getByText('Your session is over').first().waitFor();

    await page.getByRole('button', { name: `End the sessions of ${OPERATOR}` }).click();
    await page.getByText('this one too').waitFor();
    await page.getByRole('button', { name: 'End them' }).click();
    await page.waitForURL(`${pages.url}/sign-in`);
  });

  test('says why nothing was done if the operator lost the role meanwhile', async () => {
    await setRole('pro@example.com', 'admin');
    const page = await openAsOperator(pages, { email: 'pro@example.com', expected: /403/ });
    await page.getByRole('button', { name: `Change the role of ${MEMBER}` }).click();
    await setRole('pro@example.com', 'member');
    await page.getByRole('button', { name: 'Make an operator' }).click();
    await page.getByRole('alert').getByText('Only operators of this service may do this.').waitFor();
    expect((await pages.service.storage.accounts.findByEmail(MEMBER))!.role).toBe('member');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByText('This page is for operators').waitFor();
  });

  test('shows markup in the address of an account as text', async () => {
    const email = `"<img/src=x/onerror=document.title='taken'>"@example.com`;
    await insert(email);
    const page = await openAsOperator(pages);
    await rowOf(page, email).waitFor();
    await page.getByRole('button', { name: `Change the plan of ${email}` }).click();
    await page.getByRole('dialog').getByText(email).waitFor();
    await page.getByLabel('Plan', { exact: true }).selectOption('Dev');
    await page.getByRole('button', { name: 'Change the plan', exact: true }).click();
    await page.getByRole('status').getByText(email).waitFor();
    await search(page, email);
    await page.getByText('1 of 1 account,').waitFor();
    expect([await page.title(), await page.locator('img').count()]).toEqual(['Operator · Perennial', 0]);
  });

  test('pages through many accounts, fits every window, and axe finds nothing', async () => {
    for (let n = 1; n <= 60; n++) await insert(`${'holder-of-an-account-'.repeat(n === 1 ? 8 : 1)}${n}@example.org`);
    const page = await openAsOperator(pages);
    await search(page, 'example.org');
    await page.getByText('50 of 60 accounts').waitFor();
    await expectFits(page);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('10 of 60 accounts').waitFor();
    await page.reload();
    await rowOf(page, 'holder-of-an-account-60@example.org').waitFor();
    await becomes(() => page.getByRole('button', { name: 'Next' }).count(), 0);
    await expectLayout(page);
    await page.goBack();
    await rowOf(page, 'holder-of-an-account-2@example.org').waitFor();
  });

  describe('jobs', () => {
    const send = (key: string) =>
      pages.service.storage.queue.send('saved-scan', { scanId: key }, { key, account: 3, delayMs: 3_600_000 });
    beforeAll(async () => {
      const { queue } = pages.service.storage;
      queue.work('delivery', async () => {
        throw new Error(`no answer ${HOSTILE}`);
      });
      await queue.send('delivery', { endpointId: HOSTILE }, { key: HOSTILE });
      await queue.settled();
      await queue.send('train', {}, { key: 'train', delayMs: 3_600_000 });
    });
    const open = (path: string, options: OpenOptions = {}): Promise<Page> =>
      signIn(pages, { email: OPERATOR, path, ...options });

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
      await page.getByText(`no answer ${HOSTILE}`).waitFor();
      await expectLayout(page);
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
  });
});

describePages('the list of accounts', { now: NOW, sandbox: ['AAPL'], metered: true }, (pages) => {
  test('shows plan, role, keys, sessions and requests of an account, and the commands for other tasks', async () => {
    await giveRole(pages, OPERATOR, 'admin');
    for (let n = 0; n < 3; n++) await pages.service.get('/v1/me', 'pro');
    await signIn(pages, { email: 'pro@example.com' });
    const page = await signIn(pages, { email: OPERATOR });
    await page.getByRole('link', { name: 'For operators' }).click();
    const cells = rowOf(page, 'pro@example.com').getByRole('cell');
    await cells.first().waitFor();
    expect((await cells.allInnerTexts()).map((text) => text.split('\n')[0])).toEqual([
      'Pro',
      'member',
      '1',
      'active',
      '1',
      '3',
      expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/),
    ]);
    for (const command of ['feeds -- add', 'symbols -- show']) {
      await page.getByText(`npm run ${command}`).waitFor();
    }
  });
});

async function giveRole({ service }: Pages, email: string, role: Role): Promise<void> {
  const { accounts } = service.storage;
  await accounts.setRole((await accounts.findByEmail(email))!.id, role);
}

/** Opens the page and waits for its list. */
async function openAsOperator(pages: Pages, options: OpenOptions & { email?: string } = {}): Promise<Page> {
  const page = await signIn(pages, { email: OPERATOR, path: '/operator', ...options });
  await page.getByRole('table').waitFor();
  return page;
}

function rowOf(page: Page, email: string) {
  return page.getByRole('row').filter({ has: page.getByRole('rowheader').filter({ hasText: email }) });
}

async function search(page: Page, text: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(text);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
}
