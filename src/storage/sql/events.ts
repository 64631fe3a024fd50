import type { Knex } from 'knex';
import type { AccountEvent, RecordedEvent } from '../accounts';

interface EventRow {
  readonly id: number;
  readonly account_id: number;
  readonly at: number;
  readonly kind: AccountEvent['kind'];
  readonly actor: AccountEvent['by'];
  readonly subject: string | null;
  readonly detail: string | null;
}

/** Notes what was done with an account, in the transaction that does it. */
export async function addEvent(trx: Knex, event: AccountEvent | undefined): Promise<void> {
  if (event === undefined) return;
  const { accountId, at, kind, by, subject, detail } = event;
  await trx('account_event').insert({ account_id: accountId, at: at.getTime(), kind, actor: by, subject, detail });
}

/** As `AccountStore.events`. */
export async function eventsOf(
  knex: Knex,
  accountId: number,
  before: number | null,
  limit: number,
): Promise<RecordedEvent[]> {
  const query = knex<EventRow>('account_event').where({ account_id: accountId });
  if (before !== null) query.where('id', '<', before);
  const rows = await query.orderBy('id', 'desc').limit(limit);
  return rows.map(({ account_id, at, actor, ...row }) => ({
    ...row,
    accountId: account_id,
    at: new Date(at),
    by: actor,
  }));
}
