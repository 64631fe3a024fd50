import { createHmac } from 'node:crypto';
import { unauthorized } from '../errors';
import type { Account, AccountStore } from '../storage/accounts';
import type { SessionStore } from '../storage/sessions';
import { type FirstSignInDeps, firstSignIn } from './firstSignIn';
import type { AuthorizationAnswer, IdentityProvider, SignInSecrets } from './identityProvider';
import { sameHash } from './keyFormat';
import { hashToken, newToken } from './sessionToken';

/** How long somebody may take at the provider. */
export const PROVIDER_MINUTES = 10;
const MINUTE_MS = 60_000;
const TOKEN = /^[\w-]{43}$/;
/** The same whatever was wrong. */
const NOT_BEGUN =
  'This browser has not begun this sign-in at this address, or too long ago, or it was used: begin it again.';

export interface ProviderSignInDeps extends FirstSignInDeps {
  readonly provider: Pick<IdentityProvider, 'authorizationUrl' | 'person'>;
  readonly accounts: Pick<AccountStore, 'signedIn' | 'claim' | 'find'>;
  readonly store: Pick<SessionStore, 'insertProviderSignIn' | 'takeProviderSignIn'>;
  /** What people know the provider by. */
  readonly name: string;
}

/**
 * Sign-ins to the console at the identity provider. The browser that begins one is given a token in a cookie; state, nonce and
 * verifier are derived from it, and its hash is what is stored: nobody else can end it, and of what is stored or seen at the
 * provider nothing signs in. Any process over the same database can end what another began.
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
    const { provider, store, moment } = this.deps;
    const token = newToken();
    const url = await provider.authorizationUrl(secretsOf(token));
    const { now } = moment();
    const expiresAt = new Date(now + PROVIDER_MINUTES * MINUTE_MS);
    await store.insertProviderSignIn({ hash: hashToken(token), next, expiresAt }, new Date(now));
    return { url, token };
  }

  /**
   * Ends what the browser began, once.
   *
   * @param token as the browser's cookie says it
   * @throws unauthorized (401), forbidden (403) for somebody without an account, or 503
   */
  async end(
    token: string | undefined,
    answer: AuthorizationAnswer,
  ): Promise<{ readonly account: Account; readonly next: string | null }> {
    const { provider, store, accounts, issuer, moment } = this.deps;
    if (token === undefined || !TOKEN.test(token)) throw unauthorized(NOT_BEGUN);
    const secrets = secretsOf(token);
    // Looked at first: an address that somebody else made uses nothing up.
    if (!sameHash(hashToken(answer.state), hashToken(secrets.state))) throw unauthorized(NOT_BEGUN);
    const begun = await store.takeProviderSignIn(hashToken(token), new Date(moment().now));
    if (begun === null) throw unauthorized(NOT_BEGUN);
    const person = await provider.person(answer, secrets);
    const known = await accounts.signedIn({ issuer, subject: person.subject });
    const { accountId } = known ?? (await firstSignIn(this.deps, await person.claims()));
    const account = await accounts.find(accountId);
    if (account === null) throw unauthorized('The account is gone.');
    return { account, next: begun.next };
  }
}

function secretsOf(token: string): SignInSecrets {
  const derived = (use: string) => createHmac('sha256', token).update(use).digest('base64url');
  return { state: derived('state'), nonce: derived('nonce'), verifier: derived('verifier') };
}
