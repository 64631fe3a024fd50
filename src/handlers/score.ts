import { fromIso } from '../core/calendar/dates';
import type { Handler, Input } from '../operation';
import type { ServiceDeps } from '../services/deps';
import { type AskedSetup, score } from '../services/score';

type Body = Input<'scoreSetups'>['body'];

/** POST /score (SPEC 4.11). */
export function scoreHandler(deps: ServiceDeps): Handler<'scoreSetups'> {
  return ({ body }, asker) => score(deps, setupsAsked(body), asker);
}

/** The items of either form of the body; the body's market stands for items without one. */
function setupsAsked(body: Body): AskedSetup[] {
  const { opportunities, market } = 'opportunities' in body ? body : { opportunities: body, market: undefined };
  return opportunities.map((item) => ({
    symbol: item.symbol,
    market: item.market ?? market,
    entry: fromIso(item.date),
    hold: item.days_out,
    direction: item.direction,
  }));
}
