import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import request from 'supertest';
import { startTestApp, type TestApp } from '../../helpers/app';

const FOLDER = join(__dirname, '../../../seeds/guides');
const NAMES = readdirSync(FOLDER).map((name) => name.replace(/\.md$/, ''));
const BASE = '/base';

let service: TestApp;
beforeAll(async () => {
  service = await startTestApp({
    metered: true,
    sandbox: ['AAPL'],
    env: { TRUST_PROXY: '1', PUBLIC_URL: `https://perennial.example${BASE}/` },
  });
});
afterAll(() => service.close());

const get = (path: string, address = '203.0.113.1') => request(service.app).get(path).set('X-Forwarded-For', address);
const linksOf = (html: string) =>
  [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href.replaceAll('&amp;', '&'));

test.each(NAMES)('/guides/%s is the guide as a page', async (name) => {
  const { text, headers } = await get(`/guides/${name}`).expect(200).expect('Content-Type', /html/);
  const [, title] = /^# (.+)$/m.exec(readFileSync(join(FOLDER, `${name}.md`), 'utf8'))!;
  expect(text).toContain(`>${title}</h1>`);
  expect(text).not.toMatch(/^(##|```)/m);
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src/);
  await get(`/guides/${name}`).set('If-None-Match', headers.etag).expect(304);
});

test('links between guides lead to pages and headings that exist', async () => {
  const pages = new Map<string, string>();
  let visitor = 10;
  for (const name of NAMES) pages.set(name, (await get(`/guides/${name}`, `203.0.113.${visitor++}`)).text);
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
  const { text: list } = await get('/guides', '203.0.113.2').expect(200);
  for (const name of NAMES) expect(linksOf(list)).toContain(`${BASE}/guides/${name}`);
  const found = async (q: string) => linksOf((await get('/guides', '203.0.113.2').query({ q }).expect(200)).text);
  expect(await found('pg_dump restore')).toContain(`${BASE}/guides/operating#backup`);
  expect(await found('holding PERIOD calendar')).toContain(`${BASE}/method#window`);
  expect(await found('scan webhooks')).not.toContain(`${BASE}/method#window`);
  expect(await found('/daily-pick/ledger')).toContain(`${BASE}/docs#operation/listLedger`);
});

test('the search text is escaped, and a search without results says so', async () => {
  const { text } = await get('/guides', '203.0.113.3').query({ q: '"><script>x' }).expect(200);
  expect(text).toContain('Nothing contains all words of “&quot;>&lt;script>x”.');
  expect(text).not.toContain('<script');
  await get('/guides?q=a&q=b', '203.0.113.3').expect(200);
});

test('an unknown guide is 404: as a page for a browser, as JSON for a program', async () => {
  for (const path of ['/guides/nothing', '/guides/..%2Fdemo', '/guides/operating.md']) {
    const { body } = await get(path, '203.0.113.4').expect(404);
    expect(body.error.code).toBe('not_found');
    await get(path, '203.0.113.4').set('Accept', 'text/html').expect(404).expect('Content-Type', /html/);
  }
});

test('/llms.txt, the contract and the guides link to each other', async () => {
  expect((await get('/llms.txt', '203.0.113.5')).text).toContain(`https://perennial.example${BASE}/guides`);
  expect((await get('/openapi.json', '203.0.113.5')).body.info.description).toContain('[guides](guides)');
});
