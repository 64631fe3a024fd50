import type { ServerResponse } from 'node:http';
import { startTestApp, type TestApp } from '../../helpers/app';
import { type CrookedProvider, startCrookedProvider } from '../../helpers/crookedProvider';
import { keepablePort } from '../../helpers/ports';
import { cookieIn, fromPage } from '../../helpers/signedIn';

const METADATA = '/.well-known/openid-configuration';

/** Providers that fail, lie, or send this server elsewhere. */
let provider: CrookedProvider;
let app: TestApp;
let logged: string;
const write = (line: string) => {
  logged += line;
};

beforeAll(async () => {
  provider = await startCrookedProvider();
});
beforeEach(async () => {
  provider.reset();
  logged = '';
  app = await startTestApp({ sandbox: [], env: settings(provider.url), logTo: { write } });
});
afterEach(() => app.close());
afterAll(() => provider.close());

const settings = (issuer: string) => ({
  OAUTH_ISSUER: issuer,
  OAUTH_CLIENT_ID: 'pages',
  OAUTH_CLIENT_SECRET: 'sssh-its-a-secret',
});
const begin = (service = app) => fromPage(service, 'post', '/v1/sign-in/provider').send({});

/** A whole sign-in; by default, the provider sends back correct values. */
async function signIn(back: Record<string, string> = {}, service = app) {
  const begun = await begin(service);
  if (begun.status !== 200) return begun;
  const url: string = begun.body.authorization_url;
  provider.begun(url);
  const state = new URL(url).searchParams.get('state');
  const cookie = begun.headers['set-cookie'][0].split(';')[0];
  const body = { code: 'c', state, iss: provider.url, ...back };
  return fromPage(service, 'post', '/v1/session/provider', cookie).send(body);
}

const flood = (response: ServerResponse) => {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  const part = Buffer.alloc(64 * 1024, ' ');
  let sent = 0;
  const more = () => {
    while (sent < 10_000_000 && !response.destroyed) {
      sent += part.length;
      if (!response.write(part)) return void response.once('drain', more);
    }
    response.end('{}');
  };
  more();
};

test('a correct provider signs users in, and is asked for its metadata and keys once', async () => {
  for (let i = 0; i < 3; i++) expect((await signIn()).body).toMatchObject({ email: 'dev@example.com' });
  expect(provider.asked).toEqual([METADATA, '/token', '/keys', '/token', '/token']);
});

test('an address missing from the ID token is requested from userinfo, and must be verified there', async () => {
  provider.claims = { email: undefined, email_verified: undefined };
  expect((await signIn()).body).toMatchObject({ email: 'dev@example.com' });
  await app.sql('oauth_identity').delete();
  for (const said of [{ email_verified: false }, { email_verified: 'true' }, { sub: 'another' }]) {
    provider.answers.set('/userinfo', (_, response) => {
      const claims = { sub: 'ann', email: 'dev@example.com', email_verified: true, ...said };
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(claims));
    });
    const refused = await signIn();
    expect([refused.status, cookieIn(refused)]).toEqual(['sub' in said ? 401 : 403, null]);
  }
});

const seconds = () => Math.floor(Date.now() / 1000);

test('an ID token with false claims is refused', async () => {
  for (const claims of [
    { iss: 'https://evil.example' },
    { aud: 'another' },
    { nonce: 'another' },
    { nonce: undefined },
    { exp: seconds() - 600, iat: seconds() - 660 },
    { sub: undefined },
    { sub: '' },
  ]) {
    provider.claims = claims;
    const refused = await signIn();
    const outcome = [refused.status, refused.body.error?.code, cookieIn(refused)];
    expect([claims, ...outcome]).toEqual([claims, 401, 'unauthorized', null]);
  }
});

test('an ID token that another key signed is refused', async () => {
  provider.forging = true;
  expect((await signIn()).status).toBe(401);
});

test('a code that comes back from another issuer is refused and not sent anywhere (mix-up)', async () => {
  for (const iss of ['https://evil.example', 'http://127.0.0.1:1']) {
    expect([iss, (await signIn({ iss })).status]).toEqual([iss, 401]);
  }
  expect(provider.asked).not.toContain('/token');
});

test('a code that the provider rejects is 401, and a client that it rejects is 503 service_misconfigured', async () => {
  const answer = (error: string, status: number) =>
    provider.answers.set('/token', (_, response) => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify({ error }));
    });
  answer('invalid_grant', 400);
  expect((await signIn()).status).toBe(401);
  answer('invalid_client', 401);
  const unknown = await signIn();
  expect([unknown.status, unknown.body.error.code]).toEqual([503, 'service_misconfigured']);
});

test.each<[string, Record<string, unknown>]>([
  ['metadata of another issuer', { issuer: 'https://evil.example' }],
  ['no authorization endpoint', { authorization_endpoint: undefined }],
  ['an authorization endpoint that is a script', { authorization_endpoint: 'javascript:alert(1)' }],
  ['an authorization endpoint without encryption', { authorization_endpoint: 'http://evil.example/authorize' }],
  ['a token endpoint at a link-local address', { token_endpoint: 'http://169.254.169.254/latest' }],
  ['a token endpoint at a private address', { token_endpoint: 'https://10.0.0.1/token' }],
  ['a token endpoint at localhost', { token_endpoint: 'https://localhost/token' }],
  ['keys at a loopback address', { jwks_uri: 'https://[::1]/keys' }],
  ['no address of keys', { jwks_uri: undefined }],
])('%s: the sign-in is 503, without a session', async (_what, metadata) => {
  provider.metadata = metadata;
  const refused = await signIn();
  expect([refused.status, cookieIn(refused)]).toEqual([503, null]);
  // API keys do not depend on the provider.
  expect((await app.get('/v1/me')).status).toBe(200);
});

test('other servers on this machine are never requested', async () => {
  const inner = await startCrookedProvider();
  for (const name of ['token_endpoint', 'jwks_uri', 'userinfo_endpoint']) {
    provider.claims = { email: undefined, email_verified: undefined };
    provider.metadata = { [name]: `${inner.url}/inner` };
    const service = await startTestApp({ over: app, sandbox: [], env: settings(provider.url) });
    expect((await signIn({}, service)).status).toBe(503);
    await service.close();
  }
  expect(inner.asked).toEqual([]);
  await inner.close();
});

test.each([METADATA, '/token', '/keys', '/userinfo'])('an answer of 10 MB at %s is refused', async (path) => {
  provider.claims = { email: undefined, email_verified: undefined };
  provider.answers.set(path, (_, response) => flood(response));
  expect((await signIn()).status).toBe(503);
});

test('requests to providers that hang, at once or half-way, are aborted after five seconds', async () => {
  const other = await startCrookedProvider();
  const service = await startTestApp({ over: app, sandbox: [], env: settings(other.url) });
  provider.answers.set(METADATA, () => {});
  other.answers.set(METADATA, (_, response) => void response.writeHead(200).write('{'));
  const began = performance.now();
  const answers = await Promise.all([begin(), begin(service)]);
  expect(answers.map(({ status }) => status)).toEqual([503, 503]);
  expect(performance.now() - began).toBeLessThan(20_000);
  await service.close();
  await other.close();
});

test.each([
  ['redirects', (response: ServerResponse) => response.writeHead(302, { Location: `${provider.url}/elsewhere` }).end()],
  ['fails', (response: ServerResponse) => response.writeHead(500).end('<h1>no</h1>')],
  ['answers without JSON', (response: ServerResponse) => response.end('<h1>no</h1>')],
])('a sign-in with a provider that %s is 503', async (_what, answer) => {
  provider.answers.set(METADATA, (_, response) => answer(response));
  expect((await begin()).status).toBe(503);
  expect(provider.asked).toEqual([METADATA]);
  // It is not asked again for a while, however many sign-ins begin.
  expect((await begin()).status).toBe(503);
  expect(provider.asked).toEqual([METADATA]);
});

test('while the provider is down, the service starts and answers, and stores no sign-in that was begun', async () => {
  const port = await keepablePort();
  const alone = await startTestApp({ sandbox: [], env: settings(`http://127.0.0.1:${port}`) });
  const refused = await begin(alone);
  expect([refused.status, refused.body.error.code]).toEqual([503, 'upstream_unavailable']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await alone.get('/v1/me')).status).toBe(200);
  expect((await fromPage(alone, 'get', '/v1/sign-in')).body.provider).toBe(`127.0.0.1:${port}`);
  expect((await alone.sql('provider_sign_in').select()).length).toBe(0);
  await alone.close();
});

test('no code, token or secret is logged', async () => {
  await signIn({ code: 'the-code' });
  provider.answers.set('/token', (_, response) => {
    response
      .writeHead(200, { 'Content-Type': 'application/json' })
      .end('{"access_token":"the-token","token_type":"Bearer"}');
  });
  expect((await signIn({ code: 'the-code' })).status).toBe(401);
  expect(logged).toContain('/v1/session/provider');
  expect(logged).not.toMatch(/the-code|the-token|sssh-its-a-secret/);
});
