import request from 'supertest';
import { loadContract } from '../../../src/openapi/document';
import { startTestApp, type TestApp } from '../../helpers/app';
import { describeServed } from '../../helpers/servedFromBoth';
import { cookieIn, fromPage, linkToken, type SignedInBrowser, signIn } from '../../helpers/signedIn';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let app: TestApp;
// Few of these tests need prices: they load them.
beforeEach(async () => {
  app = await startTestApp({ metered: true, sandbox: ['AAPL', 'SPY'], warm: false });
});
afterEach(() => app.close());

const pass = (ms: number) => app.clock.set(new Date(app.clock.now().getTime() + ms).toISOString());
const statusOf = async (cookie: string | undefined) => (await fromPage(app, 'get', '/v1/account', cookie)).status;
/** Waits until pending writes about sessions are done. */
const settled = () => app.service.settled();

describe('signing in', () => {
  test('with a link begins a session, whose secret is in the cookie only', async () => {
    const ann = await signIn(app, 'dev@example.com');
    expect(ann.answer.body).toEqual({
      email: 'dev@example.com',
      role: 'member',
      tier: 'dev',
      next: null,
      session: {
        session_id: expect.stringMatching(/^\w{12}$/),
        current: true,
        method: 'link',
        agent: 'Firefox on Linux',
        created_at: '2024-12-20T15:00:00.000Z',
        last_used_at: '2024-12-20T15:00:00.000Z',
        expires_at: '2024-12-27T15:00:00.000Z',
      },
    });
    const [set, mark] = ann.answer.headers['set-cookie'];
    expect(mark).toMatch(/^signed_in=1; Max-Age=2592000; Path=\/; Expires=[^;]+; SameSite=Strict$/);
    expect(set).toMatch(
      /^perennial-session=\w{12}\.[\w-]{43}; Max-Age=2592000; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/,
    );
    expect(ann.answer.text).not.toContain(ann.cookie().split('.')[1]);
    expect((await ann.get('/v1/account')).body).toMatchObject({
      email: 'dev@example.com',
      tier: 'dev',
      role: 'member',
    });
  });

  test('begins a new session, whatever cookie the browser sends', async () => {
    const [mine] = (await signIn(app)).cookie().split('.');
    const token = await linkToken(app, 'pro@example.com');
    const again = await fromPage(app, 'post', '/v1/session', `${mine}.${'a'.repeat(43)}`).send({ token });
    expect(again.status).toBe(200);
    expect(cookieIn(again)).not.toContain(mine);
  });

  test('failed attempts all get the same answer, and the eleventh in a minute is 429', async () => {
    const tries = [];
    for (let i = 0; i < 11; i++) tries.push(await fromPage(app, 'post', '/v1/session').send({ token: `guess ${i}` }));
    expect(tries.map(({ status }) => status)).toEqual([...Array(10).fill(401), 429]);
    expect(new Set(tries.slice(0, 10).map(({ text }) => text)).size).toBe(1);
    // Keys are not limited by it.
    expect((await app.get('/v1/me', 'dev')).status).toBe(200);
  });

  test('nothing in the database can be used to sign in', async () => {
    const ann = await signIn(app);
    const rows = JSON.stringify(await app.sql('session').select());
    expect(rows).not.toContain(ann.cookie().split('.')[1]);
    const [{ id, hash }] = await app.sql('session').select();
    expect(await statusOf(`perennial-session=${id}.${hash}`)).toBe(401);
    const token = await linkToken(app, 'pro@example.com');
    expect(JSON.stringify(await app.sql('sign_in_link').select())).not.toContain(token);
  });
});

describe('a session', () => {
  let ann: SignedInBrowser;
  beforeEach(async () => {
    ann = await signIn(app);
  });

  test('ends after seven days without use, and after thirty days in any case', async () => {
    const bea = await signIn(app, 'pro@example.com');
    let lasted = 0;
    while ((await ann.get('/v1/account')).status === 200 && lasted < 40) {
      await settled();
      lasted += 1;
      pass(DAY);
      if (lasted === 6) expect((await fromPage(app, 'get', '/v1/me', bea.cookie())).status).toBe(200);
      if (lasted === 6) await settled();
    }
    expect(lasted).toBe(30);
    const over = await fromPage(app, 'get', '/v1/account', bea.cookie());
    expect([over.status, cookieIn(over)]).toEqual([401, 'perennial-session=']);
  });

  test('requests data like a key of the account, within the same limits', async () => {
    await app.service.warm();
    const mine = (await ann.get('/v1/me')).body;
    expect(mine).toMatchObject({ tier: 'dev', key: null, rate: { remaining_minute: 59 } });
    expect((await app.get('/v1/me', 'dev')).body.rate.remaining_minute).toBe(58);
    const scan = await ann.get('/v1/scan?markets=0&limit=1');
    expect(scan.status).toBe(200);
    expect(scan.headers['x-ratelimit-remaining']).toBe('57');
    const { usage } = (await ann.get('/v1/account')).body;
    expect(usage).toEqual({
      minute: { used: 3, limit: 60, resets_at: '2024-12-20T15:01:00.000Z' },
      day: { used: 3, limit: 1000, resets_at: '2024-12-21T00:00:00.000Z' },
      predictions: { used: 0, limit: 100, resets_at: '2024-12-21T00:00:00.000Z' },
    });
  });

  test('is ignored in a request that has a key', async () => {
    const both = await ann.get('/v1/me').set('X-API-Key', app.keys.pro);
    expect(both.body.tier).toBe('pro');
    expect((await ann.get('/v1/me').set('X-API-Key', 'prn_nonsense')).status).toBe(401);
  });

  test('can end another session of its account; one of another account is 404', async () => {
    const bea = await signIn(app);
    const stranger = await signIn(app, 'pro@example.com');
    const idOf = (browser: SignedInBrowser) => browser.answer.body.session.session_id;
    expect((await ann.delete(`/v1/account/sessions/${idOf(stranger)}`)).status).toBe(404);
    expect((await ann.delete(`/v1/account/sessions/${idOf(bea)}`)).body).toMatchObject({ ended: 1 });
    expect([await statusOf(bea.cookie()), await statusOf(stranger.cookie())]).toEqual([401, 200]);
  });
});

describe('a request that no page of this server sent', () => {
  test('is refused', async () => {
    const ann = await signIn(app);
    for (const [headers, status, statusOfData] of [
      // Without the header, operations that take keys ignore the cookie.
      [{ 'X-Session': '' }, 403, 401],
      [{ 'Sec-Fetch-Site': 'cross-site' }, 403, 403],
      [{ 'Sec-Fetch-Site': 'same-site' }, 403, 403],
      [{ Origin: 'https://evil.example' }, 403, 403],
      [{ Origin: 'null' }, 403, 403],
      // That of a page of this server is not.
      [{ Origin: 'http://localhost:8080', 'Sec-Fetch-Site': 'same-origin' }, 200, 200],
    ] as const) {
      const created = await ann.post('/v1/account/keys', { name: 'mine' }).set(headers);
      const token = await linkToken(app, 'pro@example.com');
      const signedIn = await fromPage(app, 'post', '/v1/session').set(headers).send({ token });
      const data = await ann.get('/v1/me').set(headers);
      expect([headers, created.status, signedIn.status, data.status]).toEqual([
        headers,
        status === 200 ? 201 : status,
        status,
        statusOfData,
      ]);
    }
  });

  test('is refused with a key, an access token or the demo token in place of a session', async () => {
    for (const credential of [app.keys.business, 'prn_demo', 'a.b.c']) {
      for (const path of ['/v1/account', '/v1/account/keys', '/v1/account/events']) {
        const sent = request(app.app).get(path).set('Authorization', `Bearer ${credential}`);
        expect((await sent).status).toBe(403);
        expect((await fromPage(app, 'get', path).set('X-API-Key', credential)).status).toBe(401);
      }
    }
  });

  test('is allowed nothing in a preflight of another origin', async () => {
    const asked = await request(app.app)
      .options('/v1/account/keys')
      .set({ Origin: 'https://evil.example', 'Access-Control-Request-Headers': 'x-session' });
    expect(asked.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('keys', () => {
  let ann: SignedInBrowser;
  beforeEach(async () => {
    ann = await signIn(app);
  });
  const create = async (wanted: object) => (await ann.post('/v1/account/keys', { name: 'mine', ...wanted })).body;

  test('are shown once, in an answer that nobody stores', async () => {
    const created = await ann.post('/v1/account/keys', { name: 'mine' });
    const listed = await ann.get('/v1/account/keys');
    const cached = [created, listed].map(({ headers }) => headers['cache-control']);
    expect(cached).toEqual(['no-store', 'private, no-cache']);
  });

  test('pass on their own expiry when rotated, not the end of an overlap', async () => {
    const { key } = await create({ expires_on: '2025-03-01' });
    const rotate = async (id: string) => (await ann.post(`/v1/account/keys/${id}/rotate`, { overlap_hours: 2 })).body;
    const [first, again] = [await rotate(key.key_id), await rotate(key.key_id)];
    expect([first.key.expires_at, again.key.expires_at]).toEqual(Array(2).fill('2025-03-01T00:00:00.000Z'));
    expect(again.old_key.expires_at).toBe('2024-12-20T17:00:00.000Z');
  });

  test('of another account are 404', async () => {
    const { key } = await create({});
    const stranger = await signIn(app, 'pro@example.com');
    const tried = [
      await stranger.delete(`/v1/account/keys/${key.key_id}`),
      await stranger.post(`/v1/account/keys/${key.key_id}/rotate`, { overlap_hours: 0 }),
      await stranger.delete('/v1/account/keys/000000000000'),
    ];
    expect(tried.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(tried[0].body).toEqual(tried[2].body);
  });

  test('expire at the beginning of their expires_on', async () => {
    const { secret } = await create({ expires_on: '2024-12-21' });
    expect((await app.get('/v1/me', secret)).status).toBe(200);
    app.clock.set('2024-12-21T00:00:00Z');
    expect((await app.get('/v1/me', secret)).status).toBe(401);
    expect((await ann.post('/v1/account/keys', { name: 'late', expires_on: '2024-12-21' })).status).toBe(400);
  });

  test('are restricted to their markets', async () => {
    await app.service.warm();
    const { secret } = await create({ markets: ['11'] });
    const { key, markets_in_scope } = (await app.get('/v1/me', secret)).body;
    expect(key).toEqual({ markets: ['11'], read_only: false });
    expect(markets_in_scope.map(({ id }: { id: string }) => id)).toEqual(['11']);
    const refused = await app.get('/v1/analyze/AAPL?market=0', secret);
    expect(refused.status).toBe(403);
    expect(refused.body.error.message).toBe('Market 0 (DOW 30 STOCKS) is outside the markets of this key (11).');
    expect((await app.get('/v1/analyze/SPY', secret)).status).toBe(200);
    expect((await app.get('/v1/scan', secret)).body).not.toHaveProperty('markets_note');
    const indices = await create({ markets: ['7'] });
    expect((await app.get('/v1/scan', indices.secret)).body).toMatchObject({
      markets_scanned: [],
      markets_note: expect.stringMatching(/^This key reaches none of the markets .*: 7 \(MARKET INDICES\)\.$/),
    });
    expect((await app.get('/v1/markets', secret)).body).not.toEqual((await app.get('/v1/markets', 'dev')).body);
    expect((await ann.post('/v1/account/keys', { name: 'x', markets: ['16'] })).status).toBe(403);
    expect((await ann.post('/v1/account/keys', { name: 'x', markets: ['no'] })).status).toBe(400);
  });

  test('that are read-only spend no predictions', async () => {
    await app.service.warm();
    const { secret } = await create({ read_only: true });
    expect((await app.get('/v1/me', secret)).body).toMatchObject({ key: { read_only: true }, ml_daily_limit: 0 });
    const item = { symbol: 'AAPL', date: '2024-12-20', days_out: 20, direction: 'long' };
    const refused = await app.post('/v1/score', [item], secret);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'forbidden']);
    const { card } = (await app.get('/v1/analyze/AAPL', secret)).body;
    expect(card.ml).toBeNull();
    expect((await app.get('/v1/scan', secret)).status).toBe(200);
  });

  test('that are read-only change nothing: of all operations that do, each is refused', async () => {
    const { secret } = await create({ read_only: true });
    const { operations, document } = loadContract();
    // Portfolio scenarios are computed, and nothing is stored.
    const changing = operations.filter(
      ({ id, method, access }) => method !== 'get' && access === 'key' && id !== 'runPortfolioScenarios',
    );
    expect(changing.length).toBeGreaterThan(10);
    for (const { id, method, path } of changing) {
      const examples = document.paths[path][method].requestBody?.content['application/json'].examples ?? {};
      const [{ value }] = [...Object.values<{ value: object }>(examples), { value: {} }];
      const url = `/v1${path.replace(/\{\w+\}/g, 'a1b2c3d4e5f60718')}`;
      const { status, body } = await request(app.app)[method as 'post'](url).set('X-API-Key', secret).send(value);
      expect({ id, status, message: body.error.message }).toEqual({
        id,
        status: 403,
        message: expect.stringMatching(/^This key is read-only/),
      });
    }
  });
});

test('requests of the console do not count against the plan, and have a limit of their own', async () => {
  const ann = await signIn(app, 'free@example.com');
  for (let i = 0; i < 12; i++) expect((await ann.get('/v1/account')).status).toBe(200);
  expect((await ann.get('/v1/me')).body.rate).toMatchObject({ remaining_minute: 9, remaining_today: 99 });
  for (let i = 0; i < 108; i++) await ann.get('/v1/account/sessions');
  expect((await ann.get('/v1/account')).status).toBe(429);
});

/** What depends on the database: concurrent requests, several processes, pages and days. */
describeServed(() => {
  test('a link works once, even for concurrent uses, and not after its expiry', async () => {
    const token = await linkToken(app, 'dev@example.com');
    const both = await Promise.all([1, 2, 3].map(() => fromPage(app, 'post', '/v1/session').send({ token })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    const late = await linkToken(app, 'dev@example.com');
    pass(60_000);
    const refused = await fromPage(app, 'post', '/v1/session').send({ token: late });
    const forged = await fromPage(app, 'post', '/v1/session').send({ token: `${late.slice(0, -1)}x` });
    expect([refused.status, forged.status]).toEqual([401, 401]);
    expect(refused.body).toEqual(forged.body);
    expect(cookieIn(refused)).toBeNull();
  });

  test('a session gets a new cookie every hour; concurrent requests and a lost answer do no harm', async () => {
    const ann = await signIn(app);
    const first = ann.cookie();
    pass(HOUR);
    const answers = await Promise.all([1, 2, 3].map(() => fromPage(app, 'get', '/v1/account', first)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const renewed = answers.map(cookieIn).filter((one) => one !== null);
    expect(renewed).toHaveLength(1);
    // The answer with the new cookie was lost: the old one still works, and is replaced again.
    pass(2 * 60_000);
    const again = await fromPage(app, 'get', '/v1/account', first);
    expect(again.status).toBe(200);
    const second = cookieIn(again)!;
    expect(second).not.toBe(renewed[0]);
    expect(await statusOf(renewed[0]!)).toBe(401);
    expect(await statusOf(second)).toBe(200);
  });

  test('a session ends when a replaced cookie is used again later, because then two clients have it', async () => {
    const ann = await signIn(app);
    const stolen = ann.cookie();
    pass(HOUR);
    await ann.get('/v1/account');
    expect(ann.cookie()).not.toBe(stolen);
    expect(await statusOf(ann.cookie())).toBe(200);
    await settled();
    expect(await statusOf(stolen)).toBe(200);
    pass(61_000);
    expect(await statusOf(stolen)).toBe(401);
    expect(await statusOf(ann.cookie())).toBe(401);
    const bea = await signIn(app);
    const { events } = (await bea.get('/v1/account/events')).body;
    const told = events.slice(0, 4).map(({ event }: { event: string }) => event);
    expect(told).toEqual(['signed_in', 'link_made', 'session_reused', 'signed_in']);
  });

  test('a session ends by signing out, here or everywhere, on every replica from the next request on', async () => {
    const ann = await signIn(app);
    const other = await startTestApp({ over: app, metered: true, warm: false });
    const bea = await signIn(other);
    const { sessions } = (await ann.get('/v1/account/sessions')).body;
    expect(sessions.map(({ current }: { current: boolean }) => current).sort()).toEqual([false, true]);
    const out = await ann.delete('/v1/session');
    expect(out.body).toMatchObject({ ended: 1, all: false });
    expect(out.headers['set-cookie'][1]).toMatch(/^signed_in=; Path=\/; Expires=Thu, 01 Jan 1970/);
    expect(out.headers['set-cookie'][0]).toMatch(/^perennial-session=; Path=\/; Expires=Thu, 01 Jan 1970 .*; HttpOnly/);
    expect((await fromPage(other, 'get', '/v1/account', ann.cookie())).status).toBe(401);
    const cara = await signIn(app);
    expect((await bea.delete('/v1/account/sessions')).body).toMatchObject({ ended: 2, all: true });
    expect(await statusOf(cara.cookie())).toBe(401);
    await other.close();
  });

  test('keys are created, used, rotated with an overlap and revoked', async () => {
    const ann = await signIn(app);
    const { key, secret } = (await ann.post('/v1/account/keys', { name: 'mine' })).body;
    expect(key).toMatchObject({ name: 'mine', state: 'active', markets: null, read_only: false, expires_at: null });
    expect((await app.get('/v1/me', secret)).body).toMatchObject({
      tier: 'dev',
      key: { markets: null, read_only: false },
    });
    const rotated = (await ann.post(`/v1/account/keys/${key.key_id}/rotate`, { overlap_hours: 2 })).body;
    expect(rotated.old_key).toMatchObject({ state: 'active', expires_at: '2024-12-20T17:00:00.000Z' });
    expect((await app.get('/v1/me', rotated.secret)).status).toBe(200);
    pass(2 * HOUR);
    expect([(await app.get('/v1/me', secret)).status, (await app.get('/v1/me', rotated.secret)).status]).toEqual([
      401, 200,
    ]);
    const gone = (await ann.delete(`/v1/account/keys/${rotated.key.key_id}`)).body;
    expect(gone.key).toMatchObject({ state: 'revoked', revoked_at: '2024-12-20T17:00:00.000Z' });
    expect((await app.get('/v1/me', rotated.secret)).status).toBe(401);
    const { keys } = (await ann.get('/v1/account/keys')).body;
    expect(keys.map(({ state }: { state: string }) => state)).toEqual(['active', 'expired', 'revoked']);
    expect(JSON.stringify(keys)).not.toContain(secret.split('_')[2]);
  });

  test('a key rotated by several requests at once has one successor', async () => {
    const ann = await signIn(app);
    const { key } = (await ann.post('/v1/account/keys', { name: 'mine' })).body;
    const rotate = () => ann.post(`/v1/account/keys/${key.key_id}/rotate`, { overlap_hours: 0 });
    const answers = await Promise.all([rotate(), rotate(), rotate(), rotate()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    const { keys } = (await ann.get('/v1/account/keys')).body;
    // The account's first key too.
    expect(keys.map(({ state }: { state: string }) => state).sort()).toEqual(['active', 'active', 'revoked']);
  });

  test('keys are limited to fifty, even if the last ones are created concurrently', async () => {
    const ann = await signIn(app);
    for (let i = 0; i < 47; i++) await ann.post('/v1/account/keys', { name: `key ${i}` });
    const last = await Promise.all([1, 2, 3, 4].map(() => ann.post('/v1/account/keys', { name: 'last' })));
    expect(last.map(({ status }) => status).sort()).toEqual([201, 201, 400, 400]);
    const { key_id } = last.find(({ status }) => status === 201)!.body.key;
    const rotate = (hours: number) => ann.post(`/v1/account/keys/${key_id}/rotate`, { overlap_hours: hours });
    const { status, body } = await rotate(1);
    expect([status, body.error.message]).toEqual([400, expect.stringMatching(/50 active keys.*overlap_hours 0/)]);
    expect((await rotate(0)).status).toBe(200);
  });

  test('the account events list every action, newest first, page by page, without secrets', async () => {
    const ann = await signIn(app);
    const { key, secret } = (await ann.post('/v1/account/keys', { name: 'mine' })).body;
    const rotated = (await ann.post(`/v1/account/keys/${key.key_id}/rotate`, { overlap_hours: 1 })).body;
    await ann.delete(`/v1/account/keys/${rotated.key.key_id}`);
    await ann.delete(`/v1/account/keys/${rotated.key.key_id}`);
    const first = (await ann.get('/v1/account/events?limit=3')).body;
    expect(first.events).toMatchObject([
      { event: 'key_revoked', by: 'self', subject: rotated.key.display, detail: 'mine' },
      { event: 'key_rotated', by: 'self', subject: key.display, detail: `to ${rotated.key.display}` },
      { event: 'key_created', by: 'self', subject: key.display, detail: 'mine' },
    ]);
    const beyond = (await ann.get('/v1/account/events?before=2147483648')).body;
    expect(beyond.error.message).toMatch(/^before must be from 1 to 2147483647/);
    const rest = (await ann.get(`/v1/account/events?before=${first.next_before}`)).body;
    expect(rest.events.map(({ event, by }: Record<string, string>) => `${event} by ${by}`)).toEqual([
      'signed_in by self',
      'link_made by command',
      'key_created by command',
      'account_created by command',
    ]);
    expect(rest.next_before).toBeNull();
    const all = JSON.stringify([first, rest]);
    const secrets = [secret.split('_')[2], rotated.secret.split('_')[2], ann.cookie().split('.')[1]];
    for (const one of secrets) {
      expect(one.length).toBeGreaterThanOrEqual(32);
      expect(all).not.toContain(one);
    }
  });

  test('an account keeps its latest 5,000 own events, and all of operators and commands', async () => {
    const ann = await signIn(app);
    const { id: account_id } = await app.sql('account').where({ email: 'dev@example.com' }).first('id');
    const count = async (actor: string) =>
      Number((await app.sql('account_event').where({ account_id, actor }).count({ count: '*' }).first())!.count);
    const event = { account_id, at: 1, kind: 'key_created', actor: 'self', subject: 'of a flood', detail: null };
    await app.sql.batchInsert('account_event', Array(5_000).fill(event), 100);
    const byCommands = await count('command');
    await ann.post('/v1/account/keys', { name: 'mine' });
    expect([await count('self'), await count('command')]).toEqual([5_000, byCommands]);
    const { events } = (await ann.get('/v1/account/events?limit=2')).body;
    expect(events.map(({ detail }: { detail: string | null }) => detail)).toEqual(['mine', null]);
  });

  test('usage covers thirty days, today last', async () => {
    for (let i = 0; i < 3; i++) await app.get('/v1/me', 'dev');
    pass(DAY);
    await app.get('/v1/me', 'dev');
    pass(2 * DAY);
    const ann = await signIn(app);
    await ann.get('/v1/me');
    await ann.get('/v1/me');
    const { days, per_day, ml_daily_limit } = (await ann.get('/v1/account/usage')).body;
    expect([per_day, ml_daily_limit, days.length]).toEqual([1000, 100, 30]);
    expect(days.slice(-5)).toEqual([
      { date: '2024-12-19', requests: 0, predictions: 0 },
      { date: '2024-12-20', requests: 3, predictions: 0 },
      { date: '2024-12-21', requests: 1, predictions: 0 },
      { date: '2024-12-22', requests: 0, predictions: 0 },
      { date: '2024-12-23', requests: 2, predictions: 0 },
    ]);
    const pro = await signIn(app, 'pro@example.com');
    expect((await pro.get('/v1/account/usage')).body.days[0].predictions).toBeNull();
  });
});
