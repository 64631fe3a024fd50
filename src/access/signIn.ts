import { unauthorized } from '../errors';
import type { IdentityStore } from '../storage/identities';
import type { TokenVerifier } from './accessToken';
import { type Caller, SUSPENDED } from './caller';
import { type FirstSignInDeps, firstSignIn } from './providerSignIn';

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
    if (account.suspended) throw unauthorized(SUSPENDED);
    return { accountId: account.accountId, tier: tiers.ofAccount(account.tier), demo: false };
  }
}
