/**
 * The correctly rounded sum: exact in the reals, rounded once, so that neither the order of the terms nor splitting one
 * in halves can change a bit. Plain addition would let the order in which a basket is written decide its last digits.
 *
 * Shewchuk, Adaptive Precision Floating-Point Arithmetic (1997), as in Python's `math.fsum`.
 *
 * @param terms finite, and of a sum that does not overflow
 */
export function exactSum(terms: Iterable<number>): number {
  // Non-overlapping, ascending in magnitude, never zero: together they are the exact sum so far.
  const partials: number[] = [];
  for (const term of terms) {
    let carry = term;
    let kept = 0;
    for (const partial of partials) {
      const [large, small] = Math.abs(carry) < Math.abs(partial) ? [partial, carry] : [carry, partial];
      const high = large + small;
      const low = small - (high - large);
      if (low !== 0) partials[kept++] = low;
      carry = high;
    }
    partials.length = kept;
    if (carry !== 0) partials.push(carry);
  }
  return roundOnce(partials);
}

function roundOnce(partials: readonly number[]): number {
  let at = partials.length - 1;
  if (at < 0) return 0;
  let high = partials[at];
  let low = 0;
  while (at > 0 && low === 0) {
    const before = high;
    at -= 1;
    high = before + partials[at];
    low = partials[at] - (high - before);
  }
  // Exactly halfway between two doubles, the rest decides: ties-to-even must not be applied to what is no tie.
  if (at > 0 && low !== 0 && Math.sign(low) === Math.sign(partials[at - 1])) {
    const nudged = high + 2 * low;
    if (2 * low === nudged - high) return nudged;
  }
  return high;
}
