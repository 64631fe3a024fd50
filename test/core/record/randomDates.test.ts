import { fromIso } from '../../../src/core/calendar/dates';
import { randomDates, returnBetween } from '../../../src/core/record/randomDates';
import { weekdayBars } from '../../helpers/bars';

describe('what a pick is held against', () => {
  const bars = weekdayBars('2023-01-02', '2024-12-31', (d) => d);
  const entry = fromIso('2024-06-03');

  test('the benchmark is held over the very same sessions', () => {
    const exit = fromIso('2024-06-14');
    const want = 100 * (exit / entry - 1);
    expect(returnBetween(bars, entry, exit, 'long')).toBeCloseTo(want, 12);
    expect(returnBetween(bars, entry, exit, 'short')).toBeCloseTo(-want, 12);
    // A Saturday is no session of it.
    expect(returnBetween(bars, fromIso('2024-06-08'), exit, 'long')).toBeNull();
    expect(returnBetween(bars, entry, fromIso('2024-06-16'), 'long')).toBeNull();
  });

  test('random dates are all sessions of the year up to the entry whose window is over by the exit', () => {
    const pick = { entry, exit: fromIso('2024-06-14'), hold: 12, direction: 'long' as const };
    const returns: number[] = [];
    for (let d = entry - 364; d <= entry; d++) {
      const isWeekday = bars.day.includes(d);
      if (!isWeekday) continue;
      const out = bars.day.filter((s) => s <= d + 11).at(-1)!;
      if (d + 11 <= pick.exit) returns.push(100 * (out / d - 1));
    }
    const found = randomDates(bars, pick, 10)!;
    expect(found.windows).toBe(returns.length);
    expect(found.mean).toBeCloseTo(returns.reduce((a, b) => a + b, 0) / returns.length, 10);
    expect(found.winRate).toBe(1);
    expect(randomDates(bars, { ...pick, direction: 'short' }, 10)!.winRate).toBe(0);
  });

  test('later prices never enter', () => {
    const pick = { entry, exit: fromIso('2024-06-14'), hold: 12, direction: 'long' as const };
    const other = { ...bars, close: bars.close.map((c, i) => (bars.day[i] > pick.exit ? 1 : c)) };
    expect(randomDates(other, pick, 10)).toEqual(randomDates(bars, pick, 10));
  });

  test('a symbol without a whole window has none', () => {
    const young = weekdayBars('2024-06-03', '2024-06-07', () => 5);
    expect(randomDates(young, { entry, exit: fromIso('2024-06-07'), hold: 12, direction: 'long' }, 10)).toBeNull();
  });
});
