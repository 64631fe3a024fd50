import type { Action } from '../../api/useAction';
import { FailureNotice, Notice } from '../../ui/notice';
import { SessionEnded } from './consoleResponse';

/** Why an action failed, shown beside its button. */
export function ActionFailure({ action: { failure } }: { action: Pick<Action<never>, 'failure'> }) {
  if (failure === null) return null;
  if (failure.status === 401) return <SessionEnded />;
  // For a limit of the plan, the message names the plan that would allow it.
  if (failure.status === 403) {
    return (
      <Notice kind="fault" title="Not allowed">
        <p>{failure.message}</p>
      </Notice>
    );
  }
  return <FailureNotice failure={failure} />;
}
