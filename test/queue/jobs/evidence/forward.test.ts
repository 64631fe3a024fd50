import { type Day, dayOf, fromIso, toIso } from '../../../../src/core/calendar/dates';
import { rotationKey } from '../../../../src/core/significance/rotation';
import type { Bars } from '../../../../src/core/window/bars';
import { forwardMonth, monthsOf, parseMonths, requireTestable } from '../../../../src/jobs/evidence/forward';
import { universeOf } from '../../../../src/jobs/evidence/universe';
import { loadMarkets } from '../../../../src/seeds';
import { seasonalWalk } from '../../../helpers/universe';
import { slowReference } from '../../../oracle/slowSignificance';
import { slowRise } from '../../../oracle/slowWindow';

const [market] = loadMarkets();
const settings = { years: 6, minHold: 8, maxHold: 14, rotations: 39 };
const key = rotationKey('forward');
const month = fromIso('2019-11-01');
const season = { month: 11, day: 8, hold: 12, pct: 7 };
const series = [1, 2, 3].map((seed) => ({
  symbol: `S${seed}`,
  bars: seasonalWalk({ seed, from: '2010-01-04', to: '2020-03-31', season: seed === 1 ? season : undefined }),
}));
const quotesOf = (bars: Bars) => Array.from(bars.day, (day, i) => ({ date: toIso(day), close: bars.close[i] }));
const walk = (of = series) => forwardMonth(universeOf(of, market.gapLimit), market, month, settings, key);

test('returns and drift equal a direct computation from METHOD; a planted season is found and beats drift', async () => {
  const { rows, symbols, unfinished } = await walk();
  expect({ symbols, unfinished }).toEqual({ symbols: expect.any(Number), unfinished: 0 });
  expect(rows.length).toBe(5 * symbols);
  for (const { symbol, direction, entry, hold, return_pct, beyond_drift_pct } of rows) {
    const { bars } = series.find((one) => one.symbol === symbol)!;
    const quotes = quotesOf(bars);
    const sign = direction === 'long' ? 1 : -1;
    // The first session of the month; prices are known through the session before it.
    const asOf = '2019-10-31';
    const search = {
      entries: [{ date: '2019-11-01', asOf }],
      cycle: 'consecutive',
      gapLimit: 10,
      ...settings,
    };
    expect(return_pct).toBeCloseTo(sign * slowRise(quotes, entry, hold, 10)!, 9);
    const drift = slowReference(quotes, search, { date: entry, asOf }, hold)!;
    expect(return_pct - beyond_drift_pct).toBeCloseTo(sign * 100 * drift, 9);
  }
  // The prices end less than 126 sessions later.
  expect(rows.map((row) => row.beyond_random_pct)).toEqual(rows.map(() => null));
  const planted = rows.filter(({ symbol }) => symbol === 'S1');
  expect(planted.map(({ ranking }) => ranking)).toEqual(['sharpe', 'edge', 'win_rate', 'avg_return', 'significance']);
  for (const row of planted) expect(row).toMatchObject({ direction: 'long', p_symbol: expect.any(Number) });
  expect(planted.every((row) => row.p_symbol <= 0.1 && row.beyond_drift_pct > 2)).toBe(true);
});

test('point in time: later prices change the returns, but not the chosen windows', async () => {
  const later = (bars: Bars): Bars => ({
    ...bars,
    close: bars.close.map((close, i) => (bars.day[i] < month ? close : close * (1 + 0.3 * Math.sin(bars.day[i])))),
  });
  const chosen = (found: Awaited<ReturnType<typeof walk>>) =>
    found.rows.map(({ return_pct, beyond_drift_pct, beyond_random_pct, ...rest }) => rest);
  const [before, after] = [await walk(), await walk(series.map(({ symbol, bars }) => ({ symbol, bars: later(bars) })))];
  expect(chosen(after)).toEqual(chosen(before));
  expect(after.rows.map((row) => row.return_pct)).not.toEqual(before.rows.map((row) => row.return_pct));
});

test('random dates are those of the daily pick, as soon as they are over', async () => {
  const earlier = fromIso('2019-06-01');
  const { rows } = forwardMonth(universeOf(series, market.gapLimit), market, earlier, settings, key);
  const bySharpe = rows.filter(({ ranking }) => ranking === 'sharpe');
  expect(bySharpe.length).toBeGreaterThan(0);
  for (const { symbol, direction, entry, hold, return_pct, beyond_random_pct } of bySharpe) {
    const { bars } = series.find((one) => one.symbol === symbol)!;
    const own = bars.day.indexOf(fromIso(entry));
    const returns = [...bars.day.keys()]
      .filter((i) => i !== own && Math.abs(i - own) <= 126)
      .map((i) => (direction === 'long' ? 1 : -1) * slowRise(quotesOf(bars), toIso(bars.day[i]), hold, 10)!);
    expect(return_pct - beyond_random_pct!).toBeCloseTo(returns.reduce((sum, r) => sum + r, 0) / 252, 9);
  }
});

test('a window still open when the prices end is left out and counted', async () => {
  const cut = (bars: Bars, last: Day): Bars => {
    const kept = bars.day.filter((day) => day <= last).length;
    return {
      day: bars.day.slice(0, kept),
      close: bars.close.slice(0, kept),
      high: bars.high.slice(0, kept),
      low: bars.low.slice(0, kept),
    };
  };
  const { rows, unfinished, symbols } = await walk(
    series.map(({ symbol, bars }) => ({ symbol, bars: cut(bars, fromIso('2019-11-12')) })),
  );
  expect(rows.length + unfinished).toBe(5 * symbols);
  expect(unfinished).toBeGreaterThan(0);
});

test('the order of symbols changes nothing', async () => {
  const byName = (found: Awaited<ReturnType<typeof walk>>) =>
    [...found.rows].sort((a, b) => (a.symbol + a.ranking < b.symbol + b.ranking ? -1 : 1));
  expect(byName(await walk([...series].reverse()))).toEqual(byName(await walk()));
});

test('ranges of months', () => {
  expect(monthsOf(parseMonths('2019-11..2020-02')).map(toIso)).toEqual([
    '2019-11-01',
    '2019-12-01',
    '2020-01-01',
    '2020-02-01',
  ]);
  expect(parseMonths('2013..2024')).toEqual({ from: dayOf(2013, 1, 1), to: dayOf(2024, 12, 1) });
  for (const text of [
    '2019',
    '2020..2019',
    '2020-13..2021-01',
    '2020-00..2020-01',
    '2020-1..2020-2',
    '..',
    'a..b',
    '2019-01-01..2020-01-01',
  ])
    expect(() => parseMonths(text)).toThrow(/accepted is YYYY\.\.YYYY or YYYY-MM\.\.YYYY-MM/);
});

test('a month can be tested if prices reach its last session and begin six years before it', () => {
  const universe = universeOf(series, market.gapLimit);
  const check = (range: string) => () => requireTestable(universe, market, parseMonths(range));
  expect(check('2016-01..2020-03')).not.toThrow();
  expect(check('2015-12..2020-03')).toThrow(
    /from 2010-01-04 to 2020-03-31: the months 2016-01\.\.2020-03 can be tested, not 2015-12\.\.2020-03/,
  );
  expect(check('2016-01..2020-04')).toThrow(/can be tested/);
  const short = universeOf(
    [{ symbol: 'S', bars: seasonalWalk({ seed: 1, from: '2018-01-01', to: '2020-03-30' }) }],
    10,
  );
  expect(() => requireTestable(short, market, parseMonths('2020..2020'))).toThrow(/no month can be tested/);
});
