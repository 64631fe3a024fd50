import { disclaimerFor } from '../answers/disclaimer';
import { lookbackLabel } from '../answers/lookbackLabel';
import { scenarioReport } from '../answers/scenario';
import type { ScenarioReport } from '../answers/shapes';
import { type Day, fromIso, toIso } from '../core/calendar/dates';
import { runScenario } from '../core/comparison/portfolio';
import { horizonWindow } from '../core/window/horizon';
import { holdOf, type WindowSpec } from '../core/window/window';
import { ApiError, invalidRequest, upstreamUnavailable } from '../errors';
import type { Handler, Input } from '../operation';
import type { HandlerDeps } from '../services/deps';
import { readingPrices } from '../services/listing';
import { type AskedSymbol, listingsOf } from '../services/listings';
import { currentPrices, type Screening } from '../services/screening';
import type { Listing } from '../services/symbolYear';
import { marketYearDay } from './dates';

type ScenarioInput = Input<'runPortfolioScenarios'>['body'];

/** POST /portfolio/scenarios (SPEC 4.13): percentages in, percentages out. */
export function portfolioHandler(deps: HandlerDeps): Handler<'runPortfolioScenarios'> {
  return async ({ body }, { caller }) => {
    const start = marketYearDay(deps.screening.clock, 'start_date', body.start_date);
    const dates = windowDates(body, start);
    const snapshot = await currentPrices(deps.screening);
    const asked: AskedSymbol[] = [...body.positions];
    if (body.benchmark !== undefined) asked.push({ symbol: body.benchmark });
    return nameless(async () => {
      const listings = listingsOf(deps, snapshot, caller, asked);
      const held = listings.slice(0, body.positions.length);
      const window = windowOver(held, dates, body);
      const report = await readingPrices(() =>
        reportOf(deps.screening, { body, held, benchmark: listings[held.length] ?? null, window }),
      );
      return {
        setup: {
          entry_date: toIso(window.entry),
          exit_date: toIso(window.end),
          hold_days: holdOf(window),
          horizon: body.horizon,
        },
        years: lookbackLabel(window),
        ...report,
        disclaimer: disclaimerFor(snapshot.simulated),
        as_of: toIso(window.asOf),
      };
    });
  };
}

type WindowDates = Pick<WindowSpec, 'entry' | 'end' | 'preset'>;

/** The days of the horizon that begins on `start`. @throws invalid_request */
function windowDates(body: ScenarioInput, start: Day): WindowDates {
  const { horizon, days, end_date } = body;
  const given = (['days', 'end_date'] as const).filter((name) => body[name] !== undefined);
  if (horizon === 'custom' && given.length !== 1) {
    throw invalidRequest(`horizon 'custom' takes either days or end_date; got ${given.join(' and ') || 'neither'}.`);
  }
  if (horizon !== 'custom' && given.length > 0) {
    throw invalidRequest(`${given.join(' and ')} is accepted with horizon 'custom' only; got horizon '${horizon}'.`);
  }
  const customDays = end_date === undefined ? (days ?? null) : fromIso(end_date) - start + 1;
  try {
    return horizonWindow(horizon, start, customDays);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const end = end_date === undefined ? `horizon '${horizon}'` : `end_date ${end_date}`;
    throw invalidRequest(`${end} does not go with start_date ${toIso(start)}: ${error.message}.`);
  }
}

/**
 * The window of all positions, known through the day before it and no further than the earliest of their markets. The
 * benchmark has no say: what a basket did must not depend on what it is compared with.
 */
function windowOver(held: readonly Listing[], dates: WindowDates, body: ScenarioInput): WindowSpec {
  const asOf = Math.min(dates.entry - 1, ...held.map(({ lastBar }) => lastBar));
  return { ...dates, years: body.years, cycle: body.pe_cycle, asOf };
}

interface Basket {
  readonly body: ScenarioInput;
  /** The listings of the positions, in their order. */
  readonly held: readonly Listing[];
  readonly benchmark: Listing | null;
  readonly window: WindowSpec;
}

/** @throws CorruptPricesError */
async function reportOf({ engine }: Screening, { body, held, benchmark, window }: Basket): Promise<ScenarioReport> {
  const barsOf = await engine.read([...held, ...(benchmark ? [benchmark] : [])].map(({ symbol }) => symbol));
  const priced = ({ symbol, market: { id, name, gapLimit } }: Listing) => {
    return { symbol: symbol.symbol, bars: barsOf(symbol), gapLimit, market: { id, name } };
  };
  const positions = held.map((listing, i) => {
    const { weight_pct: weight, direction } = body.positions[i];
    return { ...priced(listing), weight, direction };
  });
  const against = benchmark && { ...priced(benchmark), direction: 'long' as const };
  return scenarioReport(runScenario(positions, window, against), positions, window, against);
}

/** Runs work over a body. Nothing of one is logged, so that a fault must not name the symbol it was met with. */
async function nameless<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError && error.code === 'upstream_unavailable') {
      throw upstreamUnavailable('the prices of a position cannot be read');
    }
    throw error;
  }
}
