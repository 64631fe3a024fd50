import request, { type Test } from 'supertest';
import { startTestApp, type TestApp } from '../helpers/app';
import { weekdayBars } from '../helpers/bars';
import { faultsAgainst } from '../helpers/contractAjv';
import { eventually } from '../helpers/eventually';
import { fakePredictor } from '../helpers/fakePredictor';
import { Receiver, verified } from '../helpers/receiver';
import { signIn } from '../helpers/signedIn';
import { restate } from '../helpers/storage';

const NOW = '2024-06-28T15:00:00Z';
const UNTIDY = /^url must be a URL without spaces and control characters; got /;
const ALL = ['pattern.entering', 'scan.changed', 'daily_pick.published', 'daily_pick.scored', 'data.stale'];

let receiver: Receiver;
let app: TestApp;
beforeAll(async () => {
  receiver = await Receiver.start();
  const env = { WEBHOOKS_PRIVATE: 'on' };
  app = await startTestApp({ now: NOW, env, sandbox: ['AAPL', 'SPY'], predictorFor: fakePredictor });
});
beforeEach(async () => {
  receiver.reset();
  app.clock.set(NOW);
  // With their deliveries.
  await app.sql('webhook_endpoint').delete();
});
afterAll(async () => {
  await app.close();
  receiver.stop();
});

const create = async (tier: 'free' | 'business' = 'business', events = ALL) =>
  (await app.post('/v1/webhooks', { url: `${receiver.url}/${tier}`, events }, tier).expect(201)).body;
const sent = () => app.service.queue.settled();
/** An event for every account. */
const announce = async () => {
  const event = { accountId: null, type: 'data.stale', data: {}, at: app.clock.now(), key: null } as const;
  await app.storage.webhooks.events.append([event]);
  await sent();
};
const patch = (id: string, body: object, key = app.keys.business): Test =>
  request(app.app).patch(`/v1/webhooks/${id}`).set('X-API-Key', key).send(body);
const remove = (id: string, key = app.keys.business): Test =>
  request(app.app).delete(`/v1/webhooks/${id}`).set('X-API-Key', key);

test('subscribers get the daily pick in the form of the contract, and the official library verifies it', async () => {
  const { webhook, secret } = await create();
  await create('free', ['data.stale']);
  await app.service.schedule.tick();
  await sent();
  expect(receiver.received.map(({ path }) => path)).toEqual(['/business']);
  const message = verified(receiver.received[0], secret) as { data: { seq: number } };
  expect(faultsAgainst('/components/schemas/DailyPickPublishedEvent', message)).toEqual([]);
  const { body } = await app.get('/v1/daily-pick/ledger').expect(200);
  expect(body.records[0]).toMatchObject({ seq: message.data.seq });
  expect(receiver.received[0].body).not.toMatch(/"[^"]*(price|close|ml_)[^"]*":/);
  const log = (await app.get(`/v1/webhooks/${webhook.webhook_id}/deliveries`).expect(200)).body;
  expect(log).toEqual({
    deliveries: [
      {
        delivery_id: expect.any(Number),
        event_id: receiver.received[0].headers['webhook-id'],
        attempts: 1,
        event: 'daily_pick.published',
        symbols: body.records[0].symbol === null ? [] : [body.records[0].symbol],
        event_at: '2024-06-28T15:00:00.000Z',
        state: 'delivered',
        next_attempt_at: null,
        attempted_at: '2024-06-28T15:00:00.000Z',
        response_code: 204,
        error: null,
        duration_ms: expect.any(Number),
      },
    ],
    next_before: null,
  });
});

test('a webhook is created, listed, changed and deleted; only the first answer has the secret', async () => {
  const { webhook, secret, message } = await create();
  expect([secret, message]).toEqual([expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/), 'Shown once, keep it now.']);
  const id = webhook.webhook_id;
  expect((await app.get('/v1/webhooks')).body).toEqual({ webhooks: [webhook], most: 50 });
  expect((await app.get(`/v1/webhooks/${id}`)).body).toEqual({ webhook });
  const changed = await patch(id, { state: 'disabled', events: ['data.stale', 'data.stale'], description: 'x' });
  expect(changed.body.webhook).toEqual({
    ...webhook,
    state: 'disabled',
    events: ['data.stale'],
    description: 'x',
    disabled_reason: 'Disabled by its account.',
    disabled_at: '2024-06-28T15:00:00.000Z',
  });
  expect((await patch(id, { state: 'active' })).body.webhook).toMatchObject({ state: 'active', disabled_reason: null });
  const stored = await app.sql('webhook_endpoint').first();
  expect(JSON.stringify(stored)).not.toContain(secret.slice('whsec_'.length, 30));
  expect((await remove(id)).body).toMatchObject({ webhook: { webhook_id: id }, message: 'The webhook is deleted.' });
  expect((await app.get('/v1/webhooks')).body.webhooks).toEqual([]);
});

test('a session may use webhooks as well', async () => {
  const browser = await signIn(app, 'business@example.com');
  const { body } = await browser.post('/v1/webhooks', { url: receiver.url, events: ALL });
  expect((await browser.get('/v1/webhooks')).body.webhooks).toEqual([body.webhook]);
});

test('a webhook of another account is 404 in every operation', async () => {
  const { webhook } = await create();
  const path = `/v1/webhooks/${webhook.webhook_id}`;
  const asked = [
    await app.get(path, 'free'),
    await app.get(`${path}/deliveries`, 'free'),
    await patch(webhook.webhook_id, { state: 'disabled' }, app.keys.free),
    await remove(webhook.webhook_id, app.keys.free),
    await app.post(`${path}/rotate`, {}, 'free'),
    await app.post(`${path}/test`, {}, 'free'),
    await app.post(`${path}/events/msg_x/redeliver`, {}, 'free'),
  ];
  for (const { status, body } of asked) {
    expect([status, body.error.message]).toEqual([
      404,
      'The account has no such webhook; GET /webhooks lists those it has.',
    ]);
  }
  expect((await app.get('/v1/webhooks')).body.webhooks).toEqual([webhook]);
  expect(receiver.received).toEqual([]);
});

test('a plan limits the number of webhooks; the demo token has none, and a read-only key may list them', async () => {
  await create('free');
  const { body } = await app.post('/v1/webhooks', { url: receiver.url, events: ALL }, 'free').expect(403);
  expect(body.error.message).toMatch(/^The plan Free allows 1 webhook: delete one first/);
  expect((await app.get('/v1/me', 'free')).body.webhook_limit).toBe(1);
  await app.get('/v1/webhooks', 'prn_demo').expect(403);
  await app.post('/v1/webhooks', { url: receiver.url, events: ALL }, 'prn_demo').expect(403);
  const owner = await signIn(app, 'business@example.com');
  const key = (await owner.post('/v1/account/keys', { name: 'r', read_only: true })).body.secret;
  await app.get('/v1/webhooks', key).expect(200);
  const refused = await app.post('/v1/webhooks', { url: receiver.url, events: ALL }, key).expect(403);
  expect(refused.body.error.message).toMatch(/^This key is read-only: it cannot create webhooks/);
});

test.each([
  [{ events: ALL }, 'url is required.'],
  [{ url: 'https://example.com/\r\nX: y', events: ALL }, UNTIDY],
  [{ url: 'https://example.com/ ', events: ALL }, UNTIDY],
  [{ url: 'https://exa\tmple.com/', events: ALL }, UNTIDY],
  [{ url: 'nonsense', events: ALL }, 'url must be a whole URL.'],
  [{ url: 'https://me:secret@example.com/', events: ALL }, 'url must be a URL without user and password.'],
  [{ url: 'https://example.com/#x', events: ALL }, 'url must be a URL without a fragment.'],
  [{ url: 'ftp://example.com/', events: ALL }, 'url must be an http or https URL.'],
  [{ url: 'https://example.com/', events: [] }, 'events must NOT have fewer than 1 items; got a list of 0.'],
  [
    { url: 'https://example.com/', events: ['pick'] },
    /^events\[0\] must be one of pattern\.entering, .*; got 'pick'\.$/,
  ],
])('%j', async (body, message) => {
  const answer = await app.post('/v1/webhooks', body).expect(400);
  expect(answer.body.error.message).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
});

test('private addresses are refused unless the settings allow them', async () => {
  const strict = await startTestApp({ now: NOW, sandbox: ['AAPL'] });
  for (const [url, accepted] of [
    ['http://example.com/', 'an https URL'],
    ['https://127.0.0.1/', 'a URL with a public address'],
    ['https://[::1]/', 'a URL with a public address'],
    ['https://10.1.2.3/', 'a URL with a public address'],
    ['https://2130706433/', 'a URL with a public address'],
    ['https://[::127.0.0.1]/', 'a URL with a public address'],
    ['https://[::101:101]/', 'a URL with a public address'],
    ['https://localhost/x', 'a URL with a public address'],
    ['https://hooks.LOCALHOST./x', 'a URL with a public address'],
  ]) {
    const { body } = await strict.post('/v1/webhooks', { url, events: ALL }).expect(400);
    expect([url, body.error.message]).toEqual([url, `url must be ${accepted}.`]);
  }
  // Other names are resolved when they are called. An unknown one gets the same answer as one of this network.
  const { body } = await strict.post('/v1/webhooks', { url: 'https://no-such-name.invalid/', events: ALL }).expect(201);
  const trial = await strict.post(`/v1/webhooks/${body.webhook.webhook_id}/test`, {}).expect(200);
  const error = 'no-such-name.invalid has no public address: only public addresses are called';
  expect(trial.body).toMatchObject({ delivered: false, response_code: null, error });
  await strict.close();
});

test('a test reports the response, and is limited to one in ten seconds', async () => {
  const { webhook, secret } = await create();
  const test = () => app.post(`/v1/webhooks/${webhook.webhook_id}/test`, {});
  const { body } = await test().expect(200);
  expect(body).toMatchObject({ delivered: true, response_code: 204, error: null });
  expect(verified(receiver.received[0], secret)).toMatchObject({ type: 'webhook.test' });
  expect(receiver.received[0].headers['webhook-id']).toBe(body.event_id);
  const refused = await test().expect(429);
  expect(refused.headers['retry-after']).toBe('10');
  app.clock.set('2024-06-28T15:00:10Z');
  receiver.answer = (response) => void response.writeHead(404).end();
  const failed = (await test().expect(200)).body;
  expect(failed).toMatchObject({ delivered: false, response_code: 404, error: 'answered 404' });
  const { deliveries } = (await app.get(`/v1/webhooks/${webhook.webhook_id}/deliveries`).expect(200)).body;
  const logged = { event: 'webhook.test', symbols: [], attempts: 1, next_attempt_at: null };
  expect(deliveries).toEqual([
    expect.objectContaining({ ...logged, event_id: failed.event_id, state: 'undelivered', response_code: 404 }),
    expect.objectContaining({
      ...logged,
      event_id: body.event_id,
      state: 'delivered',
      response_code: 204,
      error: null,
    }),
  ]);
  // A failed test is no failure of the webhook: nothing is tried again, and it stays active.
  await app.service.queue.settled();
  expect(receiver.received).toHaveLength(2);
  expect((await app.get(`/v1/webhooks/${webhook.webhook_id}`)).body.webhook.state).toBe('active');
});

test('a replaced secret still signs during the overlap, and ends at once without one', async () => {
  const { webhook, secret } = await create();
  const rotate = (body: object) => app.post(`/v1/webhooks/${webhook.webhook_id}/rotate`, body).expect(200);
  const next = (await rotate({})).body;
  expect(next.webhook.previous_secret_until).toBe('2024-06-29T15:00:00.000Z');
  await app.post(`/v1/webhooks/${webhook.webhook_id}/test`, {}).expect(200);
  for (const one of [secret, next.secret]) expect(verified(receiver.received[0], one)).toBeTruthy();
  // The receiver may still use the first secret.
  const again = await app.post(`/v1/webhooks/${webhook.webhook_id}/rotate`, { overlap_hours: 24 }).expect(400);
  expect(again.body.error.message).toContain(`valid until ${next.webhook.previous_secret_until}`);
  const last = (await rotate({ overlap_hours: 0 })).body;
  expect(last.webhook.previous_secret_until).toBeNull();
  app.clock.set('2024-06-28T15:01:00Z');
  await app.post(`/v1/webhooks/${webhook.webhook_id}/test`, {}).expect(200);
  expect(verified(receiver.received[1], last.secret)).toBeTruthy();
  expect(() => verified(receiver.received[1], next.secret)).toThrow();
});

test('an event is delivered again on request', async () => {
  const { webhook } = await create();
  await announce();
  const path = `/v1/webhooks/${webhook.webhook_id}`;
  const eventId = receiver.received[0].headers['webhook-id'];
  const again = (id = eventId) => app.post(`${path}/events/${id}/redeliver`, {});
  expect((await again('msg_none')).status).toBe(404);
  expect((await again().expect(200)).body.delivery).toMatchObject({ event_id: eventId, state: 'pending', attempts: 0 });
  await sent();
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([eventId, eventId]);
  const page = (await app.get(`${path}/deliveries?limit=1`)).body;
  expect(page.deliveries).toHaveLength(1);
  const older = (await app.get(`${path}/deliveries?before=${page.next_before}`)).body;
  expect([older.deliveries.length, older.next_before]).toEqual([1, null]);
  receiver.answer = (response) => void response.writeHead(500).end();
  await again().expect(200);
  await sent();
  expect((await again().expect(400)).body.error.message).toMatch(/^The event is already waiting for delivery/);
  await patch(webhook.webhook_id, { state: 'disabled' });
  expect((await again().expect(400)).body.error.message).toMatch(/^The webhook is disabled/);
});

test('a test is not sent again', async () => {
  const { webhook } = await create();
  const path = `/v1/webhooks/${webhook.webhook_id}`;
  const { event_id } = (await app.post(`${path}/test`, {}).expect(200)).body;
  const { body } = await app.post(`${path}/events/${event_id}/redeliver`, {}).expect(400);
  expect(body.error.message).toMatch(/^A test is sent once/);
});

test('an event that was not accepted is retried when it is due, before later events', async () => {
  const { webhook } = await create();
  receiver.answer = (response) => void response.writeHead(503).end();
  await announce();
  const log = async () => (await app.get(`/v1/webhooks/${webhook.webhook_id}/deliveries`)).body.deliveries;
  expect(await log()).toMatchObject([{ state: 'pending', attempts: 1, response_code: 503 }]);
  receiver.answer = (response) => void response.writeHead(204).end();
  await announce();
  expect(receiver.received).toHaveLength(1);
  app.clock.set('2024-06-28T15:01:00Z');
  await app.service.schedule.tick();
  const [first, again, later] = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect([again === first, later === first, receiver.received.length]).toEqual([true, false, 3]);
  expect(await log()).toMatchObject([
    { state: 'delivered', attempts: 1 },
    { state: 'delivered', attempts: 2 },
  ]);
});

test('prices that are out of date cause one event for accounts whose plan has the market, and another after they were current', async () => {
  const bars = (to: string) => weekdayBars('2015-01-05', to, (day) => 100 + (day % 7) / 3);
  const stale = await startTestApp({
    now: '2024-06-26T12:00:00Z',
    env: { WEBHOOKS_PRIVATE: 'on' },
    symbols: [{ symbol: 'BTC-USD', markets: ['5'], bars: bars('2024-06-20') }],
  });
  for (const tier of ['free', 'business'])
    await stale.post('/v1/webhooks', { url: `${receiver.url}/${tier}`, events: ['data.stale'] }, tier).expect(201);
  const told = () => receiver.received.map(({ path, body }) => [path, JSON.parse(body).data]);
  const tickAt = async (instant: string) => {
    stale.clock.set(instant);
    await stale.service.schedule.tick();
    await stale.service.queue.settled();
  };
  await tickAt('2024-06-26T12:00:00Z');
  expect(told()).toEqual([]);
  await tickAt('2024-06-27T12:00:00Z');
  await tickAt('2024-06-28T12:00:00Z');
  const event = { market: '5', market_name: expect.any(String), as_of: '2024-06-20', sessions_behind: 4 };
  expect(told()).toEqual([['/business', event]]);
  expect(faultsAgainst('/components/schemas/DataStaleEvent', JSON.parse(receiver.received[0].body))).toEqual([]);
  await restate(stale.storage.prices, 'BTC-USD', bars('2024-06-28'));
  await tickAt('2024-06-29T12:00:00Z');
  expect(told()).toHaveLength(1);
  await tickAt('2024-07-08T12:00:00Z');
  expect(told()[1]).toEqual(['/business', { ...event, as_of: '2024-06-28', sessions_behind: expect.any(Number) }]);
  await stale.close();
});

test('tests of webhooks that never answer block no other request of the account, and five run at once', async () => {
  const answers: (() => void)[] = [];
  receiver.answer = (response) => void answers.push(() => response.writeHead(204).end());
  const made = await Promise.all([1, 2, 3, 4, 5, 6].map(() => create()));
  const test = ({ webhook }: (typeof made)[number]) => app.post(`/v1/webhooks/${webhook.webhook_id}/test`, {});
  const tests = made.slice(0, 5).map((one) => test(one).then(({ body }) => body.delivered));
  await eventually(async () => answers.length === tests.length);
  expect((await app.get('/v1/webhooks').expect(200)).body.webhooks).toHaveLength(6);
  const refused = await test(made[5]).expect(429);
  expect(refused.headers['retry-after']).toBe('10');
  expect(refused.body.error.message).toMatch(
    /^5 tests of webhooks of the account are under way; at most 5 run at once/,
  );
  const other = (await create('free')).webhook.webhook_id;
  const ofAnother = app.post(`/v1/webhooks/${other}/test`, {}, 'free').then(({ body }) => body.delivered);
  await eventually(async () => answers.length === 6);
  for (const answer of answers) answer();
  expect(await Promise.all([...tests, ofAnother])).toEqual([true, true, true, true, true, true]);
  receiver.answer = (response) => void response.writeHead(204).end();
  await test(made[5]).expect(200);
});
