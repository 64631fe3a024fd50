import { cameTrueMarket } from '../../answers/cameTrue';
import { loadMethodProse, methodology } from '../../answers/methodology';
import { publishedEvidence } from '../../answers/publishedEvidence';
import { publishedModel } from '../../answers/publishedModel';
import type { CameTrueMarket } from '../../answers/shapes';
import type { MarketPrices, Snapshot } from '../../engine/snapshot';
import type { Output } from '../../operation';
import type { CameTrueStore } from '../../storage/cameTrue';
import { studiedMarkets, studyVersion } from '../screening/cameTrue';
import { currentPrices, type ServiceDeps } from '../screening/deps';

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
  const cameTrueIn = measuredIn(studies);
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
    const cameTrue = await cameTrueIn(snapshot);
    return methodology({ prose, simulated, model, evidence, cameTrue });
  };
}

/**
 * Finds what came true in each market whose current prices are measured. The answer for a market is kept until its prices
 * change: the stored months take a millisecond to parse.
 */
function measuredIn(studies: CameTrueStore): (snapshot: Snapshot) => Promise<CameTrueMarket[]> {
  const kept = new Map<string, { readonly version: string; readonly answer: CameTrueMarket | null }>();

  async function ofMarket(prices: MarketPrices): Promise<CameTrueMarket | null> {
    const { market, dataVersion, asOf } = prices;
    const { id, name } = market;
    const version = studyVersion(prices);
    const known = kept.get(id);
    if (known?.version === version) return known.answer;
    if (asOf === null || (await studies.versionOf(id)) !== version) return null;
    const stored = await studies.months(id);
    if (stored?.version !== version) return null;
    const answer = cameTrueMarket({ market: id, name, dataVersion }, stored.months, asOf);
    kept.set(id, { version, answer });
    return answer;
  }

  return async (snapshot) => (await Promise.all(studiedMarkets(snapshot).map(ofMarket))).filter((one) => one !== null);
}
