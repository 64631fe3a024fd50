import type { ColumnSource } from 'hyparquet-writer';
import { type ColumnType, EXPORT_COLUMNS, type ExportColumn } from '../../answers/exportRow';
import { fromIso } from '../../core/calendar/dates';
import type { ExportedPart } from '../../engine/tasks/exportPart';
import { type Cell, csvLine } from '../../rowText';
import type { ExportFormat } from './request';

/** Writes an export in one format, part by part: each call gives the bytes that follow. */
export interface ExportWriting {
  begin(): Uint8Array;
  part(part: ExportedPart): Uint8Array;
  end(): Uint8Array;
}

/** Rows of a group. It is encoded in one go, on the main thread: some 16 ms for 25 columns. */
const GROUP_ROWS = 2_000;

const PHYSICAL = {
  string: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT32' },
  number: { type: 'DOUBLE' },
  date: { type: 'INT32', converted_type: 'DATE' },
} as const;

/** Parquet, compressed with Snappy. The package is loaded where it is asked for. */
async function parquetWriting(columns: readonly ExportColumn[]): Promise<ExportWriting> {
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer');
  const writer = new ByteWriter();
  const fields = columns.map(({ name, type, nullable }) => ({
    name,
    ...PHYSICAL[type],
    repetition_type: nullable ? ('OPTIONAL' as const) : ('REQUIRED' as const),
  }));
  const schema = [{ name: 'root', num_children: columns.length }, ...fields];
  const file = new ParquetWriter({ writer, schema, createdBy: 'perennial' });
  let waiting: (readonly Cell[])[] = [];
  const writeGroup = () => {
    if (waiting.length === 0) return;
    file.write({ columnData: columns.map((column, i) => sourceOf(column, waiting, i)), rowGroupSize: GROUP_ROWS });
    waiting = [];
  };
  /** What has been written since the last call: offsets go on from there. */
  const taken = () => {
    const bytes = Buffer.from(writer.getBuffer());
    writer.index = 0;
    return bytes;
  };
  return {
    begin: taken,
    part({ cells }) {
      waiting.push(...cells);
      if (waiting.length >= GROUP_ROWS) writeGroup();
      return taken();
    },
    end() {
      writeGroup();
      file.finish();
      return taken();
    },
  };
}

function sourceOf({ name, type }: ExportColumn, rows: readonly (readonly Cell[])[], i: number): ColumnSource {
  return { name, data: rows.map((cells) => cellOf(type, cells[i])) };
}

/** Dates are days since 1970-01-01, as this program counts them. */
function cellOf(type: ColumnType, cell: Cell): Cell {
  return type === 'date' && typeof cell === 'string' ? fromIso(cell) : cell;
}

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
