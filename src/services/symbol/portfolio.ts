import { type Day, toIso } from '../../core/calendar/dates';
import { type Horizon, horizonWindow } from '../../core/window/horizon';
import type { Direction, WindowSpec } from '../../core/window/window';
import { type ListedLeg, type PortfolioParts, withoutSymbol } from '../../engine/tasks/portfolioAnswer';
import { refOf } from '../../engine/tasks/symbolRef';
import { invalidRequest } from '../../errors';
import type { Answer, Asker } from '../../operation';
import { dataAgeOf } from '../markets/dataAge';
import { marketYearDay } from '../screening/dates';
import type { ServiceDeps } from '../screening/deps';
import { currentPrices } from '../screening/screening';
import { written } from '../screening/written';
import { findListings, type Listing, type RequestedSymbol } from './listing';
import { knownBefore, type Lookback } from './namedWindow';

export interface RequestedPosition extends RequestedSymbol {
  readonly direction: Direction;
  /** > 0, in any unit: only the shares of the total matter. */
  readonly weight: number;
}

export interface PortfolioQuestion extends Lookback {
  readonly positions: readonly RequestedPosition[];
  /** A ticker to hold the basket against. */
  readonly benchmark?: string;
  /** Omitted = today. */
  readonly start?: Day;
  readonly horizon: Horizon;
  /** Calendar days, or the last day: one of the two with horizon `custom`, none with another. */
  readonly days?: number;
  readonly end?: Day;
}

/**
 * What a basket would have done in a window, year by year (SPEC 4.13): percentages in, percentages out.
 *
 * @throws invalid_request, forbidden, not_found, upstream_unavailable
 */
export async function portfolioScenario(
  deps: ServiceDeps,
  asked: PortfolioQuestion,
  asker: Asker,
): Promise<Answer<'runPortfolioScenarios'>> {
  const start = marketYearDay(deps.screening.clock, 'start_date', asked.start);
  const parts = await partsOf(deps, asked, windowDates(asked, start), asker);
  return written(deps.screening.engine, 'runPortfolioScenarios', parts, asker);
}

/** What the scenario is made of. @throws as `portfolioScenario` */
async function partsOf(
  deps: ServiceDeps,
  asked: PortfolioQuestion,
  dates: WindowDates,
  { caller }: Asker,
): Promise<PortfolioParts> {
  const { screening } = deps;
  const snapshot = await currentPrices(screening);
  const symbols: RequestedSymbol[] = [...asked.positions];
  if (asked.benchmark !== undefined) symbols.push({ symbol: asked.benchmark });
  const listings = unnamed(() => findListings(deps, snapshot, caller, symbols));
  const held = listings.slice(0, asked.positions.length);
  const legs = listings.map(legOf);
  return {
    positions: asked.positions.map(({ weight, direction }, i) => ({ ...legs[i], weight, direction })),
    benchmark: asked.benchmark === undefined ? null : legs[held.length],
    window: windowOver(held, dates, asked),
    horizon: asked.horizon,
    simulated: snapshot.simulated,
    dataAge: dataAgeOf(screening, listings),
  };
}

function legOf({ symbol, market: { id, name, gapLimit } }: Listing): ListedLeg {
  return { symbol: refOf(symbol), market: { id, name }, gapLimit };
}

/** What a lookup gives; a fault does not say which symbol it was met with. */
function unnamed<T>(lookUp: () => T): T {
  try {
    return lookUp();
  } catch (error) {
    throw withoutSymbol(error);
  }
}

type WindowDates = Pick<WindowSpec, 'entry' | 'end' | 'preset'>;

/** The days of the horizon that begins on `start`. @throws invalid_request */
function windowDates({ horizon, days, end }: PortfolioQuestion, start: Day): WindowDates {
  const given = [days === undefined ? [] : 'days', end === undefined ? [] : 'end_date'].flat();
  if (horizon === 'custom' && given.length !== 1) {
    throw invalidRequest(`horizon 'custom' takes either days or end_date; got ${given.join(' and ') || 'neither'}.`);
  }
  if (horizon !== 'custom' && given.length > 0) {
    throw invalidRequest(`${given.join(' and ')} is accepted with horizon 'custom' only; got horizon '${horizon}'.`);
  }
  const customDays = end === undefined ? (days ?? null) : end - start + 1;
  try {
    return horizonWindow(horizon, start, customDays);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const what = end === undefined ? `horizon '${horizon}'` : `end_date ${toIso(end)}`;
    throw invalidRequest(`${what} does not go with start_date ${toIso(start)}: ${error.message}.`);
  }
}

/**
 * The window of all positions, known through the last session before it of the earliest of their markets. The
 * benchmark has no say: what a basket did must not depend on what it is compared with.
 */
function windowOver(held: readonly Listing[], dates: WindowDates, { years, cycle }: Lookback): WindowSpec {
  return { ...dates, years, cycle, asOf: knownBefore(dates.entry, held) };
}
