import { methodology } from '../../answers/methodology';
import { loadMethodProse } from '../../answers/methodProse';
import { publishedEvidence } from '../../answers/publishedEvidence';
import { publishedModel } from '../../answers/publishedModel';
import type { Output } from '../../operation';
import type { ServiceDeps } from '../screening/deps';
import { currentPrices } from '../screening/screening';

/**
 * The handler of GET /methodology: definitions, the card of the model in service, and published evidence. The texts are read
 * here, so that a fault in them shows at start.
 *
 * @throws SeedError
 */
export function methodologyHandler({
  screening,
  evidence: published,
}: Pick<ServiceDeps, 'screening' | 'evidence'>): () => Promise<Output<'getMethodology'>> {
  const prose = loadMethodProse();
  return async () => {
    const snapshot = await currentPrices(screening);
    const serving = await screening.predictions.over(snapshot);
    const trial = await screening.predictions.trialOver(snapshot);
    const model = serving && publishedModel(serving.model, serving.isCurrent, trial);
    const { simulated, dataVersion } = snapshot;
    const { clock, markets } = screening;
    const walked = await published.latest({ simulated, through: clock.today() });
    const nameOf = (id: string) => markets.find((market) => market.id === id)?.name ?? id;
    const evidence = walked && publishedEvidence(walked, nameOf(walked.market), dataVersion);
    return methodology({ prose, simulated, model, evidence });
  };
}
