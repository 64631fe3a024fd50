import type { Page } from 'playwright-core';
import { describePages, expectLayout, violationsOf } from '../helpers/chromium';
import { type Issuer, registered, startIssuer } from '../helpers/issuerProcess';
import { keepablePort } from '../helpers/ports';

const SERVICE = { now: '2024-06-28T15:00:00Z', sandbox: ['AAPL'] } as const;
const REFUSED = /40[13]/;

let issuer: Issuer;
const atIssuer = async (url: string) => {
  issuer = await startIssuer();
  return { ...SERVICE, env: await registered(issuer.issuer, url) };
};

/** A real identity provider, which is another site to the browser. */
describePages('signing in at the identity provider', atIssuer, (pages) => {
  const toProvider = async (path: string, expected?: RegExp): Promise<Page> => {
    const page = await pages.open(path, { expected, elsewhere: issuer.issuer });
    await page.getByRole('button', { name: 'Sign in with Example ID' }).click();
    await page.waitForURL(`${issuer.issuer}/**`);
    return page;
  };
  const signInThere = async (page: Page, login: string) => {
    await page.locator('input[name=login]').fill(login);
    await page.locator('input[name=password]').fill('any');
    await page.locator('button[type=submit]').click();
    await page.locator('input[value=consent]').waitFor({ state: 'attached' });
    await page.locator('button[type=submit]').click();
  };

  test('signs in, returns to the page that asked, and leaves neither code nor state behind', async () => {
    const page = await toProvider('/sign-in?next=%2Faccount%2Fkeys');
    await signInThere(page, 'dev');
    await page.waitForURL(`${pages.url}/account/keys`);
    await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor();
    expect(await page.evaluate('document.cookie')).toBe('signed_in=1');
    const cookies = await page.context().cookies(pages.url);
    expect(cookies.map(({ name, httpOnly, sameSite }) => `${name} ${httpOnly} ${sameSite}`).sort()).toEqual([
      'perennial-session true Strict',
      'signed_in false Strict',
    ]);
    await page.goto('/account/sessions');
    await page.getByText('provider').first().waitFor();
    // The back button skips the page whose address had the code.
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor();
  });

  test('says so when the sign-in was cancelled at the provider', async () => {
    const page = await toProvider('/sign-in');
    await page.getByRole('link', { name: /cancel/i }).click();
    await page.getByText('The sign-in was cancelled').waitFor();
    expect(page.url()).toBe(`${pages.url}/sign-in/callback`);
    await page.getByRole('button', { name: 'Sign in with Example ID' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    expect(await page.evaluate('document.cookie')).toBe('');
  });

  test('says whom to ask if no account has the address', async () => {
    const page = await toProvider('/sign-in', REFUSED);
    await signInThere(page, 'stranger');
    await page.getByText('No account of this server is yours yet').waitFor();
    await page.getByText('ask the operator of this service for an account').waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });

  test.each([
    ['of another browser', '?code=abc&state=theirs', 'The sign-in does not work any more'],
    ['without parameters', '', 'There is no sign-in to complete here'],
    ['that is too long', `?code=${'a'.repeat(5_000)}&state=b`, 'There is no sign-in to complete here'],
    [
      'with markup',
      '?error=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E&state=b',
      'The sign-in service refused the sign-in',
    ],
    ['with a message of others', '?error=access_denied&error_description=Call%20Mallory', 'The sign-in was cancelled'],
  ])('a callback %s shows what is wrong', async (_what, search, said) => {
    const page = await pages.open(`/sign-in/callback${search}`, { expected: REFUSED });
    await page.getByText(said).waitFor();
    expect(page.url()).toBe(`${pages.url}/sign-in/callback`);
    expect(await page.getByText('Mallory').count()).toBe(0);
  });

  test('fits every window, and axe finds nothing', async () => {
    const page = await pages.open('/sign-in');
    await page.getByRole('button', { name: 'Sign in with Example ID' }).waitFor();
    await expectLayout(page);
  });
});

const away = async () => ({
  ...SERVICE,
  env: { OAUTH_ISSUER: `http://127.0.0.1:${await keepablePort()}`, OAUTH_CLIENT_ID: 'pages', OAUTH_NAME: 'Example ID' },
});

describePages('an unreachable identity provider', away, (pages) => {
  test('is reported, and the other ways to sign in remain', async () => {
    const page = await pages.open('/sign-in', { expected: /503/ });
    await page.getByRole('button', { name: 'Sign in with Example ID' }).click();
    await page.getByText('The sign-in service does not answer').waitFor();
    await page.getByText('npm run keys -- invite').waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });
});
