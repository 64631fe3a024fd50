import type { RequestListener } from 'node:http';
import { gunzipSync } from 'node:zlib';
import express from 'express';
import request from 'supertest';
import { crossOrigin } from '../../../src/http/crossOrigin';
import { type ContractOperation, type JsonObject, resolveRef } from '../../../src/openapi/document';
import type { Context } from '../../../src/operation';
import { ERROR_POINTER, faultsAgainst } from '../../helpers/contractAjv';
import { listen } from '../../helpers/listen';
import { CALLER, contract, exampleBody, exampleHandlers, getWithKey, KEY, shell } from '../../helpers/shell';

describe('requests', () => {
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
      [
        'text that claims to be compressed',
        () => send('application/json', '{}').set('Content-Encoding', 'gzip'),
        'gzip',
      ],
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
});

describe('the order of the steps', () => {
  test('handlers receive typed input with defaults, and the caller', async () => {
    const seen: unknown[] = [];
    const app = await shell({
      handlers: exampleHandlers({
        analyzeSymbol: async (input: unknown, { caller, requestId, rate, signal }: Context) => {
          seen.push(input, { caller, requestId, rate, aborted: signal.aborted });
          return exampleBody('analyzeSymbol');
        },
      }),
    });
    await getWithKey(app, '/v1/analyze/BTC%2FUSD?days_out=15&reverse=true&period=jul')
      .set('X-Request-Id', 'my-id')
      .expect(200);
    expect(seen).toEqual([
      {
        symbol: 'BTC/USD',
        days_out: 15,
        reverse: true,
        period: 'jul',
        pe_cycle: 'consecutive',
        years: 10,
        view: 'full',
      },
      { caller: CALLER, requestId: 'my-id', rate: expect.anything(), aborted: false },
    ]);
  });

  test.each([
    ['^GSPC', '%5EGSPC'],
    ['^GSPC', '^GSPC'],
    ['CL=F', 'CL=F'],
    ['CL=F', 'CL%3DF'],
    ['BRK.B', 'BRK.B'],
    ['Ünïcode', encodeURIComponent('Ünïcode')],
  ])('the symbol %s arrives from the path %s', async (symbol, path) => {
    let seen = '';
    const handler = async (input: { symbol: string }) => {
      seen = input.symbol;
      return exampleBody('listSymbolOpportunities');
    };
    const app = await shell({ handlers: exampleHandlers({ listSymbolOpportunities: handler }) });
    await getWithKey(app, `/v1/opportunities/${path}`).expect(200);
    expect(seen).toBe(symbol);
  });

  test('authorize is called after validation and before the handler', async () => {
    const calls: string[] = [];
    const app = await shell({
      authorize: (operation, input) => void calls.push(`authorize ${operation} ${input.symbol}`),
      handlers: exampleHandlers({
        analyzeSymbol: async () => {
          calls.push('handler');
          return exampleBody('analyzeSymbol');
        },
      }),
    });
    await getWithKey(app, '/v1/analyze/AAPL?years=4').expect(400);
    expect(calls).toEqual([]);
    await getWithKey(app, '/v1/analyze/AAPL').expect(200);
    expect(calls).toEqual(['authorize analyzeSymbol AAPL', 'handler']);
  });

  test('a header names the source of the prices', async () => {
    let source: string | null = 'sandbox';
    const app = await shell({ dataSource: () => source });
    await getWithKey(app, '/v1/me').expect('x-data-source', 'sandbox');
    source = null;
    expect((await getWithKey(app, '/v1/me')).headers).not.toHaveProperty('x-data-source');
  });

  test('a header has the version of the prices, unless it changed while the answer was made', async () => {
    const versions = ['a'.repeat(64), 'a'.repeat(64), 'a'.repeat(64), 'b'.repeat(64)];
    const basis = {
      revision: async () => null,
      allowance: async () => null,
      dataVersion: () => versions.shift() ?? null,
    };
    const app = await shell({ basis });
    await getWithKey(app, '/v1/me').expect('x-data-version', 'a'.repeat(64));
    expect((await getWithKey(app, '/v1/me')).headers).not.toHaveProperty('x-data-version');
    expect((await getWithKey(app, '/v1/me')).headers).not.toHaveProperty('x-data-version');
  });

  test('a handler is told when its client disconnects', async () => {
    let aborted: () => void = () => undefined;
    const gone = new Promise<void>((resolve) => {
      aborted = resolve;
    });
    let entered: () => void = () => undefined;
    const started = new Promise<void>((resolve) => {
      entered = resolve;
    });
    const app = await shell({
      handlers: exampleHandlers({
        getMe: (_input: unknown, { signal }: Context) => {
          signal.addEventListener('abort', aborted);
          entered();
          return new Promise(() => undefined);
        },
      }),
    });
    const { url, close } = await listen(app);
    const controller = new AbortController();
    const headers = { 'X-API-Key': KEY };
    const call = fetch(`${url}/v1/me`, { headers, signal: controller.signal }).catch(() => 'gone');
    await started;
    controller.abort();
    await gone;
    expect(await call).toBe('gone');
    await close();
  });
});

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
