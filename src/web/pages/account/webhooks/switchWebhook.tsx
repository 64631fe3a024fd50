import { answerOf, client } from '../../../api/client';
import { useAction } from '../../../api/useAction';
import { InstantText } from '../../../ui/instantText';
import { Notice } from '../../../ui/notice';
import { ActionFailure } from '../actionFailure';
import type { Webhook } from './events';

/** Whether events are sent there, why not, and what changes that. */
export function SwitchWebhook({ of: webhook, done }: { of: Webhook; done: () => void }) {
  const { webhook_id, state, disabled_reason, disabled_at } = webhook;
  const other = state === 'active' ? 'disabled' : 'active';
  const turn = useAction(
    () =>
      answerOf(client.PATCH('/webhooks/{webhook_id}', { params: { path: { webhook_id } }, body: { state: other } })),
    done,
  );
  const button = (
    <button type="button" class="button" onClick={() => turn.run()} disabled={turn.busy}>
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
      <ActionFailure action={turn} />
    </>
  );
}
