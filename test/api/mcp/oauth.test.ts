import { createHmac } from 'node:crypto';
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import { generateKeyPair, SignJWT } from 'jose';
import type { ErrorBody } from '../../../src/errors';
import { startTestApp, type TestApp } from '../../helpers/app';
import { signInAs } from '../../helpers/browser';
import { type Issuer, startIssuer } from '../../helpers/issuerProcess';
import { type Listening, listen } from '../../helpers/listen';
import { callTool, postMessage } from '../../helpers/mcp';
import { keepablePort } from '../../helpers/ports';

const CALLBACK = 'http://127.0.0.1:1/callback';

let issuer: Issuer;
let service: TestApp;
let server: Listening;

async function startService(env: Record<string, string> = {}) {
  const port = await keepablePort();
  const url = `http://127.0.0.1:${port}`;
  const app = await startTestApp({
    env: { PUBLIC_URL: url, OAUTH_ISSUER: issuer.issuer, OAUTH_AUTO_CREATE: 'on', ...env },
  });
  return { app, listening: await listen(app.app, port) };
}

beforeAll(async () => {
  issuer = await startIssuer();
  ({ app: service, listening: server } = await startService());
});

afterAll(async () => {
  await server?.close();
  await service?.close();
});

afterEach(() => jest.restoreAllMocks());

/** What a client program keeps of its sign-in. */
class Keeper implements OAuthClientProvider {
  readonly redirectUrl = CALLBACK;
  readonly clientMetadata = {
    client_name: 'test',
    redirect_uris: [CALLBACK],
    grant_types: ['authorization_code'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    application_type: 'native',
  };
  authorizationUrl: URL | null = null;
  private client: OAuthClientInformationMixed | undefined;
  private kept: OAuthTokens | undefined;
  private verifier = '';
  clientInformation = () => this.client;
  saveClientInformation = (client: OAuthClientInformationMixed) => {
    this.client = client;
  };
  tokens = () => this.kept;
  saveTokens = (tokens: OAuthTokens) => {
    this.kept = tokens;
  };
  redirectToAuthorization = (url: URL) => {
    this.authorizationUrl = url;
  };
  saveCodeVerifier = (verifier: string) => {
    this.verifier = verifier;
  };
  codeVerifier = () => this.verifier;
}

/** The whole sign-in: refused, pointed to the issuer, registered, signed in, consented, exchanged, connected. */
async function connectAs(login: string, url = server.url): Promise<{ client: Client; keeper: Keeper }> {
  const keeper = new Keeper();
  const first = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { authProvider: keeper });
  await expect(new Client({ name: 'test', version: '1' }).connect(first)).rejects.toThrow('Unauthorized');
  const back = await signInAs(login, keeper.authorizationUrl!, CALLBACK);
  await first.finishAuth(back.searchParams.get('code')!);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { authProvider: keeper }));
  return { client, keeper };
}

const now = () => Math.floor(Date.now() / 1000);

/** Valid claims for the service of these tests. */
function good(claims: Record<string, unknown> = {}) {
  return { iss: issuer.issuer, aud: `${server.url}/mcp`, sub: 'someone', exp: now() + 600, ...claims };
}

async function signed(claims: Record<string, unknown>): Promise<string> {
  return (await issuer.ask({ sign: claims })).token;
}

function me(token: string, { listening } = { listening: server }) {
  return fetch(`${listening.url}/v1/me`, { headers: { Authorization: `Bearer ${token}` } });
}

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

function knock(headers: Record<string, string>, url = server.url) {
  return postMessage(url, initialize, headers);
}

async function codeOf(answer: Response): Promise<string> {
  return ((await answer.json()) as ErrorBody).error.code;
}

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('signing in with the SDK, by registration, PKCE and resource', () => {
  test('leads to the account of the verified address, with its real tier', async () => {
    const { client, keeper } = await connectAs('pro');
    const asked = Object.fromEntries(keeper.authorizationUrl!.searchParams);
    expect(asked).toMatchObject({ resource: `${server.url}/mcp`, code_challenge_method: 'S256' });
    expect((await callTool(client, 'whoami')).body).toMatchObject({ tier: 'pro' });
    expect((await callTool(client, 'find_best_opportunities')).body.count).toBeGreaterThan(3);
    // The same token is valid for /v1, which is the same resource.
    expect(await (await me(keeper.tokens()!.access_token)).json()).toMatchObject({ tier: 'pro' });
    await client.close();
  });

  test('gives an unknown person one free account', async () => {
    for (let i = 0; i < 2; i++) {
      const { client } = await connectAs('newcomer');
      expect((await callTool(client, 'whoami')).body).toMatchObject({ tier: 'free' });
      expect((await callTool(client, 'find_best_opportunities', { markets: 'crypto' })).error?.code).toBe('forbidden');
      await client.close();
    }
    expect(await service.sql('account').where({ email: 'newcomer@example.com' })).toHaveLength(1);
  });
});

describe('an account', () => {
  test('cannot be taken over by an unverified address', async () => {
    for (const email_verified of [false, 'true', undefined]) {
      const token = await signed(
        good({ sub: `mallory ${email_verified}`, email: 'business@example.com', email_verified }),
      );
      expect(await (await me(token)).json()).toMatchObject({ tier: 'free' });
    }
    const made = await service.sql('account').where('email', 'like', 'oauth-%@sign-in.invalid');
    expect(made).toHaveLength(3);
  });

  test('stays with the subject when the address changes, and has its new tier at once', async () => {
    await me(await signed(good({ sub: 'mover', email: 'Dev@Example.com', email_verified: true })));
    const later = await signed(good({ sub: 'mover', email: 'business@example.com', email_verified: true }));
    expect(await (await me(later)).json()).toMatchObject({ tier: 'dev' });
    const accounts = service.storage.accounts;
    const { id } = (await accounts.findByEmail('dev@example.com'))!;
    await accounts.setTier(id, 'analyst');
    expect(await (await me(later)).json()).toMatchObject({ tier: 'analyst' });
    await accounts.setTier(id, 'nonsense');
    expect(await (await me(later)).json()).toMatchObject({ tier: 'free' });
    await accounts.setTier(id, 'dev');
  });

  test('is created once, even by concurrent first requests', async () => {
    const token = await signed(good({ sub: 'crowd' }));
    const answers = await Promise.all(Array.from({ length: 20 }, () => me(token)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await service.sql('oauth_identity').where({ subject: 'crowd' })).toHaveLength(1);
  });

  test('is not created if the settings forbid it', async () => {
    const strict = await startService({ OAUTH_AUTO_CREATE: 'off' });
    const aud = `${strict.listening.url}/mcp`;
    try {
      const stranger = { Authorization: `Bearer ${await signed(good({ aud, sub: 'stranger' }))}` };
      const refused = await knock(stranger, strict.listening.url);
      expect([refused.status, await codeOf(refused)]).toEqual([403, 'forbidden']);
      const known = await signed(good({ aud, sub: 'known', email: 'pro@example.com', email_verified: true }));
      expect(await (await me(known, strict)).json()).toMatchObject({ tier: 'pro' });
    } finally {
      await strict.listening.close();
      await strict.app.close();
    }
  });
});

describe('a token is refused', () => {
  const signature = (token: string) => token.split('.')[2];
  const cases: [string, RegExp, () => Promise<string>][] = [
    ['that has expired', /expired/, () => signed(good({ exp: now() - 60 }))],
    ['that never expires', /exp/, () => signed({ ...good(), exp: undefined })],
    ['that is not valid yet', /nbf/, () => signed(good({ nbf: now() + 600 }))],
    ['for another service', /another service/, () => signed(good({ aud: 'https://other.example/mcp' }))],
    ['for this origin but not this resource', /another service/, () => signed(good({ aud: server.url }))],
    ['without an audience', /another service|aud/, () => signed({ ...good(), aud: undefined })],
    ['of another issuer', /another issuer/, () => signed(good({ iss: 'https://other.example' }))],
    ['without a subject', /sub/, () => signed({ ...good(), sub: undefined })],
    ['with an empty subject', /sub/, () => signed(good({ sub: '' }))],
    ['with alg none', /not accepted|invalid/, async () => `${base64({ alg: 'none' })}.${base64(good())}.`],
    [
      'with alg none and a signature',
      /not accepted|invalid/,
      async () => `${base64({ alg: 'none' })}.${base64(good())}.${signature(await signed(good()))}`,
    ],
    ['whose signature was taken off', /not signed|invalid/, async () => (await signed(good())).replace(/[^.]+$/, '')],
    [
      'with the signature of another token',
      /not signed/,
      async () => {
        const [header] = (await signed(good())).split('.');
        return `${header}.${base64(good({ email: 'business@example.com' }))}.${signature(await signed(good()))}`;
      },
    ],
    [
      'signed with a shared secret',
      /not accepted|invalid/,
      async () => {
        const { keys } = (await (await fetch(`${issuer.issuer}/jwks`)).json()) as {
          keys: { kid: string; n: string }[];
        };
        const input = `${base64({ alg: 'HS256', kid: keys[0].kid })}.${base64(good())}`;
        return `${input}.${createHmac('sha256', keys[0].n).update(input).digest('base64url')}`;
      },
    ],
    [
      'signed by somebody else under the name of the issuer’s key',
      /not signed/,
      async () => {
        const { keys } = (await (await fetch(`${issuer.issuer}/jwks`)).json()) as { keys: { kid: string }[] };
        const { privateKey } = await generateKeyPair('RS256');
        return new SignJWT(good()).setProtectedHeader({ alg: 'RS256', kid: keys[0].kid }).sign(privateKey);
      },
    ],
    ['that is not a token', /invalid/, async () => 'abc.def.ghi'],
  ];

  test.each(cases)('%s', async (_name, reason, make) => {
    const token = await make();
    for (const answer of [await knock({ Authorization: `Bearer ${token}` }), await me(token)]) {
      expect(answer.status).toBe(401);
      const { error } = (await answer.json()) as ErrorBody;
      expect(error.code).toBe('unauthorized');
      expect(error.message).toMatch(reason);
      expect(error.message).not.toContain(token);
    }
  });

  test('outside the Authorization header, or beside an API key', async () => {
    const token = await signed(good());
    expect((await knock({ 'X-API-Key': token })).status).toBe(401);
    expect((await knock({ Authorization: `Bearer ${token}`, 'X-API-Key': service.keys.business })).status).toBe(401);
    expect((await fetch(`${server.url}/v1/me?access_token=${token}`)).status).toBe(401);
  });

  test('and a valid one is accepted', async () => {
    expect((await me(await signed(good()))).status).toBe(200);
    expect((await me(await signed(good({ aud: ['https://other.example', `${server.url}/mcp`] })))).status).toBe(200);
  });
});

test('API keys work as well when a sign-in is configured', async () => {
  expect((await knock({ Authorization: `Bearer ${service.keys.dev}` })).status).toBe(200);
  expect((await knock({ 'X-API-Key': service.keys.dev })).status).toBe(200);
});

test('after the issuer rotates its key, tokens of the new key are accepted and those of the old one refused', async () => {
  const old = await signed(good({ sub: 'rotating' }));
  expect((await me(old)).status).toBe(200);
  await issuer.ask({ rotate: true });
  const fresh = await signed(good({ sub: 'rotating' }));
  const time = Date.now;
  jest.spyOn(Date, 'now').mockImplementation(() => time() + 20_000);
  expect((await me(fresh)).status).toBe(200);
  expect((await me(old)).status).toBe(401);
});

test('tokens with invented key ids do not cause a request to the issuer each time', async () => {
  await me(await signed(good()));
  const { keysAsked: before } = await issuer.ask({});
  const { privateKey } = await generateKeyPair('RS256');
  const invented = (i: number) =>
    new SignJWT(good()).setProtectedHeader({ alg: 'RS256', kid: `invented ${i}` }).sign(privateKey);
  for (let i = 0; i < 10; i++) expect((await me(await invented(i))).status).toBe(401);
  const { keysAsked: after } = await issuer.ask({});
  expect(after - before).toBeLessThanOrEqual(1);
});

describe('the resource metadata', () => {
  const PATHS = ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp'];

  test.each(PATHS)('is public at %s', async (path) => {
    const answer = await fetch(server.url + path, { headers: { Origin: 'https://any.example' } });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(await answer.json()).toMatchObject({
      resource: `${server.url}/mcp`,
      authorization_servers: [issuer.issuer],
      bearer_methods_supported: ['header'],
    });
  });

  test('is linked in a 401 of the agent interface', async () => {
    for (const headers of [{}, { Authorization: 'Bearer prn_wrong' }]) {
      const { status, headers: answer } = await knock(headers as Record<string, string>);
      expect(status).toBe(401);
      expect(answer.get('www-authenticate')).toBe(`Bearer resource_metadata="${server.url}${PATHS[1]}"`);
    }
  });
});

test.each([
  ['cannot be reached', async () => `http://127.0.0.1:${await keepablePort()}`],
  ['has another name in its metadata', async () => issuer.issuer.replace('127.0.0.1', 'localhost')],
])('with an issuer that %s, tokens are 503', async (_name, named) => {
  const env = { OAUTH_ISSUER: await named() };
  const { app, listening } = await startService(env);
  try {
    const answer = await me(await signed(good({ iss: env.OAUTH_ISSUER, aud: `${listening.url}/mcp` })), {
      listening,
    });
    expect([answer.status, await codeOf(answer)]).toEqual([503, 'service_misconfigured']);
    expect(answer.headers.get('retry-after')).not.toBeNull();
    // Keys do not depend on the issuer.
    expect((await me(app.keys.dev, { listening })).status).toBe(200);
  } finally {
    await listening.close();
    await app.close();
  }
});
