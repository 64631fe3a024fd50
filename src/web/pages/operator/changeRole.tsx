import { responseBody } from '../../api/client';
import { consoleClient } from '../../api/console';
import { useAction } from '../../api/useAction';
import { Confirm } from '../account/confirm';
import type { OperatedAccount } from './accountTable';

/** Dialog that changes a member to an operator, or an operator to a member. */
export function ChangeRole(props: { account: OperatedAccount; onDone: (what: string) => void; close: () => void }) {
  const { account, onDone, close } = props;
  const { account_id, email } = account;
  const isOperator = account.role === 'admin';
  const change = useAction(
    () =>
      responseBody(
        consoleClient.PATCH('/operator/accounts/{account_id}', {
          params: { path: { account_id } },
          body: { role: isOperator ? 'member' : 'admin' },
        }),
      ),
    (changed) => onDone(`${email} is ${changed.account.role === 'admin' ? 'an operator' : 'no operator'} from now on.`),
  );
  return isOperator ? (
    <Confirm title={`Make a member of ${email}?`} verb="Make a member" action={change} close={close}>
      <p>An operator now. With the next request, this page is closed to its sessions; its plan and keys stay.</p>
    </Confirm>
  ) : (
    <Confirm title={`Make an operator of ${email}?`} verb="Make an operator" action={change} close={close}>
      <p>Operators see every account, change its plan and role, and end its sessions: yours too.</p>
    </Confirm>
  );
}
