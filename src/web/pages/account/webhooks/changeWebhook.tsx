import { useState } from 'preact/hooks';
import { answerOf, client } from '../../../api/client';
import { useAction } from '../../../api/useAction';
import { Dialog } from '../../../ui/dialog';
import { ActionFailure } from '../actionFailure';
import { nameOf, type Webhook } from './events';
import { bodyOf, isComplete, type Wanted, WebhookFields } from './webhookFields';

/** Another address, other words or other events; its secret and what waits for it stay. */
export function ChangeWebhook({ of: webhook, done, close }: { of: Webhook; done: () => void; close: () => void }) {
  const [wanted, setWanted] = useState<Wanted>(webhook);
  const change = useAction(
    () =>
      answerOf(
        client.PATCH('/webhooks/{webhook_id}', {
          params: { path: { webhook_id: webhook.webhook_id } },
          body: bodyOf(wanted),
        }),
      ),
    done,
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
        <WebhookFields wanted={wanted} change={setWanted} />
        <ActionFailure action={change} />
        <div class="row">
          <button type="submit" class="button main" disabled={change.busy || !isComplete(wanted)}>
            Save the change
          </button>
          <button type="button" class="button" onClick={close}>
            Leave it
          </button>
        </div>
      </form>
    </Dialog>
  );
}
