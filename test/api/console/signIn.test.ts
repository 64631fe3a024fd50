import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { createInterface } from 'node:readline';
import request, { type Response } from 'supertest';
import { startTestApp, type TestApp } from '../../helpers/app';
import { signInAs } from '../../helpers/browser';
import { type Issuer, registered, startIssuer } from '../../helpers/issuerProcess';
import { describeServed } from '../../helpers/servedFromBoth';
import { cookieIn, fromPage } from '../../helpers/signedIn';

describe('sign-in by a provider', () => {
  const SITE = 'http://127.0.0.1:1';
  const CALLBACK = `${SITE}/sign-in/callback`;

  let issuer: Issuer;
  let settings: Record<string, string>;
  beforeAll(async () => {
    issuer = await startIssuer();
    settings = await registered(issuer.issuer, SITE);
  });

  /** What a browser keeps while its user is at the provider. */
  interface Begun {
    readonly cookie: string;
    readonly url: URL;
  }

  const beginCookie = ({ headers }: Response) =>
    [headers['set-cookie'] ?? []].flat().find((one: string) => one.startsWith('perennial-sign-in='));

  async function begin(app: TestApp, next?: string): Promise<Begun> {
    const answer = await fromPage(app, 'post', '/v1/sign-in/provider').send(next === undefined ? {} : { next });
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
    return { cookie: beginCookie(answer)!.split(';')[0], url: new URL(answer.body.authorization_url) };
  }

  /** Signs in at the provider. @returns the parameters of the callback URL */
  async function wentTo({ url }: Begun, login: string): Promise<Record<string, string>> {
    const { code, state, iss } = Object.fromEntries((await signInAs(login, url, CALLBACK)).searchParams);
    return { code, state, iss };
  }

  const end = (app: TestApp, body: object, cookie?: string) =>
    fromPage(app, 'post', '/v1/session/provider', cookie).send(body);

  async function signInWith(app: TestApp, login: string, next?: string): Promise<Response> {
    const begun = await begin(app, next);
    return end(app, await wentTo(begun, login), begun.cookie);
  }

  /** Sign-in to the console at a real identity provider, through the front door. */

  let app: TestApp;
  beforeEach(async () => {
    app = await startTestApp({ metered: true, sandbox: [], env: settings });
  });
  afterEach(() => app.close());

  const pass = (ms: number) => app.clock.set(new Date(app.clock.now().getTime() + ms).toISOString());

  test('a sign-in to a suspended account is refused, without a session that would work after it is resumed', async () => {
    const { accounts } = app.storage;
    const { id } = (await accounts.findByEmail('dev@example.com'))!;
    const suspend = (kind: 'account_suspended' | 'account_resumed') => {
      const at = app.clock.now();
      const event = { accountId: id, at, kind, by: 'command' as const, subject: null, detail: null };
      return accounts.suspend(id, kind === 'account_suspended' ? at : null, event);
    };
    const begun = await begin(app);
    const back = await wentTo(begun, 'dev');
    await suspend('account_suspended');
    const refused = await end(app, back, begun.cookie);
    expect([refused.status, cookieIn(refused)]).toEqual([401, null]);
    expect(refused.body.error.message).toMatch(/suspended/);
    await suspend('account_resumed');
    expect((await signInWith(app, 'dev')).status).toBe(200);
  });

  test('a sign-in is bound to its browser and its state: nobody is signed in to the account of another', async () => {
    const mine = await begin(app);
    const theirs = await begin(app);
    const back = await wentTo(theirs, 'pro');
    const tried = [
      await end(app, back),
      await end(app, back, mine.cookie),
      await end(app, { ...back, state: mine.url.searchParams.get('state')! }, theirs.cookie),
      await end(app, back, `perennial-sign-in=${'x'.repeat(43)}`),
      await end(app, back, 'perennial-sign-in=nonsense'),
    ];
    expect(tried.map(({ status }) => status)).toEqual(Array(5).fill(401));
    expect(new Set(tried.map(({ text }) => text)).size).toBe(1);
    expect(tried.map(cookieIn)).toEqual(Array(5).fill(null));
    // Another user's code with my own state: PKCE and the nonce refuse it.
    const swapped = { ...back, state: mine.url.searchParams.get('state')! };
    expect((await end(app, swapped, mine.cookie)).status).toBe(401);
    expect((await signInWith(app, 'pro')).status).toBe(200);
  });

  test('a sign-in expires after ten minutes', async () => {
    const begun = await begin(app);
    const back = await wentTo(begun, 'dev');
    pass(10 * 60_000);
    expect((await end(app, back, begun.cookie)).status).toBe(401);
    await begin(app);
    expect(await app.sql('provider_sign_in').select()).toHaveLength(1);
  });

  test.each([
    ['an address that is not verified', 'unverified-dev', 'has no verified e-mail address'],
    ['an address that nobody has', 'stranger', 'No account has the address'],
  ])('a sign-in with %s is refused', async (_who, login, said) => {
    const answer = await signInWith(app, login);
    expect([answer.status, answer.body.error.code, cookieIn(answer)]).toEqual([403, 'forbidden', null]);
    expect(answer.body.error.message).toContain(said);
    expect(await app.sql('oauth_identity').select()).toEqual([]);
  });

  test('a sign-in gives an unknown person a free account if the settings allow it, as /mcp does', async () => {
    const open = await startTestApp({ sandbox: [], env: { ...settings, OAUTH_AUTO_CREATE: 'on' } });
    expect((await signInWith(open, 'newcomer')).body).toMatchObject({ email: 'newcomer@example.com', tier: 'free' });
    expect((await signInWith(open, 'newcomer')).body.email).toBe('newcomer@example.com');
    await open.close();
  });

  test('a sign-in to a deleted account is refused like that of an unknown person', async () => {
    expect((await signInWith(app, 'dev')).status).toBe(200);
    await app.sql('account').where({ email: 'dev@example.com' }).delete();
    expect((await signInWith(app, 'dev')).status).toBe(403);
  });

  test('a sign-in begins at pages of this server only, and returns to them only', async () => {
    for (const next of ['https://evil.example', '//evil.example', '/\\evil.example', 'account', '/a b']) {
      expect((await fromPage(app, 'post', '/v1/sign-in/provider').send({ next })).status).toBe(400);
    }
    const bare = request(app.app).post('/v1/sign-in/provider').send({});
    const foreign = fromPage(app, 'post', '/v1/session/provider').set('Sec-Fetch-Site', 'cross-site');
    expect([(await bare).status, (await foreign.send({ code: 'a', state: 'b' })).status]).toEqual([403, 403]);
    expect(await app.sql('provider_sign_in').select()).toEqual([]);
  });

  test('attempts count together with those by links: the eleventh in a minute is 429', async () => {
    const tries = [];
    for (let i = 0; i < 6; i++) tries.push(await end(app, { code: `guess ${i}`, state: 'x' }));
    for (let i = 0; i < 5; i++) tries.push(await fromPage(app, 'post', '/v1/sign-in/provider').send({}));
    const statuses = tries.map(({ status }) => status);
    expect(statuses).toEqual([...Array(6).fill(401), ...Array(4).fill(200), 429]);
  });

  test('nothing in the database, and nothing that the provider sees, can be used to sign in', async () => {
    const begun = await begin(app);
    const back = await wentTo(begun, 'dev');
    const stored = JSON.stringify(await app.sql('provider_sign_in').select());
    for (const name of ['state', 'nonce']) expect(stored).not.toContain(begun.url.searchParams.get(name));
    const [{ hash }] = await app.sql('provider_sign_in').select();
    const guesses = [hash, back.state, begun.url.searchParams.get('nonce')];
    for (const guess of guesses) expect((await end(app, back, `perennial-sign-in=${guess}`)).status).toBe(401);
  });

  describeServed(() => {
    test('a sign-in leads to the account of the verified address, and later to the account of the same subject', async () => {
      expect((await fromPage(app, 'get', '/v1/sign-in')).body.provider).toBe('Example ID');
      const begun = await begin(app, '/account/keys?a=b');
      expect(begun.url.origin).toBe(issuer.issuer);
      expect(Object.fromEntries(begun.url.searchParams)).toEqual({
        client_id: settings.OAUTH_CLIENT_ID,
        redirect_uri: CALLBACK,
        response_type: 'code',
        scope: 'openid email',
        state: expect.stringMatching(/^[\w-]{43}$/),
        nonce: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge_method: 'S256',
      });
      const answer = await end(app, await wentTo(begun, 'dev'), begun.cookie);
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({
        email: 'dev@example.com',
        tier: 'dev',
        role: 'member',
        next: '/account/keys?a=b',
        session: { method: 'provider', agent: 'Firefox on Linux' },
      });
      expect(beginCookie(answer)).toMatch(
        /^perennial-sign-in=; Path=\/; Expires=Thu, 01 Jan 1970 .*; HttpOnly; SameSite=Strict$/,
      );
      const account = await fromPage(app, 'get', '/v1/account', cookieIn(answer)!);
      expect(account.body).toMatchObject({ email: 'dev@example.com', session: { method: 'provider' } });
      const { events } = (await fromPage(app, 'get', '/v1/account/events', cookieIn(answer)!)).body;
      expect(events[0]).toMatchObject({
        event: 'signed_in',
        by: 'self',
        detail: 'Firefox on Linux, by the identity provider',
      });
      await app.sql('account').where({ email: 'dev@example.com' }).update({ email: 'moved@example.com' });
      expect((await signInWith(app, 'dev')).body).toMatchObject({ email: 'moved@example.com', next: null });
    });

    test('a sign-in can be completed by any process on the same database', async () => {
      const other = await startTestApp({ over: app, sandbox: [], env: settings });
      const begun = await begin(app);
      const answer = await end(other, await wentTo(begun, 'pro'), begun.cookie);
      expect([answer.status, answer.body.email]).toEqual([200, 'pro@example.com']);
      await other.close();
    });

    test('a sign-in works once, even if it is completed concurrently', async () => {
      const begun = await begin(app);
      const back = await wentTo(begun, 'dev');
      const both = await Promise.all([1, 2, 3].map(() => end(app, back, begun.cookie)));
      expect(both.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
      const again = await end(app, back, begun.cookie);
      expect([again.status, cookieIn(again)]).toEqual([401, null]);
    });
  });

  test.each(['none', 'client_secret_post'] as const)(
    'a client registered with %s signs users in as well',
    async (method) => {
      const app = await startTestApp({ sandbox: [], env: await registered(issuer.issuer, SITE, method) });
      const answer = await signInWith(app, 'dev');
      expect(answer.status).toBe(200);
      await app.close();
    },
  );

  test('without an OAuth client, sign-in by a provider is 403', async () => {
    const app = await startTestApp({ sandbox: [], env: { OAUTH_ISSUER: issuer.issuer } });
    expect((await fromPage(app, 'get', '/v1/sign-in')).body.provider).toBeNull();
    expect((await fromPage(app, 'post', '/v1/sign-in/provider').send({})).status).toBe(403);
    expect((await end(app, { code: 'a', state: 'b' })).status).toBe(403);
    await app.close();
  });
});

describe('sign-in by a mailed link', () => {
  /** The mails received, verbatim. */
  let mails: string[];
  let server: Server;
  let app: TestApp;

  /** The part of SMTP (RFC 5321) that is needed to receive a mail. */
  beforeEach(async () => {
    mails = [];
    server = createServer((socket) => {
      let mail: string[] | null = null;
      const say = (line: string) => socket.write(`${line}\r\n`);
      say('220 here');
      createInterface({ input: socket }).on('line', (line) => {
        if (mail !== null && line === '.') {
          mails.push(mail.join('\n'));
          mail = null;
          return say('250 taken');
        }
        if (mail !== null) return void mail.push(line);
        if (line === 'DATA') mail = [];
        say(line === 'DATA' ? '354 go on' : line === 'QUIT' ? '221 bye' : '250 fine');
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Keys <keys@example.com>' };
    app = await startTestApp({ sandbox: [], env: { ...env, PUBLIC_URL: 'http://localhost:8080' } });
  });
  afterEach(async () => {
    await app.close();
    server.close();
  });

  const askFor = (email: string, next?: string) =>
    fromPage(app, 'post', '/v1/sign-in/link').send({ email, ...(next !== undefined && { next }) });

  test('a link is mailed to the address of an account, and signs in once', async () => {
    expect((await fromPage(app, 'get', '/v1/sign-in')).body).toMatchObject({ mail: true, link_minutes: 15 });
    expect((await askFor(' Dev@Example.com', '/account?tab=keys')).status).toBe(200);
    await app.service.settled();
    expect(mails).toHaveLength(1);
    const plain = mails[0].replace(/=\n/g, '').replace(/=3D/g, '=');
    expect(plain).toMatch(/^To: dev@example\.com$/m);
    const [, next, token] = /\/sign-in\?next=(\S+)#token=([\w-]{43})/.exec(plain)!;
    expect(decodeURIComponent(next)).toBe('/account?tab=keys');
    const signed = await fromPage(app, 'post', '/v1/session').send({ token });
    expect([signed.status, signed.body.email]).toEqual([200, 'dev@example.com']);
  });

  test('the answer does not reveal whether an account exists, and an address gets one mail per minute', async () => {
    const answers = [
      await askFor('nobody@example.com'),
      await askFor('dev@example.com'),
      await askFor('dev@example.com'),
    ];
    await app.service.settled();
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const said = answers.map(({ text }) => text.replaceAll(/(nobody|dev)@example\.com/g, 'X'));
    expect(new Set(said).size).toBe(1);
    expect(mails).toHaveLength(1);
  });

  test('a link may lead to pages of this server only', async () => {
    for (const next of ['https://evil.example', '//evil.example', '/\\evil.example', 'account', '/a b']) {
      expect((await askFor('dev@example.com', next)).status).toBe(400);
    }
    await app.service.settled();
    expect(mails).toEqual([]);
  });
});
