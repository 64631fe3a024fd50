import { compareReport } from '../../answers/comparison';
import { patternStats, publishedCurve, yearBars } from '../../answers/patternStats';
import { type ClosingFields, lookbackLabel } from '../../answers/phrases';
import { scenarioReport } from '../../answers/scenario';
import type { CardMarket } from '../../answers/shapes';
import { type Day, toIso } from '../../core/calendar/dates';
import type { PeerTable } from '../../core/cameTrue/settledWindows';
import { type CameTrue, cameTrueOf, type shareFor } from '../../core/cameTrue/share';
import { windowExcess } from '../../core/cameTrue/study';
import { type Comparison, compareSymbols } from '../../core/comparison/compare';
import { type Horizon, runScenario } from '../../core/comparison/portfolio';
import { type Draws, windowStrength } from '../../core/significance/rotation';
import { type SearchOrigin, type Significance, significanceOf } from '../../core/significance/significance';
import { round4 } from '../../core/statistics/round';
import { seasonalCurve, trendOf } from '../../core/window/curve';
import type { Period } from '../../core/window/presets';
import { type Direction, holdOf, type WindowSpec } from '../../core/window/window';
import { ApiError, notFound, upstreamUnavailable } from '../../errors';
import type { Output } from '../../operation';
import { observedIn } from './evidence';
import { type BarsReader, columnsOf, requiredBars, type SymbolInMarket, type Thread } from './thread';

/** A symbol as one market lists it. */
interface ListedContender extends SymbolInMarket {
  readonly market: CardMarket;
  /** First entry of the search that the window is judged by, and its null distribution (METHOD 9). */
  readonly searchEntry: Day;
  readonly origin: SearchOrigin;
  /** The share of the symbol's market and its members (METHOD 10), or why there is none. */
  readonly cameTrue:
    | 'pending'
    | 'not_applicable'
    | { readonly share: ReturnType<typeof shareFor>; readonly peers: PeerTable };
}

/** The inputs of a comparison. */
interface CompareParts {
  /** In the order of the request. */
  readonly contenders: readonly ListedContender[];
  readonly window: WindowSpec;
  readonly direction: Direction;
  /** Null when the window was given by its dates. */
  readonly period: Period | null;
  /** Draws back to the first day of the youngest prices; no older year is shared. */
  readonly draws: Draws;
  readonly closing: ClosingFields;
}

/**
 * The answer of GET /compare: symbols in one window, over the years that all of them have (SPEC 4.12).
 *
 * @throws as `requiredBars`
 */
export async function compareAnswer(parts: CompareParts, thread: Thread): Promise<Output<'compareSymbols'>> {
  const { contenders, window, direction, period } = parts;
  const refs = contenders.map(({ symbol }) => symbol);
  const barsOf = await requiredBars(thread, refs);
  const comparison = compareSymbols(
    contenders.map(({ symbol, gapLimit }) => ({ symbol: symbol.symbol, bars: barsOf(symbol), gapLimit })),
    window,
    direction,
  );
  return {
    setup: {
      entry_date: toIso(window.entry),
      exit_date: toIso(window.end),
      hold_days: holdOf(window),
      direction,
      period,
    },
    years: lookbackLabel(window),
    ...compareReport(
      comparison,
      contenders.map(({ market }) => market),
      contenders.map((contender) => significanceOver(contender, parts, comparison)),
      contenders.map((contender) => cameTrueIn(contender, parts)),
    ),
    ...parts.closing,
  };
}

/** What came true of windows like the named one, and what it showed in all years of the symbol. */
function cameTrueIn({ symbol, gapLimit, cameTrue }: ListedContender, { window, direction }: CompareParts): CameTrue {
  if (typeof cameTrue === 'string') return cameTrueOf(cameTrue, window, direction, null);
  const { share, peers } = cameTrue;
  return cameTrueOf(share, window, direction, windowExcess(columnsOf(symbol), window, gapLimit, peers));
}

/** Significance of the named window over the years that all symbols share; null without any. */
function significanceOver(
  { symbol, gapLimit, searchEntry, origin }: ListedContender,
  { window, direction, draws }: CompareParts,
  { years }: Comparison,
): Significance | null {
  if (years.length === 0) return null;
  const found = { symbol: columnsOf(symbol), window, direction, searchEntry, gapLimit };
  const strength = windowStrength(found, draws, years);
  return significanceOf(symbol.symbol, strength, origin);
}

/** The inputs of a window's statistics. */
export interface PatternParts extends SymbolInMarket {
  /** Market id. */
  readonly market: string;
  readonly window: WindowSpec;
  /** Omitted = the direction with the higher win share, then with the higher mean. */
  readonly direction?: Direction;
  /** Message of the 404 when no year of the window could be observed. */
  readonly nothingObserved: string;
  readonly closing: ClosingFields;
}

/**
 * The answer of GET /patterns: the statistics of a window (SPEC 4.6).
 *
 * @throws as `requiredBars`; not_found when no year could be observed
 */
export async function patternAnswer(parts: PatternParts, thread: Thread): Promise<Output<'getPattern'>> {
  const { evidence, stats, opening } = await statisticsOf(parts, thread);
  return { ...opening, years_tested: evidence.yearsTested, stats, ...parts.closing };
}

/**
 * The answer of GET /seasonal-chart: the curve of the annual cycle that starts on the entry date, and the yearly bars of a
 * window (SPEC 4.7).
 *
 * @throws as `patternAnswer`
 */
export async function seasonalChartAnswer(parts: PatternParts, thread: Thread): Promise<Output<'getSeasonalChart'>> {
  const { direction, evidence, stats, opening } = await statisticsOf(parts, thread);
  const curve = seasonalCurve(columnsOf(parts.symbol), parts.window, parts.gapLimit);
  return {
    ...opening,
    direction,
    seasonal_curve: curve === null ? [] : publishedCurve(curve),
    curve_years: curve === null ? [] : curve.years.map(String),
    stats,
    per_year_bars: yearBars(evidence),
    ...parts.closing,
  };
}

/** The statistics of a window and the first fields of both answers. */
async function statisticsOf(parts: PatternParts, thread: Thread) {
  const { symbol, market, gapLimit, window } = parts;
  const barsOf = await requiredBars(thread, [symbol]);
  const bars = barsOf(symbol);
  const observed = observedIn(bars, parts);
  if (observed === null) throw notFound(parts.nothingObserved);
  const { direction, evidence } = observed;
  return {
    direction,
    evidence,
    stats: patternStats(evidence, trendOf(bars, window.asOf, gapLimit), direction),
    opening: {
      symbol: symbol.symbol,
      market,
      entry_date: toIso(window.entry),
      days_out: holdOf(window),
      years: lookbackLabel(window),
      win_rate: round4(evidence.winRate),
    },
  };
}

/** A symbol as one market lists it. */
export interface ListedLeg extends SymbolInMarket {
  readonly market: CardMarket;
}

interface HeldLeg extends ListedLeg {
  readonly direction: Direction;
  /** > 0, in any unit: only the shares of the total matter. */
  readonly weight: number;
}

/** The inputs of a scenario. */
export interface PortfolioParts {
  /** In the order of the request. A symbol may occur several times. */
  readonly positions: readonly HeldLeg[];
  /** Held long; null when none is requested. */
  readonly benchmark: ListedLeg | null;
  readonly window: WindowSpec;
  readonly horizon: Horizon;
  readonly closing: ClosingFields;
}

/**
 * The answer of POST /portfolio/scenarios: the returns of a basket in a window, year by year (SPEC 4.13).
 *
 * @throws as `requiredBars`, without naming a position whose prices are damaged
 */
export async function portfolioAnswer(parts: PortfolioParts, thread: Thread): Promise<Output<'runPortfolioScenarios'>> {
  const { window, horizon } = parts;
  const barsOf = await barsOfLegs(parts, thread);
  const leg = ({ symbol, market, gapLimit }: ListedLeg) => ({
    symbol: symbol.symbol,
    bars: barsOf(symbol),
    gapLimit,
    market,
  });
  const positions = parts.positions.map((position) => ({
    ...leg(position),
    weight: position.weight,
    direction: position.direction,
  }));
  const benchmark = parts.benchmark && { ...leg(parts.benchmark), direction: 'long' as const };
  return {
    setup: {
      entry_date: toIso(window.entry),
      exit_date: toIso(window.end),
      hold_days: holdOf(window),
      horizon,
    },
    years: lookbackLabel(window),
    ...scenarioReport(runScenario(positions, window, benchmark), positions, window, benchmark),
    ...parts.closing,
  };
}

async function barsOfLegs({ positions, benchmark }: PortfolioParts, thread: Thread): Promise<BarsReader> {
  const legs: readonly ListedLeg[] = benchmark === null ? positions : [...positions, benchmark];
  const refs = legs.map(({ symbol }) => symbol);
  try {
    return await requiredBars(thread, refs);
  } catch (error) {
    throw withoutSymbol(error);
  }
}

/** Removes the symbol from an error: nothing of a request body is logged. */
export function withoutSymbol(error: unknown): unknown {
  const namesSymbol = error instanceof ApiError && error.code === 'upstream_unavailable';
  return namesSymbol ? upstreamUnavailable('the prices of a position cannot be read') : error;
}
