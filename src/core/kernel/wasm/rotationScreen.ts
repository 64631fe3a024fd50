/** Compiled to WebAssembly by scripts/kernelModule.ts. */

/** Holds a group: four vectors of eight. What lies past the last of a row is read, too, and never looked at. */
export const GROUP: i32 = 32;
/** What a sum of rounded returns may reach, so that it stays an i16. */
const MOST_SUM: f64 = 32_000;
/** As `LEVELS` says; what rounding a level, a product and all that comes before them may do is within it. */
const ROUNDING: f64 = 4;
/** What a dozen roundings of f32 leave of a number at least. */
const LEAST: f32 = 0.99999;
/** Strengths beyond it are taken for it, so that they are f32. */
const MOST_STRENGTH: f64 = 1e30;
/** `i16x8.q15mulr_sat_s` divides by it. */
const Q15: f64 = 32_768;
const MOST_FACTOR: f64 = 32_767;
/** Arrays of i16, one a hold, that the sums of so many years are judged by: `low`, `high` and `deviation`. */
const LEVELS: usize = 3;
const FACTOR: usize = 24;
const PER_DEVIATION: usize = 8;
const PER_FREEDOM: usize = 12;
const DOUBT: usize = 16;

/** The returns rounded to i16, `stride` a row. */
let rounded: usize = 0;
/** By number of years: `LEVELS` arrays each. */
let levels: usize = 0;
/**
 * By number of years, `FACTOR` bytes each: what makes a strength a factor of `deviation`, an f64; then as f32 what makes a
 * `deviation` of the table's, one over the degrees of freedom, and how far off a deviation is.
 */
let factors: usize = 0;
/** Addresses of the rounded rows of the observed years. */
let narrow: usize = 0;
/** Elements from one rounded row, and from one array of levels, to the next. */
let lanes: usize = 0;
/** How often what is rounded holds a return of 1. */
let scale: f64 = 0;

/**
 * Rounds a table of returns, and the levels that sums of them are judged by. NaN becomes 0: whoever asks knows that no year
 * of his is missing.
 *
 * @param elements of the table; @param drift as `strongest` has it; @param fewest of the years, @param most of them
 * @param roundedStride of what is rounded: a multiple of `GROUP`, at least `stride`
 * @param narrowAt room for `most` addresses
 */
export function roundReturns(
  table: usize,
  elements: i32,
  drift: usize,
  stride: i32,
  roundedStride: i32,
  fewest: i32,
  most: i32,
  roundedAt: usize,
  levelsAt: usize,
  factorsAt: usize,
  narrowAt: usize,
): void {
  rounded = roundedAt;
  levels = levelsAt;
  factors = factorsAt;
  narrow = narrowAt;
  lanes = <usize>roundedStride;
  const end = table + (<usize>elements << 3);
  let largest = f64x2.splat(0);
  // NaN is never the larger one.
  for (let at = table; at < end; at += 16) largest = f64x2.pmax(largest, f64x2.abs(v128.load(at)));
  const bound = max(f64x2.extract_lane(largest, 0), f64x2.extract_lane(largest, 1)) * <f64>most;
  // Where nothing ever varied, or a return is infinite, nothing is told apart and all is judged exactly.
  scale = bound > 0 && bound < Infinity ? MOST_SUM / bound : 0;
  const by = f64x2.splat(scale);
  let column: i32 = 0;
  for (let at = table, to = rounded; at < end; at += 64, to += 16) {
    if (column == stride) {
      column = 0;
      to += (lanes - <usize>stride) << 1;
    }
    column += 8;
    const a = i32x4.trunc_sat_f64x2_s_zero(f64x2.nearest(f64x2.mul(v128.load(at), by)));
    const b = i32x4.trunc_sat_f64x2_s_zero(f64x2.nearest(f64x2.mul(v128.load(at, 16), by)));
    const c = i32x4.trunc_sat_f64x2_s_zero(f64x2.nearest(f64x2.mul(v128.load(at, 32), by)));
    const d = i32x4.trunc_sat_f64x2_s_zero(f64x2.nearest(f64x2.mul(v128.load(at, 48), by)));
    v128.store(to, i16x8.narrow_i32x4_s(i64x2.shuffle(a, b, 0, 2), i64x2.shuffle(c, d, 0, 2)));
  }
  for (let n = fewest; n <= most; n++) setLevels(n, drift, <usize>stride);
}

/**
 * A window is left out when its sum, though it were rounded by half for every year, is too near the drift for the strength
 * that was found, though its years did not vary: scale x (sum - n x m_h) < scale x root of n x s0_h x strength.
 */
function setLevels(n: i32, drift: usize, stride: usize): void {
  const low = levels + <usize>n * (LEVELS * 2) * lanes;
  const high = low + (lanes << 1);
  const deviation = high + (lanes << 1);
  const root = scale * sqrt(<f64>n);
  const references = drift + (stride << 3);
  let largest: f64 = 0;
  for (let at: usize = 0; at < stride; at++) {
    const reference = load<f64>(references + (at << 3)) * root;
    if (reference > largest) largest = reference;
  }
  const unit = largest > 0 ? MOST_FACTOR / largest : 0;
  const factor = factors + <usize>n * FACTOR;
  store<f64>(factor, unit > 0 ? Q15 / unit : 0);
  store<f32>(factor, unit > 0 ? <f32>(1 / unit) : 0, PER_DEVIATION);
  store<f32>(factor, <f32>(1 / <f64>(n - 1)), PER_FREEDOM);
  store<f32>(factor, <f32>((<f64>n / 2 + 1) / sqrt(<f64>(n - 1))), DOUBT);
  // Where nothing can be told apart, every sum is within it.
  const slack = scale > 0 ? <f64>n / 2 + ROUNDING : MOST_FACTOR;
  for (let at: usize = 0; at < stride; at++) {
    const mean = load<f64>(drift + (at << 3));
    const reference = load<f64>(references + (at << 3));
    // NaN where a hold has no reference: no strength either.
    const isKnown = mean == mean && reference == reference;
    const middle = scale > 0 ? mean * <f64>n * scale : 0;
    store<i16>(low + (at << 1), isKnown ? <i16>floor(middle - slack) : <i16>MOST_FACTOR);
    store<i16>(high + (at << 1), isKnown ? <i16>ceil(middle + slack) : <i16>-MOST_FACTOR);
    store<i16>(deviation + (at << 1), isKnown && unit > 0 ? <i16>floor(reference * root * unit) : 0);
  }
}

/** Where the row of an observed year lies, rounded. @param observed how many there are before it */
@inline
export function useRow(observed: i32, row: i32): void {
  store<usize>(narrow + (<usize>observed << 2), rounded + ((<usize>row * lanes) << 1));
}

/**
 * Of the four blocks of eight holds from `first` on, those with a window that could be stronger than what was found: one
 * bit a block, the first one lowest. All years are those of `useRow`, and none of them is missing.
 */
@inline
export function contenders(n: i32, first: i32, long: f64, short: f64): i32 {
  const column = <usize>first << 1;
  const end = narrow + (<usize>n << 2);
  let a = i16x8.splat(0);
  let b = i16x8.splat(0);
  let c = i16x8.splat(0);
  let d = i16x8.splat(0);
  for (let at = narrow; at < end; at += 4) {
    const row = load<usize>(at) + column;
    a = i16x8.add(a, v128.load(row));
    b = i16x8.add(b, v128.load(row, 16));
    c = i16x8.add(c, v128.load(row, 32));
    d = i16x8.add(d, v128.load(row, 48));
  }
  const level = levels + <usize>n * (LEVELS * 2) * lanes + column;
  const factor = load<f64>(factors + <usize>n * FACTOR);
  const longer = i16x8.splat(<i16>min(long * factor, MOST_FACTOR));
  const shorter = i16x8.splat(<i16>min(short * factor, MOST_FACTOR));
  const inA = v128.any_true(beyond(a, level, longer, shorter));
  const inB = v128.any_true(beyond(b, level + 16, longer, shorter));
  const inC = v128.any_true(beyond(c, level + 32, longer, shorter));
  const inD = v128.any_true(beyond(d, level + 48, longer, shorter));
  const strongLong = <f32>min(long, MOST_STRENGTH);
  const strongShort = <f32>min(short, MOST_STRENGTH);
  let blocks: i32 = 0;
  if (inA && stands(n, column, a, level, strongLong, strongShort)) blocks = 1;
  if (inB && stands(n, column + 16, b, level + 16, strongLong, strongShort)) blocks |= 2;
  if (inC && stands(n, column + 32, c, level + 32, strongLong, strongShort)) blocks |= 4;
  if (inD && stands(n, column + 48, d, level + 48, strongLong, strongShort)) blocks |= 8;
  return blocks;
}

/**
 * Whether one of eight windows is as strong though its years vary as little as they may: the deviation of n numbers, each
 * rounded by half, is off by half the root of n / (n - 1).
 */
function stands(n: i32, column: usize, sums: v128, level: usize, long: f32, short: f32): bool {
  const end = narrow + (<usize>n << 2);
  let squaresA = i32x4.splat(0);
  let squaresB = i32x4.splat(0);
  let at = narrow;
  for (; at + 4 < end; at += 8) {
    const one = v128.load(load<usize>(at) + column);
    const two = v128.load(load<usize>(at, 4) + column);
    const a = i16x8.shuffle(one, two, 0, 8, 1, 9, 2, 10, 3, 11);
    const b = i16x8.shuffle(one, two, 4, 12, 5, 13, 6, 14, 7, 15);
    squaresA = i32x4.add(squaresA, i32x4.dot_i16x8_s(a, a));
    squaresB = i32x4.add(squaresB, i32x4.dot_i16x8_s(b, b));
  }
  if (at < end) {
    const one = v128.load(load<usize>(at) + column);
    squaresA = i32x4.add(squaresA, i32x4.extmul_low_i16x8_s(one, one));
    squaresB = i32x4.add(squaresB, i32x4.extmul_high_i16x8_s(one, one));
  }
  const low = v128.load(level);
  const high = v128.load(level + (lanes << 1));
  const deviation = v128.load(level + (lanes << 2));
  const sumA = i32x4.extend_low_i16x8_s(sums);
  const sumB = i32x4.extend_high_i16x8_s(sums);
  const scaleA = leastScale(n, sumA, squaresA, i32x4.extend_low_i16x8_s(deviation));
  const scaleB = leastScale(n, sumB, squaresB, i32x4.extend_high_i16x8_s(deviation));
  return v128.any_true(
    v128.or(
      reaches(sumA, scaleA, i32x4.extend_low_i16x8_s(low), i32x4.extend_low_i16x8_s(high), long, short),
      reaches(sumB, scaleB, i32x4.extend_high_i16x8_s(low), i32x4.extend_high_i16x8_s(high), long, short),
    ),
  );
}

/** The least that root of n x (deviation + s0_h) may be, in what is rounded. */
@inline
function leastScale(n: i32, sum: v128, squares: v128, deviation: v128): v128 {
  // n x squares - sum x sum, both below 2^30.
  const rest = i32x4.sub(i32x4.mul(squares, i32x4.splat(n)), i32x4.mul(sum, sum));
  const factor = factors + <usize>n * FACTOR;
  const own = f32x4.sqrt(f32x4.mul(f32x4.convert_i32x4_s(rest), v128.load_splat<f32>(factor, PER_FREEDOM)));
  const less = f32x4.sub(own, v128.load_splat<f32>(factor, DOUBT));
  const reference = f32x4.mul(f32x4.convert_i32x4_s(deviation), v128.load_splat<f32>(factor, PER_DEVIATION));
  return f32x4.add(f32x4.max(f32x4.splat(0), less), reference);
}

@inline
function reaches(sum: v128, scale: v128, low: v128, high: v128, long: f32, short: f32): v128 {
  return v128.or(
    f32x4.ge(f32x4.convert_i32x4_s(i32x4.sub(sum, low)), f32x4.mul(f32x4.splat(long * LEAST), scale)),
    f32x4.ge(f32x4.convert_i32x4_s(i32x4.sub(high, sum)), f32x4.mul(f32x4.splat(short * LEAST), scale)),
  );
}

/** Lanes whose sums are far enough above or below the drift. */
@inline
function beyond(sum: v128, level: usize, long: v128, short: v128): v128 {
  const low = v128.load(level);
  const high = v128.load(level + (lanes << 1));
  const deviation = v128.load(level + (lanes << 2));
  return v128.or(
    i16x8.gt_s(i16x8.sub_sat_s(sum, low), i16x8.q15mulr_sat_s(deviation, long)),
    i16x8.gt_s(i16x8.sub_sat_s(high, sum), i16x8.q15mulr_sat_s(deviation, short)),
  );
}
