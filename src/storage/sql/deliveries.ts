import type { Knex } from 'knex';
import type { ClaimedDelivery, Delivery, DeliveryClaim, DeliveryOutcome, DeliveryStore } from '../webhooks';
import type { SqlDatabase } from './database';
import {
  type DeliveryRow,
  DUE,
  type DueRow,
  type EndpointRow,
  LOG,
  toClaimed,
  toDelivery,
  toEndpoint,
  WITH_EVENT,
} from './webhookRows';

const ONE = `${WITH_EVENT} WHERE d.id = ?`;
const BACKLOG = `SELECT count(*) AS waiting, min(e.created_at) AS oldest FROM webhook_delivery d
  JOIN webhook_event e ON e.id = d.event_id
  JOIN webhook_endpoint w ON w.id = d.endpoint_id JOIN account a ON a.id = w.account_id
  WHERE d.state = 'pending' AND a.suspended_at IS NULL`;

/** Leaves what waits for an endpoint undelivered. */
export async function giveUp(trx: Knex, endpointId: string): Promise<void> {
  await trx('webhook_delivery')
    .where({ endpoint_id: endpointId, state: 'pending' })
    .update({ state: 'undelivered', next_at: null });
}

/** Deliveries, in the order of their ids for each endpoint. */
export class SqlDeliveries implements DeliveryStore {
  constructor(private readonly database: SqlDatabase) {}

  async log(endpointId: string, before: number | null, limit: number): Promise<Delivery[]> {
    const { query } = this.database;
    return (await query<DeliveryRow>(LOG, endpointId, before ?? 2 ** 31 - 1, limit)).map(toDelivery);
  }

  async redeliver(endpointId: string, message: string, at: Date): Promise<Delivery | 'waiting' | null> {
    const again = await this.database.change('webhooks', async (trx) => {
      // Whoever writes events holds it, too: ids are numbered in order.
      await trx('webhook_endpoint').where({ id: endpointId }).forUpdate().first('id');
      const before: { event_id: number; state: string }[] = await trx('webhook_delivery as d')
        .join('webhook_event as e', 'e.id', 'd.event_id')
        .where({ 'd.endpoint_id': endpointId, 'e.message': message })
        .select('d.event_id', 'd.state');
      if (before.length === 0) return null;
      if (before.some(({ state }) => state === 'pending')) return 'waiting' as const;
      const row = { endpoint_id: endpointId, event_id: before[0].event_id, state: 'pending', attempts: 0 };
      const [{ id }] = await trx('webhook_delivery').insert({ ...row, next_at: at.getTime() }, ['id']);
      return id as number;
    });
    if (again === null || again === 'waiting') return again;
    const [row] = await this.database.query<DeliveryRow>(ONE, again);
    return row === undefined ? null : toDelivery(row);
  }

  async claim(claim: DeliveryClaim, isGone: (holder: string) => Promise<boolean>): Promise<ClaimedDelivery[]> {
    // Looked at first without a turn: most of the time there is nothing.
    if (claim.most <= 0 || (await this.database.query<DueRow>(DUE, claim.now.getTime())).length === 0) return [];
    return this.database.change('webhooks', async (trx, query) => {
      const due = await query<DueRow>(DUE, claim.now.getTime());
      const chosen = await choose(due, claim, isGone);
      const ids = chosen.map(({ endpoint_id }) => endpoint_id);
      // In the order in which events hold them.
      const endpoints = await trx<EndpointRow>('webhook_endpoint').whereIn('id', ids).orderBy('id').forUpdate();
      const held = { holder: claim.holder, held_until: claim.until.getTime() };
      await trx('webhook_endpoint').whereIn('id', ids).update(held);
      const byId = new Map(endpoints.map((row) => [row.id, toEndpoint(row)]));
      return chosen.flatMap((row) => {
        const endpoint = byId.get(row.endpoint_id);
        return endpoint === undefined ? [] : [toClaimed(row, endpoint)];
      });
    });
  }

  settle({ id, endpoint }: Pick<ClaimedDelivery, 'id' | 'endpoint'>, holder: string, outcome: DeliveryOutcome) {
    return this.database.change('webhooks', async (trx) => {
      const letGo = { holder: null, held_until: null };
      const had: number = await trx('webhook_endpoint').where({ id: endpoint.id, holder }).update(letGo);
      if (had === 0) return;
      const { state, nextAt, attemptedAt, responseCode, error, durationMs, disable } = outcome;
      await trx('webhook_delivery')
        .where({ id })
        .update({
          ...{ attempted_at: attemptedAt.getTime(), response_code: responseCode, error, duration_ms: durationMs },
          ...{ attempts: trx.raw('attempts + 1') },
        });
      // Disabled meanwhile, it is undelivered; but what arrived has arrived.
      const open = trx('webhook_delivery').where({ id });
      const still = state === 'delivered' ? open : open.where({ state: 'pending' });
      await still.update({ state, next_at: nextAt?.getTime() ?? null });
      if (disable === null) return;
      const disabled = { state: 'disabled', disabled_reason: disable, disabled_at: attemptedAt.getTime() };
      const was = await trx('webhook_endpoint').where({ id: endpoint.id, state: 'active' }).update(disabled);
      if (was > 0) await giveUp(trx, endpoint.id);
    });
  }

  async backlog(): Promise<{ readonly waiting: number; readonly oldest: Date | null }> {
    const [{ waiting, oldest }] = await this.database.query<{ waiting: number; oldest: number | null }>(BACKLOG);
    return { waiting: Number(waiting), oldest: oldest === null ? null : new Date(Number(oldest)) };
  }
}

/** Of those due whom nobody else is at, as many as may be. */
async function choose(
  due: readonly DueRow[],
  { holder, now, most, mostOfAccount, underWay }: DeliveryClaim,
  isGone: (holder: string) => Promise<boolean>,
): Promise<DueRow[]> {
  const chosen: DueRow[] = [];
  const ofAccount = new Map(underWay);
  for (const row of due) {
    if (chosen.length >= most) break;
    const count = ofAccount.get(row.account_id) ?? 0;
    if (count >= mostOfAccount) continue;
    const isHeld = row.holder !== null && Number(row.held_until) > now.getTime();
    if (isHeld && (row.holder === holder || !(await isGone(row.holder!)))) continue;
    ofAccount.set(row.account_id, count + 1);
    chosen.push(row);
  }
  return chosen;
}
