import type { MlBlock } from './patternCard';

/** Why a card carries no prediction (SPEC 2.3, 4.11). Never an error. */
export type MlAbsence =
  | { readonly reason: 'no_model' }
  | { readonly reason: 'market' }
  | { readonly reason: 'hold' }
  | { readonly reason: 'entry_date' }
  | { readonly reason: 'past_year' }
  | { readonly reason: 'not_reached' }
  | { readonly reason: 'allowance'; readonly dailyLimit: number; readonly upgradeUrl: string };

/** Calendar days an exact-window prediction may cover, and days ahead its entry may lie (SPEC 8.5). */
export const ML_HOLD = { min: 10, max: 90 } as const;
export const ML_DAYS_AHEAD = 5;

/** `tier_notes`: what the ML block is, or why there is none. */
export function tierNotes(ml: MlBlock | MlAbsence, holdDays: number): string {
  if (!('reason' in ml)) {
    return `ml is a model's prediction for this setup (win probability ${ml.ml_win_prob}), not the share of past years won.`;
  }
  switch (ml.reason) {
    case 'no_model':
      return 'ml is null: no prediction model is in service. All other fields are complete.';
    case 'market':
      return 'ml is null: this market is not eligible for predictions.';
    case 'hold':
      return `ml is null: predictions cover holds of ${ML_HOLD.min} to ${ML_HOLD.max} calendar days, this one is ${holdDays}.`;
    case 'entry_date':
      return `ml is null: predictions cover entries from today through ${ML_DAYS_AHEAD} days ahead (New York).`;
    case 'past_year':
      return 'ml is null: the entry lies in a past year, for which no prediction is made.';
    case 'not_reached':
      return 'ml is null: predictions did not reach this row; ask for fewer rows or for this symbol alone.';
    case 'allowance':
      return `ml is null: today's allowance of ${ml.dailyLimit} predictions is spent; it resets at 00:00 UTC, or upgrade at ${ml.upgradeUrl}.`;
  }
}
