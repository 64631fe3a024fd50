/** A cell of a table. */
export type Cell = string | number | boolean | null;

/** Text that a spreadsheet would run as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
/** Characters that end a cell or a line unless the cell is quoted. */
const SPECIAL = /[",\r\n]/;

/**
 * One line of a CSV file (RFC 4180) with its CRLF: numbers as in JSON, null as an empty cell, text quoted where necessary. Text
 * that a spreadsheet would run as a formula gets a leading apostrophe.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** One line of NDJSON with its LF. */
export function jsonLine(columns: readonly string[], cells: readonly Cell[]): string {
  return `${jsonRow(columns, cells)}\n`;
}

/** A row as a flat JSON object. */
export function jsonRow(columns: readonly string[], cells: readonly Cell[]): string {
  return JSON.stringify(Object.fromEntries(columns.map((name, i) => [name, cells[i]])));
}

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const text = FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell;
  return SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
