import { disclaimerFor } from '../answers/phrases';
import type { LedgerRecord, RecordOf } from '../core/record/ledger';
import { type NotedPattern, patternKey, type ScanChanges } from '../core/record/scanChanges';
import type { Schema } from '../schema';
import type { SavedScan } from '../storage/savedScans';
import type { NewEvent } from '../storage/webhookEvents';

/** The `data` of each type of event, as in the contract (`webhooks` of openapi.yaml). */
interface EventData {
  readonly 'pattern.entering': Schema<'PatternEntry'>;
  readonly 'scan.changed': Schema<'ScanChange'>;
  readonly 'daily_pick.published': Schema<'PickPublication'>;
  readonly 'daily_pick.scored': Schema<'PickScoring'>;
  readonly 'data.stale': Schema<'StaleMarket'>;
}

export type EventType = keyof EventData;

/** The accounts that receive an event, and when it happened. */
interface EventFacts extends Pick<NewEvent, 'accountId' | 'tiers' | 'at' | 'markets' | 'within' | 'withoutNeutral'> {
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

/** The event for a record of type `pick` or `no_pick`; none for other types. */
export function publicationEvents(record: LedgerRecord): NewEvent[] {
  if (record.type !== 'pick' && record.type !== 'no_pick') return [];
  const { seq, hash, session, as_of, simulated } = record;
  const disclaimer = disclaimerFor(simulated);
  const [pick, reason] = record.type === 'pick' ? [pickedSetup(record), null] : [null, record.reason];
  const data = { seq, hash, session, as_of, simulated, pick, reason, disclaimer };
  return [eventOf('daily_pick.published', data, publicFacts(record))];
}

/** The event for a record of type `outcome`, which scores the given pick; none for other types. */
export function scoringEvents(record: LedgerRecord, pick: RecordOf<'pick'>): NewEvent[] {
  if (record.type !== 'outcome') return [];
  const { seq, hash, return_pct, result, simulated } = record;
  const { symbol, market, direction, entry_date, exit_date } = pick;
  const data = {
    seq,
    hash,
    pick_seq: pick.seq,
    pick_hash: pick.hash,
    symbol,
    market,
    direction,
    entry_date,
    exit_date,
    return_pct,
    result,
    simulated,
    disclaimer: disclaimerFor(simulated),
  };
  return [eventOf('daily_pick.scored', data, publicFacts(record))];
}

/** The event goes to every account. */
function publicFacts({ published_at }: LedgerRecord) {
  return { accountId: null, at: new Date(published_at) };
}

function pickedSetup({ market, symbol, direction, entry_date, exit_date, hold_days, edge_score }: RecordOf<'pick'>) {
  return { market, symbol, direction, entry_date, exit_date, hold_days, edge_score };
}

/** Maximum patterns listed in an event, and maximum `pattern.entering` events of a run. */
const MAX_PATTERNS = 50;

/** When a run happened, and over which prices. */
interface RunFacts {
  readonly at: Date;
  /** `YYYY-MM-DD` */
  readonly asOf: string;
  readonly simulated: boolean;
  /** Keys of the patterns whose entry an earlier run reported. */
  readonly reported: ReadonlySet<string>;
}

/**
 * The events of a run of a saved scan, for its account. A pattern that left the results because its entry has passed is not a
 * change. The entry of a pattern is reported once, however often its scan runs before the entry.
 */
export function scanEvents(scan: SavedScan, changes: ScanChanges, run: RunFacts): NewEvent[] {
  const { at, asOf, simulated, reported } = run;
  const { id, name, accountId } = scan;
  const shared = { scan_id: id, scan_name: name, as_of: asOf, simulated, disclaimer: disclaimerFor(simulated) };
  const reportable = changes.entering.filter((pattern) => !reported.has(patternKey(pattern)));
  const gone = changes.gone.filter(({ reason }) => reason === 'dropped').map(({ reason: _, ...pattern }) => pattern);
  const changed = changedEvent(changes.added, gone);
  return [...(changed === null ? [] : [changed]), ...reportable.slice(0, MAX_PATTERNS).map(enteringEvent)];

  function changedEvent(added: readonly NotedPattern[], gone: readonly NotedPattern[]): NewEvent | null {
    if (added.length + gone.length === 0) return null;
    const change = {
      ...shared,
      added: added.slice(0, MAX_PATTERNS),
      gone: gone.slice(0, MAX_PATTERNS),
      added_count: added.length,
      gone_count: gone.length,
    };
    const markets = [...new Set([...added, ...gone].map(({ market }) => market))];
    return eventOf('scan.changed', change, { accountId, at, markets, within, withoutNeutral });

    function within(allowed: readonly string[]): NewEvent | null {
      const isAllowed = ({ market }: NotedPattern) => allowed.includes(market);
      return changedEvent(added.filter(isAllowed), gone.filter(isAllowed));
    }

    function withoutNeutral(): NewEvent | null {
      return changedEvent(added.filter(isNotNeutral), gone.filter(isNotNeutral));
    }
  }

  function enteringEvent(pattern: NotedPattern): NewEvent {
    const facts = { accountId, at, markets: [pattern.market] };
    const withoutNeutral = () => (isNotNeutral(pattern) ? entering : null);
    const entering: NewEvent = eventOf('pattern.entering', { ...shared, pattern }, { ...facts, withoutNeutral });
    return entering;
  }
}

/** Patterns stored by earlier releases lack the field. */
function isNotNeutral({ neutral = false }: NotedPattern): boolean {
  return !neutral;
}
