import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { DAY_MS } from '../core/calendar/dates';
import type { JobSender } from '../queue/queue';
import {
  boolean,
  type Database,
  dateOrNull,
  type EntityOf,
  firstOf,
  instant,
  json,
  jsonOrNull,
  listOrNull,
  plain,
  type Row,
  RowMapper,
} from './database';

export type EndpointState = 'active' | 'disabled';

export const ENDPOINT = new RowMapper({
  /** Shown to clients. */
  id: plain<string>(),
  accountId: plain<number>(),
  url: plain<string>(),
  description: plain<string>(),
  /** Types of the events it subscribes to. */
  events: json<readonly string[]>(),
  /** Ids of the markets of the key that created or last changed it; null = every market of the plan. */
  markets: json<readonly string[] | null>(),
  /** Whether it gets events about neutral setups too. */
  includeNeutral: boolean(),
  secret: plain<string>(),
  previousSecret: plain<string | null>(),
  /** Until when messages are signed with the previous secret too. */
  previousUntil: instant<Date | null>(),
  state: plain<EndpointState>(),
  /** A sentence for the client; null while the endpoint is active. */
  disabledReason: plain<string | null>(),
  disabledAt: instant<Date | null>(),
  createdAt: instant(),
});

/** A URL that events are sent to. */
export type WebhookEndpoint = EntityOf<typeof ENDPOINT>;

/** The secrets of an endpoint, encrypted: the current one, and the previous one while it is valid. */
export type EndpointSecrets = Pick<WebhookEndpoint, 'secret' | 'previousSecret' | 'previousUntil'>;

/** A change of an endpoint. Absent fields stay. */
export type EndpointChange = Partial<Omit<WebhookEndpoint, 'id' | 'accountId' | 'createdAt' | keyof EndpointSecrets>>;

const OF_ACCOUNT = 'SELECT * FROM webhook_endpoint WHERE account_id = ? ORDER BY created_at, id';
const ONE = 'SELECT * FROM webhook_endpoint WHERE account_id = ? AND id = ?';

/** Webhook endpoints. Methods with an `accountId` find only endpoints of that account. */
export class EndpointStore {
  constructor(private readonly database: Database) {}

  /** @param most endpoints that the account may have. @returns false when it has that many already */
  insert(endpoint: WebhookEndpoint, most: number): Promise<boolean> {
    return this.database.change('webhooks', async (trx) => {
      const [{ count }] = await trx('webhook_endpoint').where({ account_id: endpoint.accountId }).count({ count: '*' });
      if (Number(count) >= most) return false;
      await trx('webhook_endpoint').insert(ENDPOINT.toRow(endpoint));
      return true;
    });
  }

  /** The endpoints of an account, oldest first. */
  async of(accountId: number): Promise<WebhookEndpoint[]> {
    return (await this.database.query<Row>(OF_ACCOUNT, accountId)).map(ENDPOINT.toEntity);
  }

  async find(accountId: number, id: string): Promise<WebhookEndpoint | null> {
    return firstOf(await this.database.query<Row>(ONE, accountId, id), ENDPOINT.toEntity);
  }

  /**
   * Disabling an endpoint marks its pending deliveries as undelivered. Limiting it to markets does so for deliveries of
   * events about other markets.
   *
   * @returns null when the account has no such endpoint
   */
  change(accountId: number, id: string, change: EndpointChange): Promise<WebhookEndpoint | null> {
    return this.database.change('webhooks', async (trx) => {
      // The lock makes a concurrent writer of events wait for the changed endpoint.
      const row = await trx('webhook_endpoint').where({ id, account_id: accountId }).forUpdate().first();
      if (row === undefined) return null;
      const changed = { ...ENDPOINT.toEntity(row), ...change };
      await trx('webhook_endpoint').where({ id }).update(ENDPOINT.toRow(changed));
      if (changed.state === 'disabled') await markUndelivered(trx, id);
      else if (changed.markets !== null) await withholdOthers(trx, id, changed.markets);
      return changed;
    });
  }

  /** @param from the current secret, encrypted. @returns false when another request has changed the secret meanwhile */
  rotate(accountId: number, id: string, from: string, secrets: EndpointSecrets): Promise<boolean> {
    return this.database.change('webhooks', async (trx) => {
      const held = trx('webhook_endpoint').where({ id, account_id: accountId, secret: from });
      return (await held.update(ENDPOINT.toRow(secrets))) > 0;
    });
  }

  /** Deletes an endpoint and its deliveries. @returns whether it existed */
  remove(accountId: number, id: string): Promise<boolean> {
    return this.database.change('webhooks', async (trx) => {
      return (await trx('webhook_endpoint').where({ id, account_id: accountId }).delete()) > 0;
    });
  }

  /** Records a test, unless there was one after `since`. @returns the time of that earlier test; null when `at` is recorded */
  recordTest(id: string, at: Date, since: Date): Promise<Date | null> {
    return this.database.change('webhooks', async (trx) => {
      const [testedAt]: (number | null)[] = await trx('webhook_endpoint').where({ id }).pluck('tested_at');
      const last = dateOrNull(testedAt ?? null);
      if (last !== null && last > since) return last;
      await trx('webhook_endpoint').where({ id }).update({ tested_at: at.getTime() });
      return null;
    });
  }
}

/** @param markets of an event, null = none. @param allowed of an endpoint, null = all */
export function areWithin(markets: readonly string[] | null, allowed: readonly string[] | null): boolean {
  return markets === null || allowed === null || markets.every((id) => allowed.includes(id));
}

/** Marks pending deliveries as undelivered if their event is about a market that is not allowed. */
async function withholdOthers(trx: Knex, endpointId: string, allowed: readonly string[]): Promise<void> {
  const pending: { id: number; markets: string | null }[] = await trx('webhook_delivery as d')
    .join('webhook_event as e', 'e.id', 'd.event_id')
    .where({ 'd.endpoint_id': endpointId, 'd.state': 'pending' })
    .select('d.id', 'e.markets');
  const others = pending.filter(({ markets }) => !areWithin(listOrNull(markets), allowed)).map(({ id }) => id);
  await trx('webhook_delivery').whereIn('id', others).update({ state: 'undelivered', next_at: null });
}

/** Marks the pending deliveries of an endpoint as undelivered. */
export async function markUndelivered(trx: Knex, endpointId: string): Promise<void> {
  await trx('webhook_delivery')
    .where({ endpoint_id: endpointId, state: 'pending' })
    .update({ state: 'undelivered', next_at: null });
}

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
