import type { ComponentChildren } from 'preact';
import type { ResponseState } from '../../api/useRequest';
import { Notice } from '../../ui/notice';
import { ConsoleResponse } from '../account/consoleResponse';

/** Shows a response for operators; a 403 tells other account holders that the page is for operators. */
export function OperatorResponse<T>(props: {
  response: ResponseState<T>;
  refetch: () => void;
  children: (data: T) => ComponentChildren;
}) {
  const { response, refetch, children } = props;
  if (response.state === 'failed' && response.failure.status === 403)
    return <ForOperators why={response.failure.message} />;
  return (
    <ConsoleResponse response={response} refetch={refetch}>
      {children}
    </ConsoleResponse>
  );
}

/** Shown instead of the page to account holders who are not operators. */
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
