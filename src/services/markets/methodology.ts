import { methodology } from '../../answers/methodology';
import { loadMethodProse } from '../../answers/methodProse';
import { publishedEvidence } from '../../answers/publishedEvidence';
import { publishedModel } from '../../answers/publishedModel';
import type { Output } from '../../operation';
import { studiedMarkets } from '../screening/cameTrue';
import { currentPrices, type ServiceDeps } from '../screening/deps';

/** Read here, so that a fault in the texts shows at start. */
const prose = loadMethodProse();

/** Definitions, the card of the model in service, published evidence, and what came true. @throws scan_busy */
export async function describeMethod({ screening, storage }: ServiceDeps): Promise<Output<'getMethodology'>> {
  const snapshot = await currentPrices(screening);
  const serving = await screening.predictions.over(snapshot);
  const trial = await screening.predictions.trialOver(snapshot);
  const model = serving && publishedModel(serving.model, serving.isCurrent, trial);
  const { simulated, dataVersion } = snapshot;
  const { clock, markets } = screening;
  const walked = await storage.evidence.latest({ simulated, through: clock.today() });
  const nameOf = (id: string) => markets.find((market) => market.id === id)?.name ?? id;
  const evidence = walked && publishedEvidence(walked, nameOf(walked.market), dataVersion);
  const found = await Promise.all(studiedMarkets(snapshot).map((prices) => screening.cameTrue.published(prices)));
  const cameTrue = found.filter((one) => one !== null);
  return methodology({ prose, simulated, model, evidence, cameTrue });
}
