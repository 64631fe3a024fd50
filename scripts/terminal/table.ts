/**
 * Formats rows of cells as a table with aligned columns.
 *
 * @param rows of equal length, the header first
 * @param numeric indexes of the columns that are aligned to the right
 */
export function formatTable(rows: readonly (readonly string[])[], numeric: readonly number[] = []): string {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const aligned = (cell: string, column: number) =>
    numeric.includes(column) ? cell.padStart(widths[column]) : cell.padEnd(widths[column]);
  return rows.map((row) => `${row.map(aligned).join('  ').trimEnd()}\n`).join('');
}
