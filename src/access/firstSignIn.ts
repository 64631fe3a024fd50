import { createHash } from 'node:crypto';
import { forbidden } from '../errors';
import type { Log } from '../log';
import type { AccountStore } from '../storage/accounts';
import type { Moment } from '../storage/counters';
import type { SignedInAccount } from '../storage/identities';
import type { TokenClaims } from './accessToken';
import type { TierTable } from './tiers';

/** RFC 2606: nobody has an address there, so that none can be proven. */
const NO_DOMAIN = 'sign-in.invalid';
/** Characters of an issuer's name for a person (OpenID Connect Core 2). */
const LONGEST_SUBJECT = 255;

export interface FirstSignInDeps {
  readonly issuer: string;
  readonly accounts: Pick<AccountStore, 'claim'>;
  readonly tiers: TierTable;
  /** Whether somebody unknown gets a free account. */
  readonly autoCreate: boolean;
  readonly moment: () => Moment;
  readonly log: Log;
}

/**
 * Ties somebody who signs in for the first time to the account of the address that their issuer vouches for, or to a new one
 * where the settings allow it.
 *
 * @throws forbidden (403) for somebody without an account
 */
export async function firstSignIn(
  deps: FirstSignInDeps,
  { subject, verifiedEmail }: TokenClaims,
): Promise<SignedInAccount> {
  const { issuer, accounts, tiers, autoCreate, moment, log } = deps;
  if (subject.length > LONGEST_SUBJECT) throw forbidden('The sign-in names somebody too long.');
  const email = verifiedEmail?.endsWith('.invalid') ? null : verifiedEmail;
  const create = autoCreate ? { email: email ?? placeholder(issuer, subject), tier: tiers.free.id } : null;
  const account = await accounts.claim({ issuer, subject }, { email, create, at: new Date(moment().now) });
  if (account === null) {
    const known =
      email === null ? 'The sign-in vouches for no e-mail address' : 'Nobody has the address of the sign-in';
    throw forbidden(`${known}, so that no account is known to be yours; ask the operator of this service for one.`);
  }
  log.info({ account: account.accountId, issuer }, 'first sign-in');
  return account;
}

/** The address of an account whose owner's is not known: one for each person, so that tiers can be set by it. */
function placeholder(issuer: string, subject: string): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex');
  return `oauth-${hash.slice(0, 24)}@${NO_DOMAIN}`;
}
