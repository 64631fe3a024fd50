import type { Deliveries } from '../alerts/deliveries';
import { eventOf } from '../alerts/events';
import { toIso } from '../core/calendar/dates';
import type { MarketPrices } from '../engine/snapshot';
import type { Log } from '../log';
import type { Queue } from '../queue/queue';
import type { ScheduledJob } from '../queue/schedule';
import { sessionsBehind } from '../services/markets/dataAge';
import { currentPrices, type Screening } from '../services/screening/deps';
import type { EventStore, NewEvent } from '../storage/webhookEvents';
import { workLogged } from './logged';

/** Sessions behind: a market becomes stale above the first limit, and is up to date again at or below the second. */
const STALE_BEYOND = 3;
const FRESH_UP_TO = 1;

export interface AlertJobDeps {
  readonly events: EventStore;
  readonly screening: Screening;
  /** Ids of the tiers with a market in scope. */
  readonly tiersWith: (marketId: string) => readonly string[];
}

/** Sends an event about each market that becomes stale. */
export function workAlerts(queue: Queue, deps: AlertJobDeps, log: Log): ScheduledJob[] {
  workLogged(queue, log, 'stale-markets', async () => {
    const markets = await reportStale(deps);
    return markets.length === 0 ? null : { markets };
  });
  return [{ queue: 'stale-markets', pattern: '*/10 * * * *' }];
}

/** Delivers events to webhooks, with one job for each endpoint. */
export function workDeliveries(queue: Queue, deliveries: Deliveries, log: Log): ScheduledJob[] {
  workLogged(queue, log, 'delivery', async ({ payload, signal }) => {
    await deliveries.deliver(payload.endpointId, signal);
    return null;
  });
  workLogged(queue, log, 'due-deliveries', async () => {
    await deliveries.sendDue();
    return null;
  });
  return [{ queue: 'due-deliveries', pattern: '* * * * *' }];
}

/** Appends one event for each market that has become stale since it was last up to date. @returns ids of these markets */
async function reportStale({ events, screening, tiersWith }: AlertJobDeps): Promise<string[]> {
  const snapshot = await currentPrices(screening);
  const traded = [...snapshot.markets.values()];
  const reported = new Set(await events.keys('data.stale'));
  const behindOf = (prices: MarketPrices) => sessionsBehind(screening, prices) ?? 0;
  for (const prices of traded) {
    const key = keyOf(prices);
    if (reported.has(key) && behindOf(prices) <= FRESH_UP_TO) await events.releaseKey(key);
  }
  const stale = traded.filter((prices) => !reported.has(keyOf(prices)) && behindOf(prices) > STALE_BEYOND);
  const at = screening.clock.now();
  await events.append(
    stale.map((prices) => staleEvent(prices, behindOf(prices), { at, tiers: tiersWith(prices.market.id) })),
  );
  return stale.map(({ market }) => market.id);
}

const keyOf = ({ market }: Pick<MarketPrices, 'market'>) => `data.stale ${market.id}`;

function staleEvent(
  { market, asOf }: MarketPrices,
  behind: number,
  { at, tiers }: { readonly at: Date; readonly tiers: readonly string[] },
): NewEvent {
  const as_of = toIso(asOf!);
  const data = { market: market.id, market_name: market.name, as_of, sessions_behind: behind };
  return eventOf('data.stale', data, { accountId: null, tiers, at, markets: [market.id], key: keyOf({ market }) });
}
