import { fromIso } from '../../../src/core/calendar/dates';
import type { Rankable } from '../../../src/core/detection/ranking';
import { choosePick } from '../../../src/core/record/pickRule';
import { randomDates, returnBetween } from '../../../src/core/record/randomDates';
import type { Evidence } from '../../../src/core/window/evidence';
import { weekdayBars } from '../../helpers/bars';

const row = (symbol: string, edgeScore: number, mlWinProb: number, sharpe = 1, yearsTested = 10): Rankable => ({
  symbol,
  direction: 'long',
  entry: fromIso('2024-12-02'),
  hold: 30,
  evidence: { sharpe, yearsTested, winRate: 0.9 } as Evidence,
  edgeScore,
  mlWinProb,
});

test.each<[string, Rankable[], string | null]>([
  ['nothing to choose from', [], null],
  ['neutral cards are none', [row('A', 39, 0.9, 9)], null],
  ['the best edge', [row('A', 50, 0.9, 9), row('B', 51, 0.1, 0)], 'B'],
  ['then the higher win probability', [row('A', 50, 0.5, 9), row('B', 50, 0.6, 0)], 'B'],
  ['then the higher Sharpe ratio', [row('A', 50, 0.5, 1), row('B', 50, 0.5, 2)], 'B'],
  ['then the symbol', [row('B', 50, 0.5), row('A', 50, 0.5)], 'A'],
  ['a neutral card never, whatever its edge', [row('A', 90, 0.9, 9, 4), row('B', 40, 0.1)], 'B'],
])('%s', (_, rows, want) => {
  expect(choosePick(rows)?.symbol ?? null).toBe(want);
  expect(choosePick([...rows].reverse())?.symbol ?? null).toBe(want);
});

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
