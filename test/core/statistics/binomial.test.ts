import fc from 'fast-check';
import { binomialTail, wilsonInterval } from '../../../src/core/statistics/intervals';

/** P(at least `wins` of n) by adding one try after the other: an independent method without coefficients. */
function walked(wins: number, n: number, p: number): number {
  let won = [1];
  for (let tried = 0; tried < n; tried++) {
    won = Array.from({ length: tried + 2 }, (_, k) => (1 - p) * (won[k] ?? 0) + (k > 0 ? p * won[k - 1] : 0));
  }
  return won.slice(wins).reduce((sum, share) => sum + share, 0);
}

test.each([
  { wins: 2, n: 3, p: 0.6, want: 3 * 0.36 * 0.4 + 0.216 },
  // METHOD 7: if any date wins 69 %, nine of ten happen by chance in 13.46 % of tries; for a coin it would be 1.07 %.
  { wins: 9, n: 10, p: 0.69, want: 10 * 0.69 ** 9 * 0.31 + 0.69 ** 10 },
  { wins: 9, n: 10, p: 0.5, want: 11 / 1024 },
  { wins: 0, n: 10, p: 0.3, want: 1 },
  { wins: 0, n: 0, p: 0.3, want: 1 },
  { wins: 98, n: 98, p: 0.5, want: 2 ** -98 },
  { wins: 5, n: 5, p: 1, want: 1 },
  { wins: 1, n: 5, p: 0, want: 0 },
])('$wins of $n at $p: $want', ({ wins, n, p, want }) => expect(binomialTail(wins, n, p)).toBeCloseTo(want, 12));

test('equals the try-by-try computation, for any record and share', () => {
  const records = fc
    .integer({ min: 0, max: 98 })
    .chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)));
  fc.assert(
    fc.property(records, fc.double({ min: 0.01, max: 0.99, noNaN: true }), ([wins, n], p) => {
      expect(binomialTail(wins, n, p) / walked(wins, n, p)).toBeCloseTo(1, 9);
    }),
  );
});

test('is a probability, falls with the wins and rises with the share', () => {
  const shares = [0, 0.1, 0.5, 0.69, 0.9, 1];
  for (const n of [1, 10, 98]) {
    for (let wins = 1; wins <= n; wins++) {
      for (const [i, p] of shares.entries()) {
        const chance = binomialTail(wins, n, p);
        expect(chance).toBeGreaterThanOrEqual(0);
        expect(chance).toBeLessThanOrEqual(binomialTail(wins - 1, n, p));
        if (i > 0) expect(chance).toBeGreaterThanOrEqual(binomialTail(wins, n, shares[i - 1]) - 1e-12);
      }
    }
  }
});

test.each([
  [1, 99, 0.5, 'n is 99, accepted is 0..98'],
  [0, -1, 0.5, 'n is -1'],
  [11, 10, 0.5, 'wins is 11, accepted is 0..10'],
  [0.5, 10, 0.5, 'wins is 0.5'],
  [5, 10, 1.01, 'p is 1.01, accepted is 0..1'],
  [5, 10, Number.NaN, 'p is NaN'],
])('refuses %p of %p at %p', (wins, n, p, message) => expect(() => binomialTail(wins, n, p)).toThrow(message));

// Newcombe (1998), table I, method 3, and the rule of three for no wins.
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

test('the ends of the interval are where the score test is at its critical value', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), fc.double({ min: 0, max: 1, noNaN: true }), (n, share) => {
      const wins = Math.round(share * n);
      for (const p of Object.values(wilsonInterval(wins, n))) {
        if (p === 0 || p === 1) continue;
        const z = (wins / n - p) / Math.sqrt((p * (1 - p)) / n);
        expect(Math.abs(z)).toBeCloseTo(1.95996, 4);
      }
    }),
  );
});

test.each([
  [0, 0, 'n is 0'],
  [1, 1.5, 'n is 1.5'],
  [0.5, 2, 'wins is 0.5'],
  [-1, 5, 'wins is -1'],
  [6, 5, 'wins is 6, accepted is a whole number 0..5'],
])('%s of %s is refused', (wins, n, message) => expect(() => wilsonInterval(wins, n)).toThrow(message));
