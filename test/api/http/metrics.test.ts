import request from 'supertest';
import { scanBusy } from '../../../src/errors';
import { Metrics } from '../../../src/http/metrics';
import { VERSION } from '../../../src/projectRoot';
import { startTestApp } from '../../helpers/app';
import { getWithKey, shell } from '../../helpers/shell';

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
