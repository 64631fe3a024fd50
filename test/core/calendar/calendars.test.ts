import fc from 'fast-check';
import {
  CALENDARS,
  type CalendarName,
  isSession,
  nextSession,
  nthSession,
  previousSession,
  sessionsBetween,
} from '../../../src/core/calendar/calendars';
import { dayOf, fromIso, isWeekend, toIso } from '../../../src/core/calendar/dates';

const NAMES = Object.keys(CALENDARS) as CalendarName[];

describe('days published by the exchanges', () => {
  const closed: [calendar: CalendarName, why: string, ...days: string[]][] = [
    ['europe', 'Good Friday and Easter Monday', '2026-04-03', '2026-04-06', '2027-03-26', '2027-03-29'],
    ['europe', 'Labour Day, Christmas, New Year', '2026-05-01', '2026-12-25', '2024-12-26', '2027-01-01'],
    ['lse', 'Boxing Day and its substitutes', '2024-12-26', '2026-12-28', '2027-12-27', '2027-12-28'],
    ['lse', 'bank holidays', '2026-04-06', '2026-05-04', '2026-05-25', '2026-08-31', '2022-01-03', '2028-01-03'],
    [
      'lse',
      'a wedding and jubilees',
      '2011-04-29',
      '2002-06-03',
      '2002-06-04',
      '2012-06-04',
      '2012-06-05',
      '2022-06-03',
    ],
    ['lse', 'a funeral, a coronation, VE Day', '2022-09-19', '2023-05-08', '2020-05-08'],
    ['tsx', 'Family Day and Victoria Day', '2026-02-16', '2026-05-18', '2027-02-15', '2027-05-24'],
    ['tsx', 'Canada Day, moved from weekends', '2026-07-01', '2017-07-03', '2023-07-03', '2028-07-03'],
    ['tsx', 'Civic Holiday, Labour Day, Thanksgiving', '2026-08-03', '2026-09-07', '2026-10-12', '2029-10-08'],
    ['tsx', 'Christmas and Boxing Day, moved', '2026-12-25', '2026-12-28', '2027-12-27', '2027-12-28', '2022-12-27'],
    ['nse', 'fixed holidays', '2026-01-26', '2026-05-01', '2028-08-15', '2028-10-02', '2030-12-25'],
    ['nse', 'announced lunar holidays', '2025-10-21', '2026-03-03', '2026-05-28', '2026-11-10', '2026-11-24'],
    ['asia', 'New Year', '2026-01-01', '2027-01-01'],
    ['cme', 'Good Friday, Christmas, New Year', '2026-04-03', '2026-12-25', '2027-01-01', '2023-01-02'],
    ['cme', 'holidays of the United States', '2026-01-19', '2026-06-19', '2026-07-03', '2026-09-07', '2026-11-26'],
    ['currencies', 'Christmas and New Year', '2026-12-25', '2027-01-01', '2024-12-25'],
  ];
  test.each(closed)('%s is closed: %s', (calendar, _, ...days) => {
    expect(days.filter((day) => isSession(calendar, fromIso(day)))).toEqual([]);
  });

  const open: [calendar: CalendarName, why: string, ...days: string[]][] = [
    [
      'europe',
      'days on which only some exchanges close',
      '2026-05-14',
      '2026-05-25',
      '2026-12-24',
      '2026-12-31',
      '2026-12-28',
    ],
    ['lse', 'Maundy Thursday, half days, a moved holiday', '2026-04-02', '2026-12-24', '2012-05-28', '2020-05-04'],
    ['tsx', 'Easter Monday, Remembrance Day', '2026-04-06', '2026-11-11', '2026-12-24', '2026-12-31'],
    ['tsx', 'a year before Family Day existed', '2007-02-19'],
    ['nse', 'New Year, and the Muhurat trading of a Sunday is no session of the Monday', '2026-01-01', '2026-11-09'],
    [
      'asia',
      'Golden Week and the lunar New Year, when some trade',
      '2026-05-04',
      '2026-05-05',
      '2026-02-17',
      '2026-12-25',
    ],
    ['cme', 'days of mourning on the stock exchange', '2025-01-09', '2007-01-02', '2018-12-05', '2026-12-24'],
    ['cme', 'Columbus Day and Veterans Day', '2026-10-12', '2026-11-11'],
    ['currencies', 'Good Friday and the days around Christmas', '2026-04-03', '2026-12-24', '2024-12-26', '2026-12-31'],
  ];
  test.each(open)('%s trades: %s', (calendar, _, ...days) => {
    expect(days.filter((day) => !isSession(calendar, fromIso(day)))).toEqual([]);
  });
});

test.each([
  ['lse', 2026, 253],
  ['tsx', 2026, 251],
  ['europe', 2026, 256],
  ['cme', 2026, 251],
  ['currencies', 2026, 259],
  ['asia', 2026, 260],
  ['nse', 2025, 247],
] as const)('%s has in %i %i sessions', (calendar, year, sessions) => {
  expect(sessionsBetween(calendar, dayOf(year, 1, 1), dayOf(year, 12, 31))).toHaveLength(sessions);
});

const SPAN = { min: dayOf(1995, 1, 1), max: dayOf(2050, 12, 31) };

test.each(NAMES)('%s: session functions agree, and only the daily calendar trades on weekends', (calendar) => {
  fc.assert(
    fc.property(fc.integer(SPAN), fc.integer({ min: 0, max: 400 }), (from, length) => {
      const sessions = sessionsBetween(calendar, from, from + length);
      const days = Array.from({ length: length + 1 }, (_, i) => from + i);
      expect(sessions).toEqual(days.filter((day) => isSession(calendar, day)));
      if (calendar !== 'daily') expect(sessions.filter(isWeekend).map(toIso)).toEqual([]);
      const next = nextSession(calendar, from);
      const previous = previousSession(calendar, from);
      expect(isSession(calendar, next) && isSession(calendar, previous)).toBe(true);
      expect(sessionsBetween(calendar, from, next)).toEqual([next]);
      expect(sessionsBetween(calendar, previous, from)).toEqual([previous]);
    }),
  );
});

test.each(NAMES)('%s is never closed longer than in September 2001', (calendar) => {
  for (let day = SPAN.min; day <= SPAN.max; day++) {
    const next = nextSession(calendar, day);
    if (next - day > 6) throw new Error(`no session from ${toIso(day)} to ${toIso(next)}`);
    day = next;
  }
});

describe('next, previous and nth session', () => {
  test.each([
    ['nyse', '2024-03-29', '2024-04-01', '2024-03-28'],
    ['nyse', '2024-04-01', '2024-04-01', '2024-04-01'],
    ['currencies', '2024-03-29', '2024-03-29', '2024-03-29'],
    ['asia', '2024-03-30', '2024-04-01', '2024-03-29'],
    ['daily', '2024-03-30', '2024-03-30', '2024-03-30'],
    ['nyse', '2001-09-11', '2001-09-17', '2001-09-10'],
  ] as const)('%s around %s: next %s, previous %s', (calendar, day, next, previous) => {
    expect(toIso(nextSession(calendar, fromIso(day)))).toBe(next);
    expect(toIso(previousSession(calendar, fromIso(day)))).toBe(previous);
  });

  test('nthSession from a holiday counts from the next session', () => {
    expect(toIso(nthSession('nyse', fromIso('2024-12-25'), 1))).toBe('2024-12-26');
    // 26 27 30 31 | 2 3 6 7 8 10: New Year's Day and the mourning for Carter are not counted.
    expect(toIso(nthSession('nyse', fromIso('2024-12-25'), 10))).toBe('2025-01-10');
    expect(() => nthSession('nyse', 0, 0)).toThrow('got 0');
  });

  test('sessions between two days include both ends', () => {
    const days = (from: string, to: string) => sessionsBetween('nyse', fromIso(from), fromIso(to)).map(toIso);
    expect(days('2024-07-03', '2024-07-08')).toEqual(['2024-07-03', '2024-07-05', '2024-07-08']);
    expect(days('2024-07-08', '2024-07-03')).toEqual([]);
    expect(sessionsBetween('nyse', fromIso('2023-01-01'), fromIso('2023-12-31'))).toHaveLength(250);
    expect(sessionsBetween('nyse', fromIso('2024-01-01'), fromIso('2024-12-31'))).toHaveLength(252);
  });
});
