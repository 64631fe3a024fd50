import { toIso } from '../core/calendar/dates';
import { type DateOrder, dayOfPair, type FileDates, isPair, orderByChronology } from './fileDates';
import { isOutOfRange } from './priceRange';
import type { RawSeries } from './rawSeries';
import type { RefusalReason } from './readings';

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
