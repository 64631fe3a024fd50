import type { Storage } from '../storage/storage';
import type { WebhookClient } from './client';
import type { Deliveries } from './deliveries';
import type { EndpointSecretBox } from './secrets';
import type { Sender } from './sender';

/** What those work with who manage webhooks. */
export interface WebhookParts {
  readonly store: Storage['webhooks'];
  readonly client: Pick<WebhookClient, 'urlFault'>;
  /** Null where KEY_SECRET is not set: nothing can be signed then. */
  readonly signing: {
    readonly secrets: EndpointSecretBox;
    readonly sender: Sender;
    readonly deliveries: Deliveries;
  } | null;
}
