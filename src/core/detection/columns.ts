import type { Day } from '../calendar/dates';
import type { Closes } from '../window/bars';

/**
 * Closes of a group of symbols by calendar day, in one SharedArrayBuffer that worker threads map without copying.
 *
 * Per symbol one element a calendar day from its first to its last session in each of
 *   close  f64: the close of the last session on or before the day; 0 where that close is not positive (METHOD 1:
 *          such a day is missing as P0 and as P1),
 *   code   u16: order-preserving code of that close, 0 where the close is 0. close a < b implies code a <= b, so that
 *          a screen on codes lets too much through and never too little,
 *   slip   u8: calendar days to the next session, 254 for more, 0 on a session.
 * 11 bytes a day: 120.5 kB for 30 years.
 */
export interface PriceColumns {
  readonly buffer: SharedArrayBuffer;
  /** `RECORD` integers a symbol, see `symbolRecord`. */
  readonly directory: Int32Array;
  /** Pairs of day offsets from the symbol's first session: gaps between sessions, and runs of days without a price. */
  readonly runs: Int32Array;
  readonly close: Float64Array;
  readonly code: Uint16Array;
  readonly slip: Uint8Array;
}

/** One symbol of a group. */
export interface SymbolColumns {
  readonly columns: PriceColumns;
  /** Position in `columns`. */
  readonly index: number;
}

/** Integers a symbol has in the directory: the fields of `SymbolRecord` in their order. */
const RECORD = 9;

/** A symbol's place in its columns. */
export interface SymbolRecord {
  /** Index of its first day in `close`, `code` and `slip`. */
  readonly start: number;
  /** `lastDay < firstDay` says that it has no session. */
  readonly firstDay: Day;
  readonly lastDay: Day;
  /** Index in `runs` of its first gap; `gapsEnd` is the index after the last one. */
  readonly gaps: number;
  readonly gapsEnd: number;
  /** Index in `runs` of its first run of days without a positive price, both ends included. */
  readonly holes: number;
  readonly holesEnd: number;
  /** A code stands for the float32 bits from `origin + ((code - 1) << shift)` to less than `1 << shift` more. */
  readonly origin: number;
  readonly shift: number;
}

export function symbolRecord({ directory }: PriceColumns, symbol: number): SymbolRecord {
  const at = symbol * RECORD;
  return {
    start: directory[at],
    firstDay: directory[at + 1],
    lastDay: directory[at + 2],
    gaps: directory[at + 3],
    gapsEnd: directory[at + 4],
    holes: directory[at + 5],
    holesEnd: directory[at + 6],
    origin: directory[at + 7],
    shift: directory[at + 8],
  };
}

/** Gaps of up to this many days are not listed; no market's gap limit may be below. */
export const SHORTEST_GAP_LIMIT = 7;
/** Maximum of `slip`: below 255, so that no eight in a row are the bits of a NaN double. */
const LONGEST_SLIP = 254;
/** A saturated `slip` must exceed every gap limit. */
export const LONGEST_GAP_LIMIT = LONGEST_SLIP - 1;

const HEADER = 3;
/**
 * 15 bits, so that signed and unsigned comparisons agree: vectors only have the former. No four codes in a row are the
 * bits of a NaN double, so that they can be copied as one double.
 */
const HIGHEST_CODE = 0x7fef;

/**
 * Lays out the columns of a group of symbols; existing columns are copied.
 *
 * @throws RangeError when days do not ascend
 */
export function buildColumns(group: readonly (Closes | SymbolColumns)[]): PriceColumns {
  const parts = group.map((member) => ('columns' in member ? partOf(member) : layOut(member)));
  const pairs = parts.reduce((sum, { gaps, holes }) => sum + gaps.length + holes.length, 0);
  const days = parts.reduce((sum, part) => sum + part.days, 0);
  const header = Int32Array.of(group.length, days, pairs);
  const buffer = new SharedArrayBuffer(layout(header).bytes);
  new Int32Array(buffer, 0, HEADER).set(header);
  const columns = openColumns(buffer);
  let start = 0;
  let run = 0;
  for (const [symbol, { firstDay, days, gaps, holes, origin, shift, fill }] of parts.entries()) {
    const record = [start, firstDay, firstDay + days - 1, run, run + gaps.length];
    columns.runs.set(gaps, run);
    columns.runs.set(holes, run + gaps.length);
    run += gaps.length + holes.length;
    columns.directory.set([...record, run - holes.length, run, origin, shift], symbol * RECORD);
    fill(columns, start);
    start += days;
  }
  return columns;
}

/** One symbol's share of new columns. */
interface Part {
  readonly firstDay: Day;
  readonly days: number;
  readonly gaps: ArrayLike<number>;
  readonly holes: ArrayLike<number>;
  readonly origin: number;
  readonly shift: number;
  fill(columns: PriceColumns, start: number): void;
}

function layOut(closes: Closes): Part {
  const { origin, shift } = scaleOf(closes.close);
  return {
    firstDay: closes.day[0] ?? 0,
    days: daysOf(closes),
    gaps: gapsOf(closes),
    holes: holesOf(closes),
    origin,
    shift,
    fill: (columns, start) => fill(columns, start, closes, origin, shift),
  };
}

/** Copies a symbol of existing columns. Its runs count from its first session, so they need no change. */
function partOf({ columns, index }: SymbolColumns): Part {
  const {
    start: from,
    firstDay,
    lastDay,
    gaps,
    gapsEnd,
    holes,
    holesEnd,
    origin,
    shift,
  } = symbolRecord(columns, index);
  const days = lastDay - firstDay + 1;
  return {
    firstDay,
    days,
    gaps: columns.runs.subarray(gaps, gapsEnd),
    holes: columns.runs.subarray(holes, holesEnd),
    origin,
    shift,
    fill(copy, start) {
      copy.close.set(columns.close.subarray(from, from + days), start);
      copy.code.set(columns.code.subarray(from, from + days), start);
      copy.slip.set(columns.slip.subarray(from, from + days), start);
    },
  };
}

/** The columns in a buffer that `buildColumns` laid out, perhaps in another thread. */
export function openColumns(buffer: SharedArrayBuffer): PriceColumns {
  const header = new Int32Array(buffer, 0, HEADER);
  const [symbols, days, pairs] = header;
  const at = layout(header);
  return {
    buffer,
    directory: new Int32Array(buffer, at.directory, symbols * RECORD),
    runs: new Int32Array(buffer, at.runs, pairs),
    close: new Float64Array(buffer, at.close, days),
    code: new Uint16Array(buffer, at.code, days),
    slip: new Uint8Array(buffer, at.slip, days),
  };
}

/** The last session of a symbol on or before `day`; null when there is none. */
export function lastSession(columns: PriceColumns, symbol: number, day: Day): Day | null {
  const { start, firstDay: first, lastDay: last } = symbolRecord(columns, symbol);
  if (day < first) return null;
  // Answered from the directory: reading the symbol's days would miss the cache.
  if (day >= last) return last < first ? null : last;
  let session = day;
  while (columns.slip[start + session - first] !== 0) session -= 1;
  return session;
}

/** The days on which a symbol has a session, ascending. */
export function sessionDays(columns: PriceColumns, symbol: number): Int32Array {
  const { slip } = columns;
  const { start, firstDay, lastDay } = symbolRecord(columns, symbol);
  const base = start - firstDay;
  const days = new Int32Array(Math.max(0, lastDay - firstDay + 1));
  let count = 0;
  for (let day = firstDay; day <= lastDay; ) {
    const wait = slip[base + day];
    if (wait === 0) days[count++] = day;
    day += wait === 0 ? 1 : wait;
  }
  return days.subarray(0, count);
}

/** Offsets of the columns, multiples of eight bytes. */
function layout(header: Int32Array) {
  const [symbols, days, pairs] = header;
  const directory = HEADER * 4;
  const runs = directory + symbols * RECORD * 4;
  const close = Math.ceil((runs + pairs * 4) / 8) * 8;
  const code = close + days * 8;
  const slip = Math.ceil((code + days * 2) / 8) * 8;
  return { directory, runs, close, code, slip, bytes: Math.ceil((slip + days) / 8) * 8 };
}

function daysOf({ day }: Closes): number {
  return day.length === 0 ? 0 : day[day.length - 1] - day[0] + 1;
}

/** Offsets of the two sessions around every gap longer than the shortest gap limit. */
function gapsOf({ day }: Closes): number[] {
  const gaps: number[] = [];
  for (let i = 1; i < day.length; i++) {
    if (day[i] <= day[i - 1]) throw new RangeError(`days must ascend: got ${day[i]} after ${day[i - 1]}`);
    if (day[i] - day[i - 1] > SHORTEST_GAP_LIMIT) gaps.push(day[i - 1] - day[0], day[i] - day[0]);
  }
  return gaps;
}

/** Offsets of the first and last day of every stretch whose latest close is not positive. */
function holesOf({ day, close }: Closes): number[] {
  const holes: number[] = [];
  for (let i = 0; i < day.length; i++) {
    if (close[i] > 0) continue;
    const first = day[i] - day[0];
    while (i + 1 < day.length && !(close[i + 1] > 0)) i += 1;
    holes.push(first, (i + 1 < day.length ? day[i + 1] - 1 : day[i]) - day[0]);
  }
  return holes;
}

function fill(columns: PriceColumns, start: number, { day, close }: Closes, origin: number, shift: number): void {
  const { close: closes, code: codes, slip } = columns;
  const first = start - (day[0] ?? 0);
  for (let i = 0; i < day.length; i++) {
    const from = first + day[i];
    const to = i + 1 < day.length ? first + day[i + 1] : from + 1;
    const priced = close[i] > 0;
    const price = priced ? close[i] : 0;
    const code = priced ? ((bitsOf(price) - origin) >>> shift) + 1 : 0;
    // A few elements at a time: calling `TypedArray.fill` costs more than the loop.
    for (let at = from; at < to; at++) {
      closes[at] = price;
      codes[at] = code;
      slip[at] = at === from ? 0 : Math.min(LONGEST_SLIP, to - at);
    }
  }
}

/**
 * How a symbol's positive closes become codes 1..32751. The bits of a positive float32 ascend with its value; dropping
 * the low ones leaves steps of about 0.04 % for a stock that has gone up 500-fold.
 */
function scaleOf(close: Float64Array): { origin: number; shift: number } {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = 0;
  for (let i = 0; i < close.length; i++) {
    if (!(close[i] > 0)) continue;
    if (close[i] < lowest) lowest = close[i];
    if (close[i] > highest) highest = close[i];
  }
  if (highest === 0) return { origin: 0, shift: 0 };
  const origin = bitsOf(lowest);
  let shift = 0;
  while ((bitsOf(highest) - origin) >>> shift >= HIGHEST_CODE) shift += 1;
  return { origin, shift };
}

const single = new Float32Array(1);
const singleBits = new Int32Array(single.buffer);

/** The bits of a price as float32. */
function bitsOf(price: number): number {
  single[0] = price;
  return singleBits[0];
}
