import * as fc from 'fast-check';
import { dateOf, dayOf, fromIso, isLeapYear, toIso, yearOf } from '../../../src/core/calendar/dates';
import { PERIODS, type Period, type PresetWindow, presetWindow } from '../../../src/core/window/presets';
import { lookback, occurrenceIn, type WindowSpec } from '../../../src/core/window/window';

function windowOf(period: Period, reverse: boolean, today: string): PresetWindow {
  const result = presetWindow(period, reverse, fromIso(today));
  if ('fault' in result) throw new Error(result.fault);
  return result;
}

function specOf(preset: PresetWindow, asOf: string, cycle: WindowSpec['cycle'] = 'consecutive', years = 5): WindowSpec {
  return { entry: preset.entry, end: preset.end, years, cycle, asOf: fromIso(asOf), preset: preset.preset };
}

const text = ({ entry, end }: { entry: number; end: number }) => `${toIso(entry)}..${toIso(end)}`;

test.each<[Period, boolean, string, string]>([
  ['jan', false, '2024-12-20', '2024-01-01..2024-01-31'],
  ['feb', false, '2024-12-20', '2024-02-01..2024-02-29'],
  ['feb', false, '2025-06-20', '2025-02-01..2025-02-28'],
  ['sep', false, '2024-12-20', '2024-09-01..2024-09-30'],
  ['dec', false, '2024-12-20', '2024-12-01..2024-12-31'],
  ['q1', false, '2024-12-20', '2024-01-01..2024-03-31'],
  ['q2', false, '2024-12-20', '2024-04-01..2024-06-30'],
  ['q4', false, '2024-12-20', '2024-10-01..2024-12-31'],
  ['spring', false, '2024-12-20', '2024-03-01..2024-05-31'],
  ['summer', false, '2024-12-20', '2024-06-01..2024-08-31'],
  ['fall', false, '2024-12-20', '2024-09-01..2024-11-30'],
  ['winter', false, '2024-12-20', '2024-12-01..2025-02-28'],
  ['winter', false, '2023-01-15', '2023-12-01..2024-02-29'],
  ['ytd', false, '2024-12-20', '2024-01-01..2024-12-20'],
  ['ytd', false, '2024-02-29', '2024-01-01..2024-02-29'],
  ['ytd', false, '2024-12-31', '2024-01-01..2024-12-31'],
  ['year_end', false, '2024-12-20', '2024-12-20..2024-12-31'],
  ['year_end', false, '2024-12-30', '2024-12-30..2024-12-31'],
  ['year_end', false, '2024-01-01', '2024-01-01..2024-12-31'],
  ['buy_hold', false, '2024-12-20', '2024-01-01..2024-12-31'],
  ['jan', true, '2024-12-20', '2024-02-01..2024-12-31'],
  ['apr', true, '2024-12-20', '2024-05-01..2025-03-31'],
  ['dec', true, '2024-12-20', '2024-01-01..2024-11-30'],
  ['winter', true, '2024-12-20', '2024-03-01..2024-11-30'],
  ['ytd', true, '2024-12-20', '2024-12-21..2024-12-31'],
  ['year_end', true, '2024-12-20', '2024-01-01..2024-12-19'],
])('%s, reverse %s, on %s is %s', (period, reverse, today, want) => {
  expect(text(windowOf(period, reverse, today))).toBe(want);
});

test.each<[Period | null, boolean, string, string]>([
  [null, true, '2024-12-20', 'needs a period: one of jan, feb'],
  ['buy_hold', true, '2024-12-20', 'period=buy_hold'],
  ['ytd', true, '2024-12-31', 'period=ytd'],
  ['year_end', true, '2024-01-01', 'period=year_end'],
  ['ytd', false, '2024-01-01', 'period=ytd is a single day'],
  ['ytd', true, '2024-12-30', 'period=ytd with reverse=true'],
  ['year_end', false, '2024-12-31', 'period=year_end'],
  ['year_end', true, '2024-01-02', 'period=year_end with reverse=true'],
])('%s, reverse %s, on %s is refused: %s', (period, reverse, today, message) => {
  expect(presetWindow(period, reverse, fromIso(today))).toEqual({ fault: expect.stringContaining(message) });
});

describe('past occurrences', () => {
  test.each<[string, Period, boolean, string, number, string]>([
    ['February has 29 days in a leap year', 'feb', false, '2023-06-01', 2020, '2020-02-01..2020-02-29'],
    ['winter is labelled by December', 'winter', false, '2024-12-20', 2019, '2019-12-01..2020-02-29'],
    ['buy_hold ends on Dec 31', 'buy_hold', false, '2024-12-20', 2020, '2020-01-01..2020-12-31'],
    ['a year to Feb 28 is no longer in leap years', 'ytd', false, '2023-02-28', 2020, '2020-01-01..2020-02-28'],
    ['a year to Feb 28 of a leap year', 'ytd', false, '2024-02-28', 2023, '2023-01-01..2023-02-28'],
    ['a year to Feb 29 ends on Mar 1', 'ytd', false, '2024-02-29', 2023, '2023-01-01..2023-03-01'],
    ['the rest from Feb 29 starts on Mar 1', 'year_end', false, '2024-02-29', 2023, '2023-03-01..2023-12-31'],
    ['the rest after Feb 28 of a leap year', 'ytd', true, '2024-02-28', 2023, '2023-03-01..2023-12-31'],
    ['the rest after Feb 28 starts on Feb 29 in leap years', 'ytd', true, '2024-02-28', 2020, '2020-02-29..2020-12-31'],
    ['the same asked in a common year', 'ytd', true, '2023-02-28', 2020, '2020-02-29..2020-12-31'],
    [
      'the rest after Feb 29 starts on Mar 2 in common years',
      'ytd',
      true,
      '2024-02-29',
      2023,
      '2023-03-02..2023-12-31',
    ],
    ['the rest after Feb 29 in leap years', 'ytd', true, '2024-02-29', 2020, '2020-03-01..2020-12-31'],
    ['the rest after Mar 1', 'ytd', true, '2024-03-01', 2023, '2023-03-02..2023-12-31'],
    ['the rest before Feb 29', 'year_end', true, '2024-02-29', 2023, '2023-01-01..2023-02-28'],
    ['a reverse window crosses New Year', 'feb', true, '2024-12-20', 2019, '2019-03-01..2020-01-31'],
  ])('%s', (_, period, reverse, today, year, want) => {
    const occurrence = occurrenceIn(specOf(windowOf(period, reverse, today), today), year);
    expect(`${text(occurrence)} ${occurrence.year}`).toBe(`${want} ${year}`);
  });

  test.each<[string, Period, string, WindowSpec['cycle'], number[]]>([
    ['July is over, so this July counts', 'jul', '2024-12-19', 'consecutive', [2020, 2021, 2022, 2023, 2024]],
    ['December is not over', 'dec', '2024-12-19', 'consecutive', [2019, 2020, 2021, 2022, 2023]],
    ['the winter of 2023 ended in 2024', 'winter', '2024-12-19', 'consecutive', [2019, 2020, 2021, 2022, 2023]],
    ['on its last final day a period counts', 'nov', '2024-11-30', 'consecutive', [2020, 2021, 2022, 2023, 2024]],
    ['the day before it does not', 'nov', '2024-11-29', 'consecutive', [2019, 2020, 2021, 2022, 2023]],
    ['own position of the cycle', 'jul', '2024-12-19', 'pe', [2008, 2012, 2016, 2020, 2024]],
    ['another position', 'jul', '2024-12-19', 'pe1', [2005, 2009, 2013, 2017, 2021]],
  ])('%s', (_, period, asOf, cycle, want) => {
    expect(lookback(specOf(windowOf(period, false, '2024-12-20'), asOf, cycle)).map((o) => o.year)).toEqual(want);
  });
});

describe('properties', () => {
  const day = fc.integer({ min: fromIso('1990-01-01'), max: fromIso('2060-12-31') });
  const period = fc.constantFrom(...PERIODS);

  test('a preset enters in the current year, is its own occurrence, and has 2..366 days', () => {
    fc.assert(
      fc.property(period, fc.boolean(), day, (name, reverse, today) => {
        const preset = presetWindow(name, reverse, today);
        if ('fault' in preset) return;
        expect(yearOf(preset.entry)).toBe(yearOf(today));
        expect(preset.end - preset.entry + 1).toBeGreaterThanOrEqual(2);
        expect(preset.end - preset.entry + 1).toBeLessThanOrEqual(366);
        const own = occurrenceIn(specOf(preset, toIso(today)), yearOf(today));
        expect(own).toEqual({ year: yearOf(today), entry: preset.entry, end: preset.end });
      }),
    );
  });

  test('a period and its reverse do not overlap and together fill the year', () => {
    fc.assert(
      fc.property(period, day, (name, today) => {
        const straight = presetWindow(name, false, today);
        const rest = presetWindow(name, true, today);
        if ('fault' in straight || 'fault' in rest) return;
        const year = yearOf(today);
        const next = occurrenceIn(specOf(straight, toIso(today)), rest.entry > straight.entry ? year + 1 : year);
        expect(rest.end + 1).toBe(next.entry);
        const before = occurrenceIn(specOf(straight, toIso(today)), rest.entry > straight.entry ? year : year - 1);
        expect(rest.entry).toBe(before.end + 1);
        const past = rest.entry > straight.entry ? 0 : 1;
        for (let ago = 1; ago <= 8; ago++)
          expect(occurrenceIn(specOf(rest, toIso(today)), year - ago).entry).toBe(
            occurrenceIn(specOf(straight, toIso(today)), year - ago - past).end + 1,
          );
      }),
    );
  });

  test('ytd ends on the same date in every year, Feb 29 on Mar 1', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 1962, max: 2059 }), (today, year) => {
        const preset = presetWindow('ytd', false, today);
        if ('fault' in preset) return;
        const { month, day: dom } = dateOf(today);
        const want = month === 2 && dom === 29 && !isLeapYear(year) ? dayOf(year, 3, 1) : dayOf(year, month, dom);
        expect(occurrenceIn(specOf(preset, toIso(today)), year).end).toBe(want);
      }),
    );
  });
});
