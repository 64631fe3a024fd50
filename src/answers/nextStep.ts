import { type CalendarName, nextSession, previousSession } from '../core/calendar/calendars';
import { type Day, toIso, yearOf } from '../core/calendar/dates';
import type { Bias } from '../core/window/edge';
import type { Direction } from '../core/window/window';
import { type CardFacts, copyText, record } from './cardFacts';
import { plural } from './phrases';
import type { NextStep, PatternCard } from './shapes';

/** The sessions on which a window is traded. */
export interface Schedule {
  /** First session on or after the entry date. */
  readonly entrySession: Day;
  /** Last session on or before the exit date. */
  readonly exitSession: Day;
  /** The session before the entry session, or today when that is past. */
  readonly fireOn: Day;
  /**
   * Why the window cannot be traded any more; null when it can. `past`: the entry session has closed, and the entry date lies
   * before today. `closed`: it has closed, and the entry date is today's. `no_sessions`: no two sessions in the window.
   */
  readonly obstacle: 'past' | 'closed' | 'no_sessions' | null;
}

/** @param openFrom first day whose session has not closed, in the market */
export function scheduleOf(
  window: { entry: Day; end: Day },
  calendar: CalendarName,
  today: Day,
  openFrom: Day,
): Schedule {
  const entrySession = nextSession(calendar, window.entry);
  const exitSession = previousSession(calendar, window.end);
  // A pinned entry of a past year is research, even when its session falls into this year.
  const isOver = entrySession < openFrom || yearOf(window.entry) < yearOf(today);
  return {
    entrySession,
    exitSession,
    fireOn: Math.max(today, previousSession(calendar, entrySession - 1)),
    obstacle: isOver ? endOfEntry(window.entry < today) : exitSession > entrySession ? null : 'no_sessions',
  };
}

function endOfEntry(isPastDate: boolean): 'past' | 'closed' {
  return isPastDate ? 'past' : 'closed';
}

/** The next step of a card (SPEC 2.5): ticket and reminder while it can still be traded, copy text and framing. */
export function nextStep(facts: CardFacts, schedule: Schedule): NextStep {
  const ticket = orderTicket(facts.symbol, facts.direction, facts.bias, schedule);
  return {
    headline: nextStepHeadline(facts, schedule),
    ...(ticket === undefined ? {} : { order_ticket: ticket }),
    copy_text: copyText(facts),
    ...(schedule.obstacle === null ? { set_reminder: reminderOf(facts, schedule) } : {}),
    framing: framing(facts),
  };
}

/**
 * Updates the next step of an older card: once the entry session has closed it has no ticket and no reminder.
 *
 * @param today `YYYY-MM-DD`, as `openFrom`, the first day whose session has not closed
 */
export function nextStepOn(step: NextStep, setup: PatternCard['setup'], today: string, openFrom: string): NextStep {
  const { order_ticket: ticket, set_reminder: reminder, ...rest } = step;
  const isTradable = ticket !== undefined || reminder !== undefined;
  if (isTradable && (setup.entry_session ?? setup.entry_date) < openFrom)
    return { ...rest, headline: entryOver(setup.entry_date, endOfEntry(setup.entry_date < today)) };
  if (reminder === undefined || reminder.fire_on >= today) return step;
  return { ...step, set_reminder: { ...reminder, fire_on: today } };
}

/** The order ticket of SPEC 2.5; absent on a neutral card and when the window cannot be traded any more. */
export function orderTicket(
  symbol: string,
  direction: Direction,
  bias: Bias,
  { obstacle, entrySession, exitSession }: Schedule,
): NextStep['order_ticket'] {
  if (bias === 'neutral' || obstacle !== null) return undefined;
  return {
    side: sideOf(direction),
    symbol,
    type: 'MARKET',
    time_in_force: 'DAY',
    suggested_entry_date: toIso(entrySession),
    suggested_exit_date: toIso(exitSession),
    note: `${ASSUMPTION}${direction === 'short' ? BORROWING : ''}`,
  };
}

const ASSUMPTION =
  'The statistics assume the closes of the entry and exit sessions; a market order fills at the price of its moment, ' +
  'and costs are not counted.';
const BORROWING = ' A short sale needs shares to borrow; their fee is not counted either.';

function sideOf(direction: Direction): 'BUY' | 'SELL' {
  return direction === 'long' ? 'BUY' : 'SELL';
}

function reminderOf(facts: CardFacts, { entrySession, exitSession, fireOn }: Schedule): NextStep['set_reminder'] {
  const isNeutral = facts.bias === 'neutral';
  const lead = isNeutral ? 'neutral setup to look at again' : `${facts.direction} setup`;
  return {
    type: isNeutral ? 'calendar' : 'seasonal_entry',
    fire_on: toIso(fireOn),
    message: `${facts.symbol}: ${lead}, entry ${toIso(entrySession)}, exit ${toIso(exitSession)}; won ${record(facts)}.`,
  };
}

function nextStepHeadline(facts: CardFacts, { obstacle, entrySession, exitSession }: Schedule): string {
  // Name the entry date, not the session: past sessions are known from bars only.
  if (obstacle === 'past' || obstacle === 'closed') return entryOver(facts.setup.entry_date, obstacle);
  if (obstacle === 'no_sessions') {
    return `No order ticket: ${facts.setup.entry_date} to ${facts.setup.exit_date} holds fewer than two sessions.`;
  }
  if (facts.bias === 'neutral') return 'No order ticket: the setup is neutral.';
  const order = `${sideOf(facts.direction)} ${facts.symbol} on ${toIso(entrySession)}`;
  return `Order ticket: ${order}, close the position on ${toIso(exitSession)}.`;
}

function entryOver(entryDate: string, end: 'past' | 'closed'): string {
  const reason = end === 'past' ? `the entry date ${entryDate} is past` : `the session of ${entryDate} has closed`;
  return `No order ticket: ${reason}.`;
}

function framing({ receipts, direction }: CardFacts): string {
  return (
    `History, not a forecast: ${plural(receipts.years_tested, 'past year')} of one calendar window, known as of ` +
    `${receipts.as_of}, before costs${direction === 'short' ? ', borrow fees' : ''} and taxes. The next year is one more draw.`
  );
}
