import { useState } from 'preact/hooks';
import { consoleRequest } from '../../api/console';
import { useRequest } from '../../api/useRequest';
import { useUrlState } from '../../state/useUrlState';
import { PageButtons } from '../../ui/pageButtons';
import { ConsoleResponse } from '../account/consoleResponse';
import { AccountSearch } from './accountSearch';
import { AccountTable, type PendingAction } from './accountTable';
import { ChangePlan } from './changePlan';
import { ChangeRole } from './changeRole';
import { Commands } from './commands';
import { OutcomeNotice } from './done';
import { EndSessions } from './endSessions';
import { ForOperators } from './operatorResponse';
import { Suspend } from './suspend';

const STATE = { search: '', after: '' } as const;
const PAGE_SIZE = 50;

/** The list of accounts with the dialogs of their actions. */
export function Accounts() {
  const [{ search, after }, setState] = useUrlState(STATE);
  const [pending, setPending] = useState<PendingAction | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const from = Number(after);
  const hasPrevious = Number.isSafeInteger(from) && from > 0;
  const query = { limit: PAGE_SIZE, ...(search !== '' && { search }), ...(hasPrevious && { after: from }) };
  const [response, refetch] = useRequest(consoleRequest('/operator/accounts', { query }));
  const [mine] = useRequest(consoleRequest('/account'));
  if (response.state === 'failed' && response.failure.status === 403)
    return <ForOperators why={response.failure.message} />;
  const own = mine.state === 'ready' ? mine.data.email : null;
  const onAction = (next: PendingAction) => {
    setMessage(null);
    setPending(next);
  };
  const close = () => setPending(null);
  const onDone = (what: string) => {
    close();
    setMessage(what);
    refetch();
  };
  return (
    <>
      <AccountSearch search={search} onSearch={(text) => setState({ search: text, after: '' })} />
      {message !== null && <OutcomeNotice what={message} dismiss={() => setMessage(null)} />}
      <ConsoleResponse response={response} refetch={refetch}>
        {(list) => (
          <>
            {list.accounts.length === 0 ? (
              <p>{noAccountText(search, hasPrevious)}</p>
            ) : (
              <AccountTable list={list} own={own} onAction={onAction} />
            )}
            <PageButtons
              hasPrevious={hasPrevious}
              next={list.next_after}
              goTo={(cursor) => setState({ after: String(cursor ?? '') })}
              refetch={refetch}
            />
          </>
        )}
      </ConsoleResponse>
      <Commands />
      {pending?.act === 'plan' && (
        <ChangePlan account={pending.account} tiers={pending.tiers} onDone={onDone} close={close} />
      )}
      {pending?.act === 'role' && <ChangeRole account={pending.account} onDone={onDone} close={close} />}
      {pending?.act === 'suspend' && <Suspend account={pending.account} onDone={onDone} close={close} />}
      {pending?.act === 'end' && (
        <EndSessions account={pending.account} isOwn={pending.account.email === own} onDone={onDone} close={close} />
      )}
    </>
  );
}

function noAccountText(search: string, hasPrevious: boolean): string {
  const which = search === '' ? '' : ` whose address has “${search}” in it`;
  return `No ${hasPrevious ? 'further ' : ''}account${which}.`;
}
