import type { RequestListener } from 'node:http';
import request from 'supertest';
import { startTestApp, type TestApp } from '../../helpers/app';
import { type Listening, listen } from '../../helpers/listen';

/** A failing issuer: each test sets how it answers, and the requests to it are counted. */
let issuer: Listening;
let asked: string[] = [];
let answer: RequestListener;
let service: TestApp;
let time = 0;

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const token = (kid: string) => `${part({ alg: 'RS256', kid })}.${part({ sub: kid })}.c2ln`;

beforeAll(async () => {
  issuer = await listen((incoming, response) => {
    asked.push(incoming.url ?? '');
    answer(incoming, response);
  });
});
beforeEach(async () => {
  service = await startTestApp({ sandbox: [], env: { OAUTH_ISSUER: issuer.url } });
  asked = [];
  // The clock stands still: the time that a slow machine needs for a flood must not end the back-off.
  const began = performance.now();
  time = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => began + time);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await service.close();
});
afterAll(() => issuer.close());

const knock = async (kid: string) =>
  (
    await request(service.app)
      .get('/v1/me')
      .set('Authorization', `Bearer ${token(kid)}`)
  ).status;
const flood = async (count: number) => {
  for (let i = 0; i < count; i++) expect(await knock(`key-${i}`)).toBe(503);
};

test('an issuer without metadata is asked once per document, however many tokens come; again after a minute', async () => {
  answer = (_incoming, response) => void response.writeHead(500).end();
  await flood(30);
  expect(asked).toHaveLength(2);
  time = 9_000;
  await flood(3);
  expect(asked).toHaveLength(2);
  time = 60_000;
  await Promise.all(Array.from({ length: 20 }, (_, i) => knock(`at-once-${i}`)));
  expect(asked).toHaveLength(4);
  // Keys do not depend on the issuer.
  expect((await service.get('/v1/me')).status).toBe(200);
});

test('an issuer whose keys cannot be fetched is asked for them once, and again after a minute', async () => {
  answer = (incoming, response) => {
    if (incoming.url === '/keys') response.writeHead(500).end();
    else response.end(JSON.stringify({ issuer: issuer.url, jwks_uri: `${issuer.url}/keys` }));
  };
  await flood(30);
  expect(asked.filter((path) => path === '/keys')).toHaveLength(1);
  time = 60_000;
  await flood(30);
  expect(asked.filter((path) => path === '/keys')).toHaveLength(2);
  expect(asked).toHaveLength(3);
});
