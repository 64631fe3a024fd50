import { responseBody } from '../../api/client';
import { consoleClient } from '../../api/console';
import { useAction } from '../../api/useAction';
import { count } from '../../ui/format';
import { Confirm } from '../account/confirm';
import type { HeldDecision } from './heldCard';

/** Dialog that stores held prices, or drops them. */
export function DecideHeld(props: { pending: HeldDecision; onDone: (what: string) => void; close: () => void }) {
  const { pending, onDone, close } = props;
  const { held, decision } = pending;
  const { held_id, symbol, provider, stored, lost_days } = held;
  const decide = useAction(
    () =>
      responseBody(
        consoleClient.POST('/operator/held-prices/{held_id}/decision', {
          params: { path: { held_id } },
          body: { decision },
        }),
      ),
    ({ message }) => onDone(message),
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
