import type { Knex } from 'knex';

/** An action on an account, for its audit log. It contains no secret. */
export interface AccountEvent {
  readonly accountId: number;
  readonly at: Date;
  readonly kind:
    | 'account_created'
    | 'signed_in'
    | 'signed_out'
    | 'session_ended'
    | 'sessions_ended'
    | 'session_reused'
    | 'link_made'
    | 'key_created'
    | 'key_rotated'
    | 'key_revoked'
    | 'tier_changed'
    | 'role_changed'
    | 'feed_paused'
    | 'feed_resumed'
    | 'feed_run_asked'
    | 'job_retried'
    | 'job_cancelled'
    | 'held_prices_taken'
    | 'held_prices_dropped'
    | 'account_suspended'
    | 'account_resumed'
    | 'calendar_link_made'
    | 'calendar_link_revoked'
    | 'table_link_made'
    | 'table_link_revoked';
  /** The account holder, an operator, or a command on the server. */
  readonly by: 'self' | 'operator' | 'command';
  /** Id of the key, session, calendar link or table link concerned. */
  readonly subject: string | null;
  readonly detail: string | null;
}

export interface RecordedEvent extends AccountEvent {
  readonly id: number;
}

export interface EventRow {
  readonly id: number;
  readonly account_id: number;
  readonly at: number;
  readonly kind: AccountEvent['kind'];
  readonly actor: AccountEvent['by'];
  readonly subject: string | null;
  readonly detail: string | null;
}

export const toEvent = (row: EventRow): RecordedEvent => ({
  id: row.id,
  accountId: row.account_id,
  at: new Date(row.at),
  kind: row.kind,
  by: row.actor,
  subject: row.subject,
  detail: row.detail,
});

/** Records an event in the transaction of the change, so that both are stored or neither. */
export async function addEvent(trx: Knex, event: AccountEvent | undefined): Promise<void> {
  if (event === undefined) return;
  await trx('account_event').insert({
    account_id: event.accountId,
    at: event.at.getTime(),
    kind: event.kind,
    actor: event.by,
    subject: event.subject,
    detail: event.detail,
  });
}
