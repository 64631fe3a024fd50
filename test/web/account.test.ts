import { describePages, expectLayout, overflowOf, violationsOf } from '../helpers/chromium';
import { becomes } from '../helpers/eventually';
import { signIn } from '../helpers/signedInPages';

const NOW = '2024-06-28T15:00:00Z';
const OVER = /401/;
const MARKUP = `<img src=x onerror="document.title='taken over'">`;
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

  test('fits every window, and axe finds nothing', async () => {
    const page = await signIn(pages);
    for (const [, heading, path] of SECTIONS) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await page.locator('main:not(:has([aria-busy=true]))').waitFor();
      await expectLayout(page);
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

  describe('keys', () => {
    beforeEach(() => pages.service.clock.set(NOW));
    const ask = (key: string, path = '/me') => fetch(`${pages.url}/v1${path}`, { headers: { 'X-API-Key': key } });

    test('are created, used, rotated with an overlap and revoked', async () => {
      const page = await signIn(pages, { path: '/account/keys' });
      await page.getByLabel('Name').fill('notebook');
      await page.getByRole('button', { name: 'Create the key' }).click();
      await page.getByRole('heading', { name: 'The key “notebook”' }).waitFor();
      const first = await page.getByTestId('secret').innerText();
      expect((await ask(first)).status).toBe(200);
      expect(await violationsOf(page)).toEqual([]);
      await page.getByRole('button', { name: 'I have it' }).click();
      await becomes(async () => (await page.locator('body').innerText()).includes(first), false);

      await page.getByRole('button', { name: 'Rotate notebook' }).click();
      await page.getByRole('dialog').waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await page.getByLabel('Time in which both work').selectOption({ label: '1 hour' });
      await page.getByRole('button', { name: 'Make the new key' }).click();
      await page.getByText('The old key works until 2024-06-28 16:00 UTC').waitFor();
      const second = await page.getByTestId('secret').innerText();
      expect(second).not.toBe(first);
      expect([(await ask(first)).status, (await ask(second)).status]).toEqual([200, 200]);
      pages.service.clock.set('2024-06-28T16:00:00Z');
      expect([(await ask(first)).status, (await ask(second)).status]).toEqual([401, 200]);
      await page.getByRole('button', { name: 'I have it' }).click();

      // By its public part: four letters of the secret may occur in any other text.
      const row = page.getByRole('row').filter({ hasText: second.slice(0, 'prn_'.length + 12) });
      await row.getByRole('button', { name: 'Revoke notebook' }).click();
      await page.getByRole('dialog').waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
      await row.getByText('revoked').waitFor();
      expect((await ask(second)).status).toBe(401);
    });

    test('may be limited to markets, to reading and to a date', async () => {
      const page = await signIn(pages, { path: '/account/keys' });
      await page.getByLabel('Name').fill('narrow');
      await page.getByLabel('Ends on (optional)').fill('2024-07-01');
      await page.getByLabel('Only some').check();
      await page.getByText('Choose at least one').waitFor();
      await page.getByRole('checkbox').first().check();
      await page.getByLabel(/Read-only/).check();
      await page.getByRole('button', { name: 'Create the key' }).click();
      const secret = await page.getByTestId('secret').innerText();
      expect(await (await ask(secret)).json()).toMatchObject({ key: { markets: ['0'], read_only: true } });
      await page.getByRole('row').filter({ hasText: 'narrow' }).getByText('markets 0, read-only').waitFor();
      pages.service.clock.set('2024-07-01T00:00:00Z');
      expect((await ask(secret)).status).toBe(401);
    });

    test('have a secret that is shown once and not stored in the browser', async () => {
      const page = await signIn(pages, { path: '/account/keys' });
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: pages.url });
      await page.getByLabel('Name').fill('once');
      await page.getByRole('button', { name: 'Create the key' }).click();
      const secret = await page.getByTestId('secret').innerText();
      await page.getByRole('button', { name: 'Copy the key' }).click();
      await page.getByText('Copied', { exact: true }).waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret);
      expect(
        await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href])'),
      ).not.toContain(secret);
      // The browser asks before it leaves the page.
      page.once('dialog', (dialog) => dialog.accept());
      await page.reload();
      await page.getByRole('rowheader', { name: /^once / }).waitFor();
      expect(await page.locator('body').innerText()).not.toContain(secret);
    });

    test('may have markup in their names, which is shown as text', async () => {
      const page = await signIn(pages, { email: 'pro@example.com', path: '/account/keys' });
      await page.getByLabel('Name').fill(MARKUP);
      await page.getByRole('button', { name: 'Create the key' }).click();
      await page.getByRole('rowheader').filter({ hasText: MARKUP }).waitFor();
      await page
        .getByRole('button', { name: /^Revoke / })
        .last()
        .click();
      await page.getByRole('dialog').getByText(MARKUP).waitFor();
      await page.keyboard.press('Escape');
      await page.goto('/account/activity');
      await page.getByRole('cell').filter({ hasText: MARKUP }).first().waitFor();
      expect(await page.title()).toBe('Activity · Perennial');
      expect(await page.locator('img').count()).toBe(0);
    });

    test('show why one cannot be created', async () => {
      const page = await signIn(pages, { path: '/account/keys', expected: /400/ });
      await page.getByLabel('Name').fill('late');
      await page.getByLabel('Ends on (optional)').fill('2020-01-01');
      await page.getByRole('button', { name: 'Create the key' }).click();
      await page
        .getByRole('alert')
        .getByText(/expires_on/)
        .waitFor();
      expect(await page.getByLabel('Name').inputValue()).toBe('late');
    });

    test('are created and revoked without a mouse, in a narrow window', async () => {
      const page = await signIn(pages, {
        email: 'business@example.com',
        path: '/account/keys',
        width: 360,
        dark: true,
      });
      await page.getByLabel('Name').focus();
      await page.keyboard.type('by hand');
      await page.keyboard.press('Enter');
      await page.getByTestId('secret').waitFor();
      await page.locator('#new-secret:focus').waitFor();
      expect(await overflowOf(page)).toBe(0);
      const revoke = page.getByRole('button', { name: 'Revoke by hand' });
      await revoke.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      // A hidden dialog is still in the document for some milliseconds, in which nobody presses a key.
      await page.locator('dialog').waitFor({ state: 'detached' });
      await becomes(() => page.evaluate("document.activeElement.getAttribute('aria-label')"), 'Revoke by hand');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('row').filter({ hasText: 'by hand' }).getByText('revoked').waitFor();
    });
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
