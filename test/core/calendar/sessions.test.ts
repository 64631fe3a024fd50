import { nextSession, nthSession, previousSession, sessionsBetween } from '../../../src/core/calendar/calendars';
import { fromIso, toIso } from '../../../src/core/calendar/dates';

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
