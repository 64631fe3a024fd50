import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AxeResults } from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { startTestApp, type TestApp, type TestAppOptions } from './app';
import { describeWith } from './installed';

/** The shell, which has no window at all, starts and opens pages in half the time. */
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser'];
const CHROMIUM = BROWSERS.find((path) => existsSync(path)) ?? null;
const INSTALL = 'chromium (Debian: apt-get install chromium-headless-shell)';

const FLAGS =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking ' +
  '--disable-component-update --disable-sync --force-color-profile=srgb';

export interface OpenOptions {
  readonly width?: number;
  readonly height?: number;
  readonly dark?: boolean;
  /** The account of a tier, or a key, whose requests the page makes; without it the page has a visitor. */
  readonly as?: keyof TestApp['keys'] | (string & {});
  /** The cookie of a session, `name=text`. */
  readonly session?: string;
  /** Expected lines in the console, where a browser writes every answer of 400 and above. */
  readonly expected?: RegExp;
  /** Another origin to which the pages lead; its requests and console lines are not checked. */
  readonly elsewhere?: string;
}

/** The pages of a service over its own database, in a browser. */
export interface Pages {
  readonly service: TestApp;
  /** `http://127.0.0.1:PORT`, or with `localhost` if the options depend on the URL. */
  readonly url: string;
  /** Opens a path in a new browser context, without cookies and storage. */
  open(path: string, options?: OpenOptions): Promise<Page>;
}

/** Of all suites of a test file. */
let browser: Browser | null = null;
afterAll(() => browser?.close());

/**
 * Tests of pages in Debian's chromium: one service for the suite, and one browser for the file. Every error that a page writes into
 * its console, every violation of its policy (CSP) and every request to another host fail the test that opened it.
 */
export function describePages(
  name: string,
  options: TestAppOptions | ((url: string) => Promise<TestAppOptions>),
  suite: (pages: Pages) => void,
): void {
  describeWith(CHROMIUM, { name, install: INSTALL }, (executablePath) => {
    let service: TestApp;
    let server: Server;
    const contexts: BrowserContext[] = [];
    const faults: string[] = [];
    // Options that depend on the URL lead to another server, which the other host name makes another site for a browser.
    const host = typeof options === 'function' ? 'localhost' : '127.0.0.1';
    const url = () => `http://${host}:${(server.address() as AddressInfo).port}`;

    beforeAll(async () => {
      server = createServer((request, response) => service.app(request, response)).listen(0, '127.0.0.1');
      await once(server, 'listening');
      service = await startTestApp(typeof options === 'function' ? await options(url()) : options);
      browser ??= await chromium.launch({ executablePath, args: FLAGS.split(' ') });
    });
    afterEach(async () => {
      for (const context of contexts.splice(0)) await context.close();
      expect(faults.splice(0)).toEqual([]);
    });
    afterAll(async () => {
      server?.closeAllConnections();
      server?.close();
      await service?.close();
    });

    suite({
      get service() {
        return service;
      },
      get url() {
        return url();
      },
      async open(path, { width = 1280, height = 900, dark = false, as, session, expected, elsewhere } = {}) {
        const context = await browser!.newContext({
          viewport: { width, height },
          colorScheme: dark ? 'dark' : 'light',
          reducedMotion: 'reduce',
          baseURL: url(),
          // As a header of all requests: a route in its place would switch the cache of the browser off.
          ...(as !== undefined && { extraHTTPHeaders: { 'X-API-Key': keyOf(service, as) } }),
        });
        contexts.push(context);
        // Shorter than the limit of a test, so that a failure names what was waited for.
        context.setDefaultTimeout(100_000);
        await reportBreaches(context);
        if (as !== undefined) await context.addCookies([{ name: 'signed_in', value: '1', url: url() }]);
        if (session !== undefined) await continueSession(context, url(), session);
        const page = await context.newPage();
        watch(page, url(), faults, { expected, elsewhere });
        await page.goto(path);
        return page;
      },
    });
  });
}

/** Violations of the policy appear in the console, but not all as errors. */
async function reportBreaches(context: BrowserContext): Promise<void> {
  const content = `document.addEventListener('securitypolicyviolation', (breach) =>
    console.error('policy breached: ' + breach.violatedDirective + ' by ' + breach.blockedURI));`;
  await context.addInitScript({ content });
}

function keyOf({ keys }: TestApp, as: string): string {
  return as in keys ? keys[as as keyof TestApp['keys']] : as;
}

/** The cookies that an answer to POST /v1/session sets. */
function continueSession(context: BrowserContext, url: string, session: string): Promise<void> {
  const [name, value] = session.split('=');
  return context.addCookies([
    { url, httpOnly: true, sameSite: 'Strict', name, value },
    { url, name: 'signed_in', value: '1' },
  ]);
}

function watch(page: Page, url: string, faults: string[], { expected, elsewhere }: OpenOptions): void {
  const isElsewhere = (address: string) => elsewhere !== undefined && address.startsWith(elsewhere);
  page.on('console', (message) => {
    const isOwn = message.type() === 'error' && !isElsewhere(page.url());
    if (isOwn && !expected?.test(message.text())) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (isElsewhere(request.url()) || isElsewhere(page.url())) return;
    if (protocol.startsWith('http') && origin !== url) faults.push(`asked another host: ${request.url()}`);
  });
}

const AXE = () => readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Accessibility violations that axe finds in a page, one line each. */
export async function violationsOf(page: Page): Promise<string[]> {
  if (await page.evaluate('!globalThis.axe')) await install(page, AXE());
  // Nothing else leaves the page: bringing all results here takes longer than the search for them.
  const violations = await page.evaluate<AxeResults['violations']>(
    'axe.run(document, { resultTypes: ["violations"], selectors: false }).then(({ violations }) => violations)',
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  );
}

/** Runs a long script in a page: by the protocol itself, since Playwright takes half as long again for one. */
async function install(page: Page, expression: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression });
  await session.detach();
}

/** Pixels by which a page is wider than its window. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

/** Checks that a page is not wider than a window, of a large screen or of a phone; then it has its first size again. */
export async function expectFits(page: Page): Promise<void> {
  const before = page.viewportSize()!;
  for (const width of [1920, 768, 360]) {
    await resize(page, { width, height: 900 });
    expect([page.url(), width, await overflowOf(page)]).toEqual([page.url(), width, 0]);
  }
  await resize(page, before);
}

/** Charts are drawn again a moment after the window has changed. */
async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  for (let tries = 0; tries < 100 && (await overflowOf(page)) > 0; tries++) await page.waitForTimeout(20);
}

/** Checks that a page fits every window, and that axe finds nothing, on a phone in the dark and on a large screen. */
export async function expectLayout(page: Page): Promise<void> {
  await expectFits(page);
  const before = page.viewportSize()!;
  for (const [width, colorScheme] of [
    [360, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await resize(page, { width, height: 900 });
    expect([page.url(), colorScheme, await violationsOf(page)]).toEqual([page.url(), colorScheme, []]);
  }
  await resize(page, before);
}
