import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import { serviceMisconfigured, unauthorized } from '../errors';
import { type OutgoingAnswer, OutgoingClient } from '../http/outgoing';
import { CircuitBreaker } from '../http/outgoingRetry';

/** The verified claims of an access token. */
export interface TokenClaims {
  readonly subject: string;
  /** E-mail address verified by the issuer, in lower case; null without one. */
  readonly verifiedEmail: string | null;
}

export interface TokenSettings {
  readonly issuer: string;
  readonly audience: string;
}

/** Signed with a key that only the issuer has: no `none`, no shared secret (RFC 8725, 3.1). */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
const CLOCK_TOLERANCE_S = 30;
/** A token with an unknown key id reloads the issuer's keys, at most this often. */
const KEY_COOLDOWN_MS = 5_000;
const KEY_MAX_AGE_MS = 600_000;

/** The form of a JWT (RFC 7519): three parts, the last may be empty. API keys have no dots. */
const JWT = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/** Whether a bearer token is an access token of an issuer, rather than an API key. */
export function isAccessToken(bearer: string): boolean {
  return JWT.test(bearer);
}

/**
 * Verifies access tokens of one issuer: signature by its published keys, issuer, audience (RFC 8707), expiry. Its keys
 * are found by OpenID Connect Discovery or RFC 8414, when the first token comes, and again when a token names a new one.
 */
export class TokenVerifier {
  private keys: Promise<JWTVerifyGetKey> | null = null;
  /** Anyone can trigger a call to the issuer with an unsigned token: after one failure it is not called for ten seconds. */
  private readonly breaker = new CircuitBreaker({ failures: 1 });
  private readonly send: IssuerFetch;

  constructor(private readonly settings: TokenSettings) {
    this.send = issuerFetch(new URL(settings.issuer), new OutgoingClient());
  }

  /** @throws unauthorized for an invalid token; serviceMisconfigured when the issuer cannot be reached */
  async verify(token: string): Promise<TokenClaims> {
    return claimsOf(await this.payloadOf(token, await this.issuerKeys()));
  }

  private async payloadOf(token: string, keys: JWTVerifyGetKey): Promise<JWTPayload> {
    const { jwtVerify } = await import('jose');
    const { issuer, audience } = this.settings;
    try {
      // The issuer uses real time, whatever the setting NOW says.
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience,
        algorithms: ALGORITHMS,
        clockTolerance: CLOCK_TOLERANCE_S,
        requiredClaims: ['exp', 'sub'],
      });
      return payload;
    } catch (error) {
      throw refusal(error);
    }
  }

  private issuerKeys(): Promise<JWTVerifyGetKey> {
    this.keys ??= this.breaker
      .call(new URL(this.settings.issuer).host, () => this.discover())
      .catch((error) => {
        this.keys = null;
        throw serviceMisconfigured(error);
      });
    return this.keys;
  }

  private async discover(): Promise<JWTVerifyGetKey> {
    const { createRemoteJWKSet, customFetch } = await import('jose');
    const url = await keysUrlOf(this.settings.issuer, this.send);
    return createRemoteJWKSet(url, {
      cooldownDuration: KEY_COOLDOWN_MS,
      cacheMaxAge: KEY_MAX_AGE_MS,
      [customFetch]: (address: string, init: IssuerRequest) =>
        this.breaker.call(url.host, () => fetchOk(this.send, address, init)),
    });
  }
}

function claimsOf({ sub, email, email_verified }: JWTPayload): TokenClaims {
  if (sub === undefined || sub === '') throw unauthorized('Access token without a subject (sub).');
  return { subject: sub, verifiedEmail: verifiedEmailIn({ email, email_verified }) };
}

/** The verified e-mail address of claims, in lower case; null without one. */
export function verifiedEmailIn({ email, email_verified }: Readonly<Record<string, unknown>>): string | null {
  return typeof email === 'string' && email_verified === true ? email.trim().toLowerCase() : null;
}

const REFUSALS: Readonly<Record<string, string>> = {
  ERR_JWT_EXPIRED: 'Access token expired; sign in again.',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'Access token not signed by the issuer.',
  ERR_JWKS_NO_MATCHING_KEY: 'Access token signed with a key the issuer does not publish.',
  ERR_JWKS_MULTIPLE_MATCHING_KEYS: 'Access token does not say which key signed it.',
  ERR_JOSE_ALG_NOT_ALLOWED: 'Access token signed in a way that is not accepted.',
};
const CLAIMS: Readonly<Record<string, string>> = { aud: 'meant for another service', iss: 'of another issuer' };

/** 401 for an invalid token, 503 when the issuer's keys could not be loaded. */
function refusal(error: unknown): Error {
  const { code = '', claim = '' } = (error ?? {}) as { code?: string; claim?: string };
  if (code === 'ERR_JWT_CLAIM_VALIDATION_FAILED') {
    return unauthorized(`Access token ${CLAIMS[claim] ?? `with a ${claim} that is not accepted`}.`);
  }
  if (code in REFUSALS) return unauthorized(REFUSALS[code]);
  // ERR_JWKS_TIMEOUT, ERR_JOSE_GENERIC and plain errors come from loading the keys.
  return /^ERR_(JWT|JWS|JOSE_NOT)/.test(code) ? unauthorized('Access token invalid.') : serviceMisconfigured(error);
}

const DISCOVERY = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'];

/** Where the issuer publishes its keys. @throws Error when neither document can be read or one belongs to another */
async function keysUrlOf(issuer: string, send: IssuerFetch): Promise<URL> {
  const failures: unknown[] = [];
  for (const url of metadataUrls(issuer)) {
    try {
      return await keysUrlAt(url, issuer, send);
    } catch (error) {
      failures.push(error);
    }
  }
  throw new AggregateError(failures, `no metadata of the issuer ${issuer}`);
}

/** OpenID Connect Discovery 4 appends to the issuer's path; RFC 8414 3.1 puts the well-known part before it. */
function metadataUrls(issuer: string): string[] {
  const base = issuer.replace(/\/$/, '');
  const { origin, pathname } = new URL(base);
  return [`${base}${DISCOVERY[0]}`, `${origin}${DISCOVERY[1]}${pathname === '/' ? '' : pathname}`];
}

async function keysUrlAt(url: string, issuer: string, send: IssuerFetch): Promise<URL> {
  const response = await fetchOk(send, url, {});
  const metadata = (await response.json()) as { issuer?: unknown; jwks_uri?: unknown };
  if (metadata.issuer !== issuer) throw new Error(`${url} belongs to the issuer ${metadata.issuer}, not ${issuer}`);
  const keys = new URL(String(metadata.jwks_uri));
  const encrypted = keys.protocol === 'https:' || issuer.startsWith('http:');
  if (!encrypted) throw new Error(`${url} names keys at ${keys.href}, which is not https`);
  return keys;
}

/** @throws Error for any answer but a success */
async function fetchOk(send: IssuerFetch, url: string, init: IssuerRequest): Promise<Response> {
  const response = await send(url, init);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response;
}

/** Metadata, keys and tokens have some kilobytes. */
const MAX_BYTES = 512 * 1024;
const LIMIT_MS = 5_000;
/** Answers whose Response may have no body (Fetch, "null body status"). */
const WITHOUT_BODY = new Set([101, 103, 204, 205, 304]);

/** The options that jose and openid-client pass to a custom fetch. */
export interface IssuerRequest {
  readonly method?: string;
  readonly headers?: ConstructorParameters<typeof Headers>[0];
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

export type IssuerFetch = (url: string, options: IssuerRequest) => Promise<Response>;

/**
 * A fetch for all requests to a token issuer. Its metadata may name any address: apart from the issuer's host, which the
 * operator has chosen, only public https addresses are called. Redirects are not followed.
 */
export function issuerFetch(issuer: URL, outgoing: OutgoingClient): IssuerFetch {
  return async (address, { method = 'GET', headers, body, signal }) => {
    const url = new URL(address);
    const isIssuerHost =
      url.hostname === issuer.hostname && (url.protocol === 'https:' || url.origin === issuer.origin);
    if (!isIssuerHost && url.protocol !== 'https:')
      throw new Error(`${url.origin} is named by the identity provider, and is not https`);
    const answer = await outgoing.send({
      url,
      method: methodOf(method),
      headers: Object.fromEntries(new Headers(headers)),
      body: textOf(body),
      allowPrivate: isIssuerHost,
      limitMs: LIMIT_MS,
      maxBytes: MAX_BYTES,
      closesConnection: true,
      signal,
    });
    return responseOf(answer);
  };
}

function methodOf(method: string): 'GET' | 'POST' {
  if (method === 'GET' || method === 'POST') return method;
  throw new Error(`an issuer is sent GET and POST only, not ${method}`);
}

function textOf(body: unknown): string | undefined {
  if (body === null || body === undefined) return undefined;
  if (typeof body === 'string') return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new Error('only forms are sent to an identity provider');
}

function responseOf({ status, headers: received, body }: OutgoingAnswer): Response {
  const names = ['content-type', 'www-authenticate', 'cache-control'];
  const headers = names.flatMap((name): [string, string][] => (received[name] ? [[name, received[name]]] : []));
  return new Response(WITHOUT_BODY.has(status) ? null : new Uint8Array(body), { status, headers });
}
