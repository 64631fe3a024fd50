/** Compiled to WebAssembly by scripts/kernelModule.ts. */

/** Holds of a block: four vectors of two doubles. */
const BLOCK: i32 = 8;
/** Fewest observed years of a window that has a strength (METHOD 9). */
const FEWEST_OBSERVED: i32 = 5;
/** Rotations shift years by whole weeks; calendar days. */
const STEP: i32 = 7;

/** Addresses of the arrays of `ObservedWindows` (src/core/significance/observedWindows.ts). */
let closes: usize = 0;
let p0s: usize = 0;
let variancesAtEntry: usize = 0;
let observed: usize = 0;
/** Address of 1 + m_h by hold, of the lookback of the current segment. */
let growths: usize = 0;
/** Bytes from the close of a day to its cumulated variance. */
let apart: usize = 0;
/** Whether every close is positive. One that is not is a missing P1 (METHOD 1). */
let allPositive: bool = false;

/**
 * Records of the observed years of the current windows, `YEAR` bytes each. The close at the end of a window is at the address
 * in `CLOSE` + 8 * hold. `FROM` and `TO` are the shortest and the longest observed hold.
 */
let chosen: usize = 0;
const YEAR: usize = 32;
const CLOSE: usize = 0;
const FROM: usize = 4;
const TO: usize = 8;
/** 1 / P0, and the cumulated variance up to P0. */
const INVERSE: usize = 16;
const BEFORE: usize = 24;

/** z squared of the strongest long and of the strongest short of the current rotation. */
let strongestLong: f64 = 0;
let strongestShort: f64 = 0;

export function useWindows(
  closesAt: usize,
  variancesAt: usize,
  p0sAt: usize,
  variancesAtEntryAt: usize,
  observedAt: usize,
  positive: bool,
  scratch: usize,
): void {
  closes = closesAt;
  apart = variancesAt - closesAt;
  p0s = p0sAt;
  variancesAtEntry = variancesAtEntryAt;
  observed = observedAt;
  allPositive = positive;
  chosen = scratch;
}

/**
 * Finds the strongest windows of a symbol in some rotations, eight holds at a time. The years of a hold are added in their
 * order. Array parameters are addresses.
 *
 * @param rows rows of the occurrences, `years` for each segment
 * @param back how many years back each occurrence lies, which selects its draw
 * @param holds shortest and longest hold of each segment
 * @param lookbacks number of each segment's lookback, which selects its means
 * @param means 1 + m_h by hold, `meansBytes` bytes for each lookback
 * @param weeks drawn weeks, `reach` bytes for each rotation
 * @param results z squared of the strongest long and short of each rotation, two doubles; -1 before the first call, and where no
 *   window has a strength
 */
export function strongest(
  rows: usize,
  back: usize,
  holds: usize,
  lookbacks: usize,
  segments: i32,
  years: i32,
  means: usize,
  meansBytes: i32,
  weeks: usize,
  reach: i32,
  rotations: i32,
  results: usize,
): void {
  // Segments are the outer loop, since all rotations of a segment read the same prices, which then stay in the cache.
  for (let segment: i32 = 0; segment < segments; segment++) {
    const first = load<i32>(holds + (<usize>segment << 3));
    const last = load<i32>(holds + (<usize>segment << 3), 4);
    const at = <usize>(segment * years) << 2;
    growths = means + load<i32>(lookbacks + (<usize>segment << 2)) * meansBytes;
    for (let rotation: i32 = 0; rotation < rotations; rotation++) {
      const drawn = weeks + rotation * reach;
      let count: i32 = 0;
      // The holds that every chosen year is observed for. Shorter and longer ones take several times as long.
      let wholeFrom = first;
      let wholeTo = last;
      let before: f64 = 0;
      for (let i: usize = 0; i < <usize>years << 2; i += 4) {
        const row = load<i32>(rows + at + i) - STEP * <i32>load<u8>(drawn + load<i32>(back + at + i));
        const from = <i32>load<i16>(observed + (<usize>row << 2));
        const to = <i32>load<i16>(observed + (<usize>row << 2), 2);
        if (from > last || to < first || from > to) continue;
        wholeFrom = max(wholeFrom, from);
        wholeTo = min(wholeTo, to);
        const year = chosen + <usize>count * YEAR;
        const atEntry = load<f64>(variancesAtEntry + (<usize>row << 3));
        store<usize>(year, closes + (<usize>row << 3) - 8, CLOSE);
        store<i32>(year, from, FROM);
        store<i32>(year, to, TO);
        store<f64>(year, 1 / load<f64>(p0s + (<usize>row << 3)), INVERSE);
        store<f64>(year, atEntry, BEFORE);
        before += atEntry;
        count += 1;
      }
      if (count < FEWEST_OBSERVED) continue;
      const result = results + (<usize>rotation << 4);
      strongestLong = max<f64>(load<f64>(result), 0);
      strongestShort = max<f64>(load<f64>(result, 8), 0);
      let any = false;
      if (allPositive && wholeFrom <= wholeTo) {
        any = judgeWhole(count, before, wholeFrom, wholeTo);
        any = judgeMixed(count, first, wholeFrom - 1) || any;
        any = judgeMixed(count, wholeTo + 1, last) || any;
      } else any = judgeMixed(count, first, last);
      if (!any) continue;
      store<f64>(result, strongestLong);
      store<f64>(result, strongestShort, 8);
    }
  }
}

/**
 * The holds `first` to `last`, if all `n` years are observed for each of them.
 *
 * @param before sum of `BEFORE`
 * @returns whether any hold has a strength
 */
function judgeWhole(n: i32, before: f64, first: i32, last: i32): bool {
  const end = chosen + <usize>n * YEAR;
  const none = f64x2.splat(0);
  for (let hold = first; hold <= last; hold += BLOCK) {
    const column = <usize>hold << 3;
    let ratioA = none;
    let ratioB = none;
    let ratioC = none;
    let ratioD = none;
    let varianceA = none;
    let varianceB = none;
    let varianceC = none;
    let varianceD = none;
    for (let year = chosen; year < end; year += YEAR) {
      const inverse = v128.load64_splat(year, INVERSE);
      const close = load<usize>(year, CLOSE) + column;
      const variance = close + apart;
      ratioA = f64x2.add(ratioA, f64x2.mul(v128.load(close), inverse));
      ratioB = f64x2.add(ratioB, f64x2.mul(v128.load(close, 16), inverse));
      ratioC = f64x2.add(ratioC, f64x2.mul(v128.load(close, 32), inverse));
      ratioD = f64x2.add(ratioD, f64x2.mul(v128.load(close, 48), inverse));
      varianceA = f64x2.add(varianceA, v128.load(variance));
      varianceB = f64x2.add(varianceB, v128.load(variance, 16));
      varianceC = f64x2.add(varianceC, v128.load(variance, 32));
      varianceD = f64x2.add(varianceD, v128.load(variance, 48));
    }
    const count = f64x2.splat(<f64>n);
    const entries = f64x2.splat(before);
    const a = squareOf(column, count, ratioA);
    const b = squareOf(column + 16, count, ratioB);
    const c = squareOf(column + 32, count, ratioC);
    const d = squareOf(column + 48, count, ratioD);
    varianceA = f64x2.sub(varianceA, entries);
    varianceB = f64x2.sub(varianceB, entries);
    varianceC = f64x2.sub(varianceC, entries);
    varianceD = f64x2.sub(varianceD, entries);
    const promisingAB = v128.or(promising(a, varianceA), promising(b, varianceB));
    const promisingCD = v128.or(promising(c, varianceC), promising(d, varianceD));
    if (!v128.any_true(v128.or(promisingAB, promisingCD))) continue;
    offer(a, varianceA, within(hold, first, last));
    offer(b, varianceB, within(hold + 2, first, last));
    offer(c, varianceC, within(hold + 4, first, last));
    offer(d, varianceD, within(hold + 6, first, last));
  }
  for (let hold = first; hold <= last; hold++) {
    const growth = load<f64>(growths + (<usize>hold << 3));
    if (growth == growth) return true;
  }
  return false;
}

/**
 * The holds `first` to `last`, if a year is missing for some of them, so that each hold has its own number of years.
 *
 * @returns whether any hold has a strength
 */
function judgeMixed(years: i32, first: i32, last: i32): bool {
  const one = f64x2.splat(1);
  const none = f64x2.splat(0);
  const end = chosen + <usize>years * YEAR;
  let any = none;
  for (let hold = first; hold <= last; hold += 2) {
    const column = <usize>hold << 3;
    let count = none;
    let ratio = none;
    let variance = none;
    let before = none;
    for (let year = chosen; year < end; year += YEAR) {
      const at = load<usize>(year, CLOSE) + column;
      const close = v128.load(at);
      const inSpan = within(hold, load<i32>(year, FROM), load<i32>(year, TO));
      const counted = v128.and(inSpan, f64x2.gt(close, none));
      count = f64x2.add(count, v128.and(one, counted));
      ratio = f64x2.add(ratio, v128.and(f64x2.mul(close, v128.load64_splat(year, INVERSE)), counted));
      variance = f64x2.add(variance, v128.and(v128.load(at + apart), counted));
      before = f64x2.add(before, v128.and(v128.load64_splat(year, BEFORE), counted));
    }
    const enough = f64x2.ge(count, f64x2.splat(<f64>FEWEST_OBSERVED));
    const lanes = v128.and(enough, within(hold, first, last));
    const growth = v128.load(growths + column);
    any = v128.or(any, v128.and(lanes, f64x2.eq(growth, growth)));
    offer(squareOf(column, count, ratio), f64x2.sub(variance, before), lanes);
  }
  return v128.any_true(any);
}

/** The lanes, of `hold` and the next one, that lie within a range. */
// @ts-expect-error: decorator
@inline
function within(hold: i32, first: i32, last: i32): v128 {
  const pair = i64x2(hold, hold + 1);
  return v128.and(i64x2.ge_s(pair, i64x2.splat(first)), i64x2.le_s(pair, i64x2.splat(last)));
}

/** The sum of the returns less `count` times the drift, squared with its sign kept. */
// @ts-expect-error: decorator
@inline
function squareOf(column: usize, count: v128, ratio: v128): v128 {
  const excess = f64x2.sub(ratio, f64x2.mul(count, v128.load(growths + column)));
  return f64x2.mul(excess, f64x2.abs(excess));
}

/**
 * The lanes that may be as strong as the strongest so far, without a division. Rounding keeps the order of numbers, so a lane
 * that is left out cannot be stronger. A hold without a drift is NaN, which compares false.
 */
// @ts-expect-error: decorator
@inline
function promising(square: v128, variance: v128): v128 {
  return v128.or(
    f64x2.ge(square, f64x2.mul(f64x2.splat(strongestLong), variance)),
    f64x2.le(square, f64x2.mul(f64x2.splat(-strongestShort), variance)),
  );
}

/** Updates the strongest long and short from some lanes. A price that never moved has strength 0. */
function offer(square: v128, variance: v128, lanes: v128): void {
  const keep = v128.and(v128.and(lanes, f64x2.gt(variance, f64x2.splat(0))), promising(square, variance));
  const strength = v128.and(f64x2.div(square, variance), keep);
  strongestLong = max(strongestLong, max(f64x2.extract_lane(strength, 0), f64x2.extract_lane(strength, 1)));
  strongestShort = max(strongestShort, max(-f64x2.extract_lane(strength, 0), -f64x2.extract_lane(strength, 1)));
}
