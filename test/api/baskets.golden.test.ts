import { startTestApp, type TestApp } from '../helpers/app';
import { describeWithRealData } from '../helpers/realData';
import { realSymbols } from '../helpers/realSymbols';
import { contract } from '../helpers/shell';
import { average, type Line, middle, readLines, spread, type YearResult, yearResults } from '../oracle/baskets';

/** Answers carry 4 decimals. */
const HALF_UNIT = 0.5e-4 + 1e-9;
/** Quantiles of Student's t, two-sided 95 %, by degrees of freedom: from printed tables. */
const T = new Map([
  [7, 2.364624],
  [9, 2.262157],
  [11, 2.200985],
  [15, 2.13145],
]);

interface PublishedYear {
  readonly year: string;
  readonly return_pct: number;
  readonly mfe_pct: number;
  readonly mae_pct: number;
}

/** Everything is computed a second time from the price files by `oracle/baskets`, which shares no code with src. */
describeWithRealData('comparisons and baskets through the front door', (folder) => {
  const UNIVERSE: Record<string, string> = {
    AAPL: 'dow30',
    V: 'dow30',
    CRM: 'dow30',
    KO: 'dow30',
    CVX: 'dow30',
    JPM: 'dow30',
    MSFT: 'dow30',
    SPY: 'etfs',
    'BTC-USD': 'crypto',
  };
  const lines = new Map<string, Line[]>();
  const linesOf = (symbol: string): Line[] => {
    const known = lines.get(symbol) ?? readLines(folder, UNIVERSE[symbol], symbol);
    lines.set(symbol, known);
    return known;
  };
  const range = (from: number, to: number, step = 1) =>
    Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => from + i * step);
  const near = (got: number, want: number) => expect(Math.abs(got - want)).toBeLessThan(HALF_UNIT);

  let service: TestApp;
  beforeAll(async () => {
    const zero = ['0'];
    const dow30 = { AAPL: zero, V: zero, CRM: zero, KO: zero, CVX: zero, JPM: zero, MSFT: zero };
    const rest = { etfs: { SPY: ['11'] }, crypto: { 'BTC-USD': ['16'] }, nasdaq100: { ABNB: ['1'] } };
    const symbols = realSymbols(folder, { dow30, ...rest });
    service = await startTestApp({ now: '2024-06-28T15:00:00Z', symbols, nullDistributions: { rotations: 999 } });
  });
  afterAll(() => service.close());

  test('the examples of the contract are answers of the service', async () => {
    const example = (id: string) => contract.operations.find((one) => one.id === id)!;
    const { two_symbols, too_few_years } = example('compareSymbols').examples;
    const query = 'entry_date=2024-07-01&days_out=15&years=10';
    const two = await service.get(`/v1/compare?symbols=AAPL,MSFT&${query}`).expect(200);
    expect(two.body).toEqual(two_symbols.value);
    const few = await service.get(`/v1/compare?symbols=AAPL,ABNB&${query}`).expect(200);
    expect(few.body).toEqual(too_few_years.value);
    const { body, examples } = example('runPortfolioScenarios');
    const { long_and_short } = body!.examples;
    const basket = await service.post('/v1/portfolio/scenarios', long_and_short.value).expect(200);
    expect(basket.body).toEqual(examples.long_and_short.value);
  });

  const COMPARISONS = [
    {
      name: 'twelve years with young listings, from a leap day',
      symbols: ['AAPL', 'V', 'CRM'],
      query: 'entry_date=2024-02-29&days_out=45&years=12',
      window: { monthDay: '02-29', days: 45 },
      years: 12,
      step: 1,
      newest: 2023,
      asOf: '2024-02-28',
      short: false,
    },
    {
      name: 'older years replace missing ones, back to where V begins',
      symbols: ['V', 'KO'],
      query: 'entry_date=2024-07-01&days_out=90&years=40&direction=short',
      window: { monthDay: '07-01', days: 90 },
      years: 40,
      step: 1,
      newest: 2023,
      asOf: '2024-06-27',
      short: true,
    },
    {
      name: 'midterm years, over New Year',
      symbols: ['CVX', 'JPM', 'KO', 'MSFT'],
      query: 'entry_date=2024-11-20&days_out=120&years=8&pe_cycle=pe2',
      window: { monthDay: '11-20', days: 120 },
      years: 8,
      step: 4,
      newest: 2022,
      asOf: '2024-06-27',
      short: false,
    },
    {
      name: 'a named period that is over this year too, of a coin and a fund',
      symbols: ['SPY', 'BTC-USD'],
      query: 'period=apr&years=10',
      window: { monthDay: '04-01', endMonthDay: '04-30' },
      years: 10,
      step: 1,
      newest: 2024,
      asOf: '2024-06-27',
      short: false,
    },
  ];
  test.each(COMPARISONS)('compare: $name', async (given) => {
    const { symbols, query, window, asOf } = given;
    const { body } = await service.get(`/v1/compare?symbols=${symbols.join(',')}&${query}`).expect(200);
    const candidates = range(given.newest - given.step * 60, given.newest, given.step).filter((y) => y >= 1961);
    const results = symbols.map((s) => yearResults(linesOf(s), asOf, candidates, window, given.short));
    const shared = candidates.filter((y) => results.every((r) => r.has(y))).slice(-given.years);
    expect(shared.length).toBeGreaterThanOrEqual(8);
    expect(body).toMatchObject({ as_of: asOf, can_compare: true, shared_years: shared.map(String) });

    const returns = results.map((r) => shared.map((y) => (r.get(y) as YearResult).r));
    const means = returns.map(average);
    const leader = means.indexOf(Math.max(...means));
    for (const [i, symbol] of symbols.entries()) {
      const { stats, per_year, buy_and_hold, difference_from_highest: difference } = body.symbols[i];
      const own = shared.map((y) => results[i].get(y) as YearResult);
      for (const [at, { year, return_pct, mfe_pct, mae_pct }] of (per_year as PublishedYear[]).entries()) {
        expect(year).toBe(String(own[at].year));
        near(return_pct, own[at].r);
        near(mfe_pct, own[at].mfe);
        near(mae_pct, own[at].mae);
      }
      expect(stats.wins).toBe(own.filter((o) => o.r > 0).length);
      near(stats.historical_win_rate, stats.wins / own.length);
      near(stats.avg_return_pct, means[i]);
      near(stats.median_return_pct, middle(returns[i]));
      near(stats.sharpe_ratio, means[i] / spread(returns[i]));
      near(stats.cumulative_return_pct, 100 * (own.reduce((growth, o) => growth * (1 + o.r / 100), 1) - 1));
      near(stats.avg_mfe_pct, average(own.map((o) => o.mfe)));
      near(stats.avg_mae_pct, average(own.map((o) => o.mae)));
      near(stats.best_year.return_pct, Math.max(...returns[i]));
      near(stats.worst_year.return_pct, Math.min(...returns[i]));
      near(stats.deepest_drop.mae_pct, Math.min(...own.map((o) => o.mae)));

      const calendar = yearResults(linesOf(symbol), asOf, shared, { monthDay: '01-01', endMonthDay: '12-31' });
      expect(buy_and_hold.years_left_out).toEqual(shared.filter((y) => !calendar.has(y)).map(String));
      near(buy_and_hold.avg_return_pct, average([...calendar.values()].map((o) => o.r)));
      near(buy_and_hold.window_avg_return_pct, average(own.filter((o) => calendar.has(o.year)).map((o) => o.r)));

      if (i === leader) {
        expect(difference).toBeNull();
        continue;
      }
      const paired = returns[leader].map((r, at) => r - returns[i][at]);
      const reach = (T.get(paired.length - 1)! * spread(paired)) / Math.sqrt(paired.length);
      expect(difference.highest).toBe(symbols[leader]);
      near(difference.avg_difference_pct, average(paired));
      // The tables have 6 decimals.
      expect(difference.interval_low_pct).toBeCloseTo(average(paired) - reach, 3);
      expect(difference.interval_high_pct).toBeCloseTo(average(paired) + reach, 3);
    }
  });

  const HELD = [
    { symbol: 'AAPL', weight_pct: 40, direction: 'long' },
    { symbol: 'CVX', weight_pct: 25, direction: 'short' },
    { symbol: 'SPY', weight_pct: 20, direction: 'long' },
    { symbol: 'BTC-USD', weight_pct: 5, direction: 'long' },
    { symbol: 'AAPL', weight_pct: 12.5, direction: 'short' },
  ];
  test.each([
    {
      asked: { horizon: '60', start_date: '2024-03-01', years: 15 },
      days: 60,
      asOf: '2024-02-29',
      newest: 2023,
      step: 1,
    },
    {
      asked: { horizon: 'eoy', start_date: '2024-08-15', years: 10 },
      days: 0,
      asOf: '2024-06-27',
      newest: 2023,
      step: 1,
    },
    {
      // 300 days from November end in the next August: those of 2023 are not over.
      asked: { horizon: 'custom', days: 300, start_date: '2024-11-01', years: 12 },
      days: 300,
      asOf: '2024-06-27',
      newest: 2022,
      step: 1,
    },
    {
      asked: { horizon: 'custom', end_date: '2024-09-30', years: 5, pe_cycle: 'pe' },
      days: 95,
      asOf: '2024-06-27',
      newest: 2020,
      step: 4,
    },
  ])('basket: $asked', async ({ asked, days, asOf, newest, step }) => {
    const request = { positions: HELD, benchmark: 'KO', ...asked };
    const { body } = await service.post('/v1/portfolio/scenarios', request).expect(200);
    const monthDay = (asked.start_date ?? '2024-06-28').slice(5);
    const window = days === 0 ? { monthDay, endMonthDay: '12-31' } : { monthDay, days };
    const years = range(newest - step * (asked.years - 1), newest, step);
    const results = HELD.map(({ symbol, direction }) =>
      yearResults(linesOf(symbol), asOf, years, window, direction === 'short'),
    );
    const shared = years.filter((y) => results.every((r) => r.has(y)));
    const total = 40 + 25 + 20 + 5 + 12.5;
    const parts = shared.map((y) => HELD.map(({ weight_pct }, i) => (weight_pct / total) * results[i].get(y)!.r));
    const yearly = parts.map((own) => own.reduce((sum, part) => sum + part, 0));

    expect(body.as_of).toBe(asOf);
    expect(body.per_year.map(({ year }: PublishedYear) => year)).toEqual(shared.map(String));
    expect(body.skipped_years.map(({ year }: PublishedYear) => year)).toEqual(
      years.filter((y) => !shared.includes(y)).map(String),
    );
    for (const [at, { return_pct, contributions }] of body.per_year.entries()) {
      near(return_pct, yearly[at]);
      for (const [i, { contribution_pct }] of contributions.entries()) near(contribution_pct, parts[at][i]);
    }
    const { result, positions, benchmark } = body;
    near(result.avg_return_pct, average(yearly));
    near(result.median_return_pct, middle(yearly));
    near(result.best_year.return_pct, Math.max(...yearly));
    near(result.worst_year.return_pct, Math.min(...yearly));
    expect([result.years_up, result.years_down]).toEqual([
      yearly.filter((r) => r > 0).length,
      yearly.filter((r) => !(r > 0)).length,
    ]);
    for (const [i, position] of positions.entries()) {
      near(position.weight_pct, (100 * HELD[i].weight_pct) / total);
      expect(position.years_covered).toBe(results[i].size);
      expect(position.years_missing).toEqual(years.filter((y) => !results[i].has(y)).map(String));
      near(position.avg_contribution_pct, average(parts.map((own) => own[i])));
    }
    const against = yearResults(linesOf('KO'), asOf, shared, window);
    near(benchmark.avg_return_pct, average([...against.values()].map((o) => o.r)));
    near(benchmark.basket_avg_return_pct, average(yearly.filter((_, i) => against.has(shared[i]))));
  });
});
