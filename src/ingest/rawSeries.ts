import type { Columns, Role } from './columns';
import { type FileDates, isPair } from './fileDates';
import { readNumber, UNREADABLE } from './numbers';
import { Findings, type RefusalReason } from './readings';
import { fieldText, type Row } from './rowScanner';

const NO_PRICE = Number.NaN;

const ZERO = 48;
const POINT = 46;

const PRICES: readonly Role[] = ['adjClose', 'close', 'adjOpen', 'adjHigh', 'adjLow', 'open', 'high', 'low'];

/** Kinds of volumes: `zero` is a written 0, `rounded` a multiple of 100, `exact` any other number. */
export const VOLUME = { unknown: 0, rounded: 1, exact: 2, zero: 3 } as const;

/** Values of a column `is_synthetic`, and kinds of source, by which a file marks prices that nobody traded at. */
const MARKED = /^(1|true|t|yes|y)$/i;
const MADE_KIND = /synthetic|simulated|generated/i;

/**
 * The rows of one symbol as growing columns, in the order of the file. Unreadable rows are refused when they are added; checks
 * that need several rows follow in quality.ts.
 */
export class RawSeries {
  count = 0;
  rowsIn = 0;
  line = new Int32Array(1024);
  /** Day number, or a pair (`isPair`). */
  day = new Int32Array(1024);
  open = new Float64Array(1024);
  high = new Float64Array(1024);
  low = new Float64Array(1024);
  close = new Float64Array(1024);
  volume = new Uint8Array(1024);
  /** Whether any day is a pair. */
  hasPairs = false;
  readonly refused: Findings<RefusalReason>;

  constructor(
    readonly symbol: string,
    private readonly dates: FileDates,
    private readonly delimiter: number,
  ) {
    this.refused = new Findings<RefusalReason>(symbol);
  }

  /** Reads a row, or refuses it. */
  add(row: Row, columns: Columns): void {
    this.rowsIn += 1;
    const day = this.dates.read(row.bytes, row.start[columns.date], row.end[columns.date]);
    if (Number.isNaN(day)) {
      this.refused.add('bad_date', row.line, null, quoted(row, columns.date));
      return;
    }
    const known = isPair(day) ? null : day;
    const mark = syntheticMark(row, columns);
    if (mark !== null) {
      this.refused.add('synthetic', row.line, known, mark);
      return;
    }
    const i = this.count;
    if (i === this.day.length) this.grow();
    const fault = this.readPrices(row, columns, i);
    if (fault !== null) {
      this.refused.add(fault, row.line, known, fault === 'bad_number' ? unreadable(row, columns, this.delimiter) : '');
      return;
    }
    this.count += 1;
    if (known === null) this.hasPairs = true;
    this.line[i] = row.line;
    this.day[i] = day;
    this.volume[i] = columns.volume < 0 ? VOLUME.unknown : volumeKind(row, columns.volume);
  }

  /**
   * Reads the prices of a row to index `i`. If there is an adjusted close, open, high and low are scaled by adjusted close / close
   * (METHOD 1), unless the file has adjusted ones. @returns the reason to refuse the row; null = none
   */
  private readPrices(row: Row, columns: Columns, i: number): RefusalReason | null {
    const close = this.number(row, columns.close);
    const adjusted = columns.adjClose < 0 ? close : this.number(row, columns.adjClose);
    const scaled = columns.adjClose >= 0 && columns.close >= 0;
    if (Number.isNaN(adjusted) || (scaled && Number.isNaN(close))) return 'empty';
    const direct = columns.adjHigh >= 0 && columns.adjLow >= 0;
    const open = this.number(row, direct ? columns.adjOpen : columns.open);
    const high = this.number(row, direct ? columns.adjHigh : columns.high);
    const low = this.number(row, direct ? columns.adjLow : columns.low);
    const known = adjusted !== UNREADABLE && close !== UNREADABLE;
    if (!known || open === UNREADABLE || high === UNREADABLE || low === UNREADABLE) return 'bad_number';
    // If the closes are equal, the other prices must stay bit for bit. A close of zero is checked in quality.ts.
    const factor = !scaled || direct || adjusted === close || close === 0 ? 1 : adjusted / close;
    this.open[i] = open * factor;
    this.high[i] = high * factor;
    this.low[i] = low * factor;
    this.close[i] = adjusted;
    return null;
  }

  private number(row: Row, column: number): number {
    return column < 0 ? NO_PRICE : readNumber(row.bytes, row.start[column], row.end[column], this.delimiter);
  }

  private grow(): void {
    const size = this.day.length * 2;
    this.line = larger(this.line, new Int32Array(size));
    this.day = larger(this.day, new Int32Array(size));
    this.open = larger(this.open, new Float64Array(size));
    this.high = larger(this.high, new Float64Array(size));
    this.low = larger(this.low, new Float64Array(size));
    this.close = larger(this.close, new Float64Array(size));
    this.volume = larger(this.volume, new Uint8Array(size));
  }
}

function larger<A extends Int32Array | Float64Array | Uint8Array>(old: A, fresh: A): A {
  fresh.set(old);
  return fresh;
}

/** The field by which a row is marked as synthetic; null = it is not. */
function syntheticMark(row: Row, { synthetic, sourceKind }: Columns): string | null {
  if (synthetic >= 0 && MARKED.test(fieldText(row, synthetic))) return `is_synthetic ${quoted(row, synthetic)}`;
  return sourceKind >= 0 && MADE_KIND.test(fieldText(row, sourceKind))
    ? `source_kind ${quoted(row, sourceKind)}`
    : null;
}

/** The kind of a volume by its last digits; `unknown` for a missing one. */
function volumeKind(row: Row, column: number): number {
  const { bytes } = row;
  const from = row.start[column];
  let to = row.end[column];
  if (to - from > 2 && bytes[to - 1] === ZERO && bytes[to - 2] === POINT) to -= 2;
  if (to <= from) return VOLUME.unknown;
  if (to === from + 1 && bytes[from] === ZERO) return VOLUME.zero;
  if (bytes[to - 1] < ZERO || bytes[to - 1] > ZERO + 9) return VOLUME.unknown;
  return to - from > 2 && bytes[to - 1] === ZERO && bytes[to - 2] === ZERO ? VOLUME.rounded : VOLUME.exact;
}

function quoted(row: Row, column: number): string {
  return `'${row.bytes.toString('utf8', row.start[column], Math.min(row.end[column], row.start[column] + 40))}'`;
}

/** The column and text of the first price that is no number: `adjusted close 'x'`. */
function unreadable(row: Row, columns: Columns, delimiter: number): string {
  const isBad = (column: number) =>
    column >= 0 && readNumber(row.bytes, row.start[column], row.end[column], delimiter) === UNREADABLE;
  const role = PRICES.find((price) => isBad(columns[price]));
  return role === undefined ? '' : `${role.replace('adj', 'adjusted ').toLowerCase()} ${quoted(row, columns[role])}`;
}
