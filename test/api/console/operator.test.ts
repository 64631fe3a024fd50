import { startTestApp, type TestApp } from '../../helpers/app';
import { contract } from '../../helpers/contract';
import { describeServed } from '../../helpers/servedFromBoth';
import { fromPage, signIn } from '../../helpers/signedIn';

describeServed(suite);

/** What operators do with accounts. */
function suite(): void {
  let app: TestApp;
  beforeEach(async () => {
    app = await startTestApp({ metered: true, sandbox: ['AAPL'] });
  });
  afterEach(() => app.close());
  const idOf = async (email: string) => (await app.storage.accounts.findByEmail(email))!.id;

  test('accounts require the session of an operator, and a change of role applies from the next request on', async () => {
    const ann = await signIn(app, 'dev@example.com');
    const id = await idOf('dev@example.com');
    expect((await ann.get('/v1/operator/accounts')).status).toBe(403);
    expect((await ann.patch(`/v1/operator/accounts/${id}`, { role: 'admin' })).status).toBe(403);
    expect((await fromPage(app, 'get', '/v1/operator/accounts').set('X-API-Key', app.keys.business)).status).toBe(401);
    const boss = await signIn(app, 'pro@example.com', 'admin');
    expect((await boss.patch(`/v1/operator/accounts/${id}`, { role: 'admin' })).body.account.role).toBe('admin');
    expect((await ann.get('/v1/operator/accounts')).status).toBe(200);
    await boss.patch(`/v1/operator/accounts/${id}`, { role: 'member' });
    expect((await ann.get('/v1/operator/accounts')).status).toBe(403);
    expect(
      (await boss.patch(`/v1/operator/accounts/${await idOf('pro@example.com')}`, { role: 'member' })).status,
    ).toBe(403);
  });

  test('accounts are listed page by page and found by their address', async () => {
    const boss = await signIn(app, 'pro@example.com', 'admin');
    await app.get('/v1/me', 'dev');
    const first = (await boss.get('/v1/operator/accounts?limit=3')).body;
    expect(first.accounts.map(({ email }: { email: string }) => email.split('@')[0])).toEqual(['free', 'dev', 'pro']);
    expect(first.accounts[1]).toMatchObject({ tier: 'dev', role: 'member', keys: 1, sessions: 0, requests_today: 1 });
    expect(first).toMatchObject({ total: 4, tiers: expect.arrayContaining([{ id: 'pro', name: 'Pro' }]) });
    const rest = (await boss.get(`/v1/operator/accounts?limit=3&after=${first.next_after}`)).body;
    expect(rest).toMatchObject({ accounts: [{ email: 'business@example.com' }], next_after: null });
    const found = async (text: string) =>
      (await boss.get(`/v1/operator/accounts?search=${encodeURIComponent(text)}`)).body.total;
    expect([await found('DEV@'), await found('%'), await found('_'), await found("' OR 1=1")]).toEqual([1, 0, 0, 0]);
  });

  test.each(['Infinity', '1e3', '0x1', '%201', '1.0', '-1', 'abc', '2147483648'])(
    'the id %s in a path is 400, with its name',
    async (id) => {
      const boss = await signIn(app, 'pro@example.com', 'admin');
      const operations = contract.operations.filter(({ path }) => /\{(account|feed|run)_id\}/.test(path));
      expect(operations.length).toBeGreaterThan(4);
      for (const { path, method, body } of operations) {
        const name = /\{(\w+)\}/.exec(path)![1];
        const url = `/v1${path.replace(/\{\w+\}/, id)}`;
        const sent = fromPage(app, method as 'get' | 'post' | 'patch' | 'delete', url, boss.cookie());
        const answer = await (body === null ? sent : sent.send({}));
        expect([url, answer.status, answer.body.error?.message]).toEqual([
          url,
          400,
          expect.stringMatching(`^${name} must be `),
        ]);
      }
    },
  );

  test('a change of plan applies from the next request on, and the account holder sees it', async () => {
    const boss = await signIn(app, 'pro@example.com', 'admin');
    const ann = await signIn(app, 'dev@example.com');
    const id = await idOf('dev@example.com');
    expect((await boss.patch(`/v1/operator/accounts/${id}`, { tier: 'business' })).body.account.tier).toBe('business');
    expect((await app.get('/v1/me', 'dev')).body.tier).toBe('business');
    expect((await ann.get('/v1/account/events?limit=1')).body.events).toMatchObject([
      { event: 'tier_changed', by: 'operator', detail: 'dev -> business' },
    ]);
    expect((await boss.patch(`/v1/operator/accounts/${id}`, { tier: 'demo' })).status).toBe(400);
    expect((await boss.patch('/v1/operator/accounts/4711', { tier: 'pro' })).status).toBe(404);
  });

  test('an operator ends the sessions of an account, effective from the next request on', async () => {
    const boss = await signIn(app, 'pro@example.com', 'admin');
    const ann = await signIn(app, 'dev@example.com');
    const ended = await boss.delete(`/v1/operator/accounts/${await idOf('dev@example.com')}/sessions`);
    expect(ended.body).toMatchObject({ ended: 1, all: true });
    expect([(await ann.get('/v1/account')).status, (await app.get('/v1/me', 'dev')).status]).toEqual([401, 200]);
  });
}
