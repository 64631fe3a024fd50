import { useState } from 'preact/hooks';
import { client, responseBody, type Schemas } from '../../../api/client';
import { useAction } from '../../../api/useAction';
import { KeyValues } from '../../../ui/keyValues';
import { Notice } from '../../../ui/notice';
import { ActionFailure } from '../actionFailure';

/** Sends a test message and shows the response. */
export function TryWebhook({ id }: { id: string }) {
  const [trial, setTrial] = useState<Schemas['WebhookTrial'] | null>(null);
  const test = useAction(
    () => responseBody(client.POST('/webhooks/{webhook_id}/test', { params: { path: { webhook_id: id } } })),
    setTrial,
  );
  return (
    <section aria-label="Test" class="stack">
      <div class="row">
        <button type="button" class="button" onClick={() => test.run()} disabled={test.busy}>
          Send a test message
        </button>
        <span class="small soft">
          <code>webhook.test</code>, signed like the others; once in 10 seconds.
        </span>
      </div>
      <ActionFailure action={test} />
      <div aria-live="polite">
        {trial && (
          <Notice kind={trial.delivered ? 'plain' : 'warn'} title={trial.delivered ? 'Accepted' : 'Not accepted'}>
            <KeyValues
              pairs={[
                ['Answer', trial.response_code ?? 'none'],
                ...(trial.error === null ? [] : [['What went wrong', trial.error] as const]),
                ['After', `${trial.duration_ms} ms`],
                ['webhook-id', <code>{trial.event_id}</code>],
              ]}
            />
          </Notice>
        )}
      </div>
    </section>
  );
}
