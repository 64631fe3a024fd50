/**
 * The screen: which holds can have enough winners, judged by price codes alone. Codes keep the order of prices and
 * only add ties, so a window that passes may fail on its closes, and none that would pass is lost.
 *
 * A window is refuted by `allowed + 1` losing years, and the same years refute the holds next to it for as long as all
 * of them keep losing. So a losing year is followed to the end of its losing run, the whole stretch that the runs have
 * in common is skipped at once, and losing years move to the front of the list, where the next stretch meets them
 * first. The cost hardly depends on the lookback.
 */
/** Past occurrences as the screen sees them, in any order: it reorders them. */
export interface ScreenYears {
  /** Index of the day before the entry: `base + hold` is the exit. */
  readonly base: Int32Array;
  /** Code of the entry session's close. */
  readonly code: Int32Array;
  /** Hold up to which the year is known to lose. */
  readonly until: Int32Array;
}

export function screenYears(capacity: number): ScreenYears {
  return { base: new Int32Array(capacity), code: new Int32Array(capacity), until: new Int32Array(capacity) };
}

/**
 * Lists the holds from..to at which at most `allowed` of the `count` years lose: close lower for a long, higher for a
 * short.
 *
 * @param passed filled with the holds
 * @returns how many there are
 */
export function screen(
  codes: Uint16Array,
  years: ScreenYears,
  count: number,
  isLong: boolean,
  from: number,
  to: number,
  allowed: number,
  passed: Uint16Array,
): number {
  const { base, code, until } = years;
  let found = 0;
  for (let k = 0; k < count; k++) until[k] = 0;
  for (let hold = from; hold <= to; hold++) {
    let losers = 0;
    let stretch = to;
    for (let k = 0; k < count; k++) {
      let end = until[k];
      if (end < hold) {
        const first = base[k] + hold;
        const stop = base[k] + stretch;
        const entry = code[k];
        let at = first;
        if (isLong) while (at <= stop && codes[at] < entry) at += 1;
        else while (at <= stop && codes[at] > entry) at += 1;
        if (at === first) continue;
        end = hold + at - first - 1;
        until[k] = end;
      }
      if (end < stretch) stretch = end;
      if (k !== losers) moveUp(years, k, losers);
      losers += 1;
      if (losers > allowed) break;
    }
    if (losers > allowed) hold = stretch;
    else passed[found++] = hold;
  }
  return found;
}

function moveUp({ base, code, until }: ScreenYears, from: number, to: number): void {
  const b = base[from];
  base[from] = base[to];
  base[to] = b;
  const c = code[from];
  code[from] = code[to];
  code[to] = c;
  const u = until[from];
  until[from] = until[to];
  until[to] = u;
}
