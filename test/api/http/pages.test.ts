import type { RequestListener } from 'node:http';
import request from 'supertest';
import { parse } from 'yaml';
import { startTestApp, type TestApp } from '../../helpers/app';

const PAGES = ['/docs', '/openapi.yaml', '/openapi.json', '/docs.md', '/llms.txt', '/widgets.json', '/apps.json'];

let service: TestApp;
let app: RequestListener;
beforeAll(async () => {
  service = await startTestApp({
    metered: true,
    sandbox: ['AAPL'],
    env: { TRUST_PROXY: '1', PUBLIC_URL: 'https://perennial.example/base/' },
  });
  app = service.app;
});
afterAll(() => service.close());

const from = (address: string, path: string) => request(app).get(path).set('X-Forwarded-For', address);

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
