import { addMonths, type Day, dateOf, dayOf, inYear, isLeapYear, yearOf } from '../calendar/dates';
import { lastSession, type SymbolColumns, symbolRecord } from '../detection/columns';
import { type Bars, barsThrough, upperBound } from './bars';
import { lookback, type Occurrence, type WindowSpec } from './window';

/** Local alias: in another context, as in tests, looking a global up costs more than the arithmetic. */
const { log: logOf } = Math;

/** Points of every averaged year: Feb 29 is dropped, so that all years have the same ones. */
const POINTS = 365;
/** Log-price range below which a curve is flat: rounding noise of a constant or steadily growing price. */
const FLAT_RANGE = 1e-9;
/** Index points below which a change, or a hold's whole range, counts as flat (METHOD 4). */
const FLAT_POINTS = 2;

/** The fields of a window that its curve depends on: the shown annual cycle begins on its entry date. */
type CurveSpec = Pick<WindowSpec, 'entry' | 'years' | 'cycle' | 'asOf'>;

/** The seasonal curve of METHOD 4. */
export interface SeasonalCurve {
  /** First day of the shown annual cycle. */
  readonly start: Day;
  /** 0..100, one for each calendar day of the shown cycle: 365, or 366 when it contains a Feb 29. */
  readonly index: Float64Array;
  /** The cycles averaged, by the year of their start, oldest first (`curve_years`). Never empty. */
  readonly years: readonly number[];
}

/** The curve inside a hold. Index points, unrounded. */
export interface CurveSummary {
  /** See `shapeOf`. */
  readonly shape: 'rising' | 'falling' | 'peaked' | 'troughed' | 'flat';
  /** Sign of `changePts`; flat below 2 points. */
  readonly trend: 'rising' | 'falling' | 'flat';
  /** Index at exit - index at entry. */
  readonly changePts: number;
  /** Days from entry (0 = entry day) of the first highest and first lowest index. */
  readonly peakDay: number;
  readonly troughDay: number;
}

/**
 * The seasonal curve (METHOD 4): for each of the N latest completed cycles the forward-filled log close on 365 days
 * from the cycle's start, less the straight line between its end points; averaged over the cycles and scaled to
 * 0..100. A flat curve is 50 throughout. It is not inverted for shorts.
 *
 * Closes at or below zero are filled over. A cycle is missing without a bar at or after its end, or when on any of its
 * days the last positive close is `gapLimit` or more days old: not listed yet, halted, or delisted. Missing cycles are
 * never replaced by older ones.
 *
 * @param gapLimit calendar days
 * @returns null when every cycle is missing
 */
export function seasonalCurve(symbol: SymbolColumns, spec: CurveSpec, gapLimit: number): SeasonalCurve | null {
  const last = lastSession(symbol.columns, symbol.index, spec.asOf);
  if (last === null) return null;
  const total = new Float64Array(POINTS);
  const logs = new Float64Array(POINTS);
  const years: number[] = [];
  for (const cycle of cyclesOf(spec)) {
    if (cycle.end > last || !fillLogs(symbol, cycle, gapLimit, logs)) continue;
    addDetrended(logs, total);
    years.push(cycle.year);
  }
  if (years.length === 0) return null;
  return { start: spec.entry, index: unfold(spec.entry, scale(total, years.length)), years };
}

/** The N latest cycles that end by as-of, oldest first: each ends the day before the next one's start. */
function cyclesOf({ entry, years, cycle, asOf }: CurveSpec): Occurrence[] {
  const { month, day } = dateOf(entry);
  return lookback({ entry, end: entry, years, cycle, asOf, preset: { endsBefore: { month, day } } });
}

/** The Feb 29 in a range of at most a year; Infinity when there is none. */
function leapDayIn(first: Day, last: Day): number {
  for (let year = yearOf(first); year <= yearOf(last); year++) {
    const leapDay = dayOf(year, 2, 29);
    if (isLeapYear(year) && leapDay >= first && leapDay <= last) return leapDay;
  }
  return Infinity;
}

/** Writes a cycle's forward-filled log closes without Feb 29, whose move lands on Mar 1; false when it is missing. */
function fillLogs({ columns, index }: SymbolColumns, cycle: Occurrence, gapLimit: number, logs: Float64Array): boolean {
  const { close, slip } = columns;
  const { start, firstDay } = symbolRecord(columns, index);
  const base = start - firstDay;
  const leapDay = leapDayIn(cycle.entry, cycle.end);
  // A session without a positive price is filled over like any other day.
  let filledFrom = cycle.entry;
  while (filledFrom >= firstDay && !(slip[base + filledFrom] === 0 && close[base + filledFrom] > 0)) filledFrom -= 1;
  if (filledFrom < firstDay) return false;
  let log = logOf(close[base + filledFrom]);
  for (let k = 0, day = cycle.entry; day <= cycle.end; day++) {
    if (slip[base + day] === 0 && day > filledFrom && close[base + day] > 0) {
      filledFrom = day;
      log = logOf(close[base + day]);
    }
    if (day - filledFrom >= gapLimit) return false;
    if (day !== leapDay) logs[k++] = log;
  }
  return true;
}

/** Adds the logs less the straight line between their end points. */
function addDetrended(logs: Float64Array, total: Float64Array): void {
  const first = logs[0];
  const slope = (logs[POINTS - 1] - first) / (POINTS - 1);
  for (let k = 0; k < POINTS; k++) total[k] += logs[k] - (first + slope * k);
}

/** 100 * (x - min) / (max - min) of the average. */
function scale(total: Float64Array, count: number): Float64Array {
  let min = Infinity;
  let max = -Infinity;
  for (let k = 0; k < POINTS; k++) {
    if (total[k] < min) min = total[k];
    if (total[k] > max) max = total[k];
  }
  const range = max - min;
  if (range / count < FLAT_RANGE) return new Float64Array(POINTS).fill(50);
  // Divided first, so that the highest point is 100 exactly.
  const points = new Float64Array(POINTS);
  for (let k = 0; k < POINTS; k++) points[k] = 100 * ((total[k] - min) / range);
  return points;
}

/** The 365 points on the shown cycle's days; its Feb 29 repeats Feb 28, the last point when the cycle starts on it. */
function unfold(start: Day, points: Float64Array): Float64Array {
  const { month, day } = dateOf(start);
  const days = inYear({ month, day }, yearOf(start) + 1) - start;
  const leapOffset = leapDayIn(start, start + days - 1) - start;
  const index = new Float64Array(days);
  for (let offset = 0, k = 0; offset < days; offset++) {
    if (offset === leapOffset) index[offset] = points[k === 0 ? POINTS - 1 : k - 1];
    else index[offset] = points[k++];
  }
  return index;
}

/**
 * The part of the curve inside a hold (METHOD 4). The cycle repeats, so that a hold may run past its end.
 *
 * @param hold calendar days, 2..366
 */
export function curveSummary(curve: SeasonalCurve, entry: Day, hold: number): CurveSummary {
  const { index, start } = curve;
  const from = (((entry - start) % index.length) + index.length) % index.length;
  let peakDay = 0;
  let troughDay = 0;
  for (let day = 1; day < hold; day++) {
    const value = index[(from + day) % index.length];
    if (value > index[(from + peakDay) % index.length]) peakDay = day;
    if (value < index[(from + troughDay) % index.length]) troughDay = day;
  }
  const at = (day: number) => index[(from + day) % index.length];
  const changePts = at(hold - 1) - at(0);
  const trend = Math.abs(changePts) < FLAT_POINTS ? 'flat' : changePts > 0 ? 'rising' : 'falling';
  return { shape: shapeOf(at(0), at(hold - 1), at(peakDay), at(troughDay)), trend, changePts, peakDay, troughDay };
}

/**
 * The shape by where the hold's ends lie in the range the curve spans inside it: low then high is rising, high then
 * low falling, both low peaked, both high troughed; flat when the range is below 2 points. Ends less than 2 points
 * apart are no rise or fall: they are taken together, low or high by their middle. The range's middle itself is low.
 */
function shapeOf(entry: number, exit: number, highest: number, lowest: number): CurveSummary['shape'] {
  if (highest - lowest < FLAT_POINTS) return 'flat';
  const middle = (highest + lowest) / 2;
  const together = Math.abs(exit - entry) < FLAT_POINTS;
  const entryHigh = (together ? (entry + exit) / 2 : entry) > middle;
  const exitHigh = together ? entryHigh : exit > middle;
  if (entryHigh === exitHigh) return entryHigh ? 'troughed' : 'peaked';
  return exitHigh ? 'rising' : 'falling';
}

/** A symbol's latest close against earlier ones; percent, not direction-aware (METHOD 2). Null without enough data. */
export interface Trend {
  /** Last close against the close nearest one month back. */
  readonly return1m: number | null;
  /** Last close against the average of the latest 200 closes, itself included. */
  readonly long: number | null;
  /** `long` 21 sessions earlier. */
  readonly longPrevious: number | null;
  /** Last close against the average of the latest 50 closes. */
  readonly short: number | null;
  readonly shortPrevious: number | null;
}

const LONG_SESSIONS = 200;
const SHORT_SESSIONS = 50;
/** About a month of sessions. */
const SESSIONS_BACK = 21;

/**
 * The trend block of a symbol's statistics as of a day.
 *
 * @param gapLimit calendar days: the one-month return needs a close within this distance of one month back
 */
export function trendOf(bars: Bars, asOf: Day, gapLimit: number): Trend {
  const history = barsThrough(bars, asOf);
  const closes = positiveCloses(history.close);
  const now = closes.length - 1;
  return {
    return1m: monthReturn(history.day, closes, gapLimit),
    long: distance(closes, now, LONG_SESSIONS),
    longPrevious: distance(closes, now - SESSIONS_BACK, LONG_SESSIONS),
    short: distance(closes, now, SHORT_SESSIONS),
    shortPrevious: distance(closes, now - SESSIONS_BACK, SHORT_SESSIONS),
  };
}

/** The closes with each non-positive one replaced by the one before (METHOD 1); NaN until the first positive one. */
function positiveCloses(close: Float64Array): Float64Array {
  let last = NaN;
  return close.map((value) => {
    if (value > 0) last = value;
    return last;
  });
}

/** 100 * (close / average - 1) at session `at`; null when the average would reach before the first close. */
function distance(closes: Float64Array, at: number, sessions: number): number | null {
  const first = at - sessions + 1;
  if (first < 0 || Number.isNaN(closes[first])) return null;
  let sum = 0;
  for (let i = first; i <= at; i++) sum += closes[i];
  return 100 * (closes[at] / (sum / sessions) - 1);
}

function monthReturn(day: Int32Array, closes: Float64Array, gapLimit: number): number | null {
  const now = day.length - 1;
  if (now < 1) return null;
  const target = addMonths(day[now], -1);
  const after = upperBound(day, target - 1);
  const before = after - 1;
  // Nearest session; of two equally near, the earlier.
  const nearest = before >= 0 && target - day[before] <= day[after] - target ? before : after;
  if (nearest === now || Math.abs(day[nearest] - target) > gapLimit || Number.isNaN(closes[nearest])) return null;
  return 100 * (closes[now] / closes[nearest] - 1);
}
