import type { Handler } from '../operation';
import type { ConsoleDeps } from '../services/console';
import { changeAccount, endSessionsOf, listAccounts } from '../services/operator';

/** GET /operator/accounts */
export function listAccountsHandler(deps: ConsoleDeps): Handler<'listAccounts'> {
  return (input) => listAccounts(deps, input);
}

/** PATCH /operator/accounts/{account_id} */
export function changeAccountHandler(deps: ConsoleDeps): Handler<'changeAccount'> {
  return ({ account_id, body }, context) => changeAccount(deps, context, account_id, body);
}

/** DELETE /operator/accounts/{account_id}/sessions */
export function endSessionsOfHandler(deps: ConsoleDeps): Handler<'endSessionsOf'> {
  return ({ account_id }) => endSessionsOf(deps, account_id);
}
