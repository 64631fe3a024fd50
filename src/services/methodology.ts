import { methodology } from '../answers/methodology';
import { loadMethodProse } from '../answers/methodProse';
import { publishedModel } from '../answers/publishedModel';
import type { Output } from '../operation';
import type { ServiceDeps } from './deps';
import { currentPrices } from './screening';

/**
 * Tells the definition of every number, and the card of the model in service. Its prose is read now, so that a fault in
 * it shows at start.
 *
 * @throws SeedError
 */
export function methodTeller({ screening }: Pick<ServiceDeps, 'screening'>): () => Promise<Output<'getMethodology'>> {
  const prose = loadMethodProse();
  return async () => {
    const snapshot = await currentPrices(screening);
    const serving = await screening.predictions.over(snapshot);
    const trial = await screening.predictions.trialOver(snapshot);
    const model = serving && publishedModel(serving.model, serving.isCurrent, trial);
    return methodology({ prose, simulated: snapshot.simulated, model });
  };
}
