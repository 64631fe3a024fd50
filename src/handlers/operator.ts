import type { Operations } from '../operation';
import { changeAccount, endSessionsOf, listAccounts } from '../services/operator/accounts';
import { getDataQuality, getQualityRun, listQualityRuns } from '../services/operator/dataQuality';
import { changeFeed, listFeedSymbols, listFeeds, runFeedNow } from '../services/operator/feeds';
import { decideHeldPrices, listHeldPrices } from '../services/operator/heldPrices';
import { cancelJob, listJobs, retryJob } from '../services/operator/jobs';
import type { ServiceDeps } from '../services/screening/deps';

/** The operator's accounts, feeds, prices and jobs. */
export const operator = {
  listAccounts,
  changeAccount,
  endSessionsOf,
  listFeeds,
  changeFeed,
  runFeedNow,
  listFeedSymbols,
  listHeldPrices,
  decideHeldPrices,
  listJobs,
  retryJob,
  cancelJob,
  getDataQuality,
  listQualityRuns,
  getQualityRun,
} satisfies Operations<ServiceDeps>;
