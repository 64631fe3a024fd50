import { CALENDARS } from '../core/calendar/calendars';
import { type RawSeries, VOLUME } from './rawSeries';
import type { IngestContext, LastBar } from './readings';

/** Volumes looked at, and how many must be rounded before an exact one says something. */
const VOLUMES = 250;
const VOLUMES_NEEDED = 60;
/** Closes in whole cents needed before one that is not says something. */
const CLOSES_NEEDED = 10;
/** Below a dollar US stocks trade in hundredths of a cent. */
const LOWEST_CENT_PRICE = 1;
/** Relative error of single precision, in which Yahoo's prices come. */
const SINGLE = 2 ** -24;

/** What the file itself tells of its last bar: a snapshot taken during the session, a settled one, or nothing. */
export interface Verdict {
  readonly lastBar: LastBar;
  readonly detail: string;
}

/**
 * Two traces of a session under way. Yahoo rounds the volume of settled sessions to hundreds and gives that of a
 * running one to the share; US closing auctions are priced in whole cents, while a last trade can lie between. So a
 * last bar is a snapshot when it alone breaks what all bars before it keep.
 *
 * @param rows of the series, by day
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
  if (last < 0 || rounded < VOLUMES_NEEDED || volume[rows[last]] === VOLUME.unknown) return 'unknown';
  return volume[rows[last]] === VOLUME.exact ? 'partial' : 'settled';
}

function isBetweenCents(close: Float64Array, rows: Int32Array): boolean {
  const last = rows.length - 1;
  if (last < CLOSES_NEEDED || isWholeCents(close[rows[last]]) !== false) return false;
  for (let at = last - CLOSES_NEEDED; at < last; at++) if (isWholeCents(close[rows[at]]) !== true) return false;
  return true;
}

/** Null where the price is too low for cents, or too high for single precision to show them. */
function isWholeCents(price: number): boolean | null {
  const cents = price * 100;
  const noise = cents * SINGLE + 1e-6;
  if (!(price >= LOWEST_CENT_PRICE) || noise > 0.2) return null;
  return Math.abs(cents - Math.round(cents)) <= noise;
}
