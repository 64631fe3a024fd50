import type { Day } from './dates';
import type { Market } from './market';
import { previousSession, sessionsBetween } from './sessions';

/** Calendar days whose best day a session is measured against (METHOD 1). */
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
  // Days before this one that no later day has matched, so that their counts descend: the first is the best.
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
 * `as_of` of a window: the last session of its market on or before the day before its entry, whenever it is asked
 * (METHOD 1). The day before itself when the market had no session yet, so that nothing is known.
 *
 * @param sessions of the market, ascending, final ones only
 */
export function lastSessionBefore(sessions: Int32Array, entry: Day): Day {
  const before = countBefore(sessions, entry);
  return before === 0 ? entry - 1 : sessions[before - 1];
}

/** How many of ascending days lie before one. */
function countBefore(sessions: Int32Array, day: Day): number {
  let low = 0;
  let high = sessions.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sessions[middle] < day) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The sessions of a market from one day through another: up to its last bar those that the bars show, whatever the rules
 * of its exchange foresaw, then those of its calendar (METHOD 8).
 *
 * @param sessions as above
 */
export function sessionsOver({ calendar }: Pick<Market, 'calendar'>, sessions: Int32Array, from: Day, to: Day): Day[] {
  const lastBar = sessions.at(-1) ?? from - 1;
  const past = Array.from(sessions.subarray(countBefore(sessions, from), countBefore(sessions, to + 1)));
  return [...past, ...sessionsBetween(calendar, Math.max(from, lastBar + 1), to)];
}

/**
 * Calendar days by which the prices of a market end before the last session that should be there on a day, where that is
 * more than the gap limit: too old for an order ticket (METHOD 1). Null while they are current.
 *
 * @param sessions as above; those after the day are not known on it
 * @param day the newest whose bars are final
 */
export function daysBehind({ calendar, gapLimit }: Market, sessions: Int32Array, day: Day): number | null {
  const behind = previousSession(calendar, day) - lastSessionBefore(sessions, day + 1);
  return behind > gapLimit ? behind : null;
}

/**
 * Sessions of its calendar that a market has no bar of yet; null without prices.
 *
 * @param sessions as above
 * @param day the newest whose bars are final
 */
export function sessionsMissing({ calendar }: Pick<Market, 'calendar'>, sessions: Int32Array, day: Day): number | null {
  const last = sessions.at(-1);
  return last === undefined ? null : sessionsBetween(calendar, last + 1, day).length;
}
