import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import type { EventStore, NewEvent } from '../webhooks';
import type { SqlDatabase } from './database';

const DAY_MS = 86_400_000;
/** How much longer events with a key are kept. */
const KEYED_LONGER_MS = 335 * DAY_MS;

const KEYS = 'SELECT unique_key FROM webhook_event WHERE type = ? AND unique_key IS NOT NULL ORDER BY unique_key';

interface Subscriber {
  readonly id: string;
  readonly account_id: number;
  readonly events: string;
  readonly state: string;
  readonly tier: string;
}

/**
 * Writes events and their deliveries inside the transaction of what they report. Of endpoints that are disabled the log
 * says what they missed.
 */
export async function addEvents(trx: Knex, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const subscribers = await heldSubscribers(trx, events);
  for (const event of events) {
    const row = {
      message: `msg_${randomBytes(16).toString('hex')}`,
      account_id: event.accountId,
      type: event.type,
      payload: JSON.stringify({ type: event.type, timestamp: event.at.toISOString(), data: event.data }),
      created_at: event.at.getTime(),
      unique_key: event.key,
    };
    const stored: { id: number }[] = await trx('webhook_event').insert(row, ['id']).onConflict('unique_key').ignore();
    if (stored.length === 0) continue;
    const deliveries = subscribers
      .filter((one) => wants(one, event))
      .map(({ id, state }) => ({
        ...{ endpoint_id: id, event_id: stored[0].id, attempts: 0 },
        ...(state === 'active' ? { state: 'pending', next_at: event.at.getTime() } : { state: 'undelivered' }),
      }));
    for (const delivery of deliveries) await trx('webhook_delivery').insert(delivery);
  }
}

/**
 * The endpoints that may want them, whose rows are held until the end: of two writers the second numbers its deliveries once
 * those of the first are there, so that the order of ids is the order of what happened. SQLite has one writer anyway.
 */
async function heldSubscribers(trx: Knex, events: readonly NewEvent[]): Promise<Subscriber[]> {
  const owners = events.flatMap(({ accountId }) => accountId ?? []);
  const held = trx('webhook_endpoint').orderBy('id').forUpdate();
  const ids: string[] = await (owners.length < events.length ? held : held.whereIn('account_id', owners)).pluck('id');
  return trx('webhook_endpoint as w')
    .join('account as a', 'a.id', 'w.account_id')
    .whereIn('w.id', ids)
    .orderBy('w.id')
    .select('w.id', 'w.account_id', 'w.events', 'w.state', 'a.tier');
}

function wants({ account_id, events, tier }: Subscriber, { accountId, tiers, type }: NewEvent): boolean {
  if (accountId !== null && accountId !== account_id) return false;
  if (tiers !== undefined && !tiers.includes(tier)) return false;
  return (JSON.parse(events) as string[]).includes(type);
}

/** Events that have no write beside them. */
export class SqlEvents implements EventStore {
  constructor(private readonly database: SqlDatabase) {}

  async append(events: readonly NewEvent[]): Promise<void> {
    if (events.length > 0) await this.database.change('webhooks', (trx) => addEvents(trx, events));
  }

  async keys(type: string): Promise<string[]> {
    return (await this.database.query<{ unique_key: string }>(KEYS, type)).map((row) => row.unique_key);
  }

  reopen(key: string): Promise<void> {
    return this.database.change('webhooks', async (trx) => {
      await trx('webhook_event').where({ unique_key: key }).update({ unique_key: null });
    });
  }

  prune(before: Date): Promise<void> {
    return this.database.change('webhooks', async (trx) => {
      const old = trx('webhook_event').where('created_at', '<', before.getTime());
      await old.clone().whereNull('unique_key').delete();
      await trx('webhook_event')
        .where('created_at', '<', before.getTime() - KEYED_LONGER_MS)
        .delete();
    });
  }
}
