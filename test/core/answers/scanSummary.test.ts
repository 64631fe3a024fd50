import { buildCard } from '../../../src/answers/card';
import { type SummaryInput, scanSummary } from '../../../src/answers/scanSummary';
import { fromIso } from '../../../src/core/calendar/dates';
import { cardInput } from '../../helpers/cardInput';
import { pending } from '../../helpers/significance';

const base: SummaryInput = {
  cards: [buildCard(cardInput())],
  found: 41,
  ofPool: 1,
  symbolsCalled: null,
  window: '2024-06-20..2024-07-05',
  rankBy: 'sharpe',
  marketsScanned: [{ id: '0', lastBar: fromIso('2024-06-18'), isOld: false, sessionsBehind: 3, ended: null }],
  withoutSession: [],
  marketFailures: [],
  evidenceFailures: 0,
  isEmpty: false,
};

test('the summary counts all setups and the shown ones, and describes the first', () => {
  expect(scanSummary(base)).toBe(
    '41 setups qualify in 2024-06-20..2024-07-05, 1 shown. Each is the best window of its symbol and direction. ' +
      'First by sharpe: AAPL long Mon 2024-07-01 to Mon 2024-07-15, won 9 of 10, average +3.57%, edge score 47, bullish. ' +
      '1 of the 1 shown have p_symbol at most 0.05; 30 symbols were searched. ' +
      'The lowest p_search is 0.52.',
  );
});

test.each([
  { change: { found: 1 }, text: '1 setup qualifies in 2024-06-20..2024-07-05. It is the best window of' },
  { change: { found: 0, cards: [] }, text: 'No setup qualifies in 2024-06-20..2024-07-05.' },
  {
    change: { found: 12, pool: { verified: 50, found: 348 } },
    text: '12 setups qualify in 2024-06-20..2024-07-05 of the 50 verified of 348 found, 1 shown.',
  },
  {
    change: { found: 0, cards: [], pool: { verified: 50, found: 348 } },
    text: 'No setup qualifies in 2024-06-20..2024-07-05 of the 50 verified of 348 found.',
  },
  { change: { found: 12, pool: { verified: 40, found: 40 } }, text: '12 setups qualify in 2024-06-20..2024-07-05, 1' },
  {
    change: { ofPool: 0 },
    text: 'The first 0 are ranked by sharpe; those after them (past_pool) follow in order of detection.',
  },
  { change: { found: 7, cards: [] }, text: '7 setups qualify in 2024-06-20..2024-07-05, 0 shown.' },
  { change: { cards: [buildCard(cardInput({ returns: [1, -1, 2] }))] }, text: 'Every card shown is neutral.' },
  {
    change: { marketsScanned: [{ ...base.marketsScanned[0], isOld: true }] },
    text: 'Prices of market 0 are old: they end on 2024-06-18.',
  },
  {
    change: { marketsScanned: [{ ...base.marketsScanned[0], sessionsBehind: 4 }] },
    text: 'Prices of market 0 end on 2024-06-18: 4 sessions since are missing.',
  },
  {
    change: { marketsScanned: [{ id: '5', lastBar: null, isOld: false, sessionsBehind: null, ended: null }] },
    text: 'Market 5 holds no prices.',
  },
  {
    change: { cards: [buildCard(cardInput({ edgeInput: { significance: pending() } }))] },
    text: 'neutral. Every card shown is neutral. Significance is still being computed; ask again in some seconds.',
  },
  {
    change: { symbolsCalled: { called: 12, symbols: 479, byChance: { mean: 23.7, low: 7, high: 55 } } },
    text:
      '12 of 479 symbols have a window with p_symbol at most 0.05; shuffled calendars give 24 (7 to 55); ' +
      'the card shown is such a window. The lowest p_search shown is 0.52.',
  },
  {
    change: {
      cards: [],
      found: 0,
      symbolsCalled: { called: 3, symbols: 479, byChance: { mean: 23.7, low: 7, high: 55 } },
    },
    text: 'No setup qualifies in 2024-06-20..2024-07-05. 3 of 479 symbols have a window with p_symbol at most 0.05',
  },
  { change: { marketFailures: ['2', '11'] }, text: 'Incomplete: no answer from market 2, 11.' },
  { change: { evidenceFailures: 3 }, text: 'Incomplete: 3 candidates could not be verified.' },
  { change: { evidenceFailures: 1 }, text: 'Incomplete: 1 candidate could not be verified.' },
])('$text', ({ change, text }) => expect(scanSummary({ ...base, ...change })).toContain(text));

test('a scan of no market says so, not that nothing qualifies', () => {
  const nothing = { ...base, cards: [], found: 0, ofPool: 0, marketsScanned: [], missingNull: 'pending' as const };
  expect(scanSummary(nothing)).toBe('No market was scanned: markets_note or lookback_note says why.');
});

test('a search of no symbol, such as on a weekend, counts none', () => {
  const symbolsCalled = { called: 0, symbols: 0, byChance: { mean: 0, low: 0, high: 0 } };
  expect(scanSummary({ ...base, cards: [], found: 0, ofPool: 0, symbolsCalled, withoutSession: ['0', '2'] })).toBe(
    'No setup qualifies in 2024-06-20..2024-07-05. No session of market 0, 2 lies in the window.',
  );
});
