import type { Schemas } from '../../../api/client';
import { CopyButton } from '../../../ui/copyButton';
import { ShownOnce, untilText } from '../shownOnce';
import { nameOf } from './events';

/** The new signing secret of a webhook, which is shown once. */
export function NewWebhookSecret(props: { created: Schemas['CreatedWebhook']; dismiss: () => void }) {
  const { webhook, secret, message } = props.created;
  const { previous_secret_until: until } = webhook;
  const about = (
    <>
      {message} A library for Standard Webhooks takes it as it is; what does not verify with it is not from here.
      {until !== null && ` Until ${untilText(until)} messages are signed with the one before as well.`}
    </>
  );
  return (
    <ShownOnce title={`The secret of “${nameOf(webhook)}”`} secret={secret} about={about} dismiss={props.dismiss}>
      <CopyButton text={secret} label="Copy the secret" />
    </ShownOnce>
  );
}
