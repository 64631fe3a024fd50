import { capital, enumerate, lookbackLabel, percent, plural, share } from '../../../src/answers/phrases';
import { fromIso } from '../../../src/core/calendar/dates';

test.each([
  [plural(1, 'year'), '1 year'],
  [plural(0, 'year'), '0 years'],
  [plural(2, 'different window'), '2 different windows'],
  [share(0.583), '58.3%'],
  [share(1), '100.0%'],
  [capital('bullish'), 'Bullish'],
  [enumerate([]), ''],
  [enumerate(['A']), 'A'],
  [enumerate(['A', 'B']), 'A and B'],
  [enumerate(['A', 'B', 'C']), 'A, B and C'],
])('%s', (given, want) => expect(given).toBe(want));

test.each([
  [3.5701, '+3.57%'],
  [-0.9194, '-0.92%'],
  [0, '0.00%'],
  [-0.004, '0.00%'],
  [100, '+100.00%'],
])('percent(%p) is %p', (given, want) => expect(percent(given)).toBe(want));

test.each([
  ['consecutive', '2024-07-01', '8'],
  ['pe', '2024-07-01', '8 pe0'],
  ['pe', '2025-07-01', '8 pe1'],
  ['pe2', '2024-07-01', '8 pe2'],
] as const)('%s, entered %s: %s', (cycle, entry, want) =>
  expect(lookbackLabel({ years: 8, cycle, entry: fromIso(entry) })).toBe(want),
);
