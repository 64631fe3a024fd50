import { outcomeKey, sessionKey } from '../../../src/core/record/ledger';
import type { Storage } from '../../../src/storage/storage';
import type { DeliveryOutcome } from '../../../src/storage/webhookDeliveries';
import type { NewEvent, WebhookEndpoint } from '../../../src/storage/webhookEvents';
import { CARD, outcomeEntry, pickEntry } from '../../helpers/ledgerEntries';
import type { OpenStorage } from './contract';

const AT = new Date('2024-06-28T15:00:00Z');
const later = (seconds: number) => new Date(AT.getTime() + seconds * 1000);
const eventOf = (type: string, changes: Partial<NewEvent> = {}): NewEvent => ({
  accountId: null,
  type,
  data: { said: 'é "x"' },
  at: AT,
  key: null,
  ...changes,
});
const ALL_WELL = {
  state: 'delivered',
  nextAt: null,
  responseCode: 204,
  error: null,
  durationMs: 12,
  disable: null,
} as const;

/** Tests that the webhook stores of every database pass. */
export function webhooksContract(open: OpenStorage): void {
  let storage: Storage;
  let ann: number;
  let bob: number;
  beforeEach(async () => {
    storage = await open();
    const account = { tier: 'free', role: 'member', createdAt: AT } as const;
    ann = (await storage.accounts.insert({ ...account, email: 'ann@example.com' })).id;
    bob = (await storage.accounts.insert({ ...account, email: 'bob@example.com', tier: 'pro' })).id;
  });

  const endpointOf = (id: string, accountId: number, changes: Partial<WebhookEndpoint> = {}): WebhookEndpoint => ({
    id,
    accountId,
    url: `https://example.com/${id}`,
    description: 'ä',
    events: ['one', 'two'],
    markets: null,
    includeNeutral: false,
    secret: `s ${id}`,
    previousSecret: null,
    previousUntil: null,
    state: 'active',
    disabledReason: null,
    disabledAt: null,
    createdAt: AT,
    ...changes,
  });
  const add = async (id: string, accountId: number, changes: Partial<WebhookEndpoint> = {}) => {
    const endpoint = endpointOf(id, accountId, changes);
    expect(await storage.webhooks.endpoints.insert(endpoint, 5)).toBe(true);
    return endpoint;
  };
  const append = (...events: NewEvent[]) => storage.webhooks.events.append(events);
  const log = async (id: string) => (await storage.webhooks.deliveries.log(id, null, 100)).reverse();
  const next = async (id: string) => (await storage.webhooks.deliveries.next(id))!;
  const settle = (
    delivery: Parameters<typeof storage.webhooks.deliveries.settle>[0],
    changes: Partial<DeliveryOutcome> = {},
  ) => storage.webhooks.deliveries.settle(delivery, { ...ALL_WELL, attemptedAt: later(1), ...changes });
  /** Endpoints with a waiting job. */
  const jobs = async () => (await storage.queue.list({ queue: 'delivery' })).map(({ key }) => key).sort();

  test('an endpoint is found, changed and removed by its own account only', async () => {
    const { endpoints } = storage.webhooks;
    const one = await add('one', ann);
    expect(await endpoints.find(bob, 'one')).toBeNull();
    expect(await endpoints.change(bob, 'one', { description: 'mine' })).toBeNull();
    expect(await endpoints.rotate(bob, 'one', one.secret, { ...one, secret: 'mine' })).toBe(false);
    expect(await endpoints.remove(bob, 'one')).toBe(false);
    expect(await endpoints.of(ann)).toEqual([one]);
    expect([await endpoints.remove(ann, 'one'), await endpoints.of(ann)]).toEqual([true, []]);
  });

  test('of two rotations from the same secret one succeeds', async () => {
    const { endpoints } = storage.webhooks;
    const one = await add('one', ann);
    const next = { secret: 'new', previousSecret: one.secret, previousUntil: later(60) };
    expect(await endpoints.rotate(ann, 'one', one.secret, next)).toBe(true);
    expect(await endpoints.rotate(ann, 'one', one.secret, { ...next, secret: 'newer' })).toBe(false);
    expect(await endpoints.find(ann, 'one')).toEqual({ ...one, ...next });
  });

  test('the time of a test is stored, and limits the next test', async () => {
    await add('one', ann);
    const { endpoints } = storage.webhooks;
    expect(await endpoints.recordTest('one', AT, later(-10))).toBeNull();
    expect(await endpoints.recordTest('one', later(5), later(-5))).toEqual(AT);
    expect(await endpoints.recordTest('one', later(11), later(1))).toBeNull();
  });

  test('an event goes to the subscribed endpoints of its account or tiers, and an event with a key is sent once', async () => {
    await add('anns', ann);
    await add('bobs', bob, { events: ['one'] });
    await add('idle', bob, { state: 'disabled' });
    await append(
      eventOf('one'),
      eventOf('two'),
      eventOf('one', { accountId: ann }),
      eventOf('one', { tiers: ['pro'] }),
    );
    await append(eventOf('three'), eventOf('two', { key: 'k' }));
    await append(eventOf('two', { key: 'k' }));
    await storage.webhooks.events.releaseKey('k');
    await append(eventOf('two', { key: 'k', at: later(9) }));
    const found = await log('anns');
    expect(found.map(({ event, state }) => `${event} ${state}`)).toEqual(
      ['one', 'two', 'one', 'two', 'two'].map((type) => `${type} pending`),
    );
    expect(found[0]).toEqual({
      delivery_id: expect.any(Number),
      event_id: expect.stringMatching(/^msg_[0-9a-f]{32}$/),
      event: 'one',
      symbols: [],
      event_at: AT.toISOString(),
      state: 'pending',
      attempts: 0,
      response_code: null,
      error: null,
      duration_ms: null,
      next_attempt_at: AT.toISOString(),
      attempted_at: null,
    });
    expect((await log('bobs')).map(({ event }) => event)).toEqual(['one', 'one']);
    expect((await log('idle')).map(({ state, next_attempt_at }) => [state, next_attempt_at])).toEqual(
      Array.from({ length: 5 }, () => ['undelivered', null]),
    );
    expect((await storage.webhooks.deliveries.log('anns', found[2].delivery_id, 1))[0]).toEqual(found[1]);
    expect(await storage.webhooks.deliveries.backlog()).toEqual({ waiting: 7, oldest: AT });
  });

  test('the events of a record are stored with it or not at all', async () => {
    await add('anns', ann);
    const { records } = storage;
    const draft = () => ({ entry: pickEntry('2024-12-02'), card: CARD, events: () => [eventOf('one')] });
    const pick = (await records.append(sessionKey('2024-12-02'), draft))!;
    await records.append(sessionKey('2024-12-02'), draft);
    const circular: { own?: object } = {};
    circular.own = circular;
    const failing = records.append(outcomeKey(1), () => ({
      entry: outcomeEntry(pick, 1),
      events: ({ seq }) => [eventOf('two', { data: { seq } }), eventOf('two', { data: circular })],
    }));
    await expect(failing).rejects.toThrow('circular');
    expect((await log('anns')).map(({ event }) => event)).toEqual(['one']);
    expect(await records.head()).toMatchObject({ seq: 1 });
  });

  test('an event is stored with the jobs of its active endpoints or not at all', async () => {
    await add('anns', ann);
    await add('bobs', bob, { events: ['two'] });
    await add('idle', bob, { state: 'disabled' });
    const circular: { own?: object } = {};
    circular.own = circular;
    await expect(append(eventOf('one'), eventOf('two', { data: circular }))).rejects.toThrow('circular');
    expect(await jobs()).toEqual([]);
    await append(eventOf('one'), eventOf('one'));
    expect(await storage.queue.list()).toMatchObject([{ queue: 'delivery', key: 'anns', account: ann }]);
    await append(eventOf('two'));
    expect(await jobs()).toEqual(['anns', 'bobs']);
  });

  test('if two processes made the same attempt, the first outcome is kept', async () => {
    await add('anns', ann);
    await append(eventOf('one'));
    const first = await next('anns');
    await settle(first, { state: 'pending', nextAt: later(300), responseCode: 500 });
    await settle(first, { state: 'undelivered', responseCode: 410, disable: 'gone' });
    expect(await log('anns')).toMatchObject([{ state: 'pending', attempts: 1, response_code: 500 }]);
    expect(await storage.webhooks.endpoints.find(ann, 'anns')).toMatchObject({ state: 'active' });
  });

  test('the longest overdue delivery comes first, and a suspended account has none due', async () => {
    for (const id of ['a1', 'a2']) await add(id, ann, { events: [id] });
    await add('b1', bob, { events: ['b1'] });
    await append(eventOf('a2', { at: later(2) }), eventOf('a1', { at: later(1) }), eventOf('b1'));
    expect(await storage.webhooks.deliveries.due(later(2))).toEqual([
      { id: 'b1', accountId: bob },
      { id: 'a1', accountId: ann },
      { id: 'a2', accountId: ann },
    ]);
    const noted = { accountId: ann, at: AT, by: 'operator', subject: null, detail: null } as const;
    await storage.accounts.suspend(ann, AT, { ...noted, kind: 'account_suspended' });
    expect(await storage.webhooks.deliveries.due(later(2))).toEqual([{ id: 'b1', accountId: bob }]);
  });

  test('an undelivered event of an endpoint that was disabled can be redelivered once it is active again', async () => {
    await add('anns', ann);
    await append(eventOf('one'), eventOf('two'));
    const first = await next('anns');
    await settle(first, { state: 'undelivered', disable: 'gone', responseCode: 410 });
    const { endpoints, deliveries } = storage.webhooks;
    await storage.queue.cancel('delivery', 'anns');
    await endpoints.change(ann, 'anns', { state: 'active', disabledReason: null, disabledAt: null });
    expect(await deliveries.redeliver('anns', 'msg_none', AT)).toBeNull();
    const again = await deliveries.redeliver('anns', first.event_id, later(99));
    expect(again).toMatchObject({
      event_id: first.event_id,
      state: 'pending',
      next_attempt_at: later(99).toISOString(),
      attempts: 0,
    });
    expect(await deliveries.redeliver('anns', first.event_id, AT)).toBe('waiting');
    expect((await storage.queue.list({ state: 'waiting' })).map(({ key }) => key)).toEqual(['anns']);
    expect(await next('anns')).toMatchObject({ event_id: first.event_id, payload: first.payload });
  });

  test('an attempt that ends after its endpoint is disabled is stored and not retried', async () => {
    await add('anns', ann);
    await append(eventOf('one'));
    const first = await next('anns');
    await storage.webhooks.endpoints.change(ann, 'anns', { state: 'disabled', disabledReason: 'x', disabledAt: AT });
    await settle(first, { state: 'pending', nextAt: later(5), responseCode: 500 });
    expect((await log('anns'))[0]).toMatchObject({ state: 'undelivered', next_attempt_at: null, attempts: 1 });
    await storage.webhooks.endpoints.remove(ann, 'anns');
    await settle({ ...first, attempts: 1 });
    expect(await log('anns')).toEqual([]);
  });

  test('old events are deleted with their deliveries; those with a key are kept for a year', async () => {
    await add('anns', ann);
    await append(eventOf('one'), eventOf('two', { key: 'k' }), eventOf('one', { at: later(10) }));
    await storage.webhooks.events.prune(later(5));
    expect((await log('anns')).map(({ event }) => event)).toEqual(['two', 'one']);
    await append(eventOf('two', { key: 'k' }));
    expect(await log('anns')).toHaveLength(2);
    await storage.webhooks.events.prune(later(336 * 86_400));
    expect(await log('anns')).toEqual([]);
  });
}
