import { clusteredMean } from '../../../src/core/statistics/moments';

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
