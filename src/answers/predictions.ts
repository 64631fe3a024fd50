import { type Day, toIso } from '../core/calendar/dates';
import {
  isPredicted,
  ML_DAYS_AHEAD,
  ML_HOLD,
  type MlAbsence,
  type MlOutcome,
  type ModelFacts,
} from '../core/model/absence';
import type { Prediction } from '../core/model/predict';
import { round4 } from '../core/statistics/round';
import type { Direction } from '../core/window/window';
import type { Output } from '../operation';
import type { Schema } from '../schema';
import { percent, share } from './phrases';
import type { PatternCard } from './shapes';

/** The `ml` block of a card. Rounding is monotonic, so pred_mfe_pct >= max(0, pred_return_pct) still holds. */
export function mlBlock({ score, winProb, predReturnPct, predMfePct }: Prediction): Schema<'MlBlock'> {
  return {
    ml_score: round4(score),
    ml_win_prob: round4(winProb),
    pred_return_pct: round4(predReturnPct),
    pred_mfe_pct: round4(predMfePct),
  };
}

/** A prediction under the names of bulk rows and POST /score. */
export function bulkMl(prediction: Prediction): Schema<'OpportunityMl'> {
  const { ml_score, ml_win_prob, pred_return_pct, pred_mfe_pct } = mlBlock(prediction);
  return { ml_score, win_prob: ml_win_prob, pred_return: pred_return_pct, pred_mfe: pred_mfe_pct };
}

/** `tier_notes`: explains the ML block, or why there is none. */
export function tierNotes(ml: MlOutcome, holdDays: number): string {
  if (!isPredicted(ml)) return `ml is null: ${cardNote(ml, holdDays)}`;
  const { ml_win_prob } = mlBlock(ml.prediction);
  const { model } = ml;
  return `ml is the prediction of model ${model.version} for this setup (win probability ${ml_win_prob}), not the share of past years won. ${skillNote(model)}`;
}

/** The prediction of a card in a sentence, with what `tier_notes` says of it or of its absence. */
export function predictionText({ ml, tier_notes }: Pick<PatternCard, 'ml' | 'tier_notes'>): string {
  if (ml === null) return tier_notes;
  const { ml_win_prob, pred_return_pct } = ml;
  return `Predicted win probability ${share(ml_win_prob)}, return ${percent(pred_return_pct)}. ${tier_notes}`;
}

/** How far a model can be trusted (METHOD 9). */
function skillNote({ lookbackYears, beatsBaseRate }: ModelFacts): string {
  const skill = beatsBaseRate === null ? 'has not been tested' : `is ${beatsBaseRate ? '' : 'not '}significant`;
  return `The model looks at ${lookbackYears} years whatever \`years\` says; its skill over the base rate ${skill}.`;
}

/** Why there is no prediction, as a clause that ends its sentence. */
export function absenceNote(ml: MlAbsence, holdDays?: number): string {
  switch (ml.reason) {
    case 'no_model':
      return 'no prediction model is in service.';
    case 'replay':
      return 'a replay of past sessions is made without the model, which has seen what followed.';
    case 'market':
      return 'this market is not eligible for predictions.';
    case 'hold':
      return `predictions cover holds of ${ML_HOLD.min} to ${ML_HOLD.max} calendar days${holdDays === undefined ? '' : `, this one is ${holdDays}`}.`;
    case 'entry_date':
      return `predictions cover entry dates from today through ${ML_DAYS_AHEAD} days ahead (New York).`;
    case 'past':
      return 'the entry lies in the past, for which no prediction is made: the model may have seen what followed.';
    case 'not_reached':
      return 'predictions did not reach this row; ask for fewer rows or for this symbol alone.';
    case 'time':
      return 'the time of this request ran out before this row was predicted; ask again, or for fewer rows.';
    case 'stale':
      return 'the prices of this symbol end too long before the entry.';
    case 'no_history':
      return 'too few past years of this window could be observed.';
    case 'no_volatility':
      return 'the price of this symbol hardly moved in the past year.';
    case 'unreadable':
      return 'the prices of this symbol cannot be read at the moment.';
    case 'allowance':
      if (ml.dailyLimit === 0) return 'this key, or its plan, grants no predictions: a read-only key spends none.';
      return `the daily limit of ${ml.dailyLimit} predictions is reached; it resets at 00:00 UTC, or upgrade at ${ml.upgradeUrl}.`;
  }
}

/** As `absenceNote`, for a card or row that has other fields. */
function cardNote(ml: MlAbsence, holdDays?: number): string {
  const note = absenceNote(ml, holdDays);
  return ml.reason === 'no_model' ? `${note} All other fields are complete.` : note;
}

/** `tier_notes` of a list whose rows have none of their own: how many rows are predicted, and why the others are not. */
export function listNotes(rows: readonly MlOutcome[]): string {
  if (rows.length === 0) return 'There are no rows to predict.';
  const predicted = rows.filter(isPredicted);
  const sentences: string[] = [];
  if (predicted.length > 0) {
    sentences.push(
      `ml is the prediction of model ${predicted[0].model.version} on ${predicted.length} of ${rows.length} rows, not the share of past years won.`,
      skillNote(predicted[0].model),
    );
  }
  const missing = new Map<string, number>();
  for (const ml of rows) {
    if (isPredicted(ml)) continue;
    const note = cardNote(ml);
    missing.set(note, (missing.get(note) ?? 0) + 1);
  }
  for (const [note, count] of missing) sentences.push(`ml is null on ${count} of ${rows.length} rows: ${note}`);
  return sentences.join(' ');
}

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
