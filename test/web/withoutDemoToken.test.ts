import { describePages, violationsOf } from '../helpers/chromium';

const SERVICE = { now: '2024-06-28T15:00:00Z', sandbox: ['AAPL'], env: { DEMO_TOKEN: 'off' } };

describePages('a visitor of a server without a demo token', SERVICE, (pages) => {
  test.each([
    '/',
    '/symbol/AAPL',
    '/compare?symbols=AAPL,MSFT',
    '/basket',
    '/calendar',
    '/daily-pick',
    '/markets',
    '/markets/0',
    '/method',
  ])('is asked to sign in on %s', async (path) => {
    const page = await pages.open(path, { expected: /401/ });
    await page.locator('main').getByRole('link', { name: 'Sign in', exact: false }).first().waitFor();
    const text = await page.locator('main').innerText();
    expect(text).not.toMatch(/demo token|0 symbols|undefined|null/);
    expect(await violationsOf(page)).toEqual([]);
    await page.locator('main').getByRole('link', { name: 'Sign in', exact: false }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  });

  test('gets commands with a placeholder for a key', async () => {
    const page = await pages.open('/compare?symbols=AAPL,MSFT', { expected: /401/ });
    expect(await page.locator('pre').textContent()).toContain('Bearer $PERENNIAL_KEY');
  });
});
