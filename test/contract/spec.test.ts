import { contract } from '../helpers/shell';

/**
 * SPEC 4 and what was added to it, written a second time by hand. A parameter that is added, removed, renamed or loosened
 * differs from it.
 *
 * Each operation has a line: method, path, id, and the credentials that are required (by default a key, or a session in
 * its place). Its parameters follow: `name!` is required, `=x` a default, `a|b` an enum, `a..b` a range. A parameter in
 * the path is a string unless it is listed.
 */
const PERIODS =
  'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|q1|q2|q3|q4|spring|summer|fall|winter|ytd|year_end|buy_hold';
const CYCLES = 'consecutive|pe|pe0|pe1|pe2|pe3';

const THEME = `theme string light|dark`;
const FORMAT = `format string json|csv|ndjson|rows
  ${THEME}`;
const FLOORS = `min_days integer 2..366
  max_days integer 2..366
  min_avg_return number -1000000..1000000
  min_median_return number -1000000..1000000
  min_sharpe number -1000000..1000000
  max_p_symbol number 0..1
  max_p_search number 0..1`;
const SCREEN = `direction string long|short
  min_win_rate number 0..1
  ${FLOORS}
  pe_cycle string consecutive|pe =consecutive
  years integer 5..98 =10
  min_winning_years integer 1..98
  limit integer 1..9007199254740991 =25`;
const SYMBOL_LIST = `market string
  pe_cycle string consecutive|pe =consecutive
  ${FLOORS}
  years integer 5..98 =10
  min_winning_years integer 1..98
  ${FORMAT}`;
const PERIOD = `period string ${PERIODS}
  reverse boolean =false`;
const VIEW = `view string full|evidence|decision|table =full
  include string chart`;

const SPEC = `
get /scan scanMarkets
  markets string
  window string =now
  ${SCREEN}
  min_years integer 1..98
  pool integer 50..5000 =50
  rank_by string edge|win_rate|sharpe|ml|avg_return|significance =sharpe
  ${VIEW}
  ${FORMAT}
get /opportunities listOpportunities
  market! string
  from string date
  to string
  ${SCREEN}
  ${FORMAT}
get /opportunities/{symbol} listSymbolOpportunities
  ${SYMBOL_LIST}
get /symbols/{symbol}/opportunities listSymbolOpportunitiesAlias
  ${SYMBOL_LIST}
get /symbols/{symbol}/heatmap getHeatMap
  market string
  measure string z|avg_return|win_rate =z
  direction string long|short =long
  min_days integer 2..366
  max_days integer 2..366
  days_step integer 1..60 =5
  entry_step integer 1..92 =1
  pe_cycle string consecutive|pe =consecutive
  years integer 5..98 =10
get /analyze/{symbol} analyzeSymbol
  market string
  direction string long|short
  days_out integer 2..366
  entry_date string date
  pe_cycle string consecutive|pe =consecutive
  years integer 5..98 =10
  ${PERIOD}
  ${VIEW}
get /patterns/{market_id}/{symbol} getPattern
  pe_cycle string ${CYCLES} =consecutive
  years integer 5..98 =10
  days_out integer 2..366 =30
  ${PERIOD}
get /seasonal-chart getSeasonalChart
  market! string
  symbol! string
  entry_date string date
  days_out integer 2..366 =30
  direction string long|short
  years string =10
  pe_cycle string ${CYCLES} =consecutive
  ${PERIOD}
  ${FORMAT}
post /score scoreSetups
  ${FORMAT}
get /widgets/symbol getSymbolWidget
  symbol! string
  market string
  direction string long|short
  years integer 5..98 =10
  ${THEME}
get /widgets/heatmap getHeatMapWidget
  symbol! string
  market string
  measure string z|avg_return|win_rate =z
  direction string long|short =long
  min_days integer 2..366
  max_days integer 2..366
  days_step integer 1..60 =5
  entry_step integer 1..92 =1
  years integer 5..98 =10
  theme string light|dark =dark
get /widgets/daily-pick getPickWidget
  ${THEME}
get /widgets/track-record getRecordWidget
  ${THEME}
get /compare compareSymbols
  symbols! string
  market string
  entry_date string date
  days_out integer 2..366 =30
  period string ${PERIODS}
  years integer 5..98 =10
  pe_cycle string ${CYCLES} =consecutive
  direction string long|short =long
  ${FORMAT}
post /portfolio/scenarios runPortfolioScenarios
get /daily-pick getDailyPick
  ${VIEW}
get /daily-pick/track-record getTrackRecord
  ${FORMAT}
get /daily-pick/evaluation getPickEvaluation
get /daily-pick/ledger listLedger
  cursor string
  limit integer 1..1000 =100
  ${FORMAT}
get /markets listMarkets
get /markets/{market_id}/symbols listSymbols
  prefix string
  q string
  limit integer 1..9007199254740991
  ${FORMAT}
get /me getMe
get /methodology getMethodology
get /sign-in getSignInWays page
post /sign-in/link mailSignInLink page
post /sign-in/provider beginProviderSignIn page
post /session signInByLink page
post /session/provider signInByProvider page
delete /session signOut session
get /account getAccount session
get /account/usage getAccountUsage session
get /saved-scans listSavedScans
post /saved-scans createSavedScan
get /saved-scans/{saved_scan_id} getSavedScan
patch /saved-scans/{saved_scan_id} changeSavedScan
delete /saved-scans/{saved_scan_id} deleteSavedScan
get /saved-scans/{saved_scan_id}/changes listScanChanges
  before integer 1..2147483647
  limit integer 1..30 =10
get /saved-scans/{saved_scan_id}/results runSavedScan
  ${FORMAT}
get /account/keys listKeys session
post /exports createExport
get /exports listExports
get /exports/{export_id} getExport
delete /exports/{export_id} deleteExport
get /exports/{export_id}/file downloadExport
post /account/keys createKey session
delete /account/keys/{key_id} revokeKey session
post /account/keys/{key_id}/rotate rotateKey session
get /account/sessions listSessions session
delete /account/sessions signOutEverywhere session
delete /account/sessions/{session_id} endSession session
get /operator/accounts listAccounts operator
  after integer 1..2147483647
  limit integer 1..200 =50
  search string
patch /operator/accounts/{account_id} changeAccount operator
  account_id! integer 1..2147483647
delete /operator/accounts/{account_id}/sessions endSessionsOf operator
  account_id! integer 1..2147483647
get /operator/feeds listFeeds operator
patch /operator/feeds/{feed_id} changeFeed operator
  feed_id! integer 1..2147483647
post /operator/feeds/{feed_id}/run runFeedNow operator
  feed_id! integer 1..2147483647
get /operator/feeds/{feed_id}/symbols listFeedSymbols operator
  feed_id! integer 1..2147483647
  state string active|vanished|held|paused|failing
  after string
  limit integer 1..200 =50
get /operator/jobs listJobs operator
  queue string feed|export|null-distribution|delivery|due-deliveries|saved-scan|due-saved-scans|daily-pick|train|sandbox-replay|prepare-nulls|came-true|stale-markets|prune
  state string waiting|active|failed|cancelled
  limit integer 1..200 =50
post /operator/jobs/{job_id}/retry retryJob operator
post /operator/jobs/{job_id}/cancel cancelJob operator
get /operator/held-prices listHeldPrices operator
  after string
  limit integer 1..20 =10
post /operator/held-prices/{held_id}/decision decideHeldPrices operator
get /calendar-links listCalendarLinks
post /calendar-links createCalendarLink
delete /calendar-links/{calendar_link_id} deleteCalendarLink
get /table-links listTableLinks
post /table-links createTableLink
delete /table-links/{table_link_id} deleteTableLink
get /tables/{table_file} getTable address
get /calendars/{calendar_file} getCalendar address
get /operator/data-quality getDataQuality operator
  market string
  symbol string
  kind string damaged|split_like|jump|gap|without_range|refused|flagged
  after string
  limit integer 1..100 =25
get /operator/data-quality/runs listQualityRuns operator
  before integer 1..2147483647
  limit integer 1..100 =20
get /operator/data-quality/runs/{run_id} getQualityRun operator
  run_id! integer 1..2147483647
  symbol string
  after integer 1..2147483647
  limit integer 1..200 =50
get /webhooks listWebhooks
post /webhooks createWebhook
get /webhooks/{webhook_id} getWebhook
patch /webhooks/{webhook_id} changeWebhook
delete /webhooks/{webhook_id} deleteWebhook
post /webhooks/{webhook_id}/rotate rotateWebhookSecret
post /webhooks/{webhook_id}/test testWebhook
get /webhooks/{webhook_id}/deliveries listDeliveries
  before integer 1..2147483647
  limit integer 1..200 =50
post /webhooks/{webhook_id}/events/{event_id}/redeliver redeliverEvent
get /account/events listAccountEvents session
  before integer 1..2147483647
  limit integer 1..200 =50`;

interface Specified {
  readonly id: string;
  /** Method, path, id and credentials. */
  readonly operation: string;
  readonly parameters: readonly string[];
}

const specified: Specified[] = SPEC.trim()
  .split(/\n(?! )/)
  .map((entry) => {
    const [head, ...listed] = entry.split('\n').map((line) => line.trim());
    const [method, path, id, access = 'key'] = head.split(' ');
    const isListed = (name: string) => listed.some((line) => line.startsWith(`${name}! `));
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).filter((name) => !isListed(name));
    const parameters = [...inPath.map((name) => `${name}! string`), ...listed];
    return { id, operation: [method, path, id, access].join(' '), parameters };
  });

test('the operations are those of the specification', () => {
  const served = contract.operations.map(({ id, path, method, access }) => [method, path, id, access].join(' '));
  expect(served.sort()).toEqual(specified.map(({ operation }) => operation).sort());
});

/** Parameters that the specification does not have: the search that a pinned window came from (METHOD 9). */
const ADDED: Readonly<Record<string, readonly string[]>> = {
  analyzeSymbol: ['searched string', 'searched_days string', 'searched_markets string'],
};

test.each(specified)('$id has the parameters of the specification', ({ id, parameters: wanted }) => {
  const { parameters } = contract.operations.find((one) => one.id === id)!;
  const described = parameters.map(({ name, required, schema }) => {
    const { type, enum: values, minimum, maximum, format, default: fallback } = schema;
    const range = minimum === undefined ? [] : [`${minimum}..${maximum ?? ''}`];
    return [
      `${name}${required ? '!' : ''}`,
      type,
      ...(values ? [values.join('|')] : []),
      ...range,
      ...(format ? [format] : []),
      ...(fallback === undefined ? [] : [`=${fallback}`]),
    ].join(' ');
  });
  expect(described.sort()).toEqual([...wanted, ...(ADDED[id] ?? [])].sort());
});

test('the lookback of the chart is a string of digits from 5 to 98', () => {
  const { parameters } = contract.operations.find(({ id }) => id === 'getSeasonalChart')!;
  const pattern = new RegExp(parameters.find(({ name }) => name === 'years')!.schema.pattern!);
  const accepted = Array.from({ length: 1000 }, (_, i) => String(i)).filter((text) => pattern.test(text));
  expect(accepted).toEqual(Array.from({ length: 94 }, (_, i) => String(i + 5)));
  for (const text of ['05', '5.0', ' 5', '5 ', '-5', '+5', '5e1', '']) expect(pattern.test(text)).toBe(false);
});
