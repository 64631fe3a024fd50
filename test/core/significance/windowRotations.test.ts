import { fromIso } from '../../../src/core/calendar/dates';
import { buildColumns } from '../../../src/core/detection/columns';
import { drawRotations, rotationKey, windowStrength } from '../../../src/core/significance/rotation';
import type { Direction, WindowSpec } from '../../../src/core/window/window';
import { seasonalWalk } from '../../helpers/universe';

// test/oracle/significance.test.ts compares these with a direct computation from METHOD 9.

const season = { month: 11, day: 11, hold: 20, pct: 6 };
const bars = seasonalWalk({ seed: 4, from: '2000-01-03', to: '2024-12-31', season });
const symbol = { columns: buildColumns([bars]), index: 0 };
const draws = drawRotations(rotationKey('windows'), 199, 100);
const entry = fromIso('2024-11-11');
const window: WindowSpec = { entry, end: entry + 19, years: 10, cycle: 'consecutive', asOf: entry - 3 };

function strength(
  changes: Partial<WindowSpec> = {},
  direction: Direction = 'long',
  searchEntry = changes.entry ?? entry,
) {
  return windowStrength({ symbol, window: { ...window, ...changes }, direction, searchEntry, gapLimit: 10 }, draws);
}

test('few rotations match a real season; nearly all match the short of the same window', () => {
  const long = strength()!;
  const short = strength({}, 'short')!;
  expect(long.z).toBeGreaterThan(2);
  expect(long.exceeding).toBeLessThan(4);
  expect(short.z).toBe(-long.z);
  expect(short.exceeding).toBeGreaterThan(195);
});

test('the drift is that of the year before the first entry of the search', () => {
  expect(strength({}, 'long', entry - 12)!.z).not.toBe(strength()!.z);
  expect(strength({}, 'long', entry - 12)!.z).toBeCloseTo(strength()!.z, 0);
});

test('calendars that move a year to before the listing do not count', () => {
  const listed = seasonalWalk({ seed: 4, from: '2014-10-01', to: '2024-12-31', season });
  const young = { columns: buildColumns([listed]), index: 0 };
  const day = fromIso('2019-11-11');
  const five = { ...window, years: 5, entry: day, end: day + 19, asOf: day - 3 };
  const found = { symbol: young, window: five, direction: 'long', searchEntry: day, gapLimit: 10 } as const;
  const { rotations, exceeding } = windowStrength(found, draws)!;
  // All five years are needed, and the first may move by at most five weeks of 0 to 51: in some 23 of 199 calendars.
  expect(rotations).toBeGreaterThan(10);
  expect(rotations).toBeLessThan(40);
  expect(exceeding).toBeLessThanOrEqual(rotations);
  expect(strength()!.rotations).toBe(199);
});

test('four years and a symbol without a session have no strength', () => {
  expect(strength({ years: 4 })).toBeNull();
  expect(strength({ asOf: fromIso('1999-12-31') })).toBeNull();
});

test('the drift of a preset that is over this year is that of its own years', () => {
  const preset = { endsBefore: { month: 12, day: 1 } };
  const november = { entry: fromIso('2024-11-01'), end: fromIso('2024-11-30'), preset, asOf: fromIso('2024-12-31') };
  const years = [2015, 2016, 2017, 2018, 2019, 2020, 2021, 2022, 2023, 2024];
  const searchEntry = fromIso('2024-01-02');
  const named = { symbol, window: { ...window, ...november }, direction: 'long', searchEntry, gapLimit: 10 } as const;
  expect(strength(november, 'long', searchEntry)).toEqual(windowStrength(named, draws, years));
});

test('a preset is its own search, which includes this year once it is over', () => {
  const preset = { endsBefore: { month: 12, day: 1 } };
  const november = { entry: fromIso('2024-11-01'), end: fromIso('2024-11-30'), preset };
  expect(strength({ ...november, asOf: fromIso('2024-12-31') })!.z).not.toBe(strength(november)!.z);
});
