import { useState } from 'preact/hooks';
import { askingConsole } from '../../api/console';
import { useAnswer } from '../../api/useAnswer';
import { useUrlState } from '../../state/useUrlState';
import { count } from '../../ui/format';
import { Notice } from '../../ui/notice';
import { PageButtons } from '../../ui/pageButtons';
import { DecideHeld } from './decideHeld';
import { Done } from './done';
import type { HeldAsked } from './held';
import { HeldCard } from './heldCard';
import { OperatorAnswer } from './operatorAnswer';

const STATE = { after: '' } as const;

/** Prices that wait for a decision, beside those that are stored. */
export function HeldPrices() {
  const [{ after }, setState] = useUrlState(STATE);
  const [asked, setAsked] = useState<HeldAsked | null>(null);
  const [told, setTold] = useState<string | null>(null);
  const [answer, again] = useAnswer(
    askingConsole('/operator/held-prices', { query: { limit: 10, ...(after !== '' && { after }) } }),
  );
  const close = () => setAsked(null);
  const done = (what: string) => {
    close();
    setTold(what);
    again();
  };
  return (
    <>
      {told !== null && <Done what={told} dismiss={() => setTold(null)} />}
      <OperatorAnswer answer={answer} again={again}>
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
                ask={(decision) => {
                  setTold(null);
                  setAsked({ held: one, decision });
                }}
              />
            ))}
            <PageButtons
              isLater={after !== ''}
              next={next_after}
              go={(place) => setState({ after: place ?? '' })}
              again={again}
            />
          </>
        )}
      </OperatorAnswer>
      {asked !== null && <DecideHeld asked={asked} done={done} close={close} />}
    </>
  );
}
