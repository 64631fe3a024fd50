import { toIso } from '../core/calendar/dates';
import type { Significance } from '../core/significance/significance';
import type { Evidence } from '../core/window/evidence';
import { type Direction, holdOf, type WindowSpec } from '../core/window/window';
import type { Output } from '../operation';
import { buildCard, type CardInput } from './card';
import { type ChartInput, cardChart } from './chart';
import { publishedStats } from './patternStats';
import { significanceBlock } from './significance';
import { type View, viewCards } from './views';

type Body = Output<'analyzeSymbol'>;

/** A setup that is listed beside a card. */
export interface OtherSetupInput {
  readonly symbol: string;
  readonly direction: Direction;
  readonly window: WindowSpec;
  readonly evidence: Evidence;
  /** As `lookbackLabel` has it. */
  readonly years: string;
  readonly significance: Significance;
}

/** What the answer of an analysis is made of. */
export interface AnalyzeAnswerParts {
  readonly card: CardInput;
  /** What the charts of the card are drawn from; null = none are asked for. */
  readonly chart: ChartInput | null;
  readonly others: readonly OtherSetupInput[];
  readonly view: View;
  /** Members after those, as they are published. */
  readonly notes: Pick<Body, 'disclaimer' | 'as_of' | 'data_age_note'>;
}

/** The answer of GET /analyze/{symbol} (SPEC 4.5). */
export function analyzeAnswer({ card: input, chart, others, view, notes }: AnalyzeAnswerParts): Body {
  const [card] = viewCards([buildCard(input)], view, chart === null ? undefined : cardChart(chart));
  return { card, other_setups: others.map(otherSetup), view, ...notes };
}

function otherSetup({
  symbol,
  direction,
  window,
  evidence,
  years,
  significance,
}: OtherSetupInput): Body['other_setups'][number] {
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
  };
}
