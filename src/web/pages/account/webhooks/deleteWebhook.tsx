import { answerOf, client } from '../../../api/client';
import { useAction } from '../../../api/useAction';
import { Confirm } from '../confirm';
import { nameOf, type Webhook } from './events';

export function DeleteWebhook(props: { of: Webhook; deleted: () => void; close: () => void }) {
  const { webhook_id, url } = props.of;
  const remove = useAction(
    () => answerOf(client.DELETE('/webhooks/{webhook_id}', { params: { path: { webhook_id } } })),
    props.deleted,
  );
  return (
    <Confirm title={`Delete “${nameOf(props.of)}”?`} verb="Delete" action={remove} close={props.close}>
      <p>
        Nothing is sent to <code>{url}</code> any more, and its deliveries are forgotten. This cannot be undone.
      </p>
    </Confirm>
  );
}
