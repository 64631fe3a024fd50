import { type Day, optionalDay, toIso } from '../../core/calendar/dates';
import { horizonWindow } from '../../core/comparison/portfolio';
import type { WindowSpec } from '../../core/window/window';
import { type ListedLeg, type PortfolioParts, withoutSymbol } from '../../engine/tasks/portfolioAnswer';
import { refOf } from '../../engine/tasks/thread';
import { invalidRequest } from '../../errors';
import type { Answer, Asker, Input } from '../../operation';
import { dataAgeField } from '../markets/dataAge';
import { currentPrices, type ServiceDeps } from '../screening/deps';
import type { Lookback } from '../screening/question';
import { marketYearDay } from '../screening/requestRules';
import { writeAnswer } from '../screening/written';
import { findListings, type Listing, type RequestedSymbol } from './listing';
import { knownBefore } from './namedWindow';

type Basket = Input<'runPortfolioScenarios'>['body'];

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
  const start = marketYearDay(deps.screening.clock, 'start_date', optionalDay(body.start_date));
  const parts = await portfolioParts(deps, body, windowDates(body, start), asker);
  return writeAnswer(deps.screening.engine, 'runPortfolioScenarios', parts, asker);
}

/** The inputs of the scenario. @throws as `portfolioScenario` */
async function portfolioParts(
  deps: ServiceDeps,
  basket: Basket,
  dates: WindowDates,
  { caller }: Asker,
): Promise<PortfolioParts> {
  const { screening } = deps;
  const snapshot = await currentPrices(screening);
  const symbols: RequestedSymbol[] = [...basket.positions];
  if (basket.benchmark !== undefined) symbols.push({ symbol: basket.benchmark });
  const listings = withoutSymbolNames(() => findListings(deps, snapshot, caller, symbols));
  const positions = listings.slice(0, basket.positions.length);
  const legs = listings.map(basketLeg);
  return {
    positions: basket.positions.map(({ weight_pct: weight, direction }, i) => ({ ...legs[i], weight, direction })),
    benchmark: basket.benchmark === undefined ? null : legs[positions.length],
    window: windowOver(positions, dates, { years: basket.years, cycle: basket.pe_cycle }),
    horizon: basket.horizon,
    simulated: snapshot.simulated,
    dataAge: dataAgeField(screening, listings),
  };
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
function windowDates({ horizon, days, end_date }: Basket, start: Day): WindowDates {
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

/**
 * The window of all positions, with data through the last session before it in the earliest of their markets. The
 * benchmark does not count: the result of a basket must not depend on what it is compared with.
 */
function windowOver(positions: readonly Listing[], dates: WindowDates, { years, cycle }: Lookback): WindowSpec {
  return { ...dates, years, cycle, asOf: knownBefore(dates.entry, positions) };
}
