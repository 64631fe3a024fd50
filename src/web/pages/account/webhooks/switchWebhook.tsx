import { client, responseBody } from '../../../api/client';
import { useAction } from '../../../api/useAction';
import { InstantText } from '../../../ui/dateText';
import { Notice } from '../../../ui/notice';
import { ActionFailure } from '../actionFailure';
import type { Webhook } from './events';

/** State of a webhook, the reason when it is disabled, and the button that changes it. */
export function SwitchWebhook({ webhook, onDone }: { webhook: Webhook; onDone: () => void }) {
  const { webhook_id, state, disabled_reason, disabled_at } = webhook;
  const other = state === 'active' ? 'disabled' : 'active';
  const goTo = useAction(
    () =>
      responseBody(
        client.PATCH('/webhooks/{webhook_id}', { params: { path: { webhook_id } }, body: { state: other } }),
      ),
    onDone,
  );
  const button = (
    <button type="button" class="button" onClick={() => goTo.run()} disabled={goTo.busy}>
      {state === 'active' ? 'Pause it' : 'Send events again'}
    </button>
  );
  return (
    <>
      {state === 'active' ? (
        <div class="row">
          <span>Active: events are sent as they happen.</span>
          {button}
        </div>
      ) : (
        <Notice kind="warn" title="Disabled: nothing is sent">
          <p>
            {disabled_reason} {disabled_at !== null && <>Since {<InstantText at={disabled_at} />} UTC.</>}
          </p>
          <p>
            Mend the receiver, try it below, and send events again. What was not delivered meanwhile stays so: deliver
            again below what you want.
          </p>
          {button}
        </Notice>
      )}
      <ActionFailure action={goTo} />
    </>
  );
}
