const NEWLINE = 10;
const RETURN = 13;
const QUOTE = 34;
const SPACE = 32;

/** Fields a row can hold: a wide yfinance file of a few hundred tickers has thousands. */
const MAX_FIELDS = 16_384;
/** A line longer than this is no row of prices; it is cut off so that a file without line ends cannot fill the memory. */
const MAX_LINE_BYTES = 1_048_576;

/** One row as offsets into the bytes it was read from: the same object for every row, valid until the next. */
export interface Row {
  bytes: Buffer;
  /** First byte of each field, after an opening quote. */
  readonly start: Int32Array;
  /** One past its last byte, before a closing quote. */
  readonly end: Int32Array;
  /** Fields in this row. */
  fields: number;
  /** Line of the file, from 1. */
  line: number;
}

/**
 * Splits delimited text that arrives in chunks into rows, without making a string of anything. A line is a row, always:
 * quotes protect delimiters but not line ends, so that a stray quote costs one row and never the rest of the file, and a
 * row with too few fields never borrows from the next (which is what general csv parsers do). Blank lines are no rows.
 */
export class RowScanner {
  private rest: Buffer | null = null;
  private line = 0;
  private readonly row: Row = {
    bytes: Buffer.alloc(0),
    start: new Int32Array(MAX_FIELDS),
    end: new Int32Array(MAX_FIELDS),
    fields: 0,
    line: 0,
  };

  /** @param delimiter byte between fields */
  constructor(private readonly delimiter: number) {}

  /** Reads on; `onRow` is called for every row that is complete. */
  push(chunk: Buffer, onRow: (row: Row) => void): void {
    const bytes = this.rest === null ? chunk : Buffer.concat([this.rest, chunk]);
    let from = 0;
    for (;;) {
      const newline = bytes.indexOf(NEWLINE, from);
      if (newline < 0) break;
      this.read(bytes, from, newline, onRow);
      from = newline + 1;
    }
    this.rest = from < bytes.length ? bytes.subarray(from, from + MAX_LINE_BYTES) : null;
  }

  /** The text has ended: the last line counts also without a line end. */
  end(onRow: (row: Row) => void): void {
    if (this.rest !== null) this.read(this.rest, 0, this.rest.length, onRow);
    this.rest = null;
  }

  private read(bytes: Buffer, from: number, newline: number, onRow: (row: Row) => void): void {
    this.line += 1;
    let to = newline;
    while (to > from && (bytes[to - 1] === RETURN || bytes[to - 1] === SPACE)) to -= 1;
    if (to === from) return;
    const { row, delimiter } = this;
    const { start, end } = row;
    let field = 0;
    let fieldStart = from;
    let quoted = false;
    for (let i = from; i < to; i++) {
      const byte = bytes[i];
      if (byte === QUOTE) quoted = !quoted;
      else if (byte === delimiter && !quoted && field < MAX_FIELDS - 1) {
        start[field] = fieldStart;
        end[field] = i;
        field += 1;
        fieldStart = i + 1;
      }
    }
    start[field] = fieldStart;
    end[field] = to;
    row.bytes = bytes;
    row.fields = field + 1;
    row.line = this.line;
    for (let f = 0; f < row.fields; f++) trimField(bytes, start, end, f);
    onRow(row);
  }
}

/** Leaves out spaces around a field, and the quotes around its text. */
function trimField(bytes: Buffer, start: Int32Array, end: Int32Array, field: number): void {
  let from = start[field];
  let to = end[field];
  while (from < to && bytes[from] === SPACE) from += 1;
  while (to > from && bytes[to - 1] === SPACE) to -= 1;
  if (to - from >= 2 && bytes[from] === QUOTE && bytes[to - 1] === QUOTE) {
    from += 1;
    to -= 1;
  }
  start[field] = from;
  end[field] = to;
}

/** Text of a field; a doubled quote inside stands for one. */
export function fieldText(row: Row, field: number): string {
  return row.bytes.toString('utf8', row.start[field], row.end[field]).replaceAll('""', '"').trim();
}

/** Whether a field is a given text, without making a string. */
export function fieldEquals(row: Row, field: number, text: Buffer): boolean {
  const from = row.start[field];
  const length = row.end[field] - from;
  if (length !== text.length) return false;
  for (let i = 0; i < length; i++) if (row.bytes[from + i] !== text[i]) return false;
  return true;
}

/** Every row of a whole text as strings: for headers and small files. */
export function textRows(bytes: Buffer, delimiter: number): { line: number; fields: string[] }[] {
  const rows: { line: number; fields: string[] }[] = [];
  const collect = (row: Row) => {
    rows.push({ line: row.line, fields: Array.from({ length: row.fields }, (_, field) => fieldText(row, field)) });
  };
  const scanner = new RowScanner(delimiter);
  scanner.push(bytes, collect);
  scanner.end(collect);
  return rows;
}
