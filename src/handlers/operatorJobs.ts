import type { Handler } from '../operation';
import type { ConsoleDeps } from '../services/console';
import { cancelJob, listJobs, retryJob } from '../services/operatorJobs';

/** GET /operator/jobs */
export function listJobsHandler(deps: ConsoleDeps): Handler<'listJobs'> {
  return (input) => listJobs(deps, input);
}

/** POST /operator/jobs/{job_id}/retry */
export function retryJobHandler(deps: ConsoleDeps): Handler<'retryJob'> {
  return ({ job_id }, context) => retryJob(deps, context, job_id);
}

/** POST /operator/jobs/{job_id}/cancel */
export function cancelJobHandler(deps: ConsoleDeps): Handler<'cancelJob'> {
  return ({ job_id }, context) => cancelJob(deps, context, job_id);
}
