import { wilsonInterval } from '../../../src/core/statistics/wilson';

// Newcombe (1998), table I, method 3, and the rule of three for none.
test.each([
  { wins: 81, n: 263, low: 0.2553, high: 0.3662 },
  { wins: 15, n: 148, low: 0.0624, high: 0.1605 },
  { wins: 0, n: 20, low: 0, high: 0.1611 },
  { wins: 1, n: 29, low: 0.0061, high: 0.1718 },
  { wins: 20, n: 20, low: 0.8389, high: 1 },
])('$wins of $n: $low to $high', ({ wins, n, low, high }) => {
  const found = wilsonInterval(wins, n);
  expect(found.low).toBeCloseTo(low, 4);
  expect(found.high).toBeCloseTo(high, 4);
});

test.each([
  [0, 0, 'n is 0'],
  [1, 1.5, 'n is 1.5'],
  [-1, 5, 'wins is -1'],
  [6, 5, 'wins is 6, accepted is a whole number 0..5'],
])('%s of %s is refused', (wins, n, message) => expect(() => wilsonInterval(wins, n)).toThrow(message));
