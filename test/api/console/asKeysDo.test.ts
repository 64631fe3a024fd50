import request from 'supertest';
import { startTestApp, type TestApp } from '../../helpers/app';
import { Receiver } from '../../helpers/receiver';
import { signIn } from '../../helpers/signedIn';

const NOW = '2024-06-28T15:00:00Z';

/** Webhooks and exports by a session: the pages have no key. */

let app: TestApp;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await Receiver.start();
  app = await startTestApp({ now: NOW, env: { WEBHOOKS_PRIVATE: 'on' }, metered: true, nullDistributions: {} });
});
afterAll(async () => {
  await app.close();
  receiver.stop();
});

test('a session creates, tests, changes, rotates and deletes a webhook, within the plan and its rate limit', async () => {
  const ann = await signIn(app, 'free@example.com');
  const wanted = { url: receiver.url, events: ['data.stale'] };
  const made = await ann.post('/v1/webhooks', wanted);
  expect([made.status, made.body.secret]).toEqual([201, expect.stringMatching(/^whsec_/)]);
  expect(made.headers['x-ratelimit-remaining']).toBe('9');
  const path = `/v1/webhooks/${made.body.webhook.webhook_id}`;
  expect((await ann.post(`${path}/test`, {})).body).toMatchObject({ delivered: true, response_code: 204 });
  expect((await ann.patch(path, { state: 'disabled' })).body.webhook.state).toBe('disabled');
  expect((await ann.post(`${path}/rotate`, { overlap_hours: 1 })).body.secret).toMatch(/^whsec_/);
  expect((await ann.get(`${path}/deliveries`)).body.deliveries).toMatchObject([{ event: 'webhook.test' }]);
  expect((await app.get('/v1/webhooks', 'free')).body.webhooks).toHaveLength(1);
  const second = await ann.post('/v1/webhooks', wanted);
  expect([second.status, second.body.error.message]).toEqual([403, expect.stringContaining('allows 1 webhook')]);
  expect((await ann.delete(path)).status).toBe(200);
  expect((await ann.get('/v1/webhooks')).headers['x-ratelimit-remaining']).toBe('1');
});

test('a session requests, follows, downloads and deletes an export if the plan includes exports', async () => {
  const bea = await signIn(app, 'business@example.com');
  const asked = { market: 'dow30', from: '2024-06-28', min_days: 20, max_days: 22 };
  const { export_id } = (await bea.post('/v1/exports', asked)).body;
  await app.service.queue.settled();
  expect((await bea.get(`/v1/exports/${export_id}`)).body).toMatchObject({ state: 'ready', market: '0' });
  const file = await bea.get(`/v1/exports/${export_id}/file`);
  expect([file.status, file.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  expect((await bea.delete(`/v1/exports/${export_id}`)).status).toBe(200);
  const dan = await signIn(app, 'dev@example.com');
  const refused = await dan.post('/v1/exports', asked);
  expect([refused.status, refused.body.error.message]).toEqual([403, expect.stringContaining('The Business tier')]);
});

test('the cookie alone, as a page of another site would send it, is 401', async () => {
  const ann = await signIn(app, 'pro@example.com');
  const wanted = { url: receiver.url, events: ['data.stale'] };
  for (const [path, body] of [
    ['/v1/webhooks', wanted],
    ['/v1/saved-scans', { name: 'x', query: {} }],
    ['/v1/exports', { market: '0' }],
  ] as const) {
    const { status } = await request(app.app).post(path).set('Cookie', ann.cookie()).send(body);
    expect([path, status]).toEqual([path, 401]);
  }
  expect((await ann.get('/v1/webhooks')).body.webhooks).toEqual([]);
});
