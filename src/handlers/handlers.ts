import type { Handlers } from '../operation';
import type { ConsoleDeps } from '../services/console';
import type { ServiceDeps } from '../services/deps';
import type { WebhookDeps } from '../services/webhooks';
import { tabled } from '../services/written';
import {
  accountEventsHandler,
  accountHandler,
  accountUsageHandler,
  endSessionHandler,
  sessionsHandler,
  signOutEverywhereHandler,
  signOutHandler,
} from './account';
import { createKeyHandler, listKeysHandler, revokeKeyHandler, rotateKeyHandler } from './accountKeys';
import { analyzeHandler } from './analyze';
import {
  calendarHandler,
  createCalendarLinkHandler,
  deleteCalendarLinkHandler,
  listCalendarLinksHandler,
} from './calendars';
import { compareHandler } from './compare';
import { dailyPickHandler, ledgerHandler, pickEvaluationHandler, trackRecordHandler } from './dailyPick';
import {
  createExportHandler,
  deleteExportHandler,
  downloadExportHandler,
  exportHandler,
  listExportsHandler,
} from './exports';
import { heatMapHandler } from './heatMap';
import { marketsHandler, symbolsHandler } from './markets';
import { meHandler } from './me';
import { methodologyHandler } from './methodology';
import { changeAccountHandler, endSessionsOfHandler, listAccountsHandler } from './operator';
import {
  changeFeedHandler,
  decideHeldPricesHandler,
  listFeedSymbolsHandler,
  listFeedsHandler,
  listHeldPricesHandler,
  runFeedNowHandler,
} from './operatorFeeds';
import { cancelJobHandler, listJobsHandler, retryJobHandler } from './operatorJobs';
import { dataQualityHandler, listQualityRunsHandler, qualityRunHandler } from './operatorQuality';
import { listOpportunitiesHandler, symbolOpportunitiesHandler } from './opportunities';
import { portfolioHandler } from './portfolio';
import {
  changeSavedScanHandler,
  createSavedScanHandler,
  deleteSavedScanHandler,
  listSavedScansHandler,
  runSavedScanHandler,
  savedScanHandler,
  scanChangesHandler,
} from './savedScans';
import { scanHandler } from './scan';
import { scoreHandler } from './score';
import {
  beginProviderSignInHandler,
  mailSignInLinkHandler,
  signInByLinkHandler,
  signInByProviderHandler,
  signInWaysHandler,
} from './signIn';
import { patternHandler, seasonalChartHandler } from './statistics';
import {
  changeWebhookHandler,
  createWebhookHandler,
  deleteWebhookHandler,
  getWebhookHandler,
  listDeliveriesHandler,
  listWebhooksHandler,
  redeliverEventHandler,
  rotateWebhookSecretHandler,
  testWebhookHandler,
} from './webhooks';

/** Every operation of the contract and who answers it. */
export function handlersOf(deps: ServiceDeps & ConsoleDeps & WebhookDeps): Handlers {
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
    getTrackRecord: tabled(deps.screening, 'getTrackRecord', trackRecordHandler(deps)),
    getPickEvaluation: pickEvaluationHandler(deps),
    listLedger: tabled(deps.screening, 'listLedger', ledgerHandler(deps)),
    scoreSetups: scoreHandler(deps),
    compareSymbols: compareHandler(deps),
    runPortfolioScenarios: portfolioHandler(deps),
    listSavedScans: listSavedScansHandler(deps),
    createSavedScan: createSavedScanHandler(deps),
    getSavedScan: savedScanHandler(deps),
    changeSavedScan: changeSavedScanHandler(deps),
    deleteSavedScan: deleteSavedScanHandler(deps),
    runSavedScan: runSavedScanHandler(deps),
    listScanChanges: scanChangesHandler(deps),
    listCalendarLinks: listCalendarLinksHandler(deps),
    createCalendarLink: createCalendarLinkHandler(deps),
    deleteCalendarLink: deleteCalendarLinkHandler(deps),
    getCalendar: calendarHandler(deps),
    createExport: createExportHandler(deps),
    listExports: listExportsHandler(deps),
    getExport: exportHandler(deps),
    deleteExport: deleteExportHandler(deps),
    downloadExport: downloadExportHandler(deps),
    listMarkets: marketsHandler(deps),
    listSymbols: tabled(deps.screening, 'listSymbols', symbolsHandler(deps)),
    getMe: meHandler(deps),
    getMethodology: methodologyHandler(deps),
    getSignInWays: signInWaysHandler(deps),
    mailSignInLink: mailSignInLinkHandler(deps),
    beginProviderSignIn: beginProviderSignInHandler(deps),
    signInByLink: signInByLinkHandler(deps),
    signInByProvider: signInByProviderHandler(deps),
    signOut: signOutHandler(deps),
    getAccount: accountHandler(deps),
    getAccountUsage: accountUsageHandler(deps),
    listAccountEvents: accountEventsHandler(deps),
    listKeys: listKeysHandler(deps),
    createKey: createKeyHandler(deps),
    rotateKey: rotateKeyHandler(deps),
    revokeKey: revokeKeyHandler(deps),
    listSessions: sessionsHandler(deps),
    endSession: endSessionHandler(deps),
    listAccounts: listAccountsHandler(deps),
    changeAccount: changeAccountHandler(deps),
    endSessionsOf: endSessionsOfHandler(deps),
    listFeeds: listFeedsHandler(deps),
    changeFeed: changeFeedHandler(deps),
    runFeedNow: runFeedNowHandler(deps),
    listFeedSymbols: listFeedSymbolsHandler(deps),
    listJobs: listJobsHandler(deps),
    retryJob: retryJobHandler(deps),
    cancelJob: cancelJobHandler(deps),
    listHeldPrices: listHeldPricesHandler(deps),
    decideHeldPrices: decideHeldPricesHandler(deps),
    getDataQuality: dataQualityHandler(deps),
    listQualityRuns: listQualityRunsHandler(deps),
    getQualityRun: qualityRunHandler(deps),
    signOutEverywhere: signOutEverywhereHandler(deps),
    listWebhooks: listWebhooksHandler(deps),
    createWebhook: createWebhookHandler(deps),
    getWebhook: getWebhookHandler(deps),
    changeWebhook: changeWebhookHandler(deps),
    deleteWebhook: deleteWebhookHandler(deps),
    rotateWebhookSecret: rotateWebhookSecretHandler(deps),
    testWebhook: testWebhookHandler(deps),
    listDeliveries: listDeliveriesHandler(deps),
    redeliverEvent: redeliverEventHandler(deps),
  };
}
