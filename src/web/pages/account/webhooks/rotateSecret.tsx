import { rotateWebhookSecret } from '../../../../../generated/pages.json';
import { client, responseBody, type Schemas } from '../../../api/client';
import { RotateDialog } from '../rotateDialog';
import { nameOf, type Webhook } from './events';

const { maximum: MAX_HOURS, default: HOURS } = rotateWebhookSecret.body.properties.overlap_hours;

/** Replaces the signing secret; for a while messages are signed with both. */
export function RotateSecret(props: {
  webhook: Webhook;
  onCreated: (created: Schemas['CreatedWebhook']) => void;
  close: () => void;
}) {
  const { webhook, onCreated, close } = props;
  const rotate = (hours: number) =>
    responseBody(
      client.POST('/webhooks/{webhook_id}/rotate', {
        params: { path: { webhook_id: webhook.webhook_id } },
        body: { overlap_hours: hours },
      }),
    );
  return (
    <RotateDialog
      title={`Change the secret of “${nameOf(webhook)}”`}
      action="Make the new secret"
      most={MAX_HOURS}
      first={HOURS}
      rotate={rotate}
      onCreated={onCreated}
      close={close}
    >
      For a while messages are signed with both, so that the receiver can change over in its own time.
    </RotateDialog>
  );
}
