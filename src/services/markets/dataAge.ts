import {
  type ClosingFields,
  dataAge,
  disclaimerFor,
  type EndedSymbols,
  holdsNoPrices,
  NO_PRICES,
} from '../../answers/phrases';
import type { Day } from '../../core/calendar/dates';
import { daysBehind, lastSessionBefore, sessionsMissing } from '../../core/calendar/marketSessions';
import { isEmpty, type MarketPrices, type Snapshot } from '../../engine/snapshot';
import type { Screening } from '../screening/deps';

/**
 * Calendar days from the last bar of a market to the last session that it should have; null up to the gap limit (METHOD 1).
 *
 * @param through for a question about the past, its last day of data
 */
export function marketAge(
  { clock }: Pick<Screening, 'clock'>,
  { market, sessions }: MarketPrices,
  through: Day = Infinity,
): number | null {
  return daysBehind(market, sessions, Math.min(clock.lastFinalDay(market.calendar), through));
}

/**
 * The symbols whose bars end more than the gap limit before the last bar of their market (METHOD 5); null unless they are
 * more than half of its symbols.
 *
 * @param through as above
 */
export function endedSymbols(
  { market, sessions, symbols }: MarketPrices,
  through: Day = Infinity,
): EndedSymbols | null {
  const known = symbols.filter(({ firstDay }) => firstDay <= through);
  const newest = lastSessionBefore(sessions, through + 1);
  const ends = known.map(({ lastDay }) => lastDay).filter((lastDay) => newest - lastDay > market.gapLimit);
  if (2 * ends.length <= known.length) return null;
  const lastBar = ends.reduce((latest, end) => Math.max(latest, end));
  const together = ends.every((end) => end === lastBar);
  return { ended: ends.length, of: known.length, lastBar, together, daysBefore: newest - lastBar };
}

/** Number of closed sessions without a bar in a market; null without prices. */
export function sessionsBehind(
  { clock }: Pick<Screening, 'clock'>,
  { market, sessions }: MarketPrices,
  through: Day = Infinity,
): number | null {
  return sessionsMissing(market, sessions, Math.min(clock.lastFinalDay(market.calendar), through));
}

/** The note that nothing can be found in a market without prices; undefined if it has some, readable or not. */
export function noPricesNote(snapshot: Snapshot, { market, listed }: MarketPrices): string | undefined {
  if (listed.length > 0) return undefined;
  return isEmpty(snapshot) ? NO_PRICES : holdsNoPrices(market.id);
}

/** The answer's field about old prices, each market once. */
export function dataAgeField(
  screening: Pick<Screening, 'clock'>,
  traded: readonly MarketPrices[],
  through?: Day,
): ReturnType<typeof dataAge> {
  const markets = new Map(traded.map((one) => [one.market.id, one]));
  return dataAge(
    [...markets.values()].map((one) => ({
      id: one.market.id,
      name: one.market.name,
      daysBehind: marketAge(screening, one, through),
      ended: endedSymbols(one, through),
    })),
  );
}

/** The last fields of an answer. @param traded and `through` as above */
export function closingFields<AsOf extends string | null>(
  screening: Pick<Screening, 'clock'>,
  { simulated }: Pick<Snapshot, 'simulated'>,
  asOf: AsOf,
  traded: readonly MarketPrices[],
  through?: Day,
): ClosingFields<AsOf> {
  return { disclaimer: disclaimerFor(simulated), as_of: asOf, ...dataAgeField(screening, traded, through) };
}
