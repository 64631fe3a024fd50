import { readdirSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import request from 'supertest';
import { parse } from 'yaml';
import { ROUTES } from '../../../src/web/routes';
import { startTestApp, type TestApp } from '../../helpers/app';
import { contract, shell } from '../../helpers/shell';

/** Everything that needs no key: the documents of the API, the guides and the web pages. */

const BASE = '/base';

let service: TestApp;
let app: RequestListener;
beforeAll(async () => {
  service = await startTestApp({
    metered: true,
    sandbox: ['AAPL'],
    env: { TRUST_PROXY: '1', PUBLIC_URL: `https://perennial.example${BASE}/` },
  });
  app = service.app;
});
afterAll(() => service.close());

/** Each address may request a limited number of pages. */
const from = (address: string, path: string) => request(app).get(path).set('X-Forwarded-For', address);

describe('documents', () => {
  const PAGES = ['/docs', '/openapi.yaml', '/openapi.json', '/docs.md', '/llms.txt', '/widgets.json', '/apps.json'];

  test.each(PAGES)('%s has an ETag that avoids sending it again, compressed or not', async (path) => {
    const plain = await from('203.0.113.1', path).set('Accept-Encoding', 'identity').expect(200);
    const zipped = await from('203.0.113.1', path).set('Accept-Encoding', 'gzip').expect('Content-Encoding', 'gzip');
    expect(zipped.headers.etag).toBe(plain.headers.etag);
    expect(zipped.headers.vary).toContain('Accept-Encoding');
    expect(plain.headers).not.toHaveProperty('content-encoding');
    const again = await from('203.0.113.1', path).set('If-None-Match', plain.headers.etag).expect(304);
    expect(again.text).toBe('');
  });

  test('the contract and the reference name the public URL of the server', async () => {
    const { body } = await from('203.0.113.4', '/openapi.json').expect(200);
    expect(body.servers.map(({ url }: { url: string }) => url)).toEqual(['https://perennial.example/base/v1']);
    const { text: yaml } = await from('203.0.113.4', '/openapi.yaml').expect(200);
    expect(parse(yaml)).toEqual(body);
    const { text: html } = await from('203.0.113.4', '/docs').expect(200);
    for (const text of [JSON.stringify(body), yaml, html]) {
      expect(text).toContain('https://perennial.example/base/v1/scan?markets=dow30');
      expect(text).not.toContain('localhost:8080');
    }
  });

  test('are the contract and its reference', async () => {
    const plain = await shell();
    const yaml = await request(plain).get('/openapi.yaml').buffer(true).expect(200);
    expect(yaml.headers['content-type']).toMatch(/yaml/);
    const json = await request(plain).get('/openapi.json').expect(200);
    expect(parse(yaml.text ?? String(yaml.body))).toEqual(json.body);
    expect(json.body).toEqual(contract.document);
    const docs = await request(plain).get('/docs').expect(200).expect('Content-Type', /html/);
    expect(docs.headers['content-security-policy']).toMatch(/^default-src 'none';/);
    expect(docs.headers['content-security-policy']).not.toMatch(/https?:|\*/);
  });

  test('an address may request sixty pages a minute; other addresses and keys are not limited by it', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 61; i++) {
      statuses.push((await from('203.0.113.2', PAGES[i % PAGES.length]).set('If-None-Match', '*')).status);
    }
    expect(statuses).toEqual([...Array(60).fill(304), 429]);
    const { body, headers } = await from('203.0.113.2', '/docs').expect(429);
    expect(body.error.code).toBe('rate_limited');
    expect(headers).toMatchObject({ 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0', 'retry-after': '60' });
    await from('203.0.113.3', '/openapi.json').expect(200);
    await service.get('/v1/me').set('X-Forwarded-For', '203.0.113.2').expect(200);
    await from('203.0.113.2', '/v1/me').expect(401);
    for (const path of ['/healthz', '/readyz']) await from('203.0.113.2', path).expect(200);
  });
});

describe('guides', () => {
  const FOLDER = join(__dirname, '../../../seeds/guides');
  const NAMES = readdirSync(FOLDER).map((name) => name.replace(/\.md$/, ''));
  const linksOf = (html: string) =>
    [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href.replaceAll('&amp;', '&'));

  test.each(NAMES)('/guides/%s is the guide as a page', async (name) => {
    const { text, headers } = await from('203.0.113.20', `/guides/${name}`).expect(200).expect('Content-Type', /html/);
    const [, title] = /^# (.+)$/m.exec(readFileSync(join(FOLDER, `${name}.md`), 'utf8'))!;
    expect(text).toContain(`>${title}</h1>`);
    expect(text).not.toMatch(/^(##|```)/m);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src/);
    await from('203.0.113.20', `/guides/${name}`).set('If-None-Match', headers.etag).expect(304);
  });

  test('links between guides lead to pages and headings that exist', async () => {
    const pages = new Map<string, string>();
    let visitor = 100;
    for (const name of NAMES) pages.set(name, (await from(`203.0.113.${visitor++}`, `/guides/${name}`)).text);
    let followed = 0;
    for (const [name, html] of pages) {
      for (const href of linksOf(html).filter((link) => !link.startsWith('https://'))) {
        const [, guide, fragment] = /^(?:\/base\/guides\/([a-z-]+))?(?:#(.+))?$/.exec(href) ?? [];
        if (guide === undefined && fragment === undefined) {
          expect([`${BASE}/`, `${BASE}/guides`, `${BASE}/docs`, `${BASE}/method`]).toContain(href);
          continue;
        }
        followed++;
        const target = pages.get(guide ?? name);
        expect([href, target === undefined]).toEqual([href, false]);
        if (fragment !== undefined) expect([href, target!.includes(`id="${fragment}"`)]).toEqual([href, true]);
      }
    }
    expect(followed).toBeGreaterThan(3);
  });

  test('one search finds passages of guides, methodology and reference', async () => {
    const { text: list } = await from('203.0.113.22', '/guides').expect(200);
    for (const name of NAMES) expect(linksOf(list)).toContain(`${BASE}/guides/${name}`);
    const found = async (q: string) => linksOf((await from('203.0.113.22', '/guides').query({ q }).expect(200)).text);
    expect(await found('pg_dump restore')).toContain(`${BASE}/guides/operating#backup`);
    expect(await found('holding PERIOD calendar')).toContain(`${BASE}/method#window`);
    expect(await found('scan webhooks')).not.toContain(`${BASE}/method#window`);
    expect(await found('/daily-pick/ledger')).toContain(`${BASE}/docs#operation/listLedger`);
  });

  test('the search text is escaped, and a search without results says so', async () => {
    const { text } = await from('203.0.113.23', '/guides').query({ q: '"><script>x' }).expect(200);
    expect(text).toContain('Nothing contains all words of “&quot;>&lt;script>x”.');
    expect(text).not.toContain('<script');
    await from('203.0.113.23', '/guides?q=a&q=b').expect(200);
  });

  test('an unknown guide is 404: as a page for a browser, as JSON for a program', async () => {
    for (const path of ['/guides/nothing', '/guides/..%2Fdemo', '/guides/operating.md']) {
      const { body } = await from('203.0.113.24', path).expect(404);
      expect(body.error.code).toBe('not_found');
      await from('203.0.113.24', path).set('Accept', 'text/html').expect(404).expect('Content-Type', /html/);
    }
  });

  test('/llms.txt, the contract and the guides link to each other', async () => {
    expect((await from('203.0.113.25', '/llms.txt')).text).toContain(`https://perennial.example${BASE}/guides`);
    expect((await from('203.0.113.25', '/openapi.json')).body.info.description).toContain('[guides](guides)');
  });
});

describe('web pages', () => {
  const ofBrowser = (path: string) => from('203.0.113.41', path).set('Accept', 'text/html,*/*;q=0.8');

  /** An address of a route, with a value that must be encoded in place of each parameter. */
  const addressOf = (route: string) => route.replaceAll(/:\w+\??/g, 'BTC%2FUSD').replace('/*?', '/a/b');

  test.each(Object.values(ROUTES).map(addressOf))('%s is a page, whatever the client accepts', async (path) => {
    const { text, headers } = await from('203.0.113.41', path).expect(200).expect('Content-Type', /html/);
    expect(text).toContain('<div id="app">');
    expect(headers['cache-control']).toBe('public, no-cache');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
    expect(headers['content-security-policy']).not.toMatch(/unsafe|https?:|\*/);
  });

  test('the page contains nothing that its policy forbids, and loads assets of this server only', async () => {
    const { text } = await ofBrowser('/').expect(200);
    expect(text).not.toMatch(/<script(?![^>]*src=)|<style|style=|javascript:|onload/);
    const loaded = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url);
    expect(loaded.length).toBeGreaterThan(2);
    for (const url of loaded) {
      expect(url).toMatch(/^\/base\/assets\//);
      const asset = await from('203.0.113.41', url.slice('/base'.length)).expect(200);
      expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(asset.headers['content-type']).toMatch(/^((text\/javascript|text\/css); charset=utf-8|image\/svg\+xml)$/);
    }
    // The settings for the pages are escaped in their attribute.
    expect(text).toContain(
      'content="{&quot;base&quot;:&quot;/base&quot;,&quot;demo&quot;:{&quot;token&quot;:&quot;prn_demo&quot;',
    );
  });

  test('an unknown address is 404: as a page for a browser, as JSON for a program', async () => {
    for (const path of ['/nowhere', '/symbol', '/compare/AAPL', '/symbol/%E0%A4%A/x/y', '/index.html']) {
      await ofBrowser(path).expect(404).expect('Content-Type', /html/);
      const { body } = await from('203.0.113.41', path).expect(404);
      expect(body.error.code).toBe('not_found');
    }
    for (const path of ['/assets/nothing.js', '/assets/..%2Findex.html', '/assets/..%2F.sources']) {
      await from('203.0.113.41', path).expect(404).expect('Content-Type', /json/);
    }
  });

  test('pages are served for GET only, and not at the addresses of the API', async () => {
    await request(app).post('/compare').set('Accept', 'text/html').expect(404).expect('Content-Type', /json/);
    for (const path of ['/v1/nothing', '/v1']) {
      await ofBrowser(path).expect(401).expect('Content-Type', /json/).expect('WWW-Authenticate', 'Bearer');
    }
    await ofBrowser('/healthz').expect(200).expect('Content-Type', /json/);
    await ofBrowser('/docs').expect(200);
    expect((await ofBrowser('/docs')).text).not.toContain('<div id="app">');
  });

  test('a page counts against the limit of the address like other open pages; its assets do not', async () => {
    const { text } = await from('203.0.113.42', '/').expect(200);
    const [, script] = /src="\/base([^"]+)"/.exec(text)!;
    for (let i = 1; i < 60; i++) await from('203.0.113.42', '/compare').set('If-None-Match', '*').expect(304);
    const { body } = await from('203.0.113.42', '/').expect(429);
    expect(body.error.code).toBe('rate_limited');
    await from('203.0.113.42', script).expect(200);
  });
});
