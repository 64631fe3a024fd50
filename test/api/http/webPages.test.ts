import request from 'supertest';
import { ROUTES } from '../../../src/web/routes';
import { startTestApp, type TestApp } from '../../helpers/app';

let service: TestApp;
beforeAll(async () => {
  service = await startTestApp({
    metered: true,
    sandbox: ['AAPL'],
    env: { TRUST_PROXY: '1', PUBLIC_URL: 'https://perennial.example/base/' },
  });
});
afterAll(() => service.close());

const from = (address: string, path: string) => request(service.app).get(path).set('X-Forwarded-For', address);
const ofBrowser = (path: string) => from('203.0.113.1', path).set('Accept', 'text/html,*/*;q=0.8');

/** An address of a route, with a value that must be encoded in place of each parameter. */
const addressOf = (route: string) => route.replaceAll(/:\w+\??/g, 'BTC%2FUSD').replace('/*?', '/a/b');

test.each(Object.values(ROUTES).map(addressOf))('%s is a page, whatever the client accepts', async (path) => {
  const { text, headers } = await from('203.0.113.1', path).expect(200).expect('Content-Type', /html/);
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
    const asset = await from('203.0.113.1', url.slice('/base'.length)).expect(200);
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
    const { body } = await from('203.0.113.1', path).expect(404);
    expect(body.error.code).toBe('not_found');
  }
  for (const path of ['/assets/nothing.js', '/assets/..%2Findex.html', '/assets/..%2F.sources']) {
    await from('203.0.113.1', path).expect(404).expect('Content-Type', /json/);
  }
});

test('pages are served for GET only, and not at the addresses of the API', async () => {
  await request(service.app).post('/compare').set('Accept', 'text/html').expect(404).expect('Content-Type', /json/);
  for (const path of ['/v1/nothing', '/v1']) await ofBrowser(path).expect(401).expect('Content-Type', /json/);
  await ofBrowser('/healthz').expect(200).expect('Content-Type', /json/);
  await ofBrowser('/docs').expect(200);
  expect((await ofBrowser('/docs')).text).not.toContain('<div id="app">');
});

test('a page counts against the limit of the address like other open pages; its assets do not', async () => {
  const { text } = await from('203.0.113.2', '/').expect(200);
  const [, script] = /src="\/base([^"]+)"/.exec(text)!;
  for (let i = 1; i < 60; i++) await from('203.0.113.2', '/compare').set('If-None-Match', '*').expect(304);
  const { body } = await from('203.0.113.2', '/').expect(429);
  expect(body.error.code).toBe('rate_limited');
  await from('203.0.113.2', script).expect(200);
});
