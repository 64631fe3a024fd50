import { type Day, dayOf } from '../calendar/dates';
import { closesIn } from '../detection/closesIn';
import type { SymbolColumns } from '../detection/columns';
import type { Draws } from '../significance/rotation';
import { type WindowStrength, windowStrength } from '../significance/windowRotations';
import { type Bars, barsThrough, type Closes } from './bars';
import { type Baseline, baselineOf } from './baseline';
import { type CurveSummary, curveSummary, seasonalCurve } from './curve';
import { type Edge, type EdgeInput, edgeOf } from './edge';
import { type Evidence, evidenceOf } from './evidence';
import { ENTRY_SHIFTS, neighbourShare } from './neighbours';
import { type Direction, holdOf, lookback, type WindowSpec } from './window';

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

/** A window that a search found. */
export interface FoundWindow {
  readonly symbol: SymbolColumns;
  readonly window: WindowSpec;
  readonly direction: Direction;
  /** First entry date of the search. */
  readonly searchEntry: Day;
  /** Calendar days without a session that end an observation. */
  readonly gapLimit: number;
}

/** The numbers of a window that need closes alone, beside its evidence. */
export interface WindowMeasures {
  /** METHOD 9; null with fewer than five observed years, or without a reference. */
  readonly strength: WindowStrength | null;
  /** p0 and m0 of METHOD 6. */
  readonly baseline: Baseline;
  /** nb of METHOD 6; null when none could be observed. */
  readonly neighbours: number | null;
  /** METHOD 4; null when no cycle is complete. */
  readonly curve: CurveSummary | null;
}

/**
 * Measures a window over shared columns, in any thread. The numbers equal those computed from the symbol's bars.
 *
 * @param closes of all years of the lookback, up to the window's as-of
 */
export function measureWindow(
  { symbol, window, direction, searchEntry, gapLimit }: FoundWindow,
  draws: Draws,
  closes = closesSpanning(symbol, window),
): WindowMeasures {
  const curve = seasonalCurve(symbol, window, gapLimit);
  return {
    strength: windowStrength(symbol, window, direction, searchEntry, gapLimit, draws),
    baseline: baselineOf(closes, window, direction, gapLimit),
    neighbours: neighbourShare(closes, window, direction, gapLimit),
    curve: curve && curveSummary(curve, window.entry, holdOf(window)),
  };
}

/** The closes of a symbol over all years of a window's lookback. @param window must not be a preset */
function closesSpanning(symbol: SymbolColumns, window: WindowSpec): Closes {
  const [{ year }] = lookback(window);
  return closesIn(symbol.columns, symbol.index, dayOf(year, 1, 1) + ENTRY_SHIFTS[0], window.asOf);
}
