import type { Caller } from '../access/caller';
import { publishedCurve, yearBars } from '../answers/chart';
import { disclaimerFor } from '../answers/disclaimer';
import { lookbackLabel } from '../answers/lookbackLabel';
import { patternStats } from '../answers/patternStats';
import { type Day, toIso } from '../core/calendar/dates';
import { round4 } from '../core/statistics/round';
import { trendOf } from '../core/window/trend';
import { type Direction, holdOf } from '../core/window/window';
import type { Output } from '../operation';
import { dataAgeOf } from './dataAge';
import { type AskedPreset, marketYearDay, presetAsked } from './dates';
import type { ServiceDeps } from './deps';
import { type AskedSymbol, findListing, type Listing } from './listing';
import { judgeWindow, type Lookback, type NamedDates, namedWindow, nothingObserved, UNSCORED } from './namedWindow';
import { currentPrices, requiredBarsOfOne } from './screening';

export interface StatisticsQuestion extends AskedSymbol, AskedPreset, Lookback {
  /** Calendar days from the entry; a preset overrides both. */
  readonly hold: number;
}

/**
 * The statistics of a window that begins today, or of a preset (SPEC 4.6).
 *
 * @throws invalid_request, forbidden, not_found, upstream_unavailable
 */
export async function symbolPattern(
  deps: ServiceDeps,
  caller: Caller,
  asked: StatisticsQuestion,
  signal: AbortSignal,
): Promise<Output<'getPattern'>> {
  const { clock } = deps.screening;
  const preset = presetAsked(clock, asked);
  const dates = preset ? { preset } : { entry: clock.today(), hold: asked.hold };
  const { setup, stats, opening, closing } = await statisticsOf(deps, caller, asked, { dates, signal });
  return { ...opening, years_tested: setup.evidence.yearsTested, stats, ...closing };
}

export interface ChartQuestion extends StatisticsQuestion {
  /** Omitted = today. */
  readonly entry?: Day;
  /** Omitted = the one with the higher win share, then the higher mean. */
  readonly direction?: Direction;
}

/**
 * The curve of the annual cycle that starts on the entry date, and the yearly bars of a window (SPEC 4.7).
 *
 * @throws invalid_request, forbidden, not_found, upstream_unavailable
 */
export async function seasonalChart(
  deps: ServiceDeps,
  caller: Caller,
  asked: ChartQuestion,
  signal: AbortSignal,
): Promise<Output<'getSeasonalChart'>> {
  const { clock } = deps.screening;
  const preset = presetAsked(clock, asked);
  const entry = marketYearDay(clock, 'entry_date', asked.entry);
  const dates = preset ? { preset } : { entry, hold: asked.hold };
  const { setup, stats, opening, closing } = await statisticsOf(deps, caller, asked, {
    dates,
    direction: asked.direction,
    signal,
  });
  const curve = setup.curve();
  return {
    ...opening,
    direction: setup.direction,
    seasonal_curve: curve === null ? [] : publishedCurve(curve),
    curve_years: curve === null ? [] : curve.years.map(String),
    stats,
    per_year_bars: yearBars(setup.evidence),
    ...closing,
  };
}

interface AskedWindow {
  readonly dates: NamedDates;
  /** Omitted = the one with the higher win share, then the higher mean. */
  readonly direction?: Direction;
  readonly signal: AbortSignal;
}

/** The statistics of a window, and what both answers say of it. */
async function statisticsOf(
  deps: ServiceDeps,
  caller: Caller,
  asked: StatisticsQuestion,
  { dates, direction, signal }: AskedWindow,
) {
  const { screening } = deps;
  const snapshot = await currentPrices(screening);
  const listing: Listing = findListing(deps, snapshot, caller, asked);
  const { symbol, market } = listing;
  const window = namedWindow(dates, asked, [listing]);
  const bars = await requiredBarsOfOne(screening, symbol, signal);
  const setup = await judgeWindow(screening, { ...listing, bars }, window, direction, UNSCORED, signal);
  if (!setup) throw nothingObserved(listing, asked, window.asOf);
  const { evidence } = setup;
  const trend = trendOf(bars, window.asOf, market.gapLimit);
  return {
    setup,
    stats: patternStats(evidence, trend, setup.direction),
    opening: {
      symbol: symbol.symbol,
      market: market.id,
      entry_date: toIso(window.entry),
      days_out: holdOf(window),
      years: lookbackLabel(window),
      win_rate: round4(evidence.winRate),
    },
    closing: {
      disclaimer: disclaimerFor(snapshot.simulated),
      as_of: toIso(window.asOf),
      ...dataAgeOf(screening, [listing]),
    },
  };
}
