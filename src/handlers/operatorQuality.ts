import type { Handler } from '../operation';
import type { ConsoleDeps } from '../services/console';
import { getDataQuality } from '../services/dataQuality';
import { getQualityRun, listQualityRuns } from '../services/qualityRuns';

/** GET /operator/data-quality */
export function dataQualityHandler(deps: ConsoleDeps): Handler<'getDataQuality'> {
  return (input) => getDataQuality(deps, input);
}

/** GET /operator/data-quality/runs */
export function listQualityRunsHandler(deps: ConsoleDeps): Handler<'listQualityRuns'> {
  return (input) => listQualityRuns(deps, input);
}

/** GET /operator/data-quality/runs/{run_id} */
export function qualityRunHandler(deps: ConsoleDeps): Handler<'getQualityRun'> {
  return (input) => getQualityRun(deps, input);
}
