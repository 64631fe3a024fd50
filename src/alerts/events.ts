import type { Schema } from '../schema';
import type { NewEvent } from '../storage/webhookEvents';

/** The `data` of each type of event, as in the contract (`webhooks` of openapi.yaml). */
export interface EventData {
  readonly 'pattern.entering': Schema<'PatternEntry'>;
  readonly 'scan.changed': Schema<'ScanChange'>;
  readonly 'daily_pick.published': Schema<'PickPublication'>;
  readonly 'daily_pick.scored': Schema<'PickScoring'>;
  readonly 'data.stale': Schema<'StaleMarket'>;
}

export type EventType = keyof EventData;

/** The accounts that receive an event, and when it happened. */
export interface EventFacts
  extends Pick<NewEvent, 'accountId' | 'tiers' | 'at' | 'markets' | 'within' | 'withoutNeutral'> {
  /** As `NewEvent.key`; absent = the event may repeat. */
  readonly key?: string;
}

/**
 * An event for the outbox. It must be written in the same transaction as the change that it reports: for a ledger record by
 * `LedgerDraft.events`; for anything else by `addEvents(trx, events, jobs)` of src/storage/webhookEvents.ts, called by the storage
 * method of the change inside its `database.change`. An event that reports no write goes to `storage.webhooks.events.append`.
 */
export function eventOf<Type extends EventType>(type: Type, data: EventData[Type], facts: EventFacts): NewEvent {
  const { key = null, ...rest } = facts;
  return { ...rest, type, data, key };
}
