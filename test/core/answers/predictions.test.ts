import { absenceNote, bulkMl, listNotes, mlBlock, tierNotes } from '../../../src/answers/predictions';
import type { MlAbsence, MlOutcome } from '../../../src/core/model/absence';

const prediction = { score: 61.00005, winProb: 0.612345, predReturnPct: -0.00001, predMfePct: 2 };
const model = { version: 'abc', lookbackYears: 10, beatsBaseRate: false };
const predicted: MlOutcome = { prediction, model };

test('a prediction is rounded under both sets of field names', () => {
  expect(mlBlock(prediction)).toEqual({ ml_score: 61.0001, ml_win_prob: 0.6123, pred_return_pct: 0, pred_mfe_pct: 2 });
  expect(bulkMl(prediction)).toEqual({ ml_score: 61.0001, win_prob: 0.6123, pred_return: 0, pred_mfe: 2 });
});

test('the notes of a card explain its prediction, or why there is none', () => {
  expect(tierNotes(predicted, 30)).toBe(
    'ml is the prediction of model abc for this setup (win probability 0.6123), not the share of past years won. ' +
      'The model looks at 10 years whatever `years` says; its skill over the base rate is not significant.',
  );
  expect(tierNotes({ reason: 'hold' }, 5)).toBe(
    'ml is null: predictions cover holds of 10 to 90 calendar days, this one is 5.',
  );
  expect(tierNotes({ reason: 'allowance', dailyLimit: 5, upgradeUrl: 'https://example.com/plans' }, 30)).toBe(
    'ml is null: the daily limit of 5 predictions is reached; it resets at 00:00 UTC, or upgrade at https://example.com/plans.',
  );
});

test.each<[MlAbsence, string]>([
  [{ reason: 'no_model' }, 'no prediction model'],
  [{ reason: 'replay' }, 'made without the model, which has seen what followed'],
  [{ reason: 'market' }, 'not eligible'],
  [{ reason: 'hold' }, 'holds of 10 to 90 calendar days.'],
  [{ reason: 'entry_date' }, '5 days ahead'],
  [{ reason: 'past' }, 'in the past'],
  [{ reason: 'not_reached' }, 'did not reach'],
  [{ reason: 'stale' }, 'end too long before'],
  [{ reason: 'no_history' }, 'too few past years'],
  [{ reason: 'no_volatility' }, 'hardly moved'],
  [{ reason: 'unreadable' }, 'cannot be read'],
  [{ reason: 'allowance', dailyLimit: 20, upgradeUrl: 'https://example.com/plans' }, 'the daily limit of 20'],
])('%j', (absence, text) => {
  expect(absenceNote(absence)).toContain(text);
  expect(absenceNote(absence)).toMatch(/^[a-z].*[.s]$/);
});

test('the notes say whether the skill of the model is significant, or was never tested', () => {
  const noteOf = (beatsBaseRate: boolean | null) => tierNotes({ prediction, model: { ...model, beatsBaseRate } }, 30);
  expect(noteOf(true)).toContain('its skill over the base rate is significant.');
  expect(noteOf(null)).toContain('its skill over the base rate has not been tested.');
});

test('the notes of a list count its rows, each reason once', () => {
  expect(listNotes([])).toBe('There are no rows to predict.');
  expect(listNotes([{ reason: 'past' }, predicted, { reason: 'past' }])).toBe(
    'ml is the prediction of model abc on 1 of 3 rows, not the share of past years won. ' +
      'The model looks at 10 years whatever `years` says; its skill over the base rate is not significant. ml is null on 2 of 3 rows: ' +
      absenceNote({ reason: 'past' }),
  );
});
