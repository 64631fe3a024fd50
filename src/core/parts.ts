/** Splits a list into parts of `size` elements; the last may be smaller. */
export function partsOf<T>(whole: readonly T[], size: number): T[][] {
  const count = Math.ceil(whole.length / size);
  return Array.from({ length: count }, (_, i) => whole.slice(i * size, (i + 1) * size));
}
