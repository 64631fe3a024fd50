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
 * Lists the years of a segment that are not missing (METHOD 1), oldest first. For a given entry the exit session is after
 * the entry session from some hold on; and the first halt after it ends the holds that count the gap limit after its last
 * session, as the end of the data does at once: so a year counts for one unbroken range of holds.
 *
 * @param last session that may touch the numbers, as days from the symbol's first
 * @returns how many years there are
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

/** Holds at which all the years that `findYears` found count, but for days without a price. */
let shortest: i32 = 0;
let longest: i32 = 0;

/** Years that `selectYears` selected: where they are, and how many. */
export let selected: usize = 0;
export let selectedCount: i32 = 0;

/** Stores the inverse price of each selected year. Only few ranges of holds have windows that need it. */
export function invertPrices(): void {
  const end = selected + <usize>selectedCount * YEAR;
  for (let year = selected; year < end; year += YEAR)
    store<f32>(year, 1 / priceOf(load<i32>(year, CODE)), INVERSE);
}

/**
 * Selects the years that count at `hold`. A year counts for the holds that `findYears` noted, but for ends that fall on a
 * close that is not positive.
 *
 * @param count of the years that `findYears` found
 * @returns the last hold, at most `to`, up to which the same years count
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

