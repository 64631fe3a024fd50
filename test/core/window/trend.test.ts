import { dayOf, fromIso } from '../../../src/core/calendar/dates';
import { trendOf } from '../../../src/core/window/curve';
import { closesOn } from '../../helpers/bars';

const daily = (closes: readonly number[], first = dayOf(2023, 1, 1)) =>
  closesOn(
    closes.map((_, i) => first + i),
    closes,
  );

test('distances from the averages, by hand', () => {
  // Closes 1..221, a bar a day. Average of the last k ending at c is c - (k-1)/2.
  const trend = trendOf(daily(Array.from({ length: 221 }, (_, i) => i + 1)), dayOf(2024, 1, 1), 10);
  expect(trend.long).toBeCloseTo(100 * (221 / 121.5 - 1), 10);
  expect(trend.short).toBeCloseTo(100 * (221 / 196.5 - 1), 10);
  expect(trend.longPrevious).toBeCloseTo(100 * (200 / 100.5 - 1), 10);
  expect(trend.shortPrevious).toBeCloseTo(100 * (200 / 175.5 - 1), 10);
});

test.each([
  { bars: 220, want: { long: true, longPrevious: false, short: true, shortPrevious: true } },
  { bars: 199, want: { long: false, longPrevious: false, short: true, shortPrevious: true } },
  { bars: 70, want: { long: false, longPrevious: false, short: true, shortPrevious: false } },
  { bars: 49, want: { long: false, longPrevious: false, short: false, shortPrevious: false } },
  { bars: 0, want: { long: false, longPrevious: false, short: false, shortPrevious: false } },
])('$bars bars: null without the data', ({ bars, want }) => {
  const { return1m: _, ...trend } = trendOf(daily(Array(bars).fill(7)), dayOf(2030, 1, 1), 10);
  expect(Object.fromEntries(Object.entries(trend).map(([k, v]) => [k, v !== null]))).toEqual(want);
  for (const value of Object.values(trend)) expect(value === null || value === 0).toBe(true);
});

test('prices after as-of do not count', () => {
  const closes = Array.from({ length: 300 }, (_, i) => 50 + i);
  const cut = trendOf(daily(closes.slice(0, 250)), dayOf(2030, 1, 1), 10);
  expect(trendOf(daily(closes), dayOf(2023, 1, 1) + 249, 10)).toEqual(cut);
});

test('a non-positive close is replaced by the one before it', () => {
  const closes = Array.from({ length: 60 }, () => 20);
  closes[30] = -37;
  expect(trendOf(daily(closes), dayOf(2030, 1, 1), 10).short).toBe(0);
});

describe('return over one month', () => {
  const monthReturn = (days: string[], closes: number[], gap = 10) =>
    trendOf(closesOn(days.map(fromIso), closes), fromIso('2024-12-31'), gap).return1m;
  test.each([
    ['the day itself', ['2024-05-15', '2024-06-14', '2024-06-15'], [80, 90, 100], 25],
    ['the nearest, here the later', ['2024-05-11', '2024-05-16', '2024-06-15'], [50, 80, 100], 25],
    ['of two equally near the earlier', ['2024-05-14', '2024-05-16', '2024-06-15'], [80, 50, 100], 25],
    ['Mar 31 looks to Feb 29', ['2024-02-29', '2024-03-01', '2024-03-31'], [80, 1, 100], 25],
    ['nothing near', ['2024-04-01', '2024-06-15'], [80, 100], null],
    ['only its own bar', ['2024-06-15'], [100], null],
    ['the close a month ago is not positive', ['2024-05-15', '2024-06-15'], [-1, 100], null],
  ])('%s', (_, days, closes, want) => {
    const given = monthReturn(days, closes);
    if (want === null) expect(given).toBeNull();
    else expect(given).toBeCloseTo(want, 10);
  });
  test('is never measured against the last bar itself', () => {
    expect(monthReturn(['2024-01-02', '2024-06-15'], [80, 100], 40)).toBeNull();
  });
});
