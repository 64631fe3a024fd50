import { type Day, toIso } from '../core/calendar/dates';
import { openColumns } from '../core/detection/columns';
import { round4, round4OrNull } from '../core/statistics/round';
import { type SeasonalCurve, seasonalCurve, type Trend } from '../core/window/curve';
import type { Evidence, Observation } from '../core/window/evidence';
import type { HeatRow } from '../core/window/heatMap';
import type { Direction, WindowSpec } from '../core/window/window';
import type { Output } from '../operation';
import type { Schema } from '../schema';
import type { CardChart, CurvePoint } from './shapes';

/**
 * The `stats` block of a symbol's pattern (SPEC 2.7, METHOD 2). Percent unless said; returns are in the direction of the
 * trade, the trend block is not. No price or volume level.
 */
export function patternStats(evidence: Evidence, trend: Trend, direction: Direction): Schema<'PatternStats'> {
  return {
    trade_direction: direction,
    percent_profitable: round4(100 * evidence.winRate),
    num_winners: evidence.wins,
    num_losers: evidence.losses,
    avg_profit: round4OrNull(evidence.avgProfit),
    avg_loss: round4OrNull(evidence.avgLoss),
    median_profit: round4(evidence.median),
    sharpe_ratio: round4(evidence.sharpe),
    sharpe_ratio_mfe: round4(evidence.sharpeMfe),
    annualized_return: round4(evidence.annualized),
    cumulative_return: round4(evidence.cumulative),
    std_dev: round4OrNull(evidence.deviation),
    return_1m: round4OrNull(trend.return1m),
    avg_profit_all: round4(evidence.mean),
    trend_long: round4OrNull(trend.long),
    trend_long_prev: round4OrNull(trend.longPrevious),
    trend_short: round4OrNull(trend.short),
    trend_short_prev: round4OrNull(trend.shortPrevious),
  };
}

/** The statistics of a setup as published, 4 decimals. */
export function publishedStats(evidence: Evidence) {
  return {
    historical_win_rate: round4(evidence.winRate),
    sharpe_ratio: round4(evidence.sharpe),
    avg_return_pct: round4(evidence.mean),
    median_return_pct: round4(evidence.median),
    years_tested: evidence.yearsTested,
  };
}

/** The record of a window as cards and comparisons publish it, 4 decimals. */
export function publishedRecord({ yearsTested, wins, losses, winRate, mean, median, best, worst }: Evidence) {
  return {
    years_tested: yearsTested,
    wins,
    losses,
    historical_win_rate: round4(winRate),
    avg_return_pct: round4(mean),
    median_return_pct: round4(median),
    best_year: yearReturn(best),
    worst_year: yearReturn(worst),
  };
}

/** The return of a year, percent. */
type ReturnOfYear = Pick<Observation, 'year' | 'returnPct'>;

export function yearReturn({ year, returnPct }: ReturnOfYear): Schema<'YearReturn'> {
  return { year: String(year), return_pct: round4(returnPct) };
}

/**
 * The result is judged on the unrounded return: a gain that rounds to 0 is still a win.
 *
 * @param drift m0 of METHOD 6, percent; null when it is not known
 */
export function yearResult(year: ReturnOfYear, drift: number | null): Schema<'YearResult'> {
  return {
    ...yearReturn(year),
    result: year.returnPct > 0 ? 'win' : 'loss',
    ...(drift === null ? {} : { excess_pct: round4(year.returnPct - drift) }),
  };
}

/** The curve as published: 4 decimals, one point a calendar day of the shown cycle. */
export function publishedCurve(curve: SeasonalCurve): CurvePoint[] {
  return Array.from(curve.index, (index, i) => ({ date: toIso(curve.start + i), index: round4(index) }));
}

/** Each observed year's return with its favourable and adverse excursion (SPEC 2.7), oldest first. */
export function yearBars(evidence: Evidence): Schema<'YearBar'>[] {
  return evidence.observations.map(({ year, returnPct, mfePct, maePct, entryDay, exitDay }) => ({
    year: String(year),
    return_pct: round4(returnPct),
    mfe_pct: round4(mfePct),
    mae_pct: round4(maePct),
    entry_session: toIso(entryDay),
    exit_session: toIso(exitDay),
  }));
}

/** Data of the two charts of a card. */
export interface ChartInput {
  /** Columns that hold the closes of its symbol. */
  readonly buffer: SharedArrayBuffer;
  readonly index: number;
  readonly window: WindowSpec;
  /** Calendar days without a session that end an observation. */
  readonly gapLimit: number;
  readonly evidence: Evidence;
}

/** The two charts of a card (`include=chart`). */
export function cardChart({ buffer, index, window, gapLimit, evidence }: ChartInput): CardChart {
  const curve = seasonalCurve({ columns: openColumns(buffer), index }, window, gapLimit);
  return { seasonal_curve: curve === null ? [] : publishedCurve(curve), per_year_bars: yearBars(evidence) };
}

type HeatMap = Output<'getHeatMap'>;

/** The inputs of the answer with a heat map. */
export interface HeatMapAnswerParts {
  /** Published members before the entries. */
  readonly facts: Pick<HeatMap, 'symbol' | 'market' | 'direction' | 'measure' | 'years'>;
  readonly entries: readonly Day[];
  readonly rows: readonly (HeatRow & { readonly hold: number })[];
  /** Published members after the rows. */
  readonly notes: Pick<HeatMap, 'note' | 'disclaimer' | 'as_of' | 'data_age_note'>;
}

/** The answer of GET /symbols/{symbol}/heatmap. */
export function heatMapAnswer({ facts, entries, rows, notes }: HeatMapAnswerParts): HeatMap {
  return {
    ...facts,
    entry_dates: entries.map(toIso),
    rows: rows.map(({ hold, values, anyDate, yearsTested }) => ({
      hold_days: hold,
      values: Array.from(values, publishedValue),
      any_date: facts.measure === 'z' ? null : Array.from(anyDate, publishedValue),
      years_tested: Array.from(yearsTested),
    })),
    ...notes,
  };
}

function publishedValue(value: number): number | null {
  return round4OrNull(Number.isNaN(value) ? null : value);
}
