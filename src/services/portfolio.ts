import type { Caller } from '../access/caller';
import { disclaimerFor } from '../answers/disclaimer';
import { lookbackLabel } from '../answers/lookbackLabel';
import { scenarioReport } from '../answers/scenario';
import { type Day, toIso } from '../core/calendar/dates';
import { runScenario } from '../core/comparison/portfolio';
import { type Horizon, horizonWindow } from '../core/window/horizon';
import { type Direction, holdOf, type WindowSpec } from '../core/window/window';
import { ApiError, invalidRequest, upstreamUnavailable } from '../errors';
import type { Output } from '../operation';
import { dataAgeOf } from './dataAge';
import { marketYearDay } from './dates';
import type { ServiceDeps } from './deps';
import { type AskedSymbol, findListings, type Listing } from './listing';
import { knownBefore, type Lookback } from './namedWindow';
import { currentPrices, requiredBars } from './screening';

export interface AskedPosition extends AskedSymbol {
  readonly direction: Direction;
  /** > 0, in any unit: only the shares of the total matter. */
  readonly weight: number;
}

export interface PortfolioQuestion extends Lookback {
  readonly positions: readonly AskedPosition[];
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
  caller: Caller,
  asked: PortfolioQuestion,
  signal: AbortSignal,
): Promise<Output<'runPortfolioScenarios'>> {
  const start = marketYearDay(deps.screening.clock, 'start_date', asked.start);
  const dates = windowDates(asked, start);
  try {
    return await scenario(deps, caller, asked, dates, signal);
  } catch (error) {
    // Nothing of a body is logged, so that a fault must not name the symbol it was met with.
    const isNamed = error instanceof ApiError && error.code === 'upstream_unavailable';
    throw isNamed ? upstreamUnavailable('the prices of a position cannot be read') : error;
  }
}

async function scenario(
  deps: ServiceDeps,
  caller: Caller,
  asked: PortfolioQuestion,
  dates: WindowDates,
  signal: AbortSignal,
): Promise<Output<'runPortfolioScenarios'>> {
  const snapshot = await currentPrices(deps.screening);
  const symbols: AskedSymbol[] = [...asked.positions];
  if (asked.benchmark !== undefined) symbols.push({ symbol: asked.benchmark });
  const listings = findListings(deps, snapshot, caller, symbols);
  const held = listings.slice(0, asked.positions.length);
  const window = windowOver(held, dates, asked);
  const barsOf = await requiredBars(
    deps.screening,
    listings.map(({ symbol }) => symbol),
    signal,
  );
  const legs = listings.map(({ symbol, market: { id, name, gapLimit } }) => ({
    symbol: symbol.symbol,
    bars: barsOf(symbol),
    gapLimit,
    market: { id, name },
  }));
  const positions = asked.positions.map(({ weight, direction }, i) => ({ ...legs[i], weight, direction }));
  const benchmark = asked.benchmark === undefined ? null : { ...legs[held.length], direction: 'long' as const };
  return {
    setup: {
      entry_date: toIso(window.entry),
      exit_date: toIso(window.end),
      hold_days: holdOf(window),
      horizon: asked.horizon,
    },
    years: lookbackLabel(window),
    ...scenarioReport(runScenario(positions, window, benchmark), positions, window, benchmark),
    disclaimer: disclaimerFor(snapshot.simulated),
    as_of: toIso(window.asOf),
    ...dataAgeOf(deps.screening, listings),
  };
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
