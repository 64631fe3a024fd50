import { responseBody } from '../../api/client';
import { consoleClient, goToSignIn } from '../../api/console';
import { useAction } from '../../api/useAction';
import { Confirm } from '../account/confirm';
import type { OperatedAccount } from './accountTable';

/** Dialog that ends all sessions of an account, also those of the operator's own account. */
export function EndSessions(props: {
  account: OperatedAccount;
  isOwn: boolean;
  onDone: (what: string) => void;
  close: () => void;
}) {
  const { account, isOwn, onDone, close } = props;
  const { account_id, email, sessions } = account;
  const end = useAction(
    () =>
      responseBody(
        consoleClient.DELETE('/operator/accounts/{account_id}/sessions', { params: { path: { account_id } } }),
      ),
    ({ ended }) => (isOwn ? goToSignIn() : onDone(`${howMany(ended)} of ${email} ended. Its keys go on to work.`)),
  );
  return (
    <Confirm title={`End the sessions of ${email}?`} verb="End them" action={end} close={close}>
      <p>
        {howMany(sessions)} when the list was made. Every browser is signed out with its next request
        {isOwn && ', this one too'}. Keys go on to work.
      </p>
    </Confirm>
  );
}

function howMany(sessions: number): string {
  return sessions === 1 ? 'One session' : `${sessions} sessions`;
}
