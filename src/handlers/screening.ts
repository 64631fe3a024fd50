import type { Operations } from '../operation';
import { createExport, deleteExport, describeExport, exportFile, listExports } from '../services/exports/exports';
import type { ServiceDeps } from '../services/screening/deps';
import { listOpportunities } from '../services/screening/opportunities';
import { scan } from '../services/screening/scan';
import { heatMap } from '../services/symbol/statistics';
import { listSymbolOpportunities } from '../services/symbol/symbolOpportunities';

/** Searches of markets and symbols (SPEC 4.1 to 4.4), heat maps, and exports of whole markets. */
export const screening = {
  scanMarkets: scan,
  listOpportunities,
  listSymbolOpportunities,
  listSymbolOpportunitiesAlias: listSymbolOpportunities,
  getHeatMap: heatMap,
  createExport,
  listExports,
  getExport: describeExport,
  deleteExport,
  downloadExport: exportFile,
} satisfies Operations<ServiceDeps>;
