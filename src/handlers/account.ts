import type { Handler } from '../operation';
import { accountEvents, accountUsage, describeAccount } from '../services/account';
import { endSession, listSessions, signOut, signOutEverywhere } from '../services/accountSessions';
import type { ConsoleDeps } from '../services/console';

/** GET /account */
export function accountHandler(deps: ConsoleDeps): Handler<'getAccount'> {
  return (_, context) => describeAccount(deps, context);
}

/** GET /account/usage */
export function accountUsageHandler(deps: ConsoleDeps): Handler<'getAccountUsage'> {
  return (_, context) => accountUsage(deps, context);
}

/** GET /account/events */
export function accountEventsHandler(deps: ConsoleDeps): Handler<'listAccountEvents'> {
  return (input, context) => accountEvents(deps, context, input);
}

/** GET /account/sessions */
export function sessionsHandler(deps: ConsoleDeps): Handler<'listSessions'> {
  return (_, context) => listSessions(deps, context);
}

/** DELETE /account/sessions */
export function signOutEverywhereHandler(deps: ConsoleDeps): Handler<'signOutEverywhere'> {
  return (_, context) => signOutEverywhere(deps, context);
}

/** DELETE /account/sessions/{session_id} */
export function endSessionHandler(deps: ConsoleDeps): Handler<'endSession'> {
  return ({ session_id }, context) => endSession(deps, context, session_id);
}

/** DELETE /session */
export function signOutHandler(deps: ConsoleDeps): Handler<'signOut'> {
  return (_, context) => signOut(deps, context);
}
