import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import type { JobSender } from '../queue/queue';
import type { Database } from './database';

/** Something that happened and that endpoints may be sent. */
export interface NewEvent {
  /** The account it concerns; null = every account. */
  readonly accountId: number | null;
  /** Ids of the tiers whose accounts alone it concerns; absent = every tier. */
  readonly tiers?: readonly string[];
  /** `daily_pick.published`, ... (src/alerts/events.ts). */
  readonly type: string;
  /** What the contract says of the type. JSON. */
  readonly data: object;
  readonly at: Date;
  /** Of two events with the same key the second is not written, until `EventStore.reopen`; null = every one is written. */
  readonly key: string | null;
}

const DAY_MS = 86_400_000;
/** How much longer events with a key are kept, so that none is sent twice. */
const KEYED_LONGER_MS = 335 * DAY_MS;

const KEYS = 'SELECT unique_key FROM webhook_event WHERE type = ? AND unique_key IS NOT NULL ORDER BY unique_key';

/** An endpoint, with the tier of its account. */
interface Subscriber {
  readonly id: string;
  readonly account_id: number;
  /** JSON. */
  readonly events: string;
  readonly state: string;
  readonly tier: string;
}

/**
 * The outbox. An event that reports a write is written in the transaction of that write: by `LedgerDraft.events` with the
 * ledger, by `addEvents` with anything else. These methods are for events without a write.
 */
export class EventStore {
  constructor(
    private readonly database: Database,
    private readonly jobs: JobSender,
  ) {}

  /** Writes events and, for every endpoint that subscribes to one, its delivery and a job: all or nothing. */
  async append(events: readonly NewEvent[]): Promise<void> {
    if (events.length > 0) await this.database.change('webhooks', (trx) => addEvents(trx, events, this.jobs));
  }

  /** Keys under which events of a type are written, and not again. */
  async keys(type: string): Promise<string[]> {
    return (await this.database.query<{ unique_key: string }>(KEYS, type)).map((row) => row.unique_key);
  }

  /** Lets an event of that key be written again. */
  reopen(key: string): Promise<void> {
    return this.database.change('webhooks', async (trx) => {
      await trx('webhook_event').where({ unique_key: key }).update({ unique_key: null });
    });
  }

  /** Deletes events from before a date, with their deliveries; those with a key 335 days later. */
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
 * Writes events and their deliveries, and sends the jobs that make them, in the transaction of what the events report. A
 * disabled endpoint gets deliveries that nobody tries: its log shows what it missed.
 */
export async function addEvents(trx: Knex, events: readonly NewEvent[], jobs: JobSender): Promise<void> {
  if (events.length === 0) return;
  const subscribers = await lockedSubscribers(trx, events);
  const waiting = new Set<Subscriber>();
  for (const event of events) {
    const row = {
      message: `msg_${randomBytes(16).toString('hex')}`,
      account_id: event.accountId,
      type: event.type,
      payload: JSON.stringify({ type: event.type, timestamp: event.at.toISOString(), data: event.data }),
      created_at: event.at.getTime(),
      unique_key: event.key,
    };
    const [stored]: { id: number }[] = await trx('webhook_event').insert(row, ['id']).onConflict('unique_key').ignore();
    if (stored === undefined) continue;
    for (const subscriber of subscribers) {
      if (!subscribes(subscriber, event)) continue;
      const isActive = subscriber.state === 'active';
      await trx('webhook_delivery').insert({
        endpoint_id: subscriber.id,
        event_id: stored.id,
        attempts: 0,
        state: isActive ? 'pending' : 'undelivered',
        next_at: isActive ? row.created_at : null,
      });
      if (isActive) waiting.add(subscriber);
    }
  }
  for (const { id, account_id: account } of waiting) {
    await jobs.send('delivery', { endpointId: id }, { key: id, account, trx });
  }
}

/**
 * The endpoints that may subscribe to some events. Their rows are locked until the transaction ends: a second writer then
 * numbers its deliveries after those of the first, so that the order of ids is the order of events. SQLite has one writer
 * anyway.
 */
async function lockedSubscribers(trx: Knex, events: readonly NewEvent[]): Promise<Subscriber[]> {
  const owners = events.flatMap(({ accountId }) => accountId ?? []);
  const locked = trx('webhook_endpoint').orderBy('id').forUpdate();
  const isForAll = owners.length < events.length;
  const ids: string[] = await (isForAll ? locked : locked.whereIn('account_id', owners)).pluck('id');
  return trx('webhook_endpoint as w')
    .join('account as a', 'a.id', 'w.account_id')
    .whereIn('w.id', ids)
    .orderBy('w.id')
    .select('w.id', 'w.account_id', 'w.events', 'w.state', 'a.tier');
}

function subscribes({ account_id, events, tier }: Subscriber, { accountId, tiers, type }: NewEvent): boolean {
  if (accountId !== null && accountId !== account_id) return false;
  if (tiers !== undefined && !tiers.includes(tier)) return false;
  return (JSON.parse(events) as string[]).includes(type);
}
