import { useId, useState } from 'preact/hooks';
import { client, responseBody, type Schemas } from '../../../api/client';
import { useAction } from '../../../api/useAction';
import { ActionFailure } from '../actionFailure';
import { EMPTY_FORM, isComplete, requestBody, WebhookFields } from './webhookFields';

/** Form for a new webhook. */
export function CreateWebhook(props: {
  have: Schemas['WebhookEndpoints'];
  onCreated: (created: Schemas['CreatedWebhook']) => void;
}) {
  const { have, onCreated } = props;
  const id = useId();
  const [form, setForm] = useState(EMPTY_FORM);
  const create = useAction(
    () => responseBody(client.POST('/webhooks', { body: requestBody(form) })),
    (created) => {
      setForm(EMPTY_FORM);
      onCreated(created);
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
        <WebhookFields form={form} change={setForm} />
        <ActionFailure action={create} />
        <div class="row">
          <button type="submit" class="button main" disabled={create.busy || isFull || !isComplete(form)}>
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
