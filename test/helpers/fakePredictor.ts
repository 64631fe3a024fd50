import type { PredictorSource } from '../../src/services/predictor';

/** A model that says the same of every setup it is asked about. */
export const fakePredictor: PredictorSource = async () => ({
  version: 'fake',
  predict: async ({ hold }) => {
    if (hold < 10 || hold > 90) throw new Error(`asked about a hold of ${hold}`);
    return { ml_score: 50, ml_win_prob: 0.55, pred_return_pct: 1, pred_mfe_pct: 2 };
  },
});
