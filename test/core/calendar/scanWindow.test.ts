import { fromIso } from '../../../src/core/calendar/dates';
import { printRange, resolveScanWindow } from '../../../src/core/calendar/marketSessions';

const resolve = (text: string, today = '2026-11-20') => resolveScanWindow(text, fromIso(today));

describe('the window of a scan (DESIGN 5)', () => {
  test.each([
    { name: 'ten sessions over Thanksgiving', given: 'now', today: '2026-11-20', want: '2026-11-20..2026-12-04' },
    { name: 'ten sessions from a Saturday', given: 'now', today: '2026-11-21', want: '2026-11-21..2026-12-07' },
    { name: 'two weeks', given: 'next_2_weeks', today: '2026-11-21', want: '2026-11-21..2026-12-04' },
    { name: 'a month', given: 'next_month', today: '2026-11-21', want: '2026-11-21..2026-12-20' },
    { name: 'a month from the 31st', given: 'next_month', today: '2026-01-31', want: '2026-01-31..2026-02-27' },
    { name: 'one day', given: '2026-03-02..2026-03-02', today: '2026-11-21', want: '2026-03-02..2026-03-02' },
    { name: 'the longest', given: '2026-03-02..2027-03-03', today: '2026-11-21', want: '2026-03-02..2027-03-03' },
  ])('$name: $given is $want', ({ given, today, want }) => {
    const got = resolve(given, today);
    expect('fault' in got ? got.fault : printRange(got)).toBe(want);
  });

  test.each([
    { given: 'tomorrow', says: "got 'tomorrow'" },
    { given: '', says: "got ''" },
    { given: '2026-02-30..2026-03-02', says: 'dates that exist' },
    { given: '2026-03-02', says: 'YYYY-MM-DD..YYYY-MM-DD' },
    { given: '2026-03-02..2026-03-04..2026-03-05', says: 'YYYY-MM-DD..YYYY-MM-DD' },
    { given: '2026-03-02..2026-03-01', says: 'must not end before it starts' },
    { given: '2026-03-02..2027-03-04', says: 'here 2027-03-03' },
  ])('$given is refused: $says', ({ given, says }) => {
    expect(resolve(given)).toEqual({ fault: expect.stringContaining(says) });
  });
});
