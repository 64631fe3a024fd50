import { CALENDARS } from '../core/calendar/calendars';
import { type RawSeries, VOLUME } from './rawSeries';
import type { IngestContext, LastBar } from './readings';

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
