import { useId, useState } from 'preact/hooks';
import { answerOf, client, type Schemas } from '../../../api/client';
import { useAction } from '../../../api/useAction';
import { ActionFailure } from '../actionFailure';
import { bodyOf, isComplete, NOTHING, WebhookFields } from './webhookFields';

/** A webhook for events of one's own choice. */
export function CreateWebhook(props: {
  have: Schemas['WebhookEndpoints'];
  made: (created: Schemas['CreatedWebhook']) => void;
}) {
  const { have, made } = props;
  const id = useId();
  const [wanted, setWanted] = useState(NOTHING);
  const create = useAction(
    () => answerOf(client.POST('/webhooks', { body: bodyOf(wanted) })),
    (created) => {
      setWanted(NOTHING);
      made(created);
    },
  );
  const isFull = have.webhooks.length >= have.most;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>Create a webhook</h2>
      <form
        class="stack webhook-form"
        onSubmit={(event) => {
          event.preventDefault();
          create.run();
        }}
      >
        <WebhookFields wanted={wanted} change={setWanted} />
        <ActionFailure action={create} />
        <div class="row">
          <button type="submit" class="button main" disabled={create.busy || isFull || !isComplete(wanted)}>
            Create the webhook
          </button>
          <span class="small soft">
            {have.webhooks.length} of at most {have.most} of your plan.
            {isFull && have.most > 0 && ' Delete one to make another.'}
          </span>
        </div>
      </form>
    </section>
  );
}
