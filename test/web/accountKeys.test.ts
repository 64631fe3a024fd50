import { describePages, overflowOf, violationsOf } from '../helpers/chromium';
import { becomes } from '../helpers/eventually';
import { signIn } from '../helpers/signedInPages';

const MARKUP = `<img src=x onerror="document.title='taken over'">`;

describePages('the keys of an account', { now: '2024-06-28T15:00:00Z', sandbox: ['AAPL'] }, (pages) => {
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
    const page = await signIn(pages, { email: 'business@example.com', path: '/account/keys', width: 360, dark: true });
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
