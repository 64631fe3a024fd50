import type { ComponentChildren } from 'preact';
import type { ResponseState } from '../api/useRequest';
import { FailureNotice } from './notice';
import { Skeleton } from './skeleton';

/** Shows the data of a response, a skeleton while it loads, or the reason why it failed. */
export function ResponseView<T>(props: {
  response: ResponseState<T>;
  refetch?: () => void;
  /** Lines of the skeleton. */
  lines?: number;
  children: (data: T) => ComponentChildren;
}) {
  const { response, refetch, lines, children } = props;
  if (response.state === 'ready') return <>{children(response.data)}</>;
  if (response.state === 'failed') return <FailureNotice failure={response.failure} refetch={refetch} />;
  return response.state === 'loading' ? <Skeleton lines={lines} /> : null;
}
