import { type Day, toIso } from '../core/calendar/dates';
import { isPredicted, type MlOutcome } from '../core/model/absence';
import type { Direction } from '../core/window/window';
import type { Output } from '../operation';
import { absenceNote, bulkMl } from './predictions';

type Body = Output<'scoreSetups'>;
type Scored = Extract<Body, { readonly scores: unknown }>;
/** Stands in place of scores once the day's allowance is spent (SPEC 4.11 rule 3). */
export type UpgradeAnswer = Exclude<Body, Scored>;

/** A setup that was sent, and what became of it: a text says why it was not even looked at. */
export interface ScoreInput {
  readonly symbol: string;
  readonly entry: Day;
  readonly direction: Direction;
  /** Calendar days. */
  readonly hold: number;
  readonly outcome: MlOutcome | string;
}

/** What the answer of a batch of setups is made of. */
export type ScoreAnswerParts =
  | { readonly upgrade: UpgradeAnswer }
  | {
      readonly rows: readonly ScoreInput[];
      readonly remaining: number | null;
      /** Members after the scores, as they are published. */
      readonly notes: Pick<Scored, 'model_version' | 'disclaimer' | 'data_age_note'>;
    };

/** The answer of POST /score (SPEC 4.11). */
export function scoreAnswer(parts: ScoreAnswerParts): Body {
  if ('upgrade' in parts) return parts.upgrade;
  const scores = parts.rows.map(scoreRow);
  return {
    granted: scores.filter((row) => 'win_prob' in row).length,
    ml_remaining_today: parts.remaining,
    scores,
    ...parts.notes,
  };
}

function scoreRow({ symbol, entry, direction, hold, outcome }: ScoreInput): Scored['scores'][number] {
  const asked = { symbol, date: toIso(entry), direction, days_out: hold };
  if (typeof outcome === 'string') return { ...asked, note: `Not scored: ${outcome}` };
  if (isPredicted(outcome)) return { ...asked, ...bulkMl(outcome.prediction) };
  return { ...asked, note: `Not scored: ${absenceNote(outcome, hold)}` };
}
