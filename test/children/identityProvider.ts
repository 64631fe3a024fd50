import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import Provider from 'oidc-provider';
import { linesFromParent, say } from './protocol';

/**
 * A real identity provider on the loopback interface, in a separate process, as its packages are ES modules. Prints its
 * issuer, then answers a line of JSON with a line of JSON: `{"rotate":true}` replaces its keys, `{"sign":{...}}` signs
 * any claims with the key it has, `{"keysAsked":true}` counts the requests for its keys.
 */

// Standard output is for the answers only.
console.info = console.error;
console.warn = console.error;

type Key = Awaited<ReturnType<typeof newKey>>;
let serial = 0;
let keysAsked = 0;
let current: { key: Key; listener: RequestListener };

async function newKey() {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const kid = `key-${serial++}`;
  return { kid, privateKey, jwk: { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' } };
}

/** Every account exists here; those whose name begins with `unverified` have an unverified address. */
function claimsOf(sub: string) {
  return { sub, email: `${sub}@example.com`, email_verified: !sub.startsWith('unverified') };
}

function providerOf(issuer: string, key: Key): RequestListener {
  const provider = new Provider(issuer, {
    jwks: { keys: [key.jwk] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    cookies: { keys: ['test'] },
    findAccount: (_context, sub) => ({ accountId: sub, claims: async () => claimsOf(sub) }),
    extraTokenClaims: async (_context, token) =>
      'accountId' in token && typeof token.accountId === 'string' ? claimsOf(token.accountId) : undefined,
    features: {
      registration: { enabled: true },
      devInteractions: { enabled: true },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo: (_context, resource) => ({
          scope: 'openid email',
          audience: resource,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
  });
  return provider.callback();
}

async function main(): Promise<void> {
  const server = createServer((request, response) => {
    if (request.url === '/jwks') keysAsked++;
    current.listener(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const rotate = async () => {
    const key = await newKey();
    current = { key, listener: providerOf(issuer, key) };
  };
  await rotate();
  say(JSON.stringify({ issuer }));
  for await (const line of { [Symbol.asyncIterator]: linesFromParent }) {
    const asked = JSON.parse(line);
    if (asked.rotate) await rotate();
    const { kid, privateKey } = current.key;
    const token = asked.sign && new SignJWT(asked.sign).setProtectedHeader({ alg: 'RS256', kid, typ: 'at+jwt' });
    say(JSON.stringify({ keysAsked, token: token && (await token.sign(privateKey)) }));
  }
}

void main();
