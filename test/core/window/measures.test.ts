import { fromIso } from '../../../src/core/calendar/dates';
import { baselineOf } from '../../../src/core/window/baseline';
import { evidenceOf } from '../../../src/core/window/evidence';
import { measuredEdge } from '../../../src/core/window/measures';
import { neighbourShare } from '../../../src/core/window/neighbours';
import type { WindowSpec } from '../../../src/core/window/window';
import { judged } from '../../helpers/significance';
import { syntheticBars } from '../../helpers/syntheticBars';

const bars = syntheticBars({ seed: 3, fromYear: 2008, toYear: 2024, daily: false, rough: false });
const window: WindowSpec = {
  entry: fromIso('2024-07-01'),
  end: fromIso('2024-07-30'),
  years: 10,
  cycle: 'consecutive',
  asOf: fromIso('2024-06-28'),
};
const evidence = evidenceOf(bars, window, 'long', 10)!;
const measures = {
  baseline: baselineOf(bars, window, 'long', 10),
  neighbours: neighbourShare(bars, window, 'long', 10),
};

const PLAIN = { tilt: 0, daysBehind: null, significance: judged() };

test('the score of a window is that of its evidence, baseline and neighbours together', () => {
  const { yearsTested: n, wins } = evidence;
  expect(measuredEdge(evidence, measures, PLAIN).input).toMatchObject({ n, wins, ...measures, ...PLAIN });
});

test('the tilt of a model reaches the score', () => {
  expect(measuredEdge(evidence, measures, { ...PLAIN, tilt: 7 }).input.tilt).toBe(7);
});

test('old prices reach the score', () => {
  expect(measuredEdge(evidence, measures, { ...PLAIN, daysBehind: 11 }).caps).toContain('old_prices');
});
