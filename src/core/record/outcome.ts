import { type CalendarName, previousSession } from '../calendar/calendars';
import type { Day } from '../calendar/dates';
import { type Bars, barsThrough, firstAtOrAfter, lastAtOrBefore } from '../window/bars';
import { directedReturn } from '../window/evidence';
import { type Direction, tradeOf } from '../window/window';
import type { OutcomeConvention } from './ledger';

/** A pick to be scored. */
export interface OpenPick {
  /** Earliest entry: the window's entry date, or the first session whose close came after publication. */
  readonly entry: Day;
  /** Last calendar day of the window. */
  readonly exit: Day;
  readonly direction: Direction;
}

/** State of the pick's market. */
export interface MarketState {
  /** The last final bar of the market. */
  readonly through: Day;
  readonly calendar: CalendarName;
  /** Calendar days without a session after which a symbol counts as halted (METHOD 1). */
  readonly gapLimit: number;
  /** The last session of each of its other symbols, computed on demand. */
  readonly lastSessions: () => readonly Day[];
}

/** A scored pick; the return is percent in the direction of the pick, not rounded. */
export interface PickOutcome {
  /** Null when the symbol never traded. */
  readonly entrySession: Day | null;
  readonly exitSession: Day | null;
  readonly returnPct: number;
  readonly convention: OutcomeConvention | null;
}

/** Calendar days without a trade, while the market trades on, after which a symbol counts as delisted. */
const DELISTED_AFTER = 90;
/** Share of a market's other symbols that may end with one; above it the data ended, not the symbols. */
const MOST_ENDED = 0.1;
/**
 * What a delisted stock is worth without a price, as a share of its last close: Shumway (1997), "The Delisting Bias in
 * CRSP Data", finds -30 % for delistings for cause. Used against longs only: a short gains nothing from it.
 */
const DELISTED_VALUE = 0.7;

/**
 * Whether a symbol is delisted: it has no trade for 90 days while its market trades on. When more than a tenth of the
 * others that still traded end within the gap limit of it, an import left them out, and the answer is no.
 *
 * @param lastBar of the symbol
 */
export function hasStoppedTrading(
  lastBar: Day,
  { through, gapLimit, lastSessions }: Omit<MarketState, 'calendar'>,
): boolean {
  if (through - lastBar <= DELISTED_AFTER) return false;
  const alive = lastSessions().filter((last) => last >= lastBar - gapLimit);
  return alive.filter((last) => last <= lastBar + gapLimit).length <= MOST_ENDED * alive.length;
}

/**
 * The outcome of a pick by METHOD 1-2: from the close of the first session on or after the entry to the close of the
 * last session on or before the exit. Null while it is open.
 *
 * A symbol that is halted over the exit (a gap beyond the gap limit) exits at its first trade afterwards, `halted`. One
 * without a trade for 90 days is `delisted`, at 70 % of its last close for a long and at its last close for a short;
 * one that never traded since the entry is `never_traded`, a return of 0 and so a loss.
 *
 * @param bars final ones only
 */
export function outcomeOf(bars: Bars, pick: OpenPick, market: MarketState): PickOutcome | null {
  const { through, calendar } = market;
  const exitDue = previousSession(calendar, pick.exit);
  if (through < exitDue) return null;
  const entryIndex = firstAtOrAfter(bars, pick.entry);
  const sessions = bars.day.length;
  const lastBar = sessions === 0 ? pick.entry : bars.day[sessions - 1];
  const gone = through - pick.entry > DELISTED_AFTER && hasStoppedTrading(lastBar, market);
  if (entryIndex === sessions) {
    return gone ? { entrySession: null, exitSession: null, returnPct: 0, convention: 'never_traded' } : null;
  }
  const exitIndex = exitOf(bars, entryIndex, pick.exit, exitDue, market.gapLimit);
  if (exitIndex !== null) return traded(bars, pick, entryIndex, exitIndex, market.gapLimit);
  return gone ? delisted(bars, pick, entryIndex) : null;
}

/** Index of the exit session; null while there is none. */
function exitOf(bars: Bars, entryIndex: number, exit: Day, exitDue: Day, gapLimit: number): number | null {
  const last = lastAtOrBefore(bars, exit);
  const next = last + 1;
  const resumes = next < bars.day.length;
  if (last > entryIndex) {
    if (bars.day[last] >= exitDue) return last;
    // No bar on the due day: a day without a trade or an unforeseen closure, certain once trading has resumed.
    if (resumes && bars.day[next] - bars.day[last] <= gapLimit) return last;
  }
  const first = Math.max(next, entryIndex + 1);
  return first < bars.day.length ? first : null;
}

function traded(bars: Bars, pick: OpenPick, from: number, to: number, gapLimit: number): PickOutcome {
  const { day, close } = bars;
  let halted = day[from] - pick.entry > gapLimit || day[to] > pick.exit;
  for (let i = from; i < to; i++) if (day[i + 1] - day[i] > gapLimit) halted = true;
  return {
    entrySession: day[from],
    exitSession: day[to],
    returnPct: directedReturn(close[from], close[to], pick.direction),
    convention: halted ? 'halted' : null,
  };
}

function delisted({ day, close }: Bars, { direction }: OpenPick, from: number): PickOutcome {
  const last = day.length - 1;
  const worth = close[last] * (direction === 'long' ? DELISTED_VALUE : 1);
  return {
    entrySession: day[from],
    exitSession: day[last],
    returnPct: directedReturn(close[from], worth, direction),
    convention: 'delisted',
  };
}

/** The random-date reference of a pick (METHOD 9). Percent in the direction of the pick, unrounded. */
export interface RandomDates {
  readonly windows: number;
  /** 0..1 */
  readonly winRate: number;
  readonly mean: number;
}

/** Sessions on either side of the pick's entry that count as entries. */
export const RANDOM_SESSIONS = 126;

/** The return between the closes of two sessions; null unless the symbol traded on both. */
export function returnBetween(bars: Bars, entry: Day, exit: Day, direction: Direction): number | null {
  const from = firstAtOrAfter(bars, entry);
  const to = lastAtOrBefore(bars, exit);
  if (to <= from || bars.day[from] !== entry || bars.day[to] !== exit) return null;
  const positive = bars.close[from] > 0 && bars.close[to] > 0;
  return positive ? directedReturn(bars.close[from], bars.close[to], direction) : null;
}

/**
 * Mean return of the same symbol, hold and direction entered on each of the 126 sessions before and after the pick's
 * entry, its own window left out (METHOD 9): the exact expectation of a random date.
 *
 * @param bars of the symbol; entries are its own sessions
 * @param pick its entry session
 * @param market bars after its last final one are ignored
 * @returns `open` until the last of those windows is over; null when none was complete
 */
export function randomDates(
  bars: Bars,
  pick: { readonly entry: Day; readonly hold: number; readonly direction: Direction },
  market: Omit<MarketState, 'calendar'>,
): RandomDates | null | 'open' {
  const history = barsThrough(bars, market.through);
  const entryIndex = firstAtOrAfter(history, pick.entry);
  if (!isOver(history, entryIndex, pick.hold, market)) return 'open';
  let windows = 0;
  let won = 0;
  let sum = 0;
  const last = Math.min(history.day.length - 1, entryIndex + RANDOM_SESSIONS);
  for (let i = Math.max(0, entryIndex - RANDOM_SESSIONS); i <= last; i++) {
    const entry = history.day[i];
    const trade =
      i === entryIndex ? null : tradeOf(history, { year: 0, entry, end: entry + pick.hold - 1 }, market.gapLimit);
    if (!trade) continue;
    const r = directedReturn(history.close[trade.entryIndex], history.close[trade.exitIndex], pick.direction);
    windows += 1;
    if (r > 0) won += 1;
    sum += r;
  }
  return windows === 0 ? null : { windows, winRate: won / windows, mean: sum / windows };
}

/**
 * Whether the last window is over, or never will be because the symbol is delisted. Judged by the symbol's own bars, so
 * that the figures do not depend on when they are computed.
 */
function isOver({ day }: Bars, entryIndex: number, hold: number, market: Omit<MarketState, 'calendar'>): boolean {
  if (day.length === 0) return false;
  const lastBar = day[day.length - 1];
  const last = entryIndex + RANDOM_SESSIONS;
  return (last < day.length && lastBar >= day[last] + hold - 1) || hasStoppedTrading(lastBar, market);
}
