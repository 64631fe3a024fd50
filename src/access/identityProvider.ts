import type { Configuration, ServerMetadata } from 'openid-client';
import { serviceMisconfigured, unauthorized, upstreamUnavailable } from '../errors';
import type { OutgoingClient } from '../http/outgoing';
import { CircuitBreaker } from '../http/outgoingRetry';
import type { Log } from '../log';
import { type TokenClaims, verifiedEmailIn } from './accessToken';
import { issuerFetch } from './issuerFetch';

const CLOCK_TOLERANCE_S = 30;
/** Metadata is asked for again after so long. */
const METADATA_MS = 600_000;
const SCOPE = 'openid email';

export interface IdentityProviderSettings {
  /** Letter by letter as its metadata and tokens say it. */
  readonly issuer: string;
  readonly clientId: string;
  /** Null = a public client, whose code PKCE alone protects. */
  readonly clientSecret: string | null;
  /** Where the provider sends the browser back to. */
  readonly redirectUri: string;
}

/** What ties an answer of the provider to the sign-in that was begun; nobody but its browser can know it. */
export interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  /** PKCE (RFC 7636), 43 characters. */
  readonly verifier: string;
}

/** Parameters that the provider sends the browser back with. */
export interface AuthorizationAnswer {
  readonly code: string;
  readonly state: string;
  /** RFC 9207. */
  readonly iss?: string;
}

/** Somebody whom the provider vouches for. */
export interface SignedInPerson {
  readonly subject: string;
  /** With their address, which the provider may have to be asked for. */
  claims(): Promise<TokenClaims>;
}

/** The answer does not hold: a claim, a time, a signature, or what it should repeat is another (oauth4webapi). */
const NOT_HOLDING = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_AUTHORIZATION_RESPONSE_ERROR',
]);

/**
 * Signs people in by OpenID Connect: authorization code with PKCE (S256), state and nonce; the issuer, the audience and the
 * signature of the ID token are checked. Nothing is asked before the first sign-in.
 */
export class IdentityProvider {
  /** Anybody can have the provider asked, by a token that nobody signed: after one failure it is left alone for a while. */
  private readonly breaker = new CircuitBreaker({ failures: 1 });
  private known: { readonly configuration: Promise<Configuration>; readonly until: number } | null = null;

  constructor(
    private readonly settings: IdentityProviderSettings,
    private readonly outgoing: OutgoingClient,
    private readonly log: Log,
  ) {}

  /** Where the browser is to go. @throws upstreamUnavailable (503) when the provider does not answer */
  async authorizationUrl({ state, nonce, verifier }: SignInSecrets): Promise<string> {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client');
    const url = buildAuthorizationUrl(await this.configuration(), {
      redirect_uri: this.settings.redirectUri,
      scope: SCOPE,
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return url.href;
  }

  /**
   * Exchanges the code that the provider sent the browser back with.
   *
   * @throws unauthorized (401) for one that does not hold, upstreamUnavailable or serviceMisconfigured (503)
   */
  async person({ code, state, iss }: AuthorizationAnswer, secrets: SignInSecrets): Promise<SignedInPerson> {
    const configuration = await this.configuration();
    const { authorizationCodeGrant } = await import('openid-client');
    const back = new URL(this.settings.redirectUri);
    back.search = new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) }).toString();
    const checks = { expectedState: secrets.state, expectedNonce: secrets.nonce, pkceCodeVerifier: secrets.verifier };
    const tokens = await this.asked(() =>
      authorizationCodeGrant(configuration, back, { ...checks, idTokenExpected: true }),
    );
    const told = tokens.claims();
    if (told === undefined || told.sub === '') throw unauthorized('The identity provider names nobody.');
    const subject = told.sub;
    return {
      subject,
      claims: async () => ({
        subject,
        verifiedEmail:
          'email_verified' in told
            ? verifiedEmailIn(told)
            : await this.emailOf(configuration, tokens.access_token, subject),
      }),
    };
  }

  /** As the provider tells it apart from the ID token, which is what the standard has it do (OpenID Connect Core 5.4). */
  private async emailOf(configuration: Configuration, token: string, subject: string): Promise<string | null> {
    if (configuration.serverMetadata().userinfo_endpoint === undefined) return null;
    const { fetchUserInfo } = await import('openid-client');
    return verifiedEmailIn(await this.asked(() => fetchUserInfo(configuration, token, subject)));
  }

  private async configuration(): Promise<Configuration> {
    if (this.known === null || performance.now() > this.known.until) {
      const configuration = this.breaker.call(new URL(this.settings.issuer).host, () => this.discover());
      this.known = { configuration, until: performance.now() + METADATA_MS };
    }
    const { configuration } = this.known;
    try {
      return await configuration;
    } catch (error) {
      if (this.known?.configuration === configuration) this.known = null;
      throw upstreamUnavailable(plain(error));
    }
  }

  private async discover(): Promise<Configuration> {
    const client = await import('openid-client');
    const { issuer, clientId, clientSecret } = this.settings;
    const url = new URL(issuer);
    const fetch = issuerFetch(url, this.outgoing);
    // Settings let an issuer be reached without encryption on this machine only.
    const execute = url.protocol === 'http:' ? [client.allowInsecureRequests] : [];
    const found = await client.discovery(url, clientId, {}, client.None(), { [client.customFetch]: fetch, execute });
    const metadata = found.serverMetadata();
    if (metadata.issuer !== issuer)
      throw new Error(`the metadata belong to the issuer ${metadata.issuer}, not ${issuer}`);
    requireSignInPage(metadata.authorization_endpoint, url);
    const authentication = clientSecret === null ? client.None() : client[methodOf(metadata)](clientSecret);
    const told = { ...metadata };
    const own = { [client.clockTolerance]: CLOCK_TOLERANCE_S };
    const configuration = new client.Configuration(told, clientId, own, authentication);
    configuration[client.customFetch] = fetch;
    for (const extend of [...execute, client.enableNonRepudiationChecks]) extend(configuration);
    return configuration;
  }

  private async asked<T>(question: () => Promise<T>): Promise<T> {
    try {
      return await question();
    } catch (error) {
      const reason = plain(error);
      const { code = '', error: told = '' } = (error ?? {}) as { code?: string; error?: string };
      this.log.warn({ reason: reason.message }, 'a sign-in at the identity provider failed');
      if (NOT_HOLDING.has(code))
        throw unauthorized('The answer of the identity provider does not hold: sign in again.');
      if (told === 'invalid_grant')
        throw unauthorized('The identity provider does not know this sign-in any more: sign in again.');
      if (told !== '' || code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE') throw serviceMisconfigured(reason);
      throw upstreamUnavailable(reason);
    }
  }
}

/** A page goes there. @throws Error unless it is a place that this issuer may be at */
function requireSignInPage(endpoint: string | undefined, { origin }: URL): void {
  const page = endpoint !== undefined && URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (page?.protocol === 'https:' || page?.origin === origin) return;
  throw new Error('the metadata name no place to sign in at, or one that is not https');
}

/** What clients are registered with by default, unless the provider takes only the other one. */
function methodOf({ token_endpoint_auth_methods_supported: taken }: Readonly<ServerMetadata>) {
  const isPostOnly = taken?.includes('client_secret_post') && !taken.includes('client_secret_basic');
  return isPostOnly ? 'ClientSecretPost' : 'ClientSecretBasic';
}

/** An error without what it holds: the library hangs answers to it, and tokens stand in those. */
function plain(error: unknown): Error {
  const reasons: string[] = [];
  let here = error;
  while (typeof here === 'object' && here !== null && 'message' in here && reasons.length < 4) {
    const { code, error: told, message, cause } = here as Record<string, unknown>;
    reasons.push([code, told, message].filter((part) => typeof part === 'string' && part !== '').join(' '));
    here = cause;
  }
  return new Error(reasons.join(': ').slice(0, 500));
}
