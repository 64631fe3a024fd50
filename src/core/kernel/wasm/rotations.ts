/** Compiled to WebAssembly by scripts/kernelModule.ts. */

import { contenders, GROUP, useRow } from './rotationScreen';

/** Holds a block: four vectors of two doubles, one line of the cache. */
const BLOCK: i32 = 8;
/** Years a window needs to have a strength (METHOD 9). */
const FEWEST_OBSERVED: i32 = 5;
/** `RowKind` of returnTable.ts. */
const EMPTY: u8 = 0;
const MIXED: u8 = 1;
/** Rows between two offsets of a rotation. */
const STEP: i32 = 7;

/** Strongest long and short of the rotation under way. */
let strongestLong: f64 = 0;
let strongestShort: f64 = 0;
/** Where the means m_h lie, and the deviations s0_h; NaN = none. One double a hold. */
let means: usize = 0;
let references: usize = 0;
/** Addresses of the rows of the observed years. */
let bases: usize = 0;

/**
 * The strongest windows of a symbol in some rotations, eight holds at a time. Each lane adds up its years in their order,
 * and whatever is left out could not have been stronger: the results do not depend on what was looked at first.
 *
 * @param table of returns, `stride` doubles a row, that `roundReturns` has gone through
 * @param kinds `RowKind` a row, one byte; @param spans of `findSpans`
 * @param drift `stride` means, then `stride` deviations
 * @param rows of the occurrences, `years` a segment; @param back years back of each, which is what draws go by
 * @param holds first and last column of each segment
 * @param weeks draws, `reach` bytes a rotation
 * @param results two doubles a rotation: long, short. They must be 0 to begin with
 */
export function strongest(
  table: usize,
  kinds: usize,
  spans: usize,
  drift: usize,
  rows: usize,
  back: usize,
  holds: usize,
  segments: i32,
  years: i32,
  stride: i32,
  weeks: usize,
  reach: i32,
  rotations: i32,
  scratch: usize,
  results: usize,
): void {
  means = drift;
  references = drift + (<usize>stride << 3);
  bases = scratch;
  // Segments outside: the rows that all rotations of one segment look at stay in the cache.
  for (let segment: i32 = 0; segment < segments; segment++) {
    const first = load<i32>(holds + (<usize>segment << 3));
    const last = load<i32>(holds + (<usize>segment << 3), 4);
    const at = <usize>(segment * years) << 2;
    for (let rotation: i32 = 0; rotation < rotations; rotation++) {
      const drawn = weeks + rotation * reach;
      let observed: i32 = 0;
      let whole = true;
      for (let i: usize = 0; i < <usize>years << 2; i += 4) {
        const row = load<i32>(rows + at + i) - STEP * <i32>load<u8>(drawn + load<i32>(back + at + i));
        const kind = load<u8>(kinds + row);
        if (kind == EMPTY) continue;
        if (kind == MIXED && !isWithin(spans + (<usize>row << 2), first, last)) whole = false;
        store<usize>(bases + (<usize>observed << 2), table + (<usize>(row * stride) << 3));
        useRow(observed, row);
        observed += 1;
      }
      if (observed < FEWEST_OBSERVED) continue;
      const result = results + (<usize>rotation << 4);
      strongestLong = load<f64>(result);
      strongestShort = load<f64>(result, 8);
      if (whole) judgeWhole(observed, first, last);
      else judgeMixed(observed, first, last);
      store<f64>(result, strongestLong);
      store<f64>(result, strongestShort, 8);
    }
  }
}

/** Holds whose years are all observed: of most of them the rounded sums tell that they are not the strongest. */
function judgeWhole(n: i32, first: i32, last: i32): void {
  for (let group = first & ~(BLOCK - 1); group <= last; group += GROUP) {
    let blocks = contenders(n, group, strongestLong, strongestShort);
    for (; blocks != 0; blocks &= blocks - 1) {
      const block = group + BLOCK * ctz(blocks);
      if (block <= last) judgeBlock(n, block, first, last);
    }
  }
}

/** Eight holds whose years are all observed. Only the last division waits for whether it could be the strongest. */
function judgeBlock(n: i32, block: i32, first: i32, last: i32): void {
  const end = bases + (<usize>n << 2);
  const column = <usize>block << 3;
  let sumA = f64x2.splat(0);
  let sumB = f64x2.splat(0);
  let sumC = f64x2.splat(0);
  let sumD = f64x2.splat(0);
  let squaresA = f64x2.splat(0);
  let squaresB = f64x2.splat(0);
  let squaresC = f64x2.splat(0);
  let squaresD = f64x2.splat(0);
  for (let base = bases; base < end; base += 4) {
    const row = load<usize>(base) + column;
    const a = v128.load(row);
    const b = v128.load(row, 16);
    const c = v128.load(row, 32);
    const d = v128.load(row, 48);
    sumA = f64x2.add(sumA, a);
    sumB = f64x2.add(sumB, b);
    sumC = f64x2.add(sumC, c);
    sumD = f64x2.add(sumD, d);
    squaresA = f64x2.add(squaresA, f64x2.mul(a, a));
    squaresB = f64x2.add(squaresB, f64x2.mul(b, b));
    squaresC = f64x2.add(squaresC, f64x2.mul(c, c));
    squaresD = f64x2.add(squaresD, f64x2.mul(d, d));
  }
  // Made anew for every block: the loop above needs all registers for what it adds to.
  const count = f64x2.splat(<f64>n);
  const root = f64x2.sqrt(count);
  const freedom = f64x2.splat(<f64>(n - 1));
  const meanA = f64x2.div(sumA, count);
  const meanB = f64x2.div(sumB, count);
  const meanC = f64x2.div(sumC, count);
  const meanD = f64x2.div(sumD, count);
  const excessA = excessOf(column, root, meanA);
  const excessB = excessOf(column + 16, root, meanB);
  const excessC = excessOf(column + 32, root, meanC);
  const excessD = excessOf(column + 48, root, meanD);
  const scaleA = scaleOf(column, freedom, sumA, meanA, squaresA);
  const scaleB = scaleOf(column + 16, freedom, sumB, meanB, squaresB);
  const scaleC = scaleOf(column + 32, freedom, sumC, meanC, squaresC);
  const scaleD = scaleOf(column + 48, freedom, sumD, meanD, squaresD);
  const promisingAB = v128.or(promising(excessA, scaleA), promising(excessB, scaleB));
  const promisingCD = v128.or(promising(excessC, scaleC), promising(excessD, scaleD));
  if (!v128.any_true(v128.or(promisingAB, promisingCD))) return;
  offer(excessA, scaleA, within(block, first, last));
  offer(excessB, scaleB, within(block + 2, first, last));
  offer(excessC, scaleC, within(block + 4, first, last));
  offer(excessD, scaleD, within(block + 6, first, last));
}

/** Whether all holds of a segment are observed in a row: its span says from which hold to which they are. */
@inline
function isWithin(span: usize, first: i32, last: i32): boolean {
  return <i32>load<i16>(span) <= first && last <= <i32>load<i16>(span, 2);
}

/** Holds of which some years are NaN: each lane counts its own. */
function judgeMixed(years: i32, first: i32, last: i32): void {
  const one = f64x2.splat(1);
  const end = bases + (<usize>years << 2);
  for (let pair = first & ~1; pair <= last; pair += 2) {
    const column = <usize>pair << 3;
    let count = f64x2.splat(0);
    let sum = f64x2.splat(0);
    let squares = f64x2.splat(0);
    for (let base = bases; base < end; base += 4) {
      const gained = v128.load(load<usize>(base) + column);
      const observed = f64x2.eq(gained, gained);
      // A sum that began with 0 is never -0, so that adding 0 leaves it as it is.
      const counted = v128.and(gained, observed);
      count = f64x2.add(count, v128.and(one, observed));
      sum = f64x2.add(sum, counted);
      squares = f64x2.add(squares, f64x2.mul(counted, counted));
    }
    const enough = f64x2.ge(count, f64x2.splat(<f64>FEWEST_OBSERVED));
    const mean = f64x2.div(sum, count);
    const excess = excessOf(column, f64x2.sqrt(count), mean);
    const scale = scaleOf(column, f64x2.sub(count, one), sum, mean, squares);
    offer(excess, scale, v128.and(enough, within(pair, first, last)));
  }
}

/** Lanes of two holds that lie within a segment. */
// @ts-expect-error: decorator
@inline
function within(pair: i32, first: i32, last: i32): v128 {
  const hold = i64x2(pair, pair + 1);
  return v128.and(i64x2.ge_s(hold, i64x2.splat(first)), i64x2.le_s(hold, i64x2.splat(last)));
}

/** How far the mean of the returns is from the drift, times the root of their number. */
// @ts-expect-error: decorator
@inline
function excessOf(column: usize, root: v128, mean: v128): v128 {
  return f64x2.mul(root, f64x2.sub(mean, v128.load(means + column)));
}

/** What the excess is divided by: the deviation of the returns and that of the reference. */
// @ts-expect-error: decorator
@inline
function scaleOf(column: usize, freedom: v128, sum: v128, mean: v128, squares: v128): v128 {
  const rest = f64x2.max(f64x2.splat(0), f64x2.sub(squares, f64x2.mul(sum, mean)));
  return f64x2.add(f64x2.sqrt(f64x2.div(rest, freedom)), v128.load(references + column));
}

/**
 * Lanes that could be the strongest. What is equal is judged, too: rounding keeps the order of numbers, so that whatever is
 * left out could not have been larger. NaN, where a hold has no reference, compares false.
 */
// @ts-expect-error: decorator
@inline
function promising(excess: v128, scale: v128): v128 {
  return v128.or(
    f64x2.ge(excess, f64x2.mul(f64x2.splat(strongestLong), scale)),
    f64x2.le(excess, f64x2.mul(f64x2.splat(-strongestShort), scale)),
  );
}

/** Takes the stronger of what was found and these lanes. */
function offer(excess: v128, scale: v128, lanes: v128): void {
  const keep = v128.and(v128.and(lanes, f64x2.gt(scale, f64x2.splat(0))), promising(excess, scale));
  const strength = v128.and(f64x2.div(excess, scale), keep);
  strongestLong = max(strongestLong, max(f64x2.extract_lane(strength, 0), f64x2.extract_lane(strength, 1)));
  strongestShort = max(strongestShort, max(-f64x2.extract_lane(strength, 0), -f64x2.extract_lane(strength, 1)));
}

/** Of each row in which some holds are missing, the first of them that is observed and the last one before the next gap. */
export function findSpans(table: usize, kinds: usize, rows: i32, stride: i32, width: i32, spans: usize): void {
  for (let row: i32 = 0; row < rows; row++) {
    if (load<u8>(kinds + row) != MIXED) continue;
    const base = table + (<usize>(row * stride) << 3);
    let from: i32 = 0;
    while (from < width && isMissing(base, from)) from++;
    let to = from;
    while (to < width && !isMissing(base, to)) to++;
    store<i16>(spans + (<usize>row << 2), <i16>from);
    store<i16>(spans + (<usize>row << 2), <i16>(to - 1), 2);
  }
}

@inline
function isMissing(base: usize, hold: i32): boolean {
  const gained = load<f64>(base + (<usize>hold << 3));
  return gained != gained;
}
