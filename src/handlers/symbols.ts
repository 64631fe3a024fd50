import type { Operations } from '../operation';
import type { ServiceDeps } from '../services/screening/deps';
import { analyze, symbolMarkdown } from '../services/symbol/analyze';
import { compare, portfolioScenario } from '../services/symbol/compare';
import { score } from '../services/symbol/score';
import { heatMapFigure, seasonalChart, symbolPattern } from '../services/symbol/statistics';

/** Named symbols and windows (SPEC 4.5 to 4.7, 4.11 to 4.13), and their widgets in OpenBB Workspace. */
export const symbols = {
  analyzeSymbol: analyze,
  getPattern: symbolPattern,
  getSeasonalChart: seasonalChart,
  scoreSetups: score,
  compareSymbols: compare,
  runPortfolioScenarios: portfolioScenario,
  getSymbolWidget: symbolMarkdown,
  getHeatMapWidget: heatMapFigure,
} satisfies Operations<ServiceDeps>;
