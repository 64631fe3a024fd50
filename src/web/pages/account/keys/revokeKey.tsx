import { answerOf } from '../../../api/client';
import { consoleClient } from '../../../api/console';
import { useAction } from '../../../api/useAction';
import { InstantText } from '../../../ui/instantText';
import { Confirm } from '../confirm';
import type { Key } from './keyTable';

export function RevokeKey({ of: key, revoked, close }: { of: Key; revoked: () => void; close: () => void }) {
  const revoke = useAction(
    () => answerOf(consoleClient.DELETE('/account/keys/{key_id}', { params: { path: { key_id: key.key_id } } })),
    revoked,
  );
  return (
    <Confirm title={`Revoke “${key.name}”?`} verb="Revoke" action={revoke} close={close}>
      <p>
        <code>{key.display}</code>, last used: <InstantText at={key.last_used_at} />.
      </p>
      <p>Whatever uses it is refused from the next request on. This cannot be undone.</p>
    </Confirm>
  );
}
