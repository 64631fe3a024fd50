import { RowKind, returnTable } from './returnTable';
import { ROTATION_STEP } from './rotation';
import type { RotationSearch } from './rotationSearch';
import type { SearchedRows } from './searchedRows';
import { FEWEST_OBSERVED } from './strength';

/** Held here: where globals are looked up through another context, as in tests, each call would cost more than its sum. */
const { sqrt, max } = Math;
const { isNaN: isMissing } = Number;

/**
 * One hold after the other: for hosts without vectors, and what `simdRotations` is held to. A rotation costs O(windows x
 * years) additions. Covered by test/oracle/rotationSearch.test.ts.
 */
export function scalarRotations(searched: SearchedRows): RotationSearch {
  const { plan, back, from, to } = searched;
  const { minHold, maxHold, occurrences, request } = plan;
  const { years } = request;
  const table = returnTable(from, to, request.minHold, request.maxHold);
  const { kind, width, minHold: shortest, value } = table;
  const mean = new Float64Array(width);
  const deviation = new Float64Array(width);
  /** Element at which the row of each observed year begins, but for the hold. */
  const bases = new Int32Array(years);
  let long = 0;
  let short = 0;

  /** Holds whose years are all observed. */
  function judgeWhole(n: number, from: number, to: number): void {
    for (let hold = from; hold <= to; hold++) {
      let sum = 0;
      let squares = 0;
      for (let k = 0; k < n; k++) {
        const gained = value[bases[k] + hold];
        sum += gained;
        squares += gained * gained;
      }
      offer(hold, n, sum, squares);
    }
  }

  function judgeMixed(observed: number, from: number, to: number): void {
    for (let hold = from; hold <= to; hold++) {
      let n = 0;
      let sum = 0;
      let squares = 0;
      for (let k = 0; k < observed; k++) {
        const gained = value[bases[k] + hold];
        if (isMissing(gained)) continue;
        n += 1;
        sum += gained;
        squares += gained * gained;
      }
      if (n >= FEWEST_OBSERVED) offer(hold, n, sum, squares);
    }
  }

  /**
   * `strengthOf`, spared its root and division where the window cannot be the strongest: its own deviation only makes its
   * scale larger. What is equal is judged, too: rounding keeps the order of numbers, so that whatever is left out could
   * not have been larger, and the result does not depend on which window came first. NaN, where a hold has no reference,
   * compares false.
   */
  function offer(hold: number, n: number, sum: number, squares: number): void {
    const reference = deviation[hold - shortest];
    const average = sum / n;
    const excess = sqrt(n) * (average - mean[hold - shortest]);
    if (!(excess >= long * reference || -excess >= short * reference)) return;
    const scale = sqrt(max(0, squares - sum * average) / (n - 1)) + reference;
    if (!(scale > 0)) return;
    const z = excess / scale;
    if (z > long) long = z;
    if (-z > short) short = -z;
  }

  function rotate(weeks: Uint8Array): void {
    long = 0;
    short = 0;
    for (let segment = 0; segment < minHold.length; segment++) {
      let observed = 0;
      let whole = true;
      for (let i = segment * years; i < (segment + 1) * years; i++) {
        const row = occurrences[i] - ROTATION_STEP * weeks[back[i]] - from;
        if (kind[row] === RowKind.empty) continue;
        if (kind[row] === RowKind.mixed) whole = false;
        bases[observed] = row * width - shortest;
        observed += 1;
      }
      if (observed < FEWEST_OBSERVED) continue;
      if (whole) judgeWhole(observed, minHold[segment], maxHold[segment]);
      else judgeMixed(observed, minHold[segment], maxHold[segment]);
    }
  }

  return {
    table,
    mean,
    deviation,
    prepare() {},
    release() {},
    strongest({ weeks, reach }, first, end) {
      return Array.from({ length: end - first }, (_, i) => {
        rotate(weeks.subarray((first + i) * reach, (first + i + 1) * reach));
        return { long, short };
      });
    },
  };
}
