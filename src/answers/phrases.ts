import { type Day, toIso, weekdayOf, yearOf } from '../core/calendar/dates';
import { requestedPosition, type WindowSpec } from '../core/window/window';

/** `+3.57`, `-0.92`, and `0.00` for a value that rounds to zero. */
export function signed(value: number): string {
  const text = Math.abs(value).toFixed(2);
  if (text === '0.00') return text;
  return `${value < 0 ? '-' : '+'}${text}`;
}

/** `+3.57%`, see `signed`. */
export function percent(value: number): string {
  return `${signed(value)}%`;
}

/** A share of 0..1 as `58.3%`. */
export function share(value: number): string {
  return `${(100 * value).toFixed(1)}%`;
}

/** `1 year`, `2 years` */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

export function capital(word: string): string {
  return word[0].toUpperCase() + word.slice(1);
}

/** `A`, `A and B`, `A, B and C`. */
export function enumerate(list: readonly string[]): string {
  return list.length < 2 ? list.join('') : `${list.slice(0, -1).join(', ')} and ${list[list.length - 1]}`;
}

/** The lookback in answers, always a string (SPEC 9.3): `10`, in cycles with the position: `8 pe2`. */
export function lookbackLabel({ years, cycle, entry }: Pick<WindowSpec, 'years' | 'cycle' | 'entry'>): string {
  const position = requestedPosition(cycle, yearOf(entry));
  return position === null ? String(years) : `${years} pe${position}`;
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** `Mon 2024-07-01` */
export function weekdayDate(day: Day): string {
  return `${WEEKDAYS[weekdayOf(day)]} ${toIso(day)}`;
}

/** Part of every pattern-bearing response (SPEC 1, METHOD 7). */
export const DISCLAIMER =
  'Educational content, not personalized advice; past returns do not promise future ones. ' +
  "The universe is today's list: companies that failed or were bought are missing, which flatters longs. " +
  'Returns are before costs, borrow fees and taxes.';

/** The disclaimer over simulated prices (DESIGN 6, sandbox). */
export const SANDBOX_DISCLAIMER = `Sandbox: all prices are simulated, only the tickers are real; nothing here happened in a market. ${DISCLAIMER}`;

/** The disclaimer of replayed picks. */
export const REPLAY_DISCLAIMER = `Replayed over simulated prices by the rule of the daily pick, not published in advance. ${SANDBOX_DISCLAIMER}`;

export function disclaimerFor(simulated: boolean): string {
  return simulated ? SANDBOX_DISCLAIMER : DISCLAIMER;
}
