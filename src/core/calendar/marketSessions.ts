import { upperBound } from '../window/bars';
import { previousSession, sessionsBetween } from './calendars';
import type { Day } from './dates';
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
