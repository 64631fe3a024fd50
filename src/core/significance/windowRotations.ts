import { type Day, yearOf } from '../calendar/dates';
import { lastSession, type SymbolColumns } from '../detection/columns';
import { type Direction, lookback, type Occurrence, occurrenceIn, type WindowSpec } from '../window/window';
import { returnsOver } from './observedReturns';
import { DRAWS_PER_ROTATION, type Draws, ROTATION_STEP, ROTATION_STEPS } from './rotation';
import { FARTHEST_BACK } from './searchedRows';
import { FEWEST_OBSERVED, type Reference, referenceOf, strengthOf } from './strength';

/** The strength of one window and its rotations (METHOD 9). */
export interface WindowStrength {
  /** In the direction of the trade: positive = beyond the symbol's own drift. */
  readonly z: number;
  /** Number of rotations with at least this z, see `chanceOf`. */
  readonly exceeding: number;
  /** m_h: mean long return of the same hold on any date, as a fraction; z measures the excess over it. */
  readonly drift: number;
}

/**
 * z of a window, and the number of rotations in which the same window reaches it.
 *
 * @param searchEntry first entry date of the search that found the window, its own entry when it was named by the caller
 * @param gapLimit calendar days without a session that end an observation
 * @param draws that reach as far back as the oldest of the years
 * @param years observed years of a named window, when several symbols share them; by default those of its lookback
 * @returns null with fewer than five observed years, or without a reference
 */
export function windowStrength(
  symbol: SymbolColumns,
  window: WindowSpec,
  direction: Direction,
  searchEntry: Day,
  gapLimit: number,
  draws: Draws,
  years?: readonly number[],
): WindowStrength | null {
  const last = lastSession(symbol.columns, symbol.index, window.asOf);
  if (last === null) return null;
  const ownYear = yearOf(window.entry);
  const yearsOf = (spec: WindowSpec) => years?.map((year) => occurrenceIn(spec, year)) ?? lookback(spec);
  const weekly = (occurrences: readonly Occurrence[], weeks: number, moved: number, step: number) =>
    returnsOver(symbol, last, gapLimit, occurrences, weeks, moved, step);
  const occurrences = yearsOf(window);
  const isOwnSearch = searchEntry === window.entry;
  // A window that is its own search needs its own week and the 52 before it, which are its reference.
  const weeks = isOwnSearch ? ROTATION_STEPS + 1 : draws.rotations === 0 ? 1 : ROTATION_STEPS;
  const returns = weekly(occurrences, weeks, 0, -ROTATION_STEP);
  // The years of the search's first entry may differ from the window's: all windows of a hold share one m_h.
  const references = isOwnSearch
    ? weeksBefore(returns)
    : weekly(yearsOf(movedTo(window, searchEntry)), ROTATION_STEPS, -FARTHEST_BACK, ROTATION_STEP);
  const reference = referenceOf(references, ROTATION_STEPS);
  if (reference === null) return null;
  const rotated = { returns, weeks, back: Int32Array.from(occurrences, ({ year }) => ownYear - year), reference };
  const z = strengthAt(rotated, UNMOVED, 0, direction, -Infinity);
  return z === null ? null : { z, exceeding: countReached(rotated, draws, direction, z), drift: reference.mean };
}

/** The returns of a window at every week that a rotation may move one of its years to. */
interface RotatedWindow {
  /** By year and weeks earlier, `weeks` elements a year; NaN = missing. */
  readonly returns: Float64Array;
  readonly weeks: number;
  /** Years between the window's own and each. */
  readonly back: Int32Array;
  readonly reference: Reference;
}

/** The draws that move no year. */
const UNMOVED = new Uint8Array(DRAWS_PER_ROTATION);

/** Local aliases: in another context, as in tests, looking a global up costs more than the arithmetic. */
const { isNaN: isMissing } = Number;
const { abs, max, sqrt } = Math;

/**
 * z of the window, in the direction of the trade, with each year moved by the weeks that `drawn` has for it from `row` on.
 *
 * @returns null when it has none, or when the mean alone shows that it is less than `least`
 */
function strengthAt(
  { returns, weeks, back, reference }: RotatedWindow,
  drawn: Uint8Array,
  row: number,
  direction: Direction,
  least: number,
): number | null {
  let n = 0;
  let sum = 0;
  let squares = 0;
  for (let k = 0; k < back.length; k++) {
    const gained = returns[k * weeks + drawn[row + back[k]]];
    if (isMissing(gained)) continue;
    n += 1;
    sum += gained;
    squares += gained * gained;
  }
  // An upper bound: z if the years did not vary. Most rotations end here. Rounding keeps the order of quotients.
  const excess = direction === 'long' ? sum / n - reference.mean : reference.mean - sum / n;
  const bound = excess > 0 ? (sqrt(n) * excess) / (reference.deviation ?? 0) : 0;
  if (bound < least) return null;
  const z = strengthOf(n, sum, squares, reference);
  return z === null || direction === 'long' ? z : 0 - z;
}

/** Number of rotations whose z is at least `least`. */
function countReached(window: RotatedWindow, draws: Draws, direction: Direction, least: number): number {
  const sign = direction === 'long' ? 1 : -1;
  const bounds = decidedBySum(window, sign, least);
  const sums = bounds && sumsOf(window, draws);
  let reached = 0;
  for (let rotation = 0; rotation < draws.rotations; rotation++) {
    if (bounds !== null && sums !== null) {
      const sum = sign * sums[rotation];
      if (sum < bounds.below) continue;
      if (sum >= bounds.from) {
        reached += 1;
        continue;
      }
    }
    const z = strengthAt(window, draws.weeks, rotation * draws.reach, direction, least);
    if (z !== null && z >= least) reached += 1;
  }
  return reached;
}

/** The sum of each rotation's returns, in the order of the years. No return may be missing. */
function sumsOf({ returns, weeks, back }: RotatedWindow, { rotations, reach, weeks: drawn }: Draws): Float64Array {
  const sums = new Float64Array(rotations);
  for (let k = 0; k < back.length; k++) {
    const first = k * weeks;
    for (let rotation = 0, at = back[k]; rotation < rotations; rotation++, at += reach)
      sums[rotation] += returns[first + drawn[at]];
  }
  return sums;
}

/** Upper bound of the rounding error of a sum of a hundred returns, as a share of the largest of them. */
const ROUNDING = 1e-9;

/**
 * Bounds on the sum of a rotation's returns, in the direction of the trade: `below` it no rotation has a strength of
 * `least`, `from` it every rotation has. They are the sum needed when the years do not vary, with a margin for rounding.
 * Variation lowers a strength above 0 and raises one below 0. Most rotations are decided by their sum.
 *
 * @param sign 1 = long, -1 = short
 * @returns null when the sum decides nothing: a return is missing, there are too few years, or the reference never varies
 */
function decidedBySum(
  { returns, back, reference }: RotatedWindow,
  sign: number,
  least: number,
): { readonly below: number; readonly from: number } | null {
  const n = back.length;
  if (n < FEWEST_OBSERVED || !(reference.deviation !== null && reference.deviation > 0)) return null;
  let largest = 0;
  for (let at = 0; at < returns.length; at++) {
    if (isMissing(returns[at])) return null;
    largest = max(largest, abs(returns[at]));
  }
  const needed = sign * n * reference.mean + sqrt(n) * least * reference.deviation;
  const margin = ROUNDING * (largest + abs(reference.mean) + abs(needed));
  return least > 0
    ? { below: needed - margin, from: Number.POSITIVE_INFINITY }
    : { below: Number.NEGATIVE_INFINITY, from: needed + margin };
}

/**
 * The returns of the weeks before each year's own, earliest first, which make the reference.
 *
 * @param returns by year and weeks earlier: the year's own week and the 52 before it
 */
function weeksBefore(returns: Float64Array): Float64Array {
  const width = ROTATION_STEPS + 1;
  const before = new Float64Array((returns.length / width) * ROTATION_STEPS);
  for (let at = 0, start = 0; at < before.length; start += width)
    for (let week = ROTATION_STEPS; week > 0; week--) before[at++] = returns[start + week];
  return before;
}

/** The window at another entry with the same hold. @throws RangeError for a preset, which is its own search */
function movedTo(window: WindowSpec, entry: Day): WindowSpec {
  if (window.preset) throw new RangeError('movedTo: the window is a preset, accepted is a window of fixed length');
  return { ...window, entry, end: entry + window.end - window.entry };
}
