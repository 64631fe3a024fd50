import { Cron } from 'croner';
import { type Clock, lastFinalDay } from '../../clock';
import { CALENDARS, previousSession } from '../../core/calendar/calendars';
import type { Day } from '../../core/calendar/dates';
import type { Market } from '../../core/calendar/market';
import type { FeedSymbol } from '../../storage/feedSymbols';
import type { Feed } from '../../storage/feeds';

const MS_PER_HOUR = 3_600_000;
/** Delay before a symbol is requested again whose provider has no bar of the session yet. */
const LATE_MS = 4 * MS_PER_HOUR;
/** A symbol that vanished is requested daily for a week, since that may be a mistake, and weekly afterwards. */
const WEEK_MS = 7 * 24 * MS_PER_HOUR;
const MISTAKEN_MS = 20 * MS_PER_HOUR;
/** The pause after a failure doubles from one hour up to this. */
const LONGEST_PAUSE_MS = 24 * MS_PER_HOUR;

/** The last session of a market whose bars are final now (METHOD 1). */
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
  while (next !== null && !CALENDARS[calendar].isSession(lastFinalDay(calendar, next))) next = cron.nextRun(next);
  return next;
}

/** Whether the service may run a feed now. */
export function isFeedDue({ paused, nextAt }: Feed, now: Date): boolean {
  return !paused && (nextAt === null || nextAt <= now);
}

export interface Due {
  readonly market: Market;
  /** The last session to fetch. */
  readonly session: Day;
  readonly now: Date;
  /** Whether symbols that failed or were late recently are skipped until their pause is over. */
  readonly respectPauses: boolean;
}

/**
 * The symbols that lack the bar of a session: the least recently tried first, and those that vanished at the end. So a run
 * continues where an earlier one ended.
 */
export function dueSymbols(symbols: readonly FeedSymbol[], { market, session, now, respectPauses }: Due): FeedSymbol[] {
  const lacking = symbols.filter(({ state, through }) => state !== 'paused' && (through === null || through < session));
  const due = respectPauses
    ? lacking.filter((symbol) => waitsUntil(symbol, market, session) <= now.getTime())
    : lacking;
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
  // A response from before the session was final does not make the symbol late.
  return lastFinalDay(market.calendar, triedAt) < session ? 0 : triedAt.getTime() + LATE_MS;
}

/** When the service runs a feed next; null while it is paused, or if its calendar has no further session. */
export function nextRun(
  { paused, nextAt }: Feed,
  symbols: readonly FeedSymbol[],
  market: Market,
  clock: Clock,
): Date | null {
  if (paused) return null;
  const session = dueSession(market, clock);
  const lacking = dueSymbols(symbols, { market, session, now: clock.now(), respectPauses: false });
  if (lacking.length === 0) return nextDue(market, clock);
  const soonest = Math.min(...lacking.map((symbol) => waitsUntil(symbol, market, session)));
  return new Date(Math.max(clock.now().getTime(), nextAt?.getTime() ?? 0, soonest));
}
