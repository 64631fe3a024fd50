import { patternStats, yearResult, yearReturn } from '../../../src/answers/patternStats';
import { round4 } from '../../../src/core/statistics/round';
import { evidenceOfReturns } from '../../helpers/cardInput';

const trend = { return1m: 1.23456, long: -2.00004, longPrevious: null, short: 0.00001, shortPrevious: -0.00001 };

test('every field, by hand', () => {
  // Returns 10, -5, 0, 15; MFE = max(0, r): 10, 0, 0, 15. Mean 5, median 5; squares 25 + 100 + 25 + 100 = 250,
  // std sqrt(250/3) = 9.12871, Sharpe .547723. MFE: mean 6.25, squares 14.0625 + 2*39.0625 + 76.5625 = 168.75,
  // std 7.5, ratio .833333. Growth 1.1*.95*1*1.15 = 1.20175; 60 days held: 1.20175^(365/60) - 1.
  const annual = 100 * (Math.exp((Math.log(1.20175) * 365) / 60) - 1);
  const stats = patternStats(evidenceOfReturns([10, -5, 0, 15]), trend, 'short');
  expect(stats).toEqual({
    trade_direction: 'short',
    percent_profitable: 50,
    num_winners: 2,
    num_losers: 2,
    avg_profit: 12.5,
    avg_loss: -2.5,
    median_profit: 5,
    sharpe_ratio: 0.5477,
    sharpe_ratio_mfe: 0.8333,
    annualized_return: Number(annual.toFixed(4)),
    cumulative_return: 20.175,
    std_dev: 9.1287,
    return_1m: 1.2346,
    avg_profit_all: 5,
    trend_long: -2,
    trend_long_prev: null,
    trend_short: 0,
    trend_short_prev: 0,
  });
  expect(Object.is(stats.trend_short_prev, -0)).toBe(false);
});

test('statistics that a single losing year does not have are null', () => {
  const stats = patternStats(evidenceOfReturns([-1]), trend, 'long');
  expect(stats).toMatchObject({ avg_profit: null, avg_loss: -1, std_dev: null, sharpe_ratio: 0, num_losers: 1 });
});

test.each([
  [2.34567, { year: '2020', return_pct: 2.3457, result: 'win' }],
  [0.00001, { year: '2020', return_pct: 0, result: 'win' }],
  [0, { year: '2020', return_pct: 0, result: 'loss' }],
  [-0.00001, { year: '2020', return_pct: 0, result: 'loss' }],
])('a return of %s', (returnPct, want) => {
  expect(yearResult({ year: 2020, returnPct }, null)).toEqual(want);
  expect(yearResult({ year: 2020, returnPct }, 0.5)).toEqual({ ...want, excess_pct: round4(returnPct - 0.5) });
  expect(yearReturn({ year: 2020, returnPct })).toEqual({ year: want.year, return_pct: want.return_pct });
});
