import type { ComponentChildren } from 'preact';
import type { Answer } from '../api/useAnswer';
import { FailureNotice } from './notice';
import { Skeleton } from './skeleton';

/** An answer, or what stands in its place until there is one or because there is none. */
export function Answered<T>(props: {
  answer: Answer<T>;
  again?: () => void;
  /** Of the skeleton. */
  lines?: number;
  children: (data: T) => ComponentChildren;
}) {
  const { answer, again, lines, children } = props;
  if (answer.state === 'ready') return <>{children(answer.data)}</>;
  if (answer.state === 'failed') return <FailureNotice failure={answer.failure} again={again} />;
  return answer.state === 'loading' ? <Skeleton lines={lines} /> : null;
}
