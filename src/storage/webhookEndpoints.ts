import type { Knex } from 'knex';
import {
  boolean,
  type Database,
  dateOrNull,
  type EntityOf,
  firstOf,
  instant,
  json,
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
      const changed = await trx('webhook_endpoint')
        .where({ id, account_id: accountId, secret: from })
        .update(ENDPOINT.toRow(secrets));
      return changed > 0;
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
      const row: { tested_at: number | null } | undefined = await trx('webhook_endpoint')
        .where({ id })
        .first('tested_at');
      const last = dateOrNull(row?.tested_at ?? null);
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
