import { drawRotations, ROTATION_STEPS, rotationKey, weeksEarlier } from '../../../src/core/significance/rotation';

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
