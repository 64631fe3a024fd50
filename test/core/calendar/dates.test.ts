import fc from 'fast-check';
import {
  addMonths,
  dateOf,
  dayOf,
  fromIso,
  inYear,
  isLeapYear,
  parseIso,
  toIso,
  weekdayOf,
  yearOf,
} from '../../../src/core/calendar/dates';

describe('calendar dates', () => {
  test.each([
    { given: '1970-01-01', want: 0 },
    { given: '1969-12-31', want: -1 },
    { given: '2000-02-29', want: 11016 },
    { given: '2024-12-31', want: 20088 },
    { given: '0000-03-01', want: -719_468 },
    { given: '0001-01-01', want: -719_162 },
  ])('$given is day $want', ({ given, want }) => {
    expect(parseIso(given)).toBe(want);
    expect(toIso(want)).toBe(given);
  });

  test.each([
    '2026-02-30',
    '2023-02-29',
    '2024-13-01',
    '2024-00-10',
    '2024-1-1',
    '24-01-01',
    '',
    '2024-01-01T00:00:00Z',
  ])('%j is no date', (given) => {
    expect(parseIso(given)).toBeNull();
    expect(() => fromIso(given)).toThrow(RangeError);
  });

  test('every day round-trips through text and parts, and the day after is one more', () => {
    fc.assert(
      fc.property(fc.integer({ min: dayOf(1900, 1, 1), max: dayOf(2100, 1, 1) }), (day) => {
        const { year, month, day: dom } = dateOf(day);
        expect(fromIso(toIso(day))).toBe(day);
        expect(dayOf(year, month, dom)).toBe(day);
        expect(weekdayOf(day + 1)).toBe((weekdayOf(day) + 1) % 7);
      }),
    );
  });

  test.each([
    { given: '2024-07-04', want: 4 },
    { given: '1969-12-28', want: 0 },
    { given: '2001-09-11', want: 2 },
  ])('$given falls on weekday $want', ({ given, want }) => expect(weekdayOf(fromIso(given))).toBe(want));

  test('every day of four centuries agrees with Date', () => {
    const wrong: number[] = [];
    for (let day = Date.UTC(1800, 0, 1) / 86_400_000; day < Date.UTC(2201, 0, 1) / 86_400_000; day++) {
      const date = new Date(day * 86_400_000);
      const parts = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
      const { year, month, day: dom } = dateOf(day);
      const isSame =
        year === parts.year &&
        month === parts.month &&
        dom === parts.day &&
        yearOf(day) === year &&
        dayOf(year, month, dom) === day;
      if (!isSame) wrong.push(day);
    }
    expect(wrong).toEqual([]);
  });

  test.each([
    [2024, 14, 1],
    [2024, 0, 31],
    [2024, -11, 1],
    [2024, 3, 0],
    [2023, 2, 30],
    [2024, 12, 400],
    [1900, 2, 29],
  ])('%i-%i-%i carries over as in Date.UTC', (year, month, day) => {
    expect(dayOf(year, month, day)).toBe(Date.UTC(year, month - 1, day) / 86_400_000);
  });

  test.each([Number.NaN, Infinity, 0.5])('%d is no day', (given) => expect(() => toIso(given)).toThrow(RangeError));

  test('Feb 29 becomes Mar 1 in common years only', () => {
    const leapDay = dateOf(fromIso('2024-02-29'));
    expect(toIso(inYear(leapDay, 2023))).toBe('2023-03-01');
    expect(toIso(inYear(leapDay, 2020))).toBe('2020-02-29');
    expect(toIso(inYear(leapDay, 1900))).toBe('1900-03-01');
  });

  test.each([
    { given: '2024-01-31', months: 1, want: '2024-02-29' },
    { given: '2023-01-31', months: 1, want: '2023-02-28' },
    { given: '2024-11-30', months: 3, want: '2025-02-28' },
    { given: '2024-03-31', months: -1, want: '2024-02-29' },
    { given: '2026-11-21', months: 1, want: '2026-12-21' },
  ])('$given + $months months is $want', ({ given, months, want }) => {
    expect(toIso(addMonths(fromIso(given), months))).toBe(want);
  });

  test.each([
    [2000, true],
    [1900, false],
    [2024, true],
    [2023, false],
  ])('leap year %i: %s', (year, want) => expect(isLeapYear(year)).toBe(want));
});
