import { answerOf } from '../../api/client';
import { consoleClient, leaveSignedOut } from '../../api/console';
import { useAction } from '../../api/useAction';
import { Confirm } from '../account/confirm';
import type { OperatedAccount } from './accountTable';

/** Signs an account out everywhere. Whoever ends the own sessions is signed out as well. */
export function EndSessions(props: {
  of: OperatedAccount;
  isOwn: boolean;
  done: (what: string) => void;
  close: () => void;
}) {
  const { of: account, isOwn, done, close } = props;
  const { account_id, email, sessions } = account;
  const end = useAction(
    () =>
      answerOf(consoleClient.DELETE('/operator/accounts/{account_id}/sessions', { params: { path: { account_id } } })),
    ({ ended }) => (isOwn ? leaveSignedOut() : done(`${howMany(ended)} of ${email} ended. Its keys go on to work.`)),
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
