import { type NotedPattern, scanChanges } from '../../../src/core/record/scanChanges';

const pattern = (symbol: string, entry_date: string, rest: Partial<NotedPattern> = {}): NotedPattern => ({
  market: '0',
  symbol,
  direction: 'long',
  entry_date,
  exit_date: '2024-07-31',
  hold_days: 20,
  edge_score: 50,
  historical_win_rate: 0.9,
  years_tested: 10,
  ...rest,
});
const KO = pattern('KO', '2024-07-01');
const PG = pattern('PG', '2024-07-02');
const START = '2024-07-02';
const names = (patterns: readonly { symbol: string; reason?: string }[]) =>
  patterns.map(({ symbol, reason }) => [symbol, reason].filter(Boolean).join(' '));

test.each<[string, NotedPattern[] | null, NotedPattern[], string[], string[]]>([
  ['no earlier result', null, [KO, PG], [], []],
  ['the same patterns', [KO, PG], [PG, KO], [], []],
  ['another exit date is the same pattern', [PG], [pattern('PG', '2024-07-02', { exit_date: '2024-08-15' })], [], []],
  ['another entry date is another pattern', [PG], [pattern('PG', '2024-07-03')], ['PG'], ['PG dropped']],
  [
    'another direction is another pattern',
    [PG],
    [pattern('PG', '2024-07-02', { direction: 'short' })],
    ['PG'],
    ['PG dropped'],
  ],
  ['a pattern whose entry date has come is entered', [KO, PG], [PG], [], ['KO entered']],
  ['an empty earlier result', [], [PG], ['PG'], []],
])('%s', (_, former, found, added, gone) => {
  const changes = scanChanges(former, found, START, ({ entry_date }) => entry_date === START);
  expect([names(changes.added), names(changes.gone)]).toEqual([added, gone]);
  expect([changes.compared, changes.foundCount]).toEqual([former !== null, found.length]);
  expect(names(changes.entering)).toEqual(names(found.filter(({ entry_date }) => entry_date === START)));
});
