import { type Day, toIso } from '../core/calendar/dates';
import { plural } from './phrases';

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
