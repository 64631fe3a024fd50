import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import type { JobSender } from '../queue/queue';
import { type Database, jsonOrNull } from './database';
import { areWithin, ENDPOINT, type WebhookEndpoint } from './webhookEndpoints';

/** A webhook event to write. */
export interface NewEvent {
  /** The account it concerns; null = every account. */
  readonly accountId: number | null;
  /** Ids of the tiers that it concerns; absent = every tier. */
  readonly tiers?: readonly string[];
  /** `daily_pick.published`, ... (src/alerts/events.ts). */
  readonly type: string;
  /** As the contract defines for the type. */
  readonly data: object;
  /** Ids of the markets that the data is about; absent = it is about none, as the daily pick. */
  readonly markets?: readonly string[];
  /** The part of the event about these markets; null = there is none. Absent = the data cannot be divided. */
  readonly within?: (markets: readonly string[]) => NewEvent | null;
  /** The part without neutral setups; null = nothing is left. Absent = the data is about none. */
  readonly withoutNeutral?: () => NewEvent | null;
  readonly at: Date;
  /** A second event with the same key is not written, until `EventStore.releaseKey`; null = every event is written. */
  readonly key: string | null;
}

const DAY_MS = 86_400_000;
/** How much longer events with a key are kept, so that none is sent twice. */
const KEYED_LONGER_MS = 335 * DAY_MS;

const KEYS = 'SELECT unique_key FROM webhook_event WHERE type = ? AND unique_key IS NOT NULL ORDER BY unique_key';

/** An endpoint, with the tier of its account. */
type Subscriber = WebhookEndpoint & { readonly tier: string };

/**
 * The outbox. An event that reports a change is written in the transaction of that change, by `addEvents` (for the ledger, by
 * `LedgerDraft.events`). `append` is for events that report none.
 */
export class EventStore {
  constructor(
    private readonly database: Database,
    private readonly jobs: JobSender,
  ) {}

  /** As `addEvents`, in a transaction of its own. */
  async append(events: readonly NewEvent[]): Promise<void> {
    if (events.length > 0) await this.database.change('webhooks', (trx) => addEvents(trx, events, this.jobs));
  }

  /** The keys of events of a type. No further event with one of them is written. */
  async keys(type: string): Promise<string[]> {
    return (await this.database.query<{ unique_key: string }>(KEYS, type)).map((row) => row.unique_key);
  }

  /** Allows another event with this key. */
  releaseKey(key: string): Promise<void> {
    return this.database.change('webhooks', async (trx) => {
      await trx('webhook_event').where({ unique_key: key }).update({ unique_key: null });
    });
  }

  /** Deletes events before a date and their deliveries. Events with a key are kept 335 days longer. */
  prune(before: Date): Promise<void> {
    return this.database.change('webhooks', async (trx) => {
      const end = before.getTime();
      await trx('webhook_event').where('created_at', '<', end).whereNull('unique_key').delete();
      await trx('webhook_event')
        .where('created_at', '<', end - KEYED_LONGER_MS)
        .delete();
    });
  }
}

/**
 * Writes events, a delivery to each endpoint that subscribes to them, and the jobs that make the deliveries. A disabled
 * endpoint gets undelivered deliveries, so that its log shows the events it missed. An endpoint that is
 * limited to some markets, or excludes neutral setups, gets a separate event with the part of the data that it may see.
 *
 * @param trx of the change that the events report
 */
export async function addEvents(trx: Knex, events: readonly NewEvent[], jobs: JobSender): Promise<void> {
  if (events.length === 0) return;
  const subscribers = await lockedSubscribers(trx, events);
  const pending = new Set<Subscriber>();
  for (const event of events) {
    const whole = await insertEvent(trx, event);
    if (whole === null) continue;
    const stored = new Map([[JSON.stringify(event.data), whole]]);
    for (const subscriber of subscribers) {
      const part = subscribes(subscriber, event) ? partFor(event, subscriber) : null;
      if (part === null) continue;
      const content = JSON.stringify(part.data);
      const eventId = stored.get(content) ?? (await insertEvent(trx, { ...part, key: null }));
      if (eventId === null) continue;
      stored.set(content, eventId);
      const isActive = subscriber.state === 'active';
      await trx('webhook_delivery').insert({
        endpoint_id: subscriber.id,
        event_id: eventId,
        attempts: 0,
        state: isActive ? 'pending' : 'undelivered',
        next_at: isActive ? event.at.getTime() : null,
      });
      if (isActive) pending.add(subscriber);
    }
  }
  for (const { id, accountId: account } of pending) {
    await jobs.send('delivery', { endpointId: id }, { key: id, account, trx });
  }
}

/** @returns the id of the event; null when there is one with its key */
async function insertEvent(trx: Knex, event: NewEvent): Promise<number | null> {
  const { accountId, type, data, markets, at, key } = event;
  const row = {
    message: `msg_${randomBytes(16).toString('hex')}`,
    account_id: accountId,
    type,
    payload: JSON.stringify({ type, timestamp: at.toISOString(), data }),
    markets: jsonOrNull(markets ?? null),
    created_at: at.getTime(),
    unique_key: key,
  };
  const [stored]: { id: number }[] = await trx('webhook_event').insert(row, ['id']).onConflict('unique_key').ignore();
  return stored?.id ?? null;
}

/** What an endpoint may be told of an event that it subscribes to; null = nothing. */
function partFor(whole: NewEvent, { markets: allowed, includeNeutral }: Subscriber): NewEvent | null {
  const event = includeNeutral || whole.withoutNeutral === undefined ? whole : whole.withoutNeutral();
  if (event === null) return null;
  if (areWithin(event.markets ?? null, allowed)) return event;
  return event.within?.(allowed ?? []) ?? null;
}

/**
 * The endpoints that may subscribe to some events. Their rows are locked until the transaction ends, so that a concurrent
 * writer numbers its deliveries after these: ids are in the order of events. SQLite has only one writer at a time.
 */
async function lockedSubscribers(trx: Knex, events: readonly NewEvent[]): Promise<Subscriber[]> {
  const owners = events.flatMap(({ accountId }) => accountId ?? []);
  const locked = trx('webhook_endpoint').orderBy('id').forUpdate();
  const isForAll = owners.length < events.length;
  const ids: string[] = await (isForAll ? locked : locked.whereIn('account_id', owners)).pluck('id');
  const rows: { tier: string }[] = await trx('webhook_endpoint as w')
    .join('account as a', 'a.id', 'w.account_id')
    .whereIn('w.id', ids)
    .orderBy('w.id')
    .select('w.*', 'a.tier');
  return rows.map((row) => ({ ...ENDPOINT.toEntity(row), tier: row.tier }));
}

function subscribes(endpoint: Subscriber, { accountId, tiers, type }: NewEvent): boolean {
  if (accountId !== null && accountId !== endpoint.accountId) return false;
  if (tiers !== undefined && !tiers.includes(endpoint.tier)) return false;
  return endpoint.events.includes(type);
}
