import type { Webhooks } from '../webhooks';
import type { SqlDatabase } from './database';
import { SqlDeliveries } from './deliveries';
import { SqlEndpoints } from './endpoints';
import { SqlEvents } from './outbox';

/** All that webhooks keep, in either dialect. */
export function webhooksIn(database: SqlDatabase): Webhooks {
  return {
    events: new SqlEvents(database),
    endpoints: new SqlEndpoints(database),
    deliveries: new SqlDeliveries(database),
  };
}
