import type { Storage } from '../storage/storage';
import type { Alerts } from './alerts';
import type { WebhookDoor } from './door';
import type { EndpointSecretBox } from './secrets';
import type { Sender } from './sender';

/** What those work with who manage webhooks. */
export interface WebhookParts {
  readonly store: Storage['webhooks'];
  readonly door: Pick<WebhookDoor, 'faultOf'>;
  /** Null where KEY_SECRET is not set: nothing can be signed then. */
  readonly signing: {
    readonly secrets: EndpointSecretBox;
    readonly sender: Sender;
    readonly alerts: Alerts;
  } | null;
}
