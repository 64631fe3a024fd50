import type { Deliveries } from '../alerts/deliveries';
import { eventOf } from '../alerts/events';
import { type Clock, newYorkDay, newYorkInstant } from '../clock';
import { DAY_MS, toIso } from '../core/calendar/dates';
import { PICK_HOUR } from '../core/record/pickRule';
import type { MarketPrices } from '../engine/snapshot';
import type { Log } from '../log';
import type { JobSender, Queue } from '../queue/queue';
import type { ScheduledJob } from '../queue/schedule';
import { ANSWERS_KEPT_MS } from '../services/account/idempotency';
import { EXPORT_LIMITS } from '../services/exports/request';
import { sessionsBehind } from '../services/markets/dataAge';
import { currentPrices, type Screening } from '../services/screening/deps';
import type { ExportStore } from '../storage/exports';
import type { IdempotentAnswers } from '../storage/idempotentAnswers';
import type { EventStore, NewEvent } from '../storage/webhookEvents';
import { workLogged } from './logged';
import { makePick, type PickDeps, scorePicks } from './pick';
import type { SandboxState } from './sandbox';

/**
 * The daily job: extends the sandbox, scores past picks once their prices are final, and makes the daily pick. The pick is tried
 * from 10:00 New York time on, before any close, until it is recorded.
 */
export function workDaily(
  queue: Queue,
  deps: PickDeps,
  extendSandbox: () => Promise<SandboxState>,
  log: Log,
): ScheduledJob[] {
  workLogged(queue, log, 'daily-pick', async ({ signal }) => {
    const isExtended = (await extendSandbox()) === 'generated';
    if (isExtended) await sendFollowUps(queue);
    const scored = (await scorePicks(deps)).map(({ seq }) => seq);
    const picked = await pick(deps, signal);
    const done = { ...(isExtended && { sandbox: 'extended' }), ...(scored.length > 0 && { scored }), ...picked };
    return Object.keys(done).length === 0 ? null : done;
  });
  return [{ queue: 'daily-pick', pattern: '*/10 * * * *' }];
}

async function pick(deps: PickDeps, signal: AbortSignal): Promise<object | null> {
  const now = deps.screening.clock.now();
  if (now < newYorkInstant(newYorkDay(now), PICK_HOUR * 60)) return null;
  const result = await makePick(deps, signal);
  if (result.status !== 'recorded') return null;
  const { seq, type, hash } = result.record;
  return { seq, type, hash };
}

/** Jobs that new prices start before their schedule: scoring, saved scans, null distributions, what came true, stale markets. */
const FOLLOW_UPS = ['daily-pick', 'due-saved-scans', 'prepare-nulls', 'came-true', 'stale-markets'] as const;

/** Sends the jobs that follow new prices. Called after an import, a feed run or an undo has stored them. */
export async function sendFollowUps(queue: JobSender): Promise<void> {
  for (const name of FOLLOW_UPS) await queue.send(name, {}, { key: name });
}

/** How long events and their deliveries are kept. */
const EVENTS_KEPT_MS = 30 * DAY_MS;

export interface PruneDeps {
  readonly events: EventStore;
  readonly exports: ExportStore;
  readonly idempotentAnswers: IdempotentAnswers;
  /** Recovers exports without a job. */
  readonly recover: () => Promise<void>;
  readonly clock: Clock;
}

/** Deletes expired events, exports, export files and answers of requests with an Idempotency-Key, and recovers exports without a job. */
export function workPrune(
  queue: Queue,
  { events, exports: store, idempotentAnswers, recover, clock }: PruneDeps,
  log: Log,
): ScheduledJob[] {
  workLogged(queue, log, 'prune', async () => {
    const now = clock.now();
    const before = (ms: number) => new Date(now.getTime() - ms);
    await events.prune(before(EVENTS_KEPT_MS));
    await store.prune(now, before(EXPORT_LIMITS.rememberedMs));
    await idempotentAnswers.prune(before(ANSWERS_KEPT_MS));
    await recover();
    return null;
  });
  return [{ queue: 'prune', pattern: '*/10 * * * *' }];
}

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
