import { DAY_MS, fromIso } from '../core/calendar/dates';
import { CreatedAnswer } from '../fileAnswer';
import type { Handlers } from '../operation';
import { accountEvents, accountUsage, describeAccount } from '../services/account/account';
import type { ConsoleDeps } from '../services/account/console';
import { createKey, listKeys, revokeKey, rotateKey } from '../services/account/keys';
import {
  beginProviderSignIn,
  endSession,
  listSessions,
  mailLink,
  signInByLink,
  signInByProvider,
  signInMethods,
  signOut,
  signOutEverywhere,
} from '../services/account/sessions';

/** The account of a signed-in person: sign-in, sessions, keys, usage. */
export function accountHandlers(deps: ConsoleDeps) {
  return {
    getAccount: (_, context) => describeAccount(deps, context),
    getAccountUsage: (_, context) => accountUsage(deps, context),
    listAccountEvents: (input, context) => accountEvents(deps, context, input),
    listSessions: (_, context) => listSessions(deps, context),
    signOutEverywhere: (_, context) => signOutEverywhere(deps, context),
    endSession: ({ session_id }, context) => endSession(deps, context, session_id),
    signOut: (_, context) => signOut(deps, context),
    listKeys: (_, context) => listKeys(deps, context),
    createKey: async ({ body: { name, expires_on, markets = null, read_only: readOnly = false } }, context) => {
      const expiresAt = expires_on === undefined ? null : new Date(fromIso(expires_on) * DAY_MS);
      const created = await createKey(deps, context, { name, expiresAt, scope: { markets, readOnly } });
      return new CreatedAnswer(created, `/account/keys/${created.key.key_id}`);
    },
    rotateKey: ({ key_id, body }, context) => rotateKey(deps, context, { keyId: key_id, hours: body.overlap_hours }),
    revokeKey: ({ key_id }, context) => revokeKey(deps, context, key_id),
    getSignInWays: () => signInMethods(deps),
    mailSignInLink: ({ body: { email, next = null } }) => mailLink(deps, email, next),
    signInByLink: ({ body }, context) => signInByLink(deps, context, body.token),
    beginProviderSignIn: ({ body: { next = null } }, context) => beginProviderSignIn(deps, context, next),
    signInByProvider: ({ body }, context) => signInByProvider(deps, context, body),
  } satisfies Partial<Handlers>;
}
