import type { Handler } from '../operation';
import type { ConsoleDeps } from '../services/console';
import { beginProviderSignIn, mailLink, signInByLink, signInByProvider, signInWays } from '../services/consoleSignIn';

/** GET /sign-in */
export function signInWaysHandler(deps: ConsoleDeps): Handler<'getSignInWays'> {
  return () => signInWays(deps);
}

/** POST /sign-in/link */
export function mailSignInLinkHandler(deps: ConsoleDeps): Handler<'mailSignInLink'> {
  return ({ body: { email, next = null } }) => mailLink(deps, email, next);
}

/** POST /session */
export function signInByLinkHandler(deps: ConsoleDeps): Handler<'signInByLink'> {
  return ({ body }, context) => signInByLink(deps, context, body.token);
}

/** POST /sign-in/provider */
export function beginProviderSignInHandler(deps: ConsoleDeps): Handler<'beginProviderSignIn'> {
  return ({ body: { next = null } }, context) => beginProviderSignIn(deps, context, next);
}

/** POST /session/provider */
export function signInByProviderHandler(deps: ConsoleDeps): Handler<'signInByProvider'> {
  return ({ body }, context) => signInByProvider(deps, context, body);
}
