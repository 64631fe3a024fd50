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

/** What is wrong with the range of a bar that is out of range, in words: the widest contradiction. */
export function describeRange(open: number, high: number, low: number, close: number): string {
  const faults: [number, string][] = [
    [low - high, `high ${shown(high)} is below low ${shown(low)}`],
    [close - high, `high ${shown(high)} is below close ${shown(close)}`],
    [low - close, `low ${shown(low)} is above close ${shown(close)}`],
    [open === 0 ? Number.NaN : open - high, `high ${shown(high)} is below open ${shown(open)}`],
    [open === 0 ? Number.NaN : low - open, `low ${shown(low)} is above open ${shown(open)}`],
  ];
  return faults.filter(([size]) => size > 0).sort(([a], [b]) => b - a)[0][1];
}

/** Six significant digits: for messages only. */
export function shown(price: number): string {
  return String(Number(price.toPrecision(6)));
}
