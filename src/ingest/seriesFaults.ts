import { CALENDARS } from '../core/calendar/calendars';
import { type Day, toIso } from '../core/calendar/dates';
import type { Bars } from '../core/window/bars';
import { type DateOrder, dayOfPair, type FileDates, isPair, orderByChronology } from './fileDates';
import { isOutOfRange, shown } from './numbers';
import { type RawSeries, VOLUME } from './rawSeries';
import type { IngestContext, LastBar, ParsedSeries, RefusalReason } from './readings';

/** A fault of a whole series. */
export interface SeriesFault {
  readonly reason: RefusalReason;
  readonly detail: string;
}

/** If most rows are further apart (days), the data is weekly or monthly. Daily data is at most a long weekend apart. */
const MAX_DAILY_STEP = 4;
/** Minimum rows for the checks of spacing and ranges. */
const ENOUGH_ROWS = 8;
/** Three rows per day on average are intraday data; two can be a file that repeats its rows. */
const INTRADAY_ROWS_PER_DAY = 3;
/**
 * If a larger share of the rows has a high below or a low above the other prices, the columns are mislabelled. The worst known
 * correct series (quotes of the Philippine peso) has 13 %; mislabelled columns have nearly all.
 */
const MISLABELLED_SHARE = 0.25;

/**
 * Replaces pairs by days, in the order of day and month that the file shows. All pairs are valid in that order: an invalid one
 * would have made the order `mixed`.
 */
export function resolveDays(raw: RawSeries, dates: FileDates): SeriesFault | null {
  if (!raw.hasPairs) return null;
  const order = dates.order();
  if (order === 'mixed') {
    return { reason: 'date_order', detail: 'some dates can only be day-first and others only month-first' };
  }
  const pairs = Array.from(raw.day.subarray(0, raw.count)).filter(isPair);
  const settled: DateOrder | null = order ?? orderByChronology(pairs);
  if (settled === null) return { reason: 'date_order', detail: 'no day above 12 and no run of days settles it' };
  for (let i = 0; i < raw.count; i++) if (isPair(raw.day[i])) raw.day[i] = dayOfPair(raw.day[i], settled);
  return null;
}

/** The fault of a whole series; null = none. Call after `resolveDays`. */
export function findSeriesFault(raw: RawSeries): SeriesFault | null {
  return spacingFault(raw) ?? mislabelledFault(raw);
}

function spacingFault(raw: RawSeries): SeriesFault | null {
  if (raw.count < ENOUGH_ROWS) return null;
  const days = distinctDays(raw.day.subarray(0, raw.count));
  if (raw.count >= INTRADAY_ROWS_PER_DAY * days.length) {
    return { reason: 'not_daily', detail: `${raw.count} rows on ${days.length} days` };
  }
  const steps = days.subarray(1).map((day, i) => day - days[i]);
  const long = steps.filter((step) => step > MAX_DAILY_STEP);
  if (2 * long.length <= steps.length) return null;
  const typical = long.sort()[long.length >>> 1];
  return { reason: 'not_daily', detail: `rows lie ${typical} days apart, the first on ${toIso(days[0])}` };
}

/** The distinct days, ascending; the same array if it is already. */
function distinctDays(days: Int32Array): Int32Array {
  for (let i = 1; i < days.length; i++) if (days[i] <= days[i - 1]) return Int32Array.from(new Set(days)).sort();
  return days;
}

function mislabelledFault(raw: RawSeries): SeriesFault | null {
  let checked = 0;
  let outside = 0;
  for (let i = 0; i < raw.count; i++) {
    if (Number.isNaN(raw.high[i]) || Number.isNaN(raw.low[i])) continue;
    checked += 1;
    if (isOutOfRange(raw.open[i], raw.high[i], raw.low[i], raw.close[i])) outside += 1;
  }
  if (checked < ENOUGH_ROWS || outside <= MISLABELLED_SHARE * checked) return null;
  return {
    reason: 'mislabelled',
    detail: `high is not the highest or low not the lowest price on ${outside} of ${checked} rows`,
  };
}

/** Larger moves are flagged (DESIGN 6), as a share of the earlier close. */
const LARGE_MOVE = 0.6;
/** Usual split ratios. 3:2 is left out, since a fall by a third has too many other causes. */
const SPLITS = [2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 16, 20, 25, 30, 40, 50, 100];
/** Tolerance for the ratio of two closes, which includes the move of the session itself. */
const SPLIT_TOLERANCE = 0.03;
/** Companies split high prices: below this, a halved price is a cheap stock that fell. */
const LOWEST_SPLIT_PRICE = 10;

/** Calendar days within which a rise shows that a fall was not a split. */
const REVERSAL_DAYS = 10;

/** A conspicuous move from one close to the next. */
export interface Move {
  readonly day: Day;
  readonly kind: 'jump' | 'split_like';
  readonly detail: string;
  readonly up: boolean;
  /** Whether it looks like a forward split for which the file is not adjusted. */
  readonly forwardSplit: boolean;
}

/**
 * Judges the move from one close to the next. A missed split has a ratio near 1:n and the whole bar at the new level, unlike a
 * crash during the session.
 *
 * @returns null for an ordinary move, or if a price is not positive
 */
export function judgeMove(before: number, bar: { day: Day; high: number; low: number; close: number }): Move | null {
  if (!(before > 0 && bar.close > 0)) return null;
  const ratio = bar.close / before;
  if (ratio < 1 + LARGE_MOVE && ratio > 0.6) return null;
  const split = SPLITS.find(
    (n) => Math.abs(ratio * n - 1) < SPLIT_TOLERANCE || Math.abs(ratio / n - 1) < SPLIT_TOLERANCE,
  );
  const onNewLevel = ratio < 1 ? !(bar.high > before * ratio * 1.25) : !(bar.low < before * ratio * 0.8);
  const percent = `${shown(before)} to ${shown(bar.close)}, ${ratio > 1 ? '+' : ''}${shown(100 * (ratio - 1))} %`;
  if (split !== undefined && onNewLevel) {
    const name = ratio < 1 ? `${split}:1` : `1:${split}`;
    const forwardSplit = ratio < 1 && before >= LOWEST_SPLIT_PRICE;
    return {
      day: bar.day,
      kind: 'split_like',
      detail: `${percent}, like a ${name} split`,
      up: ratio > 1,
      forwardSplit,
    };
  }
  const large = Math.abs(ratio - 1) > LARGE_MOVE;
  return large ? { day: bar.day, kind: 'jump', detail: percent, up: ratio > 1, forwardSplit: false } : null;
}

/** Why a series is considered unadjusted: two or more moves that look like splits. Null if it is not. */
export function unadjustedDetail(moves: readonly Move[]): string | null {
  const splits = moves.filter((move) => move.forwardSplit && !moves.some((other) => undoes(other, move)));
  if (splits.length < 2) return null;
  const [first] = splits;
  return `${splits.length} moves look like splits, the first on ${toIso(first.day)} (${first.detail})`;
}

/** A price that recovers within days was an error of the vendor, not a split. */
function undoes(other: Move, split: Move): boolean {
  return other.up && Math.abs(other.day - split.day) <= REVERSAL_DAYS;
}

/** Volumes examined, and how many of them must be rounded for an exact one to be evidence. */
const VOLUMES = 250;
const VOLUMES_NEEDED = 60;
/** Closes in whole cents that must precede a close between cents for it to be evidence. */
const CLOSES_NEEDED = 10;
/** Below a dollar, US stocks trade in hundredths of a cent. */
const LOWEST_CENT_PRICE = 1;
/** Relative error of single precision, which Yahoo uses for prices. */
const SINGLE = 2 ** -24;

/** Whether the last bar of a file is a snapshot taken during the session, and why. */
export interface Verdict {
  readonly lastBar: LastBar;
  readonly detail: string;
}

/**
 * Recognises a session under way by two signs. Yahoo rounds the volume of settled sessions to hundreds, but not that of a running
 * one. US closing auctions are priced in whole cents, whereas a last trade can lie between cents. The last bar is a snapshot if it
 * differs in one of these from all bars before it.
 *
 * @param rows indexes of the series' rows, by day
 */
export function judgeLastBar(raw: RawSeries, rows: Int32Array, { calendar }: IngestContext): Verdict {
  const byVolume = volumeVerdict(raw.volume, rows);
  if (byVolume === 'partial') return { lastBar: 'partial', detail: 'its volume is exact where all before are rounded' };
  if (byVolume === 'unknown' && CALENDARS[calendar].closesInCents && isBetweenCents(raw.close, rows)) {
    return { lastBar: 'partial', detail: 'its close lies between cents where all before are whole' };
  }
  return { lastBar: byVolume, detail: '' };
}

function volumeVerdict(volume: Uint8Array, rows: Int32Array): LastBar {
  const last = rows.length - 1;
  let rounded = 0;
  for (let at = last - 1; at >= 0 && at >= last - VOLUMES; at--) {
    if (volume[rows[at]] === VOLUME.exact) return 'unknown';
    if (volume[rows[at]] === VOLUME.rounded) rounded += 1;
  }
  if (
    last < 0 ||
    rounded < VOLUMES_NEEDED ||
    volume[rows[last]] === VOLUME.unknown ||
    volume[rows[last]] === VOLUME.zero
  )
    return 'unknown';
  return volume[rows[last]] === VOLUME.exact ? 'partial' : 'settled';
}

function isBetweenCents(close: Float64Array, rows: Int32Array): boolean {
  const last = rows.length - 1;
  if (last < CLOSES_NEEDED || isWholeCents(close[rows[last]]) !== false) return false;
  for (let at = last - CLOSES_NEEDED; at < last; at++) if (isWholeCents(close[rows[at]]) !== true) return false;
  return true;
}

/** Null if the price is too low to trade in cents, or too high for single precision to show them. */
function isWholeCents(price: number): boolean | null {
  const cents = price * 100;
  const noise = cents * SINGLE + 1e-6;
  if (!(price >= LOWEST_CENT_PRICE) || noise > 0.2) return null;
  return Math.abs(cents - Math.round(cents)) <= noise;
}

/** A file of one symbol, and its layout. */
interface FetchedFile {
  readonly format: string;
  readonly series: ParsedSeries;
}

/**
 * Removes last bars of sessions under way. Files of one folder and layout that end on the same day were fetched together: if one
 * shows that its last bar is a snapshot, those of the other files are too. A file keeps its last bar if its volume
 * shows that the bar is settled.
 *
 * @param files of one folder
 * @returns the series in the same order
 */
export function withoutBarsUnderWay(files: readonly FetchedFile[]): ParsedSeries[] {
  const partial = new Map<string, string>();
  for (const { format, series } of files) {
    const snapshot =
      series.lastBar === 'partial' ? series.refused.find(({ kind }) => kind === 'provisional') : undefined;
    if (snapshot?.lastDay != null) partial.set(`${snapshot.lastDay} ${format}`, series.symbol);
  }
  return files.map(({ format, series }) => {
    const { bars, lastBar } = series;
    const other = partial.get(`${bars.day[bars.day.length - 1]} ${format}`);
    return lastBar === 'unknown' && other !== undefined ? withoutLastBar(series, other) : series;
  });
}

function withoutLastBar(series: ParsedSeries, other: string): ParsedSeries {
  const { bars, symbol } = series;
  const day = bars.day[bars.day.length - 1];
  const where = { firstDay: day, lastDay: day, firstLine: series.lastLine, lastLine: series.lastLine };
  const detail = `fetched together with ${other}, whose last bar is a snapshot`;
  const refused = [...series.refused, { kind: 'provisional' as const, symbol, rows: 1, ...where, detail }];
  return {
    ...series,
    bars: withoutLast(bars),
    flags: series.flags.filter((flag) => flag.firstLine !== series.lastLine),
    refused,
  };
}

function withoutLast(bars: Bars): Bars {
  const part = <A extends Int32Array | Float64Array>(column: A) => column.subarray(0, -1) as A;
  return { day: part(bars.day), close: part(bars.close), high: part(bars.high), low: part(bars.low) };
}
