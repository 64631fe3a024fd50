import type { Handler } from '../operation';
import type { ConsoleDeps } from '../services/console';
import { decideHeldPrices, listHeldPrices } from '../services/heldPrices';
import { changeFeed, listFeedSymbols, listFeeds, runFeedNow } from '../services/operatorFeeds';

/** GET /operator/feeds */
export function listFeedsHandler(deps: ConsoleDeps): Handler<'listFeeds'> {
  return () => listFeeds(deps);
}

/** PATCH /operator/feeds/{feed_id} */
export function changeFeedHandler(deps: ConsoleDeps): Handler<'changeFeed'> {
  return ({ feed_id, body }, context) => changeFeed(deps, context, feed_id, body);
}

/** POST /operator/feeds/{feed_id}/run */
export function runFeedNowHandler(deps: ConsoleDeps): Handler<'runFeedNow'> {
  return ({ feed_id }, context) => runFeedNow(deps, context, feed_id);
}

/** GET /operator/feeds/{feed_id}/symbols */
export function listFeedSymbolsHandler(deps: ConsoleDeps): Handler<'listFeedSymbols'> {
  return (input) => listFeedSymbols(deps, input);
}

/** GET /operator/held-prices */
export function listHeldPricesHandler(deps: ConsoleDeps): Handler<'listHeldPrices'> {
  return (input) => listHeldPrices(deps, input);
}

/** POST /operator/held-prices/{held_id}/decision */
export function decideHeldPricesHandler(deps: ConsoleDeps): Handler<'decideHeldPrices'> {
  return ({ held_id, body }, context) => decideHeldPrices(deps, context, held_id, body.decision);
}
