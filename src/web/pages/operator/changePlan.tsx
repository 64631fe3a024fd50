import { useId, useState } from 'preact/hooks';
import { responseBody } from '../../api/client';
import { consoleClient } from '../../api/console';
import { useAction } from '../../api/useAction';
import { Dialog } from '../../ui/dialog';
import { ActionFailure } from '../account/actionFailure';
import { type AccountList, type OperatedAccount, planName } from './accountTable';

/** Dialog that changes the plan of an account. */
export function ChangePlan(props: {
  account: OperatedAccount;
  tiers: AccountList['tiers'];
  onDone: (what: string) => void;
  close: () => void;
}) {
  const { account, tiers, onDone, close } = props;
  const { account_id, email } = account;
  const id = useId();
  const [tier, setTier] = useState(account.tier);
  const change = useAction(
    () =>
      responseBody(
        consoleClient.PATCH('/operator/accounts/{account_id}', { params: { path: { account_id } }, body: { tier } }),
      ),
    (changed) => onDone(`${email} has the plan ${planName(tiers, changed.account.tier)} from the next request on.`),
  );
  return (
    <Dialog title={`Change the plan of ${email}`} close={close}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          change.run();
        }}
      >
        <div class="field">
          <label for={id}>Plan</label>
          <select id={id} value={tier} onChange={({ currentTarget }) => setTier(currentTarget.value)}>
            {!tiers.some((one) => one.id === account.tier) && <option value={account.tier}>{account.tier}</option>}
            {tiers.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </select>
        </div>
        <p>
          It has {planName(tiers, account.tier)} now. The limits of another plan count from the next request of its keys
          and sessions on, and its holder sees the change under Activity.
        </p>
        <ActionFailure action={change} />
        <div class="row">
          <button type="submit" class="button main" disabled={change.busy || tier === account.tier}>
            Change the plan
          </button>
          <button type="button" class="button" onClick={close}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}
