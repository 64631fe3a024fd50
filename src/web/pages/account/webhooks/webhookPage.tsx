import { useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { apiRequest } from '../../../api/apiRequest';
import type { Schemas } from '../../../api/client';
import { client, responseBody } from '../../../api/client';
import { useAction } from '../../../api/useAction';
import { useRequest } from '../../../api/useRequest';
import { InstantText } from '../../../ui/dateText';
import { KeyValues } from '../../../ui/keyValues';
import { AccountSection } from '../accountSection';
import { Confirm } from '../confirm';
import { ConsoleResponse } from '../consoleResponse';
import { ChangeWebhook } from './changeWebhook';
import { Deliveries } from './deliveries';
import { nameOf, type Webhook } from './events';
import { NewWebhookSecret } from './newWebhookSecret';
import { RotateSecret } from './rotateSecret';
import { SwitchWebhook } from './switchWebhook';
import { TryWebhook } from './tryWebhook';

/** One webhook: its settings, state and deliveries. */
export function WebhookPage({ id }: { id: string }) {
  const [, navigate] = useLocation();
  const [response, refetch] = useRequest(apiRequest('/webhooks/{webhook_id}', { path: { webhook_id: id } }));
  const [pending, setPending] = useState<'change' | 'rotate' | 'delete' | null>(null);
  const [secret, setSecret] = useState<Schemas['CreatedWebhook'] | null>(null);
  const close = () => setPending(null);
  const onDone = () => {
    close();
    refetch();
  };
  const onCreated = (created: Schemas['CreatedWebhook']) => {
    setSecret(created);
    onDone();
  };
  return (
    <AccountSection title="Webhook" lead={<Link href="/account/webhooks">All webhooks</Link>}>
      {secret && <NewWebhookSecret key={secret.secret} created={secret} dismiss={() => setSecret(null)} />}
      <ConsoleResponse response={response} refetch={refetch}>
        {({ webhook }) => (
          <>
            <h2 class="cell-wrap">{nameOf(webhook)}</h2>
            <SwitchWebhook webhook={webhook} onDone={refetch} />
            <Facts webhook={webhook} />
            <div class="row">
              <button type="button" class="button" onClick={() => setPending('change')}>
                Change
              </button>
              <button type="button" class="button" onClick={() => setPending('rotate')}>
                Change the secret
              </button>
              <button type="button" class="button" onClick={() => setPending('delete')}>
                Delete
              </button>
            </div>
            <TryWebhook id={id} />
            <Deliveries webhook={webhook} />
            {pending === 'change' && <ChangeWebhook webhook={webhook} onDone={onDone} close={close} />}
            {pending === 'rotate' && <RotateSecret webhook={webhook} onCreated={onCreated} close={close} />}
            {pending === 'delete' && (
              <DeleteWebhook webhook={webhook} onDeleted={() => navigate('/account/webhooks')} close={close} />
            )}
          </>
        )}
      </ConsoleResponse>
    </AccountSection>
  );
}

function Facts({
  webhook: { url, description, events, previous_secret_until: until, created_at },
}: {
  webhook: Webhook;
}) {
  return (
    <KeyValues
      pairs={[
        ['URL', <code>{url}</code>],
        ...(description === '' ? [] : [['Description', description] as const]),
        ['Events', events.join(', ')],
        ['Since', <InstantText at={created_at} />],
        ...(until === null ? [] : [['Old secret', <>signs as well until {<InstantText at={until} />} UTC</>] as const]),
      ]}
    />
  );
}

function DeleteWebhook(props: { webhook: Webhook; onDeleted: () => void; close: () => void }) {
  const { webhook_id, url } = props.webhook;
  const remove = useAction(
    () => responseBody(client.DELETE('/webhooks/{webhook_id}', { params: { path: { webhook_id } } })),
    props.onDeleted,
  );
  return (
    <Confirm title={`Delete “${nameOf(props.webhook)}”?`} verb="Delete" action={remove} close={props.close}>
      <p>
        Nothing is sent to <code>{url}</code> any more, and its deliveries are forgotten. This cannot be undone.
      </p>
    </Confirm>
  );
}
