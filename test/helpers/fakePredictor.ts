import type { PredictorSource } from '../../src/services/screening/predictions';

/** A model that gives the same prediction for every setup. */
export const fakePredictor: PredictorSource = async () => ({
  version: 'fake',
  predict: async ({ hold }) => {
    if (hold < 10 || hold > 90) throw new Error(`asked about a hold of ${hold}`);
    return {
      prediction: { score: 50, winProb: 0.55, predReturnPct: 1, predMfePct: 2 },
      model: { version: 'fake', lookbackYears: 10, beatsBaseRate: false },
    };
  },
});
