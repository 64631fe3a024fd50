import type { Day } from '../calendar/dates';
import { FEATURES, type Features, scaleOf } from './features';

/**
 * Setups with their outcome, one element a row in every array, in ascending order of entry, then symbol, long before
 * short. Covered by test/core/model/setups.test.ts.
 */
export interface Rows {
  readonly count: number;
  /** One array a feature, in the order of `FEATURES`. */
  readonly features: readonly Float64Array[];
  readonly entry: Int32Array;
  /** Last calendar day of the hold: what a fold may not reach beyond. */
  readonly end: Int32Array;
  /** Calendar year of the entry. */
  readonly year: Int16Array;
  readonly hold: Int16Array;
  /** Position in the series that were given. */
  readonly symbol: Int32Array;
  /** 1 = long, 0 = short. */
  readonly isLong: Uint8Array;
  readonly yearsTested: Uint8Array;
  readonly wins: Uint8Array;
  /** Of the lookback, in the direction of the trade. */
  readonly sharpe: Float64Array;
  readonly shrunkWinRate: Float64Array;
  /** Percent that the ridge targets are in units of. */
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
  private capacity = 1024;
  private count = 0;
  private fields = allocate(this.capacity);

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
    to.scale[at] = scaleOf(features.volatility, features.hold);
    to.won[at] = returnPct > 0 ? 1 : 0;
    to.returnPct[at] = returnPct;
    to.mfePct[at] = mfePct;
  }

  /** The rows so far, as views: add no more afterwards. */
  build(): Rows {
    const { count, fields: f } = this;
    return {
      count,
      features: f.features.map((column) => column.subarray(0, count)),
      entry: f.entry.subarray(0, count),
      end: f.end.subarray(0, count),
      year: f.year.subarray(0, count),
      hold: f.hold.subarray(0, count),
      symbol: f.symbol.subarray(0, count),
      isLong: f.isLong.subarray(0, count),
      yearsTested: f.yearsTested.subarray(0, count),
      wins: f.wins.subarray(0, count),
      sharpe: f.sharpe.subarray(0, count),
      shrunkWinRate: f.shrunkWinRate.subarray(0, count),
      scale: f.scale.subarray(0, count),
      won: f.won.subarray(0, count),
      returnPct: f.returnPct.subarray(0, count),
      mfePct: f.mfePct.subarray(0, count),
    };
  }

  private grow(): void {
    this.capacity *= 2;
    const larger = allocate(this.capacity);
    for (const name of Object.keys(larger) as (keyof typeof larger)[]) {
      const from = this.fields[name];
      const to = larger[name];
      if (Array.isArray(to)) for (const [j, column] of to.entries()) column.set((from as Float64Array[])[j]);
      else to.set(from as Float64Array);
    }
    this.fields = larger;
  }
}

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

/** Indices of the rows for which `holds` is true, ascending. */
export function rowsWhere(count: number, holds: (row: number) => boolean): Int32Array {
  // Counted first: there are a million rows, and a second array of them is what a fold would leave to be collected.
  let size = 0;
  for (let row = 0; row < count; row++) if (holds(row)) size += 1;
  const found = new Int32Array(size);
  for (let row = 0, at = 0; at < size; row++) if (holds(row)) found[at++] = row;
  return found;
}

/** Rows of two kinds in one order of entry, those of the first before those of the second, and which are of the second. */
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
