import { dateOrNull, millisOrNull } from './columns';
import type { Database } from './database';
import { type EndpointRow, giveUp, toEndpoint, type WebhookEndpoint } from './webhookEndpoints';
import type { IsGone } from './work';

/** `pending`: it is tried, or waits for those before it; `undelivered`: nobody tries any more. */
export type DeliveryState = 'pending' | 'delivered' | 'undelivered';

/** One event on its way to one endpoint, as the contract shows it. Instants are in ISO 8601. */
export interface Delivery {
  /** The deliveries of an endpoint go out in the order of their ids. */
  readonly delivery_id: number;
  /** The header webhook-id. */
  readonly event_id: string;
  /** Type of the event. */
  readonly event: string;
  readonly event_at: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** Of the last attempt; null before the first, and without an answer. */
  readonly response_code: number | null;
  /** What went wrong with the last attempt; null when nothing did. */
  readonly error: string | null;
  readonly duration_ms: number | null;
  /** When it is tried next; null when it is not. */
  readonly next_attempt_at: string | null;
  /** The last attempt; null before the first. */
  readonly attempted_at: string | null;
}

/** A delivery that this process is to make, and the endpoint that it holds meanwhile. */
export interface ClaimedDelivery extends Pick<Delivery, 'delivery_id' | 'event_id' | 'event' | 'attempts'> {
  /** The body, JSON. */
  readonly payload: string;
  readonly endpoint: WebhookEndpoint;
}

export interface DeliveryClaim {
  readonly holder: string;
  readonly now: Date;
  /** When the claim lapses, should the process die meanwhile. */
  readonly until: Date;
  /** At most so many, and of one account at most so many with those that `underWay` counts. */
  readonly most: number;
  readonly mostOfAccount: number;
  /** Deliveries of this process by account id. */
  readonly underWay: ReadonlyMap<number, number>;
}

/** The result of an attempt. */
export interface DeliveryOutcome {
  readonly state: DeliveryState;
  readonly attemptedAt: Date;
  /** When it is tried next; null when it is not. */
  readonly nextAt: Date | null;
  /** Null without an answer. */
  readonly responseCode: number | null;
  readonly error: string | null;
  readonly durationMs: number | null;
  /** Why the endpoint is disabled with it: what waits for it is undelivered then. Null = it stays as it is. */
  readonly disable: string | null;
}

/** Instants are epoch milliseconds. */
type DeliveryRow = Omit<Delivery, 'event_at' | 'next_attempt_at' | 'attempted_at'> & {
  readonly event_at: number;
  readonly next_attempt_at: number | null;
  readonly attempted_at: number | null;
};

/** The first delivery that waits of an endpoint. */
interface DueRow extends Omit<ClaimedDelivery, 'endpoint'> {
  readonly endpoint_id: string;
  readonly account_id: number;
  readonly holder: string | null;
  readonly held_until: number | null;
}

const DELIVERY = `SELECT d.id AS delivery_id, e.message AS event_id, e.type AS event, e.created_at AS event_at, d.state,
    d.attempts, d.response_code, d.error, d.duration_ms, d.next_at AS next_attempt_at, d.attempted_at
  FROM webhook_delivery d JOIN webhook_event e ON e.id = d.event_id`;
const LOG = `${DELIVERY} WHERE d.endpoint_id = ? AND d.id < ? ORDER BY d.id DESC LIMIT ?`;
const ONE = `${DELIVERY} WHERE d.id = ?`;
const LARGEST_ID = 2 ** 31 - 1;

/** The first of each endpoint, where its time has come and the account is not suspended; the longest overdue comes first. */
const DUE = `SELECT d.id AS delivery_id, e.message AS event_id, e.type AS event, d.attempts, e.payload, d.endpoint_id,
    w.account_id, w.holder, w.held_until
  FROM webhook_endpoint w
  JOIN webhook_delivery d ON d.id =
    (SELECT min(id) FROM webhook_delivery WHERE endpoint_id = w.id AND state = 'pending')
  JOIN webhook_event e ON e.id = d.event_id
  JOIN account a ON a.id = w.account_id
  WHERE w.state = 'active' AND a.suspended_at IS NULL AND d.next_at <= ? ORDER BY d.next_at, d.id`;
const BACKLOG = `SELECT count(*) AS waiting, min(e.created_at) AS oldest FROM webhook_delivery d
  JOIN webhook_event e ON e.id = d.event_id
  JOIN webhook_endpoint w ON w.id = d.endpoint_id JOIN account a ON a.id = w.account_id
  WHERE d.state = 'pending' AND a.suspended_at IS NULL`;

/** Deliveries that wait, and those that were made. */
export class DeliveryStore {
  constructor(private readonly database: Database) {}

  /** Of an endpoint, newest first. @param before id of a delivery: only older ones; null = all */
  async log(endpointId: string, before: number | null, limit: number): Promise<Delivery[]> {
    const { query } = this.database;
    return (await query<DeliveryRow>(LOG, endpointId, before ?? LARGEST_ID, limit)).map(toDelivery);
  }

  /**
   * Sends an event to an endpoint once more, after what waits.
   *
   * @param message of the event. @returns null when it was never on its way there; `waiting` when it waits already
   */
  async redeliver(endpointId: string, message: string, at: Date): Promise<Delivery | 'waiting' | null> {
    const again = await this.database.change('webhooks', async (trx) => {
      // Whoever writes events locks it, too: ids are numbered in order.
      await trx('webhook_endpoint').where({ id: endpointId }).forUpdate().first('id');
      const before: { event_id: number; state: string }[] = await trx('webhook_delivery as d')
        .join('webhook_event as e', 'e.id', 'd.event_id')
        .where({ 'd.endpoint_id': endpointId, 'e.message': message })
        .select('d.event_id', 'd.state');
      if (before.length === 0) return null;
      if (before.some(({ state }) => state === 'pending')) return 'waiting' as const;
      const row = {
        endpoint_id: endpointId,
        event_id: before[0].event_id,
        state: 'pending',
        attempts: 0,
        next_at: at.getTime(),
      };
      const [{ id }] = await trx('webhook_delivery').insert(row, ['id']);
      return id as number;
    });
    if (again === null || again === 'waiting') return again;
    const [row] = await this.database.query<DeliveryRow>(ONE, again);
    return row === undefined ? null : toDelivery(row);
  }

  /**
   * Claims deliveries: the first that waits of each endpoint, once it is due and no other process holds the endpoint.
   * Events of a suspended account wait until it is resumed.
   *
   * @param isGone as `Presence.isGone`: the claim of a process that has ended counts no more
   */
  async claim(claim: DeliveryClaim, isGone: IsGone): Promise<ClaimedDelivery[]> {
    // Without a transaction first: most of the time there is nothing.
    if (claim.most <= 0 || (await this.database.query<DueRow>(DUE, claim.now.getTime())).length === 0) return [];
    return this.database.change('webhooks', async (trx, query) => {
      const due = await query<DueRow>(DUE, claim.now.getTime());
      const chosen = await choose(due, claim, isGone);
      const ids = chosen.map(({ endpoint_id }) => endpoint_id);
      // In the order in which `addEvents` locks them.
      const rows = await trx<EndpointRow>('webhook_endpoint').whereIn('id', ids).orderBy('id').forUpdate();
      await trx('webhook_endpoint')
        .whereIn('id', ids)
        .update({ holder: claim.holder, held_until: claim.until.getTime() });
      const endpoints = new Map(rows.map((row) => [row.id, toEndpoint(row)]));
      return chosen.flatMap(({ delivery_id, event_id, event, attempts, payload, endpoint_id }) => {
        const endpoint = endpoints.get(endpoint_id);
        return endpoint === undefined ? [] : [{ delivery_id, event_id, event, attempts, payload, endpoint }];
      });
    });
  }

  /** Stores the outcome of an attempt and releases the endpoint. Does nothing unless the holder has it. */
  settle(
    { delivery_id: id, endpoint }: Pick<ClaimedDelivery, 'delivery_id' | 'endpoint'>,
    holder: string,
    outcome: DeliveryOutcome,
  ): Promise<void> {
    return this.database.change('webhooks', async (trx) => {
      const released = await trx('webhook_endpoint')
        .where({ id: endpoint.id, holder })
        .update({ holder: null, held_until: null });
      if (released === 0) return;
      const attemptedAt = outcome.attemptedAt.getTime();
      await trx('webhook_delivery')
        .where({ id })
        .update({
          attempts: trx.raw('attempts + 1'),
          attempted_at: attemptedAt,
          response_code: outcome.responseCode,
          error: outcome.error,
          duration_ms: outcome.durationMs,
        });
      // It is undelivered where the endpoint was disabled meanwhile, unless it arrived.
      const delivery = trx('webhook_delivery').where({ id });
      await (outcome.state === 'delivered' ? delivery : delivery.where({ state: 'pending' })).update({
        state: outcome.state,
        next_at: millisOrNull(outcome.nextAt),
      });
      if (outcome.disable === null) return;
      const disabled = await trx('webhook_endpoint')
        .where({ id: endpoint.id, state: 'active' })
        .update({ state: 'disabled', disabled_reason: outcome.disable, disabled_at: attemptedAt });
      if (disabled > 0) await giveUp(trx, endpoint.id);
    });
  }

  /** Deliveries that wait, and when the oldest of their events was; null where none does. Without suspended accounts. */
  async backlog(): Promise<{ readonly waiting: number; readonly oldest: Date | null }> {
    const [{ waiting, oldest }] = await this.database.query<{ waiting: number; oldest: number | null }>(BACKLOG);
    return { waiting, oldest: dateOrNull(oldest) };
  }
}

const toDelivery = (row: DeliveryRow): Delivery => ({
  ...row,
  event_at: new Date(row.event_at).toISOString(),
  next_attempt_at: dateOrNull(row.next_attempt_at)?.toISOString() ?? null,
  attempted_at: dateOrNull(row.attempted_at)?.toISOString() ?? null,
});

/** As many as may be of the due ones whose endpoint no process holds. */
async function choose(
  due: readonly DueRow[],
  { holder, now, most, mostOfAccount, underWay }: DeliveryClaim,
  isGone: IsGone,
): Promise<DueRow[]> {
  const chosen: DueRow[] = [];
  const ofAccount = new Map(underWay);
  for (const row of due) {
    if (chosen.length >= most) break;
    const count = ofAccount.get(row.account_id) ?? 0;
    if (count >= mostOfAccount) continue;
    const isHeld = row.holder !== null && (row.held_until ?? 0) > now.getTime();
    if (isHeld && (row.holder === holder || !(await isGone(row.holder!)))) continue;
    ofAccount.set(row.account_id, count + 1);
    chosen.push(row);
  }
  return chosen;
}
