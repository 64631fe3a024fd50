import { disclaimerFor } from '../answers/disclaimer';
import type { LedgerRecord, RecordOf } from '../core/record/ledger';
import type { NewEvent } from '../storage/webhookEvents';
import { eventOf } from './events';

/** What is told of a record that says which pick a session has, or that it has none: nothing of others. */
export function publicationEvents(record: LedgerRecord): NewEvent[] {
  if (record.type !== 'pick' && record.type !== 'no_pick') return [];
  const { seq, hash, session, as_of, simulated } = record;
  const disclaimer = disclaimerFor(simulated);
  const [pick, reason] = record.type === 'pick' ? [pickedSetup(record), null] : [null, record.reason];
  const data = { seq, hash, session, as_of, simulated, pick, reason, disclaimer };
  return [eventOf('daily_pick.published', data, everybodys(record))];
}

/** What is told of the record that scores a pick: nothing of others. */
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
  return [eventOf('daily_pick.scored', data, everybodys(record))];
}

function everybodys({ published_at }: LedgerRecord) {
  return { accountId: null, at: new Date(published_at) };
}

function pickedSetup({ market, symbol, direction, entry_date, exit_date, hold_days, edge_score }: RecordOf<'pick'>) {
  return { market, symbol, direction, entry_date, exit_date, hold_days, edge_score };
}
