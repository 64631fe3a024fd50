import type { RequestListener } from 'node:http';
import request from 'supertest';
import type { RateReading } from '../../../src/access/rate';
import { serviceMisconfigured } from '../../../src/errors';
import type { Context } from '../../../src/operation';
import { listen } from '../../helpers/listen';
import { CALLER, exampleBody, exampleHandlers, getWithKey, KEY, shell } from '../../helpers/shell';

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
    const response = await getWithKey(app, '/v1/scan?years=4').expect(400);
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
    const response = await getWithKey(app, '/v1/markets').expect(429);
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
