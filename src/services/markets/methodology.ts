import { cameTrueMarket } from '../../answers/cameTrue';
import { methodology } from '../../answers/methodology';
import { loadMethodProse } from '../../answers/methodProse';
import { publishedEvidence } from '../../answers/publishedEvidence';
import { publishedModel } from '../../answers/publishedModel';
import type { Snapshot } from '../../engine/snapshot';
import type { Output } from '../../operation';
import type { CameTrueStore } from '../../storage/cameTrue';
import { studiedMarkets, studyVersion } from '../screening/cameTrue';
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
  cameTrue: studies,
}: Pick<ServiceDeps, 'screening' | 'evidence' | 'cameTrue'>): () => Promise<Output<'getMethodology'>> {
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
    const cameTrue = await measured(snapshot, studies);
    return methodology({ prose, simulated, model, evidence, cameTrue });
  };
}

/** What came true in each market whose current prices are measured. */
async function measured(snapshot: Snapshot, studies: CameTrueStore) {
  const found = studiedMarkets(snapshot).map(async (prices) => {
    const { market, dataVersion, asOf } = prices;
    const stored = await studies.months(market.id);
    if (asOf === null || stored?.version !== studyVersion(prices)) return [];
    const { id, name } = market;
    return cameTrueMarket({ market: id, name, dataVersion }, stored.months, asOf) ?? [];
  });
  return (await Promise.all(found)).flat();
}
