const NEWLINE = 10;
const RETURN = 13;
const QUOTE = 34;
const SPACE = 32;

/** A wide yfinance file of a few hundred tickers has thousands of fields. */
const MAX_FIELDS = 16_384;
/** A longer line is no row of prices. */
export const MAX_LINE_BYTES = 1_048_576;

/** Measures the lines of a text that comes in chunks. */
export class LineLengths {
  private open = 0;

  /** @returns the bytes so far of the line that the chunk begins in */
  push(chunk: Buffer): number {
    const first = chunk.indexOf(NEWLINE);
    const length = this.open + (first < 0 ? chunk.length : first);
    this.open = first < 0 ? length : chunk.length - chunk.lastIndexOf(NEWLINE) - 1;
    return length;
  }
}

/** A row as offsets into its bytes. The object is reused: it is valid until the next row. */
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
 * Splits delimited text into rows, chunk by chunk, without creating strings. The caller limits the length of lines. Each line is
 * one row: unlike in general csv parsers, quotes protect delimiters but not line ends, so that a stray quote damages one row only,
 * and a row with too few fields does not continue on the next line. Blank lines are skipped.
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

  /** Reads a chunk. @param onRow called for each complete row */
  push(chunk: Buffer, onRow: (row: Row) => void): void {
    const bytes = this.rest === null ? chunk : Buffer.concat([this.rest, chunk]);
    let from = 0;
    for (;;) {
      const newline = bytes.indexOf(NEWLINE, from);
      if (newline < 0) break;
      this.read(bytes, from, newline, onRow);
      from = newline + 1;
    }
    this.rest = from < bytes.length ? bytes.subarray(from) : null;
  }

  /** Ends the text. Reads the last line, if it has no line end. */
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

/** Removes spaces around a field, and the quotes around its text. */
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

/** Text of a field, with doubled quotes unescaped. */
export function fieldText(row: Row, field: number): string {
  return row.bytes.toString('utf8', row.start[field], row.end[field]).replaceAll('""', '"').trim();
}

/** Compares a field with a text without creating a string. */
export function fieldEquals(row: Row, field: number, text: Buffer): boolean {
  const from = row.start[field];
  const length = row.end[field] - from;
  if (length !== text.length) return false;
  for (let i = 0; i < length; i++) if (row.bytes[from + i] !== text[i]) return false;
  return true;
}

/** All rows of a text as strings, for headers and small files. */
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

const DELIMITERS = [',', ';', '\t', '|'] as const;

/** The byte of the most frequent delimiter of the first line. */
export function mostFrequentDelimiter(head: Buffer): number {
  const newline = head.indexOf(10);
  const line = head.toString('utf8', 0, newline < 0 ? head.length : newline);
  const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))].charCodeAt(0);
}
