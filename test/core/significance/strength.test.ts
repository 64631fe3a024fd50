import { driftOf, strengthOf } from '../../../src/core/significance/rotation';

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** Mean .03. */
const RETURNS = [0.01, 0.02, 0.03, 0.04, 0.05];
const VARIANCES = [0.0004, 0.0006, 0.0009, 0.0012, 0.0014];

describe('strengthOf', () => {
  test.each([
    { name: 'by hand: sqrt(5) * (.03 - .01) / sqrt(.0009)', returns: RETURNS, drift: 0.01, want: 1.490712 },
    { name: 'below its drift it is negative, for a short', returns: RETURNS, drift: 0.05, want: -1.490712 },
    { name: 'at its drift it is 0', returns: RETURNS, drift: 0.03, want: 0 },
  ])('$name', ({ returns, drift, want }) => {
    expect(strengthOf(returns.length, sumOf(returns), sumOf(VARIANCES), drift)).toBeCloseTo(want, 6);
  });

  test('four years have no strength', () => {
    expect(strengthOf(4, 0.14, 0.0041, 0.01)).toBeNull();
  });

  test('a price that never moved has strength 0', () => {
    expect(strengthOf(5, 0, 0, 0)).toBe(0);
    expect(strengthOf(5, 0, 0, 0.01)).toBe(0);
  });

  test('twice the deviation halves it', () => {
    const calm = strengthOf(5, 0.15, 0.0045, 0.01);
    expect(strengthOf(5, 0.15, 4 * 0.0045, 0.01)).toBeCloseTo(calm! / 2, 12);
  });
});

test('the drift is the mean of the observed windows, null without any', () => {
  expect(driftOf(Float64Array.of(0.01, Number.NaN, 0.05))).toBeCloseTo(0.03, 12);
  expect(driftOf(Float64Array.of(Number.NaN))).toBeNull();
});
