import type { RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Writable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import request from 'supertest';
import { parse } from 'yaml';
import type { RateReading } from '../../src/access/rate';
import { internal, scanBusy, serviceMisconfigured, upstreamUnavailable } from '../../src/errors';
import { createMetrics } from '../../src/http/metrics';
import { createHttpServer } from '../../src/http/server';
import { createLog } from '../../src/log';
import { type JsonObject, resolveRef } from '../../src/openapi/document';
import type { Context } from '../../src/operation';
import { VERSION } from '../../src/projectRoot';
import { ERROR_POINTER, faultsAgainst } from '../helpers/contractAjv';
import { listen } from '../helpers/listen';
import { CALLER, contract, exampleBody, exampleHandlers, KEY, shell } from '../helpers/shell';

const get = (app: RequestListener, url: string) => request(app).get(url).set('Authorization', `Bearer ${KEY}`);

/** A log that remembers its lines. */
function memoryLog() {
  const lines: Record<string, unknown>[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  return { lines, log: createLog('info', sink) };
}

// The first shell compiles the contract.
beforeAll(() => shell());

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
    await get(app, '/v1/analyze/BTC%2FUSD?days_out=15&reverse=true&period=jul')
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
      { caller: CALLER, requestId: 'my-id', rate: null, aborted: false },
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
    await get(app, `/v1/opportunities/${path}`).expect(200);
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
    await get(app, '/v1/analyze/AAPL?years=4').expect(400);
    expect(calls).toEqual([]);
    await get(app, '/v1/analyze/AAPL').expect(200);
    expect(calls).toEqual(['authorize analyzeSymbol AAPL', 'handler']);
  });

  test('a request is metered before it is validated, an OPTIONS never', async () => {
    const metered: unknown[] = [];
    const reading = readingOf(null);
    const app = await shell({
      corsOrigins: ['https://app.example.com'],
      meter: async (caller, address) => {
        metered.push([caller?.tier.id ?? null, typeof address]);
        return reading;
      },
    });
    const response = await get(app, '/v1/scan?years=4').expect(400);
    expect(response.headers).toMatchObject({
      'x-ratelimit-limit': '60',
      'x-ratelimit-remaining': '59',
      'x-ratelimit-reset': '1719586860',
      'x-ratelimit-limit-day': '1000',
      'x-ratelimit-remaining-day': '998',
      'x-ratelimit-reset-day': '1719619200',
    });
    await request(app).get('/v1/scan').expect(401).expect('x-ratelimit-limit', '60');
    await request(app).options('/v1/scan').set('Origin', 'https://app.example.com').expect(204);
    expect(metered).toEqual([
      ['dev', 'string'],
      [null, 'string'],
    ]);
  });

  test.each(['minute', 'day'] as const)('a spent limit per %s is 429 with its scope and Retry-After', async (scope) => {
    const app = await shell({ meter: async () => readingOf(scope) });
    const response = await get(app, '/v1/markets').expect(429);
    expect(response.body.error.code).toBe('rate_limited');
    expect(response.body.error.message).toContain(`per ${scope}`);
    expect(response.headers).toMatchObject({ 'retry-after': '12', 'x-ratelimit-limit': '60' });
  });

  function readingOf(exceeded: RateReading['exceeded']): RateReading {
    return {
      minute: { limit: 60, remaining: 59, reset: 1719586860 },
      day: { limit: 1000, remaining: 998, reset: 1719619200 },
      exceeded,
      retryAfter: exceeded === null ? 0 : 11.2,
    };
  }

  test('a header names the source of the prices', async () => {
    let source: string | null = 'sandbox';
    const app = await shell({ dataSource: () => source });
    await get(app, '/v1/me').expect('x-data-source', 'sandbox');
    source = null;
    expect((await get(app, '/v1/me')).headers).not.toHaveProperty('x-data-source');
  });

  test('a header has the version of the prices, unless it changed while the answer was made', async () => {
    const versions = ['a'.repeat(64), 'a'.repeat(64), 'a'.repeat(64), 'b'.repeat(64)];
    const basis = {
      revision: async () => null,
      allowance: async () => null,
      dataVersion: () => versions.shift() ?? null,
    };
    const app = await shell({ basis });
    await get(app, '/v1/me').expect('x-data-version', 'a'.repeat(64));
    expect((await get(app, '/v1/me')).headers).not.toHaveProperty('x-data-version');
    expect((await get(app, '/v1/me')).headers).not.toHaveProperty('x-data-version');
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

describe('keys', () => {
  let app: RequestListener;
  beforeAll(async () => {
    app = await shell();
  });

  test('either header is accepted', async () => {
    await request(app).get('/v1/me').set('Authorization', `Bearer ${KEY}`).expect(200);
    await request(app).get('/v1/me').set('X-API-Key', KEY).expect(200);
  });

  test.each([
    ['an operation', '/v1/me'],
    ['an unknown path', '/v1/nothing'],
    ['the root of the version', '/v1'],
  ])('%s without a key is 401', async (_name, url) => {
    const response = await request(app).get(url).expect(401).expect('WWW-Authenticate', 'Bearer');
    expect(response.body).toEqual({ error: { code: 'unauthorized', message: expect.any(String) } });
  });

  test('a fault of authentication is 503 with Retry-After', async () => {
    const broken = await shell({
      authenticate: async () => {
        throw serviceMisconfigured('KEY_SECRET is not set');
      },
    });
    const response = await request(broken).get('/v1/me').set('X-API-Key', KEY).expect(503);
    expect(response.body.error.code).toBe('service_misconfigured');
    expect(response.text).not.toContain('KEY_SECRET');
    expect(Number(response.headers['retry-after'])).toBeLessThanOrEqual(30);
  });
});

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
    const full = await get(app, '/v1/scan');
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
    const response = await get(app, url).expect(status);
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
  const send = (type: string, body: string) => get(app, '/v1/scan').set('Content-Type', type).send(body);

  test.each([
    ['broken JSON', () => send('application/json', '{bad')],
    ['JSON too large', () => send('application/json', `"${'x'.repeat(300_000)}"`)],
    ['an unknown charset', () => send('application/json; charset=klingon', '{}')],
    ['an unknown encoding', () => send('application/json', '{}').set('Content-Encoding', 'zstd7')],
  ])('%s is 400', async (_name, call) => {
    const response = await call().expect(400);
    expect(response.body.error.code).toBe('invalid_request');
    expect(response.body.error.message).toContain('body');
  });

  test('a GET may carry a body, which is ignored', async () => {
    await send('application/xml', '<a/>').expect(200);
    await send('application/json', '{"years": 4}').expect(200);
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
    const first = await get(clocked, '/v1/scan').expect(200);
    const second = await get(clocked, '/v1/scan').expect(200);
    expect(second.body.generated_at).not.toBe(first.body.generated_at);
    expect(second.headers.etag).toBe(first.headers.etag);
    const third = await get(clocked, '/v1/scan').set('If-None-Match', first.headers.etag).expect(304);
    expect(third.text).toBe('');
    expect(third.headers['cache-control']).toBe('private, no-cache');
  });

  test('a changed body has another ETag', async () => {
    const changed = await shell({
      handlers: exampleHandlers({ scanMarkets: async () => ({ ...exampleBody('scanMarkets'), summary: 'another' }) }),
    });
    const tag = (await get(app, '/v1/scan')).headers.etag;
    await get(changed, '/v1/scan').set('If-None-Match', tag).expect(200);
  });

  test('are compressed for clients that accept gzip', async () => {
    const response = await get(app, '/v1/scan')
      .set('Accept-Encoding', 'gzip')
      .buffer(true)
      .parse((raw, done) => {
        const chunks: Buffer[] = [];
        raw.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => done(null, Buffer.concat(chunks)));
      });
    expect(response.headers['content-encoding']).toBe('gzip');
    const plain = response.body[0] === 0x1f ? gunzipSync(response.body) : response.body;
    expect(JSON.parse(String(plain))).toEqual(exampleBody('scanMarkets'));
    expect((await get(app, '/v1/scan').set('Accept-Encoding', 'identity')).headers).not.toHaveProperty(
      'content-encoding',
    );
  });

  test.each(['abc', 'A-b_c.d~9', 'x'.repeat(128)])('keep the request id %s', async (id) => {
    await get(app, '/v1/me').set('X-Request-Id', id).expect('x-request-id', id);
  });

  test.each(['', 'a b', 'a"b', 'é'.normalize(), 'x'.repeat(129)])('replace the request id %j', async (id) => {
    const response = await get(app, '/v1/me').set('X-Request-Id', Buffer.from(id).toString('latin1'));
    expect(response.headers['x-request-id']).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  });

  test('carry the security headers for browsers, and not the name of the framework', async () => {
    const { headers } = await get(app, '/v1/me');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'",
    });
    expect(headers).not.toHaveProperty('x-powered-by');
  });

  test('are readable by allowed origins only, with the headers of the limits', async () => {
    const origin = 'https://app.example.com';
    const open = await shell({ corsOrigins: [origin] });
    const { headers } = await get(open, '/v1/me').set('Origin', origin);
    expect(headers['access-control-allow-origin']).toBe(origin);
    const exposed = headers['access-control-expose-headers'].split(',');
    // Scripts may always read Last-Modified.
    expect([...exposed, 'Last-Modified']).toEqual(expect.arrayContaining(headersOfAnswers()));
    const other = await get(open, '/v1/me').set('Origin', 'https://other.example.com');
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

describe('faults of the server', () => {
  const secret = 'SQLITE_CORRUPT in /var/lib/secret.sqlite';

  test.each([
    ['a plain error', new Error(secret), 500, 'internal'],
    ['a thrown text', secret, 500, 'internal'],
    ['nothing at all', undefined, 500, 'internal'],
    ['an error that looks like one of HTTP', Object.assign(new Error(secret), { status: 502 }), 500, 'internal'],
    ['internal', internal(secret), 500, 'internal'],
    ['scan_busy', scanBusy(2, secret), 503, 'scan_busy'],
    ['upstream_unavailable', upstreamUnavailable(secret), 503, 'upstream_unavailable'],
  ])('%s: the client gets the code, and the log has the detail', async (_name, thrown, status, code) => {
    const { log, lines } = memoryLog();
    const handler = async () => {
      throw thrown;
    };
    const app = await shell({ log, handlers: exampleHandlers({ scanMarkets: handler }) });
    const response = await get(app, '/v1/scan').set('X-Request-Id', 'find-me').expect(status);
    expect(faultsAgainst(ERROR_POINTER, response.body)).toEqual([]);
    expect(response.body.error.code).toBe(code);
    expect(response.text).not.toContain('SQLITE');
    expect(response.headers['cache-control']).toBe('no-store');
    if (status === 503) expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    const line = lines.find((one) => one.msg === 'request failed');
    expect(line).toMatchObject({ requestId: 'find-me', code });
    if (thrown !== undefined) expect(JSON.stringify(line)).toContain('SQLITE_CORRUPT');
  });

  const broken = async () => ({ ...exampleBody('scanMarkets'), leaked: 'price 123.45' });

  test('an answer that breaks the contract is withheld in development', async () => {
    const { log, lines } = memoryLog();
    const app = await shell({ log, strictResponses: true, handlers: exampleHandlers({ scanMarkets: broken }) });
    const response = await get(app, '/v1/scan').expect(500);
    expect(response.text).not.toContain('123.45');
    expect(response.body.error.code).toBe('internal');
    expect(JSON.stringify(lines)).toContain('leaked');
  });

  test('an answer that breaks the contract is sent, logged and counted in production', async () => {
    const { log, lines } = memoryLog();
    const metrics = createMetrics();
    const app = await shell({
      log,
      metrics,
      strictResponses: false,
      handlers: exampleHandlers({ scanMarkets: broken }),
    });
    await get(app, '/v1/scan').expect(200);
    expect(lines.filter((line) => line.msg === 'response breaks the contract')).toEqual([
      expect.objectContaining({ operation: 'scanMarkets' }),
    ]);
    expect(await metrics.registry.getSingleMetricAsString('contract_violations_total')).toContain(
      '{operation="scanMarkets"} 1',
    );
  });
});

describe('pages beside /v1', () => {
  test('say whether the process is alive and ready', async () => {
    let ready = false;
    const requireReady = () => {
      if (!ready) throw scanBusy();
    };
    const app = await shell({ requireReady });
    await request(app).get('/healthz').expect(200, { status: 'ok', version: VERSION });
    const waiting = await request(app).get('/readyz').expect(503);
    expect(waiting.body.error.code).toBe('scan_busy');
    expect(Number(waiting.headers['retry-after'])).toBeGreaterThan(0);
    ready = true;
    await request(app).get('/readyz').expect(200, { status: 'ready' });
  });

  test('show the contract and its reference without a key', async () => {
    const app = await shell();
    const yaml = await request(app).get('/openapi.yaml').buffer(true).expect(200);
    expect(yaml.headers['content-type']).toMatch(/yaml/);
    const json = await request(app).get('/openapi.json').expect(200);
    expect(parse(yaml.text ?? String(yaml.body))).toEqual(json.body);
    expect(json.body).toEqual(contract.document);
    const docs = await request(app).get('/docs').expect(200).expect('Content-Type', /html/);
    expect(docs.headers['content-security-policy']).toMatch(/^default-src 'none';/);
    expect(docs.headers['content-security-policy']).not.toMatch(/https?:|\*/);
  });

  test('count requests by operation and status, never by the text of a path', async () => {
    const app = await shell();
    await get(app, '/v1/me');
    await get(app, '/v1/scan?years=4');
    await get(app, '/v1/secret-path');
    const { text } = await request(app).get('/metrics').expect(200);
    expect(text).toContain('http_request_duration_seconds_count{operation="getMe",status="200"} 1');
    expect(text).toContain('http_request_duration_seconds_count{operation="scanMarkets",status="400"} 1');
    expect(text).toContain('http_request_duration_seconds_count{operation="other",status="404"} 1');
    expect(text).not.toContain('secret-path');
  });
});

describe('the log', () => {
  test('has one line per request, with its id and without any key', async () => {
    const { log, lines } = memoryLog();
    const app = await shell({ log });
    const id = { 'X-Request-Id': 'the-id' };
    await get(app, `/v1/me?api_key=hunter2&x=prn_abc_def`).set(id).set('Cookie', 'session=hunter3').expect(400);
    await request(app).get('/v1/me').set(id).set('X-API-Key', KEY).expect(200);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatchObject({
      requestId: 'the-id',
      method: 'GET',
      status: 400,
      operation: 'getMe',
      tier: 'dev',
    });
    expect(lines[1]).toMatchObject({ url: '/v1/me', status: 200, account: 1 });
    const text = JSON.stringify(lines);
    for (const hidden of ['hunter2', 'hunter3', 'prn_abc', KEY]) expect(text).not.toContain(hidden);
  });
});
