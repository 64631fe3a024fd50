import { createHash } from 'node:crypto';
import { forbidden } from '../errors';
import type { Log } from '../log';
import type { IdentityStore, SignedInAccount } from '../storage/identities';
import type { Moment } from '../storage/moment';
import type { TokenClaims } from './accessToken';
import type { TierTable } from './tiers';

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
  readonly moment: () => Moment;
  readonly log: Log;
}

/**
 * Links a person who signs in for the first time to the account with their verified e-mail address, or to a new account where
 * the settings allow it.
 *
 * @throws forbidden (403) for a person without an account
 */
export async function firstSignIn(
  deps: FirstSignInDeps,
  { subject, verifiedEmail }: TokenClaims,
): Promise<SignedInAccount> {
  const { issuer, identities, tiers, autoCreate, moment, log } = deps;
  if (subject.length > LONGEST_SUBJECT)
    throw forbidden(`The subject of the sign-in token is longer than ${LONGEST_SUBJECT} characters.`);
  const email = verifiedEmail?.endsWith('.invalid') ? null : verifiedEmail;
  const create = autoCreate ? { email: email ?? placeholder(issuer, subject), tier: tiers.free.id } : null;
  const account = await identities.claim({ issuer, subject }, { email, create, at: new Date(moment().now) });
  if (account === null) {
    const reason =
      email === null ? 'The sign-in has no verified e-mail address' : 'No account has the address of the sign-in';
    throw forbidden(`${reason}: ask the operator of this service for an account.`);
  }
  log.info({ account: account.accountId, issuer }, 'first sign-in');
  return account;
}

/** The address of an account without a verified one: unique for each person, so that commands can name the account. */
function placeholder(issuer: string, subject: string): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex');
  return `oauth-${hash.slice(0, 24)}@${NO_DOMAIN}`;
}
