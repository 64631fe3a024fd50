import { type Day, dayOf, fromIso } from '../../../src/core/calendar/dates';
import { buildColumns } from '../../../src/core/detection/columns';
import { type DetectionRequest, planDetection } from '../../../src/core/detection/plan';
import { type Draws, drawRotations, rotationKey } from '../../../src/core/significance/rotation';
import { RotationSearch } from '../../../src/core/significance/rotationSearch';
import type { Bars } from '../../../src/core/window/bars';
import { barsOf, syntheticBars } from '../../helpers/syntheticBars';

// test/oracle/significance.test.ts and methodTable.test.ts compare numbers with METHOD 9; these are general properties.

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
const still: Draws = { rotations: 1, reach: 60, weeks: new Uint8Array(60) };

/** The strongest windows of each symbol: unshuffled, then by rotation; null = nothing to compare with. */
function strongest(group: readonly Bars[], request = REQUEST, by = draws) {
  const columns = buildColumns(group);
  const search = new RotationSearch(planDetection(request));
  return group.map((_, i) =>
    search.use(columns, i)
      ? [search.unrotated(), ...Array.from({ length: by.rotations }, (__, b) => search.rotated(by, b))]
      : null,
  );
}

/** A copy without the sessions of some days. */
function without(bars: Bars, isOut: (day: Day) => boolean): Bars {
  const kept = [...bars.day.keys()].filter((i) => !isOut(bars.day[i]));
  return barsOf(
    kept.map((i) => bars.day[i]),
    kept.map((i) => bars.close[i]),
  );
}

test('the result of a symbol does not depend on the order or presence of other symbols', () => {
  const found = strongest(walks);
  expect(strongest([...walks].reverse())).toEqual([...found].reverse());
  expect(strongest([walks[2]])).toEqual([found[2]]);
});

test('equal symbols have the same strongest window in every rotation', () => {
  const [own, , twin] = strongest([walks[0], walks[1], walks[0]]);
  expect(twin).toEqual(own);
});

test('scaling prices does not change the strength', () => {
  const [found] = strongest([walks[0]]);
  const [dearer] = strongest([{ ...walks[0], close: walks[0].close.map((close) => close * 1024) }]);
  expect(dearer).toEqual(found);
});

test('a rotation by 0 weeks is the unshuffled calendar, and a repeated call gives the same result', () => {
  const [[asItWas, unmoved]] = strongest([walks[0]], REQUEST, still) as [[object, object]];
  expect(unmoved).toEqual(asItWas);
  const columns = buildColumns(walks);
  const search = new RotationSearch(planDetection(REQUEST));
  search.use(columns, 1);
  const first = [search.rotated(draws, 3), search.unrotated(), search.rotated(draws, 7)];
  search.use(columns, 0);
  search.rotated(draws, 3);
  search.use(columns, 1);
  expect([search.rotated(draws, 3), search.unrotated(), search.rotated(draws, 7)]).toEqual(first);
});

test('inverted prices swap longs and shorts', () => {
  const calm = syntheticBars({ seed: 5, fromYear: 2000, toYear: 2024 });
  // Small moves, so that 1/(1 + r) - 1 is nearly -r.
  const small = { ...calm, close: calm.close.map((close) => 100 * (close / calm.close[0]) ** 0.001) };
  const [found] = strongest([small]);
  const [turned] = strongest([{ ...small, close: small.close.map((close) => 1e4 / close) }]);
  for (const [i, { long, short }] of found!.entries()) {
    expect(turned![i].long).toBeCloseTo(short, 2);
    expect(turned![i].short).toBeCloseTo(long, 2);
  }
});

test('a missing year is left out, as with a halt in the autumn of 2019', () => {
  const halted = without(walks[0], (day) => day >= dayOf(2019, 9, 1) && day <= dayOf(2019, 12, 20));
  const [found] = strongest([halted], REQUEST, still);
  expect(found![0]).not.toEqual(strongest([walks[0]], REQUEST, still)[0]![0]);
  // Prices inside the halt have no effect.
  const odd = { ...walks[0], close: walks[0].close.map((c, i) => c * (isIn2019(walks[0].day[i]) ? 7 : 1)) };
  expect(
    strongest([without(odd, (day) => day >= dayOf(2019, 9, 1) && day <= dayOf(2019, 12, 20))], REQUEST, still),
  ).toEqual([found]);
});

function isIn2019(day: Day): boolean {
  return day >= dayOf(2019, 9, 15) && day <= dayOf(2019, 12, 10);
}

test('with fewer than five years, or no session before as-of, there is nothing to compare with', () => {
  const listed = (from: Day) => without(walks[0], (day) => day < from);
  expect(strongest([listed(dayOf(2021, 1, 4)), listed(dayOf(2024, 10, 21)), listed(dayOf(2017, 1, 2))])).toEqual([
    null,
    null,
    expect.any(Array),
  ]);
});

test('in a cycle only every fourth year is rotated', () => {
  const cycle = { ...REQUEST, years: 5, cycle: 'pe' } as const;
  const other: Draws = {
    ...draws,
    weeks: draws.weeks.map((week, i) => ((i % draws.reach) % 4 === 0 ? week : 51 - week)),
  };
  expect(strongest(walks, cycle, other)).toEqual(strongest(walks, cycle));
  expect(strongest(walks, REQUEST, other)).not.toEqual(strongest(walks));
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
    const [asItWas, ...rotated] = found!;
    return rotated.filter(({ long }) => long >= asItWas.long).length;
  };
  const found = strongest([...walks, ...walks.map(planted)]).map(beaten);
  expect(Math.max(...found.slice(4))).toBe(0);
  expect(Math.min(...found.slice(0, 4))).toBeGreaterThan(0);
});
