import type { SymbolColumns } from '../detection/columns';
import { type Bars, barsThrough } from './bars';
import { baselineOf } from './baseline';
import { type CurveSummary, curveSummary, type SeasonalCurve, seasonalCurve } from './curve';
import { type Edge, type EdgeInput, edgeOf } from './edge';
import { type Evidence, evidenceOf } from './evidence';
import type { WindowMeasures } from './measures';
import { neighbourShare } from './neighbours';
import { type Direction, holdOf, type WindowSpec } from './window';

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
   * The annual cycle that starts on the entry date; null when no cycle is complete. Drawn when first asked for: charts of
   * most setups are never shown.
   */
  curve(): SeasonalCurve | null;
  /** What the curve does inside the hold. */
  curveSummary(): CurveSummary | null;
}

/** What a score depends on besides prices. */
export type Scored = Pick<EdgeInput, 'tilt' | 'daysBehind' | 'significance'>;

/**
 * Evidence, edge score (METHOD 6) and curve of a window.
 *
 * @param gapLimit calendar days without a session that end an observation
 * @returns null when no year of the lookback could be observed
 */
export function evaluateSetup(
  { bars, columns, index }: SymbolPrices,
  window: WindowSpec,
  direction: Direction,
  gapLimit: number,
  scored: Scored,
): EvaluatedSetup | null {
  const evidence = evidenceOf(bars, window, direction, gapLimit);
  return evidence && observedSetup({ bars, columns, index }, { window, direction, evidence }, gapLimit, scored);
}

/**
 * The same of a window whose evidence is known.
 *
 * @param curve of the annual cycle that starts on its entry, where it may be known
 */
export function observedSetup(
  { bars, columns, index }: SymbolPrices,
  { window, direction, evidence }: Pick<EvaluatedSetup, 'window' | 'direction' | 'evidence'>,
  gapLimit: number,
  scored: Scored,
  curve = drawnOnce({ columns, index }, window, gapLimit),
): EvaluatedSetup {
  const known = barsThrough(bars, window.asOf);
  const baseline = baselineOf(known, window, direction, gapLimit);
  const neighbours = neighbourShare(known, window, direction, gapLimit);
  const summary = () => {
    const drawn = curve();
    return drawn && curveSummary(drawn, window.entry, holdOf(window));
  };
  const edge = edgeOf(edgeInput(evidence, { baseline, neighbours }, scored));
  return { window, direction, evidence, edge, curve, curveSummary: summary };
}

/** The same of a window whose measures are known, as of those that threads have verified. */
export function measuredSetup(
  symbol: SymbolColumns,
  { window, direction, evidence }: Pick<EvaluatedSetup, 'window' | 'direction' | 'evidence'>,
  measures: WindowMeasures,
  gapLimit: number,
  scored: Scored,
): EvaluatedSetup {
  const edge = edgeOf(edgeInput(evidence, measures, scored));
  const curve = drawnOnce(symbol, window, gapLimit);
  return { window, direction, evidence, edge, curve, curveSummary: () => measures.curve };
}

function edgeInput(
  { yearsTested, wins, mean, median, deviation }: Evidence,
  { baseline, neighbours }: Pick<WindowMeasures, 'baseline' | 'neighbours'>,
  scored: Scored,
): EdgeInput {
  return { n: yearsTested, wins, mean, median, deviation, baseline, neighbours, ...scored };
}

/** Holds on to closes that are in memory anyway, and not to the bars. */
function drawnOnce(
  { columns, index }: SymbolColumns,
  window: WindowSpec,
  gapLimit: number,
): () => SeasonalCurve | null {
  const { entry: start, years, cycle, asOf } = window;
  let drawn: SeasonalCurve | null | undefined;
  return () => {
    if (drawn === undefined) drawn = seasonalCurve({ columns, index }, { start, years, cycle, asOf }, gapLimit);
    return drawn;
  };
}
