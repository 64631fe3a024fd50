import { dayOf, fromIso } from '../../../src/core/calendar/dates';
import { buildColumns } from '../../../src/core/detection/columns';
import { type DetectionRequest, planDetection } from '../../../src/core/detection/plan';
import { drawRotations, rotationKey } from '../../../src/core/significance/rotation';
import { RotationSearch } from '../../../src/core/significance/rotationSearch';
import type { Bars } from '../../../src/core/window/bars';
import { syntheticBars } from '../../helpers/syntheticBars';

// test/oracle and methodTable.test.ts compare the numbers with METHOD 9; these are laws that need no second computation.

const REQUEST: DetectionRequest = {
  entries: [18, 21, 22, 26].map((day) => ({ day: dayOf(2024, 10, day), asOf: fromIso('2024-10-17') })),
  years: 10,
  cycle: 'consecutive',
  minHold: 5,
  maxHold: 40,
  minWins: 0,
  minObservations: 5,
  gapLimit: 10,
  liveOnly: true,
};
const walks = [1, 2, 3, 4].map((seed) => syntheticBars({ seed, fromYear: 2000, toYear: 2024 }));
const draws = drawRotations(rotationKey('properties'), 30, 60);

/** The strongest windows of each symbol: unshuffled, then by rotation. */
function strongest(group: readonly Bars[]) {
  const columns = buildColumns(group);
  const search = new RotationSearch(planDetection(REQUEST));
  return group.map((_, i) => {
    search.use(columns, i);
    return [search.unrotated(), ...search.allRotated(draws)];
  });
}

test('scaling prices does not change the strength', () => {
  const [found] = strongest([walks[0]]);
  const [dearer] = strongest([{ ...walks[0], close: walks[0].close.map((close) => close * 1024) }]);
  expect(dearer).toEqual(found);
});

test('inverted prices swap longs and shorts', () => {
  const calm = syntheticBars({ seed: 5, fromYear: 2000, toYear: 2024 });
  // Small moves, so that 1/(1 + r) - 1 is nearly -r.
  const small = { ...calm, close: calm.close.map((close) => 100 * (close / calm.close[0]) ** 0.001) };
  const [found] = strongest([small]);
  const [turned] = strongest([{ ...small, close: small.close.map((close) => 1e4 / close) }]);
  for (const [i, { long, short }] of found.entries()) {
    expect(turned[i].long).toBeCloseTo(short, 2);
    expect(turned[i].short).toBeCloseTo(long, 2);
  }
});

test('a planted season beats every rotation; a random walk does not', () => {
  const planted = (bars: Bars): Bars => {
    let raised = 1;
    const close = bars.close.map((price, i) => {
      const at = new Date(bars.day[i] * 86_400_000);
      if (at.getUTCMonth() === 9 && at.getUTCDate() > 21) raised *= 1.015;
      return price * raised;
    });
    return { ...bars, close };
  };
  const beaten = (found: ReturnType<typeof strongest>[number]) => {
    const [asItWas, ...rotated] = found;
    return rotated.filter(({ long }) => long >= asItWas.long).length;
  };
  const found = strongest([...walks, ...walks.map(planted)]).map(beaten);
  expect(Math.max(...found.slice(4))).toBe(0);
  expect(Math.min(...found.slice(0, 4))).toBeGreaterThan(0);
});
