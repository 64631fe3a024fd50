import { type Day, toIso } from '../core/calendar/dates';
import { round4OrNull } from '../core/statistics/round';
import type { HeatRow } from '../core/window/heatMap';
import type { Output } from '../operation';

type Body = Output<'getHeatMap'>;

/** The inputs of the answer. */
export interface HeatMapAnswerParts {
  /** Published members before the entries. */
  readonly facts: Pick<Body, 'symbol' | 'market' | 'direction' | 'measure' | 'years'>;
  readonly entries: readonly Day[];
  readonly rows: readonly (HeatRow & { readonly hold: number })[];
  /** Published members after the rows. */
  readonly notes: Pick<Body, 'note' | 'disclaimer' | 'as_of' | 'data_age_note'>;
}

/** The answer of GET /symbols/{symbol}/heatmap. */
export function heatMapAnswer({ facts, entries, rows, notes }: HeatMapAnswerParts): Body {
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
