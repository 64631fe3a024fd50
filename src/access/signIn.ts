import { unauthorized } from '../errors';
import type { AccountStore, Admitted, Identity, SignedInAccount } from '../storage/accounts';
import type { TokenVerifier } from './accessToken';
import type { Admission } from './caller';
import { type FirstSignInDeps, firstSignIn } from './firstSignIn';
import { SUSPENDED } from './suspended';

export interface SignInDeps extends FirstSignInDeps {
  readonly tokens: Pick<TokenVerifier, 'verify'>;
  readonly accounts: Pick<AccountStore, 'signedIn' | 'admitSignedIn' | 'claim'>;
}

/** Turns an access token into its caller, with the real tier of their account (SPEC 5.6). */
export class SignIn {
  constructor(private readonly deps: SignInDeps) {}

  /** @throws unauthorized (401), forbidden (403) for somebody without an account, serviceMisconfigured (503) */
  async admit(token: string, counting: boolean): Promise<Admission> {
    const claims = await this.deps.tokens.verify(token);
    const { issuer, tiers } = this.deps;
    const { found, counted } = await this.stored({ issuer, subject: claims.subject }, counting);
    const account = found ?? (await firstSignIn(this.deps, claims));
    if (account.suspended) throw unauthorized(SUSPENDED);
    return { caller: { accountId: account.accountId, tier: tiers.ofAccount(account.tier), demo: false }, counted };
  }

  private async stored(identity: Identity, counting: boolean): Promise<Admitted<SignedInAccount>> {
    const { accounts, moment, tiers } = this.deps;
    const at = moment();
    if (counting) return accounts.admitSignedIn(identity, { at, quotas: tiers.quotas });
    return { found: await accounts.signedIn(identity), now: at.now, counted: null };
  }
}
