import { tableNotes } from '../answers/tables/notes';
import type { Table } from '../answers/tables/table';
import { FileAnswer } from '../fileAnswer';
import { type Format, TABLE_TYPES, type TableType } from '../operation';
import { type Cell, csvLine, jsonLine } from '../rowText';
import { turns } from '../turns';

/** Rows that are written without a look at the time: a fraction of a millisecond. */
const ROWS_AT_ONCE = 50;

/**
 * An answer as a file of its table, written in turns with what others compute. What it says beside its rows stands in the
 * header X-Answer.
 */
export async function tableFile<Body extends object>(
  table: Table<Body>,
  format: Exclude<Format, 'json'>,
  body: Body,
): Promise<FileAnswer<TableType>> {
  const { name, columns, cells } = table;
  const written = format === 'csv' ? csvLine : (row: readonly Cell[]) => jsonLine(columns, row);
  const turn = turns();
  const pieces: string[] = format === 'csv' ? [csvLine(columns)] : [];
  let count = 0;
  for (const row of cells(body)) {
    pieces.push(written(row));
    count += 1;
    if (count % ROWS_AT_ONCE === 0) await turn();
  }
  await turn();
  const headers = { 'X-Answer': tableNotes(body, table.list) };
  return new FileAnswer({
    contentType: TABLE_TYPES[format],
    body: pieces.join(''),
    fileName: `${name}.${format}`,
    headers,
  });
}
