import { fromIso } from '../../../src/core/calendar/dates';
import { buildColumns } from '../../../src/core/detection/columns';
import { type Member, possibleCandidates, yearsNeeded } from '../../../src/core/detection/plan';
import type { Bars } from '../../../src/core/window/bars';
import type { Cycle } from '../../../src/core/window/window';
import { weekdayBars } from '../../helpers/bars';

function member(from: string, to = '2024-06-28'): Member {
  const bars: Bars = weekdayBars(from, to, () => 10);
  return { columns: buildColumns([bars]), index: 0, firstDay: bars.day[0] };
}

const search = (years: number, cycle: Cycle = 'consecutive', minHold = 5) => ({
  entries: [{ day: fromIso('2024-07-01'), asOf: fromIso('2024-06-28') }],
  years,
  cycle,
  minHold,
  gapLimit: 10,
});
const since = (year: number) => member(`${year}-01-01`);

test.each<[string, number, Member[], number]>([
  ['nine of ten if the market has ten years', 10, [since(1990), since(2020)], 9],
  ['a bar on the entry date itself counts', 10, [member('2014-07-01')], 9],
  ['one after it does not', 10, [member('2014-07-02')], 9],
  ['eight of eight available years', 10, [since(2016)], 8],
  ['a young market still needs five', 10, [since(2021)], 5],
  ['a smaller lookback needs fewer', 5, [since(1990)], 5],
  ['18 of 20', 20, [since(1990)], 18],
  ['a symbol that stopped trading does not count', 10, [member('1990-01-01', '2024-06-14'), since(2018)], 6],
  ['one that stopped within the gap limit does', 10, [member('1990-01-01', '2024-06-18'), since(2018)], 9],
  ['no symbol', 10, [], 5],
])('%s', (_, years, members, want) => expect(yearsNeeded(search(years), members)).toBe(want));

test('a cycle counts its own years', () => {
  expect(yearsNeeded(search(8, 'pe'), [since(2000)])).toBe(6);
});

test('the shortest hold determines the years of the lookback', () => {
  // Held 366 days from 2023-07-01 the window is not over: the lookback is 2013 to 2022 instead of 2014 to 2023.
  expect(yearsNeeded(search(10, 'consecutive', 366), [since(2014)])).toBe(9);
  expect(yearsNeeded(search(7, 'consecutive', 366), [since(2017)])).toBe(6);
  expect(yearsNeeded(search(7), [since(2017)])).toBe(7);
});

test('without entries five years are needed', () => {
  expect(yearsNeeded({ ...search(10), entries: [] }, [since(1990)])).toBe(5);
});

test.each<[string, Member, number]>([
  ['a bar before its ninth year is enough', member('2015-07-01'), 1],
  ['a bar before a later entry of the search is enough', member('2015-07-08'), 1],
  ['a bar after all entries is not', member('2015-07-09'), 0],
  ['a symbol that stopped trading is no candidate', member('1990-01-01', '2024-06-14'), 0],
])('nine of ten years: %s', (_, one, want) => {
  const [entry] = search(10).entries;
  const entries = [entry, { ...entry, day: fromIso('2024-07-08') }];
  expect(
    possibleCandidates({ ...search(10), entries, maxHold: 60, minWins: 'default', minObservations: 9 }, [one]).length,
  ).toBe(want);
});
