import { meanInterval, studentT } from '../../../src/core/statistics/intervals';

describe('quantiles of Student’s t', () => {
  // Printed tables (NIST/SEMATECH e-Handbook 1.3.6.7.2) to the digits they give, and longer values of R's qt().
  test.each([
    { confidence: 0.95, degrees: 1, want: 12.7062047362 },
    { confidence: 0.95, degrees: 2, want: 4.3026527297 },
    { confidence: 0.95, degrees: 3, want: 3.1824463053 },
    { confidence: 0.95, degrees: 4, want: 2.7764451052 },
    { confidence: 0.95, degrees: 5, want: 2.5705818356 },
    { confidence: 0.95, degrees: 9, want: 2.2621571628 },
    { confidence: 0.95, degrees: 10, want: 2.228138852 },
    { confidence: 0.95, degrees: 29, want: 2.0452296421 },
    { confidence: 0.95, degrees: 30, want: 2.0422724563 },
    { confidence: 0.95, degrees: 120, want: 1.9799304051 },
    { confidence: 0.5, degrees: 1, want: 1 },
    { confidence: 0.9, degrees: 7, want: 1.8945786051 },
    { confidence: 0.99, degrees: 4, want: 4.6040948713 },
  ])('$confidence with $degrees degrees is $want', ({ confidence, degrees, want }) => {
    expect(studentT(confidence, degrees)).toBeCloseTo(want, 8);
  });

  test('falls towards the normal quantile', () => {
    const values = Array.from({ length: 97 }, (_, i) => studentT(0.95, i + 1));
    for (let i = 1; i < values.length; i++) expect(values[i]).toBeLessThan(values[i - 1]);
    expect(studentT(0.95, 100_000)).toBeCloseTo(1.959964, 4);
  });

  test.each([
    [0, 5],
    [1, 5],
    [Number.NaN, 5],
    [0.95, 0],
    [0.95, 2.5],
  ])('refuses confidence %p with %p degrees', (confidence, degrees) => {
    expect(() => studentT(confidence, degrees)).toThrow(RangeError);
  });
});

describe('interval of a mean', () => {
  test('by hand: 1..5 has mean 3, s = 1.5811, t = 2.7764, reach 1.9633', () => {
    const found = meanInterval([1, 2, 3, 4, 5])!;
    expect(found.mean).toBe(3);
    expect(found.low).toBeCloseTo(1.036757, 6);
    expect(found.high).toBeCloseTo(4.963243, 6);
  });

  test('constant values have an interval of width 0, a single value has none', () => {
    expect(meanInterval([2, 2, 2])).toEqual({ mean: 2, low: 2, high: 2 });
    expect(meanInterval([2])).toBeNull();
  });
});
