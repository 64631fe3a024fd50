import fc from 'fast-check';
import { fromIso } from '../../../src/core/calendar/dates';
import { drawRotations } from '../../../src/core/significance/rotation';
import {
  barsThrough,
  COMPUTABLE,
  firstAtOrAfter,
  isComputable,
  lastAtOrBefore,
  upperBound,
} from '../../../src/core/window/bars';
import { trendOf } from '../../../src/core/window/curve';
import { evidenceOf } from '../../../src/core/window/evidence';
import { measuredEdge, measureWindow } from '../../../src/core/window/measures';
import { barsOf } from '../../helpers/bars';
import { columnsOf } from '../../helpers/syntheticBars';

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

const { min, max } = COMPUTABLE;

test.each([0, min, max, -min, -max, 1, 4e-7])('%p can be computed with', (price) => {
  expect(isComputable(price)).toBe(true);
});

test.each([4.9e-324, 1e308, -1e308, Infinity, -Infinity, NaN, min / 10, max * 10])('%p cannot', (price) => {
  expect(isComputable(price)).toBe(false);
});

const NO_ROTATIONS = drawRotations(0, 0, 32);

/** Every number in a value, however deep. */
function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}

test('property: any mix of the largest and smallest computable prices gives finite numbers only', () => {
  const first = fromIso('2000-01-03');
  const n = 8_000;
  const price = fc.constantFrom(min, max, 1, -max, 0);
  fc.assert(
    fc.property(
      fc.array(price, { minLength: 3, maxLength: 40 }),
      fc.constantFrom('long' as const, 'short' as const),
      (cycle, direction) => {
        const close = Float64Array.from({ length: n }, (_, i) => cycle[i % cycle.length]);
        const day = Int32Array.from({ length: n }, (_, i) => first + i);
        const bars = { day, close, high: close.map((c) => Math.max(c, max)), low: close.map((c) => Math.min(c, min)) };
        const entry = fromIso('2021-05-03');
        const window = { entry, end: entry + 20, years: 20, cycle: 'consecutive' as const, asOf: entry - 1 };
        const gapLimit = 10;
        const evidence = evidenceOf(bars, window, direction, gapLimit);
        const found = { symbol: columnsOf(bars), window, direction, searchEntry: entry, gapLimit };
        const measures = measureWindow(found, NO_ROTATIONS);
        const edge = evidence && measuredEdge(evidence, measures, { tilt: 0, daysBehind: 0, significance: null });
        const numbers = numbersIn([evidence, measures, edge, trendOf(bars, window.asOf, gapLimit)]);
        expect(numbers.filter((number) => !Number.isFinite(number))).toEqual([]);
      },
    ),
    { numRuns: 40 },
  );
});
