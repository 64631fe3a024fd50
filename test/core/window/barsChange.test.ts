import { fromIso } from '../../../src/core/calendar/dates';
import { type Bars, barsChange, NO_CHANGE, seriesDifference } from '../../../src/core/window/bars';
import { barsOf } from '../../helpers/bars';

const before = barsOf([
  { date: '2024-01-02', close: 100, high: 110, low: 90 },
  { date: '2024-01-03', close: 50 },
  { date: '2024-01-04', close: 80 },
]);
const closes = (...close: number[]): Bars => ({ ...before, close: Float64Array.from(close) });

describe('barsChange', () => {
  test('the same bars have not changed, unknown highs and lows included', () => {
    expect(barsChange(before, { ...before, high: before.high.slice() })).toEqual(NO_CHANGE);
    expect(barsChange(null, null)).toEqual(NO_CHANGE);
  });

  test('days that only one of both has are added and removed', () => {
    expect(barsChange(null, before)).toEqual({ ...NO_CHANGE, added: 3 });
    expect(barsChange(before, null)).toEqual({ ...NO_CHANGE, removed: 3 });
    const after = barsOf([
      { date: '2024-01-01', close: 1 },
      { date: '2024-01-03', close: 50 },
      { date: '2024-01-05', close: 1 },
    ]);
    expect(barsChange(before, after)).toEqual({ ...NO_CHANGE, added: 2, removed: 2 });
  });

  test.each([
    ['a split of two for one', closes(50, 25, 80), 2, '2024-01-03', 0.5],
    ['no factor', closes(50, 26, 80), 2, '2024-01-03', null],
    ['one day, which shows no factor', closes(50, 50, 80), 1, '2024-01-02', null],
    ['a factor as vendors round it', closes(50.0001, 25, 40), 3, '2024-01-04', 0.5],
    ['a price of zero', closes(0, 0, 80), 2, '2024-01-03', null],
    ['highs alone', { ...before, high: Float64Array.of(1, 2, Number.NaN) }, 2, '2024-01-03', null],
  ])('restated: %s', (_, after, restated, to, factor) => {
    const restatedFrom = fromIso('2024-01-02');
    expect(barsChange(before, after)).toEqual({
      ...NO_CHANGE,
      restated,
      restatedFrom,
      restatedTo: fromIso(to),
      factor,
    });
  });
});

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
