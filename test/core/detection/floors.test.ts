import {
  type FlooredChances,
  hasFloors,
  reachesFloors,
  type StatisticFloors,
} from '../../../src/core/detection/ranking';

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
])('the published statistics against %j: %s', (floors, want) =>
  expect(reachesFloors(statistics, null, floors)).toBe(want),
);

test('unavailable evidence passes only without floors', () => {
  expect(reachesFloors(null, null, {})).toBe(true);
  expect(reachesFloors(null, null, { minYears: undefined })).toBe(true);
  expect(reachesFloors(null, null, { minYears: 0 })).toBe(false);
});

test('a floor of 0 is a floor', () => {
  expect(hasFloors({ minSharpe: 0 })).toBe(true);
  expect(hasFloors({ minSharpe: undefined })).toBe(false);
});

test.each<[string, FlooredChances | null, StatisticFloors, boolean]>([
  ['a p_symbol at the bound', { pSymbol: 0.05, pSearch: 0.4 }, { maxPSymbol: 0.05 }, true],
  ['a p_symbol that rounds to the bound', { pSymbol: 0.05004, pSearch: 0.4 }, { maxPSymbol: 0.05 }, true],
  ['one above it', { pSymbol: 0.0501, pSearch: 0.4 }, { maxPSymbol: 0.05 }, false],
  ['a p_search at the bound', { pSymbol: 0.001, pSearch: 0.1 }, { maxPSearch: 0.1 }, true],
  ['one above it', { pSymbol: 0.001, pSearch: 0.1001 }, { maxPSearch: 0.1 }, false],
  ['one bound met, the other not', { pSymbol: 0.01, pSearch: 0.3 }, { maxPSymbol: 0.05, maxPSearch: 0.2 }, false],
  ['an unknown p_symbol', { pSymbol: null, pSearch: null }, { maxPSymbol: 1 }, false],
  ['an unknown p_search', { pSymbol: null, pSearch: null }, { maxPSearch: 1 }, false],
  ['no significance', null, { maxPSearch: 1 }, false],
  ['unknown p-values without a bound', { pSymbol: null, pSearch: null }, { minYears: 9 }, true],
])('bounds on p-values: %s', (_, chances, floors, want) => {
  expect(reachesFloors(statistics, chances, floors)).toBe(want);
});

test('a bound of 0 on a p-value is a floor', () => {
  expect(hasFloors({ maxPSymbol: 0 })).toBe(true);
  expect(hasFloors({ maxPSearch: 0 })).toBe(true);
});
