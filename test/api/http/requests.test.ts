import type { RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import request from 'supertest';
import { createHttpServer } from '../../../src/http/server';
import { ERROR_POINTER, faultsAgainst } from '../../helpers/contractAjv';
import { getWithKey, KEY, shell } from '../../helpers/shell';

describe('methods and paths', () => {
  let app: RequestListener;
  beforeAll(async () => {
    app = await shell();
  });

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

  test('a request line may carry the whole URL', async () => {
    const answer = await rawRequest(app, `GET http://other.example/v1/me HTTP/1.1\r\nHost: x\r\nX-API-Key: ${KEY}\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    const refused = await rawRequest(app, `GET http://x/v1/scan?years=4 HTTP/1.1\r\nHost: x\r\nX-API-Key: ${KEY}\r\n`);
    expect(refused).toContain('years must be from 5 to 98');
  });

  test('bytes that are not HTTP are answered with an error body', async () => {
    const answer = await rawRequest(app, 'NOT HTTP\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(faultsAgainst(ERROR_POINTER, JSON.parse(answer.split('\r\n\r\n')[1]))).toEqual([]);
  });

  async function rawRequest(target: RequestListener, head: string): Promise<string> {
    const server = createHttpServer(target).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    try {
      return await new Promise((resolve, reject) => {
        const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
        let text = '';
        socket.on('data', (chunk) => {
          text += chunk;
        });
        socket.on('end', () => resolve(text)).on('error', reject);
        socket.write(`${head}Connection: close\r\n\r\n`);
      });
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  }
});

describe('bodies', () => {
  let app: RequestListener;
  beforeAll(async () => {
    app = await shell();
  });
  const send = (type: string, body: string) => getWithKey(app, '/v1/scan').set('Content-Type', type).send(body);

  test.each([
    ['broken JSON', () => send('application/json', '{bad'), 'is not valid JSON'],
    ['JSON too large', () => send('application/json', `"${'x'.repeat(300_000)}"`), 'accepted are 262144 bytes'],
    ['an unknown charset', () => send('application/json; charset=klingon', '{}'), "'klingon'"],
    ['an unknown encoding', () => send('application/json', '{}').set('Content-Encoding', 'zstd7'), "'zstd7'"],
    ['text that claims to be compressed', () => send('application/json', '{}').set('Content-Encoding', 'gzip'), 'gzip'],
  ])('%s is 400, which says what came or is accepted', async (_name, call, named) => {
    const response = await call().expect(400);
    expect(response.body.error.code).toBe('invalid_request');
    expect(response.body.error.message).toMatch(/body/);
    expect(response.body.error.message).toContain(named);
  });

  test('a GET may carry a body, which is ignored', async () => {
    await send('application/xml', '<a/>').expect(200);
    await send('application/json', '{"years": 4}').expect(200);
  });
});
