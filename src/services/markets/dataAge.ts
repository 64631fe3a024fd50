import { dataAge } from '../../answers/dataAge';
import type { Day } from '../../core/calendar/dates';
import type { Market } from '../../core/calendar/market';
import { daysBehind, sessionsMissing } from '../../core/calendar/marketSessions';
import type { Screening } from '../screening/screening';

/** A market and the days it traded on, final ones only, ascending. */
export interface TradedMarket {
  readonly market: Market;
  readonly sessions: Int32Array;
}

/**
 * Calendar days from the last bar of a market to the last session that it should have; null up to the gap limit (METHOD 1).
 *
 * @param through for a question about the past, its last day of data
 */
export function marketAge(
  { clock }: Pick<Screening, 'clock'>,
  { market, sessions }: TradedMarket,
  through: Day = Infinity,
): number | null {
  return daysBehind(market, sessions, Math.min(clock.lastFinalDay(market.calendar), through));
}

/** Number of closed sessions without a bar in a market; null without prices. */
export function sessionsBehind({ clock }: Pick<Screening, 'clock'>, { market, sessions }: TradedMarket): number | null {
  return sessionsMissing(market, sessions, clock.lastFinalDay(market.calendar));
}

/** The answer's field about old prices, each market once. */
export function dataAgeField(
  screening: Pick<Screening, 'clock'>,
  traded: readonly TradedMarket[],
  through?: Day,
): ReturnType<typeof dataAge> {
  const markets = new Map(traded.map((one) => [one.market.id, one]));
  return dataAge(
    [...markets.values()].map((one) => ({
      id: one.market.id,
      name: one.market.name,
      daysBehind: marketAge(screening, one, through),
    })),
  );
}
