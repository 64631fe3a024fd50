import { toIso } from '../core/calendar/dates';
import type { Significance } from '../core/significance/significance';
import type { Evidence } from '../core/window/evidence';
import { type Direction, holdOf, type WindowSpec } from '../core/window/window';
import type { Output } from '../operation';
import { buildCard, type CardInput, type View, viewCards } from './card';
import { type ChartInput, cardChart, publishedStats } from './patternStats';
import { significanceBlock } from './significance';

type Body = Output<'analyzeSymbol'>;

/** A setup listed below a card. */
export interface OtherSetupInput {
  readonly symbol: string;
  readonly direction: Direction;
  readonly window: WindowSpec;
  readonly evidence: Evidence;
  /** See `lookbackLabel`. */
  readonly years: string;
  readonly significance: Significance;
  /** See `analyzeUrl`. */
  readonly link: string | undefined;
}

/** The inputs of the answer. */
export interface AnalyzeAnswerParts {
  readonly card: CardInput;
  /** Data of the card's chart; null when none is requested. */
  readonly chart: ChartInput | null;
  readonly others: readonly OtherSetupInput[];
  readonly view: View;
  /** Published members at the end of the answer. */
  readonly notes: Pick<Body, 'disclaimer' | 'as_of' | 'data_age_note'>;
}

/** The answer of GET /analyze/{symbol} (SPEC 4.5). */
export function analyzeAnswer({ card: input, chart, others, view, notes }: AnalyzeAnswerParts): Body {
  const [card] = viewCards([buildCard(input)], view, chart === null ? undefined : cardChart(chart));
  return { card, other_setups: others.map(otherSetup), view, ...notes };
}

function otherSetup(other: OtherSetupInput): Body['other_setups'][number] {
  const { symbol, direction, window, evidence, years, significance, link } = other;
  const { historical_win_rate, sharpe_ratio, avg_return_pct, median_return_pct } = publishedStats(evidence);
  return {
    symbol,
    direction,
    entry_date: toIso(window.entry),
    hold_days: holdOf(window),
    historical_win_rate,
    sharpe_ratio,
    avg_return_pct,
    median_return_pct,
    years,
    significance: significanceBlock(significance),
    ...(link === undefined ? {} : { analyze_url: link }),
  };
}
