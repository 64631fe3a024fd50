import { type RawSeries, VOLUME } from './rawSeries';
import type { Findings, FlagKind } from './readings';

/** Consecutive sessions without a trade after which the rows are padding: a month. */
const LONG_RUN = 20;
/** Relative tolerance for equal prices of a row, which may be scaled by an adjusted close. */
const EQUAL = 1e-9;

/**
 * Refuses long runs of rows in which nobody traded: open, high, low and close equal, volume 0. In short runs, flags the rows that
 * repeat the close before. A series without any volume, as of a fund or an exchange rate, is left alone.
 *
 * @param rows indexes of the series' rows, by day
 */
export function withoutUntraded(raw: RawSeries, rows: Int32Array, flags: Findings<FlagKind>): Int32Array {
  const hasVolumes = rows.some((i) => raw.volume[i] === VOLUME.exact || raw.volume[i] === VOLUME.rounded);
  if (!hasVolumes) return rows;
  const kept: number[] = [];
  for (let at = 0; at < rows.length; ) {
    let end = at;
    while (end < rows.length && isUntraded(raw, rows[end])) end += 1;
    const run = rows.subarray(at, end);
    if (run.length >= LONG_RUN) for (const i of run) raw.refused.add('untraded', raw.line[i], raw.day[i]);
    else {
      for (let k = 1; k < run.length; k++) {
        if (raw.close[run[k]] === raw.close[run[k - 1]]) flags.add('repeated', raw.line[run[k]], raw.day[run[k]]);
      }
      kept.push(...run);
    }
    if (end < rows.length) kept.push(rows[end]);
    at = end + 1;
  }
  return Int32Array.from(kept);
}

function isUntraded({ volume, open, high, low, close }: RawSeries, i: number): boolean {
  const isClose = (price: number) => Math.abs(price - close[i]) <= EQUAL * Math.abs(close[i]);
  return volume[i] === VOLUME.zero && isClose(open[i]) && isClose(high[i]) && isClose(low[i]);
}
