import { startTestApp, type TestApp } from '../../helpers/app';
import { describeServed } from '../../helpers/servedFromBoth';
import { fromPage, linkToken, type SignedInBrowser, signIn } from '../../helpers/signedIn';

/** Suspended accounts; test/storage/contract/accounts.ts tests that one operator stays active. */

let app: TestApp;
let boss: SignedInBrowser;
beforeEach(async () => {
  app = await startTestApp({ metered: true, sandbox: ['AAPL'] });
  boss = await signIn(app, 'pro@example.com', 'admin');
});
afterEach(() => app.close());
const idOf = async (email: string) => (await app.storage.accounts.findByEmail(email))!.id;
const change = async (email: string, suspended: boolean) =>
  boss.patch(`/v1/operator/accounts/${await idOf(email)}`, { suspended });

test('a wrong secret does not reveal that the account is suspended, and /mcp refuses its key', async () => {
  await change('dev@example.com', true);
  const wrong = app.keys.dev.slice(0, -4) + (app.keys.dev.endsWith('AAAA') ? 'BBBB' : 'AAAA');
  expect((await app.get('/v1/me', wrong)).body.error.message).toBe('API key invalid.');
  const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } };
  const message = { jsonrpc: '2.0', id: 1, method: 'initialize', params: hello };
  const answer = await app.post('/mcp', message, 'dev').set('Accept', 'application/json, text/event-stream');
  expect(answer.status).toBe(401);
});

test('the last operator who is not suspended keeps the role, so that somebody can resume the others', async () => {
  const { accounts } = app.storage;
  const pro = await idOf('pro@example.com');
  const other = await signIn(app, 'business@example.com', 'admin');
  expect((await change('business@example.com', true)).status).toBe(200);
  await expect(accounts.setRole(pro, 'member')).rejects.toMatchObject({ name: 'LastOperatorError' });
  expect((await accounts.find(pro))!.role).toBe('admin');
  expect((await change('business@example.com', false)).status).toBe(200);
  await accounts.setRole(pro, 'member');
  // The very last operator may give up the role: that is a decision, not an accident.
  await accounts.setRole(await idOf('business@example.com'), 'member');
  expect((await other.get('/v1/operator/accounts')).status).not.toBe(200);
});

describeServed(() => {
  test('keys, sessions and links of a suspended account are 401 on every process; its keys work again later', async () => {
    const replica = await startTestApp({ over: app, metered: true, sandbox: ['AAPL'] });
    const ann = await signIn(app, 'dev@example.com');
    const unused = await linkToken(app, 'dev@example.com');
    for (const one of [app, replica]) expect((await one.get('/v1/me', 'dev')).status).toBe(200);
    const done = await change('dev@example.com', true);
    expect([done.status, done.body.account]).toEqual([
      200,
      expect.objectContaining({ suspended_at: app.clock.now().toISOString(), sessions: 0 }),
    ]);
    for (const one of [app, replica]) {
      const { status, body } = await one.get('/v1/me', 'dev');
      expect([status, body]).toEqual([
        401,
        { error: { code: 'unauthorized', message: 'The account is suspended: ask the operator of this service.' } },
      ]);
      expect((await fromPage(one, 'get', '/v1/account', ann.cookie())).status).toBe(401);
    }
    expect((await fromPage(app, 'post', '/v1/session').send({ token: unused })).status).toBe(401);
    // So is a link that is made afterwards.
    const later = await linkToken(app, 'dev@example.com');
    const answer = await fromPage(app, 'post', '/v1/session').send({ token: later });
    expect([answer.status, answer.body.error.message]).toEqual([401, expect.stringMatching(/suspended/)]);
    expect((await app.get('/v1/me', 'free')).status).toBe(200);

    expect((await change('dev@example.com', false)).body.account.suspended_at).toBe(null);
    for (const one of [app, replica]) expect((await one.get('/v1/me', 'dev')).status).toBe(200);
    expect((await fromPage(app, 'get', '/v1/account', ann.cookie())).status).toBe(401);
    const again = await signIn(app, 'dev@example.com');
    const { events } = (await again.get('/v1/account/events')).body;
    expect(events.filter(({ event }: { event: string }) => /suspended|resumed/.test(event))).toMatchObject([
      { event: 'account_resumed', by: 'operator' },
      { event: 'account_suspended', by: 'operator' },
    ]);
    await replica.close();
  });
});
