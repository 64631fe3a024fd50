/** The cells of a CSV text (RFC 4180) by line, as a spreadsheet reads them. Cells must not contain line breaks. */
export function cellsOf(text: string): string[][] {
  expect(text.endsWith('\r\n')).toBe(true);
  const lines = text.slice(0, -2).split('\r\n');
  return lines.map((line) => {
    const cells = line.match(/("([^"]|"")*"|[^,]*)(,|$)/g)!.map((cell) => cell.replace(/,$/, ''));
    if (!line.endsWith(',')) cells.pop();
    return cells.map((cell) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell));
  });
}
