/** Splits a list into parts of `size` elements; the last may be smaller. */
export function partsOf<T>(whole: readonly T[], size: number): T[][] {
  const count = Math.ceil(whole.length / size);
  return Array.from({ length: count }, (_, i) => whole.slice(i * size, (i + 1) * size));
}

/** Orders texts by code units: the same on every machine, whatever its locale. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/**
 * Splits off the row that tells whether there is a next page.
 *
 * @param rows of this page and the next: at least one more than the limit if there are more
 * @param cursorOf what a caller sends to get the rows after a row
 * @returns the rows of the page, and the cursor of its last one; null on the last page
 */
export function pageOf<Row, Cursor>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (row: Row) => Cursor,
): { readonly shown: readonly Row[]; readonly next: Cursor | null } {
  const shown = rows.slice(0, limit);
  return { shown, next: rows.length > limit ? cursorOf(shown[shown.length - 1]) : null };
}
