import { EXPORT_COLUMNS, type ExportedWindow, exportCells } from '../answers/exportRow';
import { csvLine, jsonLine } from '../rowText';
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

const NAMES = EXPORT_COLUMNS.map(({ name }) => name);

/** RFC 4180, with a header. */
const CSV: RowWriting = {
  begin: () => Buffer.from(csvLine(NAMES)),
  rows: (rows) => Buffer.from(rows.map(csvLine).join('')),
  end: () => NOTHING,
};

/** A JSON object a line. */
const NDJSON: RowWriting = {
  begin: () => NOTHING,
  rows: (rows) => Buffer.from(rows.map((cells) => jsonLine(NAMES, cells)).join('')),
  end: () => NOTHING,
};
