import { type Day, yearOf } from '../calendar/dates';
import { lastSession, type SymbolColumns } from '../detection/columns';
import { type Direction, holdOf, lookback, occurrenceIn, type WindowSpec } from '../window/window';
import { allocateWindows, fillWindows, type Observations, readObservations } from './observedWindows';
import {
  type Draws,
  driftOf,
  FARTHEST_BACK,
  ROTATION_STEP,
  ROTATION_STEPS,
  referenceDate,
  strengthOf,
} from './rotation';

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
 * @param draws that reach as far back as the oldest of the years
 * @param years observed years of a named window, when several symbols share them; by default those of its lookback
 * @returns null with fewer than five observed years, or where no reference entry is observed
 */
export function windowStrength(
  { symbol, window, direction, searchEntry, gapLimit }: FoundWindow,
  draws: Draws,
  years?: readonly number[],
): WindowStrength | null {
  const last = lastSession(symbol.columns, symbol.index, window.asOf);
  if (last === null) return null;
  const occurrences = years?.map((year) => occurrenceIn(window, year)) ?? lookback(window);
  const ownYear = yearOf(window.entry);
  const references = occurrences.map(({ year }) => referenceDate(searchEntry, ownYear - year));
  const firsts = occurrences.map((occurrence) => ({ entry: occurrence.entry, hold: holdOf(occurrence) }));
  const hold = holdOf(window);
  const entries = [...occurrences.map(({ entry }) => entry), ...references];
  const windows = allocateWindows(
    Math.min(...entries) - FARTHEST_BACK,
    Math.max(...entries),
    Math.max(hold, ...firsts.map((first) => first.hold)),
  );
  fillWindows(windows, symbol.columns, symbol.index, last, gapLimit);
  const farthest = references.map((reference) => ({ entry: reference - FARTHEST_BACK, hold }));
  const drift = driftOf(readObservations(windows, farthest, ROTATION_STEPS, ROTATION_STEP).returns);
  if (drift === null) return null;
  const rotated = {
    observations: readObservations(windows, firsts, ROTATION_STEPS, -ROTATION_STEP),
    back: Int32Array.from(occurrences, ({ year }) => ownYear - year),
    drift,
    sign: direction === 'long' ? 1 : -1,
  };
  const z = strengthAt(rotated, new Uint8Array(1 + Math.max(0, ...rotated.back)), 0);
  return z === null ? null : { z, exceeding: countReached(rotated, draws, z), drift };
}

/** The observations of a window at every week that a rotation may move one of its years to. */
interface RotatedWindow {
  /** By year and weeks earlier, `ROTATION_STEPS` elements a year. */
  readonly observations: Observations;
  /** Years between the window's own and each. */
  readonly back: Int32Array;
  /** m_h. */
  readonly drift: number;
  /** 1 = long, -1 = short. */
  readonly sign: number;
}

/** Local alias: in another context, as in tests, looking a global up costs more than the arithmetic. */
const { isNaN: isMissing } = Number;

/**
 * z of the window, in the direction of the trade, with each year moved by the weeks that `drawn` has for it from `row` on;
 * null with fewer than five observed years.
 */
function strengthAt(
  { observations: { returns, variances }, back, drift, sign }: RotatedWindow,
  drawn: Uint8Array,
  row: number,
): number | null {
  let n = 0;
  let sum = 0;
  let variance = 0;
  for (let k = 0; k < back.length; k++) {
    const at = k * ROTATION_STEPS + drawn[row + back[k]];
    if (isMissing(returns[at])) continue;
    n += 1;
    sum += returns[at];
    variance += variances[at];
  }
  const z = strengthOf(n, sum, variance, drift);
  // Not -0 for a short of strength 0.
  return z === null || sign === 1 ? z : 0 - z;
}

/** Number of rotations whose z is at least `least`. */
function countReached(window: RotatedWindow, draws: Draws, least: number): number {
  let reached = 0;
  for (let rotation = 0; rotation < draws.rotations; rotation++) {
    const z = strengthAt(window, draws.weeks, rotation * draws.reach);
    if (z !== null && z >= least) reached += 1;
  }
  return reached;
}
