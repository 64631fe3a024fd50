import { fromIso } from '../../src/core/calendar/dates';
import { startTestApp, type TestApp, type TestSymbol } from '../helpers/app';
import { weekdayBars } from '../helpers/bars';
import { type PlainBar, plainBars, plainStats, plainYears } from '../helpers/bruteForce';
import { seasonalWalk, UNIVERSE_NOW } from '../helpers/universe';
import { daysBetween, plusDays } from '../oracle/slowWindow';

/** The curve, the bars and the statistics of one window (SPEC 4.6, 4.7; METHOD 2, 4). */

const LAST = '2024-12-19';
const STOCK: TestSymbol = {
  symbol: 'STOCK',
  markets: ['0'],
  bars: seasonalWalk({ seed: 11, from: '1999-01-04', to: LAST, season: { month: 7, day: 1, hold: 40, pct: 9 } }),
};
const COIN: TestSymbol = {
  symbol: 'COIN-USD',
  markets: ['16'],
  bars: seasonalWalk({ seed: 12, from: '2010-01-04', to: LAST, daily: true }),
};

const SPLIT: TestSymbol = {
  symbol: 'SPLIT',
  markets: ['11'],
  bars: weekdayBars('2023-12-01', LAST, (day) => (day < fromIso('2023-12-21') ? 1 : 50)),
};

let service: TestApp;
let bars: PlainBar[];
beforeAll(async () => {
  bars = plainBars(STOCK.bars);
  service = await startTestApp({ now: UNIVERSE_NOW, symbols: [STOCK, COIN, SPLIT] });
});
afterAll(() => service.close());

async function chart(query: string) {
  const { body } = await service.get(`/v1/seasonal-chart?market=0&symbol=STOCK&${query}`).expect(200);
  return body;
}

interface Point {
  readonly date: string;
  readonly index: number;
}

test.each([
  // The annual cycle that begins on the entry date holds a Feb 29, or does not.
  ['2024-02-29', 366],
  ['2024-01-01', 366],
  ['2024-03-01', 365],
  ['2024-12-31', 365],
  ['2024-07-01', 365],
])('the cycle from %s has %i points, one per calendar day, from 0 to 100', async (entry, points) => {
  const { seasonal_curve: curve, entry_date } = await chart(`entry_date=${entry}`);
  expect(entry_date).toBe(entry);
  expect(curve.map((point: Point) => point.date)).toEqual(Array.from({ length: points }, (_, i) => plusDays(entry, i)));
  const values = curve.map((point: Point) => point.index);
  expect([Math.min(...values), Math.max(...values)]).toEqual([0, 100]);
  const leapDay = curve.findIndex((point: Point) => point.date === '2024-02-29');
  if (leapDay > 0) expect(values[leapDay]).toBe(values[leapDay - 1]);
});

/** METHOD 4 by plain loops, for a cycle without Feb 29 that begins on a day other than that. */
function plainCurve(start: string, years: number): number[] {
  const lastYear = plusDays(`${Number(LAST.slice(0, 4))}${start.slice(4)}`, -1) <= LAST ? 2023 : 2022;
  const sum = new Array<number>(365).fill(0);
  for (let year = lastYear; year > lastYear - years; year--) {
    const days = daysBetween(`${year}${start.slice(4)}`, `${year + 1}${start.slice(4)}`);
    const dates = Array.from({ length: days }, (_, i) => plusDays(`${year}${start.slice(4)}`, i));
    const logs = dates
      .filter((date) => !date.endsWith('-02-29'))
      .map((date) => Math.log(bars.filter((bar) => bar.date <= date).at(-1)!.close));
    for (let i = 0; i < 365; i++) sum[i] += logs[i] - logs[0] - ((logs[364] - logs[0]) * i) / 364;
  }
  const [low, high] = [Math.min(...sum), Math.max(...sum)];
  return sum.map((x) => (100 * (x - low)) / (high - low));
}

test.each(['2024-03-15', '2024-12-30'])('the curve from %s equals plain loops over the bars', async (entry) => {
  const { seasonal_curve: curve, curve_years } = await chart(`entry_date=${entry}&years=6`);
  const want = plainCurve(entry, 6);
  const newest = entry === '2024-03-15' ? 2023 : 2022;
  expect(curve_years).toEqual(Array.from({ length: 6 }, (_, i) => String(newest - 5 + i)));
  expect(curve_years.length).toBe(6);
  for (const [i, point] of curve.entries()) expect(point.index).toBeCloseTo(want[i], 3);
});

test('the curve is the same for both directions, the bars are mirrored', async () => {
  const long = await chart('entry_date=2024-07-01&days_out=40&direction=long');
  const short = await chart('entry_date=2024-07-01&days_out=40&direction=short');
  expect(short.seasonal_curve).toEqual(long.seasonal_curve);
  for (const [i, bar] of long.per_year_bars.entries()) {
    const mirrored = short.per_year_bars[i];
    expect([mirrored.return_pct, mirrored.mfe_pct, mirrored.mae_pct]).toEqual(
      [bar.return_pct, bar.mae_pct, bar.mfe_pct].map((value) => 0 - value),
    );
    expect(bar.mae_pct <= bar.return_pct && bar.return_pct <= bar.mfe_pct).toBe(true);
  }
  expect([long.stats.trade_direction, short.stats.trade_direction]).toEqual(['long', 'short']);
  expect(long.stats.trend_long).toBe(short.stats.trend_long);
});

test('the yearly bars equal the receipts of the same analysis', async () => {
  const query = 'entry_date=2024-07-01&days_out=40&direction=long&years=14';
  const { per_year_bars, win_rate } = await chart(query);
  const { body } = await service.get(`/v1/analyze/STOCK?${query}`).expect(200);
  const { receipts } = body.card;
  expect(
    per_year_bars.map(({ year, return_pct }: { year: string; return_pct: number }) => ({ year, return_pct })),
  ).toEqual(
    receipts.per_year.map(({ year, return_pct }: { year: string; return_pct: number }) => ({ year, return_pct })),
  );
  expect(win_rate).toBe(receipts.historical_win_rate);
  // July 1 was a Saturday in 2017, August 9 a Sunday in 2020.
  expect(per_year_bars).toContainEqual(
    expect.objectContaining({ year: '2017', entry_session: '2017-07-03', exit_session: '2017-08-09' }),
  );
  expect(per_year_bars).toContainEqual(
    expect.objectContaining({ year: '2020', entry_session: '2020-07-01', exit_session: '2020-08-07' }),
  );
});

test('every statistic equals plain loops over the bars', async () => {
  const { stats, per_year_bars, years } = await chart('entry_date=2024-05-06&days_out=33&direction=short&years=15');
  const window = { entry: '2024-05-06', hold: 33, direction: 'short', years: 15, asOf: '2024-05-05' } as const;
  const want = plainYears(bars, window);
  const returns = want.map((year) => year.return_pct);
  const { n, wins, mean, median, deviation, sharpe } = plainStats(returns);
  const growth = returns.reduce((product, r) => product * (1 + r / 100), 1);
  const winners = returns.filter((r) => r > 0);
  const losers = returns.filter((r) => r <= 0);
  const meanOf = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  expect(years).toBe('15');
  expect(per_year_bars.length).toBe(n);
  const known = bars.filter((bar) => bar.date <= '2024-05-05');
  const close = (back: number) => known[known.length - 1 - back].close;
  const average = (sessions: number, back: number) =>
    meanOf(known.slice(known.length - sessions - back, known.length - back).map((bar) => bar.close));
  const expected = {
    percent_profitable: (100 * wins) / n,
    num_winners: wins,
    num_losers: n - wins,
    avg_profit: meanOf(winners),
    avg_loss: meanOf(losers),
    median_profit: median,
    sharpe_ratio: sharpe,
    sharpe_ratio_mfe: plainStats(want.map((year) => year.mfe_pct)).sharpe,
    annualized_return: 100 * (growth ** (365 / (33 * n)) - 1),
    cumulative_return: 100 * (growth - 1),
    std_dev: deviation,
    avg_profit_all: mean,
    trend_long: 100 * (close(0) / average(200, 0) - 1),
    trend_long_prev: 100 * (close(21) / average(200, 21) - 1),
    trend_short: 100 * (close(0) / average(50, 0) - 1),
    trend_short_prev: 100 * (close(21) / average(50, 21) - 1),
    return_1m: 100 * (close(0) / known.filter((bar) => bar.date <= '2024-04-03').at(-1)!.close - 1),
  };
  expect(Object.keys(stats).sort()).toEqual([...Object.keys(expected), 'trade_direction'].sort());
  for (const [name, value] of Object.entries(expected))
    expect([name, stats[name]]).toEqual([name, expect.closeTo(value, 3)]);
});

test('patterns: by default today and 30 days, in every market', async () => {
  const { body } = await service.get('/v1/patterns/0/STOCK').expect(200);
  expect(body).toMatchObject({
    symbol: 'STOCK',
    market: '0',
    entry_date: '2024-12-20',
    days_out: 30,
    years: '10',
    as_of: LAST,
  });
  const want = await chart(`entry_date=2024-12-20&days_out=30&direction=${body.stats.trade_direction}`);
  expect(body.stats).toEqual(want.stats);
  const coin = await service.get('/v1/patterns/16/coin?days_out=10').expect(200);
  expect(coin.body).toMatchObject({ symbol: 'COIN-USD', market: '16', days_out: 10 });
  await service.get('/v1/seasonal-chart?market=16&symbol=COIN/USD').expect(200);
});

test('seasonal-chart: by default today and 30 days', async () => {
  expect(await chart('')).toMatchObject({ entry_date: '2024-12-20', days_out: 30, years: '10' });
});

test('an annualized return without bounds is cut to a finite number', async () => {
  // A missed split: fifty-fold overnight, in the only year there is.
  const { body } = await service.get('/v1/patterns/11/SPLIT?days_out=4').expect(200);
  expect(body.years_tested).toBe(1);
  expect(body.stats.avg_profit_all).toBe(4900);
  expect(body.stats.annualized_return).toBe(1e15 - 100);
  await service.get('/v1/seasonal-chart?market=11&symbol=SPLIT&days_out=4').expect(200);
});

test.each([
  ['seasonal-chart?market=0&symbol=STOCK&entry_date=2023-12-31', 400, /entry_date must lie in/],
  ['seasonal-chart?market=0&symbol=STOCK&entry_date=2025-01-01', 400, /entry_date must lie in/],
  ['seasonal-chart?market=0&symbol=NOBODY', 404, /NOBODY/],
  ['seasonal-chart?market=11&symbol=STOCK', 404, /not listed in market 11/],
  ['patterns/0/NOBODY', 404, /NOBODY/],
])('%s is %i', async (path, status, message) => {
  const { body } = await service.get(`/v1/${path}`).expect(status);
  expect(body.error.message).toMatch(message);
});

test('a market out of scope is 403 with the tier that includes it', async () => {
  for (const path of ['patterns/16/COIN-USD', 'seasonal-chart?market=16&symbol=COIN-USD']) {
    const { body } = await service.get(`/v1/${path}`, 'dev').expect(403);
    expect(body.error).toMatchObject({ code: 'forbidden', message: expect.stringContaining('Pro') });
  }
});
