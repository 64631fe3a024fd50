import { previousSession } from '../../core/calendar/calendars';
import { addMonths, type Day, dateOf, dayOf, toIso, yearOf } from '../../core/calendar/dates';
import type { Market } from '../../core/calendar/market';
import { lastSessionBefore, sessionsOver } from '../../core/calendar/marketSessions';
import { lastSession } from '../../core/detection/columns';
import { Detector } from '../../core/detection/detector';
import { type DetectionRequest, planDetection } from '../../core/detection/plan';
import { rankingBy } from '../../core/detection/ranking';
import { type ForwardMonth, type ForwardRow, RANKINGS, type Ranking } from '../../core/evidence/forwardResult';
import { randomDates } from '../../core/record/outcome';
import { directedReturn } from '../../core/window/evidence';
import { tradeOf } from '../../core/window/window';
import {
  type JudgedWindow,
  judgedBest,
  nullOf,
  type SearchSettings,
  searchOf,
  type Universe,
  type UniverseSymbol,
} from './universe';

/** Months, both included, each by its first day. */
export interface MonthRange {
  readonly from: Day;
  readonly to: Day;
}

export function monthsOf({ from, to }: MonthRange): Day[] {
  const months: Day[] = [];
  for (let month = from; month <= to; month = addMonths(month, 1)) months.push(month);
  return months;
}

/** The first day of a day's month. */
export function monthOf(day: Day): Day {
  const { year, month } = dateOf(day);
  return dayOf(year, month, 1);
}

/** The month of a day as YYYY-MM. */
export function monthName(day: Day): string {
  return toIso(day).slice(0, 7);
}

/**
 * One month of the walk-forward test: searches with the prices before its first day, takes for each symbol and ranking the best
 * window that a scan would show, and measures its return in the month.
 *
 * @param key of the draws, see `rotationKey`
 */
export function forwardMonth(
  universe: Universe,
  market: Market,
  month: Day,
  settings: SearchSettings,
  key: number,
): ForwardMonth {
  const asOf = lastSessionBefore(universe.sessions, month);
  const days = sessionsOver(market, universe.sessions, month, addMonths(month, 1) - 1);
  const request = searchOf(
    universe,
    days.map((day) => ({ day, asOf })),
    settings,
  );
  const nulls = nullOf(universe, request, key, settings.rotations);
  const detectors = singleWindows(request).map((window) => new Detector(universe.columns, planDetection(window)));
  const rows: ForwardRow[] = [];
  let symbols = 0;
  let unfinished = 0;
  for (const symbol of universe.symbols) {
    const windows = detectors.flatMap((detector) => judgedBest(universe, request, nulls, detector, symbol));
    if (windows.length === 0) continue;
    symbols += 1;
    for (const ranking of RANKINGS) {
      const [best] = windows.sort(rankingBy(ranking));
      const row = outcomeOf(universe, symbol, ranking, best);
      if (row === null) unfinished += 1;
      else rows.push(row);
    }
  }
  return { month: monthName(month), symbols, unfinished, rows };
}

/** One request for each window, so that every qualifying window is returned and not only the best. */
function singleWindows(request: DetectionRequest): DetectionRequest[] {
  return request.entries.flatMap((entry) =>
    Array.from({ length: request.maxHold - request.minHold + 1 }, (_, i) => {
      const hold = request.minHold + i;
      return { ...request, entries: [entry], minHold: hold, maxHold: hold };
    }),
  );
}

/** The return of a window; null if its occurrence is incomplete (METHOD 1) or not over. */
function outcomeOf(
  { gapLimit, sessions, symbols: all, columns: prices }: Universe,
  { symbol, index, bars }: UniverseSymbol,
  ranking: Ranking,
  { direction, entry, hold, significance, drift }: JudgedWindow,
): ForwardRow | null {
  const trade = tradeOf(bars, { year: yearOf(entry), entry, end: entry + hold - 1 }, gapLimit);
  if (trade === null || significance.pSymbol === null) return null;
  const sign = direction === 'long' ? 1 : -1;
  const returnPct = directedReturn(bars.close[trade.entryIndex], bars.close[trade.exitIndex], direction);
  const random = randomDates(
    bars,
    { entry, hold, direction },
    {
      through: sessions[sessions.length - 1],
      gapLimit,
      lastSessions: () =>
        all.flatMap((other) => (other.index === index ? [] : (lastSession(prices, other.index, Infinity) ?? []))),
    },
  );
  return {
    ranking,
    symbol,
    direction,
    entry: toIso(entry),
    hold,
    p_symbol: significance.pSymbol,
    return_pct: returnPct,
    beyond_drift_pct: returnPct - sign * 100 * drift,
    beyond_random_pct: random === null || random === 'open' ? null : returnPct - random.mean,
  };
}

/**
 * The months of `2013..2024` or `2013-01..2024-06`.
 *
 * @throws RangeError that says what is accepted
 */
export function parseMonths(text: string): MonthRange {
  const match = /^(\d{4})(?:-(\d\d))?\.\.(\d{4})(?:-(\d\d))?$/.exec(text);
  if (match) {
    const [, fromYear, fromMonth = '01', toYear, toMonth = '12'] = match;
    const isMonth = [fromMonth, toMonth].every((month) => Number(month) >= 1 && Number(month) <= 12);
    const from = dayOf(Number(fromYear), Number(fromMonth), 1);
    const to = dayOf(Number(toYear), Number(toMonth), 1);
    if (isMonth && from <= to) return { from, to };
  }
  throw new RangeError(
    `the range is '${text}', accepted is YYYY..YYYY or YYYY-MM..YYYY-MM, the first not after the second`,
  );
}

/** Years of prices before the first month: the fewest that a window needs, and one more for its drift. */
const YEARS_BEFORE = 6;

/** @throws RangeError naming the months that can be tested if a month lacks prices or years before it */
export function requireTestable({ sessions }: Universe, { calendar }: Market, { from, to }: MonthRange): void {
  const last = sessions[sessions.length - 1];
  const lastMonth = monthOf(last);
  const isOver = previousSession(calendar, addMonths(lastMonth, 1) - 1) <= last;
  const earliest = addMonths(monthOf(sessions[0]), 12 * YEARS_BEFORE);
  const latest = isOver ? lastMonth : addMonths(lastMonth, -1);
  if (from >= earliest && to <= latest) return;
  const testable =
    earliest <= latest
      ? `the months ${monthName(earliest)}..${monthName(latest)} can be tested`
      : 'no month can be tested';
  const requested = `${monthName(from)}..${monthName(to)}`;
  throw new RangeError(`prices reach from ${toIso(sessions[0])} to ${toIso(last)}: ${testable}, not ${requested}`);
}
