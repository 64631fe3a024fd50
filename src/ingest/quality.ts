import { CALENDARS } from '../core/calendar/calendars';
import { type Day, toIso, weekdayOf } from '../core/calendar/dates';
import { type Bars, emptyBars } from '../core/window/bars';
import { type FileDates, isPair } from './fileDates';
import { judgeLastBar } from './lastBar';
import { judgeMove, type Move, unadjustedDetail } from './moves';
import { describeRange, isOutOfRange, shown } from './priceRange';
import type { RawSeries } from './rawSeries';
import { Findings, type FlagKind, type IngestContext, type ParsedSeries } from './readings';
import { findSeriesFault, resolveDays, type SeriesFault } from './seriesFaults';

const UNKNOWN = Number.NaN;

/** A weekend day counts as traded with this many bars, and this share of the busiest weekday's. */
const REGULAR_BARS = 3;
const REGULAR_SHARE = 0.25;
/** Days a market that trades around the clock can be ahead of its last final bar. */
const SESSIONS_UNDER_WAY = 2;

/**
 * The quality gates of DESIGN 6 over one symbol's rows. Every row ends up in the bars or in `refused`; what is odd about
 * a row that stays is in `flags`.
 */
export function judge(raw: RawSeries, context: IngestContext, dates: FileDates): ParsedSeries {
  const flags = new Findings<FlagKind>(raw.symbol);
  const fault = resolveDays(raw, dates) ?? findSeriesFault(raw);
  if (fault) return refuseAll(raw, fault);
  const sorted = sortByDay(raw, flags);
  const rows = withoutWeekends(raw, withoutRepeats(raw, acceptable(raw, sorted, context)), context, flags);
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

/** A series refused as a whole; also used for one that could not be read to its end. */
export function refuseAll(raw: RawSeries, { reason, detail }: SeriesFault, rows = allRows(raw)): ParsedSeries {
  for (const i of rows) raw.refused.add(reason, raw.line[i], isPair(raw.day[i]) ? null : raw.day[i], detail);
  const { symbol, rowsIn, refused } = raw;
  return { symbol, bars: emptyBars(0), rowsIn, refused: refused.list, flags: [], lastBar: 'unknown', lastLine: 0 };
}

/** Rows by day, equal days in the order of the file. A file may run either way; a row against its run is flagged. */
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

/** Rows whose day has come and is over, with a price the market allows. */
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

/** A price of zero is left to the gate before. */
function isPlausible(price: number, { priceRange }: IngestContext): boolean {
  const size = Math.abs(price);
  return price === 0 || (size >= priceRange.min && size <= priceRange.max);
}

/** Not final now, or not yet when the file was written: a file of 15:30 New York holds half a session for ever. */
function isUnderWay(day: Day, { lastFinalDay, lastFinalDayOfFile }: IngestContext): boolean {
  if (day > lastFinalDay) return true;
  if (lastFinalDayOfFile === null) return false;
  return day > lastFinalDayOfFile && day <= lastFinalDayOfFile + SESSIONS_UNDER_WAY;
}

/** Of rows with the same day the last in the file stays: a correction follows what it corrects. */
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
 * Weekend rows in a market of weekdays: a vendor's Saturday snapshot is refused, since it is no session; the regular
 * bars of a symbol that does trade then (NYSE's Saturdays until 1952, Sundays in Tel Aviv) are kept and flagged.
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

/** The bars, with an implausible range dropped. Noise within the tolerance is cut so that low <= close <= high holds. */
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

/** A price of exactly zero is padding, in every market; a negative one is a price only where the market has them. */
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

/** `close 10 to 5, -50 %`: what a move came from and to stands before its percentage (moves.ts). */
const MOVE = /[-+\d.e]+ to [-+\d.e]+, (?=[-+]?[\d.]+(?:e[-+]?\d+)? %)/g;
/** `: stored 10, file 5`, at the end of a detail (overlap.ts). */
const BOTH = /: stored [-+\d.e]+, (?:file|provider) [-+\d.e]+/g;

/** `close 10, 11 in line 4`: of a date that a file repeats. */
const REPEATED = /\bclose [-+\d.e]+, [-+\d.e]+ in line /g;
/** `high 3 is below low 4`, `close -1`: prices by their name (also priceRange.ts). */
const NAMED = /\b(open|high|low|close) (?:[-+]?\d[-+\d.e]*|NaN)/g;

/** The detail of a finding or of prices held back without its prices: dates, counts, percentages and factors stay. */
export function priceFree(detail: string): string {
  return detail.replace(BOTH, '').replace(MOVE, '').replace(REPEATED, 'another close in line ').replace(NAMED, '$1');
}
