import type { CalendarName } from '../core/calendar/calendars';
import { type Day, toIso } from '../core/calendar/dates';
import { type CardFacts, copyText, record } from './cardFacts';
import { plural } from './phrases';
import type { NextStep } from './shapes';
import { type Obstacle, orderTicket, type Schedule, scheduleOf } from './ticket';

/** Dates and calendar of a window, and the current day. */
interface TradingDates {
  readonly window: { readonly entry: Day; readonly end: Day };
  readonly calendar: CalendarName;
  readonly today: Day;
  /** First day whose session has not closed. */
  readonly openFrom: Day;
}

/** The next step of a card (SPEC 2.5): ticket and reminder while it can still be traded, copy text and framing. */
export function nextStep(facts: CardFacts, { window, calendar, today, openFrom }: TradingDates): NextStep {
  const schedule = scheduleOf(window, calendar, today, openFrom);
  const sessions = { entry: toIso(schedule.entrySession), exit: toIso(schedule.exitSession) };
  const ticket = orderTicket(facts.symbol, facts.direction, facts.bias, schedule);
  const reminder = reminderOf(facts, schedule, sessions, ticket !== undefined);
  return {
    headline: nextStepHeadline(facts, sessions, schedule.obstacle),
    ...(ticket === undefined ? {} : { order_ticket: ticket }),
    copy_text: copyText(facts),
    ...(reminder === undefined ? {} : { set_reminder: reminder }),
    framing: framing(facts),
  };
}

/**
 * Updates the next step of an older card: once the entry session has closed it has no ticket and no reminder.
 *
 * @param today `YYYY-MM-DD`, as `openFrom`, the first day whose session has not closed
 */
export function nextStepOn(step: NextStep, entryDate: string, today: string, openFrom: string): NextStep {
  const { order_ticket: ticket, set_reminder: reminder, ...rest } = step;
  if (ticket !== undefined && ticket.suggested_entry_date < openFrom)
    return { ...rest, headline: entryPast(entryDate) };
  if (reminder === undefined || reminder.fire_on >= today) return step;
  return { ...step, set_reminder: { ...reminder, fire_on: today } };
}

/** Days of the entry and exit sessions, `YYYY-MM-DD`. */
interface Sessions {
  readonly entry: string;
  readonly exit: string;
}

/** Absent when the window can no longer be traded. */
function reminderOf(
  facts: CardFacts,
  { obstacle, fireOn }: Schedule,
  sessions: Sessions,
  hasTicket: boolean,
): NextStep['set_reminder'] {
  if (obstacle !== null) return undefined;
  return {
    type: hasTicket ? 'seasonal_entry' : 'calendar',
    fire_on: toIso(fireOn),
    message: reminderMessage(facts, sessions),
  };
}

function nextStepHeadline(facts: CardFacts, sessions: Sessions, obstacle: Obstacle | null): string {
  // Name the entry date, not the session: past sessions are known from bars only.
  if (obstacle === 'past') return entryPast(facts.setup.entry_date);
  if (obstacle === 'no_sessions') {
    return `No order ticket: ${facts.setup.entry_date} to ${facts.setup.exit_date} holds fewer than two sessions.`;
  }
  if (facts.bias === 'neutral') return 'No order ticket: the setup is neutral.';
  const side = facts.direction === 'long' ? 'BUY' : 'SELL';
  return `Order ticket: ${side} ${facts.symbol} on ${sessions.entry}, close the position on ${sessions.exit}.`;
}

function entryPast(entryDate: string): string {
  return `No order ticket: the entry date ${entryDate} is past.`;
}

function reminderMessage(facts: CardFacts, sessions: Sessions): string {
  const lead = facts.bias === 'neutral' ? 'neutral setup to look at again' : `${facts.direction} setup`;
  return `${facts.symbol}: ${lead}, entry ${sessions.entry}, exit ${sessions.exit}; won ${record(facts)}.`;
}

function framing({ receipts, direction }: CardFacts): string {
  return (
    `History, not a forecast: ${plural(receipts.years_tested, 'past year')} of one calendar window, known as of ` +
    `${receipts.as_of}, before costs${direction === 'short' ? ', borrow fees' : ''} and taxes. The next year is one more draw.`
  );
}
