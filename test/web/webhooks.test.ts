import type { Page } from 'playwright-core';
import { describePages, expectLayout, violationsOf } from '../helpers/chromium';
import { becomes } from '../helpers/eventually';
import { Receiver, verified } from '../helpers/receiver';
import { signIn } from '../helpers/signedInPages';

const NOW = '2024-06-28T15:00:00Z';
const MARKUP = `<img src=x onerror="document.title='taken over'">`;
const OPTIONS = { now: NOW, env: { WEBHOOKS_PRIVATE: 'on' }, sandbox: ['AAPL'] };

describePages('webhooks', OPTIONS, (pages) => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await Receiver.start();
  });
  afterAll(() => receiver.stop());
  beforeEach(async () => {
    receiver.reset();
    await pages.service.sql('webhook_endpoint').delete();
  });

  const made = async (body: object = {}, key: 'business' | 'free' = 'business') =>
    (await pages.service.post('/v1/webhooks', { url: receiver.url, events: ['data.stale'], ...body }, key).expect(201))
      .body as { webhook: { webhook_id: string }; secret: string };
  const addressOf = ({ webhook }: { webhook: { webhook_id: string } }) => `/account/webhooks/${webhook.webhook_id}`;
  /** Appends events for the webhooks of the account. */
  const happen = async (times = 1) => {
    const account = (await pages.service.storage.accounts.findByEmail('business@example.com'))!;
    const at = pages.service.clock.now();
    for (let n = 0; n < times; n++) {
      await pages.service.storage.webhooks.events.append([
        { accountId: account.id, type: 'data.stale', data: { n }, at, key: null },
      ]);
    }
    await pages.service.service.queue.settled();
  };
  const openAs = (path: string, options = {}) => signIn(pages, { email: 'business@example.com', path, ...options });
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

  test('a webhook is created, and its secret, shown once, verifies the test message', async () => {
    const page = await openAs('/account/webhooks');
    await page.getByText('There is no webhook yet.').waitFor();
    expect(await button(page, 'Create the webhook').isDisabled()).toBe(true);
    await page.getByLabel('URL').fill(receiver.url);
    await page.getByLabel('Description (optional)').fill('chat of the team');
    await page.getByLabel(/^data\.stale/).check();
    await page.getByLabel(/^pattern\.entering/).check();
    await button(page, 'Create the webhook').press('Enter');
    await page.getByRole('heading', { name: 'The secret of “chat of the team”' }).waitFor();
    const secret = await page.getByTestId('secret').innerText();
    await page.locator('#new-secret:focus').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await button(page, 'I have it').click();
    await becomes(async () => (await page.locator('body').innerText()).includes(secret), false);

    await page.getByRole('link', { name: receiver.url }).click();
    await page.getByText('pattern.entering, data.stale').waitFor();
    await button(page, 'Send a test message').click();
    await page.getByText('Accepted', { exact: true }).waitFor();
    expect(verified(receiver.received[0], secret)).toMatchObject({ type: 'webhook.test' });
    pages.service.clock.set('2024-06-28T15:01:00Z');
    receiver.answer = (response) => void response.writeHead(503).end();
    await button(page, 'Send a test message').click();
    await page.getByText('Not accepted', { exact: true }).waitFor();
    await page.getByText('503', { exact: true }).waitFor();
  });

  test('shows why a webhook cannot be created, and the form keeps its values', async () => {
    const page = await openAs('/account/webhooks', { expected: /400/ });
    await page.getByLabel('URL').fill('ftp://example.com');
    await page.getByLabel(/^data\.stale/).check();
    await button(page, 'Create the webhook').click();
    await page
      .getByRole('alert')
      .getByText(/^url must be/)
      .waitFor();
    expect(await page.getByLabel('URL').inputValue()).toBe('ftp://example.com');
  });

  test('a webhook is changed, and its secret with an overlap: both sign, then the new one alone', async () => {
    const created = await made();
    const page = await openAs(addressOf(created));
    await button(page, 'Change').click();
    await page.getByRole('dialog').getByLabel('Description (optional)').fill('renamed');
    await page
      .getByRole('dialog')
      .getByLabel(/^scan\.changed/)
      .check();
    expect(await violationsOf(page)).toEqual([]);
    await button(page, 'Save the change').click();
    await page.getByRole('heading', { name: 'renamed' }).waitFor();
    await page.getByText('scan.changed, data.stale').waitFor();

    await button(page, 'Change the secret').click();
    await page.getByLabel('Time in which both work').selectOption({ label: '1 hour' });
    expect(await page.getByLabel('Time in which both work').locator('option').count()).toBe(4);
    await button(page, 'Make the new secret').click();
    await page.getByText(/messages are signed with the one before as well/).waitFor();
    const secret = await page.getByTestId('secret').innerText();
    await happen();
    for (const one of [secret, created.secret])
      expect(verified(receiver.received[0], one)).toMatchObject({ type: 'data.stale' });
    pages.service.clock.set('2024-06-28T17:00:00Z');
    await happen();
    expect(() => verified(receiver.received[1], created.secret)).toThrow();
    expect(verified(receiver.received[1], secret)).toMatchObject({ type: 'data.stale' });
  });

  test('lists deliveries with their responses, and delivers again', async () => {
    const page = await openAs(addressOf(await made()));
    await page.getByText('Nothing was sent in the last 30 days, and nothing waits').waitFor();
    await happen();
    await button(page, 'Refresh').click();
    const rows = page.locator('tbody tr');
    await rows.filter({ hasText: 'delivered' }).filter({ hasText: '204' }).waitFor();
    await button(page, /^Deliver data\.stale msg_\w+ again$/).press('Enter');
    await rows.nth(1).waitFor();
    await pages.service.service.queue.settled();
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual(
      Array(2).fill(receiver.received[0].headers['webhook-id']),
    );
  });

  test('pages through many deliveries, with an address for each page', async () => {
    const page = await openAs(addressOf(await made()));
    await happen(30);
    await button(page, 'Refresh').click();
    await page.locator('tbody tr').nth(24).waitFor();
    await button(page, 'Older').click();
    await page.locator('tbody tr:nth-child(5):last-child').waitFor();
    expect(await page.locator('tbody tr').count()).toBe(5);
    await page.reload();
    await page.locator('tbody tr').nth(4).waitFor();
    await page.goBack();
    await page.locator('tbody tr').nth(24).waitFor();
  });

  test('a disabled webhook says why, and is enabled again', async () => {
    receiver.answer = (response) => void response.writeHead(410).end();
    const created = await made();
    const page = await openAs('/account/webhooks');
    await happen();
    await page.reload();
    await page.getByRole('row').filter({ hasText: 'disabled' }).getByText('It answered 410:').waitFor();
    await page.getByRole('link', { name: receiver.url }).click();
    await page.getByText('Disabled: nothing is sent').waitFor();
    await page.locator('tbody tr').filter({ hasText: 'not delivered' }).waitFor();
    expect(await button(page, /^Deliver .* again$/).count()).toBe(0);
    receiver.reset();
    await button(page, 'Send events again').click();
    await page.getByText('Active: events are sent as they happen.').waitFor();
    await button(page, /^Deliver data\.stale .* again$/).click();
    await page.locator('tbody tr').nth(1).waitFor();
    await pages.service.service.queue.settled();
    expect(receiver.types()).toEqual(['data.stale']);
    await button(page, 'Pause it').press('Enter');
    await page.getByText('Disabled by its account.').waitFor();
    const { body } = await pages.service.get(`/v1/webhooks/${created.webhook.webhook_id}`).expect(200);
    expect(body.webhook.state).toBe('disabled');
  });

  test('a webhook is deleted after a confirmation, and an unknown one is reported', async () => {
    const created = await made({ url: `${receiver.url}/gone` });
    const page = await openAs(addressOf(created), { expected: /40[04]/ });
    await button(page, 'Delete').click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    await button(page, 'Delete').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL(`${pages.url}/account/webhooks`);
    await page.getByText('There is no webhook yet.').waitFor();
    await page.goto(addressOf(created));
    await page.getByText('The account has no such webhook').waitFor();
    await page.goto('/account/webhooks/%3Cimg%20src=x%3E');
    await page.getByText(/webhook_id must be|has no such webhook/).waitFor();
    expect(await page.locator('main img').count()).toBe(0);
  });

  test('a full plan says so', async () => {
    await made({}, 'free');
    const page = await signIn(pages, { email: 'free@example.com', path: '/account/webhooks' });
    await page.getByText('1 of at most 1 of your plan. Delete one to make another.').waitFor();
    await page.getByLabel('URL').fill(receiver.url);
    await page.getByLabel(/^data\.stale/).check();
    expect(await button(page, 'Create the webhook').isDisabled()).toBe(true);
  });

  test('fits every window with markup and long addresses, and axe finds nothing', async () => {
    const url = `${receiver.url}/${'long'.repeat(60)}?q=%3Cimg%20src=x%3E`;
    const created = await made({ url, description: MARKUP });
    receiver.answer = (response) => void response.writeHead(500).end(MARKUP);
    await happen(2);
    const page = await openAs('/account/webhooks');
    for (const path of ['/account/webhooks', addressOf(created)]) {
      await page.goto(path);
      await page.getByText(MARKUP).first().waitFor();
      await page.locator('main:not(:has([aria-busy=true]))').waitFor();
      await expectLayout(page);
      expect(await page.title()).toMatch(/^Webhooks? · Perennial$/);
      expect(await page.locator('main img').count()).toBe(0);
    }
  });
});
