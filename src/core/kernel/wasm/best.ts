/** Compiled to WebAssembly by scripts/kernelModule.ts. */

import { BASE, CODE, codes, INVERSE, imprecision, lanes, priceBits, shift, YEAR } from './state';
import { selected } from './years';

// What is known of each of four windows: where in `lanes` its float32 of each kind is.
const MEAN: usize = 0;
const DEVIATION: usize = 16;
const ERROR: usize = 32;
/** Largest error of the deviation computed from codes, against the one computed from closes. */
const SLACK: usize = 48;

/** A lower bound of the Sharpe ratio of the symbol's best long and short. */
let reachedByLong: f64 = -Infinity;
let reachedByShort: f64 = -Infinity;

/** Resets the bounds, for another symbol or for a new pass over its entries. */
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
 * Twice the relative rounding error of a float32. A sum of n terms is off by less than n times this, relative to the bound of
 * its terms. The error of the codes is hundreds of times larger.
 */
const ROUNDING: f32 = 1.2e-7;

/**
 * Writes those of four windows that could be the best of their direction, see `keepWindow`, each with an upper bound of its
 * Sharpe ratio. The bound is computed from codes, in float32. Each return is off by at most `error`, and so is their mean. The
 * deviation is off by at most 1.5 times `error`: as a norm it changes by at most the distance by which the returns change, over
 * the root of their number less one. Rounding of the variance changes its root by at most that rounding over the root.
 *
 * @param hold of the first; @param need winners
 * @param long one bit a hold that passes as a long, the first one lowest; @param short as a short
 * @param window address of what is written
 * @returns where it ends
 */
export function keepContenders(n: i32, hold: i32, need: i32, long: u32, short: u32, window: usize): usize {
  const end = selected + <usize>n * YEAR;
  const zero = i32x4.splat(priceBits(0));
  let sum = f32x4.splat(0);
  let squares = f32x4.splat(0);
  for (let year = selected; year < end; year += YEAR) {
    const exits = v128.load_ext<u16>(codes + (<usize>(load<i32>(year, BASE) + hold) << 1));
    // `priceOf` of each.
    const prices = i32x4.add(i32x4.shl(exits, shift), zero);
    const change = f32x4.sub(f32x4.mul(prices, v128.load_splat<f32>(year, INVERSE)), f32x4.splat(1));
    sum = f32x4.add(sum, change);
    squares = f32x4.add(squares, f32x4.mul(change, change));
  }
  // No ratio of prices is above 1 + the root of the squares, which is at most half of 1 + the squares.
  const ratio = f32x4.add(f32x4.splat(1.5), f32x4.mul(f32x4.splat(0.5), squares));
  const off = f32x4.splat(imprecision + <f32>(n + 8) * ROUNDING);
  const error = f32x4.add(f32x4.mul(ratio, off), f32x4.splat(1e-7));
  const mean = f32x4.div(sum, f32x4.splat(<f32>n));
  const others = f32x4.splat(<f32>(n - 1));
  const variance = f32x4.div(f32x4.sub(squares, f32x4.mul(sum, mean)), others);
  const deviation = f32x4.sqrt(f32x4.max(f32x4.splat(0), variance));
  const rounded = f32x4.div(f32x4.mul(squares, f32x4.splat(<f32>(n * 3 + 8) * ROUNDING)), others);
  const slack = f32x4.add(
    f32x4.mul(error, f32x4.splat(1.5)),
    f32x4.add(f32x4.div(rounded, deviation), f32x4.mul(deviation, f32x4.splat(4 * ROUNDING))),
  );
  const least = f32x4.sub(deviation, slack);
  const most = f32x4.add(deviation, slack);
  // A deviation that might be 0 on closes leaves the ratio open; so do sums beyond what a float32 holds.
  const open = v128.not(f32x4.gt(least, f32x4.splat(0)));
  long &= <u32>i32x4.bitmask(v128.or(open, mayReach(f32x4.add(mean, error), least, most, reachedByLong)));
  short &= <u32>i32x4.bitmask(v128.or(open, mayReach(f32x4.sub(error, mean), least, most, reachedByShort)));
  if ((long | short) == 0) return window;
  v128.store(lanes, mean, MEAN);
  v128.store(lanes, deviation, DEVIATION);
  v128.store(lanes, error, ERROR);
  v128.store(lanes, slack, SLACK);
  for (let any = long | short; any != 0; any &= any - 1) {
    const lane = ctz(any);
    if (((long >> lane) & 1) != 0) window = keepLong(n, hold + lane, need, lanes + (<usize>lane << 2), window);
    if (((short >> lane) & 1) != 0) window = keepShort(n, hold + lane, need, lanes + (<usize>lane << 2), window);
  }
  return window;
}

/**
 * Whether the Sharpe ratios on closes may be at least the bound that was reached.
 *
 * @param gain the most that the mean in the direction may be; @param least that the deviation may be, @param most
 */
@inline
function mayReach(gain: v128, least: v128, most: v128, reached: f64): v128 {
  const deviation = v128.bitselect(least, most, f32x4.gt(gain, f32x4.splat(0)));
  return f32x4.ge(gain, f32x4.mul(f32x4.splat(<f32>reached), deviation));
}

/** @param lane address of what is known of the window, see `MEAN` */
function keepLong(n: i32, hold: i32, need: i32, lane: usize, window: usize): usize {
  const mean = <f64>load<f32>(lane, MEAN);
  if (load<f32>(lane, DEVIATION) > load<f32>(lane, SLACK) && certain(n, hold, 1) >= need)
    reachedByLong = Math.max(reachedByLong, leastSharpe(mean, lane));
  return keepWindow(window, (hold << 2) | 2, mostSharpe(mean, lane));
}

function keepShort(n: i32, hold: i32, need: i32, lane: usize, window: usize): usize {
  const mean = -(<f64>load<f32>(lane, MEAN));
  if (load<f32>(lane, DEVIATION) > load<f32>(lane, SLACK) && certain(n, hold, -1) >= need)
    reachedByShort = Math.max(reachedByShort, leastSharpe(mean, lane));
  return keepWindow(window, (hold << 2) | 1, mostSharpe(mean, lane));
}

/** Writes a window and an upper bound of its Sharpe ratio, rounded up. @returns address after it */
@inline
function keepWindow(window: usize, holdAndPasses: u32, most: f64): usize {
  store<u32>(window, holdAndPasses);
  store<f32>(window, <f32>(most + 1e-6 * (1 + Math.abs(most))), 4);
  return window + CONTENDER;
}

/** Bytes of a window with what it may reach. */
export const CONTENDER: usize = 8;

/** Number of years that certainly win: closes differ where codes do. @param sign 1 = as a long, -1 = as a short */
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

/** @param mean in the direction */
function leastSharpe(mean: f64, lane: usize): f64 {
  const least = mean - <f64>load<f32>(lane, ERROR);
  const deviation = <f64>load<f32>(lane, DEVIATION);
  const slack = <f64>load<f32>(lane, SLACK);
  return least / (least > 0 ? deviation + slack : deviation - slack);
}

/** @param mean in the direction */
function mostSharpe(mean: f64, lane: usize): f64 {
  const deviation = <f64>load<f32>(lane, DEVIATION);
  const slack = <f64>load<f32>(lane, SLACK);
  if (!(deviation > slack)) return Infinity;
  const most = mean + <f64>load<f32>(lane, ERROR);
  return most / (most > 0 ? deviation - slack : deviation + slack);
}
