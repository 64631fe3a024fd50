/** What a cell of a table may hold. */
export type Cell = string | number | boolean | null;

/** What a spreadsheet would run as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
/** What ends a cell, or a line, unless it stands in quotes. */
const SPECIAL = /[",\r\n]/;

/**
 * One line of a CSV file (RFC 4180), its CRLF included: numbers as JSON writes them, null as nothing, text in quotes where
 * it must be. A text that a spreadsheet would run gets an apostrophe before it, which makes it text there.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(written).join(',')}\r\n`;
}

/** One line of NDJSON, its LF included. */
export function jsonLine(columns: readonly string[], cells: readonly Cell[]): string {
  return `${JSON.stringify(Object.fromEntries(columns.map((name, i) => [name, cells[i]])))}\n`;
}

function written(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const text = FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell;
  return SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
