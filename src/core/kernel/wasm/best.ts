/** Compiled to WebAssembly by scripts/kernelModule.ts. */

import { BASE, CODE, codes, INVERSE, imprecision, lanes, priceBits, shift, YEAR } from './state';
import { selected } from './years';

// Offsets in `lanes` of the statistics of four windows, each four float32.
const MEAN: usize = 0;
const DEVIATION: usize = 16;
const ERROR: usize = 32;
/** Largest error of the standard deviation of the returns, computed from codes instead of closes. */
const SLACK: usize = 48;

/** Lower bounds of the Sharpe ratios of the symbol's best long and best short. */
let reachedByLong: f64 = -Infinity;
let reachedByShort: f64 = -Infinity;

/** Resets these bounds: call it before the first entry of a symbol. */
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
 * Twice the relative rounding error of a float32. The error of a sum of n terms is less than n times this, relative to the
 * largest term. The error of the codes is hundreds of times larger.
 */
const ROUNDING: f32 = 1.2e-7;

/**
 * Writes those of four neighbouring windows that may be the best of their direction, each with an upper bound of its Sharpe
 * ratio. Mean and standard deviation are computed from codes in float32, with these bounds of their errors:
 * - each return, and so their mean, has an error of at most `error`;
 * - the deviation is the norm of the n centred returns over sqrt(n - 1). Centring cannot lengthen the vector of errors, whose
 *   norm is at most `error` * sqrt(n), and sqrt(n / (n - 1)) < 1.5 for n >= 2, so its error is at most 1.5 * `error`;
 * - rounding the variance by r changes its square root by at most r over that root.
 *
 * @param hold of the first window; @param need number of winning years that a window needs
 * @param long a bit for each window that passes as a long, the lowest for the first; @param short as a short
 * @param window address to write to
 * @returns the address after what was written
 */
export function keepContenders(n: i32, hold: i32, need: i32, long: u32, short: u32, window: usize): usize {
  const end = selected + <usize>n * YEAR;
  const zero = i32x4.splat(priceBits(0));
  let sum = f32x4.splat(0);
  let squares = f32x4.splat(0);
  for (let year = selected; year < end; year += YEAR) {
    const exits = v128.load_ext<u16>(codes + (<usize>(load<i32>(year, BASE) + hold) << 1));
    // As `priceOf`.
    const prices = i32x4.add(i32x4.shl(exits, shift), zero);
    const change = f32x4.sub(f32x4.mul(prices, v128.load_splat<f32>(year, INVERSE)), f32x4.splat(1));
    sum = f32x4.add(sum, change);
    squares = f32x4.add(squares, f32x4.mul(change, change));
  }
  // An upper bound of each P1 / P0: 1 + sqrt(squares), and sqrt(x) <= (1 + x) / 2.
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
  // If the deviation on closes might be 0, or a sum overflowed, the Sharpe ratio has no bound and the window is kept.
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
 * The lanes whose Sharpe ratio on closes may be at least `reached`.
 *
 * @param gain upper bound of the mean in the direction; @param least lower bound of the deviation; @param most upper bound
 */
@inline
function mayReach(gain: v128, least: v128, most: v128, reached: f64): v128 {
  const deviation = v128.bitselect(least, most, f32x4.gt(gain, f32x4.splat(0)));
  return f32x4.ge(gain, f32x4.mul(f32x4.splat(<f32>reached), deviation));
}

/** Writes a long, and raises the bound of the best one if it certainly passes. @param lane address of the window's `MEAN` */
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

/** Writes a window and an upper bound of its Sharpe ratio, rounded up to a float32. @returns the address after it */
@inline
function keepWindow(window: usize, holdAndPasses: u32, most: f64): usize {
  store<u32>(window, holdAndPasses);
  store<f32>(window, <f32>(most + 1e-6 * (1 + Math.abs(most))), 4);
  return window + CONTENDER;
}

/** Bytes of a window with its upper bound. */
export const CONTENDER: usize = 8;

/** Number of years that win on closes too, since their codes differ. @param sign 1 = as a long, -1 = as a short */
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
