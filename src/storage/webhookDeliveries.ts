import type { JobSender } from '../queue/queue';
import { type Database, dateOrNull, firstOf, LARGEST_ID, listOrNull, millisOrNull } from './database';
import { areWithin, ENDPOINT, markUndelivered, type WebhookEndpoint } from './webhookEvents';

/** Event type of a test message. A webhook cannot subscribe to it. */
export const TEST_EVENT = 'webhook.test';

/** `pending` = not delivered yet; `undelivered` = no further attempts. */
export type DeliveryState = 'pending' | 'delivered' | 'undelivered';

/** The delivery of one event to one endpoint, as in the contract. Instants are ISO 8601. */
export interface Delivery {
  /** The deliveries of an endpoint are sent in the order of their ids. */
  readonly delivery_id: number;
  /** The header webhook-id. */
  readonly event_id: string;
  /** Type of the event. */
  readonly event: string;
  /** The symbols that the event is about. */
  readonly symbols: readonly string[];
  readonly event_at: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** Of the last attempt; null before the first, and without an answer. */
  readonly response_code: number | null;
  /** The fault of the last attempt; null when it succeeded. */
  readonly error: string | null;
  readonly duration_ms: number | null;
  /** Null when there is no further attempt. */
  readonly next_attempt_at: string | null;
  /** The last attempt; null before the first. */
  readonly attempted_at: string | null;
}

/** The first pending delivery of an endpoint. */
export interface NextDelivery extends Pick<Delivery, 'delivery_id' | 'event_id' | 'event' | 'attempts'> {
  /** The body, JSON. */
  readonly payload: string;
  readonly dueAt: Date;
  readonly endpoint: WebhookEndpoint;
}

/** An endpoint with a due delivery, and the account of its job. */
export interface DueEndpoint {
  readonly id: string;
  readonly accountId: number;
}

/** The result of an attempt. */
export interface DeliveryOutcome {
  readonly state: DeliveryState;
  readonly attemptedAt: Date;
  /** The next attempt; null = none. */
  readonly nextAt: Date | null;
  /** Null without an answer. */
  readonly responseCode: number | null;
  readonly error: string | null;
  readonly durationMs: number | null;
  /** Why the endpoint is disabled after this attempt, which makes its pending deliveries undelivered; null = it is not. */
  readonly disable: string | null;
}

/** Instants are epoch milliseconds. */
type DeliveryRow = Omit<Delivery, 'symbols' | 'event_at' | 'next_attempt_at' | 'attempted_at'> & {
  /** JSON. */
  readonly payload: string;
  readonly event_at: number;
  readonly next_attempt_at: number | null;
  readonly attempted_at: number | null;
};

/** An endpoint with its first pending delivery. */
interface NextRow extends Omit<NextDelivery, 'dueAt' | 'endpoint'> {
  readonly next_at: number;
}

const DELIVERY = `SELECT d.id AS delivery_id, e.message AS event_id, e.type AS event, e.payload, e.created_at AS event_at,
    d.state, d.attempts, d.response_code, d.error, d.duration_ms, d.next_at AS next_attempt_at, d.attempted_at
  FROM webhook_delivery d JOIN webhook_event e ON e.id = d.event_id`;
const LOG = `${DELIVERY} WHERE d.endpoint_id = ? AND d.id < ? ORDER BY d.id DESC LIMIT ?`;
const ONE = `${DELIVERY} WHERE d.id = ?`;

/** Endpoints with their first pending delivery. */
const FIRST_PENDING = `FROM webhook_endpoint w
  JOIN webhook_delivery d ON d.id =
    (SELECT min(id) FROM webhook_delivery WHERE endpoint_id = w.id AND state = 'pending')
  JOIN account a ON a.id = w.account_id`;
const NEXT = `SELECT w.*, d.id AS delivery_id, e.message AS event_id, e.type AS event, d.attempts, d.next_at, e.payload
  ${FIRST_PENDING} JOIN webhook_event e ON e.id = d.event_id
  WHERE w.id = ? AND w.state = 'active' AND a.suspended_at IS NULL`;
const DUE = `SELECT w.id, w.account_id AS "accountId" ${FIRST_PENDING}
  WHERE w.state = 'active' AND a.suspended_at IS NULL AND d.next_at <= ? ORDER BY d.next_at, d.id`;
const BACKLOG = `SELECT count(*) AS waiting, min(e.created_at) AS oldest FROM webhook_delivery d
  JOIN webhook_event e ON e.id = d.event_id
  JOIN webhook_endpoint w ON w.id = d.endpoint_id JOIN account a ON a.id = w.account_id
  WHERE d.state = 'pending' AND a.suspended_at IS NULL`;

/** Webhook deliveries, pending and finished. */
export class DeliveryStore {
  constructor(
    private readonly database: Database,
    private readonly jobs: JobSender,
  ) {}

  /** Of an endpoint, newest first. @param before id of a delivery: only older ones; null = all */
  async log(endpointId: string, before: number | null, limit: number): Promise<Delivery[]> {
    const { query } = this.database;
    return (await query<DeliveryRow>(LOG, endpointId, before ?? LARGEST_ID, limit)).map(toDelivery);
  }

  /**
   * Queues an event for an endpoint once more, after its pending deliveries.
   *
   * @param message of the event
   * @returns null when the endpoint never had a delivery of the event; `waiting` when one is pending;
   *   `outside` when the event is about a market that the endpoint may not get; `test` for a test, which is sent only once
   */
  async redeliver(
    endpointId: string,
    message: string,
    at: Date,
  ): Promise<Delivery | 'waiting' | 'outside' | 'test' | null> {
    const again = await this.database.change('webhooks', async (trx) => {
      // Writers of events lock this row too, so that delivery ids ascend in order of time.
      const row = await trx('webhook_endpoint').where({ id: endpointId }).forUpdate().first();
      const before: { event_id: number; state: string; markets: string | null; type: string }[] = await trx(
        'webhook_delivery as d',
      )
        .join('webhook_event as e', 'e.id', 'd.event_id')
        .where({ 'd.endpoint_id': endpointId, 'e.message': message })
        .select('d.event_id', 'd.state', 'e.markets', 'e.type');
      if (row === undefined || before.length === 0) return null;
      const endpoint = ENDPOINT.toEntity(row);
      if (before[0].type === TEST_EVENT) return 'test' as const;
      if (before.some(({ state }) => state === 'pending')) return 'waiting' as const;
      if (!areWithin(listOrNull(before[0].markets), endpoint.markets)) return 'outside' as const;
      const delivery = {
        endpoint_id: endpointId,
        event_id: before[0].event_id,
        state: 'pending',
        attempts: 0,
        next_at: at.getTime(),
      };
      const [{ id }] = await trx('webhook_delivery').insert(delivery, ['id']);
      await this.jobs.send('delivery', { endpointId }, { key: endpointId, account: endpoint.accountId, trx });
      return id as number;
    });
    if (again === null || typeof again === 'string') return again;
    return firstOf(await this.database.query<DeliveryRow>(ONE, again), toDelivery);
  }

  /** Stores a test message, which was sent once, beside the deliveries of events. */
  async recordTest(
    endpoint: Pick<WebhookEndpoint, 'id' | 'accountId'>,
    { message, payload }: { readonly message: string; readonly payload: string },
    attempt: Pick<DeliveryOutcome, 'attemptedAt' | 'responseCode' | 'error' | 'durationMs'> & {
      readonly accepted: boolean;
    },
  ): Promise<void> {
    await this.database.change('webhooks', async (trx) => {
      // Locked as writers of events do; a webhook that was deleted meanwhile has no log.
      const row = await trx('webhook_endpoint').where({ id: endpoint.id }).forUpdate().first('id');
      if (row === undefined) return;
      const at = attempt.attemptedAt.getTime();
      const event = { message, account_id: endpoint.accountId, type: TEST_EVENT, payload, created_at: at };
      const [{ id }] = await trx('webhook_event').insert(event, ['id']);
      await trx('webhook_delivery').insert({
        endpoint_id: endpoint.id,
        event_id: id,
        state: attempt.accepted ? 'delivered' : 'undelivered',
        attempts: 1,
        attempted_at: at,
        response_code: attempt.responseCode,
        error: attempt.error,
        duration_ms: attempt.durationMs,
      });
    });
  }

  /** The first pending delivery of an active endpoint, due or not; null when there is none or the account is suspended. */
  async next(endpointId: string): Promise<NextDelivery | null> {
    const [row] = await this.database.query<NextRow>(NEXT, endpointId);
    if (row === undefined) return null;
    const { delivery_id, event_id, event, attempts, payload, next_at } = row;
    return {
      delivery_id,
      event_id,
      event,
      attempts,
      payload,
      dueAt: new Date(next_at),
      endpoint: ENDPOINT.toEntity(row),
    };
  }

  /** Endpoints whose first pending delivery is due, the longest overdue first. */
  due(now: Date): Promise<DueEndpoint[]> {
    return this.database.query<DueEndpoint>(DUE, now.getTime());
  }

  /** Stores the outcome of an attempt, unless another process has stored an outcome of the same attempt. */
  settle(
    { delivery_id: id, attempts, endpoint }: Pick<NextDelivery, 'delivery_id' | 'attempts' | 'endpoint'>,
    outcome: DeliveryOutcome,
  ): Promise<void> {
    return this.database.change('webhooks', async (trx) => {
      const attemptedAt = outcome.attemptedAt.getTime();
      const delivery = trx('webhook_delivery').where({ id });
      const counted: number = await delivery
        .clone()
        .where({ attempts })
        .update({
          attempts: attempts + 1,
          attempted_at: attemptedAt,
          response_code: outcome.responseCode,
          error: outcome.error,
          duration_ms: outcome.durationMs,
        });
      if (counted === 0) return;
      // A delivery of an endpoint disabled meanwhile stays undelivered, unless it arrived.
      await (outcome.state === 'delivered' ? delivery : delivery.where({ state: 'pending' })).update({
        state: outcome.state,
        next_at: millisOrNull(outcome.nextAt),
      });
      if (outcome.disable === null) return;
      const disabled = await trx('webhook_endpoint')
        .where({ id: endpoint.id, state: 'active' })
        .update({ state: 'disabled', disabled_reason: outcome.disable, disabled_at: attemptedAt });
      if (disabled > 0) await markUndelivered(trx, endpoint.id);
    });
  }

  /** The number of pending deliveries and the time of the oldest event among them, without suspended accounts. */
  async backlog(): Promise<{ readonly waiting: number; readonly oldest: Date | null }> {
    const [{ waiting, oldest }] = await this.database.query<{ waiting: number; oldest: number | null }>(BACKLOG);
    return { waiting, oldest: dateOrNull(oldest) };
  }
}

const toDelivery = ({ payload, ...row }: DeliveryRow): Delivery => ({
  ...row,
  symbols: symbolsOf(JSON.parse(payload).data),
  event_at: new Date(row.event_at).toISOString(),
  next_attempt_at: dateOrNull(row.next_attempt_at)?.toISOString() ?? null,
  attempted_at: dateOrNull(row.attempted_at)?.toISOString() ?? null,
});

interface Named {
  readonly symbol: string;
}

/** The symbols that the data of an event is about, each once. */
function symbolsOf(data: {
  readonly symbol?: string;
  readonly pick?: Named | null;
  readonly pattern?: Named;
  readonly added?: readonly Named[];
  readonly gone?: readonly Named[];
}): string[] {
  const { symbol, pick, pattern, added = [], gone = [] } = data;
  const named = [...(pick ? [pick] : []), ...(pattern ? [pattern] : []), ...added, ...gone];
  return [...new Set([...(symbol === undefined ? [] : [symbol]), ...named.map((one) => one.symbol)])];
}
