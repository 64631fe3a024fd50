import { cardChart, yearBars } from '../../../src/answers/chart';
import { fromIso } from '../../../src/core/calendar/dates';
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

// test/api/seasonalChart.test.ts checks the points of the curve and the bars of the years.
test('without a curve the chart has no points', () => {
  const { columns, index } = pricesOf(bars);
  const before = { ...window, asOf: fromIso('2010-01-05') };
  const chart = cardChart({ buffer: columns.buffer, index, window: before, gapLimit: 10, evidence: setup.evidence });
  expect(chart).toEqual({ seasonal_curve: [], per_year_bars: yearBars(setup.evidence) });
});
