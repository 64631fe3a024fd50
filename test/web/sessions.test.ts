import type { Page } from 'playwright-core';
import { describePages, expectLayout, violationsOf } from '../helpers/chromium';
import { becomes } from '../helpers/eventually';
import { type Listening, listen } from '../helpers/listen';
import { linkFor, signIn } from '../helpers/signedInPages';

/** How a browser gets and loses a session, and what pages of other sites cannot do with it. */

const OPTIONS = { now: '2024-06-28T15:00:00Z', sandbox: ['AAPL'] };
const REFUSED = /401/;

/** What a page of another origin tries against the service at `url`. Each script returns what the page learned. */
const ATTEMPTS: Readonly<Record<string, (url: string) => string>> = {
  'reads the account': (url) => `fetch('${url}/v1/account', { credentials: 'include' }).then((r) => r.text())`,
  'reads it with the header': (url) =>
    `fetch('${url}/v1/account', { credentials: 'include', headers: { 'X-Session': '1' } }).then((r) => r.text())`,
  'creates a key blindly': (url) =>
    `fetch('${url}/v1/account/keys', { method: 'POST', mode: 'no-cors', credentials: 'include', body: '{"name":"stolen"}' }).then((r) => r.text())`,
  'creates a key with the header': (url) =>
    `fetch('${url}/v1/account/keys', { method: 'POST', credentials: 'include', headers: { 'X-Session': '1', 'Content-Type': 'application/json' }, body: '{"name":"stolen"}' }).then((r) => r.text())`,
  'ends the session blindly': (url) =>
    `fetch('${url}/v1/session', { method: 'DELETE', mode: 'cors', credentials: 'include' }).then((r) => r.text())`,
  'spends predictions blindly': (url) =>
    `fetch('${url}/v1/score', { method: 'POST', mode: 'no-cors', credentials: 'include', body: '[]' }).then((r) => r.text())`,
  'loads the account as a script': (url) =>
    loaded(`Object.assign(document.createElement('script'), { src: '${url}/v1/account' })`),
  'loads the account as a picture': (url) =>
    loaded(`Object.assign(document.createElement('img'), { src: '${url}/v1/account' })`),
};

function loaded(element: string): string {
  return `new Promise((done) => {
    const element = ${element};
    element.onload = () => done('loaded');
    element.onerror = () => done('');
    document.body.append(element);
  })`;
}

describePages('a session', OPTIONS, (pages) => {
  describe('signing in', () => {
    test('a visitor is sent from the account to the sign-in page, which says where links come from', async () => {
      const page = await pages.open('/account/keys');
      await page.getByText('You are not signed in').waitFor();
      await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
      await page.getByText('npm run keys -- invite you@example.com').waitFor();
      expect(new URL(page.url()).search).toBe('?next=%2Faccount%2Fkeys');
    });

    test('a link signs in once, after a click, and leaves its token nowhere', async () => {
      const link = await linkFor(pages, 'dev@example.com');
      const token = link.split('#token=')[1];
      const page = await pages.open(link);
      const sent: string[] = [];
      page.on('request', (request) => {
        sent.push(request.url(), request.headers().referer ?? '');
      });
      await page.getByText('It works once').waitFor();
      await becomes(async () => page.url(), `${pages.url}/sign-in`);
      expect(await page.evaluate('document.documentElement.outerHTML')).not.toContain(token);
      // Opening the link has not used it up: programs that scan mail open links too.
      await (await pages.open(link)).getByText('It works once').waitFor();
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
      await page.getByText('dev@example.com').first().waitFor();
      expect(sent.join('\n')).not.toContain(token);
      const cookies = await page.context().cookies();
      expect(cookies.map(({ name, httpOnly, sameSite }) => ({ name, httpOnly, sameSite }))).toContainEqual({
        name: 'perennial-session',
        httpOnly: true,
        sameSite: 'Strict',
      });
      expect(await page.evaluate('document.cookie')).toBe('signed_in=1');
    });

    test('a link that is opened while the page is being rendered works as well', async () => {
      const page = await pages.open('/markets');
      const [, hash] = (await linkFor(pages, 'dev@example.com')).split('#');
      // The address changes between the first rendering of the page and the registration of its listeners.
      await page.addInitScript(`{
        const heading = () => document.querySelector('h1')?.textContent === 'Sign in';
        const watch = new MutationObserver(() => {
          if (!heading()) return;
          watch.disconnect();
          location.hash = '${hash}';
        });
        watch.observe(document, { childList: true, subtree: true });
      }`);
      await page.goto('/sign-in');
      await page.getByText('It works once').waitFor();
    });

    test.each([
      ['used', async (link: string) => void (await signInWith(link))],
      ['expired', async () => pages.service.clock.set('2024-06-28T15:15:00Z')],
    ])('a link that is %s says so, and what to do', async (_what, spoil) => {
      const link = await linkFor(pages, 'free@example.com');
      await spoil(link);
      await expectSpent(link);
    });

    test.each([
      ['forged', '/sign-in#token=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
      ['markup', `/sign-in#token=${encodeURIComponent('"><img src=x onerror=alert(1)>')}`],
      ['not decodable', '/sign-in#token=%E0%A4%A'],
    ])('a link that is %s says so, and what to do', async (_what, link) => {
      await expectSpent(link);
    });

    test('an overlong token is not even sent', async () => {
      const page = await pages.open(`/sign-in#token=${'A'.repeat(5000)}`);
      await page.getByRole('heading', { level: 1, name: 'This link does not work' }).waitFor();
    });

    test('returns to the page that asked for it, never to another site', async () => {
      for (const [next, want] of [
        ['/account/keys', '/account/keys'],
        ['//evil.example/', '/account'],
        ['/\\evil.example', '/account'],
        ['https://evil.example/', '/account'],
        ['javascript:alert(1)', '/account'],
      ]) {
        const token = (await linkFor(pages, 'dev@example.com')).split('#')[1];
        const page = await pages.open(`/sign-in?next=${encodeURIComponent(next)}#${token}`);
        await page.getByRole('button', { name: 'Sign in', exact: true }).click();
        await page.waitForURL(pages.url + want);
      }
    });

    test('a link of another account replaces the session, after a notice', async () => {
      const page = await signIn(pages);
      await page.goto(await linkFor(pages, 'pro@example.com'));
      await page.getByText('This browser is signed in already').waitFor();
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByText('pro@example.com').first().waitFor();
      await becomes(() => page.getByText('dev@example.com').count(), 0);
    });

    test('signing out ends the session and clears what was shown', async () => {
      const page = await signIn(pages);
      const { value } = (await page.context().cookies()).find(({ name }) => name === 'perennial-session')!;
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.waitForURL(`${pages.url}/sign-in`);
      expect(await page.evaluate('document.cookie')).toBe('');
      await page.goto('/account');
      await page.getByText('You are not signed in').waitFor();
      const stolen = { 'X-Session': '1', Cookie: `perennial-session=${value}` };
      expect((await fetch(`${pages.url}/v1/account`, { headers: stolen })).status).toBe(401);
    });

    test('fits every window, and axe finds nothing', async () => {
      const page = await pages.open(await linkFor(pages, 'dev@example.com'));
      await page.getByText('It works once').waitFor();
      await expectLayout(page);
      await page.goto('/sign-in?');
      await page.getByText('npm run keys').waitFor();
      await expectLayout(page);
    });

    async function signInWith(link: string) {
      const page = await pages.open(link);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
    }

    async function expectSpent(link: string) {
      const page = await pages.open(link, { expected: REFUSED });
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'This link does not work' }).waitFor();
      await page.getByText('npm run keys -- invite').waitFor();
      expect(await violationsOf(page)).toEqual([]);
      expect(await page.context().cookies()).toEqual([]);
    }
  });

  describe('pages of other sites', () => {
    let server: Listening;
    /** The same host and another port is another origin of the same site: browsers send it the cookie. */
    const origins = () => [server.url, server.url.replace('127.0.0.1', 'localhost')];

    beforeAll(async () => {
      server = await listen((_request, response) =>
        response.setHeader('Content-Type', 'text/html').end('<body></body>'),
      );
    });
    afterAll(() => server.close());

    test('a page learns and changes nothing by requests, scripts and pictures', async () => {
      const own = await signIn(pages);
      const before = await keyNames(own);
      for (const origin of origins()) {
        for (const [name, attempt] of Object.entries(ATTEMPTS)) {
          const page = await elsewhere(own, origin);
          const learned = await page.evaluate(`${attempt(pages.url)}.catch(() => '')`);
          expect([origin, name, learned]).toEqual([origin, name, '']);
          await page.close();
        }
      }
      expect(await keyNames(own)).toEqual(before);
    });

    test('a page that posts a form changes nothing, and gets 403', async () => {
      const own = await signIn(pages);
      const before = await keyNames(own);
      for (const origin of origins()) {
        for (const path of ['/v1/account/keys', '/v1/session', '/v1/sign-in/link']) {
          const page = await elsewhere(own, origin);
          const [answer] = await Promise.all([
            page.waitForResponse(`${pages.url}${path}`),
            page.evaluate(`{
              const form = Object.assign(document.createElement('form'), { method: 'post', action: '${pages.url}${path}', enctype: 'text/plain' });
              form.append(Object.assign(document.createElement('input'), { name: '{"name":"stolen","x":"', value: '"}' }));
              document.body.append(form);
              form.submit();
            }`),
          ]);
          expect([path, answer.status()]).toEqual([path, 403]);
          await page.close();
        }
      }
      expect(await keyNames(own)).toEqual(before);
    });

    test('a page that embeds the console in a frame shows nothing of it', async () => {
      const own = await signIn(pages);
      for (const origin of origins()) {
        const page = await elsewhere(own, origin);
        await page.evaluate(loaded(`Object.assign(document.createElement('iframe'), { src: '${pages.url}/account' })`));
        expect(page.frames().map((frame) => frame.url())).not.toContain(`${pages.url}/account`);
        await page.close();
      }
    });

    test('a page that opens the console cannot reach it', async () => {
      const own = await signIn(pages);
      for (const origin of origins()) {
        const page = await elsewhere(own, origin);
        const [opened] = await Promise.all([
          page.context().waitForEvent('page'),
          page.evaluate(`void (globalThis.opened = open('${pages.url}/account'))`),
        ]);
        await opened.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
        expect(await opened.evaluate('opener')).toBeNull();
        // The opening page learns of it a moment later.
        await page.waitForFunction('opened.closed', undefined, { polling: 50 });
        await opened.close();
        await page.close();
      }
    });

    test('a session cookie set before the sign-in is replaced', async () => {
      const page = await pages.open('/sign-in');
      const fixed = 'AAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
      await page.context().addCookies([{ name: 'perennial-session', value: fixed, url: pages.url }]);
      await page.goto(await linkFor(pages, 'dev@example.com'));
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
      const [{ value }] = (await page.context().cookies()).filter(({ name }) => name === 'perennial-session');
      expect(value).not.toBe(fixed);
      const as = (cookie: string) => ({ 'X-Session': '1', Cookie: `perennial-session=${cookie}` });
      expect((await fetch(`${pages.url}/v1/account`, { headers: as(fixed) })).status).toBe(401);
      expect((await fetch(`${pages.url}/v1/account`, { headers: as(value) })).status).toBe(200);
    });

    /** A page of another origin in the signed-in browser. Its console messages are not checked. */
    async function elsewhere(own: Page, origin: string): Promise<Page> {
      const page = await own.context().newPage();
      await page.goto(origin);
      return page;
    }

    async function keyNames(own: Page): Promise<string[]> {
      await own.goto('/account/keys');
      await own.getByRole('heading', { name: 'Create a key' }).waitFor();
      return own.getByRole('rowheader').allInnerTexts();
    }
  });
});

// No mail server listens there: mail is sent after the answer, which does not depend on it.
const MAIL = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'perennial@example.com' };

describePages('signing in by mail', { ...OPTIONS, env: MAIL }, (pages) => {
  test('says the same of every address, whether there is such an account or not', async () => {
    const page = await pages.open('/sign-in?next=%2Faccount%2Fkeys');
    for (const email of ['dev@example.com', 'nobody@example.com']) {
      await page.getByLabel('E-mail address of the account').fill(email);
      await page.getByRole('button', { name: 'Mail me a link' }).click();
      await page.getByText(`If ${email} is the address of an account, a sign-in link is on its way.`).waitFor();
    }
    expect(await violationsOf(page)).toEqual([]);
  });
});
