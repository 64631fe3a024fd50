const MINUS = 45;
const POINT = 46;
const COMMA = 44;
const ZERO = 48;
const NINE = 57;

/** Integers up to this, and powers of ten up to 1e22, are exact in a double, so that one division rounds correctly. */
const MAX_EXACT = 2 ** 53;
const POWERS_OF_TEN = Float64Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));

/** Texts by which vendors mark a missing value. */
const NOTHING = new Set(['', '.', '-', '--', 'null', 'none', 'nan', 'na', 'n/a', '#n/a', 'undefined']);

/** Result of `readNumber` for a text that is neither a number nor a missing value. */
export const UNREADABLE = Number.POSITIVE_INFINITY;

/**
 * The number in bytes[from, to), rounded as by `Number(text)`. NaN = a missing value, UNREADABLE = not a number.
 *
 * @param delimiter byte between the fields of the file; if it is not a comma, a single comma is the decimal point
 */
export function readNumber(bytes: Buffer, from: number, to: number, delimiter: number): number {
  if (from >= to) return Number.NaN;
  const negative = bytes[from] === MINUS;
  let mantissa = 0;
  let decimals = -1;
  let digits = 0;
  for (let i = negative ? from + 1 : from; i < to; i++) {
    const byte = bytes[i];
    if (byte >= ZERO && byte <= NINE) {
      mantissa = mantissa * 10 + (byte - ZERO);
      digits += 1;
      if (decimals >= 0) decimals += 1;
    } else if (byte === POINT && decimals < 0) decimals = 0;
    else return readUnusual(bytes, from, to, delimiter);
  }
  if (digits === 0 || mantissa > MAX_EXACT || decimals > 22) return readUnusual(bytes, from, to, delimiter);
  const value = decimals > 0 ? mantissa / POWERS_OF_TEN[decimals] : mantissa;
  return negative ? 0 - value : value;
}

const PLAIN = /^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/;

/** Reads long mantissas, exponents, currency signs, thousands separators, decimal commas and missing values. */
function readUnusual(bytes: Buffer, from: number, to: number, delimiter: number): number {
  // yfinance writes millions of long mantissas: latin1 is the fastest decoding.
  const digits = bytes.toString('latin1', from, to);
  if (PLAIN.test(digits)) return Number(digits);
  const text = bytes.toString('utf8', from, to).trim();
  const bare = text.replace(/^([-+]?)[$€£]\s*/, '$1');
  if (NOTHING.has(bare.toLowerCase())) return Number.NaN;
  const plain = withDecimalPoint(bare, delimiter);
  return PLAIN.test(plain) ? Number(plain) : UNREADABLE;
}

/** In `1,234.5` and `1.234,5` the last separator is the decimal one. A single comma groups thousands in comma-separated files. */
function withDecimalPoint(text: string, delimiter: number): string {
  if (!text.includes(',')) return text;
  const groups = /^[-+]?\d{1,3}(,\d{3})+(\.\d*)?$/;
  const decimalComma = /^[-+]?(\d+|\d{1,3}(\.\d{3})+),\d+$/;
  if (groups.test(text) && (delimiter === COMMA || text.includes('.'))) return text.replaceAll(',', '');
  if (decimalComma.test(text)) return text.replaceAll('.', '').replace(',', '.');
  return text;
}

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
