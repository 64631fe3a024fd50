import { fromIso } from '../../../src/core/calendar/dates';
import { baselineOf } from '../../../src/core/window/baseline';
import { evidenceOf } from '../../../src/core/window/evidence';
import { neighbourShare } from '../../../src/core/window/neighbours';
import { evaluateSetup } from '../../../src/core/window/setup';
import type { WindowSpec } from '../../../src/core/window/window';
import { judged } from '../../helpers/significance';
import { pricesOf, syntheticBars } from '../../helpers/syntheticBars';

const bars = syntheticBars({ seed: 3, fromYear: 2008, toYear: 2024, daily: false, rough: false });
const window: WindowSpec = {
  entry: fromIso('2024-07-01'),
  end: fromIso('2024-07-30'),
  years: 10,
  cycle: 'consecutive',
  asOf: fromIso('2024-06-28'),
};

const PLAIN = { tilt: 0, daysBehind: null, significance: judged() };

test.each(['long', 'short'] as const)('a setup is its evidence, baseline and neighbours together: %s', (direction) => {
  const setup = evaluateSetup(pricesOf(bars), window, direction, 10, PLAIN)!;
  expect(setup.evidence).toEqual(evidenceOf(bars, window, direction, 10));
  expect(setup.edge.input).toMatchObject({
    n: setup.evidence.yearsTested,
    wins: setup.evidence.wins,
    baseline: baselineOf(bars, window, direction, 10),
    neighbours: neighbourShare(bars, window, direction, 10),
    significance: judged(),
    tilt: 0,
  });
});

test('the tilt of a model reaches the score', () => {
  expect(evaluateSetup(pricesOf(bars), window, 'long', 10, { ...PLAIN, tilt: 7 })?.edge.input.tilt).toBe(7);
});

test('old prices reach the score', () => {
  expect(evaluateSetup(pricesOf(bars), window, 'long', 10, { ...PLAIN, daysBehind: 11 })?.edge.caps).toContain(
    'old_prices',
  );
});

test('a window that no year observed is no setup', () => {
  expect(evaluateSetup(pricesOf(bars), { ...window, asOf: fromIso('2008-01-05') }, 'long', 10, PLAIN)).toBeNull();
});
