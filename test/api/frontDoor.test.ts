import request from 'supertest';
import { DEMO_KEY, startTestApp, type TestApp } from '../helpers/app';

/** Authentication, scopes and paths, through the whole service (SPEC 5, 7; DESIGN 5 "Tiers", "Limits"). */

let service: TestApp;
beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

const bare = (method: 'get' | 'post' | 'put' | 'delete' | 'head' | 'options', path: string) =>
  request(service.app)[method](path);

describe('keys', () => {
  test('either header is accepted, in any case', async () => {
    const { free } = service.keys;
    for (const [name, value] of [
      ['Authorization', `Bearer ${free}`],
      ['authorization', `bearer   ${free}`],
      ['X-API-Key', free],
      ['x-api-key', ` ${free} `],
    ]) {
      const { body } = await bare('get', '/v1/me').set(name, value).expect(200);
      expect(body.tier).toBe('free');
    }
  });

  test('the same key in both headers is accepted; different keys are 401', async () => {
    const { free, pro } = service.keys;
    await bare('get', '/v1/me').set('Authorization', `Bearer ${free}`).set('X-API-Key', free).expect(200);
    const { body } = await bare('get', '/v1/me')
      .set('Authorization', `Bearer ${free}`)
      .set('X-API-Key', pro)
      .expect(401);
    expect(body.error.code).toBe('unauthorized');
    await bare('get', '/v1/me').set('Authorization', `Bearer ${free}`).set('X-API-Key', 'nonsense').expect(401);
    await bare('get', '/v1/me').set('Authorization', 'Basic YTpi').set('X-API-Key', free).expect(401);
  });

  test.each(['Authorization', 'X-API-Key'])('%s sent twice is 401, whether the keys differ or not', async (name) => {
    const { free, pro } = service.keys;
    for (const second of [pro, free, DEMO_KEY]) {
      const values = [free, second].map((key) => (name === 'Authorization' ? `Bearer ${key}` : key));
      for (const sent of [bare('get', '/v1/me'), bare('post', '/mcp')]) {
        const refused = await sent.set(name, values as never).expect(401);
        expect(refused.text).not.toContain(second);
      }
    }
  });

  test.each(['never', '', 9e15])('a key with the invalid expiry %j is 401', async (expiry) => {
    const key = service.keys.dev;
    const row = () => service.sql('api_key').where({ id: key.split('_')[1] });
    await bare('get', '/v1/me').set('X-API-Key', key).expect(200);
    await row().update({ expires_at: expiry });
    const { body } = await bare('get', '/v1/me').set('X-API-Key', key).expect(401);
    expect(body.error.message).toBe('API key expired.');
    await row().update({ expires_at: null });
    await bare('get', '/v1/me').set('X-API-Key', key).expect(200);
  });

  test('missing, malformed and forged keys are 401, and no message repeats them', async () => {
    const { business } = service.keys;
    const [, id, secret] = /^prn_([^_]+)_(.+)$/.exec(business)!;
    const forged = [
      'x',
      'prn_',
      'prn__',
      `prn_${id}_`,
      `prn_${id}_${'A'.repeat(secret.length)}`,
      `prn_unknown_${secret}`,
      `${business}x`,
      business.slice(0, -1),
      business.toUpperCase(),
      `prn_${id}_${secret.slice(1)}${secret[0]}`,
      `prn_${id}%00_${secret}`,
      `${business},${business}`,
      `prn_${id}' OR 1=1 --_${secret}`,
      'undefined',
      '[object Object]',
    ];
    for (const key of forged) {
      const { body, headers } = await bare('get', '/v1/me').set('X-API-Key', key).expect(401);
      expect(body).toEqual({ error: { code: 'unauthorized', message: expect.any(String) } });
      if (key.length > 4) expect(body.error.message).not.toContain(key);
      expect(body.error.message).not.toContain(secret);
      expect(headers['x-request-id']).toBeDefined();
    }
    await bare('get', '/v1/me').expect(401);
    await bare('get', '/v1/me').set('X-API-Key', '').expect(401);
    await bare('get', '/v1/me').set('Authorization', 'Bearer').expect(401);
    await bare('get', '/v1/me').set('Authorization', business).expect(401);
    // Keys in URLs and cookies are not accepted.
    await bare('get', `/v1/me?api_key=${business}`).expect(401);
    await bare('get', '/v1/me').set('Cookie', `api_key=${business}`).expect(401);
  });

  test('each tier sees its own markets, caps and name', async () => {
    const seen: Record<string, unknown> = {};
    for (const tier of ['free', 'dev', 'pro', 'business', DEMO_KEY]) {
      const { body } = await service.get('/v1/me', tier).expect(200);
      seen[body.tier] = [
        body.opp_limit,
        body.ml_daily_limit,
        body.markets_in_scope.map(({ id }: { id: string }) => id).join(),
      ];
    }
    expect(seen).toEqual({
      free: [3, 5, '0,11'],
      dev: [100, 100, '0,1,2,7,11'],
      pro: [1000, null, '0,1,2,3,4,7,9,10,11,12,16'],
      business: [5000, null, Array.from({ length: 17 }, (_, i) => i).join()],
      demo: [3, 20, '0,11'],
    });
  });

  test('nothing forged in a request widens a tier', async () => {
    const get = (path: string) => service.get(path, 'free');
    await get('/v1/scan?tier=business').expect(400);
    const { body } = await get('/v1/me').set('X-Tier', 'business').set('X-Forwarded-For', '127.0.0.1').expect(200);
    expect(body.tier).toBe('free');
    await get('/v1/opportunities?market=16').set('X-HTTP-Method-Override', 'POST').expect(403);
  });
});

describe('paths and methods', () => {
  test.each([
    '/v1',
    '/v1/',
    '/v1/nothing',
    '/v1/scan/now',
    '/v1/analyze',
    '/v1/markets/0',
    '/v1/patterns/0',
    '/v1/admin',
    '/v1/__proto__',
  ])('%s: 401 without a key, 404 with one', async (path) => {
    await bare('get', path).expect(401);
    const { body } = await service.get(path).expect(404);
    expect(body.error.code).toBe('not_found');
  });

  test.each(['post', 'put', 'delete'] as const)(
    '%s on a read endpoint: 401 without a key, 404 with one',
    async (method) => {
      for (const path of ['/v1/scan', '/v1/analyze/AAPL', '/v1/markets', '/v1/me']) {
        await bare(method, path).expect(401);
        const { body } = await bare(method, path).set('X-API-Key', service.keys.free).expect(404);
        expect(body.error.code).toBe('not_found');
      }
    },
  );

  test('HEAD is GET without the body', async () => {
    for (const path of ['/v1/scan?view=table', '/v1/analyze/AAPL', '/v1/markets', '/healthz']) {
      const get = await service.get(path).expect(200);
      const head = await bare('head', path).set('X-API-Key', service.keys.business).expect(200);
      expect(head.text ?? '').toBe('');
      expect(head.headers.etag).toBe(get.headers.etag);
      expect(head.headers['content-type']).toBe(get.headers['content-type']);
    }
    await bare('head', '/v1/scan').expect(401);
    await bare('head', '/v1/nothing').set('X-API-Key', service.keys.free).expect(404);
  });

  test('paths with invalid percent-encoding are 400 with a key, 401 without', async () => {
    for (const path of ['/v1/analyze/%ZZ', '/v1/patterns/0/%', '/v1/%E0%A4%A']) {
      const { status, body } = await service.get(path);
      expect([path, status, body.error?.code]).toEqual([path, 400, 'invalid_request']);
      await bare('get', path).expect(401);
    }
  });

  test('outside /v1 an unknown path is 404, key or not', async () => {
    await bare('get', '/nothing').expect(404);
    await service.get('/v2/scan').expect(404);
  });
});

describe('the demo token', () => {
  const demo = (path: string) => service.get(path, DEMO_KEY);

  test.each(['AAPL', 'msft', 'JPM', 'SPY', 'QQQ'])('answers about %s', async (ticker) => {
    const { body } = await demo(`/v1/analyze/${ticker}`).expect(200);
    expect(body.card.symbol).toBe(ticker.toUpperCase());
    const { id } = body.card.market;
    await demo(`/v1/patterns/${id}/${ticker}`).expect(200);
    await demo(`/v1/seasonal-chart?market=${id}&symbol=${ticker}`).expect(200);
    if (id === '0') await demo(`/v1/opportunities/${ticker}?market=0`).expect(200);
  });

  test('reads /me, /markets and /methodology', async () => {
    for (const path of ['/v1/me', '/v1/markets', '/v1/methodology']) await demo(path).expect(200);
  });

  test.each([
    'scan',
    'scan?markets=0',
    'opportunities?market=0',
    'markets/0/symbols',
    'analyze/KO',
    'analyze/%5EGSPC',
    'analyze/NOBODY',
    'analyze/AAPL%2F..%2FKO',
    'patterns/0/KO',
    'seasonal-chart?market=0&symbol=XOM',
    'opportunities/KO',
    'symbols/PG/opportunities',
  ])('%s is 403 demo_restricted', async (path) => {
    const { body } = await demo(`/v1/${path}`).expect(403);
    expect(body.error).toEqual({
      code: 'demo_restricted',
      message: expect.stringContaining('AAPL, MSFT, JPM, SPY, QQQ'),
    });
  });

  test('is 403 outside its markets, after validation, and is case-sensitive', async () => {
    expect((await demo('/v1/analyze/AAPL?market=2').expect(403)).body.error.code).toBe('forbidden');
    // An invalid request is 400 or 404 before it is restricted.
    await demo('/v1/analyze/AAPL?years=4').expect(400);
    await demo('/v1/nothing').expect(404);
    await bare('get', '/v1/me').set('Authorization', `Bearer ${DEMO_KEY}`).expect(200);
    await bare('get', '/v1/me').set('Authorization', `Bearer ${DEMO_KEY.toUpperCase()}`).expect(401);
  });
});

describe('the sandbox', () => {
  test('says that prices are simulated in every answer with numbers', async () => {
    for (const path of [
      'scan?markets=0',
      'analyze/AAPL',
      'opportunities?market=0',
      'patterns/0/AAPL',
      'seasonal-chart?market=0&symbol=AAPL',
      'compare?symbols=AAPL,KO',
      'symbols/SPY/heatmap?entry_step=31',
    ]) {
      const { body, headers } = await service.get(`/v1/${path}`).expect(200);
      expect(headers['x-data-source']).toBe('sandbox');
      expect(body.disclaimer).toMatch(/^Sandbox: all prices are simulated/);
    }
    const positions = [{ symbol: 'KO', weight_pct: 100, direction: 'long' }];
    const basket = await service.post('/v1/portfolio/scenarios', { positions, horizon: '30' }).expect(200);
    expect(basket.body.disclaimer).toMatch(/^Sandbox: all prices are simulated/);
    const { card } = (await service.get('/v1/analyze/AAPL')).body;
    expect(card.receipts.source).toMatch(/; prices: sandbox v\d+, invented prices$/);
    expect(card.next_step.copy_text).toContain('Simulated prices.');
  });

  test('finds the season that was planted, through the front door', async () => {
    service.clock.set('2024-06-28T15:00:00Z');
    const { body } = await service.get('/v1/analyze/AAPL?entry_date=2024-07-01&days_out=20&direction=long').expect(200);
    expect(body.card.stats.avg_return_pct).toBeGreaterThan(3);
    expect(body.card.stats.historical_win_rate).toBeGreaterThanOrEqual(0.8);
    const scan = await service.get('/v1/scan?markets=0&direction=long').expect(200);
    expect(scan.body.opportunities.map((card: { symbol: string }) => card.symbol)).toContain('AAPL');
  });
});
