import { methodology } from '../answers/methodology';
import { publishedModel } from '../answers/publishedModel';
import type { Handler } from '../operation';
import type { HandlerDeps } from '../services/deps';
import { loadMethodProse } from '../services/methodProse';
import { currentPrices } from '../services/screening';

/** GET /methodology: the definition of every number, and the card of the model in service. */
export function methodologyHandler({ screening }: HandlerDeps): Handler<'getMethodology'> {
  const prose = loadMethodProse();
  return async () => {
    const snapshot = await currentPrices(screening);
    const serving = await screening.predictions.over(snapshot);
    const model = serving && publishedModel(serving.model, serving.isCurrent);
    return methodology({ prose, simulated: snapshot.simulated, model });
  };
}
