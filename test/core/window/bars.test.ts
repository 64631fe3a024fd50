import { fromIso } from '../../../src/core/calendar/dates';
import { barsThrough, firstAtOrAfter, lastAtOrBefore, upperBound } from '../../../src/core/window/bars';
import { barsOf } from '../../helpers/bars';

// Thursday, Friday, Monday.
const bars = barsOf([
  { date: '2024-05-02', close: 1 },
  { date: '2024-05-03', close: 2 },
  { date: '2024-05-06', close: 3 },
]);

test.each([
  { day: '2024-05-01', first: 0, last: -1 },
  { day: '2024-05-02', first: 0, last: 0 },
  { day: '2024-05-03', first: 1, last: 1 },
  { day: '2024-05-04', first: 2, last: 1 },
  { day: '2024-05-06', first: 2, last: 2 },
  { day: '2024-05-07', first: 3, last: 2 },
])('$day: first on or after $first, last on or before $last', ({ day, first, last }) => {
  expect(firstAtOrAfter(bars, fromIso(day))).toBe(first);
  expect(lastAtOrBefore(bars, fromIso(day))).toBe(last);
  expect([...barsThrough(bars, fromIso(day)).close]).toEqual([1, 2, 3].slice(0, last + 1));
});

test('bars through a day are views on the same memory', () => {
  expect(barsThrough(bars, fromIso('2024-05-03')).close.buffer).toBe(bars.close.buffer);
  expect(barsThrough(bars, fromIso('2024-05-06'))).toBe(bars);
});

test('the upper bound of an empty array is 0, and lies after equal elements', () => {
  expect(upperBound(new Int32Array(0), 5)).toBe(0);
  expect(upperBound(Int32Array.of(1, 5, 5, 9), 5)).toBe(3);
});
