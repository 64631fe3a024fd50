import { publicationEvents, scoringEvents } from '../../../src/alerts/events';
import type { LedgerRecord, RecordOf } from '../../../src/core/record/ledger';
import { faultsAgainst } from '../../helpers/contractAjv';
import { outcomeEntry, pickEntry } from '../../helpers/ledgerEntries';

const LINK = { seq: 3, prev_hash: 'a'.repeat(64), hash: 'b'.repeat(64) };
const PICK = { ...pickEntry('2024-12-02'), ...LINK } as RecordOf<'pick'>;
const { published_at, session, data_version, engine_version, model_version } = PICK;
const NO_PICK = {
  ...LINK,
  type: 'no_pick',
  as_of: null,
  reason: 'no setup qualified',
  published_at,
  session,
  data_version,
  engine_version,
  model_version,
  market_failures: [],
  simulated: true,
  clock: 'system',
} as const satisfies LedgerRecord;
const OUTCOME = { ...outcomeEntry(PICK, -3.25), ...LINK, seq: 4 } as RecordOf<'outcome'>;

test.each<[string, LedgerRecord, object]>([
  ['PickPublication', PICK, { pick: { symbol: 'AAPL', hold_days: 10 }, reason: null, seq: 3, hash: LINK.hash }],
  ['PickPublication', NO_PICK, { pick: null, reason: 'no setup qualified', as_of: null, simulated: true }],
  ['PickScoring', OUTCOME, { result: 'loss', return_pct: -3.25, seq: 4, pick_seq: 3, symbol: 'AAPL' }],
])('%s: the event of a record is valid by the contract and goes to all accounts', (schema, record, told) => {
  const events = [...publicationEvents(record), ...scoringEvents(record, PICK)];
  expect(events).toHaveLength(1);
  expect(events[0]).toMatchObject({ accountId: null, key: null, at: new Date(record.published_at), data: told });
  expect(faultsAgainst(`/components/schemas/${schema}`, events[0].data)).toEqual([]);
  expect(JSON.stringify(events[0].data)).toContain('Educational content');
});

test('records that neither publish nor score cause no event', () => {
  const record = { ...OUTCOME, type: 'random_dates', figures: null } as unknown as LedgerRecord;
  expect([...publicationEvents(record), ...scoringEvents(record, PICK)]).toEqual([]);
});
