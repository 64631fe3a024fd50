import { CALENDARS } from '../core/calendar/calendars';
import { type Day, toIso, weekdayOf } from '../core/calendar/dates';
import { type Bars, emptyBars } from '../core/window/bars';
import { type FileDates, isPair } from './fileDates';
import { describeRange, isOutOfRange, shown } from './numbers';
import { type RawSeries, VOLUME } from './rawSeries';
import { Findings, type FlagKind, type IngestContext, type ParsedSeries } from './readings';
import {
  findSeriesFault,
  judgeLastBar,
  judgeMove,
  type Move,
  resolveDays,
  type SeriesFault,
  unadjustedDetail,
} from './seriesFaults';

const UNKNOWN = Number.NaN;

/** A weekend day is a trading day if it has this many bars, and this share of the bars of the most frequent weekday. */
const REGULAR_BARS = 3;
const REGULAR_SHARE = 0.25;
/** Maximum days by which a bar can be ahead of the last final one, in a market that trades around the clock. */
const SESSIONS_UNDER_WAY = 2;

/**
 * Applies the quality gates of DESIGN 6 to one symbol's rows. Every row becomes a bar or is in `refused`; `flags` holds the
 * anomalies of accepted rows.
 */
export function judgeSeries(raw: RawSeries, context: IngestContext, dates: FileDates): ParsedSeries {
  const flags = new Findings<FlagKind>(raw.symbol);
  const fault = resolveDays(raw, dates) ?? findSeriesFault(raw);
  if (fault) return refuseAll(raw, fault);
  const sorted = sortByDay(raw, flags);
  const weekdays = withoutWeekends(raw, withoutRepeats(raw, acceptable(raw, sorted, context)), context, flags);
  const rows = withoutUntraded(raw, weekdays, flags);
  const { lastBar, detail } = judgeLastBar(raw, rows, context);
  const final = lastBar === 'partial' ? rows.subarray(0, -1) : rows;
  for (const i of rows.subarray(final.length)) raw.refused.add('provisional', raw.line[i], raw.day[i], detail);
  const bars = toBars(raw, final, context, flags);
  const moves = flagMovesAndGaps(raw, final, bars, context, flags);
  const unadjusted = context.unadjusted ? null : unadjustedDetail(moves);
  if (unadjusted) return refuseAll(raw, { reason: 'unadjusted', detail: unadjusted }, final);
  const lastLine = raw.line[final[final.length - 1]] ?? 0;
  return {
    symbol: raw.symbol,
    bars,
    rowsIn: raw.rowsIn,
    refused: raw.refused.list,
    flags: flags.list,
    lastBar,
    lastLine,
  };
}

function allRows(raw: RawSeries): Int32Array {
  const rows = new Int32Array(raw.count);
  for (let i = 0; i < rows.length; i++) rows[i] = i;
  return rows;
}

/** Refuses all rows of a series, or the given ones. */
export function refuseAll(raw: RawSeries, { reason, detail }: SeriesFault, rows = allRows(raw)): ParsedSeries {
  for (const i of rows) raw.refused.add(reason, raw.line[i], isPair(raw.day[i]) ? null : raw.day[i], detail);
  const { symbol, rowsIn, refused } = raw;
  return { symbol, bars: emptyBars(0), rowsIn, refused: refused.list, flags: [], lastBar: 'unknown', lastLine: 0 };
}

/** Row indexes by day; equal days stay in the order of the file. Flags rows against the file's direction, up or down. */
function sortByDay(raw: RawSeries, flags: Findings<FlagKind>): Int32Array {
  const { day, count } = raw;
  let falls = 0;
  let rises = 0;
  for (let i = 1; i < count; i++) {
    if (day[i] < day[i - 1]) falls += 1;
    else if (day[i] > day[i - 1]) rises += 1;
  }
  const rows = allRows(raw);
  if (falls === 0) return rows;
  const way = falls > rises ? -1 : 1;
  for (let i = 1, furthest = day[0]; i < count; i++) {
    if ((day[i] - furthest) * way < 0) flags.add('out_of_order', raw.line[i], day[i]);
    else furthest = day[i];
  }
  return rows.sort((a, b) => day[a] - day[b] || a - b);
}

/** The rows of final sessions whose price the market allows; others are refused. */
function acceptable(raw: RawSeries, rows: Int32Array, context: IngestContext): Int32Array {
  const { day, close, line, refused } = raw;
  return rows.filter((i) => {
    if (day[i] > context.today) refused.add('future', line[i], day[i]);
    else if (isUnderWay(day[i], context)) refused.add('provisional', line[i], day[i]);
    else if (close[i] <= 0 && !context.allowsNonPositive) {
      refused.add('non_positive', line[i], day[i], `close ${shown(close[i])}`);
    } else if (!isPlausible(close[i], context)) {
      const { min, max } = context.priceRange;
      refused.add('implausible', line[i], day[i], `close ${shown(close[i])}, plausible is ${min} to ${max}`);
    } else return true;
    return false;
  });
}

/** A price of zero is checked by `allowsNonPositive` instead. */
function isPlausible(price: number, { priceRange }: IngestContext): boolean {
  const size = Math.abs(price);
  return price === 0 || (size >= priceRange.min && size <= priceRange.max);
}

/** Whether a session was not final when the file was written, or is not final now. A file of 15:30 holds half a session. */
function isUnderWay(day: Day, { lastFinalDay, lastFinalDayOfFile }: IngestContext): boolean {
  if (day > lastFinalDay) return true;
  if (lastFinalDayOfFile === null) return false;
  return day > lastFinalDayOfFile && day <= lastFinalDayOfFile + SESSIONS_UNDER_WAY;
}

/** Of rows with the same day, only the last in the file stays: a correction follows the row that it corrects. */
function withoutRepeats(raw: RawSeries, rows: Int32Array): Int32Array {
  return rows.filter((i, at) => {
    const next = rows[at + 1];
    if (next === undefined || raw.day[next] !== raw.day[i]) return true;
    const differs = raw.close[next] !== raw.close[i];
    const detail = differs ? `close ${shown(raw.close[i])}, ${shown(raw.close[next])} in line ${raw.line[next]}` : '';
    raw.refused.add('duplicate', raw.line[i], raw.day[i], detail);
    return false;
  });
}

/**
 * Handles weekend rows in a market that trades on weekdays. Single rows, such as a vendor's Saturday snapshot, are refused.
 * Regular ones (NYSE's Saturdays until 1952, Sundays in Tel Aviv) are kept and flagged.
 */
function withoutWeekends(
  raw: RawSeries,
  rows: Int32Array,
  context: IngestContext,
  flags: Findings<FlagKind>,
): Int32Array {
  if (CALENDARS[context.calendar].tradesOnWeekends) return rows;
  const bars = new Array<number>(7).fill(0);
  for (const i of rows) bars[weekdayOf(raw.day[i])] += 1;
  if (bars[0] + bars[6] === 0) return rows;
  const busiest = Math.max(...bars);
  return rows.filter((i) => {
    const weekday = weekdayOf(raw.day[i]);
    if (weekday !== 0 && weekday !== 6) return true;
    const regular = bars[weekday] >= REGULAR_BARS && bars[weekday] >= REGULAR_SHARE * busiest;
    if (regular) flags.add('weekend', raw.line[i], raw.day[i]);
    else raw.refused.add('weekend', raw.line[i], raw.day[i]);
    return regular;
  });
}

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
function withoutUntraded(raw: RawSeries, rows: Int32Array, flags: Findings<FlagKind>): Int32Array {
  const hasVolumes = rows.some((i) => raw.volume[i] === VOLUME.exact || raw.volume[i] === VOLUME.rounded);
  if (!hasVolumes) return rows;
  const kept = new Int32Array(rows.length);
  let count = 0;
  for (let at = 0; at < rows.length; ) {
    if (!isUntraded(raw, rows[at])) {
      kept[count++] = rows[at++];
      continue;
    }
    let end = at + 1;
    while (end < rows.length && isUntraded(raw, rows[end])) end += 1;
    const run = rows.subarray(at, end);
    if (run.length >= LONG_RUN) for (const i of run) raw.refused.add('untraded', raw.line[i], raw.day[i]);
    else {
      for (let k = 1; k < run.length; k++) {
        if (raw.close[run[k]] === raw.close[run[k - 1]]) flags.add('repeated', raw.line[run[k]], raw.day[run[k]]);
      }
      kept.set(run, count);
      count += run.length;
    }
    at = end;
  }
  return kept.subarray(0, count);
}

function isUntraded({ volume, open, high, low, close }: RawSeries, i: number): boolean {
  if (volume[i] !== VOLUME.zero) return false;
  const isClose = (price: number) => Math.abs(price - close[i]) <= EQUAL * Math.abs(close[i]);
  return isClose(open[i]) && isClose(high[i]) && isClose(low[i]);
}

/** The bars, without implausible highs and lows. Errors within the tolerance are removed, so that low <= close <= high. */
function toBars(raw: RawSeries, rows: Int32Array, context: IngestContext, flags: Findings<FlagKind>): Bars {
  const n = rows.length;
  const bars = emptyBars(n);
  for (let at = 0; at < n; at++) {
    const i = rows[at];
    const close = raw.close[i];
    const high = knownPrice(raw.high[i], context);
    const low = knownPrice(raw.low[i], context);
    const open = raw.open[i];
    if (open === 0) flags.add('unknown_open', raw.line[i], raw.day[i]);
    const noPrice = Number.isNaN(high) !== Number.isNaN(raw.high[i]) || Number.isNaN(low) !== Number.isNaN(raw.low[i]);
    const bad = noPrice || isOutOfRange(open, high, low, close);
    if (bad) {
      const detail = noPrice
        ? `high ${shown(raw.high[i])}, low ${shown(raw.low[i])}`
        : describeRange(open, high, low, close);
      flags.add('range', raw.line[i], raw.day[i], detail);
    }
    bars.day[at] = raw.day[i];
    bars.close[at] = close;
    bars.high[at] = bad || Number.isNaN(high) ? UNKNOWN : Math.max(high, close);
    bars.low[at] = bad || Number.isNaN(low) ? UNKNOWN : Math.min(low, close);
  }
  return bars;
}

/** NaN for a price of exactly zero, which is padding in every market, and for one that the market does not allow. */
function knownPrice(price: number, context: IngestContext): number {
  const isNone = price === 0 || (price < 0 && !context.allowsNonPositive) || !isPlausible(price, context);
  return isNone ? UNKNOWN : price;
}

function flagMovesAndGaps(
  raw: RawSeries,
  rows: Int32Array,
  bars: Bars,
  { gapLimit }: IngestContext,
  flags: Findings<FlagKind>,
): Move[] {
  const moves: Move[] = [];
  for (let at = 1; at < rows.length; at++) {
    const line = raw.line[rows[at]];
    const day = bars.day[at];
    const gap = day - bars.day[at - 1];
    if (gap > gapLimit) flags.add('gap', line, day, `${gap} days after ${toIso(bars.day[at - 1])}`);
    const bar = { day, high: bars.high[at], low: bars.low[at], close: bars.close[at] };
    const move = judgeMove(bars.close[at - 1], bar);
    if (!move) continue;
    moves.push(move);
    flags.add(move.kind, line, day, move.detail);
  }
  return moves;
}

/** `10 to 5, ` in `10 to 5, -50 %` (seriesFaults.ts). */
const MOVE = /[-+\d.e]+ to [-+\d.e]+, (?=[-+]?[\d.]+(?:e[-+]?\d+)? %)/g;
/** `: stored 10, file 5` at the end of a detail (merge.ts). */
const BOTH = /: stored [-+\d.e]+, (?:file|provider) [-+\d.e]+/g;

/** `close 10, 11 in line 4` of a repeated date. */
const REPEATED = /\bclose [-+\d.e]+, [-+\d.e]+ in line /g;
/** Named prices, as in `high 3 is below low 4` and `close -1` (also numbers.ts). */
const NAMED = /\b(open|high|low|close) (?:[-+]?\d[-+\d.e]*|NaN)/g;

/** Removes the prices from a detail. Dates, counts, percentages and factors stay. */
export function priceFree(detail: string): string {
  return detail.replace(BOTH, '').replace(MOVE, '').replace(REPEATED, 'another close in line ').replace(NAMED, '$1');
}
