import { capital, enumerate, percent, plural, share } from '../../src/answers/phrases';

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
