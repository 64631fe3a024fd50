import { seriesDifference } from '../../../src/core/window/barsChange';
import { barsOf } from '../../helpers/bars';

const series = (...rows: [string, number][]) => barsOf(rows.map(([date, close]) => ({ date, close })));

const STORED = series(['2024-01-02', 10], ['2024-01-03', 20], ['2024-01-04', 0], ['2024-01-05', 40]);

test('shared days are compared, by hand', () => {
  const held = series(
    ['2024-01-01', 1],
    ['2024-01-02', 10.0005],
    ['2024-01-03', 10],
    ['2024-01-04', 1],
    ['2024-01-08', 5],
  );
  const found = seriesDifference(STORED, held, 1e-4, 60);
  expect(found).toMatchObject({ shared: 3, differing: 2, lost: 1 });
  expect(found.spread?.lowest).toBe(-50);
  expect(found.spread?.highest).toBeCloseTo(0.005, 10);
  expect(found.spread?.median).toBeCloseTo((-50 + 0.005) / 2, 10);
  // A close of zero cannot be divided by.
  expect(found.sample.map(({ day }) => day)).toEqual([19_724, 19_725]);
});

test('series without a day in common have no spread', () => {
  expect(seriesDifference(STORED, series(['2023-01-03', 1]), 1e-4, 60)).toEqual({
    shared: 0,
    differing: 0,
    lost: 4,
    spread: null,
    sample: [],
  });
});

test('a sample of many days has the first and the last', () => {
  const { sample } = seriesDifference(STORED, STORED, 1e-4, 2);
  expect(sample.map(({ day }) => day)).toEqual([19_724, 19_727]);
});
