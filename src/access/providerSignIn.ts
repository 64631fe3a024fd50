import { createHash, createHmac } from 'node:crypto';
import { forbidden, unauthorized } from '../errors';
import type { Log } from '../log';
import type { Account, IdentityStore } from '../storage/accounts';
import type { SessionStore } from '../storage/sessions';
import type { TokenClaims, TokenVerifier } from './accessToken';
import { type Caller, SUSPENDED } from './caller';
import type { AuthorizationAnswer, IdentityProvider, SignInSecrets } from './identityProvider';
import { sameHash } from './keys';
import { hashToken, newToken } from './sessions';
import type { TierTable } from './tiers';

const PROVIDER_MINUTES = 10;
/** Time limit for signing in at the provider, milliseconds. */
export const PROVIDER_SIGN_IN_MS = PROVIDER_MINUTES * 60_000;
const TOKEN = /^[\w-]{43}$/;
/** One message for every failure. */
const NOT_BEGUN = 'This sign-in was not begun in this browser, has expired or was already used: begin it again.';

export interface ProviderSignInDeps extends FirstSignInDeps {
  readonly provider: Pick<IdentityProvider, 'authorizationUrl' | 'person'>;
  readonly identities: Pick<IdentityStore, 'find' | 'claim'>;
  readonly store: Pick<SessionStore, 'insertProviderSignIn' | 'takeProviderSignIn'>;
  /** Display name of the provider. */
  readonly name: string;
}

/**
 * Sign-ins to the console through the identity provider. The browser gets a token in a cookie; state, nonce and verifier are
 * derived from it, and only its hash is stored. Only that browser can complete the sign-in, and neither the database nor the
 * provider's logs allow one. Any process over the same database can complete it.
 */
export class ProviderSignIn {
  readonly minutes = PROVIDER_MINUTES;

  constructor(private readonly deps: ProviderSignInDeps) {}

  get name(): string {
    return this.deps.name;
  }

  /**
   * @param next page to come back to, a path of this server; null = none
   * @throws upstreamUnavailable (503) when the provider does not answer
   */
  async begin(next: string | null): Promise<{ readonly url: string; readonly token: string }> {
    const { provider, store, now } = this.deps;
    const token = newToken();
    const url = await provider.authorizationUrl(secretsOf(token));
    const at = now();
    const expiresAt = new Date(at.getTime() + PROVIDER_SIGN_IN_MS);
    await store.insertProviderSignIn({ hash: hashToken(token), next, expiresAt }, at);
    return { url, token };
  }

  /**
   * Completes the browser's sign-in, once.
   *
   * @param token the value of the browser's cookie
   * @throws unauthorized (401), forbidden (403) for a person without an account, or 503
   */
  async end(
    token: string | undefined,
    answer: AuthorizationAnswer,
  ): Promise<{ readonly account: Account; readonly next: string | null }> {
    const { provider, store, identities, issuer, now } = this.deps;
    if (token === undefined || !TOKEN.test(token)) throw unauthorized(NOT_BEGUN);
    const secrets = secretsOf(token);
    // Checked first, so that a forged redirect does not use up the sign-in.
    if (!sameHash(hashToken(answer.state), hashToken(secrets.state))) throw unauthorized(NOT_BEGUN);
    const signIn = await store.takeProviderSignIn(hashToken(token), now());
    if (signIn === null) throw unauthorized(NOT_BEGUN);
    const person = await provider.person(answer, secrets);
    const known = await identities.find({ issuer, subject: person.subject });
    const account = known ?? (await firstSignIn(this.deps, await person.claims()));
    return { account, next: signIn.next };
  }
}

function secretsOf(token: string): SignInSecrets {
  const derived = (use: string) => createHmac('sha256', token).update(use).digest('base64url');
  return { state: derived('state'), nonce: derived('nonce'), verifier: derived('verifier') };
}

/** A reserved domain (RFC 2606): no address in it can be verified. */
const NO_DOMAIN = 'sign-in.invalid';
/** Most characters of the `sub` claim (OpenID Connect Core 2). */
const LONGEST_SUBJECT = 255;

export interface FirstSignInDeps {
  readonly issuer: string;
  readonly identities: Pick<IdentityStore, 'claim'>;
  readonly tiers: TierTable;
  /** Whether an unknown person gets a free account. */
  readonly autoCreate: boolean;
  readonly now: () => Date;
  readonly log: Log;
}

/**
 * Links a person who signs in for the first time to the account with their verified e-mail address, or to a new account where
 * the settings allow it.
 *
 * @throws forbidden (403) for a person without an account
 */
async function firstSignIn(deps: FirstSignInDeps, { subject, verifiedEmail }: TokenClaims): Promise<Account> {
  const { issuer, identities, tiers, autoCreate, now, log } = deps;
  if (subject.length > LONGEST_SUBJECT)
    throw forbidden(`The subject of the sign-in token is longer than ${LONGEST_SUBJECT} characters.`);
  const email = verifiedEmail?.endsWith('.invalid') ? null : verifiedEmail;
  const create = autoCreate ? { email: email ?? placeholder(issuer, subject), tier: tiers.free.id } : null;
  const account = await identities.claim({ issuer, subject }, { email, create, at: now() });
  if (account === null) {
    const reason =
      email === null ? 'The sign-in has no verified e-mail address' : 'No account has the address of the sign-in';
    throw forbidden(`${reason}: ask the operator of this service for an account.`);
  }
  log.info({ account: account.id, issuer }, 'first sign-in');
  return account;
}

/** The address of an account without a verified one: unique for each person, so that commands can name the account. */
function placeholder(issuer: string, subject: string): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex');
  return `oauth-${hash.slice(0, 24)}@${NO_DOMAIN}`;
}

export interface SignInDeps extends FirstSignInDeps {
  readonly tokens: Pick<TokenVerifier, 'verify'>;
  readonly identities: Pick<IdentityStore, 'find' | 'claim'>;
}

/** Authenticates an access token; the tier is that of the person's account (SPEC 5.6). */
export class SignIn {
  constructor(private readonly deps: SignInDeps) {}

  /** @throws unauthorized (401), forbidden (403) for a person without an account, serviceMisconfigured (503) */
  async admit(token: string): Promise<Caller> {
    const claims = await this.deps.tokens.verify(token);
    const { identities, issuer, tiers } = this.deps;
    const known = await identities.find({ issuer, subject: claims.subject });
    const account = known ?? (await firstSignIn(this.deps, claims));
    if (account.suspendedAt !== null) throw unauthorized(SUSPENDED);
    return { accountId: account.id, tier: tiers.ofAccount(account.tier), demo: false };
  }
}
