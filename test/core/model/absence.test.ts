import { isCutOff, isPredicted, type MlOutcome } from '../../../src/core/model/absence';

const prediction = { winProb: 0.6, predReturnPct: 1, predMfePct: 2, score: 70 };

test.each<[MlOutcome, predicted: boolean, cutOff: boolean]>([
  [{ prediction, model: { version: 'a', lookbackYears: 10, beatsBaseRate: null } }, true, false],
  [{ reason: 'allowance', dailyLimit: 20, upgradeUrl: 'https://example.com' }, false, true],
  [{ reason: 'not_reached' }, false, true],
  [{ reason: 'hold' }, false, false],
  [{ reason: 'no_model' }, false, false],
  [{ reason: 'replay' }, false, false],
])('%j', (outcome, predicted, cutOff) => {
  expect(isPredicted(outcome)).toBe(predicted);
  expect(isCutOff(outcome)).toBe(cutOff);
});
