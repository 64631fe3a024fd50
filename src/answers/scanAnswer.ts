import type { Output } from '../operation';
import { buildCard, type CardInput } from './card';
import { type ChartInput, cardChart } from './chart';
import { type SummaryInput, scanSummary } from './scanSummary';
import { viewCards } from './views';

type Body = Output<'scanMarkets'>;

/** What the answer of a scan is made of. Covered by test/handlers/scanMarkets.test.ts. */
export interface ScanAnswerParts {
  /** Ranked. */
  readonly cards: readonly CardInput[];
  /** What the charts of the first card are drawn from; null = none are asked for. */
  readonly chart: ChartInput | null;
  readonly generatedAt: string;
  /** What the summary says beside the cards. */
  readonly summary: Omit<SummaryInput, 'cards'>;
  /** Members before the cards and after them, as they are published. */
  readonly facts: Omit<Body, 'generated_at' | 'summary' | 'opportunities' | keyof Notes>;
  readonly notes: Notes;
}

type Notes = Pick<Body, 'markets_note' | 'lookback_note' | 'disclaimer' | 'as_of' | 'data_age_note'>;

/** The answer of GET /scan (SPEC 4.1). */
export function scanAnswer({ cards: inputs, chart, generatedAt, summary, facts, notes }: ScanAnswerParts): Body {
  const cards = inputs.map(buildCard);
  return {
    generated_at: generatedAt,
    summary: scanSummary({ ...summary, cards }),
    ...facts,
    opportunities: viewCards(cards, facts.view, chart === null ? undefined : cardChart(chart)),
    ...notes,
  };
}
