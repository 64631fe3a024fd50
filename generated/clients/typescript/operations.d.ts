/* Generated from openapi.yaml by `npm run generate`. Do not edit. */
import type { operations } from './schema.js';

/** Of the contract that this client was made from. */
export declare const VERSION: string;

export interface OperationEntry {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** Whether asking twice does no more than asking once. */
  readonly repeatable: boolean;
  /** Where each argument is sent. */
  readonly places: Readonly<Record<string, 'path' | 'query' | 'header'>>;
  /** Media types of the answer, the default one first. */
  readonly accept: readonly string[];
}

export declare const OPERATIONS: Readonly<Record<keyof Operations, OperationEntry>>;

export interface Operations {
  /**
   * Scan markets for ranked seasonal setups: `GET /scan`.
   *
   * Scores candidate windows across markets and returns ranked cards.
   *
   * - The scan evaluates setups as of the last session before the window's start and keeps those whose `entry_date` lies
   *   inside the window. The start must lie in the current US market year.
   * - The first 50 candidates by Sharpe ratio are the pool. With any statistical filter only rows of the pool can appear,
   *   and `summary` says how many candidates were found. `pool` verifies more of them. Evidence that is unavailable never
   *   satisfies a filter.
   * - `enrichment_capped` is true when there were more candidates than the pool, or when ML did not reach every card.
   *   `market_failures` and `evidence_failures` mean that the scan is incomplete; they do not mean that no setup exists.
   * - Without `markets` the scan covers the equities core (DOW 30, NASDAQ 100, S&P 500, ETFs), as far as it is in scope.
   * - `view` selects the shape of the rows: `full` gives PatternCards; `evidence` a full first card and LeanCards;
   *   `decision` LeanCards; `table` TableRows.
   */
  scanMarkets: operations['scanMarkets'];
  /**
   * List the ranked setups of one market on one entry date: `GET /opportunities`.
   *
   * Ranked setups of one market that begin on one date.
   *
   * The first 50 candidates with the requested holding period are the pool: their evidence is computed first, then
   * statistical filters and the final order by Sharpe ratio apply. Rows past the pool have null statistics and
   * `evidence_status: not_evaluated`, and are left out when a statistical filter is set. A `min_winning_years` out of the
   * market's band is a 400 that names the range.
   */
  listOpportunities: operations['listOpportunities'];
  /**
   * List one symbol's ranked setups through the year: `GET /opportunities/{symbol}`.
   *
   * The symbol's own setups with entries from January 1 to December 31 of the market year: the best first, then each next
   * best that does not overlap an earlier one of the same direction. Only the markets 0, 1, 2, 7 and 9 have such lists;
   * other markets answer 400. A symbol without a qualifying setup answers 200 with an empty list.
   */
  listSymbolOpportunities: operations['listSymbolOpportunities'];
  /**
   * List one symbol's ranked setups through the year (alias): `GET /symbols/{symbol}/opportunities`.
   *
   * The same data, parameters and answer as `GET /opportunities/{symbol}`.
   */
  listSymbolOpportunitiesAlias: operations['listSymbolOpportunitiesAlias'];
  /**
   * Get one symbol's windows of the year as a heat map: `GET /symbols/{symbol}/heatmap`.
   *
   * Results for every entry day of the market year, one row per holding period: where in the year the symbol did better than
   * its own drift, and where it did not.
   *
   * - Each cell is the window that `GET /analyze/{symbol}` returns for the same `entry_date`, `days_out` and `direction`:
   *   the same years, the same last day of data, and the same number.
   * - `any_date` is the same measure over all entry dates of the same years: compare an average or win rate with it. `z` is
   *   already measured from drift and has no `any_date`.
   * - A cell that could not be observed is `null`, never 0. A `z` needs five years.
   * - A map has at most 120 holding periods: a larger `days_step` covers more of the range.
   *
   * The map shows where to look; it is not a list of findings: of thousands of cells many stand out by luck. A window picked
   * from the map is the result of a search, so a pinned analysis judges it as the best of the year.
   */
  getHeatMap: operations['getHeatMap'];
  /**
   * Analyze one symbol: `GET /analyze/{symbol}`.
   *
   * The symbol's best setup as a card, and other candidate setups.
   *
   * - `entry_date` and `days_out` together pin the exact window and bypass detection. `entry_date` alone selects the best
   *   hold from that date, `days_out` alone the best entry, and neither the best setup of the coming year.
   * - `period` names the window instead and overrides both; `reverse` selects the rest of the year.
   * - Whoever names a window has usually seen it in a list. A pinned window or a preset is therefore judged as the best of
   *   a search: `p_symbol` counts how often that search over shuffled calendars finds one as strong, and `p_window`, as if
   *   the window had been named before looking, earns nothing.
   * - Without `direction` the one with the higher win share is taken, then the one with the higher mean.
   * - The windows of the card and of `other_setups` can be requested by their own dates: a pinned entry may lie up to 366
   *   days ahead.
   * - A pinned entry of a past year is research: the answer uses only what was known the day before it, and the card carries
   *   neither prediction nor order ticket.
   * - Without `market` the lowest in-scope market that lists the symbol is used, and `note` says so.
   * - A window without any observation is a 404 that names the reason.
   */
  analyzeSymbol: operations['analyzeSymbol'];
  /**
   * Score a batch of setups with the prediction model: `POST /score`.
   *
   * The model's prediction for up to 1,000 exact windows, in the order sent.
   *
   * - The market of an item is its own `market`, else that of the body, else the first ML-eligible market that lists the
   *   symbol. Any item in a market that is out of scope or not eligible (0, 1, 2, 3, 4 and 11 are eligible) is a 403 for the
   *   whole batch that names the item.
   * - The model scores holds of 10 to 90 calendar days with an entry from today through five days ahead (New York). Any
   *   other item keeps its place without scores, and its `note` says why; so does an unknown symbol, a symbol without enough
   *   prices, and every item past the daily allowance. None of these costs anything.
   * - One scored item is one unit of the daily allowance. The same item requested again on the same UTC day, on a retry or
   *   in another call, costs nothing.
   * - When the allowance was already spent and something could be scored, the answer is a `ScoreUpgrade` instead.
   * - `win_prob` is a prediction and never the share of past years won; `GET /methodology` shows the model's card.
   */
  scoreSetups: operations['scoreSetups'];
  /**
   * Get the statistics of one symbol's window: `GET /patterns/{market_id}/{symbol}`.
   *
   * The statistics of one window of one symbol, in percent. The window begins today unless `period` names another.
   * Returns are in the direction given by `stats.trade_direction`: the one with the higher win share, then the higher
   * mean. Works in every market in scope.
   */
  getPattern: operations['getPattern'];
  /**
   * Get the seasonal curve as data: `GET /seasonal-chart`.
   *
   * The detrended average year of a symbol as an index of 0 to 100, one point for each calendar day of the annual cycle that
   * begins on `entry_date`, and the window's return in each completed year with its excursions. The curve is not inverted
   * for shorts. It averages completed cycles (`curve_years`), while the bars need completed windows only; the two may differ
   * by a year.
   */
  getSeasonalChart: operations['getSeasonalChart'];
  /**
   * Get the latest daily pick: `GET /daily-pick`.
   *
   * One setup per session of the New York Stock Exchange, chosen by a fixed rule, published before its entry with the time
   * of publication, and later scored by a fixed rule.
   *
   * - The card is returned as it was published and never computed again; only `live_track_record` is updated. When there is
   *   no pick of today yet, the latest one is served, and `featured_date` gives its session.
   * - `ml` is always present and never uses the caller's allowance.
   * - `head_hash` is the end of the public chain of records. Keep it to prove later that no earlier record was changed (`GET
   *   /daily-pick/ledger`).
   * - Before the first pick the answer is a 404 that says when the first is due. The sandbox serves a replay instead
   *   (`replay` is true): what the rule would have picked from the simulated prices in past sessions, each time with the
   *   prices of the day before. A replay was not published in advance, is not in the ledger, and ends with the first pick.
   *   Its `ml` is null, `track_record` is that of the replay, and `live_track_record` is the real one.
   */
  getDailyPick: operations['getDailyPick'];
  /**
   * Get the forward record of the daily pick: `GET /daily-pick/track-record`.
   *
   * Every pick with its result, newest first, and the totals over the closed ones. `return_pct` is null while a pick is open. `note` says what the totals prove, and how little. Picks over simulated prices and picks over real prices are never counted together. In the sandbox, until its first pick, the record is that of a replay (`replay` is true): picks by the same rule over past sessions, not published in advance and not in the ledger. Replayed picks and published picks are never counted together either.
   */
  getTrackRecord: operations['getTrackRecord'];
  /**
   * Compare the daily picks with random dates, and their probabilities with the results: `GET /daily-pick/evaluation`.
   *
   * The picks of `GET /daily-pick/track-record` one by one, each with its position in the ledger, and two tests of them.
   *
   * - `excess` adds up, in the order of picking, what closed picks returned beyond their comparison: random dates of the
   *   same symbol, hold and direction once those windows are over, and the market's benchmark over the same sessions.
   *   `band_low_pct` to `band_high_pct` is where the sum stays in 95 % of tries when each excess keeps its size and luck
   *   alone gives its sign, the picks of one setup together. Picks made at the same time share their market, so the band is
   *   too narrow.
   * - `calibration` compares the model's published `ml_win_prob` with the results, in at most ten bins of about equal size,
   *   each of at least ten closed picks; with fewer than twenty closed picks there is one bin.
   * - A replay of the sandbox (`replay` is true) has no model and no place in the ledger: its `record`, `ml_win_prob` and
   *   `calibration` are null.
   */
  getPickEvaluation: operations['getPickEvaluation'];
  /**
   * List the records behind the daily pick: `GET /daily-pick/ledger`.
   *
   * The append-only ledger, oldest first: picks, sessions without one, outcomes and corrections. Each record carries the
   * hash of the record before it, so none can be changed, removed or inserted later without breaking the chain. A correction
   * refers to the record that it corrects; nothing is rewritten.
   *
   * `hash` is SHA-256, in hexadecimal, over the record without `hash` in the canonical form of RFC 8785 (JSON
   * Canonicalization Scheme), `prev_hash` included. The first `prev_hash` is 64 zeros. `card_hash` is computed in the same
   * way over the card as published, with its chart and without `live_track_record`. No field is a price.
   *
   * As CSV or NDJSON all types share one set of columns. Verify the chain over the JSON, which has every field.
   */
  listLedger: operations['listLedger'];
  /**
   * Get one symbol's best setup as Markdown: `GET /widgets/symbol`.
   *
   * The card of `GET /analyze/{symbol}` without named dates, as a text with a table of its years and the prediction, or why there is none. It counts as that analysis does: a new setup uses one prediction of the allowance.
   */
  getSymbolWidget: operations['getSymbolWidget'];
  /**
   * Get one symbol's heat map as a figure of Plotly: `GET /widgets/heatmap`.
   *
   * The cells of `GET /symbols/{symbol}/heatmap` as a heat map that Plotly draws. The map shows where to look; it is not a list of findings: of thousands of cells many stand out by luck.
   */
  getHeatMapWidget: operations['getHeatMapWidget'];
  /**
   * Get the latest daily pick as Markdown: `GET /widgets/daily-pick`.
   *
   * The card of `GET /daily-pick` as a text with a table of its years. Before the first pick the answer is 404.
   */
  getPickWidget: operations['getPickWidget'];
  /**
   * Get the totals of the daily pick as metrics: `GET /widgets/track-record`.
   *
   * The totals of `GET /daily-pick/track-record` over closed picks. A few hundred picks prove little.
   */
  getRecordWidget: operations['getRecordWidget'];
  /**
   * Compare 2 to 10 symbols on one window over the same years: `GET /compare`.
   *
   * Measures every symbol on one calendar window over the latest `years` completed years that all of them share. An older
   * year replaces a year that one symbol lacks, back to where the youngest data start.
   *
   * - With fewer than 5 shared years `can_compare` is false, `reason` says why, and nothing is ranked.
   * - `deepest_drop` is the lowest `mae_pct` of the shared years: how far a position was below its entry at worst.
   * - `any_date` is the result of entering on any session of the shared years: the baseline of the window.
   * - `buy_and_hold` holds the symbol long through the same calendar years, January 1 to December 31. Years that are not
   *   complete are left out and listed.
   * - `difference_from_highest` is the mean of the paired yearly differences between the symbol with the highest average and
   *   this one, with its 95 % interval (Student's t, n - 1 degrees of freedom). The interval is not adjusted for picking the
   *   highest of several, so a lead may look clearer than it is.
   * - Each sentence of `findings` follows from the `numbers` beside it.
   * - One error names all symbols that are unknown or out of scope (404, 403); the others are not compared without them.
   */
  compareSymbols: operations['compareSymbols'];
  /**
   * Show what a hypothetical basket did in one window of past years: `POST /portfolio/scenarios`.
   *
   * A basket of 1 to 15 positions over the completed years of the window's lookback. Percentages only.
   *
   * - Weights are normalised to 100, set at the start of each year's window and held to its end without rebalancing. A short
   *   position counts with the opposite sign of its symbol's move. A year's result is the sum of the contributions.
   * - All positions are measured over the same years: a year that one position lacks is left out for all and listed in
   *   `skipped_years`. It is never replaced by an older one.
   * - `horizon` counts calendar days from `start_date`, which is day 1; `eoy` ends on December 31; `custom` takes either
   *   `days` or `end_date`, 2 to 366 days.
   * - The `benchmark` is held long over the basket's own years.
   * - One error names all symbols that are unknown or out of scope (404, 403).
   * - Only the fields shown here exist. Shares, dollar amounts, cost basis, P&L and other data of real holdings are refused
   *   (400), and no part of a body is logged.
   */
  runPortfolioScenarios: operations['runPortfolioScenarios'];
  /**
   * List the saved scans of the account: `GET /saved-scans`.
   *
   * All saved scans, oldest first. Every key of the account sees the same list.
   */
  listSavedScans: operations['listSavedScans'];
  /**
   * Save a scan: `POST /saved-scans`.
   *
   * Saves the parameters of a `GET /scan` under a name. They are validated as `GET /scan` does; an error names the parameter
   * as `query.` and its name. Parameters left out are saved with their current defaults, so the scan does not change later.
   *
   * - Named windows (`now`, `next_2_weeks`, `next_month`) move with the day of the run. When the dates of a fixed window are
   *   over, `note` says so.
   * - The daily runs of a scan that a key limited to markets saves read those markets only; without any of them it is a 403. A
   *   read-only key cannot save any (403).
   * - Names are unique in the account (409), in any case. The plan limits how many there may be (`most`, and
   *   `saved_scan_limit` of GET /me); one more is 403.
   */
  createSavedScan: operations['createSavedScan'];
  /**
   * Get a saved scan: `GET /saved-scans/{saved_scan_id}`.
   *
   * The stored name and query; GET /saved-scans/{saved_scan_id}/results runs the scan.
   */
  getSavedScan: operations['getSavedScan'];
  /**
   * Change a saved scan: `PATCH /saved-scans/{saved_scan_id}`.
   *
   * Replaces the name, the whole query, or both. Fields left out keep their value. Validated as on saving.
   */
  changeSavedScan: operations['changeSavedScan'];
  /**
   * Delete a saved scan: `DELETE /saved-scans/{saved_scan_id}`.
   *
   * Deletes the scan and everything that its runs found. A second delete is 404.
   */
  deleteSavedScan: operations['deleteSavedScan'];
  /**
   * Run a saved scan: `GET /saved-scans/{saved_scan_id}/results`.
   *
   * Returns what `GET /scan` with the saved query returns now, to this key. It counts as one request under the account's
   * current plan, and predictions are charged as on `GET /scan`. As CSV or NDJSON it is the table of `GET /scan`.
   */
  runSavedScan: operations['runSavedScan'];
  /**
   * List the daily changes of a saved scan: `GET /saved-scans/{saved_scan_id}/changes`.
   *
   * Every saved scan runs automatically within minutes whenever the prices of its markets have changed, with the plan of the
   * account and without predictions. This lists its last 30 runs, newest first, each compared with the result before it.
   *
   * - A pattern is the same from one day to the next when symbol, direction and entry session are the same; its exit may
   *   move.
   * - `added` are new patterns. `gone` are no longer found: `entered` when their entry date came, `dropped` when they no
   *   longer qualify or others took their place. `entering` are entered on the next session.
   * - The first run, and the first after a change of the query, has no earlier result to compare with (`compared` is false).
   * - A failed run gives the reason in `fault`, is tried again, and leaves the earlier result as it was.
   *
   * Webhooks report the same changes at once: `scan.changed` (without patterns that were entered) and `pattern.entering`. A
   * key that is limited to markets sees the patterns of those markets.
   */
  listScanChanges: operations['listScanChanges'];
  /**
   * List the calendar links of the account: `GET /calendar-links`.
   *
   * All links, oldest first, without their addresses: an address is shown only when it is created.
   */
  listCalendarLinks: operations['listCalendarLinks'];
  /**
   * Create a calendar link: `POST /calendar-links`.
   *
   * Creates the address of a calendar, of the setups of a saved scan or of the daily pick, to which calendar apps can
   * subscribe. Anyone with the address can read that calendar and nothing else. The address is shown only in this answer,
   * and stops working when the link, its saved scan or its account is deleted.
   *
   * - A key that is limited to markets can create calendars of those markets, and none of a saved scan that has none of them (403).
   *   A read-only key cannot create any (403).
   * - The plan limits how many there may be (`most`, and `calendar_link_limit` of GET /me); one more is 403. When a plan
   *   later allows fewer, the oldest links keep working.
   */
  createCalendarLink: operations['createCalendarLink'];
  /**
   * Revoke a calendar link: `DELETE /calendar-links/{calendar_link_id}`.
   *
   * The address answers 404 from the next read on. A second revocation is 404.
   */
  deleteCalendarLink: operations['deleteCalendarLink'];
  /**
   * List the table links of the account: `GET /table-links`.
   *
   * All links, oldest first, without their addresses: an address is shown only when it is created.
   */
  listTableLinks: operations['listTableLinks'];
  /**
   * Create a table link: `POST /table-links`.
   *
   * Creates an address at which a spreadsheet reads the current result of a saved scan as CSV, for programs that cannot send
   * a key in a header: `IMPORTDATA` of Google Sheets, Power Query of Excel. Anyone with the address can read that table and
   * nothing else. The address is shown only in this answer, and stops working when the link, its saved scan or its account
   * is deleted.
   *
   * - A key that is limited to markets can create tables of those markets, and none of a saved scan that has none of them (403).
   *   A read-only key cannot create any (403).
   * - The plan limits how many there may be (`most`, and `table_link_limit` of GET /me); one more is 403. When a plan later
   *   allows fewer, the oldest links keep working.
   */
  createTableLink: operations['createTableLink'];
  /**
   * Revoke a table link: `DELETE /table-links/{table_link_id}`.
   *
   * The address answers 404 from the next read on. A second revocation is 404.
   */
  deleteTableLink: operations['deleteTableLink'];
  /**
   * List the markets: `GET /markets`.
   *
   * Every market: whether it is in the caller's scope, how patterns are detected in it, and how recent its prices are.
   */
  listMarkets: operations['listMarkets'];
  /**
   * List the symbols of one market: `GET /markets/{market_id}/symbols`.
   *
   * The symbols of a market in alphabetical order. With `q` the best matches come first: the exact ticker, then tickers and names that begin with the text, then the others. `total`, `matched` and `count` make truncation explicit, and `note` says how many matching rows were cut, or that the market holds no prices.
   */
  listSymbols: operations['listSymbols'];
  /**
   * Get the caller's plan and remaining limits: `GET /me`.
   *
   * A read: it never uses the ML allowance.
   */
  getMe: operations['getMe'];
  /**
   * Export all patterns of a market over a year: `POST /exports`.
   *
   * Searches every symbol of a market over the entries of a span of days, by default the coming year, and writes the result
   * to a file for download. The export runs in the background, at low priority: `GET /exports/{export_id}` shows its
   * progress.
   *
   * - Each symbol is searched separately, as `GET /opportunities/{symbol}` does: the best window by Sharpe ratio first, then
   *   each next best that does not overlap an earlier one of the same direction. Filters apply to the published values; the
   *   first `per_symbol` of the remaining windows are kept.
   * - Every row carries its significance: `p_symbol` against the symbol's own search, `p_search` against the search of the
   *   whole market, both over shuffled calendars.
   * - The whole export uses the prices of one moment, `data_version`. `failures` names each symbol whose prices cannot be
   *   read; the other symbols are exported. `note` says how old the prices are once they are too old for an order ticket;
   *   the export of a market without prices has no rows and says so there. Predictions are not included: `POST /score` has
   *   them.
   * - A retry is safe, even without an `Idempotency-Key`: while the same export is queued or running, or has a file made
   *   from the same prices, it is returned instead of a new one and counts against nothing. The answer is therefore a 201 in
   *   every `state`; the export may be `ready` at once.
   * - The plan limits the exports per UTC day (`exports_per_day` and `exports_remaining_today` of `GET /me`); two of an
   *   account may be queued or running at once. One more is 429. A file has at most 64 MB and is kept for 24 hours.
   * - Accounts take turns: among accounts with no export running, the one served longest ago is first.
   */
  createExport: operations['createExport'];
  /**
   * List the exports of the account: `GET /exports`.
   *
   * The exports of the last 7 days, newest first.
   */
  listExports: operations['listExports'];
  /**
   * Get the state of an export: `GET /exports/{export_id}`.
   *
   * `state` goes from `queued` to `running`, then to `ready`, where `file` describes the file, or to `failed`, where `note`
   * gives the reason. A file that is older than 24 hours is `expired`: request the export again.
   */
  getExport: operations['getExport'];
  /**
   * Cancel an export, or delete its file: `DELETE /exports/{export_id}`.
   *
   * A queued or running export becomes `cancelled` and stops; the file of a ready one is deleted. Repeating the request changes nothing.
   */
  deleteExport: operations['deleteExport'];
  /**
   * Download the file of an export: `GET /exports/{export_id}/file`.
   *
   * The whole file, or the part that `Range: bytes=...` selects. To resume a broken download, send `Range` with the tag of
   * the part already received as `If-Range`. The tag is the SHA-256 of the file, which `Repr-Digest` (RFC 9530) gives too.
   * The format (CSV, NDJSON or Parquet) was chosen when the export was requested. Any process of the service serves any
   * part.
   */
  downloadExport: operations['downloadExport'];
  /**
   * Get the definition of every number: `GET /methodology`.
   *
   * What each published number means, how it is computed, what it is compared with and what it cannot show. Every number can be recomputed from the yearly returns with these definitions.
   */
  getMethodology: operations['getMethodology'];
  /**
   * List the webhooks of the account: `GET /webhooks`.
   *
   * The endpoints that receive events, oldest first, without their secrets.
   */
  listWebhooks: operations['listWebhooks'];
  /**
   * Create a webhook: `POST /webhooks`.
   *
   * Events are sent by POST as JSON, `{type, timestamp, data}`, signed as in Standard Webhooks. Verify each with the secret,
   * which only this answer shows, and any library for Standard Webhooks.
   *
   * - Each event is sent at least once, and in order: the next event waits until the one before is accepted. A 2xx status
   *   within 10 seconds accepts it. Process each `webhook-id` once.
   * - An event that is not accepted is sent again after 5 seconds, 5 and 30 minutes, 2, 5, 10 and 10 hours, or later if
   *   `Retry-After` says so. After the last try, and at once on a 410, the webhook is disabled, and its waiting events are
   *   kept as undelivered.
   * - The URL is https, without user and password, and leads to a public address; redirects are not followed.
   * - The plan limits how many an account may have (`webhook_limit` of GET /me). Read-only keys cannot create or change
   *   webhooks.
   * - A webhook that a key limited to some markets creates or changes gets no events of other markets.
   * - Neutral setups are left out of `pattern.entering` and `scan.changed` unless `include_neutral` asks for them.
   */
  createWebhook: operations['createWebhook'];
  /**
   * Get one webhook: `GET /webhooks/{webhook_id}`.
   *
   * The webhook without its secret.
   */
  getWebhook: operations['getWebhook'];
  /**
   * Change a webhook: `PATCH /webhooks/{webhook_id}`.
   *
   * Fields left out keep their value. `state` disables or enables the webhook. Undelivered events stay so until `POST
   * /webhooks/{webhook_id}/events/{event_id}/redeliver` sends them again.
   */
  changeWebhook: operations['changeWebhook'];
  /**
   * Delete a webhook: `DELETE /webhooks/{webhook_id}`.
   *
   * Nothing more is sent to it, and its deliveries are deleted.
   */
  deleteWebhook: operations['deleteWebhook'];
  /**
   * Replace the secret of a webhook: `POST /webhooks/{webhook_id}/rotate`.
   *
   * Only this answer shows the new secret. During the overlap every message is signed with both secrets, so that a receiver
   * can change when it suits; 0 ends the old one at once. During an overlap only a rotation with 0 is accepted, which ends
   * both; another is a 400 that names the end of the overlap.
   */
  rotateWebhookSecret: operations['rotateWebhookSecret'];
  /**
   * Send a test message: `POST /webhooks/{webhook_id}/test`.
   *
   * Sends a signed message of type `webhook.test` at once, before any waiting events, and returns the receiver's answer. It
   * is tried once and stands in the list of deliveries. Limited to one per 10 seconds for each webhook, and to five at
   * once for an account.
   */
  testWebhook: operations['testWebhook'];
  /**
   * List the deliveries to a webhook: `GET /webhooks/{webhook_id}/deliveries`.
   *
   * The deliveries of the last 30 days, newest first: delivered, waiting with the time of the next try, and undelivered.
   */
  listDeliveries: operations['listDeliveries'];
  /**
   * Send an event again: `POST /webhooks/{webhook_id}/events/{event_id}/redeliver`.
   *
   * Adds an event from the list of deliveries to the end of the queue, with the same `webhook-id`. The webhook must be
   * active, and the event must not be waiting already. A test is sent once.
   */
  redeliverEvent: operations['redeliverEvent'];
}

export interface PageEntry {
  readonly operation: string;
  /** The member of a page that holds its rows. */
  readonly rows: string;
}

export declare const PAGES: Readonly<Record<string, PageEntry>>;

/** Lists that come in pages. */
export interface Pages {
  iterateLedger: { readonly operation: 'listLedger'; readonly rows: 'records' };
}
