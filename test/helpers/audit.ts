import type { Opportunity, PatternCard } from '../../src/answers/shapes';
import { plusDays } from '../oracle/slowWindow';
import { type PlainBar, plainStats, plainYears } from './bruteForce';

/** Holds the numbers of a card against plain loops over the bars of its symbol. */
export function expectPlainCard({ setup, direction, receipts, stats }: PatternCard, bars: readonly PlainBar[]): void {
  const years = plainYears(bars, {
    entry: setup.entry_date,
    hold: setup.hold_days,
    direction,
    years: Number(stats.years),
    asOf: receipts.as_of,
  });
  const want = plainStats(years.map((year) => year.return_pct));
  expect(receipts.per_year.map(({ year }) => year)).toEqual(years.map(({ year }) => year));
  for (const [i, year] of years.entries()) {
    expect(receipts.per_year[i].return_pct).toBeCloseTo(year.return_pct, 4);
    expect(receipts.per_year[i].result).toBe(year.return_pct > 0 ? 'win' : 'loss');
  }
  expect([receipts.years_tested, receipts.wins, receipts.losses]).toEqual([want.n, want.wins, want.n - want.wins]);
  expect(stats.historical_win_rate).toBeCloseTo(want.wins / want.n, 4);
  expect(stats.avg_return_pct).toBeCloseTo(want.mean, 4);
  expect(stats.median_return_pct).toBeCloseTo(want.median, 4);
  expect(stats.sharpe_ratio).toBeCloseTo(want.sharpe, 4);
  const sorted = years.toSorted((a, b) => a.return_pct - b.return_pct);
  expect([receipts.worst_year.year, receipts.best_year.year]).toEqual([sorted[0].year, sorted.at(-1)?.year]);
  expect(setup.exit_date).toBe(plusDays(setup.entry_date, setup.hold_days - 1));
}

/** Holds the numbers of a verified row of a list against plain loops over the bars of its symbol. */
export function expectPlainRow(row: Opportunity, bars: readonly PlainBar[], asOf: string): void {
  const { entry_date: entry, days_out: hold, direction, years } = row;
  const results = plainYears(bars, { entry, hold, direction, years: Number(years), asOf });
  const want = plainStats(results.map(({ return_pct }) => return_pct));
  expect([row.years_tested, row.win_rate]).toEqual([want.n, Number((want.wins / want.n).toFixed(4))]);
  expect(row.avg_profit_pct).toBeCloseTo(want.mean, 4);
  expect(row.median_profit_pct).toBeCloseTo(want.median, 4);
  expect(row.sharpe_ratio).toBeCloseTo(want.sharpe, 4);
}
