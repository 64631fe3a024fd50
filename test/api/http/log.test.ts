import request from 'supertest';
import { internal, scanBusy, upstreamUnavailable } from '../../../src/errors';
import { Metrics } from '../../../src/http/metrics';
import { VERSION } from '../../../src/projectRoot';
import { startTestApp } from '../../helpers/app';
import { ERROR_POINTER, faultsAgainst } from '../../helpers/contractAjv';
import { memoryLog } from '../../helpers/log';
import { exampleBody, exampleHandlers, getWithKey, KEY, shell } from '../../helpers/shell';

describe('the log', () => {
  test('has one line per request, with its id and without any key', async () => {
    const { log, lines } = memoryLog();
    const app = await shell({ log });
    const id = { 'X-Request-Id': 'the-id' };
    await getWithKey(app, `/v1/me?api_key=hunter2&x=prn_abc_def`).set(id).set('Cookie', 'session=hunter3').expect(400);
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
    const response = await getWithKey(app, '/v1/scan').set('X-Request-Id', 'find-me').expect(status);
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
    const response = await getWithKey(app, '/v1/scan').expect(500);
    expect(response.text).not.toContain('123.45');
    expect(response.body.error.code).toBe('internal');
    expect(JSON.stringify(lines)).toContain('leaked');
  });

  test('an answer that breaks the contract is sent, logged and counted in production', async () => {
    const { log, lines } = memoryLog();
    const metrics = new Metrics();
    const app = await shell({
      log,
      metrics,
      strictResponses: false,
      handlers: exampleHandlers({ scanMarkets: broken }),
    });
    await getWithKey(app, '/v1/scan').expect(200);
    expect(lines.filter((line) => line.msg === 'response breaks the contract')).toEqual([
      expect.objectContaining({ operation: 'scanMarkets' }),
    ]);
    expect(await metrics.registry.getSingleMetricAsString('contract_violations_total')).toContain(
      '{operation="scanMarkets"} 1',
    );
  });
});

/** What an operator watches: /healthz, /readyz and /metrics. */

test('/healthz and /readyz say whether the process is alive and ready', async () => {
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

test('metrics count requests by operation and status, never by the text of a path', async () => {
  const app = await shell();
  await getWithKey(app, '/v1/me');
  await getWithKey(app, '/v1/scan?years=4');
  await getWithKey(app, '/v1/secret-path');
  const { text } = await request(app).get('/metrics').expect(200);
  expect(text).toContain('http_request_duration_seconds_count{operation="getMe",status="200"} 1');
  expect(text).toContain('http_request_duration_seconds_count{operation="scanMarkets",status="400"} 1');
  expect(text).toContain('http_request_duration_seconds_count{operation="other",status="404"} 1');
  expect(text).not.toContain('secret-path');
});

test('the metrics include event loop lag and resident memory (operating guide, "What to watch")', async () => {
  const text = await new Metrics(true).registry.metrics();
  for (const name of [
    'nodejs_eventloop_lag_p99_seconds',
    'nodejs_eventloop_lag_max_seconds',
    'process_resident_memory_bytes',
  ]) {
    expect(text).toMatch(new RegExp(`^${name} [0-9.e-]+|^${name} Nan`, 'm'));
  }
});

const TOKEN = 'a-token-of-at-least-32-characters!';

test('metrics are open to everybody by default', async () => {
  await request(await shell())
    .get('/metrics')
    .expect(200);
});

describe('metrics for programs on this machine', () => {
  const from = async (forwarded?: Record<string, string>) =>
    request(await shell({ metricsAccess: 'loopback' }))
      .get('/metrics')
      .set(forwarded ?? {});

  test('are readable from this machine', async () => {
    expect((await from()).text).toContain('http_request_duration_seconds');
  });

  test.each(['X-Forwarded-For', 'Forwarded', 'Via', 'X-Real-IP'])(
    'are 404 for a request that a local proxy forwards: %s',
    async (name) => {
      const { status, body } = await from({ [name]: '203.0.113.7' });
      expect([status, body.error.code]).toEqual([404, 'not_found']);
    },
  );
});

describe('metrics with a token', () => {
  test.each([
    ['', 401],
    ['Bearer wrong', 401],
    [`Bearer ${TOKEN}x`, 401],
    [`Bearer ${TOKEN}`, 200],
  ])('%j is %i', async (authorization, status) => {
    const app = await shell({ metricsAccess: { token: TOKEN } });
    const { body } = await request(app).get('/metrics').set('Authorization', authorization).expect(status);
    if (status === 401) expect(body.error.code).toBe('unauthorized');
  });
});

test('the setting METRICS_TOKEN applies to /metrics', async () => {
  const service = await startTestApp({ sandbox: [], env: { METRICS_TOKEN: TOKEN } });
  try {
    await request(service.app).get('/metrics').expect(401);
    await request(service.app).get('/metrics').set('Authorization', `Bearer ${TOKEN}`).expect(200);
  } finally {
    await service.close();
  }
});
