/**
 * Reproducible randomness by counter: a value depends on its key and counter only, not on other draws or their order.
 * Integer and IEEE add/multiply arithmetic only, hence the same bits on every machine and Node version.
 */

const { imul } = Math;
const ROOT_OF_3 = Math.sqrt(3);

/** A 32-bit key of a text: FNV-1a, then mixed. */
export function keyOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = imul(hash ^ text.charCodeAt(i), 0x01000193);
  return mix(hash);
}

/** 32 random bits at a counter, 0..2^32-1. */
export function bitsAt(key: number, counter: number): number {
  return mix(mix(counter ^ key) + imul(key, 0x9e3779b1));
}

/** A number in 0..1, 1 excluded. */
export function uniformAt(key: number, counter: number): number {
  return bitsAt(key, counter) / 2 ** 32;
}

/**
 * Mean 0, deviation 1, nearly normal: the sum of four uniform 16-bit numbers (Irwin-Hall), so that no value exceeds
 * 3.5. Uses two counters: 2*counter and 2*counter + 1.
 */
export function normalAt(key: number, counter: number): number {
  const a = bitsAt(key, 2 * counter);
  const b = bitsAt(key, 2 * counter + 1);
  return (((a >>> 16) + (a & 0xffff) + (b >>> 16) + (b & 0xffff) + 2) / 2 ** 16 - 2) * ROOT_OF_3;
}

/** A bijection of 32 bits with almost no bias (C. Wellons, "lowbias32"). */
function mix(value: number): number {
  let x = value | 0;
  x = imul(x ^ (x >>> 16), 0x7feb352d);
  x = imul(x ^ (x >>> 15), 0x846ca68b);
  return (x ^ (x >>> 16)) >>> 0;
}
