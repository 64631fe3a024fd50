import type { Bars } from './bars';

const { abs } = Math;

/**
 * Bounds of a price's size within which every number of METHOD is finite: so is 100 times the ratio of two such prices,
 * squared and summed over a century. No real price comes near; one outside is a fault of the data.
 */
export const COMPUTABLE = { min: 1e-60, max: 1e60 } as const;

/** Whether a price can be computed with. Zero can, as METHOD 1 skips it; NaN and infinities cannot. */
export function isComputable(price: number): boolean {
  const size = abs(price);
  return price === 0 || (size >= COMPUTABLE.min && size <= COMPUTABLE.max);
}

/** Index of the first close that cannot be computed with; -1 when all can. */
export function uncomputableClose({ close }: Pick<Bars, 'close'>): number {
  for (let i = 0; i < close.length; i++) if (!isComputable(close[i])) return i;
  return -1;
}

/** Index of the first bar whose high or low cannot be computed with; -1 without one. NaN, an unknown value, is accepted. */
export function uncomputableRange({ high, low }: Pick<Bars, 'high' | 'low'>): number {
  const isBad = (price: number) => !isComputable(price) && !Number.isNaN(price);
  for (let i = 0; i < high.length; i++) if (isBad(high[i]) || isBad(low[i])) return i;
  return -1;
}
