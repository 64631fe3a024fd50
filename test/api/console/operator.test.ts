import { exampleUrl } from '../../../src/openapi/document';
import { QUEUE_NAMES } from '../../../src/queue/queue';
import { startTestApp, type TestApp } from '../../helpers/app';
import { describeServed } from '../../helpers/servedFromBoth';
import { contract } from '../../helpers/shell';
import { fromPage, linkToken, type SignedInBrowser, signIn } from '../../helpers/signedIn';

/** What operators do with accounts. */
describe('accounts', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await startTestApp({ metered: true, sandbox: ['AAPL'] });
  });
  afterEach(() => app.close());
  const idOf = async (email: string) => (await app.storage.accounts.findByEmail(email))!.id;

  test('every operation of operators requires the session of an operator', async () => {
    const ann = await signIn(app, 'dev@example.com');
    const operations = contract.operations.filter(({ access }) => access === 'operator');
    expect(operations.length).toBeGreaterThan(10);
    for (const operation of operations) {
      const ask = async (cookie?: string, headers: Record<string, string> = {}) => {
        const sent = fromPage(app, operation.method, exampleUrl(operation), cookie).set(headers);
        const [example] = Object.values(operation.body?.examples ?? {});
        return (await (example === undefined ? sent : sent.send(example.value as object))).status;
      };
      const statuses = [await ask(ann.cookie()), await ask(), await ask(undefined, { 'X-API-Key': app.keys.business })];
      expect([operation.id, ...statuses]).toEqual([operation.id, 403, 401, 401]);
    }
  });

  test('a change of role applies from the next request on, and operators can neither give up their own nor suspend themselves', async () => {
    const ann = await signIn(app, 'dev@example.com');
    const id = await idOf('dev@example.com');
    const boss = await signIn(app, 'pro@example.com', 'admin');
    expect((await boss.patch(`/v1/operator/accounts/${id}`, { role: 'admin' })).body.account.role).toBe('admin');
    expect((await ann.get('/v1/operator/accounts')).status).toBe(200);
    await boss.patch(`/v1/operator/accounts/${id}`, { role: 'member' });
    expect((await ann.get('/v1/operator/accounts')).status).toBe(403);
    const own = await idOf('pro@example.com');
    for (const change of [{ role: 'member' }, { suspended: true }]) {
      expect([change, (await boss.patch(`/v1/operator/accounts/${own}`, change)).status]).toEqual([change, 403]);
    }
  });

  test('an id in a path that is not a decimal integer of its range is 400, with its name', async () => {
    const boss = await signIn(app, 'pro@example.com', 'admin');
    const operations = contract.operations.filter(({ path }) => /\{(account|feed|run)_id\}/.test(path));
    expect(operations.length).toBeGreaterThan(4);
    for (const id of ['Infinity', '1e3', '0x1', '%201', '1.0', '-1', 'abc', '2147483648']) {
      for (const { path, method, body } of operations) {
        const name = /\{(\w+)\}/.exec(path)![1];
        const url = `/v1${path.replace(/\{\w+\}/, id)}`;
        const sent = fromPage(app, method, url, boss.cookie());
        const answer = await (body === null ? sent : sent.send({}));
        expect([url, answer.status, answer.body.error?.message]).toEqual([
          url,
          400,
          expect.stringMatching(`^${name} must be `),
        ]);
      }
    }
  });

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

  /** Pages and searches depend on the database. */
  describeServed(() => {
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
  });

  /** test/storage/contract/accounts.ts tests that one operator stays active. */
  describe('a suspended account', () => {
    let boss: SignedInBrowser;
    beforeEach(async () => {
      boss = await signIn(app, 'pro@example.com', 'admin');
    });
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
  });
});

describe('jobs', () => {
  interface Listed {
    readonly job_id: string;
    readonly key: string;
    readonly state: string;
    readonly error: string | null;
  }

  test('the contract lists all queues', () => {
    const { parameters } = contract.operations.find(({ id }) => id === 'listJobs')!;
    expect(parameters.find(({ name }) => name === 'queue')!.schema).toMatchObject({ enum: QUEUE_NAMES });
  });

  describeServed(suite);

  /** How operators list, cancel and retry background jobs. */
  function suite(): void {
    let app: TestApp;
    let boss: SignedInBrowser;
    beforeEach(async () => {
      app = await startTestApp({ sandbox: [] });
      boss = await signIn(app, 'pro@example.com', 'admin');
    });
    afterEach(() => app.close());
    /** The jobs do not run: the service in tests does not start its queue. */
    const send = (scanId: string, options: { account?: number; delayMs?: number } = {}) =>
      app.storage.queue.send('saved-scan', { scanId }, { key: scanId, ...options });
    const listed = async (query = ''): Promise<Listed[]> =>
      (await boss.get(`/v1/operator/jobs${query}`).expect(200)).body.jobs;
    const idOf = async (key: string) => (await listed()).find((job) => job.key === key)!.job_id;
    const act = (verb: 'retry' | 'cancel', id: string) => boss.post(`/v1/operator/jobs/${id}/${verb}`, {});
    const events = async () =>
      (await boss.get('/v1/account/events?limit=200').expect(200)).body.events
        .filter(({ event }: { event: string }) => event.startsWith('job_'))
        .map(({ event, by, subject }: Record<string, string>) => [event, by, subject].join(' '));

    test('queues and jobs are listed, the newest first, without payloads and with bounded errors', async () => {
      const { storage } = app;
      const { id: account } = (await storage.accounts.findByEmail('dev@example.com'))!;
      storage.queue.work('saved-scan', async () => {
        throw new Error('no such scan '.repeat(100));
      });
      await storage.queue.send('saved-scan', { scanId: 'told to nobody' }, { key: 'a', account });
      await storage.queue.settled();
      await send('b', { delayMs: 3_600_000 });
      await storage.queue.send('train', {}, { key: 'train' });
      const { text, body } = await boss.get('/v1/operator/jobs').expect(200);
      expect(body.jobs).toMatchObject([
        { queue: 'train', key: 'train', account_id: null, state: 'waiting', attempts: 0, error: null },
        { queue: 'saved-scan', key: 'b', account_id: null, state: 'waiting', attempts: 0 },
        { queue: 'saved-scan', key: 'a', account_id: account, state: 'waiting', attempts: 1 },
      ]);
      expect(body.jobs[2].error).toMatch(/^no such scan no such scan .*…$/);
      expect(body.jobs[2].error).toHaveLength(500);
      expect(Date.parse(body.jobs[1].run_at) - Date.parse(body.jobs[1].created_at)).toBeGreaterThan(3_500_000);
      expect(text).not.toContain('told to nobody');
      expect(body.queues.map(({ queue }: { queue: string }) => queue)).toEqual(QUEUE_NAMES);
      const of = (name: string) => body.queues.find(({ queue }: { queue: string }) => queue === name);
      expect(of('saved-scan')).toMatchObject({ waiting: 2, active: 0, failed: 0, oldest: null });
      expect(of('train')).toMatchObject({ waiting: 1, oldest: body.jobs[0].run_at });
    });

    test('jobs are listed by queue and state, up to the limit', async () => {
      for (const key of ['a', 'b', 'c']) await send(key);
      await app.storage.queue.send('train', {}, { key: 'train' });
      await act('cancel', await idOf('b')).expect(200);
      const keys = async (query: string) => (await listed(query)).map(({ key }) => key);
      expect(await keys('?queue=saved-scan')).toEqual(['c', 'b', 'a']);
      expect(await keys('?state=cancelled')).toEqual(['b']);
      expect(await keys('?queue=saved-scan&state=waiting&limit=1')).toEqual(['c']);
      expect(await keys('?queue=export')).toEqual([]);
      for (const [query, message] of [
        ['?queue=nonsense', /queue.*feed.*prune/],
        ['?state=done', /state.*waiting.*cancelled/],
        ['?limit=201', /limit.*200/],
        ['?limit=0', /limit.*1/],
      ] as const) {
        const { status, body } = await boss.get(`/v1/operator/jobs${query}`);
        expect([query, status, body.error.message]).toEqual([query, 400, expect.stringMatching(message)]);
      }
    });

    test('a job is cancelled and retried, and both leave account events', async () => {
      const ran: string[] = [];
      app.storage.queue.work('saved-scan', async ({ payload }) => void ran.push(payload.scanId));
      await send('a');
      const id = await idOf('a');
      expect((await act('cancel', id).expect(200)).body).toEqual({
        job_id: id,
        state: 'cancelled',
        message: 'The job saved-scan a is cancelled.',
      });
      expect(await listed()).toMatchObject([{ job_id: id, state: 'cancelled' }]);
      await app.storage.queue.settled();
      expect(ran).toEqual([]);
      expect((await act('retry', id).expect(200)).body.message).toBe('The job saved-scan a is run again.');
      expect(await listed()).toMatchObject([{ job_id: id, state: 'waiting' }]);
      await app.storage.queue.settled();
      expect([ran, await listed()]).toEqual([['a'], []]);
      expect(await events()).toEqual(['job_retried self saved-scan a', 'job_cancelled self saved-scan a']);
    });

    test('a retried job is merged with a waiting job of the same key', async () => {
      await send('a');
      const id = await idOf('a');
      await act('cancel', id).expect(200);
      await send('a');
      await act('retry', id).expect(200);
      expect((await listed('?state=waiting')).map(({ key }) => key)).toEqual(['a']);
    });

    test('an unknown job, or one in another state, is 404 and leaves no account event', async () => {
      await send('a');
      const id = await idOf('a');
      for (const [verb, one] of [
        ['retry', id],
        ['retry', '4711'],
        ['cancel', '4711'],
        ['cancel', '00000000-0000-4000-8000-000000000000'],
        ['cancel', 'nonsense'],
      ] as const) {
        const { status, body } = await act(verb, one);
        expect([verb, one, status, body.error.code]).toEqual([verb, one, 404, 'not_found']);
        expect(body.error.message).toContain(one);
      }
      for (const wrong of ['x'.repeat(65), '%00', 'a%20b']) expect((await act('cancel', wrong)).status).toBe(400);
      await act('cancel', id).expect(200);
      expect((await act('cancel', id)).status).toBe(404);
      expect(await events()).toEqual(['job_cancelled self saved-scan a']);
    });
  }
});
