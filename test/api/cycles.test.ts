import { startTestApp, type TestApp } from '../helpers/app';
import { type PlainBar, plainBars, plainStats, plainYears } from '../helpers/bruteForce';
import { seasonalWalk } from '../helpers/universe';

/** The presidential cycle (METHOD 3): which past years count, in every operation that takes `pe_cycle`. */

/** Rises in midterm and, less, in post-election years. */
const MIDTERM = {
  symbol: 'MIDTERM',
  markets: ['0'],
  bars: seasonalWalk({
    seed: 77,
    from: '1970-01-02',
    to: '2026-03-31',
    season: { month: 2, day: 3, hold: 30, pct: 12, position: 2 },
    volatility: 0.002,
  }),
};

let service: TestApp;
let plain: PlainBar[];
beforeAll(async () => {
  plain = plainBars(MIDTERM.bars);
  service = await startTestApp({ symbols: [MIDTERM] });
});
afterAll(() => service.close());

interface Bar {
  readonly year: string;
  readonly return_pct: number;
}

async function chart(cycle: string, years = '8', today = '2024-12-20T17:00:00Z', entry = '2024-02-05') {
  service.clock.set(today);
  const query = `market=0&symbol=MIDTERM&entry_date=${entry}&days_out=28&direction=long&years=${years}&pe_cycle=${cycle}`;
  return (await service.get(`/v1/seasonal-chart?${query}`).expect(200)).body;
}

test.each([
  ['consecutive', undefined, '8', 2023, 1],
  ['pe', 0, '8 pe0', 2020, 4],
  ['pe0', 0, '8 pe0', 2020, 4],
  ['pe1', 1, '8 pe1', 2021, 4],
  ['pe2', 2, '8 pe2', 2022, 4],
  ['pe3', 3, '8 pe3', 2023, 4],
])('pe_cycle=%s shows the right years and their own numbers', async (cycle, position, label, newest, step) => {
  const { years, per_year_bars: bars, curve_years, win_rate, stats } = await chart(cycle);
  const window = { entry: '2024-02-05', hold: 28, direction: 'long', years: 8, asOf: '2024-02-02', position } as const;
  const want = plainYears(plain, window);
  expect(years).toBe(label);
  expect(bars.map((bar: Bar) => bar.year)).toEqual(
    Array.from({ length: 8 }, (_, i) => String(newest - (7 - i) * step)),
  );
  expect(bars.map((bar: Bar) => bar.year)).toEqual(want.map((bar) => bar.year));
  for (const [i, bar] of bars.entries()) {
    for (const name of ['return_pct', 'mfe_pct', 'mae_pct'] as const) expect(bar[name]).toBeCloseTo(want[i][name], 4);
  }
  const statistics = plainStats(want.map((bar) => bar.return_pct));
  expect(win_rate).toBeCloseTo(statistics.wins / 8, 4);
  expect(stats.sharpe_ratio).toBeCloseTo(statistics.sharpe, 4);
  expect(stats.std_dev).toBeCloseTo(statistics.deviation, 4);
  if (position !== undefined) for (const year of curve_years) expect(Number(year) % 4).toBe(position);
});

test('pe is the cycle position of the year of the entry, not of today', async () => {
  // On New Year's Eve of 2025, a post-election year, tomorrow is in a midterm year.
  const body = await chart('pe', '8', '2025-12-31T17:00:00Z', '2026-01-01');
  expect(body.years).toBe('8 pe2');
  expect(body.per_year_bars.at(-1).year).toBe('2022');
});

test('a window that had not ended at as_of does not count', async () => {
  // Seen from January 2026, the window of 2025 is over.
  const { per_year_bars: bars } = await chart('pe1', '5', '2026-01-20T17:00:00Z', '2026-01-21');
  expect(bars.at(-1).year).toBe('2025');
});

test('cycle years before the first price are missing, not replaced', async () => {
  const { per_year_bars: bars } = await chart('pe2', '98');
  expect(bars[0].year).toBe('1970');
  expect(bars.length).toBe(14);
});

test('a scan with pe finds a season that consecutive years dilute', async () => {
  service.clock.set('2026-02-02T17:00:00Z');
  const scan = (cycle: string) =>
    service.get(`/v1/scan?markets=0&pe_cycle=${cycle}&direction=long&min_days=20&max_days=40`).expect(200);
  const pe = await scan('pe');
  const [card] = pe.body.opportunities;
  expect(card).toMatchObject({ symbol: 'MIDTERM', stats: { years: '10 pe2', historical_win_rate: 1 } });
  expect(card.receipts.per_year.map((year: Bar) => Number(year.year) % 4)).toEqual(Array(10).fill(2));
  expect(card.stats.avg_return_pct).toBeGreaterThan(8);
  const consecutive = await scan('consecutive');
  for (const other of consecutive.body.opportunities) {
    expect(other.stats.avg_return_pct).toBeLessThan(card.stats.avg_return_pct);
  }
});

test('patterns, analyze and the lists name the same years', async () => {
  service.clock.set('2026-02-02T17:00:00Z');
  const pattern = await service.get('/v1/patterns/0/MIDTERM?pe_cycle=pe2&days_out=30').expect(200);
  const analysis = await service
    .get('/v1/analyze/MIDTERM?pe_cycle=pe&entry_date=2026-02-02&days_out=30&direction=long')
    .expect(200);
  expect(pattern.body).toMatchObject({ years: '10 pe2', entry_date: '2026-02-02', years_tested: 10, win_rate: 1 });
  expect(pattern.body.stats.avg_profit_all).toBe(analysis.body.card.stats.avg_return_pct);
  const list = await service.get('/v1/opportunities/MIDTERM?market=0&pe_cycle=pe').expect(200);
  for (const row of list.body.opportunities) expect(row.years).toBe('10 pe2');
  expect(list.body.opportunities.length).toBeGreaterThan(0);
  const day = await service.get('/v1/opportunities?market=0&pe_cycle=pe&from=2026-02-03').expect(200);
  expect(day.body.opportunities[0]).toMatchObject({ symbol: 'MIDTERM', years: '10 pe2', win_rate: 1 });
});
