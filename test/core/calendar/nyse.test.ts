import { fromIso, toIso } from '../../../src/core/calendar/dates';
import { easterSunday, isHalfDay, isNyseSession, nyseHolidays } from '../../../src/core/calendar/nyse';

describe('NYSE holidays', () => {
  // Printed by the exchange for these years.
  const printed: Record<number, string[]> = {
    1999: ['01-01', '01-18', '02-15', '04-02', '05-31', '07-05', '09-06', '11-25', '12-24'],
    2010: ['01-01', '01-18', '02-15', '04-02', '05-31', '07-05', '09-06', '11-25', '12-24'],
    2011: ['01-01', '01-17', '02-21', '04-22', '05-30', '07-04', '09-05', '11-24', '12-26'],
    2021: ['01-01', '01-18', '02-15', '04-02', '05-31', '07-05', '09-06', '11-25', '12-24'],
    2022: ['01-01', '01-17', '02-21', '04-15', '05-30', '06-20', '07-04', '09-05', '11-24', '12-26'],
    2025: ['01-01', '01-20', '02-17', '04-18', '05-26', '06-19', '07-04', '09-01', '11-27', '12-25'],
    2026: ['01-01', '01-19', '02-16', '04-03', '05-25', '06-19', '07-03', '09-07', '11-26', '12-25'],
    2027: ['01-01', '01-18', '02-15', '03-26', '05-31', '06-18', '07-05', '09-06', '11-25', '12-24'],
    2028: ['01-01', '01-17', '02-21', '04-14', '05-29', '06-19', '07-04', '09-04', '11-23', '12-25'],
  };
  test.each(Object.keys(printed).map(Number))('of %i', (year) => {
    expect([...nyseHolidays(year)].sort((a, b) => a - b).map(toIso)).toEqual(printed[year].map((d) => `${year}-${d}`));
  });

  test.each([
    ['a Saturday New Year leaves Dec 31 open', '2021-12-31', true],
    ['a Sunday New Year closes Jan 2', '2023-01-02', false],
    ['no Juneteenth before 2022', '2021-06-18', true],
    ['no Martin Luther King Day before 1998', '1997-01-20', true],
    ["Washington's birthday by date to 1970", '1968-02-22', false],
    ['Memorial Day by date to 1970', '1969-05-30', false],
    ['Election Day 1980', '1980-11-04', false],
    ['no Election Day 1984', '1984-11-06', true],
    ['no Election Day 1978', '1978-11-07', true],
    ['2001-09-10', '2001-09-10', true],
    ['2001-09-11', '2001-09-11', false],
    ['2001-09-14', '2001-09-14', false],
    ['2001-09-17', '2001-09-17', true],
    ['Sandy', '2012-10-29', false],
    ['after Sandy', '2012-10-31', true],
    ['a Wednesday of the paperwork crisis', '1968-08-07', false],
    ['Carter', '2025-01-09', false],
    ['a Saturday', '2024-06-08', false],
  ])('%s', (_, day, open) => {
    expect(isNyseSession(fromIso(day))).toBe(open);
  });
});

test.each([
  [1962, '1962-04-22'],
  [1981, '1981-04-19'],
  [2000, '2000-04-23'],
  [2008, '2008-03-23'],
  [2038, '2038-04-25'],
  [2049, '2049-04-18'],
])('Easter of %i is %s', (year, day) => {
  expect(toIso(easterSunday(year))).toBe(day);
});

test.each([
  ['2024-11-29', true],
  ['2024-12-24', true],
  ['2024-07-03', true],
  ['2021-12-24', false], // Christmas observed
  ['2026-07-03', false], // Independence Day observed
  ['2022-12-24', false], // a Saturday
  ['2024-11-28', false],
  ['2024-12-23', false],
])('half day %s: %s', (day, half) => {
  expect(isHalfDay(fromIso(day))).toBe(half);
});
