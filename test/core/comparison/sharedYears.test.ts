import { type Day, fromIso, yearOf } from '../../../src/core/calendar/dates';
import { type Leg, latestSharedYears, observeYears, sharedLookback } from '../../../src/core/comparison/sharedYears';
import type { WindowSpec } from '../../../src/core/window/window';
import { weekdayBars } from '../../helpers/bars';

const walk = (day: Day) => 100 + 20 * Math.sin(day / 37) + (day % 11);
/** A long leg from `from`, without any bar in the summers of `halted`. */
const leg = (from: string, halted: readonly number[] = [], to = '2024-06-28'): Leg => ({
  bars: weekdayBars(from, to, walk, (day) => {
    const summer = day >= fromIso(`${yearOf(day)}-06-20`) && day <= fromIso(`${yearOf(day)}-08-20`);
    return summer && halted.includes(yearOf(day));
  }),
  direction: 'long',
  gapLimit: 10,
});
const window: WindowSpec = {
  entry: fromIso('2024-07-01'),
  end: fromIso('2024-07-20'),
  years: 5,
  cycle: 'consecutive',
  asOf: fromIso('2024-06-28'),
};

describe('latest shared years', () => {
  test.each([
    ['all complete', [leg('2000-01-03'), leg('2010-01-04')], [2019, 2020, 2021, 2022, 2023]],
    ['older years fill in', [leg('2000-01-03', [2021]), leg('2010-01-04', [2022])], [2017, 2018, 2019, 2020, 2023]],
    ['down to the youngest start', [leg('2000-01-03'), leg('2021-07-01', [2022])], [2021, 2023]],
    ['delisted', [leg('2000-01-03'), leg('2000-01-03', [], '2020-07-10')], [2015, 2016, 2017, 2018, 2019]],
    ['nothing in common', [leg('2000-01-03', [], '2010-07-30'), leg('2015-01-05')], []],
  ])('%s', (_, legs, years) => {
    const shared = latestSharedYears(legs, window);
    expect(shared.years).toEqual(years);
    expect(shared.observations.map((o) => o.map(({ year }) => year))).toEqual([years, years]);
  });

  test('names the years left out and the legs that lack them', () => {
    const shared = latestSharedYears([leg('2000-01-03', [2021, 2022]), leg('2010-01-04', [2022])], window);
    expect(shared.skipped).toEqual([
      { year: 2021, legs: [0] },
      { year: 2022, legs: [0, 1] },
    ]);
  });

  test('fills in cycle years by steps of four', () => {
    const legs = [leg('1985-01-02', [2012]), leg('1990-01-02')];
    expect(latestSharedYears(legs, { ...window, cycle: 'pe' }).years).toEqual([2000, 2004, 2008, 2016, 2020]);
    expect(latestSharedYears(legs, { ...window, cycle: 'pe3' }).years).toEqual([2007, 2011, 2015, 2019, 2023]);
  });

  test('a symbol without bars has no shared years', () => {
    const empty: Leg = { ...leg('2000-01-03'), bars: weekdayBars('2000-01-03', '2000-01-02', walk) };
    expect(latestSharedYears([leg('2000-01-03'), empty], window)).toEqual({
      years: [],
      observations: [[], []],
      skipped: [],
    });
  });

  test('prices after as-of do not count', () => {
    const legs = [leg('2000-01-03')];
    expect(latestSharedYears(legs, { ...window, asOf: fromIso('2023-07-19') }).years[4]).toBe(2022);
    expect(latestSharedYears(legs, { ...window, asOf: fromIso('2023-07-20') }).years[4]).toBe(2023);
  });
});

describe('shared lookback', () => {
  test('does not add older years for missing ones', () => {
    const shared = sharedLookback([leg('2000-01-03', [2021]), leg('2020-01-06', [2022])], window);
    expect(shared.years).toEqual([2020, 2023]);
    expect(shared.skipped).toEqual([
      { year: 2019, legs: [1] },
      { year: 2021, legs: [0] },
      { year: 2022, legs: [1] },
    ]);
  });
});

test('the years of a leg keep their position, with null for a missing one', () => {
  const occurrences = [2020, 2021, 2022].map((year) => ({
    year,
    entry: fromIso(`${year}-01-01`),
    end: fromIso(`${year}-12-31`),
  }));
  const seen = (asOf: string) =>
    observeYears(leg('2020-12-01'), occurrences, fromIso(asOf)).map((o) => o && [o.year, o.days]);
  expect(seen('2024-06-28')).toEqual([null, [2021, 365], [2022, 365]]);
  // Dec 31, 2022 is a Saturday: only a bar on or after it closes the year.
  expect(seen('2022-12-30')).toEqual([null, [2021, 365], null]);
});
