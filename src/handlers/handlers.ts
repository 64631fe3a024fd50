import type { Handlers } from '../operation';
import type { ServiceDeps } from '../services/deps';
import { analyzeHandler } from './analyze';
import { compareHandler } from './compare';
import { dailyPickHandler, ledgerHandler, pickEvaluationHandler, trackRecordHandler } from './dailyPick';
import { heatMapHandler } from './heatMap';
import { marketsHandler, symbolsHandler } from './markets';
import { meHandler } from './me';
import { methodologyHandler } from './methodology';
import { listOpportunitiesHandler, symbolOpportunitiesHandler } from './opportunities';
import { portfolioHandler } from './portfolio';
import { scanHandler } from './scan';
import { scoreHandler } from './score';
import { patternHandler, seasonalChartHandler } from './statistics';

/** Every operation of the contract and who answers it. */
export function handlersOf(deps: ServiceDeps): Handlers {
  const listSymbolOpportunities = symbolOpportunitiesHandler(deps);
  return {
    scanMarkets: scanHandler(deps),
    listOpportunities: listOpportunitiesHandler(deps),
    listSymbolOpportunities,
    listSymbolOpportunitiesAlias: listSymbolOpportunities,
    getHeatMap: heatMapHandler(deps),
    analyzeSymbol: analyzeHandler(deps),
    getPattern: patternHandler(deps),
    getSeasonalChart: seasonalChartHandler(deps),
    getDailyPick: dailyPickHandler(deps),
    getTrackRecord: trackRecordHandler(deps),
    getPickEvaluation: pickEvaluationHandler(deps),
    listLedger: ledgerHandler(deps),
    scoreSetups: scoreHandler(deps),
    compareSymbols: compareHandler(deps),
    runPortfolioScenarios: portfolioHandler(deps),
    listMarkets: marketsHandler(deps),
    listSymbols: symbolsHandler(deps),
    getMe: meHandler(deps),
    getMethodology: methodologyHandler(deps),
  };
}
