import { EXPORT_COLUMNS } from '../answers/exportRow';
import { csvLine } from '../rowText';
import { type ExportWriting, parquetWriting } from './exportParquet';
import type { ExportFormat } from './exportRequest';

const NOTHING = new Uint8Array();

/** RFC 4180, with a header. */
const CSV: ExportWriting = {
  begin: () => Buffer.from(csvLine(EXPORT_COLUMNS.map(({ name }) => name))),
  part: ({ text }) => text,
  end: () => NOTHING,
};

/** A JSON object a line. */
const NDJSON: ExportWriting = { begin: () => NOTHING, part: ({ text }) => text, end: () => NOTHING };

/** What an export is written with. Lines of text come finished from the threads that made the rows. */
export async function writingOf(format: ExportFormat): Promise<ExportWriting> {
  if (format === 'parquet') return parquetWriting(EXPORT_COLUMNS);
  return format === 'csv' ? CSV : NDJSON;
}
