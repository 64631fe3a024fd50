import type { RequestListener } from 'node:http';
import request from 'supertest';
import { ERROR_POINTER, faultsAgainst } from '../../helpers/contractAjv';
import { getWithKey, KEY, shell } from '../../helpers/shell';

let app: RequestListener;
beforeAll(async () => {
  app = await shell();
});

describe('methods and paths', () => {
  test.each(['post', 'put', 'patch', 'delete'] as const)('%s is 404, not 405', async (method) => {
    const response = await request(app)[method]('/v1/scan').set('X-API-Key', KEY).expect(404);
    expect(response.body.error.code).toBe('not_found');
  });

  test('HEAD is GET without the body', async () => {
    const full = await getWithKey(app, '/v1/scan');
    const head = await request(app).head('/v1/scan').set('X-API-Key', KEY).expect(200);
    expect(head.text).toBeUndefined();
    expect(head.headers.etag).toBe(full.headers.etag);
    expect(head.headers['content-type']).toBe(full.headers['content-type']);
    await request(app).head('/v1/scan?years=4').set('X-API-Key', KEY).expect(400);
    await request(app).head('/v1/nothing').set('X-API-Key', KEY).expect(404);
    await request(app).head('/v1/scan').expect(401);
  });

  test.each([
    ['/v1/nothing', 404],
    ['/v1/markets/0', 404],
    ['/v1/analyze', 404],
    ['/v1/analyze/', 404],
    ['/v1/analyze/AAPL/extra', 404],
    ['/v1/analyze/%ZZ', 400],
    ['/v1/analyze/%C3%28', 400],
    ['/v1/%', 400],
    ['/v1/analyze/%00', 400],
    ['//v1/markets', 404],
    ['/v2/markets', 404],
    ['/v1/markets/', 200],
    ['/nothing', 404],
  ])('%s is %i', async (url, status) => {
    const response = await getWithKey(app, url).expect(status);
    if (status !== 200) expect(faultsAgainst(ERROR_POINTER, response.body)).toEqual([]);
  });
});

describe('bodies', () => {
  const send = (type: string, body: string) => getWithKey(app, '/v1/scan').set('Content-Type', type).send(body);

  const sendLatin1 = () =>
    getWithKey(app, '/v1/scan')
      .set('Content-Type', 'application/json')
      .serialize((bytes) => bytes)
      .send(Buffer.from('{"name": "café"}', 'latin1'));

  test.each([
    ['broken JSON', () => send('application/json', '{bad'), 'is not valid JSON'],
    ['JSON too large', () => send('application/json', `"${'x'.repeat(300_000)}"`), 'accepted are 262144 bytes'],
    ['an unknown charset', () => send('application/json; charset=klingon', '{}'), "'klingon'"],
    ['an unknown encoding', () => send('application/json', '{}').set('Content-Encoding', 'zstd7'), "'zstd7'"],
    ['bytes that are not UTF-8', () => sendLatin1(), 'not valid UTF-8'],
    ['text that claims to be compressed', () => send('application/json', '{}').set('Content-Encoding', 'gzip'), 'gzip'],
  ])('%s is 400, which says what came or is accepted', async (_name, call, named) => {
    const response = await call().expect(400);
    expect(response.body.error.code).toBe('invalid_request');
    expect(response.body.error.message).toMatch(/body/);
    expect(response.body.error.message).toContain(named);
  });

  test.each([
    ['post', '/v1/score'],
    ['post', '/v1/portfolio/scenarios'],
    ['patch', '/v1/saved-scans/1'],
    ['patch', '/v1/webhooks/we_1'],
    ['post', '/v1/webhooks/we_1/rotate'],
    ['post', '/v1/sign-in/provider'],
  ] as const)('%s %s without one is 400', async (method, path) => {
    const call = request(app)[method](path).set({ 'X-API-Key': KEY, 'X-Session': '1' });
    const { body } = await call.expect(400);
    expect(body.error).toMatchObject({ code: 'invalid_request', message: 'The body is required.' });
  });

  test('a GET may carry a body, which is ignored', async () => {
    await send('application/xml', '<a/>').expect(200);
    await send('application/json', '{"years": 4}').expect(200);
  });
});
