import type { Handler } from '../operation';
import type { ConsoleDeps } from '../services/console';
import { mailLink, signInByLink, signInWays } from '../services/consoleSignIn';

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
