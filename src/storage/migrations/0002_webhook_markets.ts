import type { Knex } from 'knex';
import { storePlainText } from './initial/dialect';

/** Adds the markets that a webhook is limited to, and those that an event is about. Lists are JSON. */
export async function up(trx: Knex): Promise<void> {
  // Null = every market of the plan.
  await trx.schema.alterTable('webhook_endpoint', (table) => table.text('markets'));
  // Null = the event is about no market.
  await trx.schema.alterTable('webhook_event', (table) => table.text('markets'));
  await storePlainText(trx);
  const stored: { id: number; payload: string }[] = await trx('webhook_event').select('id', 'payload');
  for (const { id, payload } of stored) {
    const markets = marketsOf(JSON.parse(payload).data);
    if (markets.length > 0)
      await trx('webhook_event')
        .where({ id })
        .update({ markets: JSON.stringify(markets) });
  }
}

interface Listed {
  readonly market: string;
}

/** The markets that the data of a stored event is about; none for the daily pick, which everybody may read. */
function marketsOf(data: {
  readonly seq?: number;
  readonly market?: string;
  readonly pattern?: Listed;
  readonly added?: readonly Listed[];
  readonly gone?: readonly Listed[];
}): string[] {
  if (data.seq !== undefined) return [];
  const { market, pattern, added = [], gone = [] } = data;
  const patterns = [...(pattern === undefined ? [] : [pattern]), ...added, ...gone];
  const all = [...(market === undefined ? [] : [market]), ...patterns.map((listed) => listed.market)];
  return [...new Set(all)];
}
