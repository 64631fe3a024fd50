import { type Day, toIso } from '../core/calendar/dates';
import { isPredicted, type MlOutcome } from '../core/model/absence';
import type { Direction } from '../core/window/window';
import type { Output } from '../operation';
import { absenceNote, bulkMl } from './predictions';

type Body = Output<'scoreSetups'>;
type Scored = Extract<Body, { readonly scores: unknown }>;
/** The answer without scores once the day's allowance is spent (SPEC 4.11 rule 3). */
export type UpgradeAnswer = Exclude<Body, Scored>;

/** A requested setup with its outcome; a text says why it was rejected before prediction. */
interface ScoreInput {
  readonly symbol: string;
  readonly entry: Day;
  readonly direction: Direction;
  /** Calendar days. */
  readonly hold: number;
  readonly outcome: MlOutcome | string;
}

/** The inputs of the answer. */
type ScoreAnswerParts =
  | { readonly upgrade: UpgradeAnswer }
  | {
      readonly rows: readonly ScoreInput[];
      readonly remaining: number | null;
      /** Published members after the scores. */
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
  const requested = { symbol, date: toIso(entry), direction, days_out: hold };
  if (typeof outcome === 'string') return { ...requested, note: `Not scored: ${outcome}` };
  if (isPredicted(outcome)) return { ...requested, ...bulkMl(outcome.prediction) };
  return { ...requested, note: `Not scored: ${absenceNote(outcome, hold)}` };
}
