import { hasFloors, reachesFloors, type StatisticFloors } from '../../../src/core/detection/floors';

const statistics = { winRate: 2 / 3, yearsTested: 9, mean: 1.23456, median: 1, sharpe: -0.00001 };

test.each<[StatisticFloors, boolean]>([
  [{}, true],
  [{ minWinRate: 0.6667 }, true],
  [{ minWinRate: 0.6668 }, false],
  [{ minYears: 9 }, true],
  [{ minYears: 10 }, false],
  [{ minAvgReturn: 1.2346 }, true],
  [{ minAvgReturn: 1.2347 }, false],
  [{ minMedianReturn: 1 }, true],
  [{ minMedianReturn: 1.0001 }, false],
  [{ minSharpe: 0 }, true],
  [{ minSharpe: 0.0001 }, false],
  [{ minWinRate: 0.5, minSharpe: 1 }, false],
])('the published statistics against %j: %s', (floors, want) => expect(reachesFloors(statistics, floors)).toBe(want));

test('unavailable evidence reaches no floor, and is shown where there is none', () => {
  expect(reachesFloors(null, {})).toBe(true);
  expect(reachesFloors(null, { minYears: undefined })).toBe(true);
  expect(reachesFloors(null, { minYears: 0 })).toBe(false);
});

test('a floor of 0 is a floor', () => {
  expect(hasFloors({ minSharpe: 0 })).toBe(true);
  expect(hasFloors({ minSharpe: undefined })).toBe(false);
});
