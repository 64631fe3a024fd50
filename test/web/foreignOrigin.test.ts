import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { describePages } from '../helpers/chromium';
import { linkFor, signIn } from '../helpers/signedInPages';

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

describePages('pages of other sites', { now: '2024-06-28T15:00:00Z', sandbox: ['AAPL'] }, (pages) => {
  let server: Server;
  /** The same host and another port is another origin of the same site: browsers send it the cookie. */
  const origins = () =>
    ['127.0.0.1', 'localhost'].map((host) => `http://${host}:${(server.address() as AddressInfo).port}`);

  beforeAll(async () => {
    server = createServer((_request, response) => response.setHeader('Content-Type', 'text/html').end('<body></body>'));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

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
