import { type CalendarName, nextSession, previousSession } from '../core/calendar/calendars';
import { type Day, toIso, yearOf } from '../core/calendar/dates';
import type { Bias } from '../core/window/edge';
import type { Direction } from '../core/window/window';
import type { OrderTicket } from './shapes';

/** The sessions on which a window is traded. */
export interface Schedule {
  /** First session on or after the entry date. */
  readonly entrySession: Day;
  /** Last session on or before the exit date. */
  readonly exitSession: Day;
  /** The session before the entry session, or today when that is past. */
  readonly fireOn: Day;
  /** Why the window cannot be traded any more; null when it can. */
  readonly obstacle: Obstacle | null;
}

/** `past`: the entry session has closed, or the entry's market year is over. `no_sessions`: no two sessions in the window. */
export type Obstacle = 'past' | 'no_sessions';

/** @param openFrom first day whose session has not closed, in the market */
export function scheduleOf(
  window: { entry: Day; end: Day },
  calendar: CalendarName,
  today: Day,
  openFrom: Day,
): Schedule {
  const entrySession = nextSession(calendar, window.entry);
  const exitSession = previousSession(calendar, window.end);
  return {
    entrySession,
    exitSession,
    fireOn: Math.max(today, previousSession(calendar, entrySession - 1)),
    obstacle: obstacleOf(window.entry, entrySession, exitSession, { today, openFrom }),
  };
}

function obstacleOf(
  entry: Day,
  entrySession: Day,
  exitSession: Day,
  { today, openFrom }: { readonly today: Day; readonly openFrom: Day },
): Obstacle | null {
  // A pinned entry of a past year is research, even when its session falls into this year.
  if (entrySession < openFrom || yearOf(entry) < yearOf(today)) return 'past';
  return exitSession > entrySession ? null : 'no_sessions';
}

/** The order ticket of SPEC 2.5; absent on a neutral card and when the window cannot be traded any more. */
export function orderTicket(
  symbol: string,
  direction: Direction,
  bias: Bias,
  schedule: Schedule,
): OrderTicket | undefined {
  if (bias === 'neutral' || schedule.obstacle !== null) return undefined;
  return {
    side: direction === 'long' ? 'BUY' : 'SELL',
    symbol,
    type: 'MARKET',
    time_in_force: 'DAY',
    suggested_entry_date: toIso(schedule.entrySession),
    suggested_exit_date: toIso(schedule.exitSession),
    note: `${ASSUMPTION}${direction === 'short' ? BORROWING : ''}`,
  };
}

const ASSUMPTION =
  'The statistics assume the closes of the entry and exit sessions; a market order fills at the price of its moment, ' +
  'and costs are not counted.';
const BORROWING = ' A short sale needs shares to borrow; their fee is not counted either.';
