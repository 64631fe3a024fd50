import type { Handlers } from '../operation';
import type { ConsoleDeps } from '../services/account/console';
import { changeAccount, endSessionsOf, listAccounts } from '../services/operator/accounts';
import { getDataQuality } from '../services/operator/dataQuality';
import { changeFeed, listFeedSymbols, listFeeds, runFeedNow } from '../services/operator/feeds';
import { decideHeldPrices, listHeldPrices } from '../services/operator/heldPrices';
import { cancelJob, listJobs, retryJob } from '../services/operator/jobs';
import { getQualityRun, listQualityRuns } from '../services/operator/qualityRuns';

/** The operator's resources: accounts, feeds, jobs, the quality of prices. */
export function operatorHandlers(deps: ConsoleDeps) {
  return {
    listAccounts: (input) => listAccounts(deps, input),
    changeAccount: ({ account_id, body }, context) => changeAccount(deps, context, account_id, body),
    endSessionsOf: ({ account_id }) => endSessionsOf(deps, account_id),
    listFeeds: () => listFeeds(deps),
    changeFeed: ({ feed_id, body }, context) => changeFeed(deps, context, feed_id, body),
    runFeedNow: ({ feed_id }, context) => runFeedNow(deps, context, feed_id),
    listFeedSymbols: (input) => listFeedSymbols(deps, input),
    listHeldPrices: (input) => listHeldPrices(deps, input),
    decideHeldPrices: ({ held_id, body }, context) => decideHeldPrices(deps, context, held_id, body.decision),
    listJobs: (input) => listJobs(deps, input),
    retryJob: ({ job_id }, context) => retryJob(deps, context, job_id),
    cancelJob: ({ job_id }, context) => cancelJob(deps, context, job_id),
    getDataQuality: (input) => getDataQuality(deps, input),
    listQualityRuns: (input) => listQualityRuns(deps, input),
    getQualityRun: (input) => getQualityRun(deps, input),
  } satisfies Partial<Handlers>;
}
