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
   * - The first 50 candidates by Sharpe ratio are the pool: with any statistical filter only they can appear, and
   *   `summary` says of how many found. `pool` verifies more of them. Evidence that is unavailable never satisfies a
   *   filter.
   * - `enrichment_capped` says that there were more candidates than the pool, or that ML did not reach every card.
   *   `market_failures` and `evidence_failures` say that the scan is incomplete: that is not verified absence.
   * - Without `markets` the equities core (DOW 30, NASDAQ 100, S&P 500, ETFs) is scanned, as far as it is in scope.
   * - `view` shapes the rows: `full` gives PatternCards; `evidence` a full first card and LeanCards; `decision`
   *   LeanCards; `table` TableRows.
   */
  scanMarkets: operations['scanMarkets'];
  /**
   * List the ranked setups of one market on one entry date: `GET /opportunities`.
   *
   * Ranked setups of one market that begin on one date.
   *
   * The first 50 candidates of the asked duration receive completed evidence; statistical filters and the final order
   * by Sharpe ratio run after that. Rows past the pool have null statistics and `evidence_status: not_evaluated`, and
   * are left out when a statistical filter is set. A `min_winning_years` out of the market's band is a 400 that names
   * the range.
   */
  listOpportunities: operations['listOpportunities'];
  /**
   * List one symbol's ranked setups through the year: `GET /opportunities/{symbol}`.
   *
   * The symbol's own setups with entries from January 1 to December 31 of the market year: the best first, then the
   * next that overlaps none kept in its direction. Such lists exist in the markets 0, 1, 2, 7 and 9 only; other
   * markets answer 400. A symbol without a qualifying setup answers 200 with an empty list.
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
   * Every entry day of the market year by a row of holding periods: where in the year the symbol beat its own drift,
   * and where it did not.
   *
   * - Each cell is the window that `GET /analyze/{symbol}` answers about with the same `entry_date`, `days_out` and
   *   `direction`: the same years, known through the same day, and the same number.
   * - `any_date` is what any other date made of the measure, so that no average or win rate stands without its drift.
   *   A `z` is measured from drift already, and has none.
   * - A cell that could not be observed is `null`, never 0; a `z` needs five years.
   * - A map has at most 120 holding periods: widen `days_step` for more of the range.
   *
   * It is a picture of where to look, not a list of finds: of thousands of cells many stand out by luck. A window that
   * was picked here was searched for, which its `p_window` does not know.
   */
  getHeatMap: operations['getHeatMap'];
  /**
   * Analyze one symbol: `GET /analyze/{symbol}`.
   *
   * The symbol's best setup as a card, and other candidate setups.
   *
   * - `entry_date` and `days_out` together pin the exact window and bypass detection; `entry_date` alone asks for the
   *   best hold there, `days_out` alone for the best entry, neither for the best setup of the coming year.
   * - `period` names the window instead and overrides both; `reverse` asks for the rest of the year.
   * - Without `direction` the one with the higher win share, then the higher mean, is taken.
   * - The card and `other_setups` can be asked for by their own dates: a pinned entry may lie up to 366 days ahead.
   * - A pinned entry of a past year is research: only what was known the day before it is used, and the card carries
   *   neither prediction nor order ticket.
   * - Without `market` the lowest in-scope market that lists the symbol is used, and `note` says so.
   * - No observation at all is a 404 that names the reason.
   */
  analyzeSymbol: operations['analyzeSymbol'];
  /**
   * Score a batch of setups with the prediction model: `POST /score`.
   *
   * The model's prediction for up to 1,000 exact windows, in the order they are sent.
   *
   * - The market of an item is its own `market`, else that of the body, else the first ML-eligible one that lists the
   *   symbol. Any item in a market that is not eligible (0, 1, 2, 3, 4 and 11 are) or out of scope is a 403 for the
   *   whole batch, naming it.
   * - Holds of 10 to 90 calendar days with an entry from today through five days ahead (New York) can be scored.
   *   Every other item stays in its place without scores, with a `note` that says why; so does an unknown symbol, one
   *   without enough prices, and everything past the daily allowance. None of these costs anything.
   * - One scored item is one unit of the daily allowance. The same item asked for again on the same UTC day, on a
   *   retry or in another call, costs nothing.
   * - When the allowance was spent before and something could be scored, the answer is a `ScoreUpgrade` instead.
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
   * The detrended average year of a symbol as an index of 0 to 100, one point for each calendar day of the annual
   * cycle that begins on `entry_date`, and each completed year's return of the window with its excursions. The curve is
   * not inverted for shorts. It rests on completed cycles (`curve_years`), the bars on completed windows; the two may
   * differ by a year.
   */
  getSeasonalChart: operations['getSeasonalChart'];
  /**
   * Get the latest daily pick: `GET /daily-pick`.
   *
   * One setup a session of the New York Stock Exchange, chosen by a fixed rule, published before its entry with the
   * time of publication, and scored later by a fixed rule.
   *
   * - The card is the one that was published, never computed again; only `live_track_record` lives on. Without a pick
   *   of today the latest is served: `featured_date` says of when it is.
   * - `ml` is always present and never uses the caller's allowance.
   * - `head_hash` is the end of the public chain of records. Whoever keeps it can prove later that nothing before it
   *   was changed (`GET /daily-pick/ledger`).
   * - While there has been none the answer is a 404 that says when the first is due. In the sandbox it is a replay
   *   meanwhile (`replay` is true): what the rule would have picked of the simulated prices in past sessions, each
   *   with the prices of the day before. It was not published in advance, is no part of the ledger, and ends with
   *   the first pick. Its `ml` is null, `track_record` is that of the replay, and `live_track_record` the real one.
   */
  getDailyPick: operations['getDailyPick'];
  /**
   * Get the forward record of the daily pick: `GET /daily-pick/track-record`.
   *
   * Every pick with its result, newest first, and the counts over the closed ones. `return_pct` is null while a pick is open. What the counts prove, and how little, stands in `note`. Picks over simulated prices and over real ones are never counted together. In the sandbox, until its first pick, the record is that of a replay (`replay` is true): picks by the same rule over past sessions, not published in advance and no part of the ledger. Replayed and published picks are never counted together either.
   */
  getTrackRecord: operations['getTrackRecord'];
  /**
   * Get what the daily pick did beyond random dates, and how its probabilities fared: `GET /daily-pick/evaluation`.
   *
   * The picks of `GET /daily-pick/track-record` one by one, with the place of each in the ledger, and two tests of them.
   *
   * - `excess` adds up, in the order of picking, what closed picks returned beyond what they are held against: random
   *   dates of the same symbol, hold and direction once those are over, and the market's benchmark over the same
   *   sessions. `luck_low_pct` to `luck_high_pct` is where the sum stays in 95 % of tries when each excess keeps its
   *   size and luck alone gives its sign, the picks of one setup together. Picks of one time share their market, so
   *   that the band is too narrow.
   * - `calibration` holds the model's `ml_win_prob` as published against what came, in bins of at least ten closed
   *   picks and about equal size, at most ten bins; under twenty closed picks one.
   * - A replay of the sandbox (`replay` is true) has no model and no place in the ledger: its `record`, `ml_win_prob`
   *   and `calibration` are null.
   */
  getPickEvaluation: operations['getPickEvaluation'];
  /**
   * List the records behind the daily pick: `GET /daily-pick/ledger`.
   *
   * The append-only ledger, oldest first: picks, sessions without one, outcomes and corrections. Each record carries
   * the hash of the one before, so that none can be changed, removed or put in between later without breaking the
   * chain. A correction refers to what it corrects; nothing is rewritten.
   *
   * `hash` is SHA-256, in hexadecimal, over the record without `hash` in the canonical form of RFC 8785 (JSON
   * Canonicalization Scheme), `prev_hash` included. The first `prev_hash` is 64 zeros. `card_hash` is the same over
   * the card as published, with its chart and without `live_track_record`. No field is a price.
   *
   * As CSV or NDJSON all types share one set of columns; the chain is verified over the JSON, which has every field.
   */
  listLedger: operations['listLedger'];
  /**
   * Compare 2 to 10 symbols on one window over the same years: `GET /compare`.
   *
   * Measures every symbol on one calendar window over the latest `years` completed years that all of them share. A
   * year that one symbol lacks is replaced by an older one, down to where the youngest data start.
   *
   * - Under 5 shared years `can_compare` is false, `reason` says why, and nothing is ranked.
   * - `deepest_drop` is the lowest `mae_pct` of the shared years: how far a position was below its entry at worst.
   * - `any_date` is what any session of the shared years as the entry date would have done: what the window has to beat.
   * - `buy_and_hold` holds the symbol long through the calendar years of the same labels, January 1 to December 31.
   *   Years that are not complete are left out and listed.
   * - `difference_from_highest` is the mean of the paired yearly differences between the symbol of the highest
   *   average and this one, with its 95 % interval (Student's t, n - 1 degrees of freedom). The interval is not
   *   adjusted for having picked the highest of several, so that a lead may look clearer than it is.
   * - `findings` are sentences, each true by the `numbers` beside it.
   * - Symbols that are unknown or out of scope are named together (404, 403); nothing is compared without them.
   */
  compareSymbols: operations['compareSymbols'];
  /**
   * Show what a hypothetical basket did in one window of past years: `POST /portfolio/scenarios`.
   *
   * A basket of 1 to 15 positions over the completed years of the window's lookback. Percentages only.
   *
   * - Weights are normalised to 100, set at the start of each year's window and held to its end without rebalancing.
   *   A short position counts with the opposite sign of its symbol's move. A year's result is the sum of the
   *   contributions.
   * - All positions are measured over the same years: one that a position lacks is left out for all and listed in
   *   `skipped_years`, never replaced by an older one.
   * - `horizon` counts calendar days from `start_date`, which is day 1; `eoy` ends on December 31; `custom` takes
   *   either `days` or `end_date`, 2 to 366 days.
   * - The `benchmark` is held long over the basket's own years.
   * - Symbols that are unknown or out of scope are named together (404, 403).
   * - Only the fields shown here exist. Shares, dollar amounts, cost basis, P&L and other data of real holdings are
   *   refused (400), and no part of a body is logged.
   */
  runPortfolioScenarios: operations['runPortfolioScenarios'];
  /**
   * List the saved scans of the account: `GET /saved-scans`.
   *
   * All of them, the oldest first. Every key of the account sees the same ones.
   */
  listSavedScans: operations['listSavedScans'];
  /**
   * Save a scan: `POST /saved-scans`.
   *
   * Keeps the parameters of a `GET /scan` under a name. They are checked as there: what `GET /scan` would refuse is refused
   * here, and named `query.` and the parameter. Those left out are kept with their defaults, so that the scan stays what it is.
   *
   * - Named windows (`now`, `next_2_weeks`, `next_month`) move with the day it runs on. Of dates that are over, `note` says so.
   * - A key that is narrowed to markets makes scans of those markets; a read-only key makes none (403).
   * - Names are unique in the account (409), whatever their case. How many it may have depends on the plan (`most`, and
   *   `saved_scan_limit` of GET /me): one more is 403.
   */
  createSavedScan: operations['createSavedScan'];
  /**
   * Get a saved scan: `GET /saved-scans/{saved_scan_id}`.
   *
   * What is kept of it; GET /saved-scans/{saved_scan_id}/results runs it.
   */
  getSavedScan: operations['getSavedScan'];
  /**
   * Change a saved scan: `PATCH /saved-scans/{saved_scan_id}`.
   *
   * Its name, its query as a whole, or both. What is left out stays. Refused as when it is saved.
   */
  changeSavedScan: operations['changeSavedScan'];
  /**
   * Delete a saved scan: `DELETE /saved-scans/{saved_scan_id}`.
   *
   * With all that was found by it. Deleting it again is 404.
   */
  deleteSavedScan: operations['deleteSavedScan'];
  /**
   * Run a saved scan: `GET /saved-scans/{saved_scan_id}/results`.
   *
   * The answer that `GET /scan` with its query gives now, to this key: counted as one request, with the plan as it is now, and
   * predictions charged as there. As CSV or NDJSON it is the table of `GET /scan`.
   */
  runSavedScan: operations['runSavedScan'];
  /**
   * List what a saved scan found day by day: `GET /saved-scans/{saved_scan_id}/changes`.
   *
   * Every saved scan runs once over each new state of the prices of its markets, by itself, within minutes: with the plan of the
   * account, and without predictions. These are its last 30 runs, the newest first, each compared with the result before.
   *
   * - A pattern is the same from one day to the next when symbol, direction and entry session are: its end may move.
   * - `added` are new. `gone` are no more: `entered` when their entry came, `dropped` when they do not qualify any more or
   *   others took their place. `entering` are entered on the next session.
   * - The first run, and the one after the query changed, has nothing to be compared with (`compared` is false).
   * - A run that failed says why in `fault`, is tried again, and leaves the result before as it was.
   *
   * Webhooks tell of it as it happens: `scan.changed` (without those that entered) and `pattern.entering`. A key that is narrowed to
   * markets sees the patterns of those.
   */
  listScanChanges: operations['listScanChanges'];
  /**
   * List the calendar links of the account: `GET /calendar-links`.
   *
   * All of them, the oldest first, without their addresses, which are shown once.
   */
  listCalendarLinks: operations['listCalendarLinks'];
  /**
   * Make a calendar to subscribe to: `POST /calendar-links`.
   *
   * An address that calendar apps subscribe to, of what a saved scan finds or of the daily pick. Whoever has it can read that
   * calendar and nothing else: it is shown this once, and ends when the link, its saved scan or its account does.
   *
   * - A key that is narrowed to markets makes calendars of those markets, and none of a saved scan over others (403); a read-only key
   *   makes none (403).
   * - How many there may be depends on the plan (`most`, and `calendar_link_limit` of GET /me): one more is 403. Where a plan allows
   *   fewer later, the oldest go on.
   */
  createCalendarLink: operations['createCalendarLink'];
  /**
   * Revoke a calendar link: `DELETE /calendar-links/{calendar_link_id}`.
   *
   * Its address is 404 from the next read on. Revoking it again is 404.
   */
  deleteCalendarLink: operations['deleteCalendarLink'];
  /**
   * List the markets: `GET /markets`.
   *
   * Every market, whether it is in the caller's scope, how patterns are detected in it, and how fresh it is.
   */
  listMarkets: operations['listMarkets'];
  /**
   * List the symbols of one market: `GET /markets/{market_id}/symbols`.
   *
   * The symbols of a market in alphabetical order; with `q` the likeliest meant first: the ticker itself, tickers and names that begin so, then the others. `total`, `matched` and `count` make truncation explicit, and `note` names how many matching rows were cut.
   */
  listSymbols: operations['listSymbols'];
  /**
   * Get the caller's plan and what is left of it: `GET /me`.
   *
   * Reads only; it never consumes ML allowance.
   */
  getMe: operations['getMe'];
  /**
   * Ask for all patterns of a market over a year: `POST /exports`.
   *
   * A search of every symbol of a market over the entries of a span of days, by default the coming year, for a file to download.
   * It is made in the background, at low priority: ask `GET /exports/{export_id}` how far it is.
   *
   * - Each symbol is searched by itself, as `GET /opportunities/{symbol}` does: the best window by Sharpe ratio first,
   *   then the next that overlaps none kept in its direction. Filters apply to the published values; `per_symbol` of what
   *   remains is kept.
   * - Every row carries its significance: `p_symbol` against the symbol's own search, `p_search` against the search of the
   *   whole market, both over shuffled calendars.
   * - All of it is made from the prices of one moment, `data_version`. A symbol whose prices cannot be read is named in
   *   `failures`, and the rest goes on. Predictions are no part of it: `POST /score` has them.
   * - A retry is safe, without an `Idempotency-Key`: asked for again while it is queued or running, or while there is a file
   *   of it made of the same prices, the same export is answered rather than begun anew, and counts against nothing. So the
   *   answer is a 200 whatever its `state`: it may be `ready` at once.
   * - The plan says how many exports a UTC day there are (`exports_per_day` and `exports_remaining_today` of `GET /me`); two
   *   of an account may be queued or running at once. Beyond that: 429. A file has at most 64 MB, and is kept for 24 hours.
   * - Accounts have their turns: whoever has none under way, and was served longest ago, comes first.
   */
  createExport: operations['createExport'];
  /**
   * List the exports of the account: `GET /exports`.
   *
   * Those of the last 7 days, the newest first.
   */
  listExports: operations['listExports'];
  /**
   * See how far an export is: `GET /exports/{export_id}`.
   *
   * `state` goes from `queued` over `running` to `ready`, where `file` says what there is, or to `failed`, where `note` says
   * why. A file whose 24 hours are over is `expired`: ask for the export again.
   */
  getExport: operations['getExport'];
  /**
   * Call an export off, or let its file go: `DELETE /exports/{export_id}`.
   *
   * One that is queued or running becomes `cancelled` and stops; the file of one that is ready is deleted. Again, it changes nothing.
   */
  deleteExport: operations['deleteExport'];
  /**
   * Download the file of an export: `GET /exports/{export_id}/file`.
   *
   * All of it, or the part that `Range: bytes=...` asks for: a download that broke off is taken up with `Range` and the tag of
   * what is there already as `If-Range`. The tag is the SHA-256 of the file, which `Repr-Digest` says too (RFC 9530).
   * Whether it is CSV, NDJSON or Parquet was said when it was asked for. Any process of the service serves any part.
   */
  downloadExport: operations['downloadExport'];
  /**
   * Get the definition of every number: `GET /methodology`.
   *
   * What each published number means, how it is computed, what it was measured against and what it does not know. Every number can be recomputed from the yearly returns with these definitions.
   */
  getMethodology: operations['getMethodology'];
  /**
   * List the webhooks of the account: `GET /webhooks`.
   *
   * Where events are sent to, the oldest first, without their secrets.
   */
  listWebhooks: operations['listWebhooks'];
  /**
   * Have events sent somewhere: `POST /webhooks`.
   *
   * Events are sent by POST as JSON, `{type, timestamp, data}`, signed as Standard Webhooks describe: verify each with the secret, which
   * the answer holds this once, and any library of that name.
   *
   * - Each event is sent at least once, and in order: the next one waits until the one before was taken. A status of 2xx within 10
   *   seconds takes it; take each `webhook-id` once.
   * - What is not taken is sent again after 5 seconds, 5 and 30 minutes, 2, 5, 10 and 10 hours, later where `Retry-After` asks for it. Then,
   *   and at once on a 410, the webhook is disabled, and what waits for it is kept as undelivered.
   * - The URL is https, without user and password, and leads to a public address; redirects are not followed.
   * - How many an account may have is a matter of its plan (`webhook_limit` of GET /me). Keys that are read-only cannot create or
   *   change any.
   */
  createWebhook: operations['createWebhook'];
  /**
   * Get one webhook: `GET /webhooks/{webhook_id}`.
   *
   * Without its secret.
   */
  getWebhook: operations['getWebhook'];
  /**
   * Change a webhook: `PATCH /webhooks/{webhook_id}`.
   *
   * What is left out stays. `state` disables it, or enables it again: what was undelivered stays so until it is asked for by
   * `POST /webhooks/{webhook_id}/events/{event_id}/redeliver`.
   */
  changeWebhook: operations['changeWebhook'];
  /**
   * Delete a webhook: `DELETE /webhooks/{webhook_id}`.
   *
   * Nothing is sent there any more, and its deliveries are forgotten.
   */
  deleteWebhook: operations['deleteWebhook'];
  /**
   * Replace the secret of a webhook: `POST /webhooks/{webhook_id}/rotate`.
   *
   * The answer holds the new secret, this once. For the overlap every message is signed with both, so that a receiver can change over
   * in its own time; 0 ends the old one at once.
   */
  rotateWebhookSecret: operations['rotateWebhookSecret'];
  /**
   * Send a test message: `POST /webhooks/{webhook_id}/test`.
   *
   * Sends a signed message of type `webhook.test` now, past what waits, and tells what came back; it is not sent again, and not in the list of deliveries.
   * Once in 10 seconds for each webhook.
   */
  testWebhook: operations['testWebhook'];
  /**
   * List what was sent to a webhook: `GET /webhooks/{webhook_id}/deliveries`.
   *
   * Newest first, of the last 30 days: what was delivered, what waits and when it is tried next, and what nobody tries any more.
   */
  listDeliveries: operations['listDeliveries'];
  /**
   * Send an event once more: `POST /webhooks/{webhook_id}/events/{event_id}/redeliver`.
   *
   * Puts an event of the list of deliveries behind what waits, with the same `webhook-id`. Of a webhook that is active, and of an event that
   * does not wait already.
   */
  redeliverEvent: operations['redeliverEvent'];
}
