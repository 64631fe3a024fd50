import type { EndpointChange, EndpointSecrets, EndpointStore, WebhookEndpoint } from '../webhooks';
import type { SqlDatabase } from './database';
import { giveUp } from './deliveries';
import { type EndpointRow, toEndpoint, toEndpointRow } from './webhookRows';

const OF_ACCOUNT = 'SELECT * FROM webhook_endpoint WHERE account_id = ? ORDER BY created_at, id';
const ONE = 'SELECT * FROM webhook_endpoint WHERE account_id = ? AND id = ?';

/** Endpoints that are told of events. */
export class SqlEndpoints implements EndpointStore {
  constructor(private readonly database: SqlDatabase) {}

  insert(endpoint: WebhookEndpoint, most: number): Promise<boolean> {
    return this.database.change('webhooks', async (trx) => {
      const [{ count }] = await trx('webhook_endpoint').where({ account_id: endpoint.accountId }).count({ count: '*' });
      if (Number(count) >= most) return false;
      await trx('webhook_endpoint').insert(toEndpointRow(endpoint));
      return true;
    });
  }

  async of(accountId: number): Promise<WebhookEndpoint[]> {
    return (await this.database.query<EndpointRow>(OF_ACCOUNT, accountId)).map(toEndpoint);
  }

  async find(accountId: number, id: string): Promise<WebhookEndpoint | null> {
    const [row] = await this.database.query<EndpointRow>(ONE, accountId, id);
    return row === undefined ? null : toEndpoint(row);
  }

  change(accountId: number, id: string, change: EndpointChange): Promise<WebhookEndpoint | null> {
    return this.database.change('webhooks', async (trx) => {
      // Held from the start, so that an event written meanwhile finds it as it will be.
      const row = await trx<EndpointRow>('webhook_endpoint').where({ id, account_id: accountId }).forUpdate().first();
      if (row === undefined) return null;
      const changed = { ...toEndpoint(row), ...change };
      await trx('webhook_endpoint').where({ id }).update(toEndpointRow(changed));
      if (changed.state === 'disabled') await giveUp(trx, id);
      return changed;
    });
  }

  rotate(accountId: number, id: string, from: string, secrets: EndpointSecrets): Promise<boolean> {
    return this.database.change('webhooks', async (trx) => {
      const { secret, previousSecret, previousUntil } = secrets;
      const row = { secret, previous_secret: previousSecret, previous_until: previousUntil?.getTime() ?? null };
      const which = { id, account_id: accountId, secret: from };
      return (await trx('webhook_endpoint').where(which).update(row)) > 0;
    });
  }

  remove(accountId: number, id: string): Promise<boolean> {
    return this.database.change('webhooks', async (trx) => {
      return (await trx('webhook_endpoint').where({ id, account_id: accountId }).delete()) > 0;
    });
  }

  noteTest(id: string, at: Date, since: Date): Promise<Date | null> {
    return this.database.change('webhooks', async (trx) => {
      const row: { tested_at: number | null } | undefined = await trx('webhook_endpoint')
        .where({ id })
        .first('tested_at');
      const last = row?.tested_at ?? null;
      if (last !== null && last > since.getTime()) return new Date(last);
      await trx('webhook_endpoint').where({ id }).update({ tested_at: at.getTime() });
      return null;
    });
  }
}
