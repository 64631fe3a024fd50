import request from 'supertest';
import { startTestApp, type TestApp } from '../helpers/app';
import { faultsAgainst } from '../helpers/contractAjv';
import { Receiver } from '../helpers/receiver';
import { describeServed } from '../helpers/servedFromBoth';
import { signIn } from '../helpers/signedIn';

const EVENTS = ['pattern.entering', 'scan.changed', 'daily_pick.published', 'data.stale'];

/** Stocks of market 0 and funds of market 11. */
const SYMBOLS = ['AAPL', 'MSFT', 'JPM', 'KO', 'PG', 'SPY', 'QQQ'];

interface Listed {
  readonly market: string;
  readonly neutral: boolean;
}

interface Sent {
  readonly type: string;
  readonly data: {
    readonly added_count: number;
    readonly added: readonly Listed[];
    readonly gone: readonly Listed[];
    readonly pattern: Listed;
    readonly market: string;
  };
}

/** Webhooks of keys that are limited to some markets. */
describeServed(() => {
  let receiver: Receiver;
  let app: TestApp;
  let fundsKey: string;
  beforeAll(async () => {
    receiver = await Receiver.start();
  });
  beforeEach(async () => {
    receiver.reset();
    app = await startTestApp({ now: '2024-12-19T15:00:00Z', sandbox: SYMBOLS, env: { WEBHOOKS_PRIVATE: 'on' } });
    const owner = await signIn(app, 'business@example.com');
    const made = await owner.post('/v1/account/keys', { name: 'funds', markets: ['11'] });
    fundsKey = made.body.secret;
  });
  afterEach(() => app.close());
  afterAll(() => receiver.stop());

  // Most setups of the sandbox are neutral.
  const create = async (path: string, key?: string, include_neutral = true) =>
    (await app.post('/v1/webhooks', { url: `${receiver.url}${path}`, events: EVENTS, include_neutral }, key)).body
      .webhook;
  const change = (id: string, body: object, key: string) =>
    request(app.app).patch(`/v1/webhooks/${id}`).set('X-API-Key', key).send(body).expect(200);
  const tickAt = async (instant: string) => {
    app.clock.set(instant);
    await app.service.schedule.tick();
    await app.service.queue.send('due-saved-scans', {}, { key: 'due-saved-scans' });
    await app.service.queue.settled();
  };
  const runScan = async () => {
    const query = { markets: '0,11', window: 'next_month' };
    await app.post('/v1/saved-scans', { name: 'both', query }).expect(201);
    for (const day of ['19', '20', '23']) await tickAt(`2024-12-${day}T15:05:00Z`);
  };
  const sentTo = (path: string): Sent[] =>
    receiver.received.filter((one) => one.path === path).map(({ body }) => JSON.parse(body));
  const marketsIn = (sent: readonly Sent[]) => {
    const patterns = ({ data: { added = [], gone = [], pattern } }: Sent) => [...added, ...gone, pattern ?? []].flat();
    return [...new Set(sent.flatMap(patterns).map(({ market }) => market))].sort();
  };

  test('a webhook gets events about its own markets only, and all events about no market', async () => {
    const [all, funds] = [await create('/all'), await create('/funds', fundsKey)];
    expect([all.markets, funds.markets]).toEqual([null, ['11']]);
    await runScan();
    expect(marketsIn(sentTo('/all'))).toEqual(['0', '11']);
    expect(marketsIn(sentTo('/funds'))).toEqual(['11']);
    const typesTo = (path: string) => new Set(sentTo(path).map(({ type }) => type));
    expect(typesTo('/funds')).toContain('scan.changed');
    for (const { type, data } of sentTo('/funds')) {
      if (type === 'scan.changed') expect(data.added_count).toBe(data.added.length);
    }
    const { deliveries } = (await app.get(`/v1/webhooks/${all.webhook_id}/deliveries?limit=200`).expect(200)).body;
    const symbolsOf = new Map(
      deliveries.map((one: { event_id: string; symbols: string[] }) => [one.event_id, one.symbols]),
    );
    for (const { path, headers, body } of receiver.received.filter((one) => one.path === '/all')) {
      const { added, gone, pattern, pick } = JSON.parse(body).data;
      const named: { symbol: string }[] = [pick ?? [], pattern ?? [], added ?? [], gone ?? []].flat();
      expect([path, symbolsOf.get(headers['webhook-id'])]).toEqual([
        path,
        [...new Set(named.map(({ symbol }) => symbol))],
      ]);
    }
    const changed = sentTo('/funds').find(({ type }) => type === 'scan.changed');
    expect(faultsAgainst('/components/schemas/ScanChangedEvent', changed)).toEqual([]);
    const at = app.clock.now();
    await app.storage.webhooks.events.append([
      { accountId: null, type: 'daily_pick.published', data: {}, at, key: null },
      { accountId: null, type: 'data.stale', data: { market: '0' }, markets: ['0'], at, key: null },
      { accountId: null, type: 'data.stale', data: { market: '11' }, markets: ['11'], at, key: null },
    ]);
    receiver.reset();
    await tickAt('2024-12-23T15:06:00Z');
    const about = (path: string) => sentTo(path).map(({ type, data }) => `${type} ${data.market ?? ''}`.trim());
    expect(about('/all')).toEqual(['daily_pick.published', 'data.stale 0', 'data.stale 11']);
    expect(about('/funds')).toEqual(['daily_pick.published', 'data.stale 11']);
  });

  test('a webhook leaves neutral setups out by default', async () => {
    const body = { url: `${receiver.url}/usual`, events: EVENTS };
    const { webhook_id: id, include_neutral } = (await app.post('/v1/webhooks', body)).body.webhook;
    expect(include_neutral).toBe(false);
    await change((await create('/all', undefined, false)).webhook_id, { include_neutral: true }, app.keys.business);
    await runScan();
    const neutralIn = (path: string) =>
      sentTo(path).flatMap(({ data: { added = [], gone = [], pattern } }) =>
        [...added, ...gone, pattern ?? []].flat().map(({ neutral }) => neutral),
      );
    expect(neutralIn('/all')).toContain(true);
    expect(neutralIn('/usual')).toEqual(neutralIn('/all').filter((neutral) => !neutral));
    const log = await app.get(`/v1/webhooks/${id}/deliveries?limit=200`).expect(200);
    expect(log.body.deliveries).toHaveLength(sentTo('/usual').length);
  });

  test('a webhook has the markets of the key that changed it last, also for waiting and repeated events', async () => {
    const { webhook_id: id } = await create('/all');
    receiver.answer = (response) => void response.writeHead(503).end();
    await runScan();
    const path = `/v1/webhooks/${id}`;
    const changed = await change(id, { url: `${receiver.url}/funds` }, fundsKey);
    expect(changed.body.webhook.markets).toEqual(['11']);
    receiver.reset();
    for (const minute of ['12', '30', '59']) await tickAt(`2024-12-23T15:${minute}:00Z`);
    expect(marketsIn(sentTo('/funds'))).not.toContain('0');
    const { deliveries } = (await app.get(`${path}/deliveries?limit=200`)).body;
    const withheld = deliveries.filter(({ state }: { state: string }) => state === 'undelivered');
    expect(withheld).not.toEqual([]);
    const again = `${path}/events/${withheld[0].event_id}/redeliver`;
    const { body } = await app.post(again, {}, fundsKey).expect(403);
    expect(body.error.message).toBe('The event is about other markets than those of the webhook (11).');
    expect((await change(id, { description: 'mine' }, app.keys.business)).body.webhook.markets).toBeNull();
    await app.post(again, {}).expect(200);
  });
});
