import type { Handlers } from '../operation';
import type { ConsoleDeps } from '../services/account/console';
import type { WebhookDeps } from '../services/account/webhooks';
import type { ServiceDeps } from '../services/screening/deps';
import { accountHandlers } from './account';
import { dailyPickHandlers } from './dailyPick';
import { exportsHandlers } from './exports';
import { linksHandlers } from './links';
import { marketsHandlers } from './markets';
import { operatorHandlers } from './operator';
import { savedScansHandlers } from './savedScans';
import { screeningHandlers } from './screening';
import { symbolsHandlers } from './symbols';
import { webhooksHandlers } from './webhooks';
import { widgetsHandlers } from './widgets';

/** The handler of every operation. A missing or unknown operation does not compile. */
export function handlersOf(deps: ServiceDeps & ConsoleDeps & WebhookDeps): Handlers {
  return {
    ...screeningHandlers(deps),
    ...symbolsHandlers(deps),
    ...dailyPickHandlers(deps),
    ...widgetsHandlers(deps),
    ...savedScansHandlers(deps),
    ...linksHandlers(deps),
    ...exportsHandlers(deps),
    ...webhooksHandlers(deps),
    ...marketsHandlers(deps),
    ...accountHandlers(deps),
    ...operatorHandlers(deps),
  };
}
