import { describePages, overflowOf, violationsOf } from '../helpers/chromium';
import { becomes } from '../helpers/eventually';
import { signIn } from '../helpers/signedInPages';

const NOW = '2024-06-28T15:00:00Z';
const OVER = /401/;
const SECTIONS = [
  ['Usage', 'Account', '/account'],
  ['Keys', 'Keys', '/account/keys'],
  ['Saved scans', 'Saved scans', '/account/saved-scans'],
  ['Webhooks', 'Webhooks', '/account/webhooks'],
  ['Exports', 'Exports', '/account/exports'],
  ['Sessions', 'Sessions', '/account/sessions'],
  ['Activity', 'Activity', '/account/activity'],
  ['Agents', 'Agents', '/account/agents'],
] as const;

describePages('the console', { now: NOW, sandbox: ['AAPL'] }, (pages) => {
  test('navigates from section to section, and back', async () => {
    const page = await signIn(pages);
    for (const [link, heading, path] of SECTIONS) {
      await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: link }).click();
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await becomes(async () => new URL(page.url()).pathname, path);
    }
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor();
  });

  test.each([
    [360, true],
    [1280, false],
  ])('fits a window %i wide, dark: %s, and axe finds nothing', async (width, dark) => {
    const page = await signIn(pages, { width, dark });
    for (const [, heading, path] of SECTIONS) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await page.locator('main:not(:has([aria-busy=true]))').waitFor();
      expect([path, await overflowOf(page), await violationsOf(page)]).toEqual([path, 0, []]);
    }
  });

  test('ends another session, whose page says so at its next request', async () => {
    const page = await signIn(pages, { email: 'business@example.com' });
    const other = await signIn(pages, { email: 'business@example.com', path: '/account/keys', expected: OVER });
    await other.getByLabel('Name').fill('unfinished');
    await page.goto('/account/sessions');
    await page.getByText('(this one)').waitFor();
    await page.getByRole('button', { name: /^End / }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'End it' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await other.getByRole('button', { name: 'Create the key' }).click();
    await other.getByText('Your session is over').waitFor();
    // The typed text is still there.
    expect(await other.getByLabel('Name').inputValue()).toBe('unfinished');
    await other.getByRole('link', { name: 'Sign in again' }).click();
    await becomes(async () => new URL(other.url()).search, '?next=%2Faccount%2Fkeys');
  });

  test('signs out everywhere', async () => {
    const other = await signIn(pages, { email: 'free@example.com', expected: OVER });
    const page = await signIn(pages, { email: 'free@example.com', path: '/account/sessions' });
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.waitForURL(`${pages.url}/sign-in`);
    await other.getByRole('button', { name: 'Refresh' }).click();
    await other.getByText('Your session is over').first().waitFor();
    await other.goto('/account');
    await other.getByText('You are not signed in').waitFor();
  });

  test('pages through the activity of the account, with an address for each page', async () => {
    const account = await pages.service.storage.accounts.findByEmail('business@example.com');
    for (let n = 1; n <= 60; n++) {
      const event = { kind: 'role_changed', by: 'command', subject: null, detail: `change ${n}` } as const;
      await pages.service.storage.accounts.setRole(account!.id, 'member', {
        ...event,
        accountId: account!.id,
        at: pages.service.clock.now(),
      });
    }
    const page = await signIn(pages, { email: 'business@example.com', path: '/account/activity' });
    await page.getByRole('cell', { name: 'change 60' }).waitFor();
    await page.getByRole('button', { name: 'Older' }).click();
    await page.getByRole('cell', { name: 'change 1', exact: true }).waitFor();
    await page.reload();
    await page.getByRole('cell', { name: 'change 1', exact: true }).waitFor();
    await page.goBack();
    await page.getByRole('cell', { name: 'change 60' }).waitFor();
  });

  test('says that there is no such page at an unknown address', async () => {
    const page = await signIn(pages);
    await page.goto('/account/nothing');
    await page.getByRole('heading', { name: 'No such page' }).waitFor();
  });

  test('shows the command that connects an agent, with the address of this server', async () => {
    const page = await signIn(pages, { path: '/account/agents' });
    await page.getByText(`claude mcp add --transport http perennial ${pages.url}/mcp`).waitFor();
  });
});

describePages('the usage of an account', { now: NOW, sandbox: ['AAPL'], metered: true }, (pages) => {
  test('is shown in numbers and in a picture', async () => {
    for (let n = 0; n < 3; n++) await pages.service.get('/v1/me', 'pro');
    const page = await signIn(pages, { email: 'pro@example.com' });
    const { minute, day } = (await page.evaluate(
      "fetch('/v1/account', { headers: { 'X-Session': '1' } }).then((r) => r.json()).then((a) => a.usage)",
    )) as { minute: { limit: number }; day: { limit: number } };
    await page.getByText(`3 of ${minute.limit.toLocaleString('en-US')}`).waitFor();
    await page.getByText(`3 of ${day.limit.toLocaleString('en-US')}`).waitFor();
    await page.getByRole('img', { name: /Bars of requests a day, 2024-05-30 to 2024-06-28/ }).waitFor();
    await page.getByText('As a table').first().click();
    await page
      .getByRole('row', { name: /2024-06-28 3/ })
      .first()
      .waitFor();
  });
});
