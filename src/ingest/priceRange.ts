/**
 * Relative tolerance for equal prices. Adjustment multiplies each price by a factor, which causes errors of 1e-7 in the
 * single-precision files of Yahoo. Real violations in them begin at 1e-3.
 */
const PRICE_TOLERANCE = 1e-6;

/** Whether the high is below, or the low above, the open or the close. Unknown prices (NaN, or an open of 0) are not compared. */
export function isOutOfRange(open: number, high: number, low: number, close: number): boolean {
  const slack = Math.abs(close) * PRICE_TOLERANCE;
  if (high < close - slack || low > close + slack || high < low - slack) return true;
  return open !== 0 && (high < open - slack || low > open + slack);
}

/** Describes the largest contradiction in a bar that is out of range. */
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

/** A price with six significant digits, for messages only. */
export function shown(price: number): string {
  return String(Number(price.toPrecision(6)));
}
