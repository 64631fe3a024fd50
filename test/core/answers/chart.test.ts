import { cardChart, publishedCurve, yearBars } from '../../../src/answers/chart';
import { dayOf, fromIso, toIso } from '../../../src/core/calendar/dates';
import { seasonalCurve } from '../../../src/core/window/curve';
import { evaluateSetup } from '../../../src/core/window/setup';
import { weekdayBars } from '../../helpers/bars';
import { pricesOf } from '../../helpers/syntheticBars';

const bars = weekdayBars('2010-01-01', '2024-06-28', (day) => 100 + (day % 50));
const window = {
  entry: fromIso('2024-07-01'),
  end: fromIso('2024-07-15'),
  years: 10,
  cycle: 'consecutive' as const,
  asOf: fromIso('2024-06-28'),
};
const setup = evaluateSetup(pricesOf(bars), window, 'long', 10, { tilt: 0, daysBehind: null, significance: null })!;

test('the curve has one point for each calendar day of the shown cycle, between 0 and 100', () => {
  const points = publishedCurve(seasonalCurve(pricesOf(bars), window, 10)!);
  expect(points[0].date).toBe('2024-07-01');
  expect(points.at(-1)?.date).toBe(toIso(dayOf(2025, 6, 30)));
  expect(points).toHaveLength(365);
  expect(Math.min(...points.map((p) => p.index))).toBe(0);
  expect(Math.max(...points.map((p) => p.index))).toBe(100);
});

test('the bars are the years of the evidence, oldest first, with 4 decimals', () => {
  const published = yearBars(setup.evidence);
  expect(published.map(({ year }) => year)).toEqual(setup.evidence.observations.map(({ year }) => String(year)));
  for (const [i, { return_pct, mfe_pct, mae_pct }] of published.entries()) {
    expect(return_pct).toBeCloseTo(setup.evidence.observations[i].returnPct, 4);
    expect(mfe_pct).toBeGreaterThanOrEqual(Math.max(0, return_pct));
    expect(mae_pct).toBeLessThanOrEqual(Math.min(0, return_pct));
    expect(Math.round(1e4 * return_pct) / 1e4).toBe(return_pct);
    const { entryDay, exitDay } = setup.evidence.observations[i];
    expect(published[i]).toMatchObject({ entry_session: toIso(entryDay), exit_session: toIso(exitDay) });
  }
});

test('without a curve the chart has no points', () => {
  const { columns, index } = pricesOf(bars);
  const before = { ...window, asOf: fromIso('2010-01-05') };
  const chart = cardChart({ buffer: columns.buffer, index, window: before, gapLimit: 10, evidence: setup.evidence });
  expect(chart).toEqual({
    seasonal_curve: [],
    per_year_bars: yearBars(setup.evidence),
  });
});
