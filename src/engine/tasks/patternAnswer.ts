import { publishedCurve, yearBars } from '../../answers/chart';
import type { ClosingFields } from '../../answers/dataAge';
import { patternStats } from '../../answers/patternStats';
import { lookbackLabel } from '../../answers/phrases';
import { toIso } from '../../core/calendar/dates';
import { round4 } from '../../core/statistics/round';
import { seasonalCurve } from '../../core/window/curve';
import { trendOf } from '../../core/window/trend';
import { type Direction, holdOf, type WindowSpec } from '../../core/window/window';
import { notFound } from '../../errors';
import type { Output } from '../../operation';
import { observedIn } from './evidence';
import { columnsOf, requiredBars, type SymbolInMarket, type Thread } from './thread';

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
