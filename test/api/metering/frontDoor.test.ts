import request from 'supertest';
import { KeyService, UNLIMITED } from '../../../src/access/keys';
import { createApp } from '../../../src/app';
import { Metrics } from '../../../src/http/metrics';
import { createLog } from '../../../src/log';
import { tierTable } from '../../helpers/access';
import { DEMO_KEY, startTestApp, type TestApp } from '../../helpers/app';
import { openedContract } from '../../helpers/contract';
import { composeService } from '../../helpers/service';

const ME = '/v1/me';
const ALLOWED = 'https://app.example.com';
const DAY_MS = 86_400_000;
const WRONG_KEY = `prn_000000000000_${'x'.repeat(43)}`;

/** One service for the file; every test has a day of its own, without earlier requests. */
let service: TestApp;
let midnight = Date.parse('2024-12-19T00:00:00Z');
/** Another server on the same database, like a restart or a second process: they share only the files. */
let beside: Door;
const others: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  service = await startTestApp({ metered: true, sandbox: ['AAPL'], env: { CORS_ORIGINS: ALLOWED } });
  beside = await serverBeside();
});
afterAll(async () => {
  for (const other of others) await other.close();
  await service.close();
});
beforeEach(() => {
  midnight += DAY_MS;
  setClock('15:00:20');
});

/** Sets the clock within the day of the test. */
function setClock(time: string): void {
  service.clock.set(new Date(Date.parse(`1970-01-01T${time}Z`) + midnight));
}

type Door = Pick<TestApp, 'get'>;

async function serverBeside(settings: Readonly<Record<string, string>> = {}): Promise<Door & Pick<TestApp, 'app'>> {
  const { clock, file, keys } = service;
  const options = { env: settings, log: createLog('silent') };
  const { service: composed } = await composeService(file, clock, options);
  others.push(composed);
  const app = createApp({ ...composed.app, metrics: new Metrics() }, await openedContract());
  return {
    app,
    get: (path, key = 'business') =>
      request(app)
        .get(path)
        .set('X-API-Key', keys[key as 'free'] ?? key),
  };
}

/** Keys as the command line makes them, on the database of the running service. */
async function keyService(): Promise<KeyService> {
  const { clock, storage } = service;
  const keySecret = await storage.generatedSecret();
  return new KeyService({ ...storage, tiers: tierTable(), keySecret, now: () => clock.now() });
}

async function statuses(times: number, key: string, door: Door = service): Promise<number[]> {
  const answers: number[] = [];
  for (let i = 0; i < times; i++) answers.push((await door.get(ME, key)).status);
  return answers;
}
const count = (answers: readonly number[], status: number) => answers.filter((one) => one === status).length;

describe('GET /me', () => {
  test('has the limits of the headers, and counts itself', async () => {
    await service.get(ME, 'free');
    const { body, headers } = await service.get(ME, 'free').expect(200);
    expect(body.rate).toEqual({ per_minute: 10, per_day: 100, remaining_minute: 8, remaining_today: 98 });
    expect(headers).toMatchObject({
      'x-ratelimit-limit': '10',
      'x-ratelimit-remaining': '8',
      'x-ratelimit-reset': String(midnight / 1000 + 15 * 3600 + 60),
      'x-ratelimit-limit-day': '100',
      'x-ratelimit-remaining-day': '98',
      'x-ratelimit-reset-day': String(midnight / 1000 + 86_400),
    });
  });

  test.each([
    ['free', 5],
    ['dev', 100],
    ['pro', null],
    ['business', null],
    [DEMO_KEY, 20],
  ])('has the prediction allowance of %s, and spends none of it', async (key, want) => {
    await service.get(ME, key);
    const { body } = await service.get(ME, key).expect(200);
    expect([body.ml_remaining_today, body.ml_daily_limit]).toEqual([want, want]);
  });
});

describe('requests that count', () => {
  test('include every call once, whatever its status', async () => {
    const tag = (await service.get('/v1/methodology', 'free').expect(200)).headers.etag;
    for (const [path, status] of [
      ['/v1/methodology?nonsense=1', 400],
      ['/v1/scan?years=4', 400],
      ['/v1/nothing', 404],
      ['/v1/scan?markets=16', 403],
    ] as const) {
      await service.get(path, 'free').expect(status);
    }
    await service.get('/v1/methodology', 'free').set('If-None-Match', tag).expect(304);
    await request(service.app).head('/v1/methodology').set('X-API-Key', service.keys.free).expect(200);
    const { rate } = (await service.get(ME, 'free')).body;
    expect(rate).toMatchObject({ remaining_minute: 2, remaining_today: 92 });
  });

  test('exclude OPTIONS, pages outside /v1 and the requests of other accounts', async () => {
    await service.get(ME, 'free');
    for (let i = 0; i < 20; i++) {
      await request(service.app).options(ME).set('X-API-Key', service.keys.free).expect(204);
      await request(service.app).get('/healthz').set('X-API-Key', service.keys.free).expect(200);
      await service.get(ME, 'business').expect(200);
    }
    expect((await service.get(ME, 'free')).body.rate.remaining_minute).toBe(8);
  });

  test('exclude those whose key is wrong, revoked or expired, or whose account is suspended', async () => {
    const keys = await keyService();
    const { id } = await keys.account('free@example.com');
    const [revoked, active] = [await keys.createKey(id), await keys.createKey(id)];
    const expired = await keys.createKey(id, '', { ...UNLIMITED, expiresAt: service.clock.now() });
    await keys.revoke(revoked.id);
    const wrong = active.key.slice(0, -1) + (active.key.endsWith('a') ? 'b' : 'a');
    for (const key of [revoked.key, expired.key, wrong]) await service.get(ME, key).expect(401);
    await service.get(ME, active.key).expect(200);
    await keys.suspend('free@example.com', true);
    await service.get(ME, active.key).expect(401);
    await keys.suspend('free@example.com', false);
    expect((await service.get(ME, active.key).expect(200)).body.rate.remaining_minute).toBe(8);
  });

  test('are counted together for all keys of an account', async () => {
    const keys = await keyService();
    const { id } = await keys.account('free@example.com');
    const [first, second] = [await keys.createKey(id), await keys.createKey(id)];
    expect(count(await statuses(6, first.key), 200)).toBe(6);
    expect(count(await statuses(6, second.key), 200)).toBe(4);
  });
});

describe('of 50 concurrent calls, exactly as many pass as the limit allows', () => {
  async function race(doors: readonly Door[]): Promise<number[]> {
    const calls = Array.from({ length: 50 }, (_, i) => doors[i % doors.length].get(ME, 'free'));
    return (await Promise.all(calls)).map(({ status }) => status);
  }

  test('on one server', async () => {
    const answers = await race([service]);
    expect([count(answers, 200), count(answers, 429)]).toEqual([10, 40]);
  });

  test('on two servers with one database', async () => {
    const answers = await race([service, beside]);
    expect([count(answers, 200), count(answers, 429)]).toEqual([10, 40]);
  });
});

describe('a spent limit', () => {
  test('of the minute names the minute, does not use up the day, and ends with the minute', async () => {
    expect(count(await statuses(25, 'free'), 200)).toBe(10);
    const { body, headers } = await service.get(ME, 'free').expect(429);
    expect(body.error).toEqual({ code: 'rate_limited', message: expect.stringContaining('10 requests per minute') });
    expect(headers).toMatchObject({
      'retry-after': '40',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-remaining-day': '90',
    });
    setClock('15:00:59.999');
    await service.get(ME, 'free').expect(429);
    setClock('15:01:00');
    expect((await service.get(ME, 'free').expect(200)).body.rate.remaining_today).toBe(89);
  });

  test('of the day names the day, outlasts a restart, and ends with the day', async () => {
    const spent: number[] = [];
    for (let minute = 40; minute < 50; minute++) {
      setClock(`23:${minute}:00`);
      spent.push(...(await statuses(10, 'free')));
    }
    expect(count(spent, 200)).toBe(100);
    // The minute is spent too, but the wait for the day is longer.
    const { body, headers } = await beside.get(ME, 'free').expect(429);
    expect(body.error.message).toContain('100 requests per day');
    expect(headers).toMatchObject({
      'retry-after': '660',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-remaining-day': '0',
    });
    setClock('23:50:00');
    expect((await beside.get(ME, 'free').expect(429)).headers).toMatchObject({
      'retry-after': '600',
      'x-ratelimit-remaining': '10',
    });
    setClock('23:59:59.999');
    await beside.get(ME, 'free').expect(429);
    midnight += DAY_MS;
    setClock('00:00:00');
    await beside.get(ME, 'free').expect(200);
  });

  test('stays spent when the clock is set back', async () => {
    await statuses(10, 'free');
    setClock('14:00:00');
    await service.get(ME, 'free').expect(429);
  });
});

describe('the client address', () => {
  const from = (door: Door, key: string, forwarded: string) => door.get(ME, key).set('X-Forwarded-For', forwarded);

  test('is that of the connection: a forged X-Forwarded-For gives no new limit', async () => {
    const demo: number[] = [];
    for (let i = 0; i < 15; i++) demo.push((await from(service, DEMO_KEY, `203.0.113.${i}`)).status);
    expect([count(demo, 200), count(demo, 429)]).toEqual([10, 5]);
    const wrong: number[] = [];
    for (let i = 0; i < 70; i++) wrong.push((await from(service, WRONG_KEY, `203.0.113.${i}`)).status);
    expect([count(wrong, 401), count(wrong, 429)]).toEqual([60, 10]);
  });

  test('behind a trusted proxy is the one that the proxy added; those that the client sent are ignored', async () => {
    const proxied = await serverBeside({ TRUST_PROXY: '1' });
    const demo: number[] = [];
    for (let i = 0; i < 12; i++) demo.push((await from(proxied, DEMO_KEY, `10.9.8.${i}, 203.0.113.1`)).status);
    expect(count(demo, 200)).toBe(10);
    await from(proxied, DEMO_KEY, '203.0.113.2').expect(200);
    // A client has a whole network of IPv6, and an account one limit for all its addresses.
    for (const key of [DEMO_KEY, 'free']) {
      const answers: number[] = [];
      for (let i = 0; i < 12; i++) answers.push((await from(proxied, key, `2001:db8::${i}`)).status);
      expect([key, count(answers, 200)]).toEqual([key, 10]);
    }
    await from(proxied, DEMO_KEY, '2001:db8:0:1::1').expect(200);
    await from(proxied, 'free', '2001:db8:0:1::1').expect(429);
  });
});

test('the demo token gets the rate headers in a refusal too', async () => {
  const { body, headers } = await service.get('/v1/scan', DEMO_KEY).expect(403);
  expect(body.error.code).toBe('demo_restricted');
  expect(headers).toMatchObject({
    'x-ratelimit-limit': '10',
    'x-ratelimit-remaining': '9',
    'x-ratelimit-limit-day': '100',
  });
});

test('refused keys are limited by address; valid keys and the demo token at the same address keep their own limits', async () => {
  const newcomer = (
    await (await keyService()).createKey((await (await keyService()).createAccount('new@example.com', 'dev')).id)
  ).key;
  await service.get(ME, 'free').expect(200);
  const answers = await statuses(70, WRONG_KEY);
  expect([count(answers, 401), count(answers, 429)]).toEqual([60, 10]);
  const { headers } = await service.get(ME, newcomer).expect(200);
  expect(headers).toMatchObject({ 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '59' });
  expect((await service.get(ME, 'free').expect(200)).body.rate.remaining_minute).toBe(8);
  await service.get(ME, DEMO_KEY).expect(200);
});

test('a rotation under load drops no request; a revocation takes effect on the very next one', async () => {
  const keys = await keyService();
  const account = await keys.createAccount('load@example.com', 'business');
  const old = await keys.createKey(account.id);
  const burst = (key: string) => Array.from({ length: 25 }, () => service.get(ME, key).then(({ status }) => status));
  const before = burst(old.key);
  const fresh = await keys.rotate(old.id, 60_000);
  const answers = await Promise.all([...before, ...burst(old.key), ...burst(fresh.key)]);
  expect(count(answers, 200)).toBe(75);
  service.clock.set(fresh.oldEnds);
  await service.get(ME, old.key).expect(401);
  await service.get(ME, fresh.key).expect(200);
  await keys.revoke(fresh.id);
  await service.get(ME, fresh.key).expect(401);
});

test('production without a key secret starts, and answers 503 on every authenticated route', async () => {
  const closed = await serverBeside({ NODE_ENV: 'production' });
  for (const key of ['free', DEMO_KEY, WRONG_KEY]) {
    const { body, headers, text } = await closed.get(ME, key).expect(503);
    expect(body.error.code).toBe('service_misconfigured');
    expect(text).not.toContain('KEY_SECRET');
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(30);
    expect(headers['x-ratelimit-limit']).toMatch(/^\d+$/);
  }
  await request(closed.app).get('/healthz').expect(200);
  // A balancer must not send requests here, and an operator must see why.
  const readiness = await request(closed.app).get('/readyz').expect(503);
  expect(readiness.body.error.code).toBe('service_misconfigured');
});

describe('browsers', () => {
  const ofCors = (headers: object) => Object.keys(headers).filter((name) => name.startsWith('access-control'));

  test('of an allowed origin can read the rate headers, also of a refusal', async () => {
    await statuses(10, 'free');
    const { headers } = await service.get(ME, 'free').set('Origin', ALLOWED).expect(429);
    expect(headers['access-control-allow-origin']).toBe(ALLOWED);
    const limits = Object.keys(headers).filter((name) => name.startsWith('x-ratelimit') || name === 'retry-after');
    expect(limits).toHaveLength(7);
    const exposed = headers['access-control-expose-headers'].toLowerCase().split(',');
    expect(exposed).toEqual(expect.arrayContaining(limits));
  });

  test.each(['get', 'options'] as const)('of another origin get no CORS header on a %s', async (method) => {
    for (const origin of ['https://evil.example.com', `${ALLOWED}.evil.com`, 'null']) {
      const call = request(service.app)[method](ME).set('Origin', origin).set('X-API-Key', service.keys.free);
      const { headers } = await call.set('Access-Control-Request-Method', 'GET');
      expect(ofCors(headers)).toEqual([]);
      expect(headers.vary).toMatch(/Origin/);
    }
  });

  test('get no CORS header without the setting', async () => {
    const { headers } = await beside.get(ME, 'free').set('Origin', ALLOWED);
    expect(ofCors(headers)).toEqual([]);
  });
});
