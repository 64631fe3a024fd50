import { contract } from '../helpers/shell';

/**
 * SPEC 4, written a second time by hand: `name!` is required, `=x` a default, `a|b` an enum, `a..b` a range. A
 * parameter that is added, removed, renamed or loosened differs from it.
 */
const PERIODS =
  'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|q1|q2|q3|q4|spring|summer|fall|winter|ytd|year_end|buy_hold';
const CYCLES = 'consecutive|pe|pe0|pe1|pe2|pe3';

const THEME = 'theme string light|dark';
const FORMAT = ['format string json|csv|ndjson|rows', THEME];

const SCREEN = [
  'direction string long|short',
  'min_win_rate number 0..1',
  'min_days integer 2..366',
  'max_days integer 2..366',
  'min_avg_return number -1000000..1000000',
  'min_median_return number -1000000..1000000',
  'min_sharpe number -1000000..1000000',
  'max_p_symbol number 0..1',
  'max_p_search number 0..1',
  'pe_cycle string consecutive|pe =consecutive',
  'years integer 5..98 =10',
  'min_winning_years integer 1..98',
  'limit integer 1..9007199254740991 =25',
];
const SYMBOL_LIST = [
  'symbol! string',
  'market string',
  'pe_cycle string consecutive|pe =consecutive',
  'min_days integer 2..366',
  'max_days integer 2..366',
  'min_avg_return number -1000000..1000000',
  'min_median_return number -1000000..1000000',
  'min_sharpe number -1000000..1000000',
  'max_p_symbol number 0..1',
  'max_p_search number 0..1',
  'years integer 5..98 =10',
  'min_winning_years integer 1..98',
  ...FORMAT,
];
const PERIOD = [`period string ${PERIODS}`, 'reverse boolean =false'];
const VIEW = ['view string full|evidence|decision|table =full', 'include string chart'];

/** `access`: the credentials that are required; by default a key, or a session in its place. */
interface Specified {
  readonly access?: string;
  readonly method?: string;
  readonly path: string;
  readonly parameters: readonly string[];
}

const SPEC: Record<string, Specified> = {
  scanMarkets: {
    path: '/scan',
    parameters: [
      'markets string',
      'window string =now',
      ...SCREEN,
      'min_years integer 1..98',
      'pool integer 50..5000 =50',
      'rank_by string edge|win_rate|sharpe|ml|avg_return|significance =sharpe',
      ...VIEW,
      ...FORMAT,
    ],
  },
  listOpportunities: {
    path: '/opportunities',
    parameters: ['market! string', 'from string date', 'to string', ...SCREEN, ...FORMAT],
  },
  listSymbolOpportunities: { path: '/opportunities/{symbol}', parameters: SYMBOL_LIST },
  listSymbolOpportunitiesAlias: { path: '/symbols/{symbol}/opportunities', parameters: SYMBOL_LIST },
  getHeatMap: {
    path: '/symbols/{symbol}/heatmap',
    parameters: [
      'symbol! string',
      'market string',
      'measure string z|avg_return|win_rate =z',
      'direction string long|short =long',
      'min_days integer 2..366',
      'max_days integer 2..366',
      'days_step integer 1..60 =5',
      'entry_step integer 1..92 =1',
      'pe_cycle string consecutive|pe =consecutive',
      'years integer 5..98 =10',
    ],
  },
  analyzeSymbol: {
    path: '/analyze/{symbol}',
    parameters: [
      'symbol! string',
      'market string',
      'direction string long|short',
      'days_out integer 2..366',
      'entry_date string date',
      'pe_cycle string consecutive|pe =consecutive',
      'years integer 5..98 =10',
      ...PERIOD,
      ...VIEW,
    ],
  },
  getPattern: {
    path: '/patterns/{market_id}/{symbol}',
    parameters: [
      'market_id! string',
      'symbol! string',
      `pe_cycle string ${CYCLES} =consecutive`,
      'years integer 5..98 =10',
      'days_out integer 2..366 =30',
      ...PERIOD,
    ],
  },
  getSeasonalChart: {
    path: '/seasonal-chart',
    parameters: [
      'market! string',
      'symbol! string',
      'entry_date string date',
      'days_out integer 2..366 =30',
      'direction string long|short',
      'years string =10',
      `pe_cycle string ${CYCLES} =consecutive`,
      ...PERIOD,
      ...FORMAT,
    ],
  },
  scoreSetups: { method: 'post', path: '/score', parameters: [...FORMAT] },
  getSymbolWidget: {
    path: '/widgets/symbol',
    parameters: ['symbol! string', 'market string', 'direction string long|short', 'years integer 5..98 =10', THEME],
  },
  getHeatMapWidget: {
    path: '/widgets/heatmap',
    parameters: [
      'symbol! string',
      'market string',
      'measure string z|avg_return|win_rate =z',
      'direction string long|short =long',
      'min_days integer 2..366',
      'max_days integer 2..366',
      'days_step integer 1..60 =5',
      'entry_step integer 1..92 =1',
      'years integer 5..98 =10',
      'theme string light|dark =dark',
    ],
  },
  getPickWidget: { path: '/widgets/daily-pick', parameters: [THEME] },
  getRecordWidget: { path: '/widgets/track-record', parameters: [THEME] },
  compareSymbols: {
    path: '/compare',
    parameters: [
      'symbols! string',
      'market string',
      'entry_date string date',
      'days_out integer 2..366 =30',
      `period string ${PERIODS}`,
      'years integer 5..98 =10',
      `pe_cycle string ${CYCLES} =consecutive`,
      'direction string long|short =long',
      ...FORMAT,
    ],
  },
  runPortfolioScenarios: { method: 'post', path: '/portfolio/scenarios', parameters: [] },
  getDailyPick: { path: '/daily-pick', parameters: VIEW },
  getTrackRecord: { path: '/daily-pick/track-record', parameters: [...FORMAT] },
  getPickEvaluation: { path: '/daily-pick/evaluation', parameters: [] },
  listLedger: { path: '/daily-pick/ledger', parameters: ['cursor string', 'limit integer 1..1000 =100', ...FORMAT] },
  listMarkets: { path: '/markets', parameters: [] },
  listSymbols: {
    path: '/markets/{market_id}/symbols',
    parameters: ['market_id! string', 'prefix string', 'q string', 'limit integer 1..9007199254740991', ...FORMAT],
  },
  getMe: { path: '/me', parameters: [] },
  getMethodology: { path: '/methodology', parameters: [] },
  getSignInWays: { access: 'page', path: '/sign-in', parameters: [] },
  mailSignInLink: { access: 'page', method: 'post', path: '/sign-in/link', parameters: [] },
  beginProviderSignIn: { access: 'page', method: 'post', path: '/sign-in/provider', parameters: [] },
  signInByLink: { access: 'page', method: 'post', path: '/session', parameters: [] },
  signInByProvider: { access: 'page', method: 'post', path: '/session/provider', parameters: [] },
  signOut: { access: 'session', method: 'delete', path: '/session', parameters: [] },
  getAccount: { access: 'session', path: '/account', parameters: [] },
  getAccountUsage: { access: 'session', path: '/account/usage', parameters: [] },
  listSavedScans: { path: '/saved-scans', parameters: [] },
  createSavedScan: { method: 'post', path: '/saved-scans', parameters: [] },
  getSavedScan: { path: '/saved-scans/{saved_scan_id}', parameters: ['saved_scan_id! string'] },
  changeSavedScan: { method: 'patch', path: '/saved-scans/{saved_scan_id}', parameters: ['saved_scan_id! string'] },
  deleteSavedScan: { method: 'delete', path: '/saved-scans/{saved_scan_id}', parameters: ['saved_scan_id! string'] },
  listScanChanges: {
    path: '/saved-scans/{saved_scan_id}/changes',
    parameters: ['saved_scan_id! string', 'before integer 1..2147483647', 'limit integer 1..30 =10'],
  },
  runSavedScan: { path: '/saved-scans/{saved_scan_id}/results', parameters: ['saved_scan_id! string', ...FORMAT] },
  listKeys: { access: 'session', path: '/account/keys', parameters: [] },
  createExport: { method: 'post', path: '/exports', parameters: [] },
  listExports: { path: '/exports', parameters: [] },
  getExport: { path: '/exports/{export_id}', parameters: ['export_id! string'] },
  deleteExport: { method: 'delete', path: '/exports/{export_id}', parameters: ['export_id! string'] },
  downloadExport: { path: '/exports/{export_id}/file', parameters: ['export_id! string'] },
  createKey: { access: 'session', method: 'post', path: '/account/keys', parameters: [] },
  revokeKey: { access: 'session', method: 'delete', path: '/account/keys/{key_id}', parameters: ['key_id! string'] },
  rotateKey: {
    access: 'session',
    method: 'post',
    path: '/account/keys/{key_id}/rotate',
    parameters: ['key_id! string'],
  },
  listSessions: { access: 'session', path: '/account/sessions', parameters: [] },
  signOutEverywhere: { access: 'session', method: 'delete', path: '/account/sessions', parameters: [] },
  endSession: {
    access: 'session',
    method: 'delete',
    path: '/account/sessions/{session_id}',
    parameters: ['session_id! string'],
  },
  listAccounts: {
    access: 'operator',
    path: '/operator/accounts',
    parameters: ['after integer 1..2147483647', 'limit integer 1..200 =50', 'search string'],
  },
  changeAccount: {
    access: 'operator',
    method: 'patch',
    path: '/operator/accounts/{account_id}',
    parameters: ['account_id! integer 1..2147483647'],
  },
  endSessionsOf: {
    access: 'operator',
    method: 'delete',
    path: '/operator/accounts/{account_id}/sessions',
    parameters: ['account_id! integer 1..2147483647'],
  },
  listFeeds: { access: 'operator', path: '/operator/feeds', parameters: [] },
  changeFeed: {
    access: 'operator',
    method: 'patch',
    path: '/operator/feeds/{feed_id}',
    parameters: ['feed_id! integer 1..2147483647'],
  },
  runFeedNow: {
    access: 'operator',
    method: 'post',
    path: '/operator/feeds/{feed_id}/run',
    parameters: ['feed_id! integer 1..2147483647'],
  },
  listFeedSymbols: {
    access: 'operator',
    path: '/operator/feeds/{feed_id}/symbols',
    parameters: [
      'feed_id! integer 1..2147483647',
      'state string active|vanished|held|paused|failing',
      'after string',
      'limit integer 1..200 =50',
    ],
  },
  listJobs: {
    access: 'operator',
    path: '/operator/jobs',
    parameters: [
      'queue string feed|export|null-distribution|delivery|due-deliveries|saved-scan|due-saved-scans|daily-pick|train|sandbox-replay|prepare-nulls|came-true|stale-markets|prune',
      'state string waiting|active|failed|cancelled',
      'limit integer 1..200 =50',
    ],
  },
  retryJob: {
    access: 'operator',
    method: 'post',
    path: '/operator/jobs/{job_id}/retry',
    parameters: ['job_id! string'],
  },
  cancelJob: {
    access: 'operator',
    method: 'post',
    path: '/operator/jobs/{job_id}/cancel',
    parameters: ['job_id! string'],
  },
  listHeldPrices: {
    access: 'operator',
    path: '/operator/held-prices',
    parameters: ['after string', 'limit integer 1..20 =10'],
  },
  decideHeldPrices: {
    access: 'operator',
    method: 'post',
    path: '/operator/held-prices/{held_id}/decision',
    parameters: ['held_id! string'],
  },
  listCalendarLinks: { path: '/calendar-links', parameters: [] },
  createCalendarLink: { method: 'post', path: '/calendar-links', parameters: [] },
  deleteCalendarLink: {
    method: 'delete',
    path: '/calendar-links/{calendar_link_id}',
    parameters: ['calendar_link_id! string'],
  },
  listTableLinks: { path: '/table-links', parameters: [] },
  createTableLink: { method: 'post', path: '/table-links', parameters: [] },
  deleteTableLink: { method: 'delete', path: '/table-links/{table_link_id}', parameters: ['table_link_id! string'] },
  getTable: { access: 'address', path: '/tables/{table_file}', parameters: ['table_file! string'] },
  getCalendar: { access: 'address', path: '/calendars/{calendar_file}', parameters: ['calendar_file! string'] },
  getDataQuality: {
    access: 'operator',
    path: '/operator/data-quality',
    parameters: [
      'market string',
      'symbol string',
      'kind string damaged|split_like|jump|gap|without_range|refused|flagged',
      'after string',
      'limit integer 1..100 =25',
    ],
  },
  listQualityRuns: {
    access: 'operator',
    path: '/operator/data-quality/runs',
    parameters: ['before integer 1..2147483647', 'limit integer 1..100 =20'],
  },
  getQualityRun: {
    access: 'operator',
    path: '/operator/data-quality/runs/{run_id}',
    parameters: [
      'run_id! integer 1..2147483647',
      'symbol string',
      'after integer 1..2147483647',
      'limit integer 1..200 =50',
    ],
  },
  listWebhooks: { path: '/webhooks', parameters: [] },
  createWebhook: { method: 'post', path: '/webhooks', parameters: [] },
  getWebhook: { path: '/webhooks/{webhook_id}', parameters: ['webhook_id! string'] },
  changeWebhook: { method: 'patch', path: '/webhooks/{webhook_id}', parameters: ['webhook_id! string'] },
  deleteWebhook: { method: 'delete', path: '/webhooks/{webhook_id}', parameters: ['webhook_id! string'] },
  rotateWebhookSecret: { method: 'post', path: '/webhooks/{webhook_id}/rotate', parameters: ['webhook_id! string'] },
  testWebhook: { method: 'post', path: '/webhooks/{webhook_id}/test', parameters: ['webhook_id! string'] },
  listDeliveries: {
    path: '/webhooks/{webhook_id}/deliveries',
    parameters: ['webhook_id! string', 'before integer 1..2147483647', 'limit integer 1..200 =50'],
  },
  redeliverEvent: {
    method: 'post',
    path: '/webhooks/{webhook_id}/events/{event_id}/redeliver',
    parameters: ['webhook_id! string', 'event_id! string'],
  },
  listAccountEvents: {
    access: 'session',
    path: '/account/events',
    parameters: ['before integer 1..2147483647', 'limit integer 1..200 =50'],
  },
};

test('the operations are those of the specification', () => {
  const served = contract.operations.map(({ id, path, method, access }) => `${method} ${path} ${id} ${access}`);
  expect(served.sort()).toEqual(
    Object.entries(SPEC)
      .map(([id, { method = 'get', path, access = 'key' }]) => `${method} ${path} ${id} ${access}`)
      .sort(),
  );
});

/** Parameters that the specification does not have: the search that a pinned window came from (METHOD 9). */
const ADDED: Readonly<Record<string, readonly string[]>> = {
  analyzeSymbol: ['searched string', 'searched_days string', 'searched_markets string'],
};

test.each(contract.operations.map((operation) => [operation.id, operation] as const))(
  '%s has the parameters of the specification',
  (id, { parameters }) => {
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
    expect(described.sort()).toEqual([...SPEC[id].parameters, ...(ADDED[id] ?? [])].sort());
  },
);

test('the lookback of the chart is a string of digits from 5 to 98', () => {
  const { parameters } = contract.operations.find(({ id }) => id === 'getSeasonalChart')!;
  const pattern = new RegExp(parameters.find(({ name }) => name === 'years')!.schema.pattern!);
  const accepted = Array.from({ length: 1000 }, (_, i) => String(i)).filter((text) => pattern.test(text));
  expect(accepted).toEqual(Array.from({ length: 94 }, (_, i) => String(i + 5)));
  for (const text of ['05', '5.0', ' 5', '5 ', '-5', '+5', '5e1', '']) expect(pattern.test(text)).toBe(false);
});
