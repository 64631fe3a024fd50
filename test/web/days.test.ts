import { fromIso, toIso } from '../../src/core/calendar/dates';
import { parseSpan, plusDays, plusMonths, weeksOf } from '../../src/web/pages/calendar/days';

test('days are added by the calendar', () => {
  for (const [date, days] of [
    ['2024-02-28', 1],
    ['2023-12-31', 1],
    ['2024-03-10', 1],
    ['2024-11-03', 30],
    ['2024-01-01', -1],
  ] as const)
    expect(plusDays(date, days)).toBe(toIso(fromIso(date) + days));
});

test.each([
  ['2024-06-28', 1, '2024-07-28'],
  ['2024-01-31', 1, '2024-02-29'],
  ['2024-12-15', 1, '2025-01-15'],
  ['2024-01-15', -1, '2023-12-15'],
  ['2024-03-31', -1, '2024-02-29'],
])('%s and %i months are %s', (date, months, want) => expect(plusMonths(date, months)).toBe(want));

test('weeks cover the span from Monday to Sunday', () => {
  const weeks = weeksOf('2024-06-28', '2024-07-27');
  expect(weeks.map(([monday]) => monday)).toEqual([
    '2024-06-24',
    '2024-07-01',
    '2024-07-08',
    '2024-07-15',
    '2024-07-22',
  ]);
  expect(weeks.every((week) => week.length === 7)).toBe(true);
  expect(weeksOf('2024-07-01', '2024-07-07')).toHaveLength(1);
});

test.each(['now', '', '2024-06-28', '2024-07-27..2024-06-28', '2024-13-01..2024-13-02', "<img src='x'>"])(
  '%s is no span',
  (text) => expect(parseSpan(text)).toBeNull(),
);
