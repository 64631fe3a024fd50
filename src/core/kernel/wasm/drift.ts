/** Compiled to WebAssembly by scripts/kernelModule.ts. */

/** Reference entries before an occurrence, and calendar days from one to the next (METHOD 9). */
const REFERENCES: i32 = 52;
const STEP: i32 = 7;
const FARTHEST_BACK: i32 = 364;

/**
 * Writes 1 + m_h for the holds `first` to `last` and the years of one lookback (METHOD 9): the mean of P1 / P0 over the
 * reference entries before the search's first entry in each year; NaN where none was observed. The entries of a hold are
 * added in their order.
 *
 * Array parameters are addresses.
 *
 * @param closes, p0s, observed arrays of `ObservedWindows` (src/core/significance/observedWindows.ts)
 * @param rows rows of the search's first entry date in each of the `years` years
 * @param growths receives the means, by hold; @param counts scratch, by hold; both have `last` + 1 elements
 * @returns whether any hold has a mean
 */
export function measureDrift(
  closes: usize,
  p0s: usize,
  observed: usize,
  rows: usize,
  years: i32,
  first: i32,
  last: i32,
  growths: usize,
  counts: usize,
): bool {
  const bytes = <usize>(last + 1) << 3;
  memory.fill(growths, 0, bytes);
  memory.fill(counts, 0, bytes);
  for (let i: i32 = 0; i < years; i++) {
    const farthest = load<i32>(rows + (<usize>i << 2)) - FARTHEST_BACK;
    for (let reference: i32 = 0; reference < REFERENCES; reference++) {
      const row = farthest + STEP * reference;
      const from = max(first, <i32>load<i16>(observed + (<usize>row << 2)));
      const to = min(last, <i32>load<i16>(observed + (<usize>row << 2), 2));
      addEntry(closes + (<usize>row << 3) - 8, 1 / load<f64>(p0s + (<usize>row << 3)), growths, counts, from, to);
    }
  }
  let any = false;
  for (let at: usize = 0; at < bytes; at += 8) {
    any = any || load<f64>(counts + at) > 0;
    // 0 / 0 = NaN where no entry was observed.
    store<f64>(growths + at, load<f64>(growths + at) / load<f64>(counts + at));
  }
  return any;
}

/** Adds P1 / P0 of one entry to the holds `from` to `to`. A close of 0 is a missing P1 (METHOD 1). */
function addEntry(closes: usize, inverse: f64, growths: usize, counts: usize, from: i32, to: i32): void {
  const one = f64x2.splat(1);
  const none = f64x2.splat(0);
  const inverses = f64x2.splat(inverse);
  let hold = from;
  for (; hold < to; hold += 2) {
    const column = <usize>hold << 3;
    const close = v128.load(closes + column);
    v128.store(growths + column, f64x2.add(v128.load(growths + column), f64x2.mul(close, inverses)));
    v128.store(counts + column, f64x2.add(v128.load(counts + column), v128.and(one, f64x2.gt(close, none))));
  }
  if (hold !== to) return;
  const column = <usize>hold << 3;
  const close = load<f64>(closes + column);
  store<f64>(growths + column, load<f64>(growths + column) + close * inverse);
  store<f64>(counts + column, load<f64>(counts + column) + <f64>(close > 0));
}
