import { Cron } from 'croner';
import { type Clock, lastFinalDay } from '../../clock';
import { CALENDARS } from '../../core/calendar/calendars';
import type { Day } from '../../core/calendar/dates';
import type { Market } from '../../core/calendar/market';
import { previousSession } from '../../core/calendar/sessions';
import type { FeedSymbol } from '../../storage/feedSymbols';
import type { Feed } from '../../storage/feeds';

const MS_PER_HOUR = 3_600_000;
/** A provider that has no bar of the session yet is asked again after so long. */
const LATE_MS = 4 * MS_PER_HOUR;
/** A symbol that it knows no more is asked for daily in the first week, since it may be a mistake, and weekly afterwards. */
const WEEK_MS = 7 * 24 * MS_PER_HOUR;
const MISTAKEN_MS = 20 * MS_PER_HOUR;
/** After a failed try an hour, two, four, ... */
const LONGEST_PAUSE_MS = 24 * MS_PER_HOUR;

/** The last session of a market whose bars are final now: what a feed is to have (METHOD 1). */
export function dueSession(market: Market, clock: Clock): Day {
  return previousSession(market.calendar, clock.lastFinalDay(market.calendar));
}

/** The next moment after which another day of a market is final. */
export function nextDue({ calendar }: Market, clock: Clock): Date | null {
  const { zone, finalAfterHours } = CALENDARS[calendar];
  const hour = Math.floor(finalAfterHours) % 24;
  const minute = Math.round((finalAfterHours % 1) * 60);
  const timezone = zone === 'utc' ? 'UTC' : 'America/New_York';
  const cron = new Cron(`${minute} ${hour} * * *`, { timezone, paused: true });
  let next = cron.nextRun(clock.now());
  // A session's day is final on its evening; where days end after midnight, on the next morning.
  while (next !== null && !CALENDARS[calendar].isSession(finalDayAt(next, zone, finalAfterHours)))
    next = cron.nextRun(next);
  return next;
}

function finalDayAt(instant: Date, zone: 'utc' | 'new-york', finalAfterHours: number): Day {
  // New York is four or five hours behind: at its evening both give the same day.
  const wall = instant.getTime() - (zone === 'utc' ? 0 : 5 * MS_PER_HOUR);
  return Math.floor((wall - Math.floor(finalAfterHours / 24) * 24 * MS_PER_HOUR) / (24 * MS_PER_HOUR));
}

/** Whether a feed may be run by itself now. */
export function isFeedDue({ paused, nextAt }: Feed, now: Date): boolean {
  return !paused && (nextAt === null || nextAt <= now);
}

export interface Due {
  readonly market: Market;
  /** The last session wanted. */
  readonly session: Day;
  readonly now: Date;
  /** Whether what failed or was late lately is left alone for a while. */
  readonly patient: boolean;
}

/**
 * The symbols that lack the bar of a session, those not tried for longest first and those that vanished last: a run that
 * ends early is gone on with where it ended.
 */
export function dueSymbols(symbols: readonly FeedSymbol[], { market, session, now, patient }: Due): FeedSymbol[] {
  const lacking = symbols.filter(({ state, through }) => state !== 'paused' && (through === null || through < session));
  const due = patient ? lacking.filter((symbol) => waitsUntil(symbol, market, session) <= now.getTime()) : lacking;
  return due.sort(
    (a, b) =>
      Number(a.state === 'vanished') - Number(b.state === 'vanished') ||
      (a.triedAt?.getTime() ?? 0) - (b.triedAt?.getTime() ?? 0) ||
      (a.ticker < b.ticker ? -1 : 1),
  );
}

function waitsUntil({ triedAt, vanishedAt, failures, state }: FeedSymbol, market: Market, session: Day): number {
  if (triedAt === null) return 0;
  if (state === 'vanished') {
    const gone = triedAt.getTime() - (vanishedAt ?? triedAt).getTime();
    return triedAt.getTime() + (gone < WEEK_MS ? MISTAKEN_MS : WEEK_MS);
  }
  if (failures > 0) return triedAt.getTime() + Math.min(LONGEST_PAUSE_MS, MS_PER_HOUR * 2 ** (failures - 1));
  // What was asked before the session was over is not late.
  return lastFinalDay(market.calendar, triedAt) < session ? 0 : triedAt.getTime() + LATE_MS;
}

/** When something is asked of a feed by itself next; null while it is paused, or no session is to come. */
export function nextRun(
  { paused, nextAt }: Feed,
  symbols: readonly FeedSymbol[],
  market: Market,
  clock: Clock,
): Date | null {
  if (paused) return null;
  const session = dueSession(market, clock);
  const lacking = dueSymbols(symbols, { market, session, now: clock.now(), patient: false });
  if (lacking.length === 0) return nextDue(market, clock);
  const soonest = Math.min(...lacking.map((symbol) => waitsUntil(symbol, market, session)));
  return new Date(Math.max(clock.now().getTime(), nextAt?.getTime() ?? 0, soonest));
}
