/** Compiled to WebAssembly by scripts/kernelModule.ts. */

import {
  BASE,
  CODE,
  chosen,
  codes,
  FROM,
  firstDay,
  gapLimit,
  gaps,
  gapsEnd,
  holes,
  holesEnd,
  INVERSE,
  observable,
  occurrences,
  priceOf,
  SESSION,
  slips,
  TO,
  YEAR,
  years,
} from './state';

/**
 * Lists the years of a segment that are not missing (METHOD 1), oldest first. A year counts for one unbroken range of holds:
 * from the first hold whose exit session comes after its entry session, to the last hold that ends before the data do and at
 * most `gapLimit` days after the last session before a trading halt.
 *
 * @param last the last session whose data may be used, as days from the symbol's first
 * @returns the number of years
 */
export function findYears(segment: i32, last: i32): i32 {
  let year = observable;
  shortest = 0;
  longest = i32.MAX_VALUE;
  const at = occurrences + (<usize>(segment * years) << 2);
  for (let i: usize = 0; i < <usize>years << 2; i += 4) {
    const entry = load<i32>(at + i) - firstDay;
    if (entry < 0 || entry >= last) continue;
    const wait = <i32>load<u8>(slips + entry);
    const session = entry + wait;
    if (wait > gapLimit || session >= last) continue;
    const code = <i32>load<u16>(codes + (<usize>session << 1));
    const next = session + 1 + <i32>load<u8>(slips + session, 1);
    if (code == 0 || next - session > gapLimit) continue;
    let lastEnd = last;
    for (let gap = gaps; gap < gapsEnd; gap += 8) {
      const before = load<i32>(gap);
      if (before < session || load<i32>(gap, 4) - before <= gapLimit) continue;
      lastEnd = min(last, before + gapLimit);
      break;
    }
    if (next > lastEnd) continue;
    store<i32>(year, entry - 1, BASE);
    store<i32>(year, session, SESSION);
    store<i32>(year, code, CODE);
    store<i32>(year, next - entry + 1, FROM);
    store<i32>(year, lastEnd - entry + 1, TO);
    shortest = max(shortest, next - entry + 1);
    longest = min(longest, lastEnd - entry + 1);
    year += YEAR;
  }
  return <i32>((year - observable) / YEAR);
}

/** The range of holds for which every year that `findYears` found counts, unless a close is not positive. */
let shortest: i32 = 0;
let longest: i32 = 0;

/** The years that `selectYears` selected: their address and number. */
export let selected: usize = 0;
export let selectedCount: i32 = 0;

/** Writes `INVERSE` of each selected year. Few ranges of holds have windows that need it. */
export function invertPrices(): void {
  const end = selected + <usize>selectedCount * YEAR;
  for (let year = selected; year < end; year += YEAR)
    store<f32>(year, 1 / priceOf(load<i32>(year, CODE)), INVERSE);
}

/**
 * Selects the years that count for `hold`: those whose range of `findYears` holds it, without those whose exit close is not
 * positive (`holes`).
 *
 * @param count number of years that `findYears` found
 * @returns the last hold up to `to` for which the same years count
 */
export function selectYears(count: i32, hold: i32, to: i32): i32 {
  if (hold >= shortest && to <= longest && holes == holesEnd) {
    selected = observable;
    selectedCount = count;
    return to;
  }
  let until = to;
  let next = chosen;
  const end = observable + <usize>count * YEAR;
  for (let year = observable; year < end; year += YEAR) {
    const lastHold = load<i32>(year, TO);
    if (lastHold < hold) continue;
    const firstHold = load<i32>(year, FROM);
    if (firstHold > hold) {
      until = min(until, firstHold - 1);
      continue;
    }
    until = min(until, lastHold);
    const base = load<i32>(year, BASE);
    let hole = holes;
    while (hole < holesEnd && load<i32>(hole, 4) - base < hold) hole += 8;
    if (hole < holesEnd) {
      const from = load<i32>(hole) - base;
      if (from <= hold) {
        until = min(until, load<i32>(hole, 4) - base);
        continue;
      }
      until = min(until, from - 1);
    }
    store<i32>(next, base, BASE);
    store<i32>(next, load<i32>(year, SESSION), SESSION);
    store<i32>(next, load<i32>(year, CODE), CODE);
    next += YEAR;
  }
  selected = chosen;
  selectedCount = <i32>((next - chosen) / YEAR);
  return until;
}

