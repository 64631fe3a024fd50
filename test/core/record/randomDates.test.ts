import { fromIso } from '../../../src/core/calendar/dates';
import { type RandomDates, randomDates, returnBetween } from '../../../src/core/record/randomDates';
import { weekdayBars } from '../../helpers/bars';

describe('comparisons of a pick', () => {
  const bars = weekdayBars('2023-01-02', '2024-12-31', (d) => d);
  const entry = fromIso('2024-06-03');

  test('the benchmark is held over the same sessions', () => {
    const exit = fromIso('2024-06-14');
    const want = 100 * (exit / entry - 1);
    expect(returnBetween(bars, entry, exit, 'long')).toBeCloseTo(want, 12);
    expect(returnBetween(bars, entry, exit, 'short')).toBeCloseTo(-want, 12);
    // A Saturday is no session of it.
    expect(returnBetween(bars, fromIso('2024-06-08'), exit, 'long')).toBeNull();
    expect(returnBetween(bars, entry, fromIso('2024-06-16'), 'long')).toBeNull();
  });

  const pick = { entry, hold: 12, direction: 'long' as const };
  const market = { through: fromIso('2024-12-31'), gapLimit: 10, lastSessions: () => [fromIso('2024-12-31')] };
  const at = bars.day.indexOf(entry);
  /** The first session on or after the day on which the window of the 126th session after the entry ends. */
  const over = bars.day.find((d) => d >= bars.day[at + 126] + 11)!;

  /** By the definition, window by window. */
  function expected(hold = 12) {
    const returns: number[] = [];
    for (let i = at - 126; i <= at + 126; i++) {
      if (i === at) continue;
      const end = bars.day[i] + hold - 1;
      const out = bars.day.filter((s) => s <= end).at(-1)!;
      returns.push(100 * (out / bars.day[i] - 1));
    }
    return { windows: returns.length, mean: returns.reduce((a, b) => a + b, 0) / returns.length };
  }

  test('random dates are the 126 sessions on either side, without the own one', () => {
    const found = figures(randomDates(bars, pick, market));
    expect(found.windows).toBe(252);
    expect(found.mean).toBeCloseTo(expected().mean, 10);
    expect(found.winRate).toBe(1);
    expect(figures(randomDates(bars, { ...pick, direction: 'short' }, market))).toMatchObject({ winRate: 0 });
  });

  test('the own window does not count', () => {
    // Only the close of the entry differs; windows that begin 11 days earlier end on it.
    const other = { ...bars, close: bars.close.map((c, i) => (i === at ? 1e-3 : c)) };
    const untouched = bars.day.filter((d, i) => Math.abs(i - at) <= 126 && i !== at && bars.day[at] - d !== 11);
    expect(figures(randomDates(other, { ...pick, direction: 'long' }, market)).winRate).toBeGreaterThanOrEqual(
      untouched.length / 252,
    );
  });

  test('random dates are open until the last of them is over', () => {
    for (const through of [entry, entry + 100, over - 1]) {
      expect([through, randomDates(bars, pick, { ...market, through })]).toEqual([through, 'open']);
    }
    expect(figures(randomDates(bars, pick, { ...market, through: over })).windows).toBe(252);
  });

  test('prices after the last random date have no effect', () => {
    const other = { ...bars, close: bars.close.map((c, i) => (bars.day[i] > over ? 1 : c)) };
    expect(randomDates(other, pick, market)).toEqual(randomDates(bars, pick, market));
    expect(randomDates(bars, pick, { ...market, through: over })).toEqual(randomDates(bars, pick, market));
  });

  test('a recent listing and a delisted symbol have fewer; a symbol that only lacks recent bars stays open', () => {
    const young = weekdayBars('2024-05-06', '2024-12-31', (d) => d);
    expect(figures(randomDates(young, pick, market)).windows).toBe(20 + 126);
    const gone = weekdayBars('2023-01-02', '2024-06-28', (d) => d);
    // 19 sessions after the entry; the windows of the last 9 of them, from Jun 18 on, never end.
    expect(figures(randomDates(gone, pick, market)).windows).toBe(126 + 10);
    expect(randomDates(gone, pick, { ...market, through: fromIso('2024-09-26') })).toBe('open');
  });

  test('a symbol without a complete window has no random dates', () => {
    const brief = weekdayBars('2024-06-03', '2024-06-07', () => 5);
    expect(randomDates(brief, pick, market)).toBeNull();
  });
});

function figures(found: ReturnType<typeof randomDates>): RandomDates {
  if (found === null || found === 'open') throw new Error(`no figures but ${found}`);
  return found;
}
