import type { ComponentChildren } from 'preact';
import type { Answer } from '../../api/useAnswer';
import { Answered } from '../../ui/answered';
import { Notice } from '../../ui/notice';
import { SignInLink } from './signInFirst';

/** An answer of the console. While it is asked again the one before stands; a session that ended meanwhile says so. */
export function ConsoleAnswer<T>(props: {
  answer: Answer<T>;
  again: () => void;
  children: (data: T) => ComponentChildren;
}) {
  const { answer, again, children } = props;
  if (answer.state === 'failed' && answer.failure.status === 401) return <SessionOver />;
  const data = answer.state === 'ready' ? answer.data : answer.state === 'loading' ? answer.before : null;
  // In one place of the tree, or what was typed beneath would go while it is asked again.
  if (data !== null) return <>{children(data)}</>;
  return (
    <Answered answer={answer} again={again}>
      {children}
    </Answered>
  );
}

/** Signed out elsewhere, unused for too long, or ended by an operator. */
export function SessionOver() {
  return (
    <Notice kind="fault" title="Your session is over">
      <p>It was ended from elsewhere, or it was not used for too long. What you did before was done.</p>
      <SignInLink text="Sign in again" />
    </Notice>
  );
}
