import { fromIso, toIso } from '../../../src/core/calendar/dates';
import { planDetection } from '../../../src/core/detection/plan';
import {
  drawRotations,
  driftOf,
  ROTATION_STEPS,
  rotationKey,
  searchedRows,
  strengthOf,
  weeksEarlier,
} from '../../../src/core/significance/rotation';
import type { Cycle } from '../../../src/core/window/window';

const key = rotationKey('some version of the data');

test('the 52 offsets are uniformly distributed for every number of years back', () => {
  const { weeks, reach, rotations } = drawRotations(key, 5_200, 31);
  for (const back of [0, 1, 2, 4, 10, 30]) {
    const counts = new Array<number>(ROTATION_STEPS).fill(0);
    for (let rotation = 0; rotation < rotations; rotation++) counts[weeks[rotation * reach + back]] += 1;
    const expected = rotations / ROTATION_STEPS;
    const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    // 51 degrees of freedom: below 21.6 or above 98.3 once in ten thousand each.
    expect({ back, chiSquare, fits: chiSquare > 21.6 && chiSquare < 98.3 }).toMatchObject({ fits: true });
  }
});

test('offsets are uncorrelated with the year before and the rotation before', () => {
  const { weeks, reach, rotations } = drawRotations(key, 5_000, 12);
  const centre = (ROTATION_STEPS - 1) / 2;
  const variance = (ROTATION_STEPS ** 2 - 1) / 12;
  const correlation = (distance: number) => {
    let sum = 0;
    for (let i = distance; i < weeks.length; i++) sum += (weeks[i] - centre) * (weeks[i - distance] - centre);
    return sum / (weeks.length - distance) / variance;
  };
  for (const distance of [1, 4, reach])
    expect(Math.abs(correlation(distance))).toBeLessThan(4 / Math.sqrt(rotations * reach));
});

test('more rotations, or more years, do not change the existing offsets', () => {
  const few = drawRotations(key, 99, 11);
  const many = drawRotations(key, 999, 99);
  for (let rotation = 0; rotation < few.rotations; rotation++) {
    const from = rotation * many.reach;
    expect(few.weeks.subarray(rotation * few.reach, (rotation + 1) * few.reach)).toEqual(
      many.weeks.subarray(from, from + few.reach),
    );
  }
});

test('the same data version gives the same draws, another one gives others', () => {
  const again = drawRotations(rotationKey('some version of the data'), 50, 20);
  expect(again).toEqual(drawRotations(key, 50, 20));
  expect(drawRotations(rotationKey('another version'), 50, 20).weeks).not.toEqual(again.weeks);
});

test('no two draws share a counter: 98 occurrences in steps of four reach at most 395 years back', () => {
  const farthest = 98 * 4 + 3;
  expect(weeksEarlier(key, 0, farthest)).toBe(drawRotations(key, 1, farthest + 1).weeks[farthest]);
  const first = drawRotations(key, 2, farthest + 1);
  expect(first.weeks.subarray(0, 200)).not.toEqual(first.weeks.subarray(first.reach, first.reach + 200));
});

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** Mean .03. */
const RETURNS = [0.01, 0.02, 0.03, 0.04, 0.05];
const VARIANCES = [0.0004, 0.0006, 0.0009, 0.0012, 0.0014];

describe('strengthOf', () => {
  test.each([
    { name: 'by hand: sqrt(5) * (.03 - .01) / sqrt(.0009)', returns: RETURNS, drift: 0.01, want: 1.490712 },
    { name: 'below its drift it is negative, for a short', returns: RETURNS, drift: 0.05, want: -1.490712 },
    { name: 'at its drift it is 0', returns: RETURNS, drift: 0.03, want: 0 },
  ])('$name', ({ returns, drift, want }) => {
    expect(strengthOf(returns.length, sumOf(returns), sumOf(VARIANCES), drift)).toBeCloseTo(want, 6);
  });

  test('four years have no strength', () => {
    expect(strengthOf(4, 0.14, 0.0041, 0.01)).toBeNull();
  });

  test('a price that never moved has strength 0', () => {
    expect(strengthOf(5, 0, 0, 0)).toBe(0);
    expect(strengthOf(5, 0, 0, 0.01)).toBe(0);
  });

  test('twice the deviation halves it', () => {
    const calm = strengthOf(5, 0.15, 0.0045, 0.01);
    expect(strengthOf(5, 0.15, 4 * 0.0045, 0.01)).toBeCloseTo(calm! / 2, 12);
  });
});

test('the drift is the mean of the observed windows, null without any', () => {
  expect(driftOf(Float64Array.of(0.01, Number.NaN, 0.05))).toBeCloseTo(0.03, 12);
  expect(driftOf(Float64Array.of(Number.NaN))).toBeNull();
});

function planOf(entries: readonly string[], asOf: string, years = 5, cycle: Cycle = 'consecutive', hold = 10) {
  return planDetection({
    entries: entries.map((day) => ({ day: fromIso(day), asOf: fromIso(asOf) })),
    years,
    cycle,
    minHold: hold,
    maxHold: hold,
    minWins: 0,
    minObservations: 5,
    gapLimit: 10,
    liveOnly: true,
  });
}

const rows = (...asked: Parameters<typeof planOf>) => searchedRows(planOf(...asked));

test('in a search across New Year the years are counted back from each entry', () => {
  const { back, reach } = rows(['2024-12-30', '2025-01-02'], '2024-12-27');
  expect([...back]).toEqual([5, 4, 3, 2, 1, 5, 4, 3, 2, 1]);
  expect(reach).toBe(6);
});

test('a window whose last year is not over begins one year earlier', () => {
  expect([...rows(['2025-06-02'], '2024-06-04').back]).toEqual([6, 5, 4, 3, 2]);
});

test('the drift of a window whose last year is not over is measured in its own years', () => {
  const { references, lookbacks } = rows(['2024-01-02', '2024-06-03', '2024-12-30'], '2024-01-01', 2);
  expect([...references].map(toIso)).toEqual(['2022-01-02', '2023-01-02', '2021-01-02', '2022-01-02']);
  expect([...lookbacks]).toEqual([0, 0, 1]);
});

test('in a search across New Year the drift is that of the season', () => {
  const { references, lookbacks } = rows(['2024-12-30', '2025-01-02'], '2024-12-27', 2);
  expect([...references].map(toIso)).toEqual(['2022-12-30', '2023-12-30']);
  expect([...lookbacks]).toEqual([0, 0]);
});

test('a cycle has steps of four years, from the requested position', () => {
  expect([...rows(['2024-10-16'], '2024-10-15', 5, 'pe').back]).toEqual([20, 16, 12, 8, 4]);
  expect([...rows(['2024-10-16'], '2024-10-15', 5, 'pe2').back]).toEqual([18, 14, 10, 6, 2]);
});

test('Feb 29 becomes Mar 1 in common years, in the same year', () => {
  const plan = planOf(['2024-02-29'], '2024-02-28');
  expect([...searchedRows(plan).back]).toEqual([5, 4, 3, 2, 1]);
  expect([...plan.occurrences].map(toIso)).toContain('2023-03-01');
});

test('rows reach from the reference before the oldest year to the latest occurrence', () => {
  const { from, to } = rows(['2024-10-16', '2024-10-29'], '2024-10-15');
  expect({ from: toIso(from), to: toIso(to) }).toEqual({ from: '2018-10-17', to: '2023-10-29' });
});
