import { fromIso } from '../../src/core/calendar/dates';
import { drawRotations, type FoundWindow, rotationKey, windowStrength } from '../../src/core/significance/rotation';
import { barsThrough } from '../../src/core/window/bars';
import { baselineOf } from '../../src/core/window/baseline';
import { curveSummary, seasonalCurve } from '../../src/core/window/curve';
import { evidenceOf } from '../../src/core/window/evidence';
import { measuredEdge, measureWindow, neighbourShare } from '../../src/core/window/measures';
import { type Cycle, holdOf } from '../../src/core/window/window';
import { columnsOf, seeded } from '../helpers/syntheticBars';
import { syntheticSeries } from './series';

const CASES = 250;
const GAP_LIMITS = [7, 10, 40] as const;
const CYCLES: readonly Cycle[] = ['consecutive', 'consecutive', 'pe', 'pe2'];

const series = syntheticSeries().map(({ bars }) => ({ bars, symbol: columnsOf(bars) }));
const draws = drawRotations(rotationKey('measures'), 19, 512);
const { asked, barsOf } = cases();

function cases() {
  const random = seeded(42);
  const any = (count: number) => Math.floor(random() * count);
  const chosen = Array.from({ length: CASES }, () => {
    const { bars, symbol } = series[any(series.length)];
    const searchEntry = fromIso('2001-01-01') + any(24 * 365);
    const entry = searchEntry + any(20);
    const window = {
      entry,
      end: entry + 1 + any(365),
      years: 5 + any(20),
      cycle: CYCLES[any(CYCLES.length)],
      asOf: searchEntry - 1 - any(30),
    };
    const direction = random() < 0.5 ? ('long' as const) : ('short' as const);
    const found: FoundWindow = { symbol, window, direction, searchEntry, gapLimit: GAP_LIMITS[any(3)] };
    return { found, bars };
  });
  return { asked: chosen.map(({ found }) => found), barsOf: chosen.map(({ bars }) => bars) };
}

/** Computes each measure separately from the bars. */
function slowMeasures(found: FoundWindow, bars: (typeof barsOf)[number]) {
  const { symbol, window, direction, gapLimit } = found;
  const curve = seasonalCurve(symbol, window, gapLimit);
  return {
    strength: windowStrength(found, draws),
    baseline: baselineOf(bars, window, direction, gapLimit),
    neighbours: neighbourShare(bars, window, direction, gapLimit),
    curve: curve && curveSummary(curve, window.entry, holdOf(window)),
  };
}

test('measures over shared columns equal those from bars, and give the same edge', () => {
  const measures = asked.map((found) => measureWindow(found, draws));
  for (const [i, found] of asked.entries()) {
    const slow = slowMeasures(found, barsOf[i]);
    expect(measures[i]).toEqual(slow);
    const { window, direction, gapLimit } = found;
    // As for a preset, whose occurrences can lie anywhere in its years.
    expect(measureWindow(found, draws, barsThrough(barsOf[i], window.asOf))).toEqual(measures[i]);
    const scored = { tilt: 0, daysBehind: null, significance: null };
    const evidence = evidenceOf(barsOf[i], window, direction, gapLimit);
    if (evidence !== null)
      expect(measuredEdge(evidence, measures[i], scored)).toEqual(measuredEdge(evidence, slow, scored));
  }
  // Each measure is both present and absent in many cases.
  for (const name of ['strength', 'neighbours', 'curve'] as const) {
    const absent = measures.filter((one) => one[name] === null).length;
    expect(absent).toBeGreaterThan(20);
    expect(absent).toBeLessThan(CASES - 20);
  }
}, 60_000);
