import request from 'supertest';
import { startTestApp } from '../../helpers/app';
import { shell } from '../../helpers/shell';

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
