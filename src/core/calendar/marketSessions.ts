import { upperBound } from '../window/bars';
import { nthSession, previousSession, sessionsBetween } from './calendars';
import { addMonths, type Day, parseIso, toIso } from './dates';
import type { Market } from './market';

/** Calendar days before a day whose highest count it is compared with (METHOD 1). */
const MEASURED_OVER = 370;

/**
 * The sessions of a market: the days on which at least half as many members have a bar as on the best of the 370 days
 * before (METHOD 1). So one member with fresher bars than all others makes no session, nor does one that trades on a
 * holiday. The last one is the market's last final bar.
 *
 * @param counts members with a final bar, by day from `first` on
 * @returns ascending
 */
export function marketSessions(counts: Uint16Array, first: Day): Int32Array {
  const sessions: Day[] = [];
  // A queue of days in the span whose counts descend: the first has the highest count.
  const best = new Int32Array(counts.length);
  let head = 0;
  let tail = 0;
  for (let i = 0; i < counts.length; i++) {
    if (head < tail && best[head] < i - MEASURED_OVER) head += 1;
    const highest = head < tail ? counts[best[head]] : 0;
    if (counts[i] > 0 && 2 * counts[i] >= highest) sessions.push(first + i);
    while (tail > head && counts[best[tail - 1]] <= counts[i]) tail -= 1;
    best[tail++] = i;
  }
  return Int32Array.from(sessions);
}

/**
 * `as_of` of a window: the last session of its market on or before the day before its entry, whenever it is requested
 * (METHOD 1). The day before itself when the market had no session yet, so that nothing is known.
 *
 * @param sessions of the market, ascending, final ones only
 */
export function lastSessionBefore(sessions: Int32Array, entry: Day): Day {
  const before = upperBound(sessions, entry - 1);
  return before === 0 ? entry - 1 : sessions[before - 1];
}

/**
 * The sessions of a market from one day through another: up to its last bar those that the bars show, then those of its
 * calendar (METHOD 8). A gap longer than the gap limit also gets the sessions of the calendar: while it lasted, its days lay
 * beyond the last bar (most members had ended, and the others made no sessions yet), and their sessions must not change.
 *
 * @param sessions as above
 */
export function sessionsOver(
  { calendar, gapLimit }: Pick<Market, 'calendar' | 'gapLimit'>,
  sessions: Int32Array,
  from: Day,
  to: Day,
): Day[] {
  const days: Day[] = [];
  const first = upperBound(sessions, from - 1);
  // Before its first session a market has no gap.
  let before = sessions[Math.max(0, first - 1)] ?? from;
  for (let i = first; i < sessions.length && before <= to; i++) {
    const session = sessions[i];
    if (session - before > gapLimit)
      days.push(...sessionsBetween(calendar, Math.max(from, before + 1), Math.min(to, session - 1)));
    if (session <= to) days.push(session);
    before = session;
  }
  const lastBar = sessions.at(-1) ?? from - 1;
  return [...days, ...sessionsBetween(calendar, Math.max(from, lastBar + 1), to)];
}

/** The sessions of a market up to a day, as they were known on it. @param sessions as above */
export function sessionsThrough(sessions: Int32Array, day: Day): Int32Array {
  return sessions.subarray(0, upperBound(sessions, day));
}

/**
 * Calendar days by which the prices of a market end before the last session that is due on a day, where that is
 * more than the gap limit: too old for an order ticket (METHOD 1). Null while they are current.
 *
 * @param sessions of the market; those after the day are ignored
 * @param day the newest whose bars are final
 */
export function daysBehind({ calendar, gapLimit }: Market, sessions: Int32Array, day: Day): number | null {
  const behind = previousSession(calendar, day) - lastSessionBefore(sessions, day + 1);
  return behind > gapLimit ? behind : null;
}

/**
 * Number of sessions of its calendar for which a market has no bar yet; null without prices.
 *
 * @param sessions as above
 * @param day the newest whose bars are final
 */
export function sessionsMissing({ calendar }: Pick<Market, 'calendar'>, sessions: Int32Array, day: Day): number | null {
  const last = sessionsThrough(sessions, day).at(-1);
  return last === undefined ? null : sessionsBetween(calendar, last + 1, day).length;
}

/** Days a scan considers entering on, both ends included. */
export interface DateRange {
  readonly start: Day;
  readonly end: Day;
}

/** An explicit window may end at most this many days after its start. */
const LONGEST_SCAN_WINDOW = 366;

const ACCEPTED = `'now', 'next_2_weeks', 'next_month' or 'YYYY-MM-DD..YYYY-MM-DD'`;

/**
 * The days that `window` of GET /scan means (SPEC 4.1, DESIGN 5): `now` = today through the 10th NYSE session from
 * today, `next_2_weeks` = 14 days, `next_month` = up to the day before the same date of the next month.
 * The caller checks that the start lies in the market year.
 *
 * @returns the range, or a sentence that says what is wrong and what is accepted
 */
export function resolveScanWindow(text: string, today: Day): DateRange | { readonly fault: string } {
  if (text === 'now') return { start: today, end: nthSession('nyse', today, 10) };
  if (text === 'next_2_weeks') return { start: today, end: today + 13 };
  if (text === 'next_month') return { start: today, end: addMonths(today, 1) - 1 };
  const parts = text.split('..');
  const [start, end] = parts.map(parseIso);
  if (parts.length !== 2 || start === null || end === null) {
    return { fault: `window must be ${ACCEPTED} with dates that exist; got '${text}'` };
  }
  if (end < start) return { fault: `window must not end before it starts; got '${text}'` };
  if (end > start + LONGEST_SCAN_WINDOW) {
    const latest = toIso(start + LONGEST_SCAN_WINDOW);
    return {
      fault: `window must end at most ${LONGEST_SCAN_WINDOW} days after its start, here ${latest}; got '${text}'`,
    };
  }
  return { start, end };
}

/** `A..B`, the form used in answers. */
export function printRange(range: DateRange): string {
  return `${toIso(range.start)}..${toIso(range.end)}`;
}
