import { useState } from 'preact/hooks';
import { responseBody } from '../../../api/client';
import { consoleClient, consoleRequest } from '../../../api/console';
import { useAction } from '../../../api/useAction';
import { useRequest } from '../../../api/useRequest';
import { InstantText } from '../../../ui/dateText';
import { AccountSection } from '../accountSection';
import { Confirm } from '../confirm';
import { ConsoleResponse } from '../consoleResponse';
import { CreateKey } from './createKey';
import type { Key, PendingAction } from './keyTable';
import { KeyTable } from './keyTable';
import { NewSecret, type Secret } from './newSecret';
import { RotateKey } from './rotateKey';

/** The API keys of the account. */
export function KeysPage() {
  const [response, refetch] = useRequest(consoleRequest('/account/keys'));
  const [secret, setSecret] = useState<Secret | null>(null);
  const [pending, setPending] = useState<PendingAction | null>(null);
  const onCreated = (next: Secret) => {
    setSecret(next);
    setPending(null);
    refetch();
  };
  const onRevoked = () => {
    setPending(null);
    refetch();
  };
  const close = () => setPending(null);
  return (
    <AccountSection title="Keys" lead="What programs and agents ask with. All keys share the limits of the account.">
      {secret && <NewSecret key={secret.key.key_id} created={secret} dismiss={() => setSecret(null)} />}
      <ConsoleResponse response={response} refetch={refetch}>
        {(data) => (
          <>
            <KeyTable keys={data.keys} onAction={setPending} />
            <CreateKey keys={data} onCreated={onCreated} />
          </>
        )}
      </ConsoleResponse>
      {pending?.act === 'revoke' && <RevokeKey apiKey={pending.key} onRevoked={onRevoked} close={close} />}
      {pending?.act === 'rotate' && <RotateKey apiKey={pending.key} onCreated={onCreated} close={close} />}
    </AccountSection>
  );
}

function RevokeKey({ apiKey: key, onRevoked, close }: { apiKey: Key; onRevoked: () => void; close: () => void }) {
  const revoke = useAction(
    () => responseBody(consoleClient.DELETE('/account/keys/{key_id}', { params: { path: { key_id: key.key_id } } })),
    onRevoked,
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
