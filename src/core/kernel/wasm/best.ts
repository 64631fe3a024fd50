/** Compiled to WebAssembly by scripts/kernelModule.ts. Covered by test/oracle/detector.test.ts. */

import { BASE, CODE, codes, INVERSE, imprecision, priceOf, selected, YEAR } from './state';

/** A Sharpe ratio that the best long and short of the symbol reach at least. */
let reachedByLong: f64 = -Infinity;
let reachedByShort: f64 = -Infinity;

/** Forgets what was reached: another symbol, or its entries from the first one on. */
export function beginSymbol(): void {
  reachedByLong = -Infinity;
  reachedByShort = -Infinity;
}

/**
 * Whether a window could be the best: its Sharpe ratio from codes, and by how much the one from closes may differ. Each
 * return is off by at most `error`; so are their mean, and by no more than 1.5 times that their deviation, which as a
 * norm moves by at most the distance that the returns move, over the root of their number less one.
 *
 * @param passes 2 = as a long, 1 = as a short
 * @returns what is left of that
 */
export function couldBeBest(n: i32, hold: i32, need: i32, passes: u32): u32 {
  const end = selected + <usize>n * YEAR;
  let sum: f64 = 0;
  let squares: f64 = 0;
  for (let year = selected; year < end; year += YEAR) {
    const gained = priceOf(exitCode(year, hold)) * load<f64>(year, INVERSE) - 1;
    sum += gained;
    squares += gained * gained;
  }
  // No ratio of prices is above 1 + the root of the squares, which is at most half of 1 + the squares. The rest is for
  // what these sums lose themselves.
  const error = (1.5 + 0.5 * squares) * imprecision + 1e-7;
  const mean = sum / <f64>n;
  const deviation = sqrt(Math.max(0, squares - sum * mean) / <f64>(n - 1));
  // It might be 0 on closes, and with it the ratio.
  if (!(deviation > 1.5 * error)) return passes;
  let left: u32 = 0;
  if ((passes & 2) != 0 && mayReach(mean, deviation, error, reachedByLong)) {
    left |= 2;
    if (certain(n, hold, 1) >= need) reachedByLong = Math.max(reachedByLong, leastOf(mean, deviation, error));
  }
  if ((passes & 1) != 0 && mayReach(-mean, deviation, error, reachedByShort)) {
    left |= 1;
    if (certain(n, hold, -1) >= need) reachedByShort = Math.max(reachedByShort, leastOf(-mean, deviation, error));
  }
  return left;
}

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

/** Whether the Sharpe ratio on closes may be as high as one that was reached. */
@inline
function mayReach(mean: f64, deviation: f64, error: f64, reached: f64): bool {
  const most = mean + error;
  return most >= reached * (most > 0 ? deviation - 1.5 * error : deviation + 1.5 * error);
}

/** The least that it may be. */
function leastOf(mean: f64, deviation: f64, error: f64): f64 {
  const least = mean - error;
  return least / (least > 0 ? deviation + 1.5 * error : deviation - 1.5 * error);
}
