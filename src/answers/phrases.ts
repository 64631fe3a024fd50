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

/** For answers of a service that has no prices at all. */
export const NO_PRICES =
  'This service holds no prices yet: its operator imports them (npm run import -- FILES --market ID) or adds a feed ' +
  '(GET /guides/prices-and-feeds).';

/** Why a market without prices gave nothing. */
export function holdsNoPrices(marketId: string): string {
  return `Market ${marketId} holds no prices.`;
}

/** Symbols that ended while others of their market went on. */
export interface EndedSymbols {
  readonly ended: number;
  readonly of: number;
  readonly lastBar: Day;
  readonly together: boolean;
  /** Calendar days by which they end before the market's last bar. */
  readonly daysBefore: number;
}

/** A market whose prices an answer uses. */
interface AgedMarket {
  readonly id: string;
  readonly name: string;
  /** Calendar days by which its prices end before the last due session; null while they are current. */
  readonly daysBehind: number | null;
  /** Null unless most of its symbols ended. */
  readonly ended: EndedSymbols | null;
}

/**
 * The note on prices that are too old for an order ticket (METHOD 1), and on markets most of whose symbols ended. It counts
 * days, so that a card of a past day names no later date.
 *
 * @returns the field of the answer, absent while all prices are current
 */
export function dataAge(markets: readonly AgedMarket[]): { readonly data_age_note?: string } {
  const old = markets.filter(({ daysBehind }) => daysBehind !== null);
  const sentences = old.map(
    ({ id, name, daysBehind }) =>
      `Prices of market ${id} (${name}) end ${daysBehind} days before the last session that should be there.`,
  );
  if (old.length > 0) sentences.push(`No card of ${old.length === 1 ? 'it' : 'them'} carries an order ticket.`);
  for (const { id, name, ended } of markets) if (ended) sentences.push(endedSentence(`market ${id} (${name})`, ended));
  return sentences.length === 0 ? {} : { data_age_note: sentences.join(' ') };
}

/** The last fields of an answer over prices. */
export interface ClosingFields<AsOf extends string | null = string> extends ReturnType<typeof dataAge> {
  readonly disclaimer: string;
  readonly as_of: AsOf;
}

/** Says that most symbols of a market ended, while its last bar is that of the others. */
export function endedSentence(market: string, { ended, of, lastBar, together, daysBefore }: EndedSymbols): string {
  return (
    `${ended} of ${plural(of, 'symbol')} of ${market} end ${together ? 'on' : 'by'} ${toIso(lastBar)}, ` +
    `${plural(daysBefore, 'day')} before the last bar of the others, and lists of the market leave them out.`
  );
}
