import type { Action } from '../../api/useAction';
import { FailureNotice, Notice } from '../../ui/notice';
import { SessionOver } from './consoleAnswer';

/** Why something was not done, beside the button that was to do it. */
export function ActionFailure({ action: { failure } }: { action: Pick<Action<never>, 'failure'> }) {
  if (failure === null) return null;
  if (failure.status === 401) return <SessionOver />;
  // What a plan is in the way of, the message says with the plan that would do.
  if (failure.status === 403) {
    return (
      <Notice kind="fault" title="Not allowed">
        <p>{failure.message}</p>
      </Notice>
    );
  }
  return <FailureNotice failure={failure} />;
}
