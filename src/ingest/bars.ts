import type { Bars } from '../core/window/bars';

/** Columns of `n` bars, to be filled. Tests: merge.test.ts. */
export function emptyBars(n: number): Bars {
  return { day: new Int32Array(n), close: new Float64Array(n), high: new Float64Array(n), low: new Float64Array(n) };
}
