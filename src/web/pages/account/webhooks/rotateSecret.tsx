import { rotateWebhookSecret } from '../../../../../generated/pages.json';
import { answerOf, client, type Schemas } from '../../../api/client';
import { RotateDialog } from '../rotateDialog';
import { nameOf, type Webhook } from './events';

const { maximum: MOST_HOURS, default: HOURS } = rotateWebhookSecret.body.properties.overlap_hours;

/** A new secret in the place of one, which signs as well for a while. */
export function RotateSecret(props: {
  of: Webhook;
  made: (created: Schemas['CreatedWebhook']) => void;
  close: () => void;
}) {
  const { of: webhook, made, close } = props;
  const rotate = (hours: number) =>
    answerOf(
      client.POST('/webhooks/{webhook_id}/rotate', {
        params: { path: { webhook_id: webhook.webhook_id } },
        body: { overlap_hours: hours },
      }),
    );
  return (
    <RotateDialog
      title={`Change the secret of “${nameOf(webhook)}”`}
      action="Make the new secret"
      most={MOST_HOURS}
      first={HOURS}
      rotate={rotate}
      made={made}
      close={close}
    >
      For a while messages are signed with both, so that the receiver can change over in its own time.
    </RotateDialog>
  );
}
