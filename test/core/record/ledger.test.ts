import { outcomeKey, sessionKey, uniqueKey } from '../../../src/core/record/ledger';
import { wholeChain } from '../../helpers/ledgerEntries';

test('per session one pick or no_pick, per pick one outcome and one set of random dates; any number of corrections', () => {
  const keys = wholeChain().map((record) => [record.type, uniqueKey(record, record.seq)]);
  expect(new Set(keys.map(([type]) => type))).toEqual(
    new Set(['pick', 'no_pick', 'outcome', 'random_dates', 'correction']),
  );
  expect(new Set(keys.map(([, key]) => key)).size).toBe(keys.length);
  for (const record of wholeChain()) {
    const other = uniqueKey(record, record.seq + 1);
    const same = record.type !== 'correction';
    expect(other === uniqueKey(record, record.seq)).toBe(same);
  }
});

test('a pick and a no_pick of a session share a key, an outcome has its own', () => {
  const [pick] = wholeChain();
  expect(pick).toMatchObject({ type: 'pick' });
  expect(uniqueKey(pick, 1)).toBe(sessionKey('session' in pick ? pick.session : ''));
  expect(outcomeKey(1)).not.toBe(sessionKey('1'));
});
