import type { ServerResponse } from 'node:http';
import type { Deliveries } from '../../../src/alerts/deliveries';
import { openStorage } from '../../../src/storage/open';
import type { Storage } from '../../../src/storage/storage';
import { type FixedClock, fixedClock } from '../../helpers/clock';
import { eventually } from '../../helpers/eventually';
import { migratedFiles } from '../../helpers/migratedFiles';
import { addEndpoint, deliverFrom, newEvent, SECRETS } from '../../helpers/outbox';
import { describeWithPostgres } from '../../helpers/postgres';
import { Receiver, verified } from '../../helpers/receiver';

const START = '2024-06-28T15:00:00Z';
const HOUR = 3600;

let receiver: Receiver;
beforeAll(async () => {
  receiver = await Receiver.start();
});
afterEach(() => receiver.reset());
afterAll(() => receiver.stop());

const answering =
  (status: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, headers).end();

const newFile = migratedFiles();

describe('over SQLite', () => {
  deliverOver(newFile);
  describe('deliveries', deliveriesOfAnyDatabase);
  describe('an attempt', attempts);
});
describeWithPostgres('over PostgreSQL', ({ emptied }) => {
  deliverOver(emptied);
  deliveriesOfAnyDatabase();
});

let url: string;
let storage: Storage;
let clock: FixedClock;
let deliveries: Deliveries;
let accountId: number;

/** Delivers events of a new database in each test. */
function deliverOver(database: () => Promise<string>): void {
  beforeEach(async () => {
    url = await database();
    storage = await openStorage(url);
    clock = fixedClock(START);
    deliveries = deliverFrom(storage, clock);
    const account = { email: 'ann@example.com', tier: 'pro', role: 'member', createdAt: clock.now() } as const;
    accountId = (await storage.accounts.insert(account)).id;
  });
  afterEach(() => storage.close());
}

const append = (...types: string[]) =>
  storage.webhooks.events.append(types.map((type) => newEvent(type, clock.now(), accountId)));
const settled = () => storage.queue.settled();
/** Advances the clock by seconds and delivers what is due by then: the queue itself uses the machine's clock. */
const wait = async (seconds: number) => {
  clock.set(new Date(clock.now().getTime() + seconds * 1000));
  await storage.queue.send('due-deliveries', {}, { key: 'due-deliveries' });
  await settled();
};
const log = async (id = 'we_1') => (await storage.webhooks.deliveries.log(id, null, 100)).reverse();
const states = async (id?: string) => (await log(id)).map(({ state, attempts }) => `${state} ${attempts}`);
const endpoint = async () => (await storage.webhooks.endpoints.find(accountId, 'we_1'))!;

/** What depends on how events and their deliveries are stored. */
function deliveriesOfAnyDatabase(): void {
  test('events are sent once, in order, with signatures that the official library verifies', async () => {
    const secret = await addEndpoint(storage, { accountId, url: `${receiver.url}/hook?x=1` });
    await append('one', 'two', 'three');
    await settled();
    await settled();
    expect(receiver.types('/hook?x=1')).toEqual(['one', 'two', 'three']);
    for (const message of receiver.received) {
      expect(verified(message, secret)).toMatchObject({ timestamp: '2024-06-28T15:00:00.000Z', data: {} });
      expect(message.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'perennial' });
    }
    expect(() => verified(receiver.received[0], SECRETS.create().shown)).toThrow();
    expect((await log()).map(({ event_id }) => event_id)).toEqual(
      receiver.received.map(({ headers }) => headers['webhook-id']),
    );
    expect(await states()).toEqual(['delivered 1', 'delivered 1', 'delivered 1']);
    expect((await log())[0]).toMatchObject({
      response_code: 204,
      error: null,
      next_attempt_at: null,
      attempted_at: clock.now().toISOString(),
    });
  });

  test('a refused event is retried with growing pauses while the next one waits; then the endpoint is disabled', async () => {
    await addEndpoint(storage, { accountId, url: receiver.url });
    receiver.answer = answering(503);
    await append('one', 'two');
    await settled();
    expect((await log())[0]).toMatchObject({ response_code: 503, error: 'answered 503', state: 'pending' });
    for (const pause of [5, 300, HOUR / 2, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR]) {
      const before = receiver.received.length;
      await wait(pause - 1);
      expect(receiver.received).toHaveLength(before);
      expect((await endpoint()).state).toBe('active');
      await wait(1);
      expect(receiver.received).toHaveLength(before + 1);
    }
    expect(new Set(receiver.types())).toEqual(new Set(['one']));
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(await states()).toEqual(['undelivered 8', 'undelivered 0']);
    expect(await endpoint()).toMatchObject({
      state: 'disabled',
      disabledAt: clock.now(),
      disabledReason: '8 attempts to deliver an event failed: answered 503.',
    });
    await wait(100 * HOUR);
    expect(receiver.received).toHaveLength(8);
  });

  test('an endpoint that recovers gets all events, in order', async () => {
    await addEndpoint(storage, { accountId, url: receiver.url });
    receiver.answer = answering(500);
    await append('one');
    await settled();
    await append('two');
    await settled();
    receiver.answer = answering(200);
    await wait(5);
    expect(receiver.types()).toEqual(['one', 'one', 'two']);
    expect(await states()).toEqual(['delivered 2', 'delivered 1']);
  });

  test('hanging endpoints do not delay other accounts, and few of one account are called at once', async () => {
    const ids = ['we_1', 'we_2', 'we_3', 'we_4', 'we_5', 'we_6'];
    for (const id of ids) await addEndpoint(storage, { id, accountId, url: `${receiver.url}/slow` });
    const account = { email: 'bob@example.com', tier: 'pro', role: 'member', createdAt: clock.now() } as const;
    const bob = (await storage.accounts.insert(account)).id;
    await addEndpoint(storage, { id: 'we_bob', accountId: bob, url: `${receiver.url}/bob` });
    receiver.answer = (response, { path }) => void (path === '/bob' && response.writeHead(200).end());
    await storage.webhooks.events.append([newEvent('one', clock.now())]);
    const delivered = settled();
    const slow = () => receiver.types('/slow').length;
    await eventually(async () => slow() >= 2 && (await states('we_bob'))[0] === 'delivered 1');
    // Workers of PostgreSQL that look at the same moment may begin one too many each.
    expect(slow()).toBeLessThan(ids.length);
    receiver.answer = answering(200);
    clock.pass(10_000);
    await delivered;
    const ofAnn = await Promise.all(ids.map((id) => states(id)));
    expect(ofAnn.flat().filter((state) => state === 'delivered 1').length).toBeGreaterThan(0);
    expect(ofAnn.flat().filter((state) => state === 'pending 1').length).toBeGreaterThanOrEqual(2);
  });

  test('a running service delivers an event that another process writes', async () => {
    await addEndpoint(storage, { accountId, url: receiver.url });
    await storage.queue.start(() => {});
    const other = await openStorage(url);
    await other.webhooks.events.append([newEvent('one', clock.now(), accountId)]);
    await other.close();
    await eventually(async () => (await states())[0] === 'delivered 1');
    expect(receiver.types()).toEqual(['one']);
  });

  test('a delivery without a job, as in a database that was moved, is found within a minute', async () => {
    await addEndpoint(storage, { accountId, url: receiver.url });
    await append('one');
    await storage.queue.cancel('delivery', 'we_1');
    await settled();
    expect(receiver.received).toEqual([]);
    await wait(60);
    expect(receiver.types()).toEqual(['one']);
  });

  test('many deliveries to one endpoint do not block those to others', async () => {
    await addEndpoint(storage, { id: 'we_1', accountId, url: `${receiver.url}/1` });
    await addEndpoint(storage, { id: 'we_2', accountId, url: `${receiver.url}/2` });
    await addEndpoint(storage, { id: 'we_3', accountId, url: `${receiver.url}/3`, events: ['last'] });
    await append(...Array<string>(30).fill('one'), 'last');
    await settled();
    expect(receiver.types('/3')).toEqual(['last']);
    // Before the others are through: each job delivers a few and takes its turn again.
    expect(receiver.received.findIndex(({ path }) => path === '/3')).toBeLessThan(60);
    for (let i = 0; i < 2; i++) await wait(60);
    for (const path of ['/1', '/2']) expect(receiver.types(path)).toEqual(Array(30).fill('one'));
  });

  test('a service that stops aborts deliveries under way, and they are sent again', async () => {
    await addEndpoint(storage, { accountId, url: receiver.url });
    receiver.answer = () => {};
    await append('one');
    await storage.queue.start(() => {});
    await eventually(async () => receiver.received.length === 1);
    await storage.close();
    storage = await openStorage(url);
    expect(await states()).toEqual(['pending 0']);
    receiver.answer = answering(200);
    deliverFrom(storage, clock);
    await settled();
    expect(await states()).toEqual(['delivered 1']);
  });

  test('metrics count deliveries by outcome and the backlog', async () => {
    await addEndpoint(storage, { accountId, url: receiver.url });
    receiver.answer = (response) => answering(receiver.received.length === 1 ? 200 : 500)(response);
    await append('one', 'two', 'three');
    await settled();
    clock.set('2024-06-28T15:00:04Z');
    const values = Object.fromEntries((await deliveries.readings()).map((one) => [one.name, one.values]));
    expect(values.webhook_deliveries_total).toEqual([
      { labels: { outcome: 'delivered' }, value: 1 },
      { labels: { outcome: 'failed' }, value: 1 },
      { labels: { outcome: 'undelivered' }, value: 0 },
    ]);
    expect([values.webhook_outbox_deliveries, values.webhook_outbox_age_seconds]).toEqual([
      [{ value: 2 }],
      [{ value: 4 }],
    ]);
  });

  test('a suspended account gets no deliveries; its events follow in order once it is resumed', async () => {
    await addEndpoint(storage, { accountId, url: receiver.url });
    const noted = { accountId, at: clock.now(), by: 'operator', subject: null, detail: null } as const;
    await append('one');
    await storage.accounts.suspend(accountId, clock.now(), { ...noted, kind: 'account_suspended' });
    await append('two');
    await wait(100 * HOUR);
    expect(receiver.received).toEqual([]);
    expect(await states()).toEqual(['pending 0', 'pending 0']);
    // It waits for an operator, not for an endpoint.
    expect(await storage.webhooks.deliveries.backlog()).toEqual({ waiting: 0, oldest: null });
    await storage.accounts.suspend(accountId, null, { ...noted, kind: 'account_resumed' });
    expect((await storage.webhooks.deliveries.backlog()).waiting).toBe(2);
    await wait(60);
    expect(receiver.types()).toEqual(['one', 'two']);
    await append('three');
    await settled();
    expect(receiver.types()).toEqual(['one', 'two', 'three']);
    expect(await endpoint()).toMatchObject({ state: 'active' });
  });

  test('nothing is sent to a deleted endpoint', async () => {
    await addEndpoint(storage, { accountId, url: receiver.url });
    await append('one');
    expect(await storage.webhooks.endpoints.remove(accountId, 'we_1')).toBe(true);
    await settled();
    expect(receiver.received).toEqual([]);
  });
}

/** What is sent, and how an answer or its absence is judged. */
function attempts(): void {
  test.each<[string, string, number]>([
    ['seconds', '60', 60],
    ['a date', 'Fri, 28 Jun 2024 15:02:00 GMT', 120],
    ['less than the pause', '1', 5],
    ['more than half a day', '999999', 12 * HOUR],
    ['neither', 'soon', 5],
  ])('Retry-After: %s', async (_, header, seconds) => {
    await addEndpoint(storage, { accountId, url: receiver.url });
    receiver.answer = answering(429, { 'retry-after': header });
    await append('one');
    await settled();
    expect((await log())[0].next_attempt_at).toBe(new Date(clock.now().getTime() + seconds * 1000).toISOString());
  });

  test('410 disables the endpoint at once', async () => {
    await addEndpoint(storage, { accountId, url: receiver.url });
    receiver.answer = answering(410);
    await append('one', 'two');
    await settled();
    expect(await states()).toEqual(['undelivered 1', 'undelivered 0']);
    expect(await endpoint()).toMatchObject({ state: 'disabled', disabledReason: expect.stringContaining('410') });
  });

  test('a redirect is not followed', async () => {
    await addEndpoint(storage, { accountId, url: receiver.url });
    receiver.answer = answering(307, { location: `${receiver.url}/elsewhere` });
    await append('one');
    await settled();
    expect(receiver.received.map(({ path }) => path)).toEqual(['/']);
    expect((await log())[0]).toMatchObject({ response_code: 307, error: 'answered 307: redirects are not followed' });
  });

  test('a delivery waits ten seconds for an answer', async () => {
    await addEndpoint(storage, { accountId, url: receiver.url });
    receiver.answer = () => {};
    await append('one');
    const delivered = settled();
    await eventually(async () => receiver.received.length === 1);
    clock.pass(9_999);
    expect((await log())[0].attempts).toBe(0);
    clock.pass(1);
    await delivered;
    expect((await log())[0]).toMatchObject({ response_code: null, error: 'no answer within 10 s', attempts: 1 });
  });

  test('one kilobyte is read of an answer that never ends', async () => {
    await addEndpoint(storage, { accountId, url: receiver.url });
    let closed = false;
    receiver.answer = (response) => {
      response.writeHead(200);
      const more = () => void (closed || response.write('x'.repeat(65_536), () => setImmediate(more)));
      response.on('close', () => {
        closed = true;
      });
      more();
    };
    await append('one');
    await settled();
    expect(await states()).toEqual(['delivered 1']);
    await eventually(async () => closed);
  });

  test.each([
    ['http://127.0.0.1:PORT/', /not an https URL/],
    ['https://127.0.0.1:PORT/', /not a URL with a public address/],
    ['https://localhost:PORT/', /not a URL with a public address/],
  ])('%s is not called unless private addresses are allowed', async (url, error) => {
    deliverFrom(storage, clock, false);
    const port = new URL(receiver.url).port;
    await addEndpoint(storage, { accountId, url: url.replace('PORT', port) });
    await append('one');
    await settled();
    expect((await log())[0]).toMatchObject({
      state: 'pending',
      response_code: null,
      error: expect.stringMatching(error),
    });
    expect(receiver.received).toEqual([]);
  });

  test('while both secrets are valid, a message has both signatures', async () => {
    const old = await addEndpoint(storage, { accountId, url: receiver.url });
    const { shown, stored } = SECRETS.create();
    const { secret } = await endpoint();
    const previousUntil = new Date(clock.now().getTime() + HOUR * 1000);
    await storage.webhooks.endpoints.rotate(accountId, 'we_1', secret, {
      secret: stored,
      previousSecret: secret,
      previousUntil,
    });
    await append('one');
    await settled();
    expect(receiver.received[0].headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
    for (const one of [old, shown]) expect(verified(receiver.received[0], one)).toMatchObject({ type: 'one' });
    await append('two');
    await wait(HOUR);
    expect(verified(receiver.received[1], shown)).toMatchObject({ type: 'two' });
    expect(() => verified(receiver.received[1], old)).toThrow();
  });

  test('a secret that can no longer be decrypted is named as the error', async () => {
    await addEndpoint(storage, { accountId, url: receiver.url });
    const { secret } = await endpoint();
    const other = `${secret[0] === 'A' ? 'B' : 'A'}${secret.slice(1)}`;
    const broken = { secret: other, previousSecret: null, previousUntil: null };
    await storage.webhooks.endpoints.rotate(accountId, 'we_1', secret, broken);
    await append('one');
    await settled();
    expect((await log())[0].error).toMatch(/KEY_SECRET has changed/);
    expect(receiver.received).toEqual([]);
  });
}
