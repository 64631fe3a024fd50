import { mlBlock } from '../answers/predictions';
import { isPredicted } from '../core/model/absence';
import type { Predictions } from './predictions';
import type { PredictorSource } from './predictor';

/** The model in service as the daily pick asks it: for nobody's allowance (SPEC 4.14). */
export function predictorSource(predictions: Predictions): PredictorSource {
  return async (snapshot) => {
    const model = await predictions.over(snapshot);
    if (model === null) return null;
    return {
      version: model.version,
      async predict(setup) {
        const outcome = await model.predict(setup);
        return isPredicted(outcome) ? mlBlock(outcome.prediction) : null;
      },
    };
  };
}
