import type { RequestListener } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { listen } from './listen';

/** An identity provider that a test can make answer wrongly. */
export interface CrookedProvider {
  readonly url: string;
  /** Requested paths. */
  readonly asked: string[];
  /** Answers by path that replace the correct ones. */
  readonly answers: Map<string, RequestListener>;
  /** Overrides of its metadata. */
  metadata: Record<string, unknown>;
  /** Overrides of the claims in its ID token; `undefined` removes a claim. */
  claims: Record<string, unknown>;
  /** Signs with a key that it does not publish. */
  forging: boolean;
  /** Notes a sign-in under way, whose values the ID token must repeat. */
  begun(authorizationUrl: string): void;
  reset(): void;
  close(): Promise<void>;
}

export async function startCrookedProvider(): Promise<CrookedProvider> {
  const pairs = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  const jwk = { ...(await exportJWK(pairs[0].publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  let nonce = '';
  let client = '';
  const idToken = () => {
    const now = Math.floor(Date.now() / 1000);
    const usual = { iss: crooked.url, aud: client, sub: 'ann', exp: now + 60, iat: now, nonce };
    const claims = { ...usual, email: 'dev@example.com', email_verified: true, ...crooked.claims };
    const signed = new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' });
    return signed.sign(pairs[crooked.forging ? 1 : 0].privateKey);
  };
  const usual: Readonly<Record<string, () => Promise<object>>> = {
    '/.well-known/openid-configuration': async () => ({
      issuer: crooked.url,
      authorization_endpoint: `${crooked.url}/authorize`,
      token_endpoint: `${crooked.url}/token`,
      jwks_uri: `${crooked.url}/keys`,
      userinfo_endpoint: `${crooked.url}/userinfo`,
      authorization_response_iss_parameter_supported: true,
      ...crooked.metadata,
    }),
    '/keys': async () => ({ keys: [jwk] }),
    '/token': async () => ({ access_token: 'opaque', token_type: 'Bearer', id_token: await idToken() }),
    '/userinfo': async () => ({ sub: 'ann', email: 'dev@example.com', email_verified: true }),
  };
  const server = await listen(async (request, response) => {
    const path = request.url ?? '';
    crooked.asked.push(path);
    const instead = crooked.answers.get(path);
    if (instead !== undefined) return instead(request, response);
    const body = await usual[path]?.();
    response.writeHead(body === undefined ? 404 : 200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(body ?? {}));
  });
  const crooked: CrookedProvider = {
    url: server.url,
    asked: [],
    answers: new Map(),
    metadata: {},
    claims: {},
    forging: false,
    begun(authorizationUrl) {
      const { searchParams } = new URL(authorizationUrl);
      nonce = searchParams.get('nonce') ?? '';
      client = searchParams.get('client_id') ?? '';
    },
    reset() {
      crooked.asked.length = 0;
      crooked.answers.clear();
      Object.assign(crooked, { metadata: {}, claims: {}, forging: false });
    },
    close: () => server.close(),
  };
  return crooked;
}
