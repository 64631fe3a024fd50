import fc from 'fast-check';
import { exactSum } from '../../../src/core/statistics/moments';

test.each([
  { given: [], want: 0 },
  { given: [0.1, 0.2, 0.3, -0.6], want: 2.7755575615628914e-17 },
  { given: Array.from({ length: 10 }, () => 0.1), want: 1 },
  { given: [1e16, 1, -1e16], want: 1 },
  // Halfway between two doubles, and decided by the remainder.
  { given: [2 ** 53, 1, 2 ** -60], want: 2 ** 53 + 2 },
  { given: [2 ** 53, 1], want: 2 ** 53 },
  { given: [-(2 ** 53), -1, -(2 ** -60)], want: -(2 ** 53) - 2 },
])('the sum of $given is $want', ({ given, want }) => {
  expect(exactSum(given)).toBe(want);
});

/** Whole numbers of very different sizes: big integers give their exact sum, which is rounded once. */
const whole = fc
  .tuple(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), fc.integer({ min: 0, max: 90 }))
  .map(([mantissa, exponent]) => mantissa * 2 ** exponent);

test('is the exact sum rounded once, independent of order and of splitting into halves', () => {
  fc.assert(
    fc.property(fc.array(whole, { maxLength: 20 }), (terms) => {
      const exact = Number(terms.reduce((sum, term) => sum + BigInt(term), 0n));
      expect(exactSum(terms)).toBe(exact);
      expect(exactSum([...terms].reverse())).toBe(exact);
      expect(exactSum(terms.flatMap((term) => [term / 2, term / 2]))).toBe(exact);
    }),
    { numRuns: 2000 },
  );
});
