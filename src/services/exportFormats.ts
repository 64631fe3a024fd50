import { type Cell, EXPORT_COLUMNS, type ExportedWindow, exportCells } from '../answers/exportRow';
import { parquetWriting, type RowWriting } from './exportParquet';
import type { ExportFormat } from './exportRequest';

/** Writes the windows of an export in one format: each call gives the bytes that follow. */
export interface WindowWriting {
  begin(): Buffer;
  /** @param windows few enough for one turn */
  windows(windows: readonly ExportedWindow[]): Buffer;
  end(): Buffer;
}

/** What windows are written with. */
export async function writingOf(format: ExportFormat): Promise<WindowWriting> {
  const writing = await rowWritingOf(format);
  return {
    begin: () => writing.begin(),
    windows: (windows) => writing.rows(windows.map(exportCells)),
    end: () => writing.end(),
  };
}

async function rowWritingOf(format: ExportFormat): Promise<RowWriting> {
  if (format === 'parquet') return parquetWriting(EXPORT_COLUMNS);
  return format === 'csv' ? CSV : NDJSON;
}

const NOTHING = Buffer.alloc(0);

/** RFC 4180, with a header. */
const CSV: RowWriting = {
  begin: () => line(EXPORT_COLUMNS.map(({ name }) => name)),
  rows: (rows) => Buffer.concat(rows.map(line)),
  end: () => NOTHING,
};

/** A JSON object a line. */
const NDJSON: RowWriting = {
  begin: () => NOTHING,
  rows: (rows) => Buffer.from(rows.map((cells) => `${JSON.stringify(objectOf(cells))}\n`).join('')),
  end: () => NOTHING,
};

function objectOf(cells: readonly Cell[]): Record<string, Cell> {
  return Object.fromEntries(EXPORT_COLUMNS.map(({ name }, i) => [name, cells[i]]));
}

function line(cells: readonly Cell[]): Buffer {
  return Buffer.from(`${cells.map(cellText).join(',')}\r\n`);
}

/** What a spreadsheet would take for a formula, and does not once an apostrophe precedes it. */
const FORMULA = /^[=+\-@\t\r]/;

function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
