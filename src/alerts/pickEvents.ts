import { disclaimerFor } from '../answers/phrases';
import type { LedgerRecord, RecordOf } from '../core/record/ledger';
import type { NewEvent } from '../storage/webhookEvents';
import { eventOf } from './events';

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
