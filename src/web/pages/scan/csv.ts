/** A cell that a spreadsheet would evaluate as a formula, also after stripping leading whitespace. */
const FORMULA = /^[=+\-@\t\r\n|%]/;

/**
 * A table as CSV (RFC 4180): lines end in CRLF, cells with comma, quote or line break are quoted. Text that a spreadsheet
 * would take for a formula gets an apostrophe in front; numbers stay numbers.
 */
export function csvOf(header: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string {
  return [header, ...rows].map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('');
}

function cellOf(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
