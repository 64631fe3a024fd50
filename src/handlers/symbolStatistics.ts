import { publishedCurve, yearBars } from '../answers/chart';
import { disclaimerFor } from '../answers/disclaimer';
import { lookbackLabel } from '../answers/lookbackLabel';
import { patternStats } from '../answers/patternStats';
import { type Day, toIso } from '../core/calendar/dates';
import { round4 } from '../core/statistics/round';
import type { PresetWindow } from '../core/window/presets';
import type { EvaluatedSetup } from '../core/window/setup';
import { trendOf } from '../core/window/trend';
import { type Cycle, type Direction, holdOf } from '../core/window/window';
import type { Snapshot } from '../engine/snapshot';
import { notFound } from '../errors';
import type { Handler } from '../operation';
import { judgePinned, pinnedWindow } from '../services/analyze';
import type { HandlerDeps } from '../services/deps';
import { listingOf, readingPrices } from '../services/listing';
import { noObservation } from '../services/noObservation';
import { currentPrices } from '../services/screening';
import type { Listing } from '../services/symbolYear';
import { marketYearDay, presetOf } from './dates';

/** GET /patterns/{market_id}/{symbol} (SPEC 4.6): the window of `days_out` days from today, or of a period. */
export function patternHandler(deps: HandlerDeps): Handler<'getPattern'> {
  return async (input, { caller }) => {
    const { clock } = deps.screening;
    const preset = presetOf(clock, input.period, input.reverse);
    const snapshot = await currentPrices(deps.screening);
    const listing = listingOf(deps, snapshot, caller, input.symbol, input.market_id);
    const { years, pe_cycle: cycle, days_out: hold } = input;
    const asked = { entry: clock.today(), hold, preset, years, cycle };
    const { setup, stats } = await statisticsOf(deps, listing, asked);
    return {
      ...common(listing, setup),
      years_tested: setup.evidence.yearsTested,
      stats,
      ...closing(snapshot, setup),
    };
  };
}

/** GET /seasonal-chart (SPEC 4.7): the curve of the annual cycle that starts on the entry date, and the yearly bars. */
export function seasonalChartHandler(deps: HandlerDeps): Handler<'getSeasonalChart'> {
  return async (input, { caller }) => {
    const { clock } = deps.screening;
    const preset = presetOf(clock, input.period, input.reverse);
    const entry = marketYearDay(clock, 'entry_date', input.entry_date);
    const snapshot = await currentPrices(deps.screening);
    const listing = listingOf(deps, snapshot, caller, input.symbol, input.market);
    const { pe_cycle: cycle, days_out: hold, direction } = input;
    const asked = { entry, hold, preset, years: Number(input.years), cycle, direction };
    const { setup, stats } = await statisticsOf(deps, listing, asked);
    const { curve, evidence } = setup;
    return {
      ...common(listing, setup),
      direction: setup.direction,
      seasonal_curve: curve === null ? [] : publishedCurve(curve),
      curve_years: curve === null ? [] : curve.years.map(String),
      stats,
      per_year_bars: yearBars(evidence),
      ...closing(snapshot, setup),
    };
  };
}

interface AskedWindow {
  readonly entry: Day;
  readonly hold: number;
  readonly preset?: PresetWindow;
  readonly years: number;
  readonly cycle: Cycle;
  readonly direction?: Direction;
}

/** @throws not_found when no year could be observed, upstream_unavailable when stored prices are damaged */
async function statisticsOf({ screening }: HandlerDeps, listing: Listing, asked: AskedWindow) {
  const window = pinnedWindow(listing, asked)!;
  return readingPrices(async () => {
    const setup = await judgePinned(screening, listing, window, asked.direction);
    if (!setup) throw notFound(noObservation(listing, asked));
    const bars = (await screening.engine.read([listing.symbol]))(listing.symbol);
    const trend = trendOf(bars, window.asOf, listing.market.gapLimit);
    return { setup, stats: patternStats(setup.evidence, trend, setup.direction) };
  });
}

function common({ symbol, market }: Listing, { window, evidence }: EvaluatedSetup) {
  return {
    symbol: symbol.symbol,
    market: market.id,
    entry_date: toIso(window.entry),
    days_out: holdOf(window),
    years: lookbackLabel(window),
    win_rate: round4(evidence.winRate),
  };
}

function closing(snapshot: Snapshot, { window }: EvaluatedSetup) {
  return { disclaimer: disclaimerFor(snapshot.simulated), as_of: toIso(window.asOf) };
}
