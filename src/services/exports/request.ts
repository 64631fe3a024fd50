import type { ColumnSource } from 'hyparquet-writer';
import { EXPORT_COLUMNS, type ExportColumn } from '../../answers/exportRow';
import { type Day, fromIso } from '../../core/calendar/dates';
import type { ExportedPart } from '../../engine/tasks/exportPart';
import { type Cell, csvLine } from '../../rowText';
import type { Question } from '../screening/question';
import type { HoldRequest } from '../screening/requestRules';

export type ExportFormat = 'csv' | 'ndjson' | 'parquet';

/** The request of an export. It is stored with its job as canonical JSON: equal requests have equal texts. */
export interface ExportRequest extends Omit<Question, keyof HoldRequest>, Required<HoldRequest> {
  /** Market id. */
  readonly market: string;
  /** Entry dates, both ends included. */
  readonly from: Day;
  readonly to: Day;
  /** Most windows of each symbol. */
  readonly perSymbol: number;
  readonly format: ExportFormat;
}

/** The note of an export whose job an operator cancelled. */
export const CANCELLED_BY_OPERATOR = 'The operator of this server cancelled it.';

/** Limits of exports. */
export const EXPORT_LIMITS = {
  /** Of one account, queued and running. */
  underWay: 2,
  /** Of all accounts, queued and running. */
  waiting: 50,
  /** Bytes of a block of a file. */
  blockBytes: 1 << 20,
  /** Bytes of one file. */
  fileBytes: 64 << 20,
  /** Bytes of all files; 4 GB. */
  bytes: 2 ** 32,
  /** How long a file is kept. */
  keptMs: 24 * 3_600_000,
  /** How long a job is remembered. */
  rememberedMs: 7 * 24 * 3_600_000,
} as const;

/** Writes an export in one format, part by part: each call returns the next bytes. */
interface ExportWriter {
  begin(): Uint8Array;
  part(part: ExportedPart): Uint8Array;
  end(): Uint8Array;
}

/** Rows of a row group, which is encoded at once on the main thread: about 0.6 ms a column. */
const GROUP_ROWS = 2_000;

const PHYSICAL = {
  string: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT32' },
  number: { type: 'DOUBLE' },
  date: { type: 'INT32', converted_type: 'DATE' },
} as const;

/** Parquet, compressed with Snappy. The package is loaded on first use. */
async function parquetWriter(columns: readonly ExportColumn[]): Promise<ExportWriter> {
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer');
  const writer = new ByteWriter();
  const fields = columns.map(({ name, type, nullable }) => ({
    name,
    ...PHYSICAL[type],
    repetition_type: nullable ? ('OPTIONAL' as const) : ('REQUIRED' as const),
  }));
  const schema = [{ name: 'root', num_children: columns.length }, ...fields];
  const file = new ParquetWriter({ writer, schema, createdBy: 'perennial' });
  let rows: (readonly Cell[])[] = [];
  const writeGroup = () => {
    if (rows.length === 0) return;
    file.write({ columnData: columns.map((column, i) => columnSource(column, rows, i)), rowGroupSize: GROUP_ROWS });
    rows = [];
  };
  /** The bytes written since the last call. Offsets in the file continue. */
  const takeBytes = () => {
    const bytes = Buffer.from(writer.getBuffer());
    writer.index = 0;
    return bytes;
  };
  return {
    begin: takeBytes,
    part({ cells }) {
      rows.push(...cells);
      if (rows.length >= GROUP_ROWS) writeGroup();
      return takeBytes();
    },
    end() {
      writeGroup();
      file.finish();
      return takeBytes();
    },
  };
}

function columnSource({ name, type }: ExportColumn, rows: readonly (readonly Cell[])[], i: number): ColumnSource {
  return { name, data: rows.map((cells) => parquetCell(type, cells[i])) };
}

/** Parquet dates are days since 1970-01-01. */
function parquetCell(type: ExportColumn['type'], cell: Cell): Cell {
  return type === 'date' && typeof cell === 'string' ? fromIso(cell) : cell;
}

const NO_BYTES = new Uint8Array();

/** RFC 4180, with a header. */
const CSV: ExportWriter = {
  begin: () => Buffer.from(csvLine(EXPORT_COLUMNS.map(({ name }) => name))),
  part: ({ text }) => text,
  end: () => NO_BYTES,
};

/** A JSON object a line. */
const NDJSON: ExportWriter = { begin: () => NO_BYTES, part: ({ text }) => text, end: () => NO_BYTES };

/** The writer of a format. Threads deliver lines of text ready to write. */
export async function exportWriter(format: ExportFormat): Promise<ExportWriter> {
  if (format === 'parquet') return parquetWriter(EXPORT_COLUMNS);
  return format === 'csv' ? CSV : NDJSON;
}
