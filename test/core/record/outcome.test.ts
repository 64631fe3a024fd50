import { type Day, fromIso, toIso } from '../../../src/core/calendar/dates';
import {
  hasStoppedTrading,
  type MarketState,
  type OpenPick,
  outcomeOf,
  type RandomDates,
  randomDates,
  returnBetween,
} from '../../../src/core/record/outcome';
import type { Bars } from '../../../src/core/window/bars';
import { weekdayBars } from '../../helpers/bars';

const day = fromIso;
/** 100 on 2024-06-03 and 1 more each calendar day: the dates give the return. */
const rising = (d: Day) => 100 + d - day('2024-06-03');
const bars = (to: string, skip?: (d: Day) => boolean): Bars => weekdayBars('2024-05-01', to, rising, skip);
const between = (from: string, to: string) => (d: Day) => d >= day(from) && d <= day(to);
const market = (through: string): MarketState => ({
  through: day(through),
  calendar: 'nyse',
  gapLimit: 10,
  lastSessions: () => Array<Day>(20).fill(day(through)),
});
/** Monday to Sunday: the exit session is the Friday before. */
const PICK: OpenPick = { entry: day('2024-06-03'), exit: day('2024-06-16'), direction: 'long' };

function outcome(known: Bars, through: string, pick: OpenPick = PICK) {
  const found = outcomeOf(known, pick, market(through));
  if (found === null) return 'open';
  const { entrySession, exitSession, returnPct, convention } = found;
  const iso = (d: Day | null) => (d === null ? null : toIso(d));
  return [iso(entrySession), iso(exitSession), Number(returnPct.toFixed(6)), convention];
}

const CASES: [string, ReturnType<typeof outcome>, unknown][] = [
  ['before the exit bar is final', outcome(bars('2024-06-13'), '2024-06-13'), 'open'],
  [
    'on the exit session, though the window ends on a Sunday',
    outcome(bars('2024-06-14'), '2024-06-14'),
    ['2024-06-03', '2024-06-14', 11, null],
  ],
  [
    'a short has the opposite return',
    outcome(bars('2024-06-14'), '2024-06-14', { ...PICK, direction: 'short' }),
    ['2024-06-03', '2024-06-14', -11, null],
  ],
  [
    'an entry date that is no session enters on the next',
    outcome(bars('2024-06-14'), '2024-06-14', { ...PICK, entry: day('2024-06-08') }),
    ['2024-06-10', '2024-06-14', 3.738318, null],
  ],
  [
    'later bars do not move a past exit',
    outcome(bars('2024-09-30'), '2024-09-30'),
    ['2024-06-03', '2024-06-14', 11, null],
  ],
  ['the market has prices through the exit, the symbol not yet', outcome(bars('2024-06-11'), '2024-06-14'), 'open'],
  [
    'no trade on the exit day: the session before, once trading continues (METHOD 1)',
    outcome(bars('2024-06-17', between('2024-06-14', '2024-06-14')), '2024-06-17'),
    ['2024-06-03', '2024-06-13', 10, null],
  ],
  ['halted over the exit: open until the first trade', outcome(bars('2024-06-10'), '2024-07-01'), 'open'],
  [
    'halted over the exit: exit at the first trade',
    outcome(bars('2024-07-01', between('2024-06-11', '2024-06-30')), '2024-07-01'),
    ['2024-06-03', '2024-07-01', 28, 'halted'],
  ],
  [
    'halted at the entry, trading again inside the window: entry at the first trade',
    outcome(bars('2024-06-28', between('2024-06-03', '2024-06-13')), '2024-06-28', {
      ...PICK,
      exit: day('2024-06-28'),
    }),
    ['2024-06-14', '2024-06-28', 12.612613, 'halted'],
  ],
  [
    'halted through the whole window: entry at the first trade, exit at the next',
    outcome(bars('2024-07-02', between('2024-06-03', '2024-06-30')), '2024-07-02'),
    ['2024-07-01', '2024-07-02', 0.78125, 'halted'],
  ],
  ['90 days without a trade are still a halt', outcome(bars('2024-06-07'), '2024-09-05'), 'open'],
  [
    'on the 91st a long is worth 70 % of its last close',
    outcome(bars('2024-06-07'), '2024-09-06'),
    ['2024-06-03', '2024-06-07', -27.2, 'delisted'],
  ],
  [
    'on the 91st a short gains nothing from it',
    outcome(bars('2024-06-07'), '2024-09-06', { ...PICK, direction: 'short' }),
    ['2024-06-03', '2024-06-07', -4, 'delisted'],
  ],
  ['no trade since the entry', outcome(bars('2024-05-31'), '2024-09-01'), 'open'],
  [
    'no trade for more than 90 days after the entry: a return of 0',
    outcome(bars('2024-05-31'), '2024-09-02'),
    [null, null, 0, 'never_traded'],
  ],
];

test.each(CASES)('%s', (_, got, want) => expect(got).toEqual(want));

test('an unscheduled closure: no symbol has a bar on 2025-01-09', () => {
  const known = weekdayBars('2024-12-02', '2025-01-10', rising, (d) => d === day('2025-01-09'));
  const pick: OpenPick = { entry: day('2024-12-30'), exit: day('2025-01-09'), direction: 'long' };
  expect(outcome(known, '2025-01-10', pick)).toEqual(['2024-12-30', '2025-01-08', expect.any(Number), null]);
});

describe('a symbol has stopped trading if its market continued without it', () => {
  const last = day('2024-06-05');
  const through = last + 91;
  /** Whether it has stopped, if that many of twenty others ended on a day. */
  const gone = (ended: number, on: Day, asOf = through) =>
    hasStoppedTrading(last, {
      through: asOf,
      gapLimit: 10,
      lastSessions: () => Array.from({ length: 20 }, (_, i) => (i < ended ? on : asOf)),
    });

  test.each([
    ['no other symbol ended', gone(0, last), true],
    ['two of twenty ended with it', gone(2, last), true],
    ['three ended with it: the data are incomplete', gone(3, last), false],
    ['three ended ten days later', gone(3, last + 10), false],
    ['three ended eleven days later', gone(3, last + 11), true],
    ['three ended eleven days before', gone(3, last - 11), true],
    ['90 days have not passed', gone(0, last, through - 1), false],
    ['no other symbol is there', hasStoppedTrading(last, { through, gapLimit: 10, lastSessions: () => [] }), true],
  ])('%s', (_, found, want) => expect(found).toBe(want));
});

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
