import type { ComponentChildren } from 'preact';
import type { Answer } from '../../api/useAnswer';
import { Notice } from '../../ui/notice';
import { ConsoleAnswer } from '../account/consoleAnswer';

/** An answer to an operator; account holders who are none read whose page it is. */
export function OperatorAnswer<T>(props: {
  answer: Answer<T>;
  again: () => void;
  children: (data: T) => ComponentChildren;
}) {
  const { answer, again, children } = props;
  if (answer.state === 'failed' && answer.failure.status === 403) return <ForOperators why={answer.failure.message} />;
  return (
    <ConsoleAnswer answer={answer} again={again}>
      {children}
    </ConsoleAnswer>
  );
}

/** In the place of the page, for account holders who are no operators. */
export function ForOperators({ why }: { why: string }) {
  return (
    <Notice kind="fault" title="This page is for operators">
      <p>{why}</p>
      <p>Whoever runs this server makes an operator of an account:</p>
      <p>
        <code>npm run keys -- set-role --email EMAIL --role admin</code>
      </p>
    </Notice>
  );
}
