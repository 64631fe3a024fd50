import { sessionsBetween } from '../../../src/core/calendar/calendars';
import { type Day, fromIso, toIso } from '../../../src/core/calendar/dates';
import {
  FIRST_DAY,
  type Kind,
  type SimulatedSymbol,
  simulateBars,
  simulateFactor,
} from '../../../src/core/simulation/simulate';
import type { Bars } from '../../../src/core/window/bars';
import { evidenceOf } from '../../../src/core/window/evidence';

const kind: Kind = {
  factor: 'equity',
  drift: [0.05, 0.1],
  beta: [0.8, 1.2],
  volatility: [0.2, 0.3],
  firstPrice: [10, 50],
};
const plan = (over: Partial<SimulatedSymbol> = {}): SimulatedSymbol => ({
  symbol: 'TEST',
  kind,
  listed: fromIso('2000-01-01'),
  effects: [],
  ...over,
});

function barsOf(over: Partial<SimulatedSymbol> = {}, through = '2012-12-31', seed = 'test'): Bars {
  const last = fromIso(through);
  const sessions = Int32Array.from(sessionsBetween('nyse', FIRST_DAY, last));
  return simulateBars(seed, plan(over), sessions, simulateFactor(seed, 'equity', 0.15, last));
}

const cut = (bars: Bars, n: number) =>
  Object.fromEntries(Object.entries(bars).map(([name, values]) => [name, values.slice(0, n)]));
const indexOf = (bars: Bars, iso: string) => bars.day.indexOf(fromIso(iso));
const growth = (bars: Bars, from: string, to: string) =>
  bars.close[indexOf(bars, to)] / bars.close[indexOf(bars, from)];

const summer = { month: 7, day: 1, hold: 31, direction: 'long', returnPct: 6, noise: 0.4 } as const;

test('a series is reproducible; another symbol or seed gives another series', () => {
  expect(barsOf()).toEqual(barsOf());
  expect(barsOf({ symbol: 'OTHER' }).close).not.toEqual(barsOf().close);
  expect(barsOf({}, '2012-12-31', 'other').close).not.toEqual(barsOf().close);
});

test.each(['2004-07-15', '2008-02-29', '2011-12-30'])(
  'a series through %s is the beginning of a longer one',
  (through) => {
    const over = { effects: [summer], halt: { from: fromIso('2003-05-01'), to: fromIso('2003-06-30') } };
    const short = barsOf(over, through);
    expect(toIso(short.day[short.day.length - 1])).toBe(through);
    expect(short).toEqual(cut(barsOf(over), short.day.length));
  },
);

test('there is a bar on every session of the calendar, with closes within its range', () => {
  const bars = barsOf({ negativeOn: fromIso('2005-04-20') });
  expect(Array.from(bars.day)).toEqual(sessionsBetween('nyse', fromIso('2000-01-01'), fromIso('2012-12-31')));
  for (let i = 0; i < bars.day.length; i++) {
    expect(bars.low[i]).toBeLessThanOrEqual(bars.close[i]);
    expect(bars.high[i]).toBeGreaterThanOrEqual(bars.close[i]);
  }
});

test('listing, delisting and halts limit the bars; the random walk continues after a halt', () => {
  const halt = { from: fromIso('2005-01-10'), to: fromIso('2005-03-10') };
  const bars = barsOf({ listed: fromIso('2003-06-14'), delisted: fromIso('2009-10-31'), halt });
  expect(toIso(bars.day[0])).toBe('2003-06-16');
  expect(toIso(bars.day[bars.day.length - 1])).toBe('2009-10-30');
  expect([...bars.day].filter((day) => day >= halt.from && day <= halt.to)).toEqual([]);
  expect(Math.abs(growth(bars, '2005-01-07', '2005-03-11') - 1)).toBeLessThan(0.2);
});

test('a negative close is a single one, and does not affect the next day', () => {
  const day = fromIso('2005-04-20');
  const plain = barsOf();
  const bars = barsOf({ negativeOn: day });
  expect([...bars.close].flatMap((close, i): Day[] => (close <= 0 ? [bars.day[i]] : []))).toEqual([day]);
  const others = (b: Bars) => b.close.filter((_, i) => b.day[i] !== day);
  expect(others(bars)).toEqual(others(plain));
});

test('a drift reversal changes the sign of the drift from its day on, and nothing else', () => {
  // Every symbol of this kind drifts by .08 a year: .08 / 252 a session.
  const steady: Kind = { ...kind, drift: [0.08, 0.08] };
  const driftReversal = fromIso('2006-06-15');
  const plain = barsOf({ kind: steady });
  const reversed = barsOf({ kind: steady, driftReversal });
  const at = plain.day.indexOf(driftReversal);
  expect(cut(reversed, at)).toEqual(cut(plain, at));
  for (let i = at; i < plain.day.length; i++) {
    const difference = plain.close[i] / plain.close[i - 1] - reversed.close[i] / reversed.close[i - 1];
    expect(difference).toBeCloseTo((2 * 0.08) / 252, 12);
  }
});

describe('planted effects', () => {
  const still: Kind = { ...kind, drift: [0, 0] };
  test.each([
    // First session on or after Jul 1 and last on or before Jul 31, from a calendar of the year.
    ['long', '2004-07-01', '2004-07-30', 29 / 30],
    ['short', '2007-07-02', '2007-07-31', 29 / 30],
    ['long', '2009-07-01', '2009-07-31', 1],
  ] as const)('%s: from the entry close %s to the exit close %s, by calendar days', (direction, entry, exit, share) => {
    const bars = barsOf({ kind: still, effects: [{ ...summer, direction, noise: 0 }] });
    const sign = direction === 'long' ? 1 : -1;
    // Without noise the shares compound, so that they differ slightly from their sum.
    expect(100 * Math.log(growth(bars, entry, exit))).toBeCloseTo(sign * 6 * share, 0);
    expect(100 * Math.log(growth(bars, entry, exit))).not.toBeCloseTo(0, 0);
  });

  test('outside the windows every daily move equals that of the series without effects', () => {
    const plain = barsOf();
    const bars = barsOf({ effects: [summer] });
    const differs: string[] = [];
    for (let i = 1; i < bars.day.length; i++) {
      const a = plain.close[i] / plain.close[i - 1];
      const b = bars.close[i] / bars.close[i - 1];
      if (Math.abs(a - b) > 1e-9) differs.push(toIso(bars.day[i]).slice(5));
    }
    expect(differs.length).toBeGreaterThan(13 * 18);
    // The entry session itself lies before the window's return.
    expect([...new Set(differs)].sort().at(0)).toBe('07-02');
    expect([...new Set(differs)].sort().at(-1)).toBe('07-31');
  });

  test('an effect of a cycle position appears in those years only', () => {
    const plain = barsOf();
    const bars = barsOf({ effects: [{ ...summer, cycle: 'pe2' }] });
    const july = (b: Bars, year: number) => b.close[indexOf(b, `${year}-07-20`)] / b.close[indexOf(b, `${year}-07-10`)];
    const years = [2000, 2001, 2002, 2006, 2007].filter(
      (y) => indexOf(bars, `${y}-07-20`) > 0 && indexOf(bars, `${y}-07-10`) > 0,
    );
    expect(years.filter((year) => Math.abs(july(bars, year) - july(plain, year)) > 1e-9)).toEqual(
      years.filter((year) => year % 4 === 2),
    );
    expect(years.some((year) => year % 4 === 2)).toBe(true);
  });

  test('an effect can cross New Year', () => {
    const effect = { ...summer, month: 12, day: 15, hold: 31, noise: 0 };
    const bars = barsOf({ kind: still, effects: [effect] });
    expect(100 * Math.log(growth(bars, '2008-12-15', '2009-01-14'))).toBeCloseTo(5.9, 0);
  });

  test('evidence shows an effect in its window, and none half a year away', () => {
    const bars = barsOf({ effects: [summer] });
    const asOf = fromIso('2012-06-29');
    const at = (entry: string) => {
      const first = fromIso(entry);
      return evidenceOf(bars, { entry: first, end: first + 30, years: 10, cycle: 'consecutive', asOf }, 'long', 10)!;
    };
    expect(at('2012-07-01').winRate).toBeGreaterThanOrEqual(0.9);
    expect(at('2012-07-01').mean).toBeGreaterThan(4);
    expect(at('2012-01-03').winRate).toBeLessThan(0.8);
  });
});

test('symbols of the same factor are correlated, those of two factors are not', () => {
  const last = fromIso('2012-12-31');
  const sessions = Int32Array.from(sessionsBetween('nyse', FIRST_DAY, last));
  const factors = {
    equity: simulateFactor('test', 'equity', 0.15, last),
    rates: simulateFactor('test', 'rates', 0.15, last),
  };
  const moves = (symbol: string, factor: keyof typeof factors) => {
    const { close } = simulateBars('test', plan({ symbol }), sessions, factors[factor]);
    return Array.from(close.subarray(1), (c, i) => c / close[i] - 1);
  };
  const correlation = (a: number[], b: number[]) => {
    const centred = (x: number[]) => x.map((v) => v - x.reduce((s, y) => s + y, 0) / x.length);
    const [p, q] = [centred(a), centred(b)];
    const dot = (x: number[], y: number[]) => x.reduce((s, v, i) => s + v * y[i], 0);
    return dot(p, q) / Math.sqrt(dot(p, p) * dot(q, q));
  };
  expect(correlation(moves('A', 'equity'), moves('B', 'equity'))).toBeGreaterThan(0.15);
  expect(Math.abs(correlation(moves('A', 'equity'), moves('B', 'rates')))).toBeLessThan(0.1);
});
