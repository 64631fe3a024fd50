import { CALENDARS } from '../core/calendar/calendars';
import type { Bars } from '../core/window/bars';
import { type RawSeries, VOLUME } from './rawSeries';
import type { IngestContext, LastBar, ParsedSeries } from './readings';

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
