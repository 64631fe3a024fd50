/** Compiled to WebAssembly by scripts/kernelModule.ts. */

import { beginSymbol, CONTENDER, keepContenders } from './best';
import {
  BASE,
  CODE,
  codes,
  lasts,
  maxHolds,
  minHolds,
  minObservations,
  needed,
  segmentsOf,
  wantsLong,
  wantsShort,
  YEAR,
} from './state';
import { findYears, invertPrices, selected, selectedCount, selectYears } from './years';

/** Holds that are screened together: four vectors of eight codes. */
const GROUP: i32 = 32;

/** Whether to write only windows that may have the highest Sharpe ratio of their direction. */
let onlyBest: bool = false;
/** Address of the next integer of the result. */
let out: usize = 0;

/**
 * Screens entries on price codes: finds the windows with enough winning years. A code never orders two closes wrongly, but it
 * can make them equal, so every window that passes on closes passes here, and a few more.
 *
 * The result is a list of i32. Each range of holds that have the same years and some passing window is written as
 * - the entry, the number of years, the number of windows;
 * - for each year the day before the entry and the day of the entry session, counted from the symbol's first day;
 * - for each window 4 * hold + 2 * (passes as a long) + (passes as a short).
 * With `best`, long and short are two windows, and each is followed by an upper bound of its Sharpe ratio, an f32.
 *
 * @param entry the first entry to screen; @param end the entry after the last
 * @param shortest the shortest requested hold; @param longest the longest
 * @param best leaves out a window when another of its symbol and direction certainly has a higher Sharpe ratio
 * @param result address of the result; @param enough once the result reaches this address, no further entry is begun
 * @returns the address after the result; `nextEntry` is then the first entry that was not screened
 */
export function screen(
  entry: i32,
  end: i32,
  shortest: i32,
  longest: i32,
  best: bool,
  result: usize,
  enough: usize,
): usize {
  onlyBest = best;
  if (entry == 0) beginSymbol();
  out = result;
  for (; entry < end && out < enough; entry++) {
    const last = load<i32>(lasts + (<usize>entry << 2));
    if (last < 0) continue;
    const endSegment = load<i32>(segmentsOf + (<usize>entry << 2), 4);
    for (let segment = load<i32>(segmentsOf + (<usize>entry << 2)); segment < endSegment; segment++) {
      const from = max(shortest, load<i32>(minHolds + (<usize>segment << 2)));
      const to = min(longest, load<i32>(maxHolds + (<usize>segment << 2)));
      if (from > to) continue;
      const count = findYears(segment, last);
      // A range has at most these years.
      if (count < minObservations) continue;
      for (let hold = from; hold <= to; ) {
        const until = selectYears(count, hold, to);
        const n = selectedCount;
        const need = load<i32>(needed + (<usize>n << 2));
        if (n >= minObservations && need <= n) screenRange(entry, n, hold, until, n - need);
        hold = until + 1;
      }
    }
  }
  reached = entry;
  return out;
}

let reached: i32 = 0;

/** The first entry that `screen` did not screen. */
export function nextEntry(): i32 {
  return reached;
}

/** Writes the windows, of the holds `from` to `to`, of which at most `allowed` of the `n` selected years lose on codes. */
function screenRange(entry: i32, n: i32, from: i32, to: i32, allowed: i32): void {
  const header = out;
  const windows = header + 12 + (<usize>n << 3);
  const end = selected + <usize>n * YEAR;
  const most = i16x8.splat(<i16>-allowed);
  let window = windows;
  for (let hold = from; hold <= to; hold += GROUP) {
    // A true comparison gives -1, so these are the negated numbers of losing years by hold. Codes are below 2^15, so that they
    // can be compared as signed integers.
    let longA = i16x8.splat(0);
    let longB = i16x8.splat(0);
    let longC = i16x8.splat(0);
    let longD = i16x8.splat(0);
    let shortA = i16x8.splat(0);
    let shortB = i16x8.splat(0);
    let shortC = i16x8.splat(0);
    let shortD = i16x8.splat(0);
    for (let year = selected; year < end; year += YEAR) {
      const exit = codes + (<usize>(load<i32>(year, BASE) + hold) << 1);
      const start = v128.load_splat<i16>(year, CODE);
      const a = v128.load(exit);
      const b = v128.load(exit, 16);
      const c = v128.load(exit, 32);
      const d = v128.load(exit, 48);
      longA = i16x8.add(longA, i16x8.lt_s(a, start));
      longB = i16x8.add(longB, i16x8.lt_s(b, start));
      longC = i16x8.add(longC, i16x8.lt_s(c, start));
      longD = i16x8.add(longD, i16x8.lt_s(d, start));
      shortA = i16x8.add(shortA, i16x8.gt_s(a, start));
      shortB = i16x8.add(shortB, i16x8.gt_s(b, start));
      shortC = i16x8.add(shortC, i16x8.gt_s(c, start));
      shortD = i16x8.add(shortD, i16x8.gt_s(d, start));
    }
    const requested = to - hold + 1 < GROUP ? (<u32>1 << (to - hold + 1)) - 1 : ~<u32>0;
    const long = wantsLong ? requested & passing(longA, longB, longC, longD, most) : 0;
    const short = wantsShort ? requested & passing(shortA, shortB, shortC, shortD, most) : 0;
    if (onlyBest) {
      if ((long | short) != 0 && window == windows) invertPrices();
      for (let any = long | short; any != 0; ) {
        const lane = ctz(any) & ~3;
        window = keepContenders(n, hold + lane, n - allowed, (long >> lane) & 15, (short >> lane) & 15, window);
        any &= ~(<u32>15 << lane);
      }
    } else {
      for (let any = long | short; any != 0; any &= any - 1) {
        const lane = ctz(any);
        const passes = (((long >> lane) & 1) << 1) | ((short >> lane) & 1);
        store<u32>(window, ((hold + lane) << 2) | passes);
        window += 4;
      }
    }
  }
  if (window == windows) return;
  store<i32>(header, entry);
  store<i32>(header, n, 4);
  store<i32>(header, <i32>((window - windows) / (onlyBest ? CONTENDER : 4)), 8);
  let pair = header + 12;
  for (let year = selected; year < end; year += YEAR) {
    store<u64>(pair, load<u64>(year));
    pair += 8;
  }
  out = window;
}

/** One bit for each of 32 holds, the lowest for the first: set if its number is at least `most`. */
@inline
function passing(a: v128, b: v128, c: v128, d: v128, most: v128): u32 {
  const low = i8x16.narrow_i16x8_s(i16x8.ge_s(a, most), i16x8.ge_s(b, most));
  const high = i8x16.narrow_i16x8_s(i16x8.ge_s(c, most), i16x8.ge_s(d, most));
  return <u32>i8x16.bitmask(low) | (<u32>i8x16.bitmask(high) << 16);
}
