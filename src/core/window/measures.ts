import { type CalendarDate, dateOf, dayOf, inYear, yearOf } from '../calendar/dates';
import { closesIn } from '../detection/closesIn';
import type { SymbolColumns } from '../detection/columns';
import { type Draws, type FoundWindow, type WindowStrength, windowStrength } from '../significance/rotation';
import { type Closes, closesThrough, upperBound } from './bars';
import { type Baseline, baselineOf } from './baseline';
import { type CurveSummary, curveSummary, seasonalCurve } from './curve';
import { type Edge, type EdgeInput, edgeOf } from './edge';
import { directedReturn, type Evidence } from './evidence';
import { type Direction, holdOf, lookback, type Occurrence, SHORTEST_DAYS, type WindowSpec } from './window';

/** Days by which the entry is moved, and by which the hold is (METHOD 6). The window itself is one of the 21 cells. */
export const ENTRY_SHIFTS = [-3, -2, -1, 0, 1, 2, 3] as const;
const HOLD_SHIFTS = [-5, 0, 5] as const;

/**
 * nb of METHOD 6: the mean win share, 0..1, of the 21 windows around this one; null when none could be observed.
 *
 * A neighbour's own entry is entry + d days and falls into each past year by month and day as any window does. Its
 * years are the window's lookback years, moved along when d crosses New Year; a year whose nominal end is after as-of
 * is left out and no older one takes its place. A neighbour of a preset keeps each year's own length.
 *
 * Per year, four pointers (entry, three exits) only move forward over the seven entries: O(sessions in the window).
 *
 * @param gapLimit calendar days without a session that end an observation
 */
export function neighbourShare(
  closes: Closes,
  window: WindowSpec,
  direction: Direction,
  gapLimit: number,
): number | null {
  const history = closesThrough(closes, window.asOf);
  const entries = ENTRY_SHIFTS.map((shift) => ({
    date: dateOf(window.entry + shift),
    yearShift: yearOf(window.entry + shift) - yearOf(window.entry),
  }));
  const cells = ENTRY_SHIFTS.length * HOLD_SHIFTS.length;
  const tally: Tally = { observed: new Int32Array(cells), won: new Int32Array(cells) };
  for (const occurrence of lookback(window)) tallyYear(history, occurrence, entries, direction, gapLimit, tally);
  return meanShare(tally);
}

interface ShiftedEntry {
  readonly date: CalendarDate;
  readonly yearShift: number;
}

/** One element a cell, entry by entry. */
interface Tally {
  readonly observed: Int32Array;
  readonly won: Int32Array;
}

function tallyYear(
  { day, close }: Closes,
  occurrence: Occurrence,
  entries: readonly ShiftedEntry[],
  direction: Direction,
  gapLimit: number,
  tally: Tally,
): void {
  const sessions = day.length;
  if (sessions === 0) return;
  const hold = occurrence.end - occurrence.entry + 1;
  const exits = [-1, -1, -1];
  let entryIndex = -1;
  // `halt`: the latest session i whose next session lies too far away; `scanned`: the last session examined for one.
  let halt = -1;
  let scanned = 0;
  for (let e = 0; e < entries.length; e++) {
    const entry = inYear(entries[e].date, occurrence.year + entries[e].yearShift);
    if (entry < day[0] || entry > day[sessions - 1]) continue;
    if (entryIndex < 0) entryIndex = upperBound(day, entry - 1);
    while (day[entryIndex] < entry) entryIndex += 1;
    if (day[entryIndex] - entry > gapLimit || !(close[entryIndex] > 0)) continue;
    for (let h = 0; h < HOLD_SHIFTS.length; h++) {
      const shiftedHold = hold + HOLD_SHIFTS[h];
      const end = entry + shiftedHold - 1;
      if (shiftedHold < SHORTEST_DAYS || end > day[sessions - 1]) continue;
      if (exits[h] < 0) exits[h] = upperBound(day, end) - 1;
      while (exits[h] + 1 < sessions && day[exits[h] + 1] <= end) exits[h] += 1;
      const exitIndex = exits[h];
      if (exitIndex <= entryIndex || end - day[exitIndex] > gapLimit || !(close[exitIndex] > 0)) continue;
      if (halt < entryIndex) {
        scanned = Math.max(scanned, entryIndex);
        while (scanned < exitIndex && day[scanned + 1] - day[scanned] <= gapLimit) scanned += 1;
        if (scanned < exitIndex) halt = scanned;
      }
      if (halt >= entryIndex && halt < exitIndex) continue;
      const cell = e * HOLD_SHIFTS.length + h;
      tally.observed[cell] += 1;
      if (directedReturn(close[entryIndex], close[exitIndex], direction) > 0) tally.won[cell] += 1;
    }
  }
}

function meanShare({ observed, won }: Tally): number | null {
  let sum = 0;
  let cells = 0;
  for (let i = 0; i < observed.length; i++) {
    if (observed[i] === 0) continue;
    sum += won[i] / observed[i];
    cells += 1;
  }
  return cells === 0 ? null : sum / cells;
}

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
