import type { Action } from '../../api/useAction';
import { FailureNotice } from '../../ui/notice';
import { SessionOver } from './consoleAnswer';

/** Why something was not done, beside the button that was to do it. */
export function ActionFailure({ action: { failure } }: { action: Pick<Action<never>, 'failure'> }) {
  if (failure === null) return null;
  return failure.status === 401 ? <SessionOver /> : <FailureNotice failure={failure} />;
}
