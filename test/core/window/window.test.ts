import { fromIso, toIso } from '../../../src/core/calendar/dates';
import {
  type Cycle,
  horizonWindow,
  lookback,
  occurrenceIn,
  tradeOf,
  type WindowSpec,
} from '../../../src/core/window/window';
import { barsOf, weekdayBars } from '../../helpers/bars';

function windowOf(entry: string, hold: number, options: Partial<WindowSpec> = {}): WindowSpec {
  const day = fromIso(entry);
  return { entry: day, end: day + hold - 1, years: 5, cycle: 'consecutive', asOf: day - 1, ...options };
}

const years = (window: WindowSpec) => lookback(window).map((o) => o.year);

describe('lookback (METHOD 1)', () => {
  test.each<{ name: string; window: WindowSpec; want: number[] }>([
    { name: 'the five years before', window: windowOf('2024-07-01', 15), want: [2019, 2020, 2021, 2022, 2023] },
    {
      name: 'a year-crossing window carries the year of its entry',
      window: windowOf('2024-12-20', 30),
      want: [2019, 2020, 2021, 2022, 2023],
    },
    {
      name: 'a full-year hold still ends the day before the entry',
      window: windowOf('2023-07-01', 365),
      want: [2018, 2019, 2020, 2021, 2022],
    },
    {
      name: 'a hold of 366 days does not, so the lookback shifts by a year',
      window: windowOf('2023-07-01', 366),
      want: [2017, 2018, 2019, 2020, 2021],
    },
    {
      name: 'stale data shifts the lookback',
      window: windowOf('2026-11-21', 60, { asOf: fromIso('2024-12-31') }),
      want: [2019, 2020, 2021, 2022, 2023],
    },
    {
      name: 'stale data that reaches the end does not',
      window: windowOf('2026-11-21', 41, { asOf: fromIso('2024-12-31') }),
      want: [2020, 2021, 2022, 2023, 2024],
    },
    {
      name: 'pe follows the position of the own year',
      window: windowOf('2024-10-27', 70, { cycle: 'pe' }),
      want: [2004, 2008, 2012, 2016, 2020],
    },
    {
      name: 'a fixed position',
      window: windowOf('2024-10-27', 70, { cycle: 'pe2' }),
      want: [2006, 2010, 2014, 2018, 2022],
    },
  ])('$name', ({ window, want }) => expect(years(window)).toEqual(want));

  test.each<[Cycle, number]>([
    ['pe0', 2020],
    ['pe1', 2021],
    ['pe2', 2022],
    ['pe3', 2023],
  ])('the newest year of %s before 2024 is %i', (cycle, want) => {
    expect(years(windowOf('2024-03-01', 20, { cycle })).at(-1)).toBe(want);
  });

  test('a preset counts this year once its occurrence is over, and not a day sooner', () => {
    const february = { preset: { endsBefore: { month: 3, day: 1 } } };
    const over = windowOf('2024-02-01', 29, { ...february, asOf: fromIso('2024-02-29') });
    const running = windowOf('2024-02-01', 29, { ...february, asOf: fromIso('2024-02-28') });
    expect(years(over).at(-1)).toBe(2024);
    expect(years(running).at(-1)).toBe(2023);
    expect(toIso(occurrenceIn(over, 2023).end)).toBe('2023-02-28');
  });

  test('Feb 29 starts on Mar 1 in common years and the end counts from there', () => {
    const o = occurrenceIn(windowOf('2024-02-29', 20), 2023);
    expect([toIso(o.entry), toIso(o.end)]).toEqual(['2023-03-01', '2023-03-20']);
  });
});

describe('the trade of one year (METHOD 1)', () => {
  const occurrence = { year: 2023, entry: fromIso('2023-07-01'), end: fromIso('2023-07-15') };
  const full = weekdayBars('2023-01-02', '2023-12-29', (day) => 100 + (day % 7));

  test('enters on the following session and exits on the prior one when the dates fall on a weekend', () => {
    const trade = tradeOf(full, occurrence, 10);
    expect(toIso(full.day[trade!.entryIndex])).toBe('2023-07-03');
    expect(toIso(full.day[trade!.exitIndex])).toBe('2023-07-14');
  });

  const skip = (from: string, to: string) => (day: number) => day >= fromIso(from) && day <= fromIso(to);
  const priced = (date: string, price: number) =>
    weekdayBars('2023-01-02', '2023-12-29', (day) => (day === fromIso(date) ? price : 100));

  test.each([
    { name: 'listed after the entry date', bars: weekdayBars('2023-07-03', '2023-12-29', () => 100) },
    { name: 'delisted before the end', bars: weekdayBars('2023-01-02', '2023-07-14', () => 100) },
    {
      name: 'no session within the gap limit',
      bars: weekdayBars('2023-01-02', '2023-12-29', () => 100, skip('2023-06-20', '2023-07-11')),
    },
    {
      name: 'halted inside',
      bars: weekdayBars('2023-01-02', '2023-12-29', () => 100, skip('2023-07-04', '2023-07-13')),
    },
    {
      // Entry on the 3rd, exit on the 4th, eleven days before the end; trading continues after it.
      name: 'the exit session lies longer than the gap limit before the end',
      bars: weekdayBars('2023-01-02', '2023-12-29', () => 100, skip('2023-07-05', '2023-07-16')),
    },
    { name: 'entry price not positive', bars: priced('2023-07-03', -37.63) },
    { name: 'exit price not positive', bars: priced('2023-07-14', 0) },
    { name: 'no bars at all', bars: barsOf([]) },
  ])('is missing: $name', ({ bars }) => expect(tradeOf(bars, occurrence, 10)).toBeNull());

  test.each([
    {
      name: 'a gap of exactly the limit after the entry date',
      skipped: skip('2023-06-28', '2023-07-10'),
      entry: '2023-07-11',
    },
    {
      name: 'an exit session exactly the limit before the end',
      skipped: skip('2023-07-06', '2023-07-16'),
      entry: '2023-07-03',
    },
    { name: 'a gap of exactly the limit inside', skipped: skip('2023-07-04', '2023-07-12'), entry: '2023-07-03' },
  ])('is traded: $name', ({ skipped, entry }) => {
    const bars = weekdayBars('2023-01-02', '2023-12-29', () => 100, skipped);
    expect(toIso(bars.day[tradeOf(bars, occurrence, 10)!.entryIndex])).toBe(entry);
  });

  test('a price that is not positive in the middle of the hold changes nothing', () => {
    expect(tradeOf(priced('2023-07-10', -5), occurrence, 10)).not.toBeNull();
  });

  test('an exit session that is the entry session is no trade', () => {
    expect(tradeOf(full, { year: 2023, entry: fromIso('2023-07-01'), end: fromIso('2023-07-03') }, 10)).toBeNull();
    expect(tradeOf(full, { year: 2023, entry: fromIso('2023-07-01'), end: fromIso('2023-07-02') }, 10)).toBeNull();
  });
});

test.each([
  { horizon: '30', start: '2024-07-01', custom: null, end: '2024-07-30' },
  { horizon: '60', start: '2024-07-01', custom: null, end: '2024-08-29' },
  { horizon: '90', start: '2024-12-01', custom: null, end: '2025-02-28' },
  { horizon: 'eoy', start: '2024-07-01', custom: null, end: '2024-12-31' },
  { horizon: 'eoy', start: '2024-01-01', custom: null, end: '2024-12-31' },
  { horizon: 'custom', start: '2024-07-01', custom: 2, end: '2024-07-02' },
  { horizon: 'custom', start: '2024-07-01', custom: 366, end: '2025-07-01' },
] as const)('$horizon from $start ($custom days) ends on $end', ({ horizon, start, custom, end }) => {
  const window = horizonWindow(horizon, fromIso(start), custom);
  expect([toIso(window.entry), toIso(window.end)]).toEqual([start, end]);
  // Only eoy ends on a calendar date; all others have a number of days.
  expect(window.preset).toEqual(horizon === 'eoy' ? { endsBefore: { month: 1, day: 1 } } : undefined);
});

test.each([
  {
    horizon: 'eoy',
    start: '2024-12-31',
    custom: null,
    message: 'the window is 1 calendar days long, accepted is 2..366',
  },
  { horizon: 'custom', start: '2024-07-01', custom: 1, message: 'the window is 1 calendar days' },
  { horizon: 'custom', start: '2024-07-01', custom: 367, message: 'the window is 367 calendar days' },
  { horizon: 'custom', start: '2024-07-01', custom: -3, message: 'the window is -3 calendar days' },
  { horizon: 'custom', start: '2024-07-01', custom: null, message: 'horizon custom needs days or end_date' },
] as const)('refuses $horizon from $start with $custom days', ({ horizon, start, custom, message }) => {
  expect(() => horizonWindow(horizon, fromIso(start), custom)).toThrow(message);
});
