import type { PatternCard } from './answers/shapes';
import { cardMarkdown, recordMetrics } from './answers/widgets';
import type { Answer, Context, Handlers, Input, OperationId } from './operation';
import { accountEvents, accountUsage, describeAccount, describeCaller } from './services/account/account';
import { calendarFile } from './services/account/calendarFile';
import { createKey, listKeys, revokeKey, rotateKey } from './services/account/keys';
import {
  createCalendarLink,
  createTableLink,
  deleteCalendarLink,
  deleteTableLink,
  listCalendarLinks,
  listTableLinks,
  tableFile,
} from './services/account/links';
import {
  changeSavedScan,
  createSavedScan,
  deleteSavedScan,
  listSavedScans,
  listScanChanges,
  runSavedScan,
  savedScan,
} from './services/account/savedScans';
import {
  beginProviderSignIn,
  endSession,
  listSessions,
  mailLink,
  signInByLink,
  signInByProvider,
  signInMethods,
  signOut,
  signOutEverywhere,
} from './services/account/sessions';
import { listDeliveries, redeliverEvent, testWebhook } from './services/account/webhookDeliveries';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
} from './services/account/webhooks';
import type { ServiceDeps } from './services/deps';
import { createExport, deleteExport, describeExport, exportFile, listExports } from './services/exports/exports';
import { listMarkets, listSymbols } from './services/markets/markets';
import { describeMethod } from './services/markets/methodology';
import { changeAccount, endSessionsOf, listAccounts } from './services/operator/accounts';
import { getDataQuality } from './services/operator/dataQuality';
import { changeFeed, listFeedSymbols, listFeeds, runFeedNow } from './services/operator/feeds';
import { decideHeldPrices, listHeldPrices } from './services/operator/heldPrices';
import { cancelJob, listJobs, retryJob } from './services/operator/jobs';
import { getQualityRun, listQualityRuns } from './services/operator/qualityRuns';
import { latestPick, ledgerPage, listTrackRecord, pickEvaluation, trackRecord } from './services/record/dailyPick';
import { listOpportunities } from './services/screening/opportunities';
import { scan } from './services/screening/scan';
import { analyze, symbolMarkdown } from './services/symbol/analyze';
import { compare } from './services/symbol/compare';
import { heatMap, heatMapFigure } from './services/symbol/heatMap';
import { portfolioScenario } from './services/symbol/portfolio';
import { score } from './services/symbol/score';
import { seasonalChart, symbolPattern } from './services/symbol/statistics';
import { listSymbolOpportunities } from './services/symbol/symbolOpportunities';

type Operation<Id extends OperationId> = (deps: ServiceDeps, input: Input<Id>, context: Context) => Promise<Answer<Id>>;

/** The function of every operation. A missing or unknown operation does not compile. */
const OPERATIONS: { readonly [Id in OperationId]: Operation<Id> } = {
  // Screening (SPEC 4.1 to 4.4), and the heat map of a symbol.
  scanMarkets: scan,
  listOpportunities,
  listSymbolOpportunities,
  listSymbolOpportunitiesAlias: listSymbolOpportunities,
  getHeatMap: heatMap,

  // Named symbols and windows (SPEC 4.5 to 4.7, 4.11 to 4.13).
  analyzeSymbol: analyze,
  getPattern: symbolPattern,
  getSeasonalChart: seasonalChart,
  scoreSetups: score,
  compareSymbols: compare,
  runPortfolioScenarios: portfolioScenario,

  // The pick of the day and its record (SPEC 4.14, 4.15).
  getDailyPick: latestPick,
  getTrackRecord: listTrackRecord,
  getPickEvaluation: pickEvaluation,
  listLedger: ledgerPage,

  // The shapes of OpenBB Workspace's widgets; generated/widgets.json describes the widgets.
  getSymbolWidget: symbolMarkdown,
  getHeatMapWidget: heatMapFigure,
  getPickWidget: async (deps) => {
    const { card, disclaimer } = await latestPick(deps, { view: 'full' });
    // In this view the card is whole.
    return cardMarkdown(card as PatternCard, disclaimer);
  },
  getRecordWidget: async (deps) => {
    const { summary, replay } = await trackRecord(deps);
    return recordMetrics(summary, replay);
  },

  // Markets and their symbols (SPEC 4.8, 4.9), the caller (SPEC 4.10), and the method.
  listMarkets,
  listSymbols,
  getMe: describeCaller,
  getMethodology: describeMethod,

  // Saved scans, secret addresses of calendars and tables, exports and webhooks of an account.
  listSavedScans,
  createSavedScan,
  getSavedScan: savedScan,
  changeSavedScan,
  deleteSavedScan,
  runSavedScan,
  listScanChanges,
  listCalendarLinks,
  createCalendarLink,
  deleteCalendarLink,
  getCalendar: calendarFile,
  listTableLinks,
  createTableLink,
  deleteTableLink,
  getTable: tableFile,
  createExport,
  listExports,
  getExport: describeExport,
  deleteExport,
  downloadExport: exportFile,
  listWebhooks,
  createWebhook,
  getWebhook,
  changeWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  listDeliveries,
  redeliverEvent,

  // The account of a signed-in person: sign-in, sessions, keys, usage.
  getAccount: describeAccount,
  getAccountUsage: accountUsage,
  listAccountEvents: accountEvents,
  listSessions,
  signOutEverywhere,
  endSession,
  signOut,
  listKeys,
  createKey,
  rotateKey,
  revokeKey,
  getSignInWays: signInMethods,
  mailSignInLink: mailLink,
  signInByLink,
  beginProviderSignIn,
  signInByProvider,

  // The operator's resources.
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
};

/** The operations over the dependencies. */
export function handlersOf(deps: ServiceDeps): Handlers {
  const bound = Object.entries(OPERATIONS).map(([id, operation]): [string, unknown] => [
    id,
    (input: never, context: Context) => operation(deps, input, context),
  ]);
  return Object.fromEntries(bound) as Handlers;
}
