import { answerOf } from '../../api/client';
import { consoleClient } from '../../api/console';
import { useAction } from '../../api/useAction';
import { count } from '../../ui/format';
import { Confirm } from '../account/confirm';
import type { HeldAsked } from './held';

/** Takes prices that were held back, or drops them. */
export function DecideHeld(props: { asked: HeldAsked; done: (what: string) => void; close: () => void }) {
  const { asked, done, close } = props;
  const { held, decision } = asked;
  const { held_id, symbol, provider, stored, lost_days } = held;
  const decide = useAction(
    () =>
      answerOf(
        consoleClient.POST('/operator/held-prices/{held_id}/decision', {
          params: { path: { held_id } },
          body: { decision },
        }),
      ),
    ({ message }) => done(message),
  );
  if (decision === 'drop') {
    return (
      <Confirm title={`Drop the held prices of ${symbol}?`} verb="Drop them" action={decide} close={close}>
        <p>
          What is stored stays. {provider} is not asked for {symbol} any more until its feed is resumed.
        </p>
      </Confirm>
    );
  }
  return (
    <Confirm title={`Take the held prices of ${symbol}?`} verb="Take them" action={decide} close={close}>
      <p>
        {count(held.held.bars)} bars of {held.source} stand in the place of{' '}
        {stored === null ? 'nothing' : `the ${count(stored.bars)} that are stored`}
        {lost_days > 0 && `; ${count(lost_days)} stored days are lost`}. Every answer is of them from then on.
      </p>
      <p>
        <code>npm run undo</code> on the server brings back what was before the last change of prices.
      </p>
    </Confirm>
  );
}
