import { type Day, optionalDay, toIso } from '../../core/calendar/dates';
import { horizonWindow } from '../../core/comparison/portfolio';
import type { WindowSpec } from '../../core/window/window';
import { type ListedLeg, withoutSymbol } from '../../engine/tasks/portfolioAnswer';
import { refOf } from '../../engine/tasks/thread';
import { invalidRequest } from '../../errors';
import type { Answer, Asker, Input } from '../../operation';
import { closingFields } from '../markets/dataAge';
import { currentPrices, type ServiceDeps } from '../screening/deps';
import { marketYearDay } from '../screening/requestRules';
import { writeAnswer } from '../screening/written';
import { findListings, type Listing, type RequestedSymbol } from './listing';
import { knownBefore } from './namedWindow';

/**
 * The past returns of a basket in a window, year by year (SPEC 4.13): weights in, percentages out.
 *
 * @throws invalid_request, forbidden, not_found, upstream_unavailable
 */
export async function portfolioScenario(
  deps: ServiceDeps,
  { body }: Input<'runPortfolioScenarios'>,
  asker: Asker,
): Promise<Answer<'runPortfolioScenarios'>> {
  const { screening } = deps;
  const start = marketYearDay(screening.clock, 'start_date', optionalDay(body.start_date));
  const dates = windowDates(body, start);
  const snapshot = await currentPrices(screening);
  const symbols: RequestedSymbol[] = [...body.positions];
  if (body.benchmark !== undefined) symbols.push({ symbol: body.benchmark });
  const listings = withoutSymbolNames(() => findListings(deps, snapshot, asker.caller, symbols));
  const positions = listings.slice(0, body.positions.length);
  const legs = listings.map(basketLeg);
  // The benchmark does not count: the result of a basket must not depend on what it is compared with.
  const asOf = knownBefore(dates.entry, positions);
  const parts = {
    positions: body.positions.map(({ weight_pct: weight, direction }, i) => ({ ...legs[i], weight, direction })),
    benchmark: body.benchmark === undefined ? null : legs[positions.length],
    window: { ...dates, years: body.years, cycle: body.pe_cycle, asOf },
    horizon: body.horizon,
    closing: closingFields(screening, snapshot, toIso(asOf), listings),
  };
  return writeAnswer(screening.engine, 'runPortfolioScenarios', parts, asker);
}

function basketLeg({ symbol, market: { id, name, gapLimit } }: Listing): ListedLeg {
  return { symbol: refOf(symbol), market: { id, name }, gapLimit };
}

/** Runs a lookup; its errors do not name the symbol. */
function withoutSymbolNames<T>(lookUp: () => T): T {
  try {
    return lookUp();
  } catch (error) {
    throw withoutSymbol(error);
  }
}

type WindowDates = Pick<WindowSpec, 'entry' | 'end' | 'preset'>;

/** The days of the horizon that begins on `start`. @throws invalid_request */
function windowDates({ horizon, days, end_date }: Input<'runPortfolioScenarios'>['body'], start: Day): WindowDates {
  const end = optionalDay(end_date);
  const dateFields = [days === undefined ? [] : 'days', end === undefined ? [] : 'end_date'].flat();
  if (horizon === 'custom' && dateFields.length !== 1) {
    throw invalidRequest(
      `horizon 'custom' takes either days or end_date; got ${dateFields.join(' and ') || 'neither'}.`,
    );
  }
  if (horizon !== 'custom' && dateFields.length > 0) {
    throw invalidRequest(
      `${dateFields.join(' and ')} is accepted with horizon 'custom' only; got horizon '${horizon}'.`,
    );
  }
  const customDays = end === undefined ? (days ?? null) : end - start + 1;
  try {
    return horizonWindow(horizon, start, customDays);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const field = end === undefined ? `horizon '${horizon}'` : `end_date ${toIso(end)}`;
    throw invalidRequest(`${field} does not go with start_date ${toIso(start)}: ${error.message}.`);
  }
}
