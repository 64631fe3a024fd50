import { type Day, toIso } from '../core/calendar/dates';
import { openColumns } from '../core/detection/columns';
import { round4, round4OrNull } from '../core/statistics/round';
import { type SeasonalCurve, seasonalCurve } from '../core/window/curve';
import type { Evidence } from '../core/window/evidence';
import type { HeatRow } from '../core/window/heatMap';
import type { WindowSpec } from '../core/window/window';
import type { Output } from '../operation';
import type { Schema } from '../schema';
import type { CardChart, CurvePoint } from './shapes';

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
