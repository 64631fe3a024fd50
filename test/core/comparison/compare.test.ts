import fc from 'fast-check';
import { cannotCompareReason, findingsOf } from '../../../src/answers/comparison';
import type { CompareFinding } from '../../../src/answers/shapes';
import { dayOf, fromIso, toIso } from '../../../src/core/calendar/dates';
import { type Contender, compareSymbols } from '../../../src/core/comparison/compare';
import { evidenceOf } from '../../../src/core/window/evidence';
import { tradeOf, type WindowSpec } from '../../../src/core/window/window';
import { weekdayBars } from '../../helpers/bars';
import { syntheticBars } from '../../helpers/syntheticBars';

const contender = (symbol: string, seed: number, fromYear: number, rough = true): Contender => ({
  symbol,
  bars: syntheticBars({ seed, fromYear, toYear: 2023, rough }),
  gapLimit: 10,
});
const POOL = ['AAA', 'BBB', 'CCC', 'DDD', 'EEE', 'FFF'].map((symbol, i) => contender(symbol, 7 + i, 1995 + 3 * i));
const base: WindowSpec = {
  entry: fromIso('2024-05-01'),
  end: fromIso('2024-05-30'),
  years: 10,
  cycle: 'consecutive',
  asOf: fromIso('2023-12-31'),
};

const asked = fc.record({
  contenders: fc.shuffledSubarray(POOL, { minLength: 2, maxLength: 6 }),
  monthDay: fc.integer({ min: 0, max: 365 }),
  days: fc.integer({ min: 2, max: 366 }),
  years: fc.integer({ min: 5, max: 30 }),
  cycle: fc.constantFrom('consecutive', 'pe', 'pe1', 'pe3'),
  direction: fc.constantFrom('long', 'short'),
} as const);
type Asked = typeof asked extends fc.Arbitrary<infer T> ? T : never;
const windowOf = ({ monthDay, days, years, cycle }: Asked): WindowSpec => {
  const entry = dayOf(2024, 1, 1) + monthDay;
  return { ...base, entry, end: entry + days - 1, years, cycle };
};
const bySymbol = <T extends { symbol: string }>(list: readonly T[]): T[] =>
  [...list].sort((a, b) => (a.symbol < b.symbol ? -1 : 1));

test('permuting the symbols permutes the answer and changes no finding', () => {
  fc.assert(
    fc.property(asked, (given) => {
      const window = windowOf(given);
      const one = compareSymbols(given.contenders, window, given.direction);
      const other = compareSymbols(bySymbol(given.contenders), window, given.direction);
      expect(one.symbols.map((s) => s.symbol)).toEqual(given.contenders.map((c) => c.symbol));
      expect(bySymbol(one.symbols)).toEqual(other.symbols);
      expect({ ...one, symbols: null, skipped: one.skipped.map(({ year }) => year) }).toEqual({
        ...other,
        symbols: null,
        skipped: other.skipped.map(({ year }) => year),
      });
      expect(findingsOf(one)).toEqual(findingsOf(other));
    }),
    { numRuns: 60 },
  );
});

test('any_date covers every session of the shared years, compared one by one', () => {
  fc.assert(
    fc.property(asked, (given) => {
      const window = windowOf(given);
      const { years, symbols } = compareSymbols(given.contenders, window, given.direction);
      for (const [i, { bars, gapLimit }] of given.contenders.entries()) {
        const returns = [...bars.day].flatMap((entry) => {
          const end = entry + given.days - 1;
          const isShared = years.includes(Number(toIso(entry).slice(0, 4)));
          const trade = isShared && end <= window.asOf ? tradeOf(bars, { year: 0, entry, end }, gapLimit) : null;
          if (!trade) return [];
          const change = 100 * (bars.close[trade.exitIndex] / bars.close[trade.entryIndex] - 1);
          return [given.direction === 'long' ? change : -change];
        });
        const { windows, positiveShare, mean } = symbols[i].anyDate;
        expect(windows).toBe(returns.length);
        if (returns.length === 0) return;
        expect(positiveShare).toBeCloseTo(returns.filter((r) => r > 0).length / returns.length, 12);
        expect(mean).toBeCloseTo(returns.reduce((a, b) => a + b, 0) / returns.length, 8);
      }
    }),
    { numRuns: 40 },
  );
});

test('the years of a symbol are those of its own analysis, and every shared year is used', () => {
  fc.assert(
    fc.property(asked, (given) => {
      const window = windowOf(given);
      const found = compareSymbols(given.contenders, window, given.direction);
      const far = { ...window, years: 98 };
      const own = given.contenders.map((c) => evidenceOf(c.bars, far, given.direction, c.gapLimit)?.observations ?? []);
      const common = own[0].map((o) => o.year).filter((year) => own.every((os) => os.some((o) => o.year === year)));
      expect(found.years).toEqual(common.slice(-window.years));
      found.symbols.forEach((s, i) => {
        const expected = own[i].filter((o) => found.years.includes(o.year));
        expect(s.evidence?.observations ?? []).toEqual(expected);
      });
    }),
    { numRuns: 60 },
  );
});

test('if no year is missing, the numbers are those of the single analysis', () => {
  const smooth = [contender('XXX', 1, 1990, false), contender('YYY', 2, 1990, false)];
  const found = compareSymbols(smooth, base, 'short');
  found.symbols.forEach((s, i) => {
    expect(s.evidence).toEqual(evidenceOf(smooth[i].bars, base, 'short', 10));
    expect(s.deepestDrop?.maePct).toBe(Math.min(...s.evidence!.observations.map((o) => o.maePct)));
  });
  expect(found.symbols.map((s) => s.difference !== null).sort()).toEqual([false, true]);
});

test('years left out are named with the symbols that lack them', () => {
  const rise = (symbol: string, skip: number[]): Contender => ({
    symbol,
    bars: weekdayBars(
      '2010-01-01',
      '2023-12-29',
      (d) => 50 + (d % 7),
      (d) => skip.some((year) => d > dayOf(year, 4, 20) && d < dayOf(year, 5, 20)),
    ),
    gapLimit: 10,
  });
  const found = compareSymbols([rise('BBB', [2020]), rise('AAA', [2020, 2022])], { ...base, years: 6 }, 'long');
  expect(found.years).toEqual([2016, 2017, 2018, 2019, 2021, 2023]);
  expect(found.skipped).toEqual([
    { year: 2020, symbols: ['BBB', 'AAA'] },
    { year: 2022, symbols: ['AAA'] },
  ]);
});

describe('buy and hold', () => {
  const flat: Contender = {
    symbol: 'UPP',
    bars: weekdayBars('2012-01-02', '2023-09-29', (d) => 1.0005 ** d),
    gapLimit: 10,
  };
  const other: Contender = {
    ...flat,
    symbol: 'DWN',
    bars: weekdayBars('2012-01-02', '2023-09-29', (d) => 2 - d / 20000),
  };

  test('is long in either direction, and leaves out the year that is not over', () => {
    const found = compareSymbols([flat, other], { ...base, asOf: fromIso('2023-09-29') }, 'short');
    const [up, down] = found.symbols.map((s) => s.buyAndHold);
    expect(found.years[found.years.length - 1]).toBe(2023);
    expect([up.leftOut, down.leftOut]).toEqual([[2023], [2023]]);
    expect(up.evidence!.wins).toBe(9);
    expect(down.evidence!.wins).toBe(0);
    const nine = found.symbols[0].evidence!.observations.slice(0, 9).map((o) => o.returnPct);
    expect(up.windowMean).toBeCloseTo(nine.reduce((a, b) => a + b, 0) / 9, 12);
  });

  test('is absent without a full calendar year among the shared ones', () => {
    const young: Contender = {
      symbol: 'NEW',
      bars: weekdayBars('2022-02-01', '2022-12-20', (d) => 50 + (d % 7)),
      gapLimit: 10,
    };
    const found = compareSymbols([young, flat], base, 'long');
    expect(found.symbols[0].buyAndHold).toEqual({ evidence: null, leftOut: [2022], windowMean: null });
  });
});

describe('fewer than five shared years', () => {
  test.each([
    ['2019-01-02', 5, null],
    ['2020-01-02', 4, '4 completed years are shared'],
    ['2023-01-02', 1, '1 completed year is shared'],
    ['2023-06-01', 0, '0 completed years are shared'],
  ])('data from %s: %i years', (from, years, reason) => {
    const young: Contender = {
      symbol: 'NEW',
      bars: weekdayBars(from, '2023-12-29', (d) => 50 + (d % 13)),
      gapLimit: 10,
    };
    const found = compareSymbols([young, contender('OLD', 3, 1990, false)], base, 'long');
    expect(found.years).toHaveLength(years);
    expect(found.canCompare).toBe(years >= 5);
    expect(cannotCompareReason(found)).toBe(
      reason &&
        `${reason} by all symbols, at least 5 are needed: nothing is ranked. The latest data start is ${from} (NEW).`,
    );
    expect(findingsOf(found).length > 0).toBe(years >= 5);
    if (years < 5) expect(found.symbols.map((s) => s.difference)).toEqual([null, null]);
    expect(found.symbols.every((s) => (s.evidence === null) === (years === 0))).toBe(true);
  });
});

test('a symbol whose prices begin after as-of has no data, and the reason says so', () => {
  const unborn: Contender = {
    symbol: 'NEW',
    bars: weekdayBars('2024-01-02', '2024-03-29', (d) => 50 + (d % 7)),
    gapLimit: 10,
  };
  const found = compareSymbols([contender('OLD', 3, 1990, false), unborn], base, 'long');
  expect(found.symbols.map((s) => s.dataFrom)).toEqual([fromIso('1990-01-01'), null]);
  expect(cannotCompareReason(found)).toMatch(/nothing is ranked\. No prices are known of NEW\.$/);
});

describe('findings', () => {
  /** As published; `+ 0` since nothing is published as -0. */
  const rounded = (x: number) => (Math.sign(x) * Math.round(Math.abs(x) * 1e4)) / 1e4 + 0;
  /** The numbers of the answer that a finding can refer to, by field name. */
  const fieldsOf = (found: ReturnType<typeof compareSymbols>) =>
    new Map(
      found.symbols.map((s) => [
        s.symbol,
        {
          'stats.avg_return_pct': s.evidence!.mean,
          'stats.historical_win_rate': s.evidence!.winRate,
          'stats.deepest_drop.mae_pct': Math.min(...s.evidence!.observations.map((o) => o.maePct)),
          'buy_and_hold.window_avg_return_pct': s.buyAndHold.windowMean ?? NaN,
          'buy_and_hold.avg_return_pct': s.buyAndHold.evidence?.mean ?? NaN,
          'difference_from_highest.interval_low_pct': s.difference?.low ?? NaN,
          'difference_from_highest.interval_high_pct': s.difference?.high ?? NaN,
        },
      ]),
    );
  const winners = (finding: CompareFinding) => {
    const best = Math.max(...finding.numbers.map((n) => n.value));
    return finding.numbers.filter((n) => n.value === best).map((n) => n.symbol);
  };
  const pairs = (finding: CompareFinding) =>
    [...new Set(finding.numbers.map((n) => n.symbol))].map((symbol) => ({
      symbol,
      values: finding.numbers.filter((n) => n.symbol === symbol).map((n) => n.value),
    }));
  const claim: Record<CompareFinding['code'], (finding: CompareFinding) => string[]> = {
    highest_average: winners,
    most_consistent: winners,
    smallest_drop: winners,
    beats_own_buy_and_hold: (f) =>
      pairs(f)
        .filter((p) => p.values[0] > p.values[1])
        .map((p) => p.symbol),
    differences_too_small: (f) =>
      pairs(f)
        .filter((p) => p.values[0] <= 0 && p.values[1] >= 0)
        .map((p) => p.symbol),
  };

  /** EEE's mean is -0.0000139%: it is published as 0, not as -0. */
  const zeroFromBelow: Asked = {
    contenders: POOL.filter(({ symbol }) => ['CCC', 'DDD', 'EEE'].includes(symbol)),
    monthDay: 219,
    days: 31,
    years: 10,
    cycle: 'consecutive',
    direction: 'long',
  };

  test('each is true by its numbers, which are those of the answer', () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(asked, (given) => {
        const found = compareSymbols(given.contenders, windowOf(given), given.direction);
        fc.pre(found.canCompare);
        const fields = fieldsOf(found);
        for (const finding of findingsOf(found)) {
          seen.set(finding.code, (seen.get(finding.code) ?? 0) + 1);
          for (const n of finding.numbers) expect(n.value).toBe(rounded(fields.get(n.symbol)![n.field]));
          expect(finding.symbols).toEqual(claim[finding.code](finding));
          expect(finding.symbols.length).toBeGreaterThan(0);
        }
      }),
      { numRuns: 150, examples: [[zeroFromBelow]] },
    );
    expect([...seen.keys()].sort()).toEqual(Object.keys(claim).sort());
  });

  test('every number of a text is one of its numbers or a count of the answer', () => {
    fc.assert(
      fc.property(asked, (given) => {
        const found = compareSymbols(given.contenders, windowOf(given), given.direction);
        for (const finding of findingsOf(found)) {
          const own = found.symbols.filter((s) => finding.symbols.includes(s.symbol));
          const counts = own.flatMap((s) => [s.evidence!.wins, s.buyAndHold.evidence?.yearsTested ?? 0]);
          const known = new Set([...finding.numbers.map((n) => n.value), ...counts, found.years.length, 95, 0]);
          for (const text of finding.text.match(/-?\d+(\.\d+)?/g) ?? []) expect(known).toContain(Number(text));
        }
      }),
      { numRuns: 60 },
    );
  });

  test('equal symbols have the only finding that their differences are too small', () => {
    const same = contender('AAA', 5, 1990, false);
    const found = compareSymbols([{ ...same, symbol: 'BBB' }, same], base, 'long');
    expect(findingsOf(found).map((f) => [f.code, f.symbols])).toEqual([['differences_too_small', ['BBB']]]);
    expect(
      found.symbols.map((s) => s.difference && [s.difference.leader, s.difference.low, s.difference.high]),
    ).toEqual([['AAA', 0, 0], null]);
  });

  test('the others are one or several', () => {
    const [aaa, bbb, zzz] = ['AAA', 'BBB', 'ZZZ'].map((symbol, i) => contender(symbol, [5, 8, 6][i], 1990, false));
    const textsOf = (...contenders: Contender[]) =>
      Object.fromEntries(findingsOf(compareSymbols(contenders, base, 'long')).map((f) => [f.code, f.text]));
    const two = textsOf(aaa, zzz);
    expect(two.most_consistent).toMatch(/more often than the other\.$/);
    expect(two.differences_too_small).toContain('cannot distinguish the average of ZZZ from that of AAA:');
    const three = textsOf(aaa, bbb, zzz);
    expect(three.most_consistent).toMatch(/more often than the others\.$/);
    expect(three.differences_too_small).toContain('cannot distinguish the averages of BBB and ZZZ from that of AAA:');
  });

  test('a tie names all its symbols', () => {
    const [same, worse] = [contender('AAA', 5, 1990, false), contender('ZZZ', 6, 1990, false)];
    const found = compareSymbols([{ ...same, symbol: 'CCC' }, worse, same], base, 'long');
    const first = findingsOf(found).find((f) => f.code === 'highest_average')!;
    const better = found.symbols[0].evidence!.mean > found.symbols[1].evidence!.mean;
    expect(first.symbols).toEqual(better ? ['AAA', 'CCC'] : ['ZZZ']);
    expect(better).toBe(true);
    expect(first.text).toMatch(/^AAA and CCC share the highest average return over the 10 shared years: /);
  });
});
