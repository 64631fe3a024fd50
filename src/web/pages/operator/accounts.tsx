import { useState } from 'preact/hooks';
import { askingConsole } from '../../api/console';
import { useAnswer } from '../../api/useAnswer';
import { useUrlState } from '../../state/useUrlState';
import { PageButtons } from '../../ui/pageButtons';
import { ConsoleAnswer } from '../account/consoleAnswer';
import { AccountSearch } from './accountSearch';
import { AccountTable, type Asked } from './accountTable';
import { ChangePlan } from './changePlan';
import { ChangeRole } from './changeRole';
import { Commands } from './commands';
import { Done } from './done';
import { EndSessions } from './endSessions';
import { ForOperators } from './operatorAnswer';
import { Suspend } from './suspend';

const STATE = { search: '', after: '' } as const;
const A_PAGE = 50;

/** Accounts page by page, and what is done with one of them. */
export function Accounts() {
  const [{ search, after }, setState] = useUrlState(STATE);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [told, setTold] = useState<string | null>(null);
  const from = Number(after);
  const isLater = Number.isSafeInteger(from) && from > 0;
  const query = { limit: A_PAGE, ...(search !== '' && { search }), ...(isLater && { after: from }) };
  const [answer, again] = useAnswer(askingConsole('/operator/accounts', { query }));
  const [mine] = useAnswer(askingConsole('/account'));
  if (answer.state === 'failed' && answer.failure.status === 403) return <ForOperators why={answer.failure.message} />;
  const own = mine.state === 'ready' ? mine.data.email : null;
  const ask = (next: Asked) => {
    setTold(null);
    setAsked(next);
  };
  const close = () => setAsked(null);
  const done = (what: string) => {
    close();
    setTold(what);
    again();
  };
  return (
    <>
      <AccountSearch search={search} look={(text) => setState({ search: text, after: '' })} />
      {told !== null && <Done what={told} dismiss={() => setTold(null)} />}
      <ConsoleAnswer answer={answer} again={again}>
        {(list) => (
          <>
            {list.accounts.length === 0 ? (
              <p>{nothingFound(search, isLater)}</p>
            ) : (
              <AccountTable list={list} own={own} ask={ask} />
            )}
            <PageButtons
              isLater={isLater}
              next={list.next_after}
              go={(place) => setState({ after: String(place ?? '') })}
              again={again}
            />
          </>
        )}
      </ConsoleAnswer>
      <Commands />
      {asked?.act === 'plan' && <ChangePlan of={asked.account} tiers={asked.tiers} done={done} close={close} />}
      {asked?.act === 'role' && <ChangeRole of={asked.account} done={done} close={close} />}
      {asked?.act === 'suspend' && <Suspend of={asked.account} done={done} close={close} />}
      {asked?.act === 'end' && (
        <EndSessions of={asked.account} isOwn={asked.account.email === own} done={done} close={close} />
      )}
    </>
  );
}

function nothingFound(search: string, isLater: boolean): string {
  const which = search === '' ? '' : ` whose address has “${search}” in it`;
  return `No ${isLater ? 'further ' : ''}account${which}.`;
}
