import type { Configuration, ServerMetadata } from 'openid-client';
import { serviceMisconfigured, unauthorized, upstreamUnavailable } from '../errors';
import type { OutgoingClient } from '../http/outgoing';
import { CircuitBreaker } from '../http/outgoingRetry';
import type { Log } from '../log';
import { issuerFetch, type TokenClaims, verifiedEmailIn } from './accessToken';

const CLOCK_TOLERANCE_S = 30;
/** Metadata is loaded again after this time. */
const METADATA_MS = 600_000;
const SCOPE = 'openid email';

export interface IdentityProviderSettings {
  /** Exactly as in its metadata and tokens. */
  readonly issuer: string;
  readonly clientId: string;
  /** Null = a public client, whose code PKCE alone protects. */
  readonly clientSecret: string | null;
  /** Where the provider sends the browser back to. */
  readonly redirectUri: string;
}

/** Secrets that tie the provider's answer to a sign-in; only its browser knows them. */
export interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  /** PKCE (RFC 7636), 43 characters. */
  readonly verifier: string;
}

/** Query parameters of the provider's redirect back. */
export interface AuthorizationAnswer {
  readonly code: string;
  readonly state: string;
  /** RFC 9207. */
  readonly iss?: string;
}

/** A person authenticated by the provider. */
export interface SignedInPerson {
  readonly subject: string;
  /** The claims with the e-mail address, for which the provider may have to be asked. */
  claims(): Promise<TokenClaims>;
}

/** Error codes of oauth4webapi for an invalid answer: a wrong claim, time, signature, state or nonce. */
const INVALID_ANSWER_CODES = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_AUTHORIZATION_RESPONSE_ERROR',
]);

/**
 * Signs people in by OpenID Connect: authorization code with PKCE (S256), state and nonce; the issuer, the audience and the
 * signature of the ID token are checked. The provider is not contacted before the first sign-in.
 */
export class IdentityProvider {
  /** Anyone can trigger a call to the provider by beginning a sign-in: after one failure it is not called for ten seconds. */
  private readonly breaker = new CircuitBreaker({ failures: 1 });
  private known: { readonly configuration: Promise<Configuration>; readonly until: number } | null = null;

  constructor(
    private readonly settings: IdentityProviderSettings,
    private readonly outgoing: OutgoingClient,
    private readonly log: Log,
  ) {}

  /** The URL of the provider's sign-in page. @throws upstreamUnavailable (503) when the provider does not answer */
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
   * Exchanges the authorization code of the redirect for the person's claims.
   *
   * @throws unauthorized (401) for an invalid code, upstreamUnavailable or serviceMisconfigured (503)
   */
  async person({ code, state, iss }: AuthorizationAnswer, secrets: SignInSecrets): Promise<SignedInPerson> {
    const configuration = await this.configuration();
    const { authorizationCodeGrant } = await import('openid-client');
    const back = new URL(this.settings.redirectUri);
    back.search = new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) }).toString();
    const checks = { expectedState: secrets.state, expectedNonce: secrets.nonce, pkceCodeVerifier: secrets.verifier };
    const tokens = await this.request(() =>
      authorizationCodeGrant(configuration, back, { ...checks, idTokenExpected: true }),
    );
    const claims = tokens.claims();
    if (claims === undefined || claims.sub === '')
      throw unauthorized('The ID token of the provider has no subject (sub).');
    const subject = claims.sub;
    return {
      subject,
      claims: async () => ({
        subject,
        verifiedEmail:
          'email_verified' in claims
            ? verifiedEmailIn(claims)
            : await this.emailOf(configuration, tokens.access_token, subject),
      }),
    };
  }

  /** From the userinfo endpoint, where the standard puts the address (OpenID Connect Core 5.4). */
  private async emailOf(configuration: Configuration, token: string, subject: string): Promise<string | null> {
    if (configuration.serverMetadata().userinfo_endpoint === undefined) return null;
    const { fetchUserInfo } = await import('openid-client');
    return verifiedEmailIn(await this.request(() => fetchUserInfo(configuration, token, subject)));
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
    // The settings allow an issuer without TLS on this machine only.
    const execute = url.protocol === 'http:' ? [client.allowInsecureRequests] : [];
    const found = await client.discovery(url, clientId, {}, client.None(), { [client.customFetch]: fetch, execute });
    const metadata = found.serverMetadata();
    if (metadata.issuer !== issuer)
      throw new Error(`the metadata belong to the issuer ${metadata.issuer}, not ${issuer}`);
    requireSignInPage(metadata.authorization_endpoint, url);
    const authentication = clientSecret === null ? client.None() : client[methodOf(metadata)](clientSecret);
    const server = { ...metadata };
    const own = { [client.clockTolerance]: CLOCK_TOLERANCE_S };
    const configuration = new client.Configuration(server, clientId, own, authentication);
    configuration[client.customFetch] = fetch;
    for (const extend of [...execute, client.enableNonRepudiationChecks]) extend(configuration);
    return configuration;
  }

  private async request<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const reason = plain(error);
      const { code = '', error: fault = '' } = (error ?? {}) as { code?: string; error?: string };
      this.log.warn({ reason: reason.message }, 'a sign-in at the identity provider failed');
      if (INVALID_ANSWER_CODES.has(code))
        throw unauthorized('The answer of the identity provider is not valid: sign in again.');
      if (fault === 'invalid_grant')
        throw unauthorized('The identity provider does not know this sign-in any more: sign in again.');
      if (fault !== '' || code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE') throw serviceMisconfigured(reason);
      throw upstreamUnavailable(reason);
    }
  }
}

/** Checks a URL that the browser is sent to. @throws Error unless this issuer may use it */
function requireSignInPage(endpoint: string | undefined, { origin }: URL): void {
  const page = endpoint !== undefined && URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (page?.protocol === 'https:' || page?.origin === origin) return;
  throw new Error('the metadata name no authorization endpoint, or one that is not https');
}

/** The client authentication of the standard's default, unless the provider supports only the other. */
function methodOf({ token_endpoint_auth_methods_supported: taken }: Readonly<ServerMetadata>) {
  const isPostOnly = taken?.includes('client_secret_post') && !taken.includes('client_secret_basic');
  return isPostOnly ? 'ClientSecretPost' : 'ClientSecretBasic';
}

/** A copy of an error without its cause: the library attaches answers, which contain tokens. */
function plain(error: unknown): Error {
  const reasons: string[] = [];
  let current = error;
  while (typeof current === 'object' && current !== null && 'message' in current && reasons.length < 4) {
    const { code, error: fault, message, cause } = current as Record<string, unknown>;
    reasons.push([code, fault, message].filter((part) => typeof part === 'string' && part !== '').join(' '));
    current = cause;
  }
  return new Error(reasons.join(': ').slice(0, 500));
}
