/**
 * Relative error up to which prices count as equal. Adjusting multiplies each price by a factor, which leaves errors of
 * 1e-7 in the single-precision files of Yahoo; real violations in them begin at 1e-3.
 */
export const PRICE_TOLERANCE = 1e-6;

/** Whether high lies below, or low above, the open or the close. An unknown price (NaN, and an open of 0) contradicts nothing. */
export function isOutOfRange(open: number, high: number, low: number, close: number): boolean {
  const slack = Math.abs(close) * PRICE_TOLERANCE;
  if (high < close - slack || low > close + slack || high < low - slack) return true;
  return open !== 0 && (high < open - slack || low > open + slack);
}

/** What is wrong with the range of a bar, in words. */
export function describeRange(open: number, high: number, low: number, close: number): string {
  if (high < low) return `high ${shown(high)} is below low ${shown(low)}`;
  const [name, other] = high < close || low > close ? ['close', close] : ['open', open];
  return high < other
    ? `high ${shown(high)} is below ${name} ${shown(other)}`
    : `low ${shown(low)} is above ${name} ${shown(other)}`;
}

/** Six significant digits: for messages only. */
export function shown(price: number): string {
  return String(Number(price.toPrecision(6)));
}
