import { evaluate } from '../../../src/core/model/evaluation';
import { DEFAULT_SETTINGS } from '../../../src/core/model/settings';
import { setupsOf } from '../../../src/core/model/setups';
import { walkForward } from '../../../src/core/model/walkForward';
import { eodSeries } from '../../helpers/eodSeries';
import { describeWithRealData } from '../../helpers/realData';

describeWithRealData('on thirty real stocks', (folder) => {
  test('the model matches the base rate, is calibrated, clearly beats the raw win rate, and shows no leak', () => {
    const settings = { ...DEFAULT_SETTINGS, everyWeeks: 10 };
    const { rows } = setupsOf(eodSeries(folder, 'dow30'), settings);
    const evaluation = evaluate(rows, walkForward(rows, settings));
    const { model, base_rate, raw_win_rate } = evaluation.scores;
    expect(evaluation.suspectedLeak).toEqual([]);
    expect(Math.abs(model.brier - base_rate.brier)).toBeLessThan(0.002);
    expect(model.calibrationError).toBeLessThan(0.04);
    expect(raw_win_rate.calibrationError).toBeGreaterThan(0.1);
    expect(raw_win_rate.brier - model.brier).toBeGreaterThan(0.02);
    expect(evaluation.selectionBias.claimed.mean - evaluation.selectionBias.won.mean).toBeGreaterThan(0.2);
  });
});
