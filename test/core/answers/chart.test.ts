import { cardChart, yearBars } from '../../../src/answers/patternStats';
import { fromIso } from '../../../src/core/calendar/dates';
import { evidenceOf } from '../../../src/core/window/evidence';
import { weekdayBars } from '../../helpers/bars';
import { columnsOf } from '../../helpers/syntheticBars';

const bars = weekdayBars('2010-01-01', '2024-06-28', (day) => 100 + (day % 50));
const window = {
  entry: fromIso('2024-07-01'),
  end: fromIso('2024-07-15'),
  years: 10,
  cycle: 'consecutive' as const,
  asOf: fromIso('2024-06-28'),
};
const evidence = evidenceOf(bars, window, 'long', 10)!;

// test/api/seasonalChart.test.ts checks the points of the curve and the bars of the years.
test('without a curve the chart has no points', () => {
  const { columns, index } = columnsOf(bars);
  const before = { ...window, asOf: fromIso('2010-01-05') };
  const chart = cardChart({ buffer: columns.buffer, index, window: before, gapLimit: 10, evidence });
  expect(chart).toEqual({ seasonal_curve: [], per_year_bars: yearBars(evidence) });
});
