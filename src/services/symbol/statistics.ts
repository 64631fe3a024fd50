import type { Day } from '../../core/calendar/dates';
import type { Direction } from '../../core/window/window';
import type { PatternParts } from '../../engine/tasks/patternAnswer';
import { refOf } from '../../engine/tasks/symbolRef';
import type { Answer, Asker } from '../../operation';
import { dataAgeOf } from '../markets/dataAge';
import { marketYearDay, type RequestedPreset, requestedPreset } from '../screening/dates';
import type { ServiceDeps } from '../screening/deps';
import { currentPrices } from '../screening/screening';
import { written } from '../screening/written';
import { findListing, type RequestedSymbol } from './listing';
import { type Lookback, type NamedDates, namedWindow, nothingObserved } from './namedWindow';

export interface StatisticsQuestion extends RequestedSymbol, RequestedPreset, Lookback {
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
  asked: StatisticsQuestion,
  asker: Asker,
): Promise<Answer<'getPattern'>> {
  const { clock, engine } = deps.screening;
  const preset = requestedPreset(clock, asked);
  const dates = preset ? { preset } : { entry: clock.today(), hold: asked.hold };
  return written(engine, 'getPattern', await partsOf(deps, asked, dates, asker), asker);
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
  asked: ChartQuestion,
  asker: Asker,
): Promise<Answer<'getSeasonalChart'>> {
  const { clock, engine } = deps.screening;
  const preset = requestedPreset(clock, asked);
  const entry = marketYearDay(clock, 'entry_date', asked.entry);
  const dates = preset ? { preset } : { entry, hold: asked.hold };
  const parts = { ...(await partsOf(deps, asked, dates, asker)), direction: asked.direction };
  return written(engine, 'getSeasonalChart', parts, asker);
}

/** What both answers are made of. @throws invalid_request, forbidden, not_found, upstream_unavailable */
async function partsOf(
  deps: ServiceDeps,
  asked: StatisticsQuestion,
  dates: NamedDates,
  { caller }: Asker,
): Promise<PatternParts> {
  const { screening } = deps;
  const snapshot = await currentPrices(screening);
  const listing = findListing(deps, snapshot, caller, asked);
  const { symbol, market } = listing;
  const window = namedWindow(dates, asked, [listing]);
  return {
    symbol: refOf(symbol),
    market: market.id,
    gapLimit: market.gapLimit,
    window,
    nothingObserved: nothingObserved(listing, asked, window.asOf).message,
    simulated: snapshot.simulated,
    dataAge: dataAgeOf(screening, [listing]),
  };
}
