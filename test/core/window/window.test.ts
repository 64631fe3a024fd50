import { fromIso, toIso } from '../../../src/core/calendar/dates';
import type { Bars } from '../../../src/core/window/bars';
import {
  lookback,
  type MissingReason,
  occurrenceIn,
  tradeOf,
  tradeOrReason,
  type WindowSpec,
} from '../../../src/core/window/window';
import { barsOf, weekdayBars } from '../../helpers/bars';

function windowOf(entry: string, hold: number, options: Partial<WindowSpec> = {}): WindowSpec {
  const day = fromIso(entry);
  return { entry: day, end: day + hold - 1, years: 5, cycle: 'consecutive', asOf: day - 1, ...options };
}

const years = (window: WindowSpec) => lookback(window).map((o) => o.year);

describe('lookback (METHOD 1)', () => {
  const STALE = { asOf: fromIso('2024-12-31') };
  test.each<[name: string, window: WindowSpec, newest: number, step: 1 | 4]>([
    ['the five years before', windowOf('2024-07-01', 15), 2023, 1],
    ['a window over New Year has the year of its entry', windowOf('2024-12-20', 30), 2023, 1],
    ['a hold of 365 days still ends the day before the entry', windowOf('2023-07-01', 365), 2022, 1],
    ['one of 366 days does not, so that the lookback shifts by a year', windowOf('2023-07-01', 366), 2021, 1],
    ['old prices shift the lookback', windowOf('2026-11-21', 60, STALE), 2023, 1],
    ['old prices that reach the end do not', windowOf('2026-11-21', 41, STALE), 2024, 1],
    ['pe is the position of the own year', windowOf('2024-10-27', 70, { cycle: 'pe' }), 2020, 4],
    ['pe0', windowOf('2024-10-27', 70, { cycle: 'pe0' }), 2020, 4],
    ['pe1', windowOf('2024-10-27', 70, { cycle: 'pe1' }), 2021, 4],
    ['pe2', windowOf('2024-10-27', 70, { cycle: 'pe2' }), 2022, 4],
    ['pe3', windowOf('2024-03-01', 20, { cycle: 'pe3' }), 2023, 4],
  ])('%s', (_, window, newest, step) => {
    expect(years(window)).toEqual([4, 3, 2, 1, 0].map((back) => newest - step * back));
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

  /** The weekdays of 2023, without those of a gap. */
  const gap = (from: string, to: string) =>
    weekdayBars(
      '2023-01-02',
      '2023-12-29',
      () => 100,
      (day) => day >= fromIso(from) && day <= fromIso(to),
    );
  const priced = (date: string, price: number) =>
    weekdayBars('2023-01-02', '2023-12-29', (day) => (day === fromIso(date) ? price : 100));

  test.each<[MissingReason, why: string, Bars]>([
    ['prices begin after the entry date', 'a late listing', weekdayBars('2023-07-03', '2023-12-29', () => 100)],
    ['prices begin after the entry date', 'no bars at all', barsOf([])],
    ['prices end before the exit date', 'a delisting', weekdayBars('2023-01-02', '2023-07-14', () => 100)],
    ['no session soon after the entry date', 'eleven days later', gap('2023-06-20', '2023-07-11')],
    // Entry on the 3rd, exit on the 4th, eleven days before the end; trading continues after it.
    ['no session soon before the exit date', 'eleven days earlier', gap('2023-07-05', '2023-07-16')],
    ['a price is not positive', 'at the entry', priced('2023-07-03', -37.63)],
    ['a price is not positive', 'at the exit', priced('2023-07-14', 0)],
    ['trading was halted inside the window', 'for eleven days', gap('2023-07-04', '2023-07-13')],
  ])('%s: %s', (reason, _, bars) => {
    expect(tradeOrReason(bars, occurrence, 10)).toBe(reason);
    expect(tradeOf(bars, occurrence, 10)).toBeNull();
  });

  test.each([
    ['a gap of exactly the limit after the entry date', gap('2023-06-28', '2023-07-10'), '2023-07-11'],
    ['an exit session exactly the limit before the end', gap('2023-07-06', '2023-07-16'), '2023-07-03'],
    ['a gap of exactly the limit inside', gap('2023-07-04', '2023-07-12'), '2023-07-03'],
  ])('is traded: %s', (_, bars, entry) => {
    expect(toIso(bars.day[tradeOf(bars, occurrence, 10)!.entryIndex])).toBe(entry);
  });

  test('a price that is not positive in the middle of the hold changes nothing', () => {
    expect(tradeOf(priced('2023-07-10', -5), occurrence, 10)).not.toBeNull();
  });

  test('an exit session that is the entry session is no trade', () => {
    for (const end of ['2023-07-03', '2023-07-02']) {
      expect(tradeOrReason(full, { ...occurrence, end: fromIso(end) }, 10)).toBe('no session after the entry session');
    }
  });
});
