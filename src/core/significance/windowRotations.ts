import { type Day, yearOf } from '../calendar/dates';
import { lastSession, type SymbolColumns } from '../detection/columns';
import { type Direction, lookback, type Occurrence, occurrenceIn, type WindowSpec } from '../window/window';
import { returnsOver } from './observedReturns';
import { DRAWS_PER_ROTATION, type Draws, ROTATION_STEP, ROTATION_STEPS } from './rotation';
import { FARTHEST_BACK } from './searchedRows';
import { FEWEST_OBSERVED, type Reference, referenceOf, strengthOf } from './strength';

/** What METHOD 9 says of one window by itself. */
export interface WindowStrength {
  /** In the direction asked: positive = beyond the symbol's own drift. */
  readonly z: number;
  /** Rotations that do as well, see `chanceOf`. */
  readonly exceeding: number;
  /** m_h: long return of the same hold on any date, as a fraction: what z is measured from. */
  readonly drift: number;
}

/**
 * z of a window and in how many rotations it is reached by the same window.
 *
 * @param searchEntry first entry date of the search that found the window, its own entry when it was named by the caller
 * @param gapLimit calendar days without a session that end an observation
 * @param draws that reach as far back as the oldest of the years
 * @param years that bear witness to a named window, where not those of its lookback: several symbols share them
 * @returns null with fewer than five observed years, or nothing to compare with
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
  // Without rotations a window costs what its reference does; of its own search it is its reference, but for its own week.
  const weeks = isOwnSearch ? ROTATION_STEPS + 1 : draws.rotations === 0 ? 1 : ROTATION_STEPS;
  const returns = weekly(occurrences, weeks, 0, -ROTATION_STEP);
  // The years of the search's first entry, which may be others than the window's: m_h is one for all windows of a hold.
  const references = isOwnSearch
    ? weeksBefore(returns)
    : weekly(yearsOf(movedTo(window, searchEntry)), ROTATION_STEPS, -FARTHEST_BACK, ROTATION_STEP);
  const reference = referenceOf(references, ROTATION_STEPS);
  if (reference === null) return null;
  const rotated = { returns, weeks, back: Int32Array.from(occurrences, ({ year }) => ownYear - year), reference };
  const z = strengthAt(rotated, UNMOVED, 0, direction, -Infinity);
  return z === null ? null : { z, exceeding: countReached(rotated, draws, direction, z), drift: reference.mean };
}

/** A window in every week that a rotation may move one of its years to. */
interface RotatedWindow {
  /** By year and weeks earlier, `weeks` elements a year; NaN = missing. */
  readonly returns: Float64Array;
  readonly weeks: number;
  /** Years between the window's own and each. */
  readonly back: Int32Array;
  readonly reference: Reference;
}

/** No year is moved, however far back. */
const UNMOVED = new Uint8Array(DRAWS_PER_ROTATION);

/** Held here: where globals are looked up through another context, as in tests, each call would cost more than its sum. */
const { isNaN: isMissing } = Number;
const { abs, max, sqrt } = Math;

/**
 * z of the window, in the direction asked, with each year moved by as many weeks as `drawn` has for it from `row` on.
 *
 * @returns null where there is none, or where the mean alone tells that it is less than `least`
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
  // At most what it would be if the years did not vary: most rotations end here. Rounding keeps the order of quotients.
  const beyond = direction === 'long' ? sum / n - reference.mean : reference.mean - sum / n;
  const most = beyond > 0 ? (sqrt(n) * beyond) / (reference.deviation ?? 0) : 0;
  if (most < least) return null;
  const z = strengthOf(n, sum, squares, reference);
  return z === null || direction === 'long' ? z : 0 - z;
}

/** How many rotations are at least as strong as `least`. */
function countReached(window: RotatedWindow, draws: Draws, direction: Direction, least: number): number {
  const sign = direction === 'long' ? 1 : -1;
  const told = decidedBySum(window, sign, least);
  const sums = told && sumsOf(window, draws);
  let reached = 0;
  for (let rotation = 0; rotation < draws.rotations; rotation++) {
    if (told !== null && sums !== null) {
      const sum = sign * sums[rotation];
      if (sum < told.below) continue;
      if (sum >= told.from) {
        reached += 1;
        continue;
      }
    }
    const z = strengthAt(window, draws.weeks, rotation * draws.reach, direction, least);
    if (z !== null && z >= least) reached += 1;
  }
  return reached;
}

/** Of each rotation, the sum of its returns in the order of the years, none of which is missing. */
function sumsOf({ returns, weeks, back }: RotatedWindow, { rotations, reach, weeks: drawn }: Draws): Float64Array {
  const sums = new Float64Array(rotations);
  for (let k = 0; k < back.length; k++) {
    const first = k * weeks;
    for (let rotation = 0, at = back[k]; rotation < rotations; rotation++, at += reach)
      sums[rotation] += returns[first + drawn[at]];
  }
  return sums;
}

/** Beyond what rounding can make of a sum of a hundred returns, as a share of the largest of them. */
const ROUNDING = 1e-9;

/**
 * The sums of returns, in the direction asked, below which no rotation has a strength of `least`, and from which on each
 * has: what it takes if the years do not vary, less or more what rounding can do. Where they do, a strength above 0 is
 * less than that, and one below 0 is more. Most rotations need no more than their sum, then.
 *
 * @param sign 1 = long, -1 = short
 * @returns null where the sum does not tell: a year is missing in some week, there are too few of them, or none varies
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
  const doubt = ROUNDING * (largest + abs(reference.mean) + abs(needed));
  return least > 0
    ? { below: needed - doubt, from: Number.POSITIVE_INFINITY }
    : { below: Number.NEGATIVE_INFINITY, from: needed + doubt };
}

/**
 * The weeks before each year's own, the earliest first: what a reference rests on.
 *
 * @param returns by year and weeks earlier, its own week and a year of others
 */
function weeksBefore(returns: Float64Array): Float64Array {
  const width = ROTATION_STEPS + 1;
  const before = new Float64Array((returns.length / width) * ROTATION_STEPS);
  for (let at = 0, own = 0; at < before.length; own += width)
    for (let week = ROTATION_STEPS; week > 0; week--) before[at++] = returns[own + week];
  return before;
}

/** The same hold at another entry. A preset is a search of its own, so that it is never moved. */
function movedTo(window: WindowSpec, entry: Day): WindowSpec {
  if (window.preset) throw new RangeError('a preset is searched for by itself: its search begins with its own entry');
  return { ...window, entry, end: entry + window.end - window.entry };
}
