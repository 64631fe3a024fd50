import { startTestApp, type TestApp } from '../helpers/app';
import { describeWithRealData } from '../helpers/realData';
import { realSymbols } from '../helpers/realSymbols';

interface Golden {
  readonly request: string;
  readonly years: [tested: number, wins: number];
  /** Mean, median, standard deviation, Sharpe, best, worst, mean MFE, mean MAE. */
  readonly want: readonly number[];
  readonly best?: string;
  readonly worst?: string;
}

/** Deviation and excursions are recomputed here from published values, which are rounded to 4 decimals. */
const TOLERANCE = 0.0001;

/** Computed from the price files by a program that shares no code with this one. */
const GOLDEN: Golden[] = [
  {
    request: 'AAPL?entry_date=2024-07-01&days_out=15&direction=long&years=10',
    years: [10, 9],
    want: [3.5701, 2.6155, 3.2593, 1.0954, 8.1664, -0.9194, 4.4229, -1.675],
    best: '2021',
    worst: '2023',
  },
  {
    request: 'XOM?entry_date=2024-12-20&days_out=30&direction=long&years=10',
    years: [10, 6],
    want: [4.0292, 2.0446, 8.9817, 0.4486, 23.5279, -4.5881, 7.9029, -3.5941],
    best: '2021',
    worst: '2016',
  },
  {
    request: 'JPM?entry_date=2024-02-29&days_out=20&direction=long&years=10',
    years: [10, 6],
    want: [-2.3188, 0.5764, 10.9904, -0.211, 7.4245, -29.806, 3.95, -6.8488],
    worst: '2020',
  },
  {
    request: 'KO?entry_date=2024-09-01&days_out=30&direction=short&years=20',
    years: [20, 10],
    want: [-0.0592, -0.2498, 5.1551, -0.0115, 9.7577, -11.5577, 3.1378, -3.8239],
    best: '2004',
    worst: '2009',
  },
  {
    request: 'MSFT?entry_date=2024-10-27&days_out=70&direction=long&years=8&pe_cycle=pe',
    years: [8, 4],
    want: [-0.4688, -0.459, 14.6078, -0.0321, 23.8792, -28.4394, 10.3967, -10.2596],
    best: '1996',
    worst: '2000',
  },
];

describeWithRealData('numbers of an independent program, through the front door', (folder) => {
  let service: TestApp;
  beforeAll(async () => {
    const dow30 = { AAPL: ['0'], JPM: ['0'], KO: ['0'], MSFT: ['0'] };
    const symbols = realSymbols(folder, { dow30, sp500: { XOM: ['2'] } });
    service = await startTestApp({ now: '2024-12-20T15:00:00Z', symbols });
  });
  afterAll(() => service.close());

  test.each(GOLDEN)('$request', async ({ request, years, want, best, worst }) => {
    const { body, status } = await service.get(`/v1/analyze/${request}&include=chart`);
    expect(status).toBe(200);
    const { receipts, stats, chart } = body.card;
    const returns: number[] = receipts.per_year.map((year: { return_pct: number }) => year.return_pct);
    const mean = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length;
    const deviation = Math.sqrt(returns.reduce((sum, r) => sum + (r - mean(returns)) ** 2, 0) / (returns.length - 1));
    expect([receipts.years_tested, receipts.wins]).toEqual(years);
    const got = [
      receipts.avg_return_pct,
      receipts.median_return_pct,
      deviation,
      stats.sharpe_ratio,
      receipts.best_year.return_pct,
      receipts.worst_year.return_pct,
      mean(chart.per_year_bars.map((bar: { mfe_pct: number }) => bar.mfe_pct)),
      mean(chart.per_year_bars.map((bar: { mae_pct: number }) => bar.mae_pct)),
    ];
    for (const [i, value] of want.entries()) expect(Math.abs(got[i] - value)).toBeLessThan(TOLERANCE);
    if (best) expect(receipts.best_year.year).toBe(best);
    if (worst) expect(receipts.worst_year.year).toBe(worst);
  });

  test('AAPL’s ten years', async () => {
    const { body } = await service.get(`/v1/analyze/${GOLDEN[0].request}`);
    const years = body.card.receipts.per_year as { excess_pct: number }[];
    expect(years.map(({ excess_pct: _, ...year }) => year)).toEqual(
      [1.9251, 0.1735, 3.0138, 3.8605, 2.2171, 1.816, 7.3577, 8.1664, 8.0905, -0.9194].map((return_pct, i) => ({
        year: String(2014 + i),
        return_pct,
        result: return_pct > 0 ? 'win' : 'loss',
      })),
    );
  });
});
