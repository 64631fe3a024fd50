import type { SymbolColumns } from '../detection/columns';
import { type Bars, barsThrough } from './bars';
import { baselineOf } from './baseline';
import { type Edge, type EdgeInput, edgeOf } from './edge';
import { type Evidence, evidenceOf } from './evidence';
import type { WindowMeasures } from './measures';
import { neighbourShare } from './neighbours';
import type { Direction, WindowSpec } from './window';

/** The prices of one symbol: the bars of all sessions, and the closes that searches read. */
export interface SymbolPrices extends SymbolColumns {
  readonly bars: Bars;
}

/** A window in one direction with its evidence and its edge score, unrounded. */
interface EvaluatedSetup {
  readonly window: WindowSpec;
  readonly direction: Direction;
  readonly evidence: Evidence;
  readonly edge: Edge;
}

/** Inputs of a score besides prices. */
export type Scored = Pick<EdgeInput, 'tilt' | 'daysBehind' | 'significance' | 'missedBand'>;

/**
 * Evidence and edge score (METHOD 6) of a window, from its symbol's bars alone. Tests compare the results of worker
 * threads over shared columns with it.
 *
 * @param gapLimit calendar days without a session that end an observation
 * @returns null when no year of the lookback could be observed
 */
export function evaluateSetup(
  { bars }: Pick<SymbolPrices, 'bars'>,
  window: WindowSpec,
  direction: Direction,
  gapLimit: number,
  scored: Scored,
): EvaluatedSetup | null {
  const evidence = evidenceOf(bars, window, direction, gapLimit);
  if (evidence === null) return null;
  const history = barsThrough(bars, window.asOf);
  const baseline = baselineOf(history, window, direction, gapLimit);
  const neighbours = neighbourShare(history, window, direction, gapLimit);
  return { window, direction, evidence, edge: measuredEdge(evidence, { baseline, neighbours }, scored) };
}

/** The edge score of a window from its evidence and measures. */
export function measuredEdge(
  { yearsTested, wins, mean, median, deviation }: Evidence,
  { baseline, neighbours }: Pick<WindowMeasures, 'baseline' | 'neighbours'>,
  scored: Scored,
): Edge {
  return edgeOf({ n: yearsTested, wins, mean, median, deviation, baseline, neighbours, ...scored });
}
