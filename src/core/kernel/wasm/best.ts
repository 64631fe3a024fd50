/** Compiled to WebAssembly by scripts/kernelModule.ts. Covered by test/oracle/detector.test.ts. */

import { BASE, CODE, codes, INVERSE, imprecision, priceBits, shift, YEAR } from './state';
import { selected } from './years';

/** A Sharpe ratio that the best long and short of the symbol reach at least. */
let reachedByLong: f64 = -Infinity;
let reachedByShort: f64 = -Infinity;

/** Forgets what was reached: another symbol, or its entries from the first one on. */
export function beginSymbol(): void {
  reachedByLong = -Infinity;
  reachedByShort = -Infinity;
}

export function longsReach(): f64 {
  return reachedByLong;
}

export function shortsReach(): f64 {
  return reachedByShort;
}

/**
 * Writes those of four windows that could be the best of their direction, see `keepWindow`, each with the most that its
 * Sharpe ratio may be. That is told from codes: each return is off by at most `error`; so are their mean, and by no more
 * than 1.5 times that their deviation, which as a norm moves by at most the distance that the returns move, over the root
 * of their number less one.
 *
 * @param hold of the first; @param need winners
 * @param long one bit a hold that passes as a long, the first one lowest; @param short as a short
 * @param window address of what is written
 * @returns where it ends
 */
export function keepContenders(n: i32, hold: i32, need: i32, long: u32, short: u32, window: usize): usize {
  const end = selected + <usize>n * YEAR;
  const one = f64x2.splat(1);
  const zero = i32x4.splat(priceBits(0));
  let sumA = f64x2.splat(0);
  let sumB = f64x2.splat(0);
  let squaresA = f64x2.splat(0);
  let squaresB = f64x2.splat(0);
  for (let year = selected; year < end; year += YEAR) {
    const exits = v128.load_ext<u16>(codes + (<usize>(load<i32>(year, BASE) + hold) << 1));
    // `priceOf` of each.
    const prices = i32x4.add(i32x4.shl(exits, shift), zero);
    const inverse = v128.load_splat<f64>(year, INVERSE);
    const a = f64x2.sub(f64x2.mul(f64x2.promote_low_f32x4(prices), inverse), one);
    const b = f64x2.sub(f64x2.mul(f64x2.promote_low_f32x4(i64x2.shuffle(prices, prices, 1, 0)), inverse), one);
    sumA = f64x2.add(sumA, a);
    sumB = f64x2.add(sumB, b);
    squaresA = f64x2.add(squaresA, f64x2.mul(a, a));
    squaresB = f64x2.add(squaresB, f64x2.mul(b, b));
  }
  window = keepOfTwo(n, hold, need, sumA, squaresA, long & 3, short & 3, window);
  return keepOfTwo(n, hold + 2, need, sumB, squaresB, long >> 2, short >> 2, window);
}

/** The same of two windows, one a lane. */
@inline
function keepOfTwo(
  n: i32,
  hold: i32,
  need: i32,
  sum: v128,
  squares: v128,
  long: u32,
  short: u32,
  window: usize,
): usize {
  // No ratio of prices is above 1 + the root of the squares, which is at most half of 1 + the squares. The rest is for
  // what these sums lose themselves.
  const ratio = f64x2.add(f64x2.splat(1.5), f64x2.mul(f64x2.splat(0.5), squares));
  const error = f64x2.add(f64x2.mul(ratio, f64x2.splat(imprecision)), f64x2.splat(1e-7));
  const mean = f64x2.div(sum, f64x2.splat(<f64>n));
  const variance = f64x2.div(f64x2.sub(squares, f64x2.mul(sum, mean)), f64x2.splat(<f64>(n - 1)));
  const deviation = f64x2.sqrt(f64x2.max(f64x2.splat(0), variance));
  const slack = f64x2.mul(error, f64x2.splat(1.5));
  const least = f64x2.sub(deviation, slack);
  const most = f64x2.add(deviation, slack);
  // A deviation that might be 0 on closes leaves the ratio open.
  const open = v128.not(f64x2.gt(least, f64x2.splat(0)));
  long &= <u32>i64x2.bitmask(v128.or(open, mayReach(f64x2.add(mean, error), least, most, reachedByLong)));
  short &= <u32>i64x2.bitmask(v128.or(open, mayReach(f64x2.sub(error, mean), least, most, reachedByShort)));
  if ((long | short) == 0) return window;
  const mean0 = f64x2.extract_lane(mean, 0);
  const mean1 = f64x2.extract_lane(mean, 1);
  const deviation0 = f64x2.extract_lane(deviation, 0);
  const deviation1 = f64x2.extract_lane(deviation, 1);
  const error0 = f64x2.extract_lane(error, 0);
  const error1 = f64x2.extract_lane(error, 1);
  if ((long & 1) != 0) window = keepLong(n, hold, need, mean0, deviation0, error0, window);
  if ((short & 1) != 0) window = keepShort(n, hold, need, mean0, deviation0, error0, window);
  if ((long & 2) != 0) window = keepLong(n, hold + 1, need, mean1, deviation1, error1, window);
  if ((short & 2) != 0) window = keepShort(n, hold + 1, need, mean1, deviation1, error1, window);
  return window;
}

/**
 * Whether the Sharpe ratios on closes may be as high as one that was reached.
 *
 * @param gain the most that the mean in the direction may be; @param least that the deviation may be, @param most
 */
@inline
function mayReach(gain: v128, least: v128, most: v128, reached: f64): v128 {
  const deviation = v128.bitselect(least, most, f64x2.gt(gain, f64x2.splat(0)));
  return f64x2.ge(gain, f64x2.mul(f64x2.splat(reached), deviation));
}

function keepLong(n: i32, hold: i32, need: i32, mean: f64, deviation: f64, error: f64, window: usize): usize {
  if (deviation > 1.5 * error && certain(n, hold, 1) >= need)
    reachedByLong = Math.max(reachedByLong, leastSharpe(mean, deviation, error));
  return keepWindow(window, (hold << 2) | 2, mostSharpe(mean, deviation, error));
}

function keepShort(n: i32, hold: i32, need: i32, mean: f64, deviation: f64, error: f64, window: usize): usize {
  if (deviation > 1.5 * error && certain(n, hold, -1) >= need)
    reachedByShort = Math.max(reachedByShort, leastSharpe(-mean, deviation, error));
  return keepWindow(window, (hold << 2) | 1, mostSharpe(-mean, deviation, error));
}

/** Writes a window and the most that its Sharpe ratio may be, rounded up. @returns where it ends */
@inline
function keepWindow(window: usize, holdAndPasses: u32, most: f64): usize {
  store<u32>(window, holdAndPasses);
  store<f32>(window, <f32>(most + 1e-6 * (1 + Math.abs(most))), 4);
  return window + CONTENDER;
}

/** Bytes of a window with what it may reach. */
export const CONTENDER: usize = 8;

/** Years that win for certain: codes that differ are of closes that do. @param sign 1 = as a long, -1 = as a short */
function certain(n: i32, hold: i32, sign: i32): i32 {
  const end = selected + <usize>n * YEAR;
  let winners: i32 = 0;
  for (let year = selected; year < end; year += YEAR)
    winners += <i32>(sign * (exitCode(year, hold) - load<i32>(year, CODE)) > 0);
  return winners;
}

@inline
function exitCode(year: usize, hold: i32): i32 {
  return <i32>load<u16>(codes + (<usize>(load<i32>(year, BASE) + hold) << 1));
}

function leastSharpe(mean: f64, deviation: f64, error: f64): f64 {
  const least = mean - error;
  return least / (least > 0 ? deviation + 1.5 * error : deviation - 1.5 * error);
}

function mostSharpe(mean: f64, deviation: f64, error: f64): f64 {
  if (!(deviation > 1.5 * error)) return Infinity;
  const most = mean + error;
  return most / (most > 0 ? deviation - 1.5 * error : deviation + 1.5 * error);
}
