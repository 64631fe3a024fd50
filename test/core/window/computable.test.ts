import fc from 'fast-check';
import { fromIso } from '../../../src/core/calendar/dates';
import { COMPUTABLE, isComputable } from '../../../src/core/window/bars';
import { seasonalCurve } from '../../../src/core/window/curve';
import { evaluateSetup } from '../../../src/core/window/setup';
import { trendOf } from '../../../src/core/window/trend';
import { pricesOf } from '../../helpers/syntheticBars';

const { min, max } = COMPUTABLE;

test.each([0, min, max, -min, -max, 1, 4e-7])('%p can be computed with', (price) => {
  expect(isComputable(price)).toBe(true);
});

test.each([4.9e-324, 1e308, -1e308, Infinity, -Infinity, NaN, min / 10, max * 10])('%p cannot', (price) => {
  expect(isComputable(price)).toBe(false);
});

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
      fc.constantFrom('long', 'short'),
      (cycle, direction) => {
        const close = Float64Array.from({ length: n }, (_, i) => cycle[i % cycle.length]);
        const day = Int32Array.from({ length: n }, (_, i) => first + i);
        const bars = { day, close, high: close.map((c) => Math.max(c, max)), low: close.map((c) => Math.min(c, min)) };
        const entry = fromIso('2021-05-03');
        const window = { entry, end: entry + 20, years: 20, cycle: 'consecutive' as const, asOf: entry - 1 };
        const setup = evaluateSetup(pricesOf(bars), window, direction as 'long' | 'short', 10, {
          tilt: 0,
          daysBehind: 0,
          significance: null,
        });
        const numbers = numbersIn([setup, seasonalCurve(pricesOf(bars), window, 10), trendOf(bars, window.asOf, 10)]);
        expect(numbers.filter((number) => !Number.isFinite(number))).toEqual([]);
      },
    ),
    { numRuns: 40 },
  );
});
