import { useState } from 'preact/hooks';
import { client, responseBody } from '../../../api/client';
import { useAction } from '../../../api/useAction';
import { Dialog } from '../../../ui/dialog';
import { ActionFailure } from '../actionFailure';
import { nameOf, type Webhook } from './events';
import { isComplete, requestBody, WebhookFields, type WebhookForm } from './webhookFields';

/** Changes URL, description, events or neutral setups of a webhook; its secret and pending deliveries stay. */
export function ChangeWebhook({ webhook, onDone, close }: { webhook: Webhook; onDone: () => void; close: () => void }) {
  const [form, setForm] = useState<WebhookForm>(webhook);
  const change = useAction(
    () =>
      responseBody(
        client.PATCH('/webhooks/{webhook_id}', {
          params: { path: { webhook_id: webhook.webhook_id } },
          body: requestBody(form),
        }),
      ),
    onDone,
  );
  return (
    <Dialog title={`Change “${nameOf(webhook)}”`} close={close}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          change.run();
        }}
      >
        <WebhookFields form={form} change={setForm} />
        <ActionFailure action={change} />
        <div class="row">
          <button type="submit" class="button main" disabled={change.busy || !isComplete(form)}>
            Save the change
          </button>
          <button type="button" class="button" onClick={close}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}
