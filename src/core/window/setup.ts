import type { SymbolColumns } from '../detection/columns';
import { type Bars, barsThrough } from './bars';
import { baselineOf } from './baseline';
import { type SeasonalCurve, seasonalCurve } from './curve';
import { type Edge, type EdgeInput, edgeOf } from './edge';
import { type Evidence, evidenceOf } from './evidence';
import { neighbourShare } from './neighbours';
import type { Direction, WindowSpec } from './window';

/** The prices of one symbol: all its sessions, and the closes that searches look at. */
export interface SymbolPrices extends SymbolColumns {
  readonly bars: Bars;
}

/** A window in one direction with everything a card says about it, unrounded. */
export interface EvaluatedSetup {
  readonly window: WindowSpec;
  readonly direction: Direction;
  readonly evidence: Evidence;
  readonly edge: Edge;
  /**
   * The annual cycle that starts on the entry date; null when no cycle is complete. Drawn when first asked for: half of
   * what a scan verifies is never shown.
   */
  curve(): SeasonalCurve | null;
}

/**
 * Evidence, edge score (METHOD 6) and curve of a window.
 *
 * @param gapLimit calendar days without a session that end an observation
 * @param scored what the score depends on besides the bars, see `EdgeInput`
 * @returns null when no year of the lookback could be observed
 */
export function evaluateSetup(
  { bars, columns, index }: SymbolPrices,
  window: WindowSpec,
  direction: Direction,
  gapLimit: number,
  { tilt, daysBehind, significance }: Pick<EdgeInput, 'tilt' | 'daysBehind' | 'significance'>,
): EvaluatedSetup | null {
  const known = barsThrough(bars, window.asOf);
  const evidence = evidenceOf(known, window, direction, gapLimit);
  if (!evidence) return null;
  const edge = edgeOf({
    n: evidence.yearsTested,
    wins: evidence.wins,
    mean: evidence.mean,
    median: evidence.median,
    deviation: evidence.deviation,
    baseline: baselineOf(known, window, direction, gapLimit),
    neighbours: neighbourShare(known, window, direction, gapLimit),
    significance,
    tilt,
    daysBehind,
  });
  return { window, direction, evidence, edge, curve: drawnOnce({ columns, index }, window, gapLimit) };
}

/** Holds on to closes that are in memory anyway, and not to the bars. */
function drawnOnce(symbol: SymbolColumns, window: WindowSpec, gapLimit: number): EvaluatedSetup['curve'] {
  const { entry: start, years, cycle, asOf } = window;
  let drawn: SeasonalCurve | null | undefined;
  return () => {
    if (drawn === undefined) drawn = seasonalCurve(symbol, { start, years, cycle, asOf }, gapLimit);
    return drawn;
  };
}
