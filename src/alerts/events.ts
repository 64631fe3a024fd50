import type { Schema } from '../schema';
import type { NewEvent } from '../storage/webhookEvents';

/** What each type of event says, as the contract has it (`webhooks` of openapi.yaml). */
export interface EventData {
  readonly 'pattern.entering': Schema<'PatternEntry'>;
  readonly 'scan.changed': Schema<'ScanChange'>;
  readonly 'daily_pick.published': Schema<'PickPublication'>;
  readonly 'daily_pick.scored': Schema<'PickScoring'>;
  readonly 'data.stale': Schema<'StaleMarket'>;
}

export type EventType = keyof EventData;

/** Whose an event is and when it happened. */
export interface EventFacts extends Pick<NewEvent, 'accountId' | 'tiers' | 'at'> {
  /** As `NewEvent.key`; absent = as often as it comes. */
  readonly key?: string;
}

/**
 * An event for the outbox. It belongs into the transaction of what it reports: with a record of the ledger by
 * `LedgerDraft.events`; with anything else by `addEvents(trx, events, jobs)` of src/storage/webhookEvents.ts, called in the storage
 * method that writes it, inside its `database.change`. An event without a write goes to `storage.webhooks.events.append`.
 */
export function eventOf<Type extends EventType>(type: Type, data: EventData[Type], facts: EventFacts): NewEvent {
  const { key = null, ...rest } = facts;
  return { ...rest, type, data, key };
}
