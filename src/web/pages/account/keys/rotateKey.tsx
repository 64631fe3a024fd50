import { useId, useState } from 'preact/hooks';
import { answerOf } from '../../../api/client';
import { consoleClient } from '../../../api/console';
import { useAction } from '../../../api/useAction';
import { Dialog } from '../../../ui/dialog';
import { ActionFailure } from '../actionFailure';
import type { Key } from './keyTable';
import type { Secret } from './newSecret';

const OVERLAPS = [
  [0, 'none: it ends at once'],
  [1, '1 hour'],
  [24, '1 day'],
  [168, '7 days'],
  [720, '30 days'],
] as const;

/** A new key in the place of one, which works on for a while. */
export function RotateKey({ of: key, made, close }: { of: Key; made: (secret: Secret) => void; close: () => void }) {
  const id = useId();
  const [hours, setHours] = useState(24);
  const rotate = useAction(
    () =>
      answerOf(
        consoleClient.POST('/account/keys/{key_id}/rotate', {
          params: { path: { key_id: key.key_id } },
          body: { overlap_hours: hours },
        }),
      ),
    ({ key: next, secret, message, old_key }) => made({ key: next, secret, message, old: old_key }),
  );
  return (
    <Dialog title={`Rotate “${key.name}”`} close={close}>
      <p>
        Makes a new key of the same name that may do the same. <code>{key.display}</code> works on for a while, so that
        programs can be changed one after the other.
      </p>
      <div class="field">
        <label for={id}>Time in which both work</label>
        <select id={id} value={hours} onChange={({ currentTarget }) => setHours(Number(currentTarget.value))}>
          {OVERLAPS.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </div>
      <ActionFailure action={rotate} />
      <div class="row">
        <button type="button" class="button main" onClick={() => rotate.run()} disabled={rotate.busy}>
          Make the new key
        </button>
        <button type="button" class="button" onClick={close}>
          Leave it
        </button>
      </div>
    </Dialog>
  );
}
