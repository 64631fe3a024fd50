import { dayOf } from '../calendar/dates';
import { closesIn } from '../detection/closesIn';
import type { SymbolColumns } from '../detection/columns';
import type { Draws } from '../significance/rotation';
import { type FoundWindow, type WindowStrength, windowStrength } from '../significance/windowRotations';
import type { Closes } from './bars';
import { type Baseline, baselineOf } from './baseline';
import { type CurveSummary, curveSummary, seasonalCurve } from './curve';
import { type Edge, type EdgeInput, edgeOf } from './edge';
import type { Evidence } from './evidence';
import { ENTRY_SHIFTS, neighbourShare } from './neighbours';
import { holdOf, lookback, type WindowSpec } from './window';

/** The edge score of a window from its evidence and measures. @param scored inputs besides prices */
export function measuredEdge(
  { yearsTested, wins, mean, median, deviation }: Evidence,
  { baseline, neighbours }: Pick<WindowMeasures, 'baseline' | 'neighbours'>,
  scored: Pick<EdgeInput, 'tilt' | 'daysBehind' | 'significance' | 'missedBandPercent'>,
): Edge {
  return edgeOf({ n: yearsTested, wins, mean, median, deviation, baseline, neighbours, ...scored });
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
  found: FoundWindow,
  draws: Draws,
  closes = closesSpanning(found.symbol, found.window),
): WindowMeasures {
  const { symbol, window, direction, gapLimit } = found;
  const curve = seasonalCurve(symbol, window, gapLimit);
  return {
    strength: windowStrength(found, draws),
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
