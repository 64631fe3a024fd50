import type { Bars } from './bars';
import { baselineOf } from './baseline';
import { type CurveSummary, curveSummary, type SeasonalCurve, seasonalCurve } from './curve';
import { type Edge, type EdgeInput, edgeOf } from './edge';
import { type Evidence, evidenceOf } from './evidence';
import { neighbourShare } from './neighbours';
import { type Direction, holdOf, type WindowSpec } from './window';

/** A window in one direction with everything a card says about it, unrounded. */
export interface EvaluatedSetup {
  readonly window: WindowSpec;
  readonly direction: Direction;
  readonly evidence: Evidence;
  readonly edge: Edge;
  /** The annual cycle that starts on the entry date; null when no cycle is complete. */
  readonly curve: SeasonalCurve | null;
  readonly curveInHold: CurveSummary | null;
}

/**
 * Evidence, edge score (METHOD 6) and curve of a window.
 *
 * @param gapLimit calendar days without a session that end an observation
 * @param scored what the score depends on besides the bars, see `EdgeInput`
 * @returns null when no year of the lookback could be observed
 */
export function evaluateSetup(
  bars: Bars,
  window: WindowSpec,
  direction: Direction,
  gapLimit: number,
  { tilt, daysBehind, significance }: Pick<EdgeInput, 'tilt' | 'daysBehind' | 'significance'>,
): EvaluatedSetup | null {
  const evidence = evidenceOf(bars, window, direction, gapLimit);
  if (!evidence) return null;
  const edge = edgeOf({
    n: evidence.yearsTested,
    wins: evidence.wins,
    mean: evidence.mean,
    median: evidence.median,
    deviation: evidence.deviation,
    baseline: baselineOf(bars, window, direction, gapLimit),
    neighbours: neighbourShare(bars, window, direction, gapLimit),
    significance,
    tilt,
    daysBehind,
  });
  const { entry: start, years, cycle, asOf } = window;
  const curve = seasonalCurve(bars, { start, years, cycle, asOf }, gapLimit);
  const curveInHold = curve && curveSummary(curve, start, holdOf(window));
  return { window, direction, evidence, edge, curve, curveInHold };
}
