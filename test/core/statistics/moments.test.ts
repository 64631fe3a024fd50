import fc from 'fast-check';
import {
  annualizedReturn,
  clusteredMean,
  cumulativeReturn,
  mean,
  median,
  sampleDeviation,
  sharpeRatio,
} from '../../../src/core/statistics/moments';

const returns = fc.array(fc.double({ min: -99, max: 500, noNaN: true }), { minLength: 1, maxLength: 98 });

describe('statistics of one number a year (METHOD 2)', () => {
  test.each([
    { given: [1, 2, 3, 4], mean: 2.5, median: 2.5, deviation: Math.sqrt(5 / 3) },
    { given: [3, 1, 2], mean: 2, median: 2, deviation: 1 },
    { given: [7], mean: 7, median: 7, deviation: null },
    { given: [-2, -2], mean: -2, median: -2, deviation: 0 },
  ])('$given', ({ given, ...want }) => {
    expect(mean(given)).toBeCloseTo(want.mean, 12);
    expect(median(given)).toBe(want.median);
    if (want.deviation === null) expect(sampleDeviation(given)).toBeNull();
    else expect(sampleDeviation(given)).toBeCloseTo(want.deviation, 12);
  });

  test.each([
    { centre: 2, deviation: 4, want: 0.5 },
    { centre: 2, deviation: 0, want: 0 },
    { centre: 2, deviation: null, want: 0 },
    { centre: -3, deviation: 2, want: -1.5 },
  ])('sharpe of $centre over $deviation is $want', ({ centre, deviation, want }) => {
    expect(sharpeRatio(centre, deviation)).toBe(want);
  });

  test.each([1.0001, 0.999, 3])('years that each grow %s fold a day differ only by rounding: sharpe 0', (growth) => {
    const price = (day: number) => 37.1 * growth ** day;
    const returns = [3, 11, 29, 41, 77, 193, 360].map((day) => 100 * (price(day + 9) / price(day) - 1));
    expect(new Set(returns).size).toBeGreaterThan(1);
    expect(sharpeRatio(mean(returns), sampleDeviation(returns))).toBe(0);
  });

  test('a deviation of a thousandth of a percent still counts', () => {
    expect(sharpeRatio(5, 0.001)).toBe(5000);
  });

  test.each([
    { given: [10, 10], cumulative: 21, days: 730, annualized: 10 },
    { given: [50, -50], cumulative: -25, days: 365, annualized: -25 },
    { given: [10, -100], cumulative: -100, days: 60, annualized: -100 },
    { given: [-150, -150], cumulative: -100, days: 60, annualized: -100 },
    // 51 ** (365 / 2) overflows.
    { given: [5000], cumulative: 5000, days: 2, annualized: 1e15 - 100 },
    { given: Array(40).fill(1e14), cumulative: 1e15 - 100, days: 400, annualized: 1e15 - 100 },
  ])('$given compounds to $cumulative', ({ given, cumulative, days, annualized }) => {
    expect(cumulativeReturn(given)).toBeCloseTo(cumulative, 10);
    expect(annualizedReturn(given, days)).toBeCloseTo(annualized, 10);
  });

  test('the median does not depend on order and does not change its input', () => {
    fc.assert(
      fc.property(returns, (values) => {
        const before = [...values];
        expect(median([...values].reverse())).toBe(median(values));
        expect(values).toEqual(before);
      }),
    );
  });

  test('shifting every year shifts mean and median, but not the deviation', () => {
    fc.assert(
      fc.property(returns, fc.double({ min: 0, max: 50, noNaN: true }), (values, shift) => {
        const moved = values.map((v) => v + shift);
        expect(mean(moved)).toBeCloseTo(mean(values) + shift, 6);
        expect(median(moved)).toBeCloseTo(median(values) + shift, 6);
        if (values.length > 1) expect(sampleDeviation(moved)).toBeCloseTo(sampleDeviation(values)!, 6);
      }),
    );
  });
});

const of = (...groups: number[][]) =>
  clusteredMean(groups.flatMap((values, i) => values.map((value) => ({ cluster: `c${i}`, value }))));

test('with one value per cluster the error is the ordinary one of a mean', () => {
  // Deviations -1.5, -.5, .5, 1.5: squares 5, sample variance 5/3, error sqrt(5/3/4).
  const found = of([1], [2], [3], [4])!;
  expect(found).toEqual({ count: 4, clusters: 4, mean: 2.5, standardError: expect.closeTo(Math.sqrt(5 / 12), 12) });
});

test('duplicate values in a cluster do not reduce the error', () => {
  expect(of([1, 1], [2, 2], [3, 3], [4, 4])!.standardError).toBeCloseTo(of([1], [2], [3], [4])!.standardError!, 12);
});

test('only the sum of a cluster counts; by hand: sums -1 and 1, sqrt(2 * 2/1) / 4', () => {
  expect(of([0, 5], [3, 4])!.standardError).toBeCloseTo(Math.sqrt(4) / 4, 12);
});

test('one cluster has no error, and no values have no mean', () => {
  expect(of([1, 2])).toEqual({ count: 2, clusters: 1, mean: 1.5, standardError: null });
  expect(of()).toBeNull();
});
