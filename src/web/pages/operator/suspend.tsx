import { responseBody } from '../../api/client';
import { consoleClient } from '../../api/console';
import { useAction } from '../../api/useAction';
import { Confirm } from '../account/confirm';
import type { OperatedAccount } from './accountTable';

/** Dialog that suspends an account, or resumes it. */
export function Suspend(props: { account: OperatedAccount; onDone: (what: string) => void; close: () => void }) {
  const { account, onDone, close } = props;
  const { account_id, email, suspended_at } = account;
  const isActive = suspended_at === null;
  const change = useAction(
    () =>
      responseBody(
        consoleClient.PATCH('/operator/accounts/{account_id}', {
          params: { path: { account_id } },
          body: { suspended: isActive },
        }),
      ),
    (changed) =>
      onDone(`${email} is ${changed.account.suspended_at === null ? 'let in again' : 'suspended'} from now on.`),
  );
  return isActive ? (
    <Confirm title={`Suspend ${email}?`} verb="Suspend it" action={change} close={close}>
      <p>
        With the next request nobody is let in with it: its keys stop, its sessions and sign-in links end. Nothing of it
        is lost, and its keys work again when it is resumed.
      </p>
    </Confirm>
  ) : (
    <Confirm title={`Resume ${email}?`} verb="Resume it" action={change} close={close}>
      <p>Its keys work again with the next request. Its holder signs in anew.</p>
    </Confirm>
  );
}
