import type { RequestListener } from 'node:http';
import { gunzipSync } from 'node:zlib';
import express from 'express';
import request from 'supertest';
import { crossOrigin } from '../../../src/http/crossOrigin';
import { type ContractOperation, type JsonObject, resolveRef } from '../../../src/openapi/document';
import { contract, exampleBody, exampleHandlers, getWithKey, shell } from '../../helpers/shell';

describe('answers', () => {
  let app: RequestListener;
  beforeAll(async () => {
    app = await shell();
  });

  test('the entity tag does not depend on the time of the answer', async () => {
    let minute = 0;
    const clocked = await shell({
      handlers: exampleHandlers({
        scanMarkets: async () => ({
          ...exampleBody('scanMarkets'),
          generated_at: `2024-06-28T15:0${minute++}:00.000Z`,
        }),
      }),
    });
    const first = await getWithKey(clocked, '/v1/scan').expect(200);
    const second = await getWithKey(clocked, '/v1/scan').expect(200);
    expect(second.body.generated_at).not.toBe(first.body.generated_at);
    expect(second.headers.etag).toBe(first.headers.etag);
    const third = await getWithKey(clocked, '/v1/scan').set('If-None-Match', first.headers.etag).expect(304);
    expect(third.text).toBe('');
    expect(third.headers['cache-control']).toBe('private, no-cache');
    expect(first.headers.vary).toContain('Accept-Encoding');
    expect(third.headers.vary).toBe(first.headers.vary);
  });

  test('a changed body has another ETag', async () => {
    const changed = await shell({
      handlers: exampleHandlers({ scanMarkets: async () => ({ ...exampleBody('scanMarkets'), summary: 'another' }) }),
    });
    const tag = (await getWithKey(app, '/v1/scan')).headers.etag;
    await getWithKey(changed, '/v1/scan').set('If-None-Match', tag).expect(200);
  });

  test('are compressed for clients that accept gzip', async () => {
    const response = await getWithKey(app, '/v1/scan')
      .set('Accept-Encoding', 'gzip')
      .buffer(true)
      .parse((raw, done) => {
        const chunks: Buffer[] = [];
        raw.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => done(null, Buffer.concat(chunks)));
      });
    expect(response.headers['content-encoding']).toBe('gzip');
    const plain = response.body[0] === 0x1f ? gunzipSync(response.body) : response.body;
    expect(JSON.parse(String(plain))).toEqual(exampleBody('scanMarkets'));
    expect((await getWithKey(app, '/v1/scan').set('Accept-Encoding', 'identity')).headers).not.toHaveProperty(
      'content-encoding',
    );
  });

  test.each(['abc', 'A-b_c.d~9', 'x'.repeat(128)])('keep the request id %s', async (id) => {
    await getWithKey(app, '/v1/me').set('X-Request-Id', id).expect('x-request-id', id);
  });

  test.each(['', 'a b', 'a"b', 'é'.normalize(), 'x'.repeat(129)])('replace the request id %j', async (id) => {
    const response = await getWithKey(app, '/v1/me').set('X-Request-Id', Buffer.from(id).toString('latin1'));
    expect(response.headers['x-request-id']).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  });

  test('carry the security headers for browsers, and not the name of the framework', async () => {
    const { headers } = await getWithKey(app, '/v1/me');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'",
    });
    expect(headers).not.toHaveProperty('x-powered-by');
  });

  test('are readable by allowed origins only, with the headers of the limits', async () => {
    const origin = 'https://app.example.com';
    const open = await shell({ corsOrigins: [origin] });
    const { headers } = await getWithKey(open, '/v1/me').set('Origin', origin);
    expect(headers['access-control-allow-origin']).toBe(origin);
    const exposed = headers['access-control-expose-headers'].split(',');
    // Scripts may always read Last-Modified.
    expect([...exposed, 'Last-Modified']).toEqual(expect.arrayContaining(headersOfAnswers()));
    const other = await getWithKey(open, '/v1/me').set('Origin', 'https://other.example.com');
    expect(other.headers).not.toHaveProperty('access-control-allow-origin');
    const preflight = await request(open)
      .options('/v1/me')
      .set('Origin', origin)
      .set('Access-Control-Request-Method', 'GET')
      .set('Access-Control-Request-Headers', 'authorization');
    const asked = contract.operations.flatMap(({ path, method }) => {
      const { parameters = [] } = contract.document.paths[path][method] as JsonObject;
      return parameters.map((node: JsonObject) => resolveRef(contract.document, node));
    });
    const named = asked.filter((one) => one.in === 'header').map(({ name }) => name);
    expect(preflight.headers['access-control-allow-headers'].split(',')).toEqual(
      expect.arrayContaining(['Authorization', 'X-API-Key', 'Content-Type', ...named]),
    );
    expect(named).toContain('Idempotency-Key');
  });

  /** The headers of answers in the contract. */
  function headersOfAnswers(): string[] {
    const answers = contract.operations.flatMap(({ path, method }) =>
      Object.values<JsonObject>(contract.document.paths[path][method].responses),
    );
    return answers.flatMap((node) => Object.keys(resolveRef(contract.document, node).headers ?? {}));
  }
});

type Asked = Pick<ContractOperation, 'access' | 'method'>;

async function allowedMethods(operations: readonly Asked[]): Promise<string> {
  const app = express().use(crossOrigin(['https://friend.example'], operations));
  const asked = { Origin: 'https://friend.example', 'Access-Control-Request-Method': 'DELETE' };
  const { headers } = await request(app).options('/v1/saved-scans/any').set(asked).expect(204);
  return headers['access-control-allow-methods'];
}

test.each<[string, readonly Asked[], string]>([
  ['those of reading and MCP, without any operation', [], 'GET,HEAD,POST'],
  ['those of operations that take a key', [{ access: 'key', method: 'delete' }], 'GET,HEAD,POST,DELETE'],
  ['none of operations that take a session only', [{ access: 'session', method: 'delete' }], 'GET,HEAD,POST'],
  ['those of the contract', contract.operations, 'GET,HEAD,POST,PATCH,DELETE'],
])('methods that a preflight allows: %s', async (_name, operations, methods) => {
  expect(await allowedMethods(operations)).toBe(methods);
});
