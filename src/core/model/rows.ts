import type { Day } from '../calendar/dates';
import { FEATURES, type Features, scaleOf } from './features';

/** Setups with their outcome, one element a row in every array, in ascending order of entry, then symbol, long before short. */
export interface Rows {
  readonly count: number;
  /** One array a feature, in the order of `FEATURES`. */
  readonly features: readonly Float64Array[];
  readonly entry: Int32Array;
  /** Last calendar day of the hold: a fold trains only on rows that end before its test year. */
  readonly end: Int32Array;
  /** Calendar year of the entry. */
  readonly year: Int16Array;
  readonly hold: Int16Array;
  /** Index of the symbol's series. */
  readonly symbol: Int32Array;
  /** 1 = long, 0 = short. */
  readonly isLong: Uint8Array;
  readonly yearsTested: Uint8Array;
  readonly wins: Uint8Array;
  /** Sharpe ratio of the lookback, in the direction of the trade. */
  readonly sharpe: Float64Array;
  readonly shrunkWinRate: Float64Array;
  /** Unit of the ridge targets, percent. */
  readonly scale: Float64Array;
  /** 1 = the outcome was a win. */
  readonly won: Uint8Array;
  /** Outcome, percent in the direction of the trade. */
  readonly returnPct: Float64Array;
  readonly mfePct: Float64Array;
}

export interface Row {
  readonly entry: Day;
  readonly year: number;
  readonly symbol: number;
  readonly features: Features;
  readonly sharpe: number;
  readonly returnPct: number;
  readonly mfePct: number;
}

/** Collects rows in typed arrays that grow. */
export class RowsBuilder {
  private count = 0;
  private fields: Fields;

  /** @param capacity upper estimate of the number of rows; pages that are never written take no memory */
  constructor(private capacity = 1024) {
    this.fields = allocate(capacity);
  }

  add({ entry, year, symbol, features, sharpe, returnPct, mfePct }: Row): void {
    if (this.count === this.capacity) this.grow();
    const at = this.count++;
    const to = this.fields;
    for (let j = 0; j < FEATURES.length; j++) to.features[j][at] = features.values[j];
    to.entry[at] = entry;
    to.end[at] = entry + features.hold - 1;
    to.year[at] = year;
    to.hold[at] = features.hold;
    to.symbol[at] = symbol;
    to.isLong[at] = features.direction === 'long' ? 1 : 0;
    to.yearsTested[at] = features.yearsTested;
    to.wins[at] = features.wins;
    to.sharpe[at] = sharpe;
    to.shrunkWinRate[at] = features.shrunkWinRate;
    to.scale[at] = scaleOf(features);
    to.won[at] = returnPct > 0 ? 1 : 0;
    to.returnPct[at] = returnPct;
    to.mfePct[at] = mfePct;
  }

  /** Views of the rows, ascending by entry, rows of one entry as they were added. Add no rows afterwards. */
  build(): Rows {
    const { count, fields } = this;
    sortByEntry(fields, count);
    const { features, ...others } = fields;
    const views = Object.entries(others).map(([name, column]) => [name, column.subarray(0, count)]);
    return {
      count,
      features: features.map((column) => column.subarray(0, count)),
      ...(Object.fromEntries(views) as typeof others),
    };
  }

  private grow(): void {
    this.capacity *= 2;
    const larger = allocate(this.capacity);
    const former = columnsOf(this.fields);
    for (const [i, column] of columnsOf(larger).entries()) column.set(former[i]);
    this.fields = larger;
  }
}

type Fields = ReturnType<typeof allocate>;

function allocate(capacity: number) {
  return {
    features: FEATURES.map(() => new Float64Array(capacity)),
    entry: new Int32Array(capacity),
    end: new Int32Array(capacity),
    year: new Int16Array(capacity),
    hold: new Int16Array(capacity),
    symbol: new Int32Array(capacity),
    isLong: new Uint8Array(capacity),
    yearsTested: new Uint8Array(capacity),
    wins: new Uint8Array(capacity),
    sharpe: new Float64Array(capacity),
    shrunkWinRate: new Float64Array(capacity),
    scale: new Float64Array(capacity),
    won: new Uint8Array(capacity),
    returnPct: new Float64Array(capacity),
    mfePct: new Float64Array(capacity),
  };
}

/** All arrays of the fields, always in the same order. */
function columnsOf({ features, ...others }: Fields): Column[] {
  return [...features, ...Object.values(others)];
}

/** Stable sort, one column at a time through one spare buffer: a second set of a million rows would be 100 MB. */
function sortByEntry(fields: Fields, count: number): void {
  if (isAscending(fields.entry, count)) return;
  const order = orderOf(fields.entry.subarray(0, count));
  const spare = new ArrayBuffer(8 * count);
  for (const column of columnsOf(fields)) reorder(column, order, spare);
}

function isAscending(values: Int32Array, count: number): boolean {
  for (let i = 1; i < count; i++) if (values[i] < values[i - 1]) return false;
  return true;
}

/** Indices of days in ascending order, by counting sort: there are few distinct days. */
function orderOf(days: Int32Array): Int32Array {
  const first = days.reduce((least, day) => Math.min(least, day));
  const last = days.reduce((most, day) => Math.max(most, day));
  const next = new Int32Array(last - first + 2);
  for (let i = 0; i < days.length; i++) next[days[i] - first + 1] += 1;
  for (let day = 1; day < next.length; day++) next[day] += next[day - 1];
  const order = new Int32Array(days.length);
  for (let i = 0; i < days.length; i++) order[next[days[i] - first]++] = i;
  return order;
}

function reorder(column: Column, order: Int32Array, spare: ArrayBuffer): void {
  const before = spareFor(column, spare, order.length);
  before.set(column.subarray(0, order.length));
  for (let at = 0; at < order.length; at++) column[at] = before[order[at]];
}

/** A view of the spare buffer with the element type of a column. */
function spareFor(column: Column, spare: ArrayBuffer, length: number): Column {
  if (column instanceof Float64Array) return new Float64Array(spare, 0, length);
  if (column instanceof Int32Array) return new Int32Array(spare, 0, length);
  if (column instanceof Int16Array) return new Int16Array(spare, 0, length);
  return new Uint8Array(spare, 0, length);
}

/**
 * Indices of the rows for which `matches` is true, ascending.
 *
 * @param buffer buffer for the result, which is a view of it and valid until it is written again
 */
export function rowsWhere(count: number, matches: (row: number) => boolean, buffer?: Int32Array): Int32Array {
  // Counted first, so that a fold does not leave an array of a million elements to the garbage collector.
  const result = buffer ?? new Int32Array(countWhere(count, matches));
  let size = 0;
  for (let row = 0; row < count && size < result.length; row++) if (matches(row)) result[size++] = row;
  return result.subarray(0, size);
}

/** Number of rows for which `matches` is true. */
function countWhere(count: number, matches: (row: number) => boolean): number {
  let size = 0;
  for (let row = 0; row < count; row++) if (matches(row)) size += 1;
  return size;
}

/** The elements of `rows` for which `matches` is true, in their order. @param buffer see `rowsWhere` */
export function rowsAmong(rows: Int32Array, matches: (row: number) => boolean, buffer: Int32Array): Int32Array {
  // `filter` of a typed array would first collect its result in an array several times as large.
  const result = rowsWhere(rows.length, (at) => matches(rows[at]), buffer);
  for (let i = 0; i < result.length; i++) result[i] = rows[result[i]];
  return result;
}

/** The rows of each calendar year, as views. @param rows indices, ascending by year */
export function rowsByYear({ year }: Pick<Rows, 'year'>, rows: Int32Array): Int32Array[] {
  const years: Int32Array[] = [];
  for (let from = 0, at = 0; from < rows.length; from = at) {
    while (at < rows.length && year[rows[at]] === year[rows[from]]) at += 1;
    years.push(rows.subarray(from, at));
  }
  return years;
}

/** Merges two sets of rows by entry, `first` before `second` on equal entries, and marks the rows of `second`. */
export function joinedRows(first: Rows, second: Rows): { readonly rows: Rows; readonly isSecond: Uint8Array } {
  const count = first.count + second.count;
  const entry = (at: number) => (at < first.count ? first.entry[at] : second.entry[at - first.count]);
  const order = Int32Array.from({ length: count }, (_, at) => at).sort((a, b) => entry(a) - entry(b) || a - b);
  const joined = allocate(count);
  const join = <T extends Column>(from: T, more: T, to: T): void => {
    for (let at = 0; at < count; at++) {
      const source = order[at];
      to[at] = source < first.count ? from[source] : more[source - first.count];
    }
  };
  const { features, ...fields } = joined;
  for (const [j, column] of features.entries()) join(first.features[j], second.features[j], column);
  for (const name of Object.keys(fields) as (keyof typeof fields)[])
    join<Column>(first[name], second[name], joined[name]);
  return { rows: { count, ...joined }, isSecond: Uint8Array.from(order, (at) => Number(at >= first.count)) };
}

type Column = Float64Array | Int32Array | Int16Array | Uint8Array;
