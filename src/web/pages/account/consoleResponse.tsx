import type { ComponentChildren } from 'preact';
import type { ResponseState } from '../../api/useRequest';
import { Notice } from '../../ui/notice';
import { ResponseView } from '../../ui/responseView';
import { SignInLink } from './signInRequired';

/** Shows a response of the console. The old data stays during a refetch; a 401 is shown as the end of the session. */
export function ConsoleResponse<T>(props: {
  response: ResponseState<T>;
  refetch: () => void;
  children: (data: T) => ComponentChildren;
}) {
  const { response, refetch, children } = props;
  if (response.state === 'failed' && response.failure.status === 401) return <SessionEnded />;
  const data = response.state === 'ready' ? response.data : response.state === 'loading' ? response.staleData : null;
  // Old and new data are rendered at the same position of the tree, so that forms below keep their state.
  if (data !== null) return <>{children(data)}</>;
  return (
    <ResponseView response={response} refetch={refetch}>
      {children}
    </ResponseView>
  );
}

/** The session was signed out elsewhere, expired, or was ended by an operator. */
export function SessionEnded() {
  return (
    <Notice kind="fault" title="Your session is over">
      <p>It was ended from elsewhere, or it was not used for too long. Your earlier changes are saved.</p>
      <SignInLink text="Sign in again" />
    </Notice>
  );
}
