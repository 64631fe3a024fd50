import type { Output } from '../operation';
import { type SummaryInput, scanSummary } from './scanSummary';

type Body = Output<'scanMarkets'>;

/** What the answer of a scan is made of beside its cards. Covered by test/handlers/scanMarkets.test.ts. */
export interface ScanAnswerParts {
  readonly generatedAt: string;
  readonly summary: SummaryInput;
  /** Members before the cards and after them, as they are published. */
  readonly facts: Omit<Body, 'generated_at' | 'summary' | 'opportunities' | keyof Notes>;
  readonly notes: Notes;
}

type Notes = Pick<Body, 'markets_note' | 'lookback_note' | 'disclaimer' | 'as_of' | 'data_age_note'>;

/** The answer of GET /scan (SPEC 4.1) without its cards, which are written by themselves. */
export function scanAnswer({ generatedAt, summary, facts, notes }: ScanAnswerParts): Body {
  return { generated_at: generatedAt, summary: scanSummary(summary), ...facts, opportunities: [], ...notes };
}
