import { useState } from 'preact/hooks';
import { consoleRequest } from '../../api/console';
import { useRequest } from '../../api/useRequest';
import { useUrlState } from '../../state/useUrlState';
import { count } from '../../ui/format';
import { Notice } from '../../ui/notice';
import { PageButtons } from '../../ui/pageButtons';
import { DecideHeld } from './decideHeld';
import { OutcomeNotice } from './done';
import type { HeldDecision } from './heldCard';
import { HeldCard } from './heldCard';
import { OperatorResponse } from './operatorResponse';

const STATE = { after: '' } as const;

/** Prices that wait for a decision, compared with the stored ones. */
export function HeldPrices() {
  const [{ after }, setState] = useUrlState(STATE);
  const [pending, setPending] = useState<HeldDecision | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const [response, refetch] = useRequest(
    consoleRequest('/operator/held-prices', { query: { limit: 10, ...(after !== '' && { after }) } }),
  );
  const close = () => setPending(null);
  const onDone = (what: string) => {
    close();
    setMessage(what);
    refetch();
  };
  return (
    <>
      {message !== null && <OutcomeNotice what={message} dismiss={() => setMessage(null)} />}
      <OperatorResponse response={response} refetch={refetch}>
        {({ held, total, next_after }) => (
          <>
            <p>{total === 0 ? '' : `${count(held.length)} of ${count(total)}, by feed and symbol.`}</p>
            {held.length === 0 && (
              <Notice title={total === 0 ? 'Nothing waits' : 'Nothing further waits'}>
                <p>What feeds fetched so far fitted what was stored, or was decided on.</p>
              </Notice>
            )}
            {held.map((one) => (
              <HeldCard
                key={one.held_id}
                held={one}
                onAction={(decision) => {
                  setMessage(null);
                  setPending({ held: one, decision });
                }}
              />
            ))}
            <PageButtons
              hasPrevious={after !== ''}
              next={next_after}
              goTo={(cursor) => setState({ after: cursor ?? '' })}
              refetch={refetch}
            />
          </>
        )}
      </OperatorResponse>
      {pending !== null && <DecideHeld pending={pending} onDone={onDone} close={close} />}
    </>
  );
}
