/* Generated from openapi.yaml by `npm run generate`. Do not edit. */

export interface paths {
    "/scan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Scan markets for ranked seasonal setups
         * @description Scores candidate windows across markets and returns ranked cards.
         *
         *     - The scan evaluates setups as of the last session before the window's start and keeps those whose `entry_date` lies
         *       inside the window. The start must lie in the current US market year.
         *     - The first 50 candidates by Sharpe ratio are the pool. With any statistical filter only rows of the pool can appear,
         *       and `summary` says how many candidates were found. `pool` verifies more of them. Evidence that is unavailable never
         *       satisfies a filter.
         *     - `enrichment_capped` is true when there were more candidates than the pool, or when ML did not reach every card.
         *       `market_failures` and `evidence_failures` mean that the scan is incomplete; they do not mean that no setup exists.
         *     - Without `markets` the scan covers the equities core (DOW 30, NASDAQ 100, S&P 500, ETFs), as far as it is in scope.
         *     - `view` selects the shape of the rows: `full` gives PatternCards; `evidence` a full first card and LeanCards;
         *       `decision` LeanCards; `table` TableRows.
         */
        get: operations["scanMarkets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/opportunities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the ranked setups of one market on one entry date
         * @description Ranked setups of one market that begin on one date.
         *
         *     The first 50 candidates with the requested holding period are the pool: their evidence is computed first, then
         *     statistical filters and the final order by Sharpe ratio apply. Rows past the pool have null statistics and
         *     `evidence_status: not_evaluated`, and are left out when a statistical filter is set. A `min_winning_years` out of the
         *     market's band is a 400 that names the range.
         */
        get: operations["listOpportunities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/opportunities/{symbol}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List one symbol's ranked setups through the year
         * @description The symbol's own setups with entries from January 1 to December 31 of the market year: the best first, then each next
         *     best that does not overlap an earlier one of the same direction. Only the markets 0, 1, 2, 7 and 9 have such lists;
         *     other markets answer 400. A symbol without a qualifying setup answers 200 with an empty list.
         */
        get: operations["listSymbolOpportunities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/symbols/{symbol}/opportunities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List one symbol's ranked setups through the year (alias)
         * @description The same data, parameters and answer as `GET /opportunities/{symbol}`.
         */
        get: operations["listSymbolOpportunitiesAlias"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/symbols/{symbol}/heatmap": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one symbol's windows of the year as a heat map
         * @description Results for every entry day of the market year, one row per holding period: where in the year the symbol did better than
         *     its own drift, and where it did not.
         *
         *     - Each cell is the window that `GET /analyze/{symbol}` returns for the same `entry_date`, `days_out` and `direction`:
         *       the same years, the same last day of data, and the same number.
         *     - `any_date` is the same measure over all entry dates of the same years: compare an average or win rate with it. `z` is
         *       already measured from drift and has no `any_date`.
         *     - A cell that could not be observed is `null`, never 0. A `z` needs five years.
         *     - A map has at most 120 holding periods: a larger `days_step` covers more of the range.
         *
         *     The map shows where to look; it is not a list of findings: of thousands of cells many stand out by luck. A window picked
         *     from the map is the result of a search, so a pinned analysis judges it as the best of the year.
         */
        get: operations["getHeatMap"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/analyze/{symbol}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Analyze one symbol
         * @description The symbol's best setup as a card, and other candidate setups.
         *
         *     - `entry_date` and `days_out` together pin the exact window and bypass detection. `entry_date` alone selects the best
         *       hold from that date, `days_out` alone the best entry, and neither the best setup of the coming year.
         *     - `period` names the window instead and overrides both; `reverse` selects the rest of the year.
         *     - Whoever names a window has usually seen it in a list. A pinned window or a preset is therefore judged as the best of
         *       a search: `p_symbol` counts how often that search over shuffled calendars finds one as strong, and `p_window`, as if
         *       the window had been named before looking, earns nothing.
         *     - Without `direction` the one with the higher win share is taken, then the one with the higher mean.
         *     - The windows of the card and of `other_setups` can be requested by their own dates: a pinned entry may lie up to 366
         *       days ahead.
         *     - A pinned entry of a past year is research: the answer uses only what was known the day before it, and the card carries
         *       neither prediction nor order ticket.
         *     - Without `market` the lowest in-scope market that lists the symbol is used, and `note` says so.
         *     - A window without any observation is a 404 that names the reason.
         */
        get: operations["analyzeSymbol"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/score": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Score a batch of setups with the prediction model
         * @description The model's prediction for up to 1,000 exact windows, in the order sent.
         *
         *     - The market of an item is its own `market`, else that of the body, else the first ML-eligible market that lists the
         *       symbol. Any item in a market that is out of scope or not eligible (0, 1, 2, 3, 4 and 11 are eligible) is a 403 for the
         *       whole batch that names the item.
         *     - The model scores holds of 10 to 90 calendar days with an entry from today through five days ahead (New York). Any
         *       other item keeps its place without scores, and its `note` says why; so does an unknown symbol, a symbol without enough
         *       prices, and every item past the daily allowance. None of these costs anything.
         *     - One scored item is one unit of the daily allowance. The same item requested again on the same UTC day, on a retry or
         *       in another call, costs nothing.
         *     - When the allowance was already spent and something could be scored, the answer is a `ScoreUpgrade` instead.
         *     - `win_prob` is a prediction and never the share of past years won; `GET /methodology` shows the model's card.
         */
        post: operations["scoreSetups"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/patterns/{market_id}/{symbol}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the statistics of one symbol's window
         * @description The statistics of one window of one symbol, in percent. The window begins today unless `period` names another.
         *     Returns are in the direction given by `stats.trade_direction`: the one with the higher win share, then the higher
         *     mean. Works in every market in scope.
         */
        get: operations["getPattern"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/seasonal-chart": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the seasonal curve as data
         * @description The detrended average year of a symbol as an index of 0 to 100, one point for each calendar day of the annual cycle that
         *     begins on `entry_date`, and the window's return in each completed year with its excursions. The curve is not inverted
         *     for shorts. It averages completed cycles (`curve_years`), while the bars need completed windows only; the two may differ
         *     by a year.
         */
        get: operations["getSeasonalChart"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/daily-pick": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the latest daily pick
         * @description One setup per session of the New York Stock Exchange, chosen by a fixed rule, published before its entry with the time
         *     of publication, and later scored by a fixed rule.
         *
         *     - The card is returned as it was published and never computed again; only `live_track_record` is updated. When there is
         *       no pick of today yet, the latest one is served, and `featured_date` gives its session.
         *     - `ml` is always present and never uses the caller's allowance.
         *     - `head_hash` is the end of the public chain of records. Keep it to prove later that no earlier record was changed (`GET
         *       /daily-pick/ledger`).
         *     - Before the first pick the answer is a 404 that says when the first is due. The sandbox serves a replay instead
         *       (`replay` is true): what the rule would have picked from the simulated prices in past sessions, each time with the
         *       prices of the day before. A replay was not published in advance, is not in the ledger, and ends with the first pick.
         *       Its `ml` is null, `track_record` is that of the replay, and `live_track_record` is the real one.
         */
        get: operations["getDailyPick"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/daily-pick/track-record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the forward record of the daily pick
         * @description Every pick with its result, newest first, and the totals over the closed ones. `return_pct` is null while a pick is open. `note` says what the totals prove, and how little. Picks over simulated prices and picks over real prices are never counted together. In the sandbox, until its first pick, the record is that of a replay (`replay` is true): picks by the same rule over past sessions, not published in advance and not in the ledger. Replayed picks and published picks are never counted together either.
         */
        get: operations["getTrackRecord"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/daily-pick/evaluation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare the daily picks with random dates, and their probabilities with the results
         * @description The picks of `GET /daily-pick/track-record` one by one, each with its position in the ledger, and two tests of them.
         *
         *     - `excess` adds up, in the order of picking, what closed picks returned beyond their comparison: random dates of the
         *       same symbol, hold and direction once those windows are over, and the market's benchmark over the same sessions.
         *       `band_low_pct` to `band_high_pct` is where the sum stays in 95 % of tries when each excess keeps its size and luck
         *       alone gives its sign, the picks of one setup together. Picks made at the same time share their market, so the band is
         *       too narrow.
         *     - `calibration` compares the model's published `ml_win_prob` with the results, in at most ten bins of about equal size,
         *       each of at least ten closed picks; with fewer than twenty closed picks there is one bin.
         *     - A replay of the sandbox (`replay` is true) has no model and no place in the ledger: its `record`, `ml_win_prob` and
         *       `calibration` are null.
         */
        get: operations["getPickEvaluation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/daily-pick/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the records behind the daily pick
         * @description The append-only ledger, oldest first: picks, sessions without one, outcomes and corrections. Each record carries the
         *     hash of the record before it, so none can be changed, removed or inserted later without breaking the chain. A correction
         *     refers to the record that it corrects; nothing is rewritten.
         *
         *     `hash` is SHA-256, in hexadecimal, over the record without `hash` in the canonical form of RFC 8785 (JSON
         *     Canonicalization Scheme), `prev_hash` included. The first `prev_hash` is 64 zeros. `card_hash` is computed in the same
         *     way over the card as published, with its chart and without `live_track_record`. No field is a price.
         *
         *     As CSV or NDJSON all types share one set of columns. Verify the chain over the JSON, which has every field.
         */
        get: operations["listLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/widgets/symbol": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one symbol's best setup as Markdown
         * @description The card of `GET /analyze/{symbol}` without named dates, as a text with a table of its years and the prediction, or why there is none. It counts as that analysis does: a new setup uses one prediction of the allowance.
         */
        get: operations["getSymbolWidget"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/widgets/heatmap": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one symbol's heat map as a figure of Plotly
         * @description The cells of `GET /symbols/{symbol}/heatmap` as a heat map that Plotly draws. The map shows where to look; it is not a list of findings: of thousands of cells many stand out by luck.
         */
        get: operations["getHeatMapWidget"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/widgets/daily-pick": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the latest daily pick as Markdown
         * @description The card of `GET /daily-pick` as a text with a table of its years. Before the first pick the answer is 404.
         */
        get: operations["getPickWidget"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/widgets/track-record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the totals of the daily pick as metrics
         * @description The totals of `GET /daily-pick/track-record` over closed picks. A few hundred picks prove little.
         */
        get: operations["getRecordWidget"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare 2 to 10 symbols on one window over the same years
         * @description Measures every symbol on one calendar window over the latest `years` completed years that all of them share. An older
         *     year replaces a year that one symbol lacks, back to where the youngest data start.
         *
         *     - With fewer than 5 shared years `can_compare` is false, `reason` says why, and nothing is ranked.
         *     - `deepest_drop` is the lowest `mae_pct` of the shared years: how far a position was below its entry at worst.
         *     - `any_date` is the result of entering on any session of the shared years: the baseline of the window.
         *     - `buy_and_hold` holds the symbol long through the same calendar years, January 1 to December 31. Years that are not
         *       complete are left out and listed.
         *     - `difference_from_highest` is the mean of the paired yearly differences between the symbol with the highest average and
         *       this one, with its 95 % interval (Student's t, n - 1 degrees of freedom). The interval is not adjusted for picking the
         *       highest of several, so a lead may look clearer than it is.
         *     - Each sentence of `findings` follows from the `numbers` beside it.
         *     - One error names all symbols that are unknown or out of scope (404, 403); the others are not compared without them.
         */
        get: operations["compareSymbols"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portfolio/scenarios": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show what a hypothetical basket did in one window of past years
         * @description A basket of 1 to 15 positions over the completed years of the window's lookback. Percentages only.
         *
         *     - Weights are normalised to 100, set at the start of each year's window and held to its end without rebalancing. A short
         *       position counts with the opposite sign of its symbol's move. A year's result is the sum of the contributions.
         *     - All positions are measured over the same years: a year that one position lacks is left out for all and listed in
         *       `skipped_years`. It is never replaced by an older one.
         *     - `horizon` counts calendar days from `start_date`, which is day 1; `eoy` ends on December 31; `custom` takes either
         *       `days` or `end_date`, 2 to 366 days.
         *     - The `benchmark` is held long over the basket's own years.
         *     - One error names all symbols that are unknown or out of scope (404, 403).
         *     - Only the fields shown here exist. Shares, dollar amounts, cost basis, P&L and other data of real holdings are refused
         *       (400), and no part of a body is logged.
         */
        post: operations["runPortfolioScenarios"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/saved-scans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the saved scans of the account
         * @description All saved scans, oldest first. Every key of the account sees the same list.
         */
        get: operations["listSavedScans"];
        put?: never;
        /**
         * Save a scan
         * @description Saves the parameters of a `GET /scan` under a name. They are validated as `GET /scan` does; an error names the parameter
         *     as `query.` and its name. Parameters left out are saved with their current defaults, so the scan does not change later.
         *
         *     - Named windows (`now`, `next_2_weeks`, `next_month`) move with the day of the run. When the dates of a fixed window are
         *       over, `note` says so.
         *     - The daily runs of a scan that a key limited to markets saves read those markets only; without any of them it is a 403. A
         *       read-only key cannot save any (403).
         *     - Names are unique in the account (409), in any case. The plan limits how many there may be (`most`, and
         *       `saved_scan_limit` of GET /me); one more is 403.
         */
        post: operations["createSavedScan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/saved-scans/{saved_scan_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a saved scan
         * @description The stored name and query; GET /saved-scans/{saved_scan_id}/results runs the scan.
         */
        get: operations["getSavedScan"];
        put?: never;
        post?: never;
        /**
         * Delete a saved scan
         * @description Deletes the scan and everything that its runs found. A second delete is 404.
         */
        delete: operations["deleteSavedScan"];
        options?: never;
        head?: never;
        /**
         * Change a saved scan
         * @description Replaces the name, the whole query, or both. Fields left out keep their value. Validated as on saving.
         */
        patch: operations["changeSavedScan"];
        trace?: never;
    };
    "/saved-scans/{saved_scan_id}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Run a saved scan
         * @description Returns what `GET /scan` with the saved query returns now, to this key. It counts as one request under the account's
         *     current plan, and predictions are charged as on `GET /scan`. As CSV or NDJSON it is the table of `GET /scan`.
         */
        get: operations["runSavedScan"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/saved-scans/{saved_scan_id}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the daily changes of a saved scan
         * @description Every saved scan runs automatically within minutes whenever the prices of its markets have changed, with the plan of the
         *     account and without predictions. This lists its last 30 runs, newest first, each compared with the result before it.
         *
         *     - A pattern is the same from one day to the next when symbol, direction and entry session are the same; its exit may
         *       move.
         *     - `added` are new patterns. `gone` are no longer found: `entered` when their entry date came, `dropped` when they no
         *       longer qualify or others took their place. `entering` are entered on the next session.
         *     - The first run, and the first after a change of the query, has no earlier result to compare with (`compared` is false).
         *     - A failed run gives the reason in `fault`, is tried again, and leaves the earlier result as it was.
         *
         *     Webhooks report the same changes at once: `scan.changed` (without patterns that were entered) and `pattern.entering`. A
         *     key that is limited to markets sees the patterns of those markets.
         */
        get: operations["listScanChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/calendar-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the calendar links of the account
         * @description All links, oldest first, without their addresses: an address is shown only when it is created.
         */
        get: operations["listCalendarLinks"];
        put?: never;
        /**
         * Create a calendar link
         * @description Creates the address of a calendar, of the setups of a saved scan or of the daily pick, to which calendar apps can
         *     subscribe. Anyone with the address can read that calendar and nothing else. The address is shown only in this answer,
         *     and stops working when the link, its saved scan or its account is deleted.
         *
         *     - A key that is limited to markets can create calendars of those markets, and none of a saved scan that has none of them (403).
         *       A read-only key cannot create any (403).
         *     - The plan limits how many there may be (`most`, and `calendar_link_limit` of GET /me); one more is 403. When a plan
         *       later allows fewer, the oldest links keep working.
         */
        post: operations["createCalendarLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/calendar-links/{calendar_link_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a calendar link
         * @description The address answers 404 from the next read on. A second revocation is 404.
         */
        delete: operations["deleteCalendarLink"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/calendars/{calendar_file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a calendar
         * @description iCalendar (RFC 5545), for calendar apps. The address is the only credential: neither key nor session is needed. A read
         *     counts as a request of the account that owns the link, under its current plan. Addresses that do not exist, were revoked
         *     or belong to a suspended account are 404 and count against the client address.
         *
         *     - Each setup is two all-day events, one on the session to enter and one on the session to close. They do not mark the
         *       time as busy. A single event over the weeks between would hide everything else.
         *     - An event keeps its `UID` as long as the scan finds the same market, symbol and direction before the entry: when the
         *       dates move, the event moves and its `SEQUENCE` grows. A setup that is no longer found before its entry is
         *       `STATUS:CANCELLED` for 30 days. A setup that was entered stays as it was until 30 days after its end.
         *     - A calendar of a saved scan follows the first 100 setups of its daily runs. A calendar of the daily pick has every pick
         *       from its publication on, with its result.
         *     - It contains no price. Each event has the verdict of the card: what luck finds, the record of past years and the worst one.
         *
         *     Apps read it every few hours (`REFRESH-INTERVAL`). `If-None-Match` and `If-Modified-Since` are supported.
         */
        get: operations["getCalendar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/table-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the table links of the account
         * @description All links, oldest first, without their addresses: an address is shown only when it is created.
         */
        get: operations["listTableLinks"];
        put?: never;
        /**
         * Create a table link
         * @description Creates an address at which a spreadsheet reads the current result of a saved scan as CSV, for programs that cannot send
         *     a key in a header: `IMPORTDATA` of Google Sheets, Power Query of Excel. Anyone with the address can read that table and
         *     nothing else. The address is shown only in this answer, and stops working when the link, its saved scan or its account
         *     is deleted.
         *
         *     - A key that is limited to markets can create tables of those markets, and none of a saved scan that has none of them (403).
         *       A read-only key cannot create any (403).
         *     - The plan limits how many there may be (`most`, and `table_link_limit` of GET /me); one more is 403. When a plan later
         *       allows fewer, the oldest links keep working.
         */
        post: operations["createTableLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/table-links/{table_link_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a table link
         * @description The address answers 404 from the next read on. A second revocation is 404.
         */
        delete: operations["deleteTableLink"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables/{table_file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the table of a saved scan
         * @description CSV (RFC 4180), for spreadsheets: what `GET /saved-scans/{saved_scan_id}/results` answers with `format=csv`, computed
         *     when it is read. The address is the only credential: neither key nor session is needed. A read counts as a request of
         *     the account that owns the link, under its current plan, and spends no predictions: the columns of the model are empty.
         *
         *     An address that does not exist or was revoked, and one that its account, plan or markets no longer allow, are all the
         *     same 404. A saved scan whose dates have passed is 400, as `GET /scan` says it. `If-None-Match` is supported.
         */
        get: operations["getTable"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/markets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the markets
         * @description Every market: whether it is in the caller's scope, how patterns are detected in it, and how recent its prices are.
         */
        get: operations["listMarkets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/markets/{market_id}/symbols": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the symbols of one market
         * @description The symbols of a market in alphabetical order. With `q` the best matches come first: the exact ticker, then tickers and names that begin with the text, then the others. `total`, `matched` and `count` make truncation explicit, and `note` says how many matching rows were cut, or that the market holds no prices.
         */
        get: operations["listSymbols"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the caller's plan and remaining limits
         * @description A read: it never uses the ML allowance.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the ways to sign in to the account console
         * @description A person signs in to the console of their account with a single-use link, or with the identity provider of this service.
         *     The operator creates links (`npm run keys -- invite`); where `mail` is true, `POST /sign-in/link` mails one.
         *
         *     Needs no key and no session. Every operation of the console is for the pages of this server: it requires the header
         *     `X-Session: 1`, and answers 403 when the browser marks the request as coming from another site.
         */
        get: operations["getSignInWays"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign-in/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mail a sign-in link to the address of an account
         * @description Mails a single-use sign-in link, valid for `valid_minutes`, if the address is that of an account. The answer and its
         *     timing are the same whether it is or not. An address gets at most one link a minute and ten a day, whoever requests
         *     them; further links are not sent, and the answer does not say so. 403 where this server sends no mail.
         *
         *     Needs no key and no session, but the header `X-Session: 1`.
         */
        post: operations["mailSignInLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign-in/provider": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to sign in at the identity provider
         * @description Returns the address of the identity provider (`provider` of `GET /sign-in`) to which the browser must go, by OpenID
         *     Connect: authorization code with PKCE, `state` and `nonce`. A cookie that scripts cannot read ties the sign-in to this
         *     browser for `valid_minutes`; a new sign-in replaces the one before. The provider sends the browser back to
         *     `/sign-in/callback`, a page that passes the parameters on to `POST /session/provider`.
         *
         *     403 where there is no identity provider, 503 when it does not answer. Needs no key and no session, but the header
         *     `X-Session: 1`.
         */
        post: operations["beginProviderSignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with the token of a link
         * @description Begins a session and sets its cookie, which scripts cannot read. The token is the part of the link after `#token=`. It
         *     works once. A token that was used, has expired or never existed is a 401, which does not say which of these is the case.
         *
         *     A session ends after 7 days without use, after 30 days in any case, when the user signs out or when an operator ends it.
         *     The cookie changes every hour. If a replaced cookie is used again later, the session ends, since two parties hold it.
         *
         *     Needs no key and no session, but the header `X-Session: 1`.
         */
        post: operations["signInByLink"];
        /**
         * Sign out
         * @description Ends the session of the request, in every process from the next request on, and clears its cookie. Requires a session; API keys are not accepted.
         */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/provider": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with the answer of the identity provider
         * @description Takes `code`, `state` and `iss` from the address to which the identity provider sent the browser back, exchanges the
         *     code, and begins a session as a link does. The account is the one that the person (`iss` and `sub` of the ID token)
         *     signed in to before. The first time it is the account of their e-mail address, if the provider says `email_verified:
         *     true`, or a new account of the free plan if the service creates those. Signing out ends the session here, not the one at
         *     the provider.
         *
         *     401 unless the same browser began this sign-in, it is still valid, and the provider confirms it; it works once. 403 for
         *     a person without an account, and where there is no identity provider; 503 when the provider does not answer. Needs no
         *     key and no session, but the header `X-Session: 1`.
         */
        post: operations["signInByProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the signed-in account and its usage
         * @description Plan, role and session, and the usage of the minute, the day and the predictions by all keys of the account and by its
         *     pages. Reading it uses none of these: the operations of the console have their own limits, 120 a minute and 10,000 a
         *     day. Requires a session; API keys are not accepted.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the account's usage of the last 30 days
         * @description Requests and predictions by UTC day, oldest first, today last. Requests of days before this version was installed are
         *     unknown and appear as 0. Predictions are counted if the plan limits them, and are null otherwise. Requires a session;
         *     API keys are not accepted.
         */
        get: operations["getAccountUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the exports of the account
         * @description The exports of the last 7 days, newest first.
         */
        get: operations["listExports"];
        put?: never;
        /**
         * Export all patterns of a market over a year
         * @description Searches every symbol of a market over the entries of a span of days, by default the coming year, and writes the result
         *     to a file for download. The export runs in the background, at low priority: `GET /exports/{export_id}` shows its
         *     progress.
         *
         *     - Each symbol is searched separately, as `GET /opportunities/{symbol}` does: the best window by Sharpe ratio first, then
         *       each next best that does not overlap an earlier one of the same direction. Filters apply to the published values; the
         *       first `per_symbol` of the remaining windows are kept.
         *     - Every row carries its significance: `p_symbol` against the symbol's own search, `p_search` against the search of the
         *       whole market, both over shuffled calendars.
         *     - The whole export uses the prices of one moment, `data_version`. `failures` names each symbol whose prices cannot be
         *       read; the other symbols are exported. `note` says how old the prices are once they are too old for an order ticket;
         *       the export of a market without prices has no rows and says so there. Predictions are not included: `POST /score` has
         *       them.
         *     - A retry is safe, even without an `Idempotency-Key`: while the same export is queued or running, or has a file made
         *       from the same prices, it is returned instead of a new one and counts against nothing. The answer is therefore a 201 in
         *       every `state`; the export may be `ready` at once.
         *     - The plan limits the exports per UTC day (`exports_per_day` and `exports_remaining_today` of `GET /me`); two of an
         *       account may be queued or running at once. One more is 429. A file has at most 64 MB and is kept for 24 hours.
         *     - Accounts take turns: among accounts with no export running, the one served longest ago is first.
         */
        post: operations["createExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exports/{export_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the state of an export
         * @description `state` goes from `queued` to `running`, then to `ready`, where `file` describes the file, or to `failed`, where `note`
         *     gives the reason. A file that is older than 24 hours is `expired`: request the export again.
         */
        get: operations["getExport"];
        put?: never;
        post?: never;
        /**
         * Cancel an export, or delete its file
         * @description A queued or running export becomes `cancelled` and stops; the file of a ready one is deleted. Repeating the request changes nothing.
         */
        delete: operations["deleteExport"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exports/{export_id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the file of an export
         * @description The whole file, or the part that `Range: bytes=...` selects. To resume a broken download, send `Range` with the tag of
         *     the part already received as `If-Range`. The tag is the SHA-256 of the file, which `Repr-Digest` (RFC 9530) gives too.
         *     The format (CSV, NDJSON or Parquet) was chosen when the export was requested. Any process of the service serves any
         *     part.
         */
        get: operations["downloadExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the keys of the account
         * @description The keys of the account, oldest first, without their secrets: all active ones, and of those that ended the latest, at least 100. Requires a session; API keys are not accepted.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create a key
         * @description Only this answer shows the key. It has the plan of the account and shares its limits with the other keys.
         *
         *     - `markets` limits it to some of the plan's markets. When the plan loses one of them, so does the key.
         *     - `read_only` creates a key that spends nothing: `POST /score` refuses it (403), its cards carry `ml: null`, and no
         *       prediction is charged to the account.
         *     - The key ends on the day `expires_on`, at 00:00 UTC.
         *     - An account has at most 50 active keys.
         *
         *     Requires a session; API keys are not accepted.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a key
         * @description From the next request on the key is a 401, in every process. Revoking it again changes nothing. Requires a session; API keys are not accepted.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/keys/{key_id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace a key by a new one
         * @description Creates a key with the name, the scope and the end of the old one. The old key works for the overlap, but never past its
         *     own end; 0 ends it at once. Only this answer shows the new key. Requires a session; API keys are not accepted.
         */
        post: operations["rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the sessions of the account
         * @description The active sessions, newest first. Requires a session; API keys are not accepted.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /**
         * Sign out everywhere
         * @description Ends every session of the account, including this one, in every process from the next request on. Requires a session; API keys are not accepted.
         */
        delete: operations["signOutEverywhere"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one session of the account
         * @description Ends the session in every process from the next request on. If it is the session of the request, its cookie is cleared. Requires a session; API keys are not accepted.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the events of the account
         * @description Sign-ins, and every change of keys, sessions, plan and role, newest first: by the account holder, by an operator's page
         *     or by a command on the server. No secret is included. Requires a session; API keys are not accepted. The latest 5,000 by the
         *     account holder are kept, and all others.
         */
        get: operations["listAccountEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the accounts of this service
         * @description The accounts in the order of their creation, each with its active keys and sessions and its requests of today (UTC).
         *     Requires an operator's session, that is one of an account with the role `admin`: `npm run keys -- set-role` grants the
         *     role.
         */
        get: operations["listAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/accounts/{account_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the plan or the role of an account, or suspend it
         * @description Fields left out keep their value. Keys and sessions have the new plan, and sessions the new role, from the next request
         *     on. The change appears in the account's events. A suspended account is refused from the next request on, in every
         *     process: its sessions and sign-in links end, its keys are 401 until it is resumed, and its webhooks receive nothing.
         *     Events of the meantime are sent in order after it is resumed, unless they are older than 30 days by then. An operator
         *     can neither give up their own role nor suspend their own account. Requires an operator's session.
         */
        patch: operations["changeAccount"];
        trace?: never;
    };
    "/operator/accounts/{account_id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End every session of an account
         * @description Ends all sessions in every process from the next request on; the keys of the account keep working. Requires an operator's session.
         */
        delete: operations["endSessionsOf"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/feeds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the price feeds
         * @description Every feed (a provider that supplies symbols of a market), ordered by market and provider: the result of its last run,
         *     the symbols that it lacks, and the time of its next run. `npm run feeds -- add` creates one. Requires an operator's
         *     session.
         */
        get: operations["listFeeds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/feeds/{feed_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Pause or resume a feed
         * @description A paused feed does not run by schedule; a run under way continues to its end. After a resume, symbols whose prices were
         *     dropped are requested again too. The change is recorded in the events of the operator's account. Requires an operator's
         *     session.
         */
        patch: operations["changeFeed"];
        trace?: never;
    };
    "/operator/feeds/{feed_id}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a feed now
         * @description Within a minute, one process requests the symbols that lack the last session, including those whose retry is due later;
         *     this answer comes at once. Nothing is requested twice: `state` says if the feed already runs, is paused, lacks nothing,
         *     or if this server runs no feeds. Requires an operator's session.
         */
        post: operations["runFeedNow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/feeds/{feed_id}/symbols": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the symbols of a feed
         * @description The state of each symbol of a feed, by ticker. Requires an operator's session.
         */
        get: operations["listFeedSymbols"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the background jobs
         * @description Every queue with the number of its waiting, running and failed jobs, and the jobs themselves, newest first: waiting,
         *     running, failed and cancelled ones. Finished jobs are not kept; failed and cancelled ones are kept for 14 days. Requires
         *     an operator's session.
         */
        get: operations["listJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/jobs/{job_id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a job again
         * @description A failed or cancelled job waits again, to run at once, with as many attempts as a new one. If another job with its key
         *     already waits, that one runs in its place. A job that waits, runs or is finished is a 404. The action is recorded in the
         *     events of the operator's account. Requires an operator's session.
         */
        post: operations["retryJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/jobs/{job_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a job
         * @description A waiting job is not run. A running job is told to stop, in whichever process it runs. A job that failed, was cancelled
         *     or is finished is a 404. The action is recorded in the events of the operator's account. Requires an operator's session.
         */
        post: operations["cancelJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/held-prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List held prices
         * @description Prices that feeds fetched and did not store because they do not fit the stored prices. Each is shown beside what is
         *     stored: by how much the closes of their shared days differ, in percent. No price is included. Requires an operator's
         *     session.
         */
        get: operations["listHeldPrices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/held-prices/{held_id}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept held prices, or drop them
         * @description `take` replaces the stored prices with the held ones, and the feed continues. `drop` keeps the stored prices, and the
         *     feed does not request the symbol until it is resumed. The decision applies to the prices as they were listed: if others
         *     are held by now, it is a 404. It is recorded in the events of the operator's account, and `npm run undo` reverts the
         *     last one. Requires an operator's session.
         */
        post: operations["decideHeldPrices"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/data-quality": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List problems of the stored prices
         * @description Each symbol with prices, those with the worst problems first: prices that cannot be read, moves that look like missed splits,
         *     refused rows, gaps, other large moves, then flagged rows; `kind` leaves out symbols without such a problem. Gaps and moves are those of the stored prices. Refused and
         *     flagged rows are those of the last import or feed run that found any, unless the whole history was stored anew since, or
         *     the run was undone. Large numbers of symbols are checked in the background: `pending` says how many are still to be
         *     checked, and the list covers the others. No price is included. Requires an operator's session.
         */
        get: operations["getDataQuality"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/data-quality/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the reports of imports and feed runs
         * @description What each run did with its rows, newest first, including runs that stored nothing. The newest 500 are kept. Requires an
         *     operator's session.
         */
        get: operations["listQualityRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/data-quality/runs/{run_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the refused and flagged rows of a run
         * @description The report of an import or feed run with its findings in the order found, by symbol and reason, each with its first
         *     places. No price is included. Requires an operator's session.
         */
        get: operations["getQualityRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/methodology": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the definition of every number
         * @description What each published number means, how it is computed, what it is compared with and what it cannot show. Every number can be recomputed from the yearly returns with these definitions.
         */
        get: operations["getMethodology"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the webhooks of the account
         * @description The endpoints that receive events, oldest first, without their secrets.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description Events are sent by POST as JSON, `{type, timestamp, data}`, signed as in Standard Webhooks. Verify each with the secret,
         *     which only this answer shows, and any library for Standard Webhooks.
         *
         *     - Each event is sent at least once, and in order: the next event waits until the one before is accepted. A 2xx status
         *       within 10 seconds accepts it. Process each `webhook-id` once.
         *     - An event that is not accepted is sent again after 5 seconds, 5 and 30 minutes, 2, 5, 10 and 10 hours, or later if
         *       `Retry-After` says so. After the last try, and at once on a 410, the webhook is disabled, and its waiting events are
         *       kept as undelivered.
         *     - The URL is https, without user and password, and leads to a public address; redirects are not followed.
         *     - The plan limits how many an account may have (`webhook_limit` of GET /me). Read-only keys cannot create or change
         *       webhooks.
         *     - A webhook that a key limited to some markets creates or changes gets no events of other markets.
         *     - Neutral setups are left out of `pattern.entering` and `scan.changed` unless `include_neutral` asks for them.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhook_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one webhook
         * @description The webhook without its secret.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Nothing more is sent to it, and its deliveries are deleted.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @description Fields left out keep their value. `state` disables or enables the webhook. Undelivered events stay so until `POST
         *     /webhooks/{webhook_id}/events/{event_id}/redeliver` sends them again.
         */
        patch: operations["changeWebhook"];
        trace?: never;
    };
    "/webhooks/{webhook_id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secret of a webhook
         * @description Only this answer shows the new secret. During the overlap every message is signed with both secrets, so that a receiver
         *     can change when it suits; 0 ends the old one at once. During an overlap only a rotation with 0 is accepted, which ends
         *     both; another is a 400 that names the end of the overlap.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhook_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test message
         * @description Sends a signed message of type `webhook.test` at once, before any waiting events, and returns the receiver's answer. It
         *     is tried once and stands in the list of deliveries. Limited to one per 10 seconds for each webhook, and to five at
         *     once for an account.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhook_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries to a webhook
         * @description The deliveries of the last 30 days, newest first: delivered, waiting with the time of the next try, and undelivered.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhook_id}/events/{event_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an event again
         * @description Adds an event from the list of deliveries to the end of the queue, with the same `webhook-id`. The webhook must be
         *     active, and the event must not be waiting already. A test is sent once.
         */
        post: operations["redeliverEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "pattern.entering": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A setup of a saved scan is entered on the next session
         * @description Sent after new prices, the session before the entry of a setup that a saved scan of the account finds.
         */
        post: operations["onPatternEntering"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "scan.changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The result of a saved scan has changed
         * @description Sent after new prices, at most once a day for each saved scan of the account, with the setups that are new and those
         *     that are gone. At most 50 of each are listed; `added_count` and `gone_count` count all.
         */
        post: operations["onScanChanged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "daily_pick.published": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The daily pick, or the lack of one, is published
         * @description Sent once a session, as soon as it is in the record of the daily pick: `seq` and `hash` name the entry of `GET
         *     /daily-pick/ledger`.
         */
        post: operations["onDailyPickPublished"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "daily_pick.scored": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A daily pick is scored
         * @description Sent once the exit of a pick is final, with the record of its score.
         */
        post: operations["onDailyPickScored"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "data.stale": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The prices of a market are out of date
         * @description Sent to accounts whose plan includes the market, once it lacks the bars of more than three completed sessions. It is
         *     sent again only after the market has lacked at most one in between.
         */
        post: operations["onDataStale"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description A market by id, name or alias (GET /markets lists them), regardless of case, spaces, dashes and underscores. Answers carry the id. */
        MarketName: string;
        /** @description Permanent id of a market, '0' to '16'. */
        MarketId: string;
        /** @description Ticker. */
        SymbolText: string;
        /** @description An id that this server made. */
        ResourceId: string;
        /** @description The id of held prices: that of the feed, the time and the symbol. */
        HeldId: string;
        /** @description Text with a visible character and without control characters. */
        ShortText: string;
        /** @description Text with a visible character and without control characters. */
        SearchText: string;
        /** @description A comma-separated list. */
        ListText: string;
        /** @description Any text without control characters. */
        AnyText: string;
        /** @enum {string} */
        Direction: "long" | "short";
        /**
         * @description `bullish` for long, `bearish` for short; `neutral` when edge_score < 40, historical_win_rate < 0.55 or years_tested < 5.
         * @enum {string}
         */
        Bias: "bullish" | "bearish" | "neutral";
        /** @enum {string} */
        Period: "jan" | "feb" | "mar" | "apr" | "may" | "jun" | "jul" | "aug" | "sep" | "oct" | "nov" | "dec" | "q1" | "q2" | "q3" | "q4" | "spring" | "summer" | "fall" | "winter" | "ytd" | "year_end" | "buy_hold";
        /**
         * Format: date
         * @description Calendar date, YYYY-MM-DD.
         */
        CalendarDate: string;
        /** @description Year of the entry, four digits. */
        Year: string;
        /** @description Lookback label, always a string: "10", or with a cycle "8 pe2". */
        YearsLabel: string;
        Share: number;
        /** @description What the content is not; says also when the prices are simulated. */
        Disclaimer: string;
        /** @description Present when the prices of a market end more than its gap limit (10 days, in Asia 20) before the last session that should have a bar: it says how old they are, and no card of that market carries an order ticket. Present too when most symbols of a market ended more than the gap limit before its last bar: it says how many, and on which day. For days that are all past it says what was so then. */
        DataAgeNote: string;
        /** @description Body of every 4xx and 5xx answer. */
        ErrorBody: {
            error: components["schemas"]["ErrorDetail"];
        };
        ErrorDetail: {
            /** @enum {string} */
            code: "invalid_request" | "unauthorized" | "forbidden" | "demo_restricted" | "not_found" | "conflict" | "gone" | "rate_limited" | "internal" | "scan_busy" | "upstream_unavailable" | "service_misconfigured";
            /** @description For people to read. Names the parameter, the value received and the values accepted. */
            message: string;
        };
        /** @description One ranked setup in full. */
        PatternCard: {
            /** @description Position in the ranked list, from 1. */
            rank: number;
            symbol: string;
            market: components["schemas"]["CardMarket"];
            direction: components["schemas"]["Direction"];
            bias: components["schemas"]["Bias"];
            setup: components["schemas"]["Setup"];
            /** @description Combined score, multiplied by 30 % while its significance is unknown. Below 40 the setup is neutral. */
            edge_score: number;
            /** @description The basis of the score, in words. */
            edge_basis: string;
            significance: components["schemas"]["Significance"];
            came_true?: components["schemas"]["CameTrue"];
            stats: components["schemas"]["CardStats"];
            /** @description The model's prediction; null when there is none, and `tier_notes` says why. */
            ml: components["schemas"]["MlBlock"] | null;
            receipts: components["schemas"]["Receipts"];
            next_step: components["schemas"]["NextStep"];
            /** @description One-line summary. */
            headline: string;
            /** @description One-line judgment. */
            verdict: string;
            analyze_url?: components["schemas"]["AnalyzeUrl"];
            disclaimer: components["schemas"]["Disclaimer"];
            /** @description Says why the prediction is present or absent. */
            tier_notes: string;
            /**
             * @description Present and true on a row past the pool: such rows follow the ranked ones in the order of detection (by Sharpe ratio).
             * @constant
             */
            past_pool?: true;
            /** @description Present when the request named no market, and says which listing was used; or when no window lay in the market's detection band, so that the best outside it is shown, neutral; or when the symbol stopped trading. */
            note?: string;
            chart?: components["schemas"]["CardChart"];
        };
        /** @description A card without its yearly returns, curve summary, reminder and copy text. */
        LeanCard: {
            /** @description Position in the ranked list, from 1. */
            rank: number;
            symbol: string;
            market: components["schemas"]["CardMarket"];
            direction: components["schemas"]["Direction"];
            bias: components["schemas"]["Bias"];
            setup: components["schemas"]["Setup"];
            /** @description Combined score, multiplied by 30 % while its significance is unknown. Below 40 the setup is neutral. */
            edge_score: number;
            /** @description The basis of the score, in words. */
            edge_basis: string;
            significance: components["schemas"]["Significance"];
            came_true?: components["schemas"]["CameTrue"];
            stats: components["schemas"]["CardStats"];
            /** @description The model's prediction; null when there is none, and `tier_notes` says why. */
            ml: components["schemas"]["MlBlock"] | null;
            receipts: components["schemas"]["LeanReceipts"];
            next_step: components["schemas"]["LeanNextStep"];
            /** @description One-line summary. */
            headline: string;
            /** @description One-line judgment. */
            verdict: string;
            analyze_url?: components["schemas"]["AnalyzeUrl"];
            disclaimer: components["schemas"]["Disclaimer"];
            /** @description Says why the prediction is present or absent. */
            tier_notes: string;
            /**
             * @description Present and true on a row past the pool: such rows follow the ranked ones in the order of detection (by Sharpe ratio).
             * @constant
             */
            past_pool?: true;
            /** @description Present when the request named no market, and says which listing was used; or when no window lay in the market's detection band, so that the best outside it is shown, neutral; or when the symbol stopped trading. */
            note?: string;
            chart?: components["schemas"]["CardChart"];
        };
        /** @description One ranked setup as a compact row. */
        TableRow: {
            rank: number;
            symbol: string;
            market: components["schemas"]["MarketId"];
            direction: components["schemas"]["Direction"];
            bias: components["schemas"]["Bias"];
            entry_date: components["schemas"]["CalendarDate"];
            exit_date: components["schemas"]["CalendarDate"];
            /** @description Calendar days. */
            hold_days: number;
            /**
             * Format: date
             * @description First session on or after the entry date.
             */
            entry_session?: string;
            /**
             * Format: date
             * @description Last session on or before the exit date.
             */
            exit_session?: string;
            edge_score: number;
            historical_win_rate: components["schemas"]["Share"];
            years_tested: number;
            avg_return_pct: number;
            median_return_pct: number;
            sharpe_ratio: number;
            significance: components["schemas"]["Significance"];
            came_true?: components["schemas"]["CameTrue"];
            /** @description The model's win probability; null when there is no prediction. */
            ml_win_prob: number | null;
            /** @description Says why the prediction is present or absent. */
            tier_notes: string;
            /**
             * @description Present and true on a row past the pool: such rows follow the ranked ones in the order of detection (by Sharpe ratio).
             * @constant
             */
            past_pool?: true;
        };
        /** @description The shape depends on `view`: a PatternCard (full), a LeanCard (decision, and evidence after the first) or a TableRow (table). */
        Card: components["schemas"]["PatternCard"] | components["schemas"]["LeanCard"] | components["schemas"]["TableRow"];
        CardMarket: {
            id: components["schemas"]["MarketId"];
            name: string;
        };
        /** @description How often the same search over shuffled calendars finds something at least as strong: what luck alone would give. Small values are strong; 0.05 and below beat luck. GET /methodology has the definition. */
        Significance: {
            /**
             * @description `pending`: luck over the whole search is not known yet, so `p_symbol` and `p_search` are null: it is still being computed, or your plan's searches of this hour are used up; `reading` says which. `not_applicable`: fewer than five observed years, or nothing to compare with.
             * @enum {string}
             */
            status: "ready" | "pending" | "not_applicable";
            /** @description How far the window exceeds the symbol's own drift, in the direction of the trade. */
            z: number | null;
            /** @description Chance that this window is at least as strong over a shuffled calendar, had it been named before looking. It earns no score. */
            p_window: number | null;
            /** @description Chance that the search finds a window of this symbol at least as strong over a shuffled calendar. */
            p_symbol: number | null;
            /** @description Chance that the search finds a window of any symbol at least as strong over a shuffled calendar; null for a window that the caller named without the scan it came from. */
            p_search: number | null;
            /** @description False discovery rate at which this window would be called: Benjamini-Hochberg step-up over the `p_symbol` of the strongest window of every symbol searched, this window in the place of its symbol's strongest. Equals `p_symbol` where one symbol was searched; null while it is not known. Absent from cards recorded before this field existed. */
            q_symbol?: number | null;
            /** @description Number of shuffled calendars behind p_symbol: those that leave the symbol a window of at least five years. */
            rotations: number;
            searched: components["schemas"]["SearchedWindows"];
            /** @description The same in words, with the numbers. */
            reading: string;
        };
        /** @description How much of what windows of this market and length showed beyond their peers came true in the ten years before, and what that leaves of what this window showed. It is measured on the prices of the market's last session, point in time, and again after a day if bars were corrected since; GET /methodology has the definition, the shares by decade and the version of the prices measured. Absent from cards recorded before this field existed. */
        CameTrue: {
            /**
             * @description `pending`: the market's last session is still being measured; ask again in some minutes. `not_applicable`: see `reading`.
             * @enum {string}
             */
            status: "ready" | "pending" | "not_applicable";
            /** @description Percent that came true of each 1 % shown beyond the peers. Null unless `status` is ready, like all numbers here. */
            share: number | null;
            /** @description Standard error of the share, allowing for correlation between the members of a month. */
            standard_error: number | null;
            /** @description Months that the share is measured over. */
            months: number | null;
            /** @description What this window showed over its latest 20 years beyond the mean of the market's members and beyond its own reference dates, in the direction of the trade, percent. */
            shown_excess_pct: number | null;
            /** @description The part of it that is expected to come true, `max(0, share) * shown_excess_pct`. */
            expected_excess_pct: number | null;
            /** @description Lower end of an 80 % interval of that mean. It is not an interval of the next year, which `per_year` shows. */
            low_pct: number | null;
            high_pct: number | null;
            /** @description The same in words, with the numbers. */
            reading: string;
        };
        /** @description What a search looked at. */
        SearchedWindows: {
            /**
             * Format: date
             * @description First day of the entries.
             */
            from?: string;
            /**
             * Format: date
             * @description Last day of the entries.
             */
            to?: string;
            /** @description Entries x holds x directions x symbols. */
            windows: number;
            symbols: number;
        };
        Setup: {
            entry_date: components["schemas"]["CalendarDate"];
            /** @description The run of entry sessions around the entry date that still meet the threshold. */
            entry_window: string;
            /** @description Calendar days, the entry day included. */
            hold_days: number;
            exit_date: components["schemas"]["CalendarDate"];
            /**
             * Format: date
             * @description First session on or after the entry date. Absent on older cards, and where the window has no two sessions.
             */
            entry_session?: string;
            /**
             * Format: date
             * @description Last session on or before the exit date.
             */
            exit_session?: string;
        };
        CardStats: {
            /** @description Share of past years with a profit. Never a prediction. */
            historical_win_rate: number;
            /** @description Mean over sample deviation of the yearly returns, risk-free 0, not annualised; 0 with one year. */
            sharpe_ratio: number;
            avg_return_pct: number;
            median_return_pct: number;
            years: components["schemas"]["YearsLabel"];
        };
        /** @description A model's prediction for this setup. It is not the historical win rate. */
        MlBlock: {
            ml_score: number;
            ml_win_prob: components["schemas"]["Share"];
            pred_return_pct: number;
            pred_mfe_pct: number;
        };
        /** @description The years behind the numbers. */
        Receipts: {
            /** @description Completed observations. */
            years_tested: number;
            /** @description Years with a return above 0. */
            wins: number;
            /** @description All other years. */
            losses: number;
            historical_win_rate: components["schemas"]["Share"];
            avg_return_pct: number;
            median_return_pct: number;
            best_year: components["schemas"]["YearReturn"];
            worst_year: components["schemas"]["YearReturn"];
            any_date?: components["schemas"]["AnyDate"];
            excess?: components["schemas"]["MeanExcess"];
            /** @description Cost of a round trip at which the average is no better than that of any date. */
            breakeven_cost_pct?: number;
            /** @description Oldest first. Every statistic can be recomputed from it. */
            per_year: components["schemas"]["YearResult"][];
            /** @description Years of the lookback that could not be observed, oldest first. They are never replaced by older ones. */
            missing_years?: components["schemas"]["MissingYear"][];
            curve_summary?: components["schemas"]["CurveSummary"];
            /** @description Label of the model, the lookback and the prices. It names the provider of the prices, or the file they were imported from, and whether they are adjusted for splits and dividends (total return), for splits alone (price return) or not at all, as far as that is known. Those of the sandbox are invented. */
            source: string;
            as_of: components["schemas"]["CalendarDate"];
            live_track_record?: components["schemas"]["TrackRecordSummary"];
        };
        /** @description Receipts without the yearly returns and the curve summary. */
        LeanReceipts: {
            years_tested: number;
            wins: number;
            losses: number;
            historical_win_rate: components["schemas"]["Share"];
            avg_return_pct: number;
            median_return_pct: number;
            best_year: components["schemas"]["YearReturn"];
            worst_year: components["schemas"]["YearReturn"];
            any_date?: components["schemas"]["AnyDate"];
            excess?: components["schemas"]["MeanExcess"];
            /** @description Cost of a round trip at which the average is no better than that of any date. */
            breakeven_cost_pct?: number;
            /** @description Years of the lookback that could not be observed, oldest first. */
            missing_years?: components["schemas"]["MissingYear"][];
            source: string;
            as_of: components["schemas"]["CalendarDate"];
            live_track_record?: components["schemas"]["TrackRecordSummary"];
        };
        /** @description How far the years beat the average of any date, percent, in the direction of the trade. The 95 % interval of the mean is Student's t and not adjusted for the search that picked the window, so it looks better than it is. */
        MeanExcess: {
            mean_pct: number;
            /** @description Null with fewer than two years. */
            interval_low_pct: number | null;
            /** @description Null with fewer than two years. */
            interval_high_pct: number | null;
            /** @description Mean of the earlier half of the years; a middle year counts in neither. Null with one year. */
            earlier_half_pct: number | null;
            /** @description Mean of the later half of the years. Null with one year. */
            later_half_pct: number | null;
            /**
             * @description Always false.
             * @constant
             */
            adjusted_for_search: false;
        };
        /** @description A year of the lookback without an observation. */
        MissingYear: {
            year: components["schemas"]["Year"];
            /**
             * @description Why the year could not be observed.
             * @enum {string}
             */
            reason: "prices begin after the entry date" | "prices end before the exit date" | "no session soon after the entry date" | "no session after the entry session" | "no session soon before the exit date" | "a price is not positive" | "trading was halted inside the window";
        };
        /** @description Results of every entry date of these years with the same hold and direction: the baseline of the win rate. Absent when there are no such windows, and on old cards of the record. */
        AnyDate: {
            win_rate: components["schemas"]["Share"];
            /** @description Percent, in the direction of the trade. */
            avg_return_pct: number;
            /** @description Number of entry dates counted. */
            windows: number;
        };
        YearReturn: {
            year: components["schemas"]["Year"];
            return_pct: number;
        };
        YearResult: {
            year: components["schemas"]["Year"];
            return_pct: number;
            /** @description Return less the average of any date. Absent when there is none. */
            excess_pct?: number;
            /**
             * @description A return of exactly 0 is a loss; decided before rounding.
             * @enum {string}
             */
            result: "win" | "loss";
        };
        /** @description The seasonal curve inside the hold. Absent where no curve can be drawn. */
        CurveSummary: {
            /** @description rising, falling, peaked, troughed or flat. */
            shape: string;
            /** @description rising, falling or flat (a change of less than 2 points). */
            trend?: string;
            /** @description Index at exit less index at entry. */
            change_pts?: number;
            /** @description Days from entry, 0 = entry day. */
            peak_day: number;
            /** @description Days from entry, 0 = entry day. */
            trough_day: number;
        };
        /** @description The record of the daily pick, published or replayed; `note` says which. Only on the daily pick. */
        TrackRecordSummary: {
            /** @description Closed picks. */
            count: number;
            win_count: number;
            /** @description Null without any completed pick. */
            win_rate: number | null;
            /** @description Null without any completed pick. */
            avg_return_pct: number | null;
            /** @description Setups among the closed picks: picks of one symbol and direction with overlapping windows are one setup. */
            setup_count: number;
            /** @description Closed picks whose symbol was delisted, scored with a fixed value. */
            delisted_count: number;
            /** @description Number of picks, open ones included, by the version of the rule that they were made by; oldest version first. */
            rules: components["schemas"]["TrackRecordRule"][];
            /** @description Comparison with random dates, for the picks whose random dates are over; null without any. */
            random_dates: components["schemas"]["TrackRecordRandomDates"] | null;
            note: string;
        };
        TrackRecordRule: {
            rule_version: components["schemas"]["PickRuleVersion"];
            picks: number;
        };
        /** @description The mean, over the compared picks, of the results of random dates with the same symbol, hold and direction, and the picks' own mean. */
        TrackRecordRandomDates: {
            /** @description Compared picks. */
            count: number;
            win_rate: components["schemas"]["Share"];
            avg_return_pct: number;
            /** @description Mean of the compared picks. */
            picks_avg_return_pct: number;
        };
        /** @description Request that opens this window by itself and carries the search that found it. The window is then judged as the best of a search of both directions and at least the holds from 5 to 120 days: never more kindly than here on the same data, and more strictly where the search was narrower. It uses data through the last session before its entry, while a scan uses data through the last one before its window: where sessions between them are already over, numbers may differ, and both say their `as_of`. Absent for presets, and in patterns stored by earlier releases. */
        AnalyzeUrl: string;
        NextStep: {
            headline: string;
            order_ticket?: components["schemas"]["OrderTicket"];
            /** @description One-line summary. */
            copy_text: string;
            set_reminder?: components["schemas"]["Reminder"];
            framing: string;
        };
        /** @description The next step without reminder and copy text. */
        LeanNextStep: {
            headline: string;
            order_ticket?: components["schemas"]["OrderTicket"];
            framing: string;
        };
        /** @description For any broker; it has no price, limit or stop. Absent on neutral cards and once the entry session has closed. */
        OrderTicket: {
            /** @enum {string} */
            side: "BUY" | "SELL";
            symbol: string;
            /** @enum {string} */
            type: "MARKET";
            /** @enum {string} */
            time_in_force: "DAY";
            suggested_entry_date: components["schemas"]["CalendarDate"];
            suggested_exit_date: components["schemas"]["CalendarDate"];
            note: string;
        };
        /** @description Absent once the entry session has closed. */
        Reminder: {
            /** @enum {string} */
            type: "calendar" | "seasonal_entry";
            fire_on: components["schemas"]["CalendarDate"];
            message: string;
        };
        /** @description The two charts behind a card. Only on the first card, and only with `include=chart`. */
        CardChart: {
            seasonal_curve: components["schemas"]["SeasonalCurve"];
            per_year_bars: components["schemas"]["YearBars"];
        };
        /** @description One point for each calendar day of the annual cycle. Empty where no completed cycle exists. */
        SeasonalCurve: components["schemas"]["CurvePoint"][];
        CurvePoint: {
            date: components["schemas"]["CalendarDate"];
            index: number;
        };
        /** @description One bar for each completed year of the window, oldest first. */
        YearBars: components["schemas"]["YearBar"][];
        /** @description Percent, in the direction of the trade. */
        YearBar: {
            year: components["schemas"]["Year"];
            return_pct: number;
            /** @description Maximum favourable excursion. */
            mfe_pct: number;
            /** @description Maximum adverse excursion. */
            mae_pct: number;
            /**
             * Format: date
             * @description The session whose close is P0. Absent on charts of daily picks published before this field existed.
             */
            entry_session?: string;
            /**
             * Format: date
             * @description The session whose close is P1. Absent on charts of daily picks published before this field existed.
             */
            exit_session?: string;
        };
        ScanResponse: {
            /**
             * Format: date-time
             * @description When this answer was computed, UTC. An answer repeated within a minute keeps its time.
             */
            generated_at: string;
            /** @description One-line lead. It also says which prices end more than three sessions early. */
            summary: string;
            /** @description The resolved window, `YYYY-MM-DD..YYYY-MM-DD`. */
            window: string;
            markets_scanned: components["schemas"]["MarketId"][];
            /** @description Markets that returned nothing, normally empty. If not empty, the scan is incomplete. */
            market_failures: components["schemas"]["MarketId"][];
            /** @description Candidates that could not be verified. If not 0, the scan is incomplete. */
            evidence_failures: number;
            /** @enum {string} */
            rank_by: "edge" | "win_rate" | "sharpe" | "ml" | "avg_return" | "significance";
            /** @enum {string} */
            view: "full" | "evidence" | "decision" | "table";
            lookback: components["schemas"]["Lookback"];
            /** @description Rows in `opportunities`. */
            count: number;
            /** @description Candidates of the pool with verified evidence, at most `pool` (50 by default). */
            evaluated_count: number;
            /** @description Candidates found, verified or not. */
            found_count: number;
            /** @description There were more candidates than the pool (50 by default), or ML did not reach every eligible card. */
            enrichment_capped: boolean;
            /** @description The plan's cap, not the caller's limit, limited the result. */
            capped_by_plan: boolean;
            /** @description "N of M": how many of the M verified rows of the pool (`evaluated_count`) are shown. Rows past the pool are not counted. */
            shown_of_evaluated: string;
            /** @description Present only when `capped_by_plan` is true. */
            upgrade_url?: string;
            /** @description Predictions left today; null when unlimited, 0 when spent. */
            ml_remaining_today: number | null;
            /** @description Ranked. Their shape depends on `view`. */
            opportunities: components["schemas"]["Card"][];
            /** @description Present when market tokens were unknown or out of scope. */
            markets_note?: string;
            /** @description Present when `min_winning_years` is out of the band of some markets. */
            lookback_note?: string;
            disclaimer: components["schemas"]["Disclaimer"];
            /**
             * Format: date
             * @description Last day whose prices were used; null when no scanned market holds prices.
             */
            as_of: string | null;
            data_age_note?: components["schemas"]["DataAgeNote"];
        };
        Lookback: {
            /** @description Lookback in years. */
            year1: number;
            /** @description Winning years needed among them. */
            year2: number;
        };
        /** @description One setup as a row of a list. Unverified rows have null statistics. */
        Opportunity: {
            symbol: string;
            market: components["schemas"]["MarketId"];
            direction: components["schemas"]["Direction"];
            entry_date: components["schemas"]["CalendarDate"];
            /** @description Holding period in calendar days; end = entry_date + (days_out - 1). */
            days_out: number;
            sharpe_ratio: number | null;
            avg_profit_pct: number | null;
            median_profit_pct: number | null;
            /** @description Historical win rate. */
            win_rate: number | null;
            years: components["schemas"]["YearsLabel"];
            /** @description Completed observations. */
            years_tested: number | null;
            /**
             * @description `no_data` means that there are no observations, which is valid; `unavailable` an outage; `not_evaluated` a row past the pool.
             * @enum {string}
             */
            evidence_status: "verified" | "no_data" | "unavailable" | "not_evaluated";
            analyze_url?: components["schemas"]["AnalyzeUrl"];
            /** @description Comparison with what luck alone would give; null unless the row is verified. */
            significance: components["schemas"]["Significance"] | null;
            /** @description What came true of windows like this one; null unless the row is verified. */
            came_true?: components["schemas"]["CameTrue"] | null;
            /** @description The model's prediction; null when there is none. */
            ml: components["schemas"]["OpportunityMl"] | null;
        };
        /** @description A model's prediction under the field names of lists. */
        OpportunityMl: {
            ml_score: number;
            win_prob: components["schemas"]["Share"];
            /** @description Percent. */
            pred_return: number;
            /** @description Percent. */
            pred_mfe: number;
        };
        OpportunityList: {
            entry_date: components["schemas"]["CalendarDate"];
            /**
             * @description Always false: the list covers one entry date.
             * @enum {boolean}
             */
            window_supported: false;
            evaluated_count: number;
            enrichment_capped: boolean;
            /** @description Candidates whose evidence could not be read, whether filtered out or not, and symbols whose prices could not be searched. If not 0, the list is incomplete. */
            evidence_failures: number;
            /** @description Null is unlimited. */
            ml_remaining_today: number | null;
            opportunities: components["schemas"]["Opportunity"][];
            /** @description How many rows carry a prediction, from which model, and why the others do not. */
            tier_notes: string;
            /** @description Present when the market holds no prices; the list is then empty. */
            note?: string;
            disclaimer: components["schemas"]["Disclaimer"];
            /**
             * Format: date
             * @description Last day whose prices were used; null when the market holds none.
             */
            as_of: string | null;
            data_age_note?: components["schemas"]["DataAgeNote"];
        };
        SymbolOpportunityList: {
            symbol: string;
            market: components["schemas"]["MarketId"];
            opportunities: components["schemas"]["Opportunity"][];
            /** @description Null is unlimited. */
            ml_remaining_today: number | null;
            /** @description How many rows carry a prediction, from which model, and why the others do not. */
            tier_notes: string;
            /** @description Present when the ticker is a former one of the symbol, or the symbol stopped trading. */
            note?: string;
            disclaimer: components["schemas"]["Disclaimer"];
            /**
             * Format: date
             * @description Last day whose prices were used.
             */
            as_of: string | null;
            data_age_note?: components["schemas"]["DataAgeNote"];
        };
        /** @description A table as CSV (RFC 4180) in UTF-8: a line of column names, then one line per row. The columns are the properties of the schema of `application/x-ndjson`, in the same order. Null is an empty cell; a text that a spreadsheet would run as a formula begins with an apostrophe. */
        TableText: string;
        /** @description One setup of a scan as a line of its table, the same for every view. */
        ScanLine: {
            /** @description Position in the ranked list, from 1. */
            rank: number;
            symbol: string;
            market: components["schemas"]["MarketId"];
            market_name: string;
            direction: components["schemas"]["Direction"];
            bias: components["schemas"]["Bias"];
            entry_date: components["schemas"]["CalendarDate"];
            exit_date: components["schemas"]["CalendarDate"];
            /** @description Calendar days, the entry day included. */
            hold_days: number;
            edge_score: number;
            /** @description Share of past years won. Never a prediction. */
            historical_win_rate: number;
            years_tested: number;
            wins: number;
            losses: number;
            /** @description Percent, in the direction of the trade. */
            avg_return_pct: number;
            /** @description Percent. */
            median_return_pct: number;
            /** @description Mean over sample deviation of the yearly returns; 0 with one year. */
            sharpe_ratio: number;
            best_year: components["schemas"]["Year"];
            /** @description Percent. */
            best_year_return_pct: number;
            worst_year: components["schemas"]["Year"];
            /** @description Percent. */
            worst_year_return_pct: number;
            /** @description Win rate of all entry dates of these years with the same hold and direction. */
            any_date_win_rate: number | null;
            /** @description Average return of all entry dates of these years with the same hold and direction, percent. */
            any_date_avg_return_pct: number | null;
            /**
             * @description Status of the significance: ready, pending or not_applicable.
             * @enum {string}
             */
            significance_status: "ready" | "pending" | "not_applicable";
            /** @description How far the window exceeds the symbol's own drift. */
            z: number | null;
            /** @description Chance that this window is at least as strong over a shuffled calendar. */
            p_window: number | null;
            /** @description Chance that the symbol's strongest window is at least as strong over a shuffled calendar; null while it is pending. */
            p_symbol: number | null;
            /** @description Chance that the strongest window of the whole search is at least as strong over a shuffled calendar; null while it is pending. */
            p_search: number | null;
            /** @description False discovery rate at which the symbol would be called, of all symbols searched; null while it is pending. */
            q_symbol: number | null;
            /**
             * @description Status of what came true: ready, pending or not_applicable.
             * @enum {string}
             */
            came_true_status: "ready" | "pending" | "not_applicable";
            /** @description Of 1 % that such windows showed beyond their peers, so many percent came true; null unless measured. */
            came_true_share: number | null;
            /** @description What the window showed beyond its peers in the direction of the trade, percent. */
            shown_excess_pct: number | null;
            /** @description The part of it that is expected to come true, percent. */
            expected_excess_pct: number | null;
            /** @description Percentile of the prediction; null without one. */
            ml_score: number | null;
            /** @description The predicted chance of a win; null without a prediction. */
            ml_win_prob: number | null;
            /** @description Predicted return, percent. */
            pred_return_pct: number | null;
            /** @description Predicted maximum favourable excursion, percent. */
            pred_mfe_pct: number | null;
            as_of: components["schemas"]["CalendarDate"];
            /** @description Past the pool: such rows follow the ranked ones in the order of detection. */
            past_pool: boolean;
        };
        /** @description One setup of a list as a line of its table. Unverified rows have no statistics. */
        OpportunityLine: {
            symbol: string;
            market: components["schemas"]["MarketId"];
            direction: components["schemas"]["Direction"];
            entry_date: components["schemas"]["CalendarDate"];
            /** @description Calendar days, the entry day included. */
            days_out: number;
            /** @description Mean over sample deviation of the yearly returns; 0 with one year. */
            sharpe_ratio: number | null;
            /** @description Percent, in the direction of the trade. */
            avg_profit_pct: number | null;
            /** @description Percent. */
            median_profit_pct: number | null;
            /** @description Share of past years won. Never a prediction. */
            win_rate: number | null;
            years: components["schemas"]["YearsLabel"];
            years_tested: number | null;
            /**
             * @description Only verified rows have statistics.
             * @enum {string}
             */
            evidence_status: "verified" | "no_data" | "unavailable" | "not_evaluated";
            /**
             * @description Status of the significance: ready, pending or not_applicable; null unless the row is verified.
             * @enum {string|null}
             */
            significance_status: "ready" | "pending" | "not_applicable" | null;
            /** @description How far the window exceeds the symbol's own drift. */
            z: number | null;
            /** @description Chance that this window is at least as strong over a shuffled calendar. */
            p_window: number | null;
            /** @description Chance that the symbol's strongest window is at least as strong over a shuffled calendar; null while it is pending. */
            p_symbol: number | null;
            /** @description Chance that the strongest window of the whole search is at least as strong over a shuffled calendar; null while it is pending. */
            p_search: number | null;
            /** @description False discovery rate at which the symbol would be called, of all symbols searched; null while it is pending. */
            q_symbol: number | null;
            /**
             * @description Status of what came true: ready, pending or not_applicable; null unless the row is verified.
             * @enum {string|null}
             */
            came_true_status: "ready" | "pending" | "not_applicable" | null;
            /** @description Of 1 % that such windows showed beyond their peers, so many percent came true; null unless measured. */
            came_true_share: number | null;
            /** @description What the window showed beyond its peers in the direction of the trade, percent. */
            shown_excess_pct: number | null;
            /** @description The part of it that is expected to come true, percent. */
            expected_excess_pct: number | null;
            /** @description Percentile of the prediction; null without one. */
            ml_score: number | null;
            /** @description The predicted chance of a win; null without a prediction. */
            win_prob: number | null;
            /** @description Predicted return, percent. */
            pred_return: number | null;
            /** @description Predicted maximum favourable excursion, percent. */
            pred_mfe: number | null;
        };
        /** @description One compared symbol as a line of the table, over the shared years; its statistics are null without any. */
        CompareLine: {
            symbol: string;
            market: components["schemas"]["MarketId"];
            market_name: string;
            direction: components["schemas"]["Direction"];
            entry_date: components["schemas"]["CalendarDate"];
            exit_date: components["schemas"]["CalendarDate"];
            /** @description Calendar days, the entry day included. */
            hold_days: number;
            /** @description The shared years. */
            years_tested: number | null;
            wins: number | null;
            losses: number | null;
            /** @description Share of past years won. Never a prediction. */
            historical_win_rate: number | null;
            /** @description Percent, in the direction of the trade. */
            avg_return_pct: number | null;
            /** @description Percent. */
            median_return_pct: number | null;
            /** @description Mean over sample deviation of the yearly returns; 0 with one year. */
            sharpe_ratio: number | null;
            /** @description Return of all shared years compounded, percent. */
            cumulative_return_pct: number | null;
            /** @description Year of the highest return. */
            best_year: string | null;
            /** @description Percent. */
            best_year_return_pct: number | null;
            /** @description Year of the lowest return. */
            worst_year: string | null;
            /** @description Percent. */
            worst_year_return_pct: number | null;
            /** @description Mean maximum favourable excursion, percent. */
            avg_mfe_pct: number | null;
            /** @description Mean maximum adverse excursion, percent. */
            avg_mae_pct: number | null;
            /** @description Year of the deepest drop. */
            deepest_drop_year: string | null;
            /** @description Percent. */
            deepest_drop_pct: number | null;
            /** @description Win rate of all entry dates of these years with the same hold and direction. */
            any_date_win_rate: number | null;
            /** @description Average return of all entry dates of these years with the same hold and direction, percent. */
            any_date_avg_return_pct: number | null;
            /** @description Average return of the complete calendar years, percent. */
            buy_and_hold_avg_return_pct: number | null;
            /** @description Average of the highest symbol minus this one's, percentage points; null for the highest symbol, and when nothing is ranked. */
            difference_from_highest_pct: number | null;
            /** @description Lower end of the interval of the difference. */
            interval_low_pct: number | null;
            /** @description Upper end of the interval of the difference. */
            interval_high_pct: number | null;
            /** @description Chance that the search of the entry's year finds a window of this symbol at least as strong over a shuffled calendar; null while it is pending. */
            p_symbol: number | null;
            /**
             * @description Status of what came true: ready, pending or not_applicable.
             * @enum {string}
             */
            came_true_status: "ready" | "pending" | "not_applicable";
            /** @description Of 1 % that such windows showed beyond their peers, so many percent came true; null unless measured. */
            came_true_share: number | null;
            /** @description What the window showed beyond its peers in the direction of the trade, percent. */
            shown_excess_pct: number | null;
            /** @description The part of it that is expected to come true, percent. */
            expected_excess_pct: number | null;
            /**
             * Format: date
             * @description First day with a price; null without any.
             */
            data_from: string | null;
        };
        /** @description One point of the seasonal curve as a line of its table. */
        CurveLine: {
            symbol: string;
            market: components["schemas"]["MarketId"];
            date: components["schemas"]["CalendarDate"];
            /** @description The detrended average year, 0 to 100. */
            index: number;
        };
        /** @description One item with its prediction, or with the reason why it has none, as a line of the table. */
        ScoreLine: {
            /** @description The symbol as sent. */
            symbol: string;
            date: components["schemas"]["CalendarDate"];
            direction: components["schemas"]["Direction"];
            /** @description Calendar days. */
            days_out: number;
            /** @description Percentile of the prediction; null without one. */
            ml_score: number | null;
            /** @description The predicted chance of a win. */
            win_prob: number | null;
            /** @description Predicted return, percent. */
            pred_return: number | null;
            /** @description Predicted maximum favourable excursion, percent. */
            pred_mfe: number | null;
            /** @description Why the item is not scored; null when it is. */
            note: string | null;
        };
        /** @description One record of the ledger as a line of its table; fields that its type lacks are null. */
        LedgerLine: {
            seq: number;
            /** @enum {string} */
            type: "pick" | "no_pick" | "outcome" | "random_dates" | "correction";
            /** Format: date-time */
            published_at: string;
            /**
             * Format: date
             * @description Session of the pick, or of the record that there is none.
             */
            session: string | null;
            /**
             * Format: date
             * @description Last day whose prices were used.
             */
            as_of: string | null;
            symbol: string | null;
            /** @description Id of the market. */
            market: string | null;
            /** @enum {string|null} */
            direction: "long" | "short" | null;
            /** Format: date */
            entry_date: string | null;
            /** Format: date */
            exit_date: string | null;
            /** @description Calendar days, entry day included. */
            hold_days: number | null;
            /**
             * Format: date
             * @description First session whose close came after publication.
             */
            earliest_entry: string | null;
            /** @description Version of the rule; 1 where the record names none. */
            rule_version: number | null;
            edge_score: number | null;
            ml_score: number | null;
            ml_win_prob: number | null;
            pred_return_pct: number | null;
            pred_mfe_pct: number | null;
            /** @description `seq` of the pick that an outcome or random dates belong to, or of the record that a correction corrects. */
            of_seq: number | null;
            /**
             * Format: date
             * @description Session whose close was the entry.
             */
            entry_session: string | null;
            /**
             * Format: date
             * @description Session whose close was the exit.
             */
            exit_session: string | null;
            /** @description Percent. For an outcome, the return in the direction of the pick; for a correction, the return that counts instead. */
            return_pct: number | null;
            /** @enum {string|null} */
            result: "win" | "loss" | null;
            /**
             * @description As in the record of the outcome.
             * @enum {string|null}
             */
            convention: "halted" | "delisted" | "never_traded" | null;
            benchmark_symbol: string | null;
            benchmark_return_pct: number | null;
            random_dates_windows: number | null;
            random_dates_win_rate: number | null;
            random_dates_avg_return_pct: number | null;
            /** @description Why there is no pick, or what is corrected. */
            reason: string | null;
            /** @description Whether the prices were simulated. */
            simulated: boolean;
            clock: components["schemas"]["RecordClock"];
            /** @description SHA-256 of the card as published, in hexadecimal. */
            card_hash: string | null;
            prev_hash: components["schemas"]["RecordHash"];
            hash: components["schemas"]["RecordHash"];
        };
        /** @description One symbol of a market as a line of its table. */
        SymbolLine: {
            symbol: string;
            name: string;
            /**
             * Format: date
             * @description First day of its prices; null when they cannot be read.
             */
            first_date: string | null;
            /**
             * Format: date
             * @description Last day of its prices; null when they cannot be read.
             */
            last_date: string | null;
        };
        /** @description One daily pick with its result as a line of the table. */
        PickLine: {
            /**
             * Format: date
             * @description Session of the pick.
             */
            featured_date: string;
            symbol: string;
            /** @description Percent in the direction of the pick; null while it is open. */
            return_pct: number | null;
            /**
             * @description A return of exactly 0 is a loss.
             * @enum {string}
             */
            result: "win" | "loss" | "open";
            rule_version: components["schemas"]["PickRuleVersion"];
            replay: components["schemas"]["IsReplay"];
        };
        ScoreRequest: components["schemas"]["ScoreItems"] | components["schemas"]["ScoreBatch"];
        ScoreItems: components["schemas"]["ScoreItem"][];
        ScoreBatch: {
            opportunities: components["schemas"]["ScoreItems"];
            market?: components["schemas"]["MarketName"];
        };
        /** @description One exact window. */
        ScoreItem: {
            symbol: components["schemas"]["SymbolText"];
            date: components["schemas"]["CalendarDate"];
            /** @description Holding period in calendar days, the entry day included. */
            days_out: number;
            direction: components["schemas"]["Direction"];
            market?: components["schemas"]["MarketName"];
        };
        /** @description The scores, or how to get more predictions. */
        ScoreAnswer: components["schemas"]["ScoreResponse"] | components["schemas"]["ScoreUpgrade"];
        ScoreResponse: {
            /** @description Items that were scored. */
            granted: number;
            /** @description Null is unlimited. */
            ml_remaining_today: number | null;
            /** @description One row for each item, in the order sent. */
            scores: components["schemas"]["ScoreRow"][];
            /** @description The model that scored; null when none is in service. */
            model_version: string | null;
            disclaimer: components["schemas"]["Disclaimer"];
            data_age_note?: components["schemas"]["DataAgeNote"];
        };
        /** @description An item with its prediction, or with the reason why it has none. */
        ScoreRow: components["schemas"]["ScoredItem"] | components["schemas"]["UnscoredItem"];
        ScoredItem: {
            /** @description The symbol as sent. */
            symbol: string;
            date: components["schemas"]["CalendarDate"];
            direction: components["schemas"]["Direction"];
            days_out: number;
            /** @description Percentile of the probability in the frozen reference of the model. */
            ml_score: number;
            win_prob: components["schemas"]["Share"];
            /** @description Percent. */
            pred_return: number;
            /** @description Maximum favourable excursion, percent; at least max(0, pred_return). */
            pred_mfe: number;
        };
        UnscoredItem: {
            /** @description The symbol as sent. */
            symbol: string;
            date: components["schemas"]["CalendarDate"];
            direction: components["schemas"]["Direction"];
            days_out: number;
            /** @description Why the item is not scored. */
            note: string;
        };
        /** @description Returned instead of scores when the daily allowance was already spent. */
        ScoreUpgrade: {
            /** @enum {string} */
            requires: "upgrade";
            /** @enum {string} */
            reason: "ml_daily_limit";
            message: string;
            /** Format: uri */
            upgrade_url: string;
            /** @enum {integer} */
            ml_remaining_today: 0;
        };
        AnalyzeResponse: {
            card: components["schemas"]["Card"];
            other_setups: components["schemas"]["OtherSetup"][];
            /** @enum {string} */
            view: "full" | "evidence" | "decision" | "table";
            disclaimer: components["schemas"]["Disclaimer"];
            as_of: components["schemas"]["CalendarDate"];
            data_age_note?: components["schemas"]["DataAgeNote"];
        };
        OtherSetup: {
            symbol: string;
            direction: components["schemas"]["Direction"];
            entry_date: components["schemas"]["CalendarDate"];
            hold_days: number;
            historical_win_rate: components["schemas"]["Share"];
            sharpe_ratio: number;
            avg_return_pct: number;
            median_return_pct: number;
            years: components["schemas"]["YearsLabel"];
            significance: components["schemas"]["Significance"];
            analyze_url?: components["schemas"]["AnalyzeUrl"];
        };
        /** @description The statistics of one window of one symbol. */
        SymbolPattern: {
            symbol: string;
            market: components["schemas"]["MarketId"];
            entry_date: components["schemas"]["CalendarDate"];
            days_out: number;
            years: components["schemas"]["YearsLabel"];
            years_tested: number;
            win_rate: components["schemas"]["Share"];
            stats: components["schemas"]["PatternStats"];
            disclaimer: components["schemas"]["Disclaimer"];
            as_of: components["schemas"]["CalendarDate"];
            data_age_note?: components["schemas"]["DataAgeNote"];
        };
        /** @description Percent unless stated otherwise. Returns are in the direction of the trade; no price or volume level. */
        PatternStats: {
            trade_direction: components["schemas"]["Direction"];
            percent_profitable: number;
            num_winners: number;
            num_losers: number;
            /** @description Mean of the winning years; null when there are none. */
            avg_profit: number | null;
            /** @description Mean of the other years; null when there are none. */
            avg_loss: number | null;
            /** @description Median of all years. */
            median_profit: number;
            /** @description Ratio. */
            sharpe_ratio: number;
            /** @description Ratio, of the maximum favourable excursions; 0 with one year. */
            sharpe_ratio_mfe: number;
            /** @description As if the return were earned all year round; not achievable. */
            annualized_return: number;
            cumulative_return: number;
            /** @description Sample standard deviation; null for a single year. */
            std_dev: number | null;
            /** @description Last close against the close one month back; null without data. */
            return_1m: number | null;
            /** @description Mean of all years. */
            avg_profit_all: number;
            /** @description Close against its 200-session average; null without data. */
            trend_long: number | null;
            /** @description The same, 21 sessions earlier. */
            trend_long_prev: number | null;
            /** @description Close against its 50-session average; null without data. */
            trend_short: number | null;
            /** @description The same, 21 sessions earlier. */
            trend_short_prev: number | null;
        };
        SeasonalChart: {
            symbol: string;
            market: components["schemas"]["MarketId"];
            direction: components["schemas"]["Direction"];
            entry_date: components["schemas"]["CalendarDate"];
            days_out: number;
            years: components["schemas"]["YearsLabel"];
            win_rate: components["schemas"]["Share"];
            seasonal_curve: components["schemas"]["SeasonalCurve"];
            /** @description The cycles that the curve averages, by the year of their start, oldest first. */
            curve_years: components["schemas"]["Year"][];
            stats: components["schemas"]["PatternStats"];
            per_year_bars: components["schemas"]["YearBars"];
            disclaimer: components["schemas"]["Disclaimer"];
            as_of: components["schemas"]["CalendarDate"];
            data_age_note?: components["schemas"]["DataAgeNote"];
        };
        /**
         * @description What a cell of a heat map shows.
         * @enum {string}
         */
        HeatMeasure: "z" | "avg_return" | "win_rate";
        HeatMap: {
            symbol: string;
            market: components["schemas"]["MarketId"];
            direction: components["schemas"]["Direction"];
            measure: components["schemas"]["HeatMeasure"];
            years: components["schemas"]["YearsLabel"];
            /** @description Entry dates of the market year, ascending; each row has one cell per date. */
            entry_dates: components["schemas"]["CalendarDate"][];
            /** @description One row per holding period, shortest first. */
            rows: components["schemas"]["HeatMapRow"][];
            /** @description Which market was used when the request named none. */
            note?: string;
            disclaimer: components["schemas"]["Disclaimer"];
            as_of: components["schemas"]["CalendarDate"];
            data_age_note?: components["schemas"]["DataAgeNote"];
        };
        /** @description A text in Markdown, as one JSON string. Its last line is the disclaimer. */
        MarkdownText: string;
        /** @description One number under its name, as it is shown. */
        WidgetMetric: {
            label: string;
            value: string;
            /** @description The sign by which the number is coloured. */
            delta?: string;
        };
        /** @description A figure of Plotly. */
        HeatMapFigure: {
            data: components["schemas"]["HeatMapTrace"][];
            layout: components["schemas"]["FigureLayout"];
        };
        /** @description The cells, by holding period and entry date; null where nothing could be observed. */
        HeatMapTrace: {
            /** @constant */
            type: "heatmap";
            /** @description Entry dates of the market year. */
            x: components["schemas"]["CalendarDate"][];
            /** @description Holding periods in calendar days. */
            y: number[];
            /** @description One list per holding period, with one cell per entry date. */
            z: (number | null)[][];
            /** @description The value of the middle colour. */
            zmid: number;
            /** @constant */
            colorscale: "RdBu";
            /** @constant */
            reversescale: true;
            /** @constant */
            hoverongaps: false;
            hovertemplate: string;
        };
        FigureLayout: {
            meta: components["schemas"]["FigureFacts"];
            font: components["schemas"]["FigureFont"];
            margin: components["schemas"]["FigureMargin"];
            paper_bgcolor: string;
            plot_bgcolor: string;
            xaxis: components["schemas"]["FigureAxis"];
            yaxis: components["schemas"]["FigureAxis"];
        };
        /** @description What the figure shows, and how to read it. */
        FigureFacts: {
            symbol: string;
            market: components["schemas"]["MarketId"];
            direction: components["schemas"]["Direction"];
            measure: components["schemas"]["HeatMeasure"];
            years: components["schemas"]["YearsLabel"];
            /** @description Which market was used when the request named none. */
            note?: string;
            disclaimer: components["schemas"]["Disclaimer"];
            as_of: components["schemas"]["CalendarDate"];
            data_age_note?: components["schemas"]["DataAgeNote"];
        };
        FigureFont: {
            color: string;
        };
        /** @description Pixels on each side. */
        FigureMargin: {
            t: number;
            r: number;
            b: number;
            l: number;
        };
        FigureAxis: {
            title: components["schemas"]["FigureTitle"];
        };
        FigureTitle: {
            text: string;
        };
        /** @description The cells of one holding period, one per entry of `entry_dates`. */
        HeatMapRow: {
            hold_days: number;
            /** @description The value of each cell, equal to that of the card of its window: `significance.z`, `avg_return_pct` or `historical_win_rate`; null when missing. */
            values: (number | null)[];
            /** @description The same measure over all entry dates of the same years, with the same hold and direction; null when the measure is z. */
            any_date: (number | null)[] | null;
            /** @description Completed observations of each cell. */
            years_tested: number[];
        };
        /** @description Symbols side by side on one window over the same years. */
        CompareResponse: {
            setup: components["schemas"]["CompareSetup"];
            years: components["schemas"]["YearsLabel"];
            /** @description False under 5 shared years; then nothing is ranked. */
            can_compare: boolean;
            /** @description Why nothing is ranked; null when the symbols are ranked. */
            reason: string | null;
            /** @description Smallest number of shared years that is ranked. */
            years_needed: number;
            /** @description The years measured, oldest first. */
            shared_years: components["schemas"]["Year"][];
            /** @description Years examined and not shared, oldest first. */
            skipped_years: components["schemas"]["SkippedYear"][];
            /** @description In the order of the request. */
            symbols: components["schemas"]["CompareEntry"][];
            /** @description Empty when nothing is ranked. */
            findings: components["schemas"]["CompareFinding"][];
            disclaimer: components["schemas"]["Disclaimer"];
            as_of: components["schemas"]["CalendarDate"];
            data_age_note?: components["schemas"]["DataAgeNote"];
        };
        /** @description The window that all symbols are measured on. */
        CompareSetup: {
            entry_date: components["schemas"]["CalendarDate"];
            exit_date: components["schemas"]["CalendarDate"];
            /** @description Calendar days, the entry day included. */
            hold_days: number;
            direction: components["schemas"]["Direction"];
            /** @description The requested period; null for a window of dates. */
            period: components["schemas"]["Period"] | null;
        };
        /** @description A year that some symbol did not complete. */
        SkippedYear: {
            year: components["schemas"]["Year"];
            /** @description The symbols that lack it. */
            symbols: string[];
        };
        CompareEntry: {
            symbol: string;
            market: components["schemas"]["CardMarket"];
            /**
             * Format: date
             * @description First day with a price; null without any up to as_of.
             */
            data_from: string | null;
            /** @description Over the shared years; null without any. */
            stats: components["schemas"]["CompareStats"] | null;
            /** @description Significance of this window over the shared years; null without any. */
            significance: components["schemas"]["Significance"] | null;
            /** @description Over the latest 20 years of this symbol, shared or not. */
            came_true: components["schemas"]["CameTrue"];
            /** @description The shared years, oldest first. */
            per_year: components["schemas"]["CompareYear"][];
            any_date: components["schemas"]["CompareAnyDate"];
            buy_and_hold: components["schemas"]["CompareBuyAndHold"];
            /** @description Null for the symbol with the highest average, and when nothing is ranked. */
            difference_from_highest: components["schemas"]["CompareDifference"] | null;
        };
        CompareStats: {
            /** @description The shared years. */
            years_tested: number;
            wins: number;
            losses: number;
            historical_win_rate: components["schemas"]["Share"];
            avg_return_pct: number;
            median_return_pct: number;
            best_year: components["schemas"]["YearReturn"];
            worst_year: components["schemas"]["YearReturn"];
            /** @description Mean maximum favourable excursion. */
            avg_mfe_pct: number;
            /** @description Mean maximum adverse excursion. */
            avg_mae_pct: number;
            deepest_drop: components["schemas"]["DeepestDrop"];
            /** @description Mean over sample deviation of the yearly returns, risk-free 0, not annualised; 0 with one year. */
            sharpe_ratio: number;
            /** @description Return of all shared years compounded. */
            cumulative_return_pct: number;
        };
        /** @description The lowest mae_pct of the shared years; the earliest in a tie. */
        DeepestDrop: {
            year: components["schemas"]["Year"];
            mae_pct: number;
        };
        /** @description Percent, in the direction of the trade. */
        CompareYear: {
            year: components["schemas"]["Year"];
            return_pct: number;
            /**
             * @description A return of exactly 0 is a loss; decided before rounding.
             * @enum {string}
             */
            result: "win" | "loss";
            /** @description Maximum favourable excursion. */
            mfe_pct: number;
            /** @description Maximum adverse excursion. */
            mae_pct: number;
        };
        /** @description Results of every session of the shared years as the entry date, with the same hold and direction. */
        CompareAnyDate: {
            windows: number;
            /** @description Null without a window. */
            win_rate: number | null;
            /** @description Null without a window. */
            avg_return_pct: number | null;
        };
        /** @description Long from January 1 to December 31 of the shared years that are complete calendar years. */
        CompareBuyAndHold: {
            years_tested: number;
            /** @description Shared years that are not complete calendar years for this symbol. */
            years_left_out: components["schemas"]["Year"][];
            avg_return_pct: number | null;
            median_return_pct: number | null;
            best_year: components["schemas"]["YearReturn"] | null;
            worst_year: components["schemas"]["YearReturn"] | null;
            cumulative_return_pct: number | null;
            /** @description Average of the compared window over the same years. */
            window_avg_return_pct: number | null;
            per_year: components["schemas"]["YearReturn"][];
        };
        /** @description Paired yearly differences in percentage points: the symbol with the highest average minus this one. */
        CompareDifference: {
            /** @description Symbol with the highest average. */
            highest: string;
            avg_difference_pct: number;
            interval_low_pct: number;
            interval_high_pct: number;
            /** @description Confidence level of the interval. */
            confidence_pct: number;
        };
        /** @description A sentence that follows from the numbers beside it. */
        CompareFinding: {
            /** @enum {string} */
            code: "highest_average" | "most_consistent" | "smallest_drop" | "beats_own_buy_and_hold" | "differences_too_small";
            /** @description The symbols that the sentence is about. */
            symbols: string[];
            text: string;
            /** @description Every number compared, not only the highest. */
            numbers: components["schemas"]["FindingNumber"][];
        };
        /** @description A number of this response. */
        FindingNumber: {
            symbol: string;
            /**
             * @description Path inside the entry of the symbol.
             * @enum {string}
             */
            field: "stats.avg_return_pct" | "stats.historical_win_rate" | "stats.deepest_drop.mae_pct" | "buy_and_hold.window_avg_return_pct" | "buy_and_hold.avg_return_pct" | "difference_from_highest.interval_low_pct" | "difference_from_highest.interval_high_pct";
            value: number;
        };
        /** @description No other fields are accepted. */
        ScenarioRequest: {
            /** @description A symbol may occur several times. */
            positions: components["schemas"]["ScenarioPositionInput"][];
            /**
             * @description Calendar days, the end of the year, or `custom` with `days` or `end_date`.
             * @enum {string}
             */
            horizon: "30" | "60" | "90" | "eoy" | "custom";
            /** @description Calendar days, the start date included; with `custom` only, instead of `end_date`. */
            days?: number;
            /**
             * Format: date
             * @description Last calendar day; with `custom` only, instead of `days`.
             */
            end_date?: string;
            /**
             * Format: date
             * @description First calendar day, in the current US market year; by default today in New York.
             */
            start_date?: string;
            /**
             * @description Lookback in years; with a cycle, the number of occurrences.
             * @default 10
             */
            years: number;
            /**
             * @description The years to use, as in GET /compare.
             * @default consecutive
             * @enum {string}
             */
            pe_cycle: "consecutive" | "pe" | "pe0" | "pe1" | "pe2" | "pe3";
            benchmark?: components["schemas"]["SymbolText"];
        };
        ScenarioPositionInput: {
            symbol: components["schemas"]["SymbolText"];
            /** @description Relative weight; weights are normalised to a total of 100. */
            weight_pct: number;
            market?: components["schemas"]["MarketName"];
            direction: components["schemas"]["Direction"];
        };
        /** @description What the basket did in the same window of past years. */
        ScenarioResponse: {
            setup: components["schemas"]["ScenarioSetup"];
            years: components["schemas"]["YearsLabel"];
            /** @description In the order sent. */
            positions: components["schemas"]["ScenarioPosition"][];
            /** @description Null when no year was observed by every position. */
            result: components["schemas"]["ScenarioResult"] | null;
            /** @description The years that every position observed, oldest first. */
            per_year: components["schemas"]["ScenarioYear"][];
            /** @description Years of the lookback that a position lacks, oldest first. */
            skipped_years: components["schemas"]["SkippedYear"][];
            /** @description Null when the request named none. */
            benchmark: components["schemas"]["ScenarioBenchmark"] | null;
            summary: string[];
            /** @description How weights and shorts are counted. */
            method: string;
            disclaimer: components["schemas"]["Disclaimer"];
            as_of: components["schemas"]["CalendarDate"];
            data_age_note?: components["schemas"]["DataAgeNote"];
        };
        /** @description The resolved window. */
        ScenarioSetup: {
            entry_date: components["schemas"]["CalendarDate"];
            exit_date: components["schemas"]["CalendarDate"];
            /** @description Calendar days, the entry day included. */
            hold_days: number;
            /** @enum {string} */
            horizon: "30" | "60" | "90" | "eoy" | "custom";
        };
        ScenarioPosition: {
            symbol: string;
            market: components["schemas"]["CardMarket"];
            direction: components["schemas"]["Direction"];
            /** @description The normalised weight; all weights add up to 100. */
            weight_pct: number;
            /**
             * Format: date
             * @description First day with a price; null without any up to as_of.
             */
            data_from: string | null;
            /** @description Years of the lookback in which this position has an observation, shared or not. */
            years_covered: number;
            years_missing: components["schemas"]["Year"][];
            /** @description Mean over the years of the result, in the direction of the position. */
            avg_return_pct: number | null;
            /** @description Mean contribution, percentage points. */
            avg_contribution_pct: number | null;
        };
        ScenarioResult: {
            years_tested: number;
            /** @description Years above 0. */
            years_up: number;
            /** @description All other years. */
            years_down: number;
            avg_return_pct: number;
            median_return_pct: number;
            best_year: components["schemas"]["YearReturn"];
            worst_year: components["schemas"]["YearReturn"];
        };
        ScenarioYear: {
            year: components["schemas"]["Year"];
            /** @description Sum of the contributions, before rounding. */
            return_pct: number;
            /** @description By position, in the order sent. */
            contributions: components["schemas"]["ScenarioContribution"][];
        };
        ScenarioContribution: {
            symbol: string;
            direction: components["schemas"]["Direction"];
            /** @description Return in the direction of the position. */
            return_pct: number;
            /** @description Weight times return, percentage points. */
            contribution_pct: number;
        };
        /** @description One symbol held long over the years of the basket. */
        ScenarioBenchmark: {
            symbol: string;
            market: components["schemas"]["CardMarket"];
            /** @description Years of the basket in which the benchmark has an observation. */
            years_tested: number;
            years_left_out: components["schemas"]["Year"][];
            avg_return_pct: number | null;
            median_return_pct: number | null;
            /** @description Average of the basket over the same years. */
            basket_avg_return_pct: number | null;
            per_year: components["schemas"]["YearReturn"][];
        };
        DailyPickResponse: {
            card: components["schemas"]["Card"];
            /**
             * Format: date
             * @description Session of the pick.
             */
            featured_date: string;
            rule_version: components["schemas"]["PickRuleVersion"];
            track_record: components["schemas"]["TrackRecordSummary"];
            /** @enum {string} */
            view: "full" | "evidence" | "decision" | "table";
            replay: components["schemas"]["IsReplay"];
            head_hash: components["schemas"]["RecordHash"];
            disclaimer: components["schemas"]["Disclaimer"];
            /**
             * Format: date
             * @description Last day whose prices the pick used.
             */
            as_of: string;
        };
        TrackRecord: {
            summary: components["schemas"]["TrackRecordSummary"];
            /** @description Newest first. */
            picks: components["schemas"]["TrackRecordPick"][];
            replay: components["schemas"]["IsReplay"];
            head_hash: components["schemas"]["RecordHash"];
            disclaimer: components["schemas"]["Disclaimer"];
        };
        /** @description Whether this was computed afterwards over simulated prices. It was not published in advance, is in no record of the ledger, and never occurs over real prices. */
        IsReplay: boolean;
        /** @description Version of the rule that the pick was made by. `GET /methodology` says what each is (section `daily_pick`). */
        PickRuleVersion: number;
        TrackRecordPick: {
            symbol: string;
            /**
             * Format: date
             * @description Session of the pick.
             */
            featured_date: string;
            rule_version: components["schemas"]["PickRuleVersion"];
            /** @description Percent in the direction of the pick; null while it is open. */
            return_pct: number | null;
            /**
             * @description A return of exactly 0 is a loss; decided before rounding.
             * @enum {string}
             */
            result: "win" | "loss" | "open";
        };
        PickEvaluation: {
            /** @description Newest first. */
            picks: components["schemas"]["EvaluatedPick"][];
            /** @description Comparisons with random dates and with the benchmark. */
            excess: components["schemas"]["PickExcess"][];
            /** @description Null without a closed pick that carries a prediction. */
            calibration: components["schemas"]["PickCalibration"] | null;
            replay: components["schemas"]["IsReplay"];
            head: components["schemas"]["LedgerHead"];
            disclaimer: components["schemas"]["Disclaimer"];
        };
        /** @description The end of the chain; record 0 with 64 zeros while the chain is empty. */
        LedgerHead: {
            seq: number;
            hash: components["schemas"]["RecordHash"];
        };
        EvaluatedPick: {
            /**
             * Format: date
             * @description Session of the pick.
             */
            featured_date: string;
            symbol: string;
            market: components["schemas"]["MarketId"];
            direction: components["schemas"]["Direction"];
            entry_date: components["schemas"]["CalendarDate"];
            exit_date: components["schemas"]["CalendarDate"];
            /** @description Calendar days, the entry day included. */
            hold_days: number;
            edge_score: number;
            rule_version: components["schemas"]["PickRuleVersion"];
            /** @description As published; null in a replay. */
            ml_win_prob: number | null;
            /** @description Percent in the direction of the pick, after corrections; null while it is open. */
            return_pct: number | null;
            /**
             * @description A return of exactly 0 is a loss; decided before rounding.
             * @enum {string}
             */
            result: "win" | "loss" | "open";
            /** @description Whether a later record of the ledger corrects its return. */
            corrected: boolean;
            /**
             * @description Set when the pick had no plain entry and exit, and says what happened; null otherwise.
             * @enum {string|null}
             */
            convention: "halted" | "delisted" | "never_traded" | null;
            /** @description The market's benchmark over the same sessions in the same direction; null while the pick is open, and when its prices are missing. */
            benchmark: components["schemas"]["LedgerBenchmark"] | null;
            /** @description Results of the same symbol, hold and direction entered on each of the 126 sessions before and after the entry, its own window left out: what a date of that year picked blindly would be expected to make. All dates are used, none is sampled. Null until the last of these windows is over, and when none is whole. */
            random_dates: components["schemas"]["RandomDatesFigures"] | null;
            /** @description Its position in the ledger; null in a replay, which is not in the ledger. */
            record: components["schemas"]["RecordReference"] | null;
        };
        /** @description Returns of picks minus those of their comparison, in percentage points. */
        PickExcess: {
            /** @enum {string} */
            over: "random_dates" | "benchmark";
            /** @description Closed picks with a comparison. */
            picks: number;
            /** @description Closed picks without a comparison yet. */
            awaited: number;
            /** @description Setups among the picks counted. */
            setups: number;
            /** @description Sum over these picks; null without any. */
            sum_pct: number | null;
            /** @description Share of tries in which luck alone stays in the band. */
            confidence_pct: number;
            /** @description In the order of picking. */
            points: components["schemas"]["PickExcessPoint"][];
            /** @description The same in words, with the numbers. */
            reading: string;
        };
        /** @description A pick, and the sum up to it. Percentage points. */
        PickExcessPoint: {
            featured_date: components["schemas"]["CalendarDate"];
            symbol: string;
            return_pct: number;
            /** @description Return of the comparison. */
            against_pct: number;
            excess_pct: number;
            cumulative_pct: number;
            band_low_pct: number;
            band_high_pct: number;
        };
        /** @description Published win probabilities compared with the results. */
        PickCalibration: {
            /** @description Closed picks that carry a prediction. */
            picks: number;
            /** @description In ascending probability. */
            bins: components["schemas"]["PickCalibrationBin"][];
            /** @description The same in words, with the numbers. */
            reading: string;
        };
        PickCalibrationBin: {
            picks: number;
            /** @description Mean probability, 0..1. */
            predicted: number;
            /** @description Share of picks that won, 0..1. */
            observed: number;
            /** @description Lower end of Wilson's 95 % interval. */
            observed_low: number;
            /** @description Upper end of Wilson's 95 % interval. */
            observed_high: number;
        };
        /** @description SHA-256 in hexadecimal; 64 zeros before the first record. */
        RecordHash: string;
        /** @description A record by position and hash. */
        RecordReference: {
            seq: number;
            hash: components["schemas"]["RecordHash"];
        };
        /**
         * @description `set` when the server's clock was started at a chosen instant; then `published_at` proves nothing.
         * @enum {string}
         */
        RecordClock: "system" | "set";
        LedgerPage: {
            /** @description Oldest first; `type` gives the kind of each. */
            records: components["schemas"]["LedgerRecord"][];
            count: number;
            /** @description Null on the last page. */
            next_cursor: string | null;
            head_hash: components["schemas"]["RecordHash"];
            /** @description Total number of records. */
            head_seq: number;
            disclaimer: components["schemas"]["Disclaimer"];
        };
        LedgerRecord: components["schemas"]["LedgerPick"] | components["schemas"]["LedgerNoPick"] | components["schemas"]["LedgerOutcome"] | components["schemas"]["LedgerRandomDates"] | components["schemas"]["LedgerCorrection"];
        /** @description A pick, recorded before its entry. */
        LedgerPick: {
            seq: number;
            /** @enum {string} */
            type: "pick";
            /**
             * Format: date
             * @description Session of the pick.
             */
            session: string;
            /** Format: date-time */
            published_at: string;
            symbol: string;
            market: components["schemas"]["MarketId"];
            direction: components["schemas"]["Direction"];
            entry_date: components["schemas"]["CalendarDate"];
            exit_date: components["schemas"]["CalendarDate"];
            /** @description Calendar days, entry day included. */
            hold_days: number;
            /**
             * Format: date
             * @description First session whose close came after publication; the entry is not at an earlier close.
             */
            earliest_entry: string;
            edge_score: number;
            ml: components["schemas"]["MlBlock"];
            card_hash: components["schemas"]["RecordHash"];
            /**
             * Format: date
             * @description Last day whose prices were used.
             */
            as_of: string;
            engine_version: string;
            /** @description Version of the rule of the pick; absent in records of version 1, which were written before versions were. */
            rule_version?: number;
            /** @description Hash over the prices. */
            data_version: string;
            model_version: string;
            /** @description Markets whose prices could not be read. */
            market_failures: components["schemas"]["MarketId"][];
            /** @description Whether the prices were simulated. */
            simulated: boolean;
            clock: components["schemas"]["RecordClock"];
            prev_hash: components["schemas"]["RecordHash"];
            hash: components["schemas"]["RecordHash"];
        };
        /** @description A session on which no setup qualified for a pick. */
        LedgerNoPick: {
            seq: number;
            /** @enum {string} */
            type: "no_pick";
            /** Format: date */
            session: string;
            /** Format: date-time */
            published_at: string;
            reason: string;
            /**
             * Format: date
             * @description Last day whose prices were used; null without any.
             */
            as_of: string | null;
            engine_version: string;
            /** @description Version of the rule of the pick; absent in records of version 1, which were written before versions were. */
            rule_version?: number;
            /** @description Hash over the prices. */
            data_version: string;
            model_version: string;
            /** @description Markets whose prices could not be read. */
            market_failures: components["schemas"]["MarketId"][];
            /** @description Whether the prices were simulated. */
            simulated: boolean;
            clock: components["schemas"]["RecordClock"];
            prev_hash: components["schemas"]["RecordHash"];
            hash: components["schemas"]["RecordHash"];
        };
        /** @description The result of a pick, by the definitions of GET /methodology. */
        LedgerOutcome: {
            seq: number;
            /** @enum {string} */
            type: "outcome";
            /** Format: date-time */
            published_at: string;
            pick: components["schemas"]["RecordReference"];
            /**
             * Format: date
             * @description Session whose close was the entry; null when the symbol never traded.
             */
            entry_session: string | null;
            /**
             * Format: date
             * @description Session whose close was the exit; null when the symbol never traded.
             */
            exit_session: string | null;
            /** @description Percent, in the direction of the pick, before costs. */
            return_pct: number;
            /** @enum {string} */
            result: "win" | "loss";
            /**
             * @description halted: exited at the first trade after a halt; delisted: no price, a fixed value was assumed; never_traded: a return of 0; null: a plain exit.
             * @enum {string|null}
             */
            convention: "halted" | "delisted" | "never_traded" | null;
            /** @description The market's benchmark over the same sessions, in the same direction; null when its prices are missing. */
            benchmark: components["schemas"]["LedgerBenchmark"] | null;
            /** @description Only in old records: the same symbol, hold and direction entered on any session of the year up to the pick's; null without any. It no longer counts: a record of type `random_dates` follows. */
            random_dates?: components["schemas"]["RandomDatesFigures"] | null;
            /** @description Hash over the prices. */
            data_version: string;
            /** @description Whether the prices were simulated. */
            simulated: boolean;
            clock: components["schemas"]["RecordClock"];
            prev_hash: components["schemas"]["RecordHash"];
            hash: components["schemas"]["RecordHash"];
        };
        LedgerBenchmark: {
            symbol: string;
            return_pct: number;
        };
        /** @description The random dates that a scored pick is compared with, recorded once the last of their windows is over. */
        LedgerRandomDates: {
            seq: number;
            /** @enum {string} */
            type: "random_dates";
            /** Format: date-time */
            published_at: string;
            pick: components["schemas"]["RecordReference"];
            /** @description The same symbol, hold and direction entered on any of the 126 sessions before and after the pick's entry, its own window left out; null when no window was whole. */
            figures: components["schemas"]["RandomDatesFigures"] | null;
            /** @description Hash over the prices. */
            data_version: string;
            /** @description Whether the prices were simulated. */
            simulated: boolean;
            clock: components["schemas"]["RecordClock"];
            prev_hash: components["schemas"]["RecordHash"];
            hash: components["schemas"]["RecordHash"];
        };
        /** @description Over all of these dates; none is sampled. */
        RandomDatesFigures: {
            windows: number;
            win_rate: components["schemas"]["Share"];
            avg_return_pct: number;
        };
        /** @description A correction of an earlier record. The earlier record itself stays. */
        LedgerCorrection: {
            seq: number;
            /** @enum {string} */
            type: "correction";
            /** Format: date-time */
            published_at: string;
            corrects: components["schemas"]["RecordReference"];
            reason: string;
            /** @description For an outcome: the return that counts instead, percent. Null for a remark. */
            return_pct: number | null;
            /** @description Whether the prices were simulated. */
            simulated: boolean;
            clock: components["schemas"]["RecordClock"];
            prev_hash: components["schemas"]["RecordHash"];
            hash: components["schemas"]["RecordHash"];
        };
        MarketList: {
            markets: components["schemas"]["MarketListing"][];
        };
        /** @description A market, and what the caller may do in it. */
        Market: {
            id: components["schemas"]["MarketId"];
            name: string;
            /** @description Other names that requests may use. */
            aliases: string[];
            /** @description Whether the model makes predictions for this market. */
            ml_eligible: boolean;
            /** @description Whether the caller's plan includes it. */
            in_scope: boolean;
            pattern_detection: components["schemas"]["PatternDetection"];
        };
        /** @description A `Market` with its detection rules and the state of its prices. */
        MarketListing: {
            id: components["schemas"]["MarketId"];
            name: string;
            /** @description Other names that requests may use. */
            aliases: string[];
            /** @description Whether the model makes predictions for this market. */
            ml_eligible: boolean;
            /** @description Whether the caller's plan includes it. */
            in_scope: boolean;
            pattern_detection: components["schemas"]["PatternDetection"];
            symbol_count: number;
            /**
             * Format: date
             * @description Date of the market's last final bar; null when it holds no prices.
             */
            as_of: string | null;
            /** @description Completed sessions of the market's calendar without a bar; null when the market holds no prices. When there are more than three, scans say so in their `summary`. */
            sessions_behind: number | null;
            feed?: components["schemas"]["MarketFeed"];
            data_age_note?: components["schemas"]["DataAgeNote"];
        };
        /** @description How feeds keep the prices of a market up to date, over all its providers; absent when there is no feed. */
        MarketFeed: {
            /** @description Whether all feeds of the market are paused. */
            paused: boolean;
            /** @description Symbols of the feeds. */
            symbols: number;
            /** @description Symbols whose last try failed. */
            failing: number;
            /** @description Symbols whose new prices do not fit the stored ones and wait for the operator's decision. */
            held: number;
            /** @description Symbols that their provider no longer knows. */
            vanished: number;
            /**
             * Format: date
             * @description The last session requested; null before the first run.
             */
            session: string | null;
            /**
             * Format: date-time
             * @description When the last run ended; null before the first.
             */
            last_run_at: string | null;
        };
        /** @description The available ways of detection, and the band of `min_winning_years`. */
        PatternDetection: {
            /** @description Whether GET /scan and GET /opportunities cover it. */
            scan: boolean;
            /** @description Whether GET /opportunities/{symbol} covers it. */
            per_symbol: boolean;
            /** @description Shortest lookback. */
            min_years: number;
            /** @description Longest lookback. */
            max_years: number;
            /** @description The band of min_winning_years is ceil(this * years) to years. */
            min_winning_share: number;
            default_winning_share: components["schemas"]["Share"];
            /** @description The band for one lookback. */
            example: string;
        };
        SymbolList: {
            symbols: components["schemas"]["SymbolEntry"][];
            /** @description Symbols of the market. */
            total: number;
            /** @description Symbols that match `prefix` and `q`. */
            matched: number;
            /** @description Symbols in this answer. */
            count: number;
            /** @description Present when matching rows were cut, and says how many were, or when the market holds no prices. */
            note?: string;
        };
        SymbolEntry: {
            symbol: string;
            name: string;
            /**
             * Format: date
             * @description First day of its prices; null when they cannot be read.
             */
            first_date: string | null;
            /**
             * Format: date
             * @description Last day of its prices, earlier than the market's when they have ended; null when they cannot be read.
             */
            last_date: string | null;
        };
        Me: {
            /** @description free, dev, pro, business, demo or another value: not a closed list. */
            tier: string;
            tier_name: string;
            /** @description The restrictions of the key within its plan; null when no key was sent, and for the demo token. */
            key: components["schemas"]["KeyScope"] | null;
            /** @description Null is unlimited. */
            ml_remaining_today: number | null;
            /** @description Null is unlimited. */
            ml_daily_limit: number | null;
            /** @description Maximum number of rows in one answer. */
            opp_limit: number;
            /** @description Maximum number of saved scans of the account. */
            saved_scan_limit: number;
            /** @description Maximum number of webhooks of an account. */
            webhook_limit: number;
            /** @description Maximum number of calendar links of an account. */
            calendar_link_limit: number;
            /** @description Maximum number of table links of an account. */
            table_link_limit: number;
            /** @description Bulk exports that the plan allows per UTC day. */
            exports_per_day: number;
            /** @description Bulk exports left on this UTC day. */
            exports_remaining_today: number;
            rate: components["schemas"]["Rate"];
            markets_in_scope: components["schemas"]["Market"][];
            upgrade_url: string;
        };
        /** @description Parameters of GET /scan, with the same rules. */
        NewSavedScanQuery: {
            markets?: components["schemas"]["ListText"];
            /** @default now */
            window: string;
            direction?: components["schemas"]["Direction"];
            min_win_rate?: number;
            min_years?: number;
            min_days?: number;
            max_days?: number;
            min_avg_return?: number;
            min_median_return?: number;
            min_sharpe?: number;
            max_p_symbol?: number;
            max_p_search?: number;
            /**
             * @default consecutive
             * @enum {string}
             */
            pe_cycle: "consecutive" | "pe";
            /** @default 10 */
            years: number;
            min_winning_years?: number;
            /** @default 50 */
            pool: number;
            /**
             * @default sharpe
             * @enum {string}
             */
            rank_by: "edge" | "win_rate" | "sharpe" | "ml" | "avg_return" | "significance";
            /** @default 25 */
            limit: number;
            /**
             * @default full
             * @enum {string}
             */
            view: "full" | "evidence" | "decision" | "table";
            /** @enum {string} */
            include?: "chart";
        };
        /** @description Parameters of GET /scan, with their defaults. */
        SavedScanQuery: {
            markets?: components["schemas"]["ListText"];
            /** @default now */
            window: string;
            direction?: components["schemas"]["Direction"];
            min_win_rate?: number;
            min_years?: number;
            min_days?: number;
            max_days?: number;
            min_avg_return?: number;
            min_median_return?: number;
            min_sharpe?: number;
            max_p_symbol?: number;
            max_p_search?: number;
            /**
             * @default consecutive
             * @enum {string}
             */
            pe_cycle: "consecutive" | "pe";
            /** @default 10 */
            years: number;
            min_winning_years?: number;
            /** @default 50 */
            pool: number;
            /**
             * @default sharpe
             * @enum {string}
             */
            rank_by: "edge" | "win_rate" | "sharpe" | "ml" | "avg_return" | "significance";
            /** @default 25 */
            limit: number;
            /**
             * @default full
             * @enum {string}
             */
            view: "full" | "evidence" | "decision" | "table";
            /** @enum {string} */
            include?: "chart";
        };
        /** @description Without a space at either end. */
        SavedScanName: string;
        NewSavedScan: {
            name: components["schemas"]["SavedScanName"];
            query: components["schemas"]["NewSavedScanQuery"];
        };
        SavedScanChange: {
            name?: components["schemas"]["SavedScanName"];
            query?: components["schemas"]["NewSavedScanQuery"];
        };
        SavedScan: {
            saved_scan_id: string;
            name: string;
            query: components["schemas"]["SavedScanQuery"];
            /** @description Why the scan can no longer find anything; null when no such problem is known. */
            note: string | null;
            /** @description Its newest automatic run, as in GET /saved-scans/{saved_scan_id}/changes; null before the first. */
            last_run: components["schemas"]["SavedScanRun"] | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        SavedScanRun: {
            run_id: number;
            /** Format: date-time */
            at: string;
            /**
             * Format: date
             * @description Newest day whose prices were used; null without any.
             */
            as_of: string | null;
            /** @description Why it failed; null when it did not fail. */
            fault: string | null;
        };
        SavedScanList: {
            saved_scans: components["schemas"]["SavedScan"][];
            /** @description Saved scans that the plan allows. */
            most: number;
        };
        SavedScanChanges: {
            saved_scan_id: string;
            runs: components["schemas"]["ScanRunReport"][];
            /** @description Value of `before` for the next page; null on the last page. */
            next_before: number | null;
        };
        ScanRunReport: {
            run_id: number;
            /** Format: date-time */
            at: string;
            /**
             * Format: date
             * @description Newest day whose prices were used; null without any.
             */
            as_of: string | null;
            /** @description Why it failed; null when it did not fail. */
            fault: string | null;
            /** @description Whether there was an earlier result to compare with. */
            compared: boolean;
            /** @description Number of patterns that the run compared: those that the account's plan shows; null when it failed. */
            found_count: number | null;
            added: components["schemas"]["NotedPattern"][];
            gone: components["schemas"]["GonePattern"][];
            entering: components["schemas"]["NotedPattern"][];
        };
        GonePattern: {
            market: components["schemas"]["MarketId"];
            symbol: components["schemas"]["SymbolText"];
            direction: components["schemas"]["Direction"];
            entry_date: components["schemas"]["CalendarDate"];
            exit_date: components["schemas"]["CalendarDate"];
            /** @description Calendar days, entry day included. */
            hold_days: number;
            edge_score: number;
            historical_win_rate: components["schemas"]["Share"];
            years_tested: number;
            analyze_url?: components["schemas"]["AnalyzeUrl"];
            /** @description Whether the setup is neutral. Patterns stored by earlier releases lack it. */
            neutral?: boolean;
            /** @enum {string} */
            reason: "entered" | "dropped";
        };
        DeletedSavedScan: {
            saved_scan_id: string;
            name: string;
            message: string;
        };
        /** @description The name that calendar apps show. Without a space at either end. */
        CalendarLinkName: string;
        /**
         * @description What the calendar contains.
         * @enum {string}
         */
        CalendarSource: "saved_scan" | "daily_pick";
        NewCalendarLink: {
            source: components["schemas"]["CalendarSource"];
            /** @description Id of the saved scan; only with the source `saved_scan`. */
            saved_scan_id?: string;
            name?: components["schemas"]["CalendarLinkName"];
            /** @description Minutes by which an alarm precedes 00:00 of each event's day, in the time zone of the calendar app: 360 is 18:00 the evening before, -540 is 9:00 on the day. If left out, events have no alarm. */
            alarm_minutes_before?: number;
            /** @description Only entries up to this many days ahead. If left out, all known entries. */
            days_ahead?: number;
            /** @description Whether neutral setups, whose record is too weak for a direction, are shown too. If left out, they are not. */
            include_neutral?: boolean;
        };
        CalendarLink: {
            calendar_link_id: string;
            name: components["schemas"]["CalendarLinkName"];
            source: components["schemas"]["CalendarSource"];
            /** @description Null for the daily pick. */
            saved_scan_id: string | null;
            /** @description Ids of the markets to which the key that created the link was limited; null when it was not limited. */
            markets: components["schemas"]["MarketId"][] | null;
            alarm_minutes_before: number | null;
            days_ahead: number | null;
            /** @description Whether neutral setups are shown too. */
            include_neutral: boolean;
            /** @description The last characters of its secret, before `.ics`. */
            last_four: string;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last read, recorded at most once an hour; null when it was never read.
             */
            last_read_at: string | null;
        };
        CalendarLinkList: {
            calendar_links: components["schemas"]["CalendarLink"][];
            /** @description Calendar links that the plan allows. */
            most: number;
        };
        CreatedCalendarLink: {
            calendar_link: components["schemas"]["CalendarLink"];
            /** @description The address for a calendar app. A secret. */
            url: string;
            message: string;
        };
        DeletedCalendarLink: {
            calendar_link_id: string;
            name: string;
            message: string;
        };
        /** @description The name of the link. Without a space at either end. */
        TableLinkName: string;
        NewTableLink: {
            /** @description Id of the saved scan. */
            saved_scan_id: string;
            name?: components["schemas"]["TableLinkName"];
        };
        TableLink: {
            table_link_id: string;
            name: components["schemas"]["TableLinkName"];
            saved_scan_id: string;
            /** @description Ids of the markets to which the key that created the link was limited; null when it was not limited. */
            markets: components["schemas"]["MarketId"][] | null;
            /** @description The last characters of its secret, before `.csv`. */
            last_four: string;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last read, recorded at most once an hour; null when it was never read.
             */
            last_read_at: string | null;
        };
        TableLinkList: {
            table_links: components["schemas"]["TableLink"][];
            /** @description Table links that the plan allows. */
            most: number;
        };
        CreatedTableLink: {
            table_link: components["schemas"]["TableLink"];
            /** @description The address for a spreadsheet. A secret. */
            url: string;
            message: string;
        };
        DeletedTableLink: {
            table_link_id: string;
            name: string;
            message: string;
        };
        /** @description The restrictions of a key within its plan. */
        KeyScope: {
            /** @description Ids of the markets that the key is limited to; null when it has all markets of the plan. */
            markets: components["schemas"]["MarketId"][] | null;
            /** @description Whether the key is barred from spending predictions. */
            read_only: boolean;
        };
        SignInWays: {
            /** @description Whether this server mails links. */
            mail: boolean;
            /** @description Name of the identity provider; null where there is none. */
            provider: string | null;
            /** @description How long a mailed link is valid. */
            link_minutes: number;
        };
        /** @description A page of this server to return to. */
        OwnPath: string;
        SignInLinkRequest: {
            /** @description Address of the account. */
            email: string;
            next?: components["schemas"]["OwnPath"];
        };
        SignInLinkAnswer: {
            email: string;
            message: string;
            valid_minutes: number;
        };
        SessionRequest: {
            /** @description The part of the link after `#token=`. */
            token: string;
        };
        ProviderSignInRequest: {
            next?: components["schemas"]["OwnPath"];
        };
        ProviderSignIn: {
            /** @description Name of the identity provider. */
            provider: string;
            /** @description The address to which the browser must go. */
            authorization_url: string;
            /** @description How long the browser has to return. */
            valid_minutes: number;
        };
        ProviderSessionRequest: {
            /** @description The authorization code. */
            code: string;
            /** @description The `state` that was sent to the provider. */
            state: string;
            /** @description The issuer that sent the browser back (RFC 9207), if the provider names it. */
            iss?: string;
        };
        /**
         * @description `admin`: an operator of this service.
         * @enum {string}
         */
        AccountRole: "member" | "admin";
        AccountSession: {
            session_id: string;
            /** @description Whether it is the session of the request. */
            current: boolean;
            /**
             * @description How the session began.
             * @enum {string}
             */
            method: "link" | "provider";
            /** @description The browser in which the session began. */
            agent: string;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description Accurate to a minute.
             */
            last_used_at: string;
            /**
             * Format: date-time
             * @description When it ends if it is not used again.
             */
            expires_at: string;
        };
        SignedIn: {
            email: string;
            role: components["schemas"]["AccountRole"];
            tier: string;
            /** @description The page to return to; null when none was requested. */
            next: string | null;
            session: components["schemas"]["AccountSession"];
        };
        EndedSessions: {
            /** @description How many sessions were ended. */
            ended: number;
            /** @description Whether the request was to end every session of the account. */
            all: boolean;
            message: string;
        };
        AccountOverview: {
            email: string;
            role: components["schemas"]["AccountRole"];
            tier: string;
            tier_name: string;
            /** Format: date-time */
            created_at: string;
            usage: components["schemas"]["AccountBudgets"];
            session: components["schemas"]["AccountSession"];
            upgrade_url: string;
        };
        /** @description Usage within the current limits. */
        AccountBudgets: {
            minute: components["schemas"]["UsedBudget"];
            day: components["schemas"]["UsedBudget"];
            predictions: components["schemas"]["UsedBudget"];
        };
        UsedBudget: {
            /** @description Null when it is not counted; predictions are counted only if the plan limits them. */
            used: number | null;
            /** @description Null is unlimited. */
            limit: number | null;
            /** Format: date-time */
            resets_at: string;
        };
        AccountUsage: {
            /** @description The plan's requests per day. */
            per_day: number;
            /** @description The plan's predictions per day; null when unlimited. */
            ml_daily_limit: number | null;
            days: components["schemas"]["UsedDay"][];
        };
        UsedDay: {
            /**
             * Format: date
             * @description UTC day.
             */
            date: string;
            requests: number;
            /** @description Null when they are not counted. */
            predictions: number | null;
        };
        AccountKey: {
            /** @description The public part of the key. */
            key_id: string;
            /** @description Its beginning and its last four characters. */
            display: string;
            name: string;
            /** @enum {string} */
            state: "active" | "expired" | "revoked";
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description Accurate to a minute.
             */
            last_used_at: string | null;
            /** Format: date-time */
            expires_at: string | null;
            /** Format: date-time */
            revoked_at: string | null;
            /** @description Ids of the markets that the key is limited to; null when it has all markets of the plan. */
            markets: components["schemas"]["MarketId"][] | null;
            /** @description Whether the key is barred from spending predictions. */
            read_only: boolean;
        };
        AccountKeys: {
            keys: components["schemas"]["AccountKey"][];
            /** @description Maximum number of active keys of an account. */
            most: number;
            /** @description Ids of the plan's markets. */
            tier_markets: components["schemas"]["MarketId"][];
        };
        NewExport: {
            market: components["schemas"]["MarketName"];
            /**
             * Format: date
             * @description First entry date, by default today in New York. It must lie in the current US market year.
             */
            from?: string;
            /**
             * Format: date
             * @description Last entry date; the default, which is also the latest date allowed, is a year less a day after `from`.
             */
            to?: string;
            /**
             * @description Maximum number of windows per symbol.
             * @default 20
             */
            per_symbol: number;
            /** @default csv */
            format: components["schemas"]["ExportFormat"];
            direction?: components["schemas"]["Direction"];
            /** @description Shortest holding period in calendar days. Default 5; 2 when `max_days` is below that. */
            min_days?: number;
            /** @description Longest holding period in calendar days. Default 120; 366 when `min_days` is above that. */
            max_days?: number;
            /**
             * @description The years to use: `consecutive`, or `pe`, those at the same position of the US presidential cycle as the entry's year.
             * @default consecutive
             * @enum {string}
             */
            pe_cycle: "consecutive" | "pe";
            /**
             * @description Lookback in years; with a cycle, the number of occurrences.
             * @default 10
             */
            years: number;
            /** @description Winning years that a window needs; the default is nine tenths of the years tested. It must lie in the market's detection band. */
            min_winning_years?: number;
            /** @description Lowest historical win rate, as a share of 0 to 1. */
            min_win_rate?: number;
            /** @description Lowest average return, percent. */
            min_avg_return?: number;
            /** @description Lowest median return, percent. */
            min_median_return?: number;
            /** @description Lowest Sharpe ratio of the yearly returns. */
            min_sharpe?: number;
            /** @description Highest `p_symbol`. */
            max_p_symbol?: number;
            /** @description Highest `p_search`. */
            max_p_search?: number;
        };
        /**
         * @description CSV (RFC 4180), one JSON object per line, or Parquet. The columns are the same.
         * @enum {string}
         */
        ExportFormat: "csv" | "ndjson" | "parquet";
        /** @description A bulk export. */
        ExportJob: {
            export_id: string;
            /** @enum {string} */
            state: "queued" | "running" | "ready" | "failed" | "expired" | "cancelled";
            market: components["schemas"]["MarketId"];
            from: components["schemas"]["CalendarDate"];
            to: components["schemas"]["CalendarDate"];
            format: components["schemas"]["ExportFormat"];
            per_symbol: number;
            filters: components["schemas"]["ExportFilters"];
            /** @description Version of the prices that it is made from; null before it begins. */
            data_version: string | null;
            progress: components["schemas"]["ExportProgress"];
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description Null while it is queued or running.
             */
            finished_at: string | null;
            /**
             * Format: date-time
             * @description When its file is deleted; null without a file.
             */
            expires_at: string | null;
            /** @description Symbols that could not be searched. If not empty, the file is incomplete. */
            failures: components["schemas"]["ExportFailure"][];
            /** @description Of a file, when it was made: that the market holds no prices, or how old its prices are. Otherwise why the export failed, or who ended it or deleted its file. */
            note: string | null;
            /** @description The file to download; null unless the export is ready. */
            file: components["schemas"]["ExportedFile"] | null;
            disclaimer: components["schemas"]["Disclaimer"];
        };
        /** @description The filters of the request, with defaults; filters that were not set are left out. */
        ExportFilters: {
            years: number;
            /** @enum {string} */
            pe_cycle: "consecutive" | "pe";
            min_days: number;
            max_days: number;
            direction?: components["schemas"]["Direction"];
            min_winning_years?: number;
            min_win_rate?: number;
            min_avg_return?: number;
            min_median_return?: number;
            min_sharpe?: number;
            max_p_symbol?: number;
            max_p_search?: number;
        };
        /** @description Progress of the export. Shuffled calendars come first and are most of the work; where they are already computed they take no time. */
        ExportProgress: {
            /**
             * @description Null before it begins.
             * @enum {string|null}
             */
            stage: "significance" | "patterns" | null;
            /** @description Done in this stage. */
            done: number;
            total: number;
            /** @enum {string} */
            unit: "symbols";
        };
        /** @description A symbol that could not be searched. */
        ExportFailure: {
            symbol: string;
            reason: string;
        };
        /** @description A file to download. */
        ExportedFile: {
            /** @description Its path on this server. */
            url: string;
            /** @description Bytes. */
            size: number;
            /** @description Of the whole file, in hexadecimal. */
            sha256: string;
            rows: number;
            /** @description In the order of the file. Percentages and ratios carry 4 decimals. */
            columns: components["schemas"]["ExportColumn"][];
        };
        /** @description A column. A date is `YYYY-MM-DD` in CSV and NDJSON, and a DATE in Parquet; null is an empty cell in CSV. */
        ExportColumn: {
            name: string;
            /** @enum {string} */
            type: "string" | "integer" | "number" | "date";
            nullable: boolean;
            description: string;
        };
        ExportList: {
            exports: components["schemas"]["ExportJob"][];
            /** @description Exports that the plan allows per UTC day. */
            exports_per_day: number;
            /** @description Bulk exports left on this UTC day. */
            exports_remaining_today: number;
        };
        NewKey: {
            /** @description What the key is for. */
            name: string;
            /**
             * Format: date
             * @description The day, after today, on which the key ends at 00:00 UTC; if left out, the key does not end.
             */
            expires_on?: string;
            /** @description Ids of the markets that the key is limited to; if left out, it has all markets of the plan. */
            markets?: components["schemas"]["ShortText"][];
            /**
             * @description Whether the key is barred from spending predictions.
             * @default false
             */
            read_only: boolean;
        };
        CreatedKey: {
            key: components["schemas"]["AccountKey"];
            /** @description The key itself: shown only here, and not stored. */
            secret: string;
            message: string;
        };
        RevokedKey: {
            key: components["schemas"]["AccountKey"];
            message: string;
        };
        KeyRotation: {
            /** @description How long the old key keeps working. */
            overlap_hours: number;
        };
        RotatedKey: {
            key: components["schemas"]["AccountKey"];
            /** @description The new key itself: shown only here, and not stored. */
            secret: string;
            old_key: components["schemas"]["AccountKey"];
            message: string;
        };
        AccountSessions: {
            sessions: components["schemas"]["AccountSession"][];
            /** @description Days without use after which a session ends. */
            idle_days: number;
            /** @description Days after which it ends in any case. */
            longest_days: number;
        };
        AccountEvents: {
            events: components["schemas"]["AccountEvent"][];
            /** @description Cursor of the next page; null on the last page. */
            next_before: number | null;
        };
        AccountEvent: {
            event_id: number;
            /** Format: date-time */
            at: string;
            /** @enum {string} */
            event: "account_created" | "signed_in" | "signed_out" | "session_ended" | "sessions_ended" | "session_reused" | "link_made" | "key_created" | "key_rotated" | "key_revoked" | "tier_changed" | "role_changed" | "feed_paused" | "feed_resumed" | "feed_run_asked" | "job_retried" | "job_cancelled" | "held_prices_taken" | "held_prices_dropped" | "account_suspended" | "account_resumed" | "calendar_link_made" | "calendar_link_revoked" | "table_link_made" | "table_link_revoked";
            /**
             * @description The account holder, an operator, or a command on the server.
             * @enum {string}
             */
            by: "self" | "operator" | "command";
            /** @description The key, session or calendar link concerned. */
            subject: string | null;
            detail: string | null;
        };
        OperatorAccounts: {
            accounts: components["schemas"]["OperatorAccount"][];
            /** @description Accounts that match `search`. */
            total: number;
            /** @description Cursor of the next page; null on the last page. */
            next_after: number | null;
            /** @description The plans that an account can have. */
            tiers: components["schemas"]["PlanName"][];
        };
        PlanName: {
            id: string;
            name: string;
        };
        OperatorAccount: {
            account_id: number;
            email: string;
            tier: string;
            role: components["schemas"]["AccountRole"];
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description When the account was suspended; null when it is not suspended.
             */
            suspended_at: string | null;
            /** @description Active keys. */
            keys: number;
            sessions: number;
            requests_today: number;
        };
        AccountChange: {
            /** @description Id of a plan, as GET /operator/accounts lists them. */
            tier?: string;
            role?: components["schemas"]["AccountRole"];
            /** @description Whether the account is suspended. */
            suspended?: boolean;
        };
        ChangedAccount: {
            account: components["schemas"]["OperatorAccount"];
            message: string;
        };
        OperatorFeeds: {
            feeds: components["schemas"]["OperatorFeed"][];
            /** @description Whether this server runs feeds by schedule (setting FEEDS). */
            run_here: boolean;
        };
        OperatorFeed: {
            feed_id: number;
            /** @description Id of the provider. */
            provider: string;
            /** @description Null when this server no longer knows the provider. */
            provider_name: string | null;
            market_id: components["schemas"]["MarketId"];
            market_name: string;
            paused: boolean;
            /** @description Whether a process is running the feed. */
            running: boolean;
            /** @description Whether the feed accepts prices that are not adjusted for splits and dividends. */
            unadjusted: boolean;
            /** Format: date-time */
            added_at: string;
            symbols: components["schemas"]["FeedSymbolCounts"];
            /** @description Symbols whose last try failed. */
            failing: number;
            /**
             * Format: date
             * @description The last session that is final.
             */
            session: string;
            /** @description Symbols that lack this session. */
            lacking: number;
            /**
             * Format: date-time
             * @description When the next request is due; null while the feed is paused or its provider unknown.
             */
            next_run_at: string | null;
            /** @description Requests made to the provider today (UTC) by all its feeds. */
            requests_today: number;
            /** @description Maximum number of requests to it per day; null when the provider is unknown. */
            requests_per_day: number | null;
            /** @description Null before the first run. */
            last_run: components["schemas"]["FeedRunCounts"] | null;
        };
        /** @description Symbols by state. The prices of vanished symbols stay; held ones wait for a decision; paused ones were dropped. */
        FeedSymbolCounts: {
            active: number;
            vanished: number;
            held: number;
            paused: number;
        };
        /** @description Result of a run, in symbols unless stated otherwise. */
        FeedRunCounts: {
            /** Format: date-time */
            started_at: string;
            /** Format: date-time */
            finished_at: string;
            /**
             * Format: date
             * @description The last session requested.
             */
            session: string;
            asked: number;
            /** @description Symbols with new prices, or with their whole history stored anew. */
            updated: number;
            /** @description New rows. */
            rows: number;
            unchanged: number;
            failed: number;
            vanished: number;
            held: number;
            /** @description Symbols not requested; the next run begins with them. */
            left: number;
            /** @description Why the run stopped early; null when it did not. */
            ended: string | null;
        };
        FeedChange: {
            paused: boolean;
        };
        ChangedFeed: {
            feed: components["schemas"]["OperatorFeed"];
            message: string;
        };
        AskedRun: {
            /**
             * @description `asked`: the run is scheduled; `running`: the feed already runs; `paused`: resume it first; `up_to_date`: no symbol lacks the last session; `off`: this server runs no feeds.
             * @enum {string}
             */
            state: "asked" | "running" | "paused" | "up_to_date" | "off";
            feed: components["schemas"]["OperatorFeed"];
            message: string;
        };
        FeedSymbolList: {
            symbols: components["schemas"]["FeedSymbol"][];
            /** @description Symbols in the requested state. */
            total: number;
            /** @description Cursor of the next page; null on the last page. */
            next_after: string | null;
        };
        FeedSymbol: {
            symbol: string;
            /** @description The provider's name for the symbol; null when it follows the provider's rules. */
            spelling: string | null;
            /** @enum {string} */
            state: "active" | "vanished" | "held" | "paused";
            /**
             * Format: date
             * @description The last session that was requested successfully.
             */
            through: string | null;
            /** Format: date-time */
            tried_at: string | null;
            /** Format: date-time */
            vanished_at: string | null;
            /** @description Failed tries since the last successful one. */
            failures: number;
            /** @description Why the last try failed. */
            fault: string | null;
        };
        OperatorJobs: {
            queues: components["schemas"]["JobQueue"][];
            jobs: components["schemas"]["OperatorJob"][];
        };
        /** @enum {string} */
        QueueName: "feed" | "export" | "null-distribution" | "delivery" | "due-deliveries" | "saved-scan" | "due-saved-scans" | "daily-pick" | "train" | "sandbox-replay" | "prepare-nulls" | "came-true" | "stale-markets" | "prune";
        /** @enum {string} */
        JobState: "waiting" | "active" | "failed" | "cancelled";
        /** @description Number of jobs of a queue, over all processes. */
        JobQueue: {
            queue: string;
            waiting: number;
            active: number;
            failed: number;
            /**
             * Format: date-time
             * @description Since when the oldest job that may start has waited; null when there is none.
             */
            oldest: string | null;
        };
        OperatorJob: {
            job_id: string;
            queue: string;
            /** @description Ids of what the job is about. Of the jobs of a queue with the same key, at most one waits and one runs. */
            key: string;
            /** @description The account of the job; 0 for the public demo token, null for the service itself. */
            account_id: number | null;
            state: components["schemas"]["JobState"];
            /** @description Runs that have begun. */
            attempts: number;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description The earliest time of its run; null once it runs or is over.
             */
            run_at: string | null;
            /** @description Why the last run failed; null when no run failed. */
            error: string | null;
        };
        ChangedJob: {
            job_id: string;
            state: components["schemas"]["JobState"];
            message: string;
        };
        HeldPriceList: {
            held: components["schemas"]["HeldPrice"][];
            total: number;
            /** @description Cursor of the next page; null on the last page. */
            next_after: string | null;
        };
        HeldPrice: {
            held_id: string;
            feed_id: number;
            provider: string;
            market_id: components["schemas"]["MarketId"];
            symbol: string;
            /** Format: date-time */
            held_at: string;
            source: string;
            /** @description Why the prices are held. */
            reason: string;
            /** @description Null when nothing is stored, or when it cannot be read. */
            stored: components["schemas"]["BarSpan"] | null;
            held: components["schemas"]["BarSpan"];
            /** @description Days in both series. */
            shared_days: number;
            /** @description Shared days whose closes differ by more than 0.01 %. */
            differing_days: number;
            /** @description Stored days that the held prices lack. */
            lost_days: number;
            /** @description Difference of the held close from the stored one, over the shared days; null without any. */
            difference: components["schemas"]["CloseDifference"] | null;
            /** @description Some of the shared days, evenly spaced, including the first and the last. */
            sample: components["schemas"]["DayDifference"][];
        };
        BarSpan: {
            /** Format: date */
            first_date: string;
            /** Format: date */
            last_date: string;
            bars: number;
        };
        CloseDifference: {
            lowest_pct: number;
            median_pct: number;
            highest_pct: number;
        };
        DayDifference: {
            /** Format: date */
            date: string;
            difference_pct: number;
        };
        HeldDecision: {
            decision: components["schemas"]["TakeOrDrop"];
        };
        /**
         * @description `take`: the held prices replace the stored ones; `drop`: the stored ones stay.
         * @enum {string}
         */
        TakeOrDrop: "take" | "drop";
        DecidedPrices: {
            symbol: string;
            decision: components["schemas"]["TakeOrDrop"];
            message: string;
        };
        /**
         * @description `damaged`: prices that cannot be read; `split_like`: moves that look like missed splits; `jump`: other moves of more than 60 %; `gap`: more days without a bar than the market allows; `without_range`: bars without high or low; `refused` and `flagged`: rows of imports and feeds.
         * @enum {string}
         */
        QualityKind: "damaged" | "split_like" | "jump" | "gap" | "without_range" | "refused" | "flagged";
        DataQuality: {
            symbols: components["schemas"]["SymbolQuality"][];
            /** @description Symbols that match the filters, among those already checked. */
            total: number;
            /** @description Symbols of the requested market and text whose prices are still to be checked: ask again. */
            pending: number;
            counts: components["schemas"]["QualityCounts"];
            /** @description Cursor of the next page; null on the last page. */
            next_after: string | null;
        };
        /** @description Symbols of the requested market and text, by kind of problem. */
        QualityCounts: {
            damaged: number;
            split_like: number;
            jump: number;
            gap: number;
            without_range: number;
            refused: number;
            flagged: number;
        };
        SymbolQuality: {
            symbol: string;
            name: string;
            markets: components["schemas"]["MarketId"][];
            source: string;
            /** @description Whether the prices are the sandbox's. */
            simulated: boolean;
            /** Format: date-time */
            stored_at: string;
            /** Format: date */
            first_date: string;
            /** Format: date */
            last_date: string;
            bars: number;
            /** @description Why the prices cannot be read; null when they can. */
            damage: string | null;
            /** @description Bars of each year, beside the sessions of the market's calendar between the first and the last bar; empty when the prices cannot be read. */
            years: components["schemas"]["YearCoverage"][];
            /** @description Calendar days between two bars beyond which there is a gap; null for a symbol of no market. */
            gap_limit_days: number | null;
            gap_count: number;
            /** @description The newest 50, oldest first. */
            gaps: components["schemas"]["PriceGap"][];
            /** @description Moves that look like missed splits. */
            split_like: number;
            /** @description Other moves of more than 60 %. */
            jumps: number;
            /** @description The newest 50 moves of both kinds, oldest first. */
            moves: components["schemas"]["OddMove"][];
            /** @description Bars without high or low. */
            without_range: number;
            refused: components["schemas"]["ToldRows"][];
            /** @description Rows that were stored although something about them is unusual. */
            flagged: components["schemas"]["ToldRows"][];
            /** @description How often stored bars were changed. */
            restatements: number;
            /**
             * Format: date-time
             * @description When stored bars were last changed; null when never.
             */
            restated_at: string | null;
            /** @description The run that last changed its prices, name or markets; null when unknown. */
            last_run: components["schemas"]["LastPriceRun"] | null;
        };
        YearCoverage: {
            year: number;
            bars: number;
            sessions: number;
        };
        /** @description A gap between two bars. */
        PriceGap: {
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
            days: number;
        };
        OddMove: {
            /** Format: date */
            date: string;
            /** @enum {string} */
            kind: "split_like" | "jump";
            detail: string;
        };
        /** @description Rows of one kind in the last run that had any. */
        ToldRows: {
            kind: string;
            reason: string;
            rows: number;
            /**
             * Format: date
             * @description Null when the dates could not be read.
             */
            first_date: string | null;
            /** Format: date */
            last_date: string | null;
            run_id: number;
        };
        LastPriceRun: {
            /** @description Id of its report; null when there is none. */
            run_id: number | null;
            kind: components["schemas"]["PriceRunKind"];
            /** Format: date-time */
            at: string;
            label: string;
        };
        /** @enum {string} */
        PriceRunKind: "import" | "feed" | "sandbox" | "list" | "rename" | "remove" | "undo" | "before";
        QualityRunList: {
            runs: components["schemas"]["QualityRun"][];
            /** @description Cursor of the next page; null on the last page. */
            next_before: number | null;
        };
        /** @description `rows_in` is the sum of the rows taken, held and refused. */
        QualityRun: {
            run_id: number;
            kind: components["schemas"]["PriceRunKind"];
            market_id: components["schemas"]["MarketId"] | null;
            /** @description Where the rows came from. */
            label: string;
            /** Format: date-time */
            began_at: string;
            /**
             * Format: date-time
             * @description Null while the run is under way, and when it was interrupted.
             */
            finished_at: string | null;
            /**
             * Format: date-time
             * @description When the run was undone; null when it was not.
             */
            undone_at: string | null;
            rows_in: number;
            rows_taken: number;
            /** @description Rows of prices that were held for a decision. */
            rows_held: number;
            rows_refused: number;
            refused: components["schemas"]["KindRows"][];
            flagged: components["schemas"]["KindRows"][];
            /** @description Findings that can be listed, by symbol and reason. */
            findings: number;
            /** @description Findings past the number stored; their rows are counted. */
            left_out: number;
        };
        KindRows: {
            kind: string;
            reason: string;
            rows: number;
        };
        QualityRunReport: {
            run: components["schemas"]["QualityRun"];
            findings: components["schemas"]["RunFinding"][];
            /** @description Findings that match the filters. */
            total: number;
            /** @description Cursor of the next page; null on the last page. */
            next_after: number | null;
        };
        RunFinding: {
            finding_id: number;
            /** @description Null when the row could not be read far enough to name one. */
            symbol: string | null;
            /** @description Null for rows that a feed fetched. */
            file: string | null;
            /** @enum {string} */
            side: "refused" | "flagged";
            kind: string;
            reason: string;
            rows: number;
            /** @description Groups of consecutive rows. */
            places: number;
            /**
             * Format: date
             * @description Null when the dates could not be read.
             */
            first_date: string | null;
            /** Format: date */
            last_date: string | null;
            /** @description Whether the finding concerns prices that are stored now: false once they were stored anew, or the run was undone. */
            stands: boolean;
            /** @description The first ten places. */
            sample: components["schemas"]["FindingPlace"][];
        };
        /** @description A group of consecutive rows. */
        FindingPlace: {
            rows: number;
            /** Format: date */
            first_date: string | null;
            /** Format: date */
            last_date: string | null;
            /** @description First line in the file; 0 when the rows are not consecutive lines of a file. */
            first_line: number;
            last_line: number;
            /** @description Empty when the reason says everything. */
            detail: string;
        };
        /** @description Requests allowed and left, this one included. */
        Rate: {
            per_minute: number;
            per_day: number;
            remaining_minute: number;
            remaining_today: number;
        };
        Methodology: {
            /** @description Changes whenever a definition changes. */
            version: string;
            summary: string;
            sections: components["schemas"]["MethodSection"][];
            definitions: components["schemas"]["MethodDefinition"][];
            edge_score: components["schemas"]["EdgeScoreMethod"];
            /** @description How often luck alone does it, for reading a win rate. */
            chance: components["schemas"]["ChanceRow"][];
            limitations: string[];
            /** @description The prediction model in service; null when there is none. */
            model: components["schemas"]["ModelCard"] | null;
            evidence?: components["schemas"]["ForwardEvidence"];
            /** @description How much of what windows showed beyond their peers came true afterwards, by market. A market without an entry is still being measured, or has fewer than 20 members. */
            came_true: components["schemas"]["CameTrueMarket"][];
            disclaimer: components["schemas"]["Disclaimer"];
        };
        CameTrueMarket: {
            /** @description Market id. */
            market: string;
            name: string;
            /** @description The prices that the shares are measured on: of the last session, and at most a day older than the newest correction. */
            data_version: string;
            /** @description The finding in words. */
            reading: string;
            shares: components["schemas"]["CameTrueShare"][];
        };
        /** @description The share of one hold over the entries of some years, point in time: `share` % of each 1 % shown beyond the peers came true. Periods of fewer than 60 months are left out. */
        CameTrueShare: {
            /** @description Shortest hold of the band, calendar days. */
            min_hold: number;
            max_hold: number;
            /** @description The hold of the band that is measured. */
            studied_hold: number;
            /** @description First year of the entries. */
            from_year: number;
            to_year: number;
            share: number;
            /** @description Allows for what the members of a month share. */
            standard_error: number;
            /** @description Lower end of the 80 % interval. */
            low: number;
            high: number;
            months: number;
        };
        MethodSection: {
            /** @description Stable anchor. */
            id: string;
            title: string;
            /** @description Markdown. */
            body: string;
        };
        MethodDefinition: {
            /** @description Name of the field in answers. */
            name: string;
            definition: string;
            /** @description Null when words are enough. */
            formula: string | null;
            /** @enum {string} */
            unit: "percent" | "ratio" | "share" | "count" | "years" | "days" | "index" | "score" | "date" | "none";
            /** @description When the field is null; null when it never is. */
            null_when: string | null;
        };
        EdgeScoreMethod: {
            range: components["schemas"]["EdgeScoreRange"];
            neutral_below: number;
            /** @description Line by line, in the order of computation. */
            formula: string[];
            parts: components["schemas"]["EdgePart"][];
            /** @description The factor f, and how it is determined. */
            confidence: components["schemas"]["EdgeConfidence"][];
            /** @description Conditions that keep the score below `neutral_below`. */
            caps: string[];
        };
        EdgeScoreRange: {
            min: number;
            max: number;
        };
        EdgePart: {
            symbol: string;
            weight: components["schemas"]["Share"];
            meaning: string;
        };
        EdgeConfidence: {
            factor: components["schemas"]["Share"];
            condition: string;
        };
        ChanceRow: {
            years: components["schemas"]["YearsLabel"];
            min_wins: number;
            any_date_win_rate: components["schemas"]["Share"];
            /** @description Chance that luck alone wins at least this often where any date wins as often as any_date_win_rate says. */
            probability_pct: number;
        };
        /** @description What the prediction model is, what it was tested on and how it did. Scores carry 6 decimals. */
        ModelCard: {
            /** @description Hash of data, code and settings: the same inputs give the same version. */
            version: string;
            trained_through: components["schemas"]["CalendarDate"];
            description: string;
            /** @description Whether it was trained on simulated prices. */
            simulated: boolean;
            /** @description Whether it was trained on the prices now in service; false after an import and until the next training. */
            current: boolean;
            data_version: string;
            code_version: string;
            /** @description The card in sentences. */
            statements: string[];
            training: components["schemas"]["ModelTraining"];
            features: components["schemas"]["ModelFeature"][];
            /** @description Out of sample, walk-forward; null when the prices hold too few years. */
            evaluation: components["schemas"]["ModelEvaluation"] | null;
            /** @description Windows that nobody chose, against what luck alone gives. */
            chance: components["schemas"]["ModelChance"][];
            inputs_tried?: components["schemas"]["ModelInputsTried"];
        };
        /** @description Whether more inputs, or training on the rows that scans show, make better predictions: variants of the model compared walk-forward on the same setups, by a rule fixed before any result was seen. Holds the last trial; absent when there was none. Scores carry 6 decimals. */
        ModelInputsTried: {
            /** Format: date-time */
            made_at: string;
            data_version: string;
            /** @description Whether the trial used the prices now in service. */
            current: boolean;
            prices_through: components["schemas"]["CalendarDate"];
            /** @description Code version of the model that is called today's. */
            code_version: string;
            /** @description Whether the trial used simulated prices. */
            simulated: boolean;
            symbols: number;
            /** @description Number of shuffled calendars behind log_p_symbol. */
            rotations: number;
            first_year: number;
            last_year: number;
            /** @description The rule by which a variant is kept, in words. */
            rule: string;
            kept: components["schemas"]["ModelVariantName"];
            /** @description Inputs tried in addition to the model's features. */
            inputs: components["schemas"]["ModelTriedInput"][];
            variants: components["schemas"]["ModelVariant"][];
        };
        /**
         * @description today: the model in use. selected_rows: trained also on the rows that scans would have shown. z: as selected_rows, with z as an input. z_and_log_p: as z, with the logarithm of p_symbol as another input.
         * @enum {string}
         */
        ModelVariantName: "today" | "selected_rows" | "z" | "z_and_log_p";
        ModelTriedInput: {
            /** @enum {string} */
            name: "z" | "log_p_symbol";
            meaning: string;
        };
        ModelVariant: {
            name: components["schemas"]["ModelVariantName"];
            /** @description Whether it was trained also on the rows that scans would have shown. */
            trained_on_selected: boolean;
            /** @description Inputs in addition to the model's features. */
            inputs: ("z" | "log_p_symbol")[];
            /** @description Decided by the rule; null for today's model itself. */
            beats_today: boolean | null;
            scores: components["schemas"]["ModelVariantScore"][];
        };
        /** @description Scores on one kind of setups, out of sample. A gain is the other model's error minus the variant's own, and for AUC the reverse: above 0 is better. over_base_rate: compared with the win rate of the direction among earlier setups of the same kind. */
        ModelVariantScore: {
            /**
             * @description weekly: the sample that the model is trained on. selected: what a scan on the first of each month would have shown.
             * @enum {string}
             */
            kind: "weekly" | "selected";
            setups: number;
            brier: number;
            log_loss: number;
            auc: number | null;
            over_base_rate: components["schemas"]["ModelVariantGain"];
            /** @description Compared with today's model, setup by setup; null for today's model itself. */
            over_today: components["schemas"]["ModelVariantGain"] | null;
        };
        ModelVariantGain: {
            brier: components["schemas"]["ModelYearlyMean"];
            log_loss: components["schemas"]["ModelYearlyMean"];
            auc: components["schemas"]["ModelYearlyMean"];
        };
        /** @description A mean with its 95 % interval, errors clustered by calendar year; the interval is null when there is one year only. */
        ModelYearlyMean: {
            mean: number;
            standard_error: number | null;
            low: number | null;
            high: number | null;
            years: components["schemas"]["YearsLabel"];
        };
        /** @description How the best windows of past months performed at their next occurrence, as last published by the operator of this service (`perennial evidence forward --publish`). Absent when nothing was published, and when one of it and this service uses simulated prices and the other real ones. */
        ForwardEvidence: {
            /**
             * Format: date-time
             * @description When the computation ended.
             */
            made_at: string;
            /** @description Version of the program that computed it, as in the record of the daily pick. */
            engine_version: string;
            /** @description Hash over the stored prices that were used. */
            data_version: string;
            /** @description Whether the prices in service and the engine version are the ones used. */
            current: boolean;
            prices_through: components["schemas"]["CalendarDate"];
            /** @description Whether the prices were simulated. */
            simulated: boolean;
            /** @description Labels of the prices, at most 20. */
            sources: string[];
            market: components["schemas"]["CardMarket"];
            from: components["schemas"]["EvidenceMonth"];
            to: components["schemas"]["EvidenceMonth"];
            months: number;
            symbols: number;
            /** @description Windows left out because their next occurrence was not whole or not over. */
            unfinished: number;
            /** @description Symbols left out because their stored prices could not be read. */
            unreadable: number;
            settings: components["schemas"]["EvidenceSettings"];
            /** @description What was tested and what it showed, in sentences. */
            statements: string[];
            /** @description One table per ranking. */
            tables: components["schemas"]["EvidenceTable"][];
        };
        /** @description Month of entry, YYYY-MM. */
        EvidenceMonth: string;
        /** @description The settings of each month's search. */
        EvidenceSettings: {
            years: components["schemas"]["YearsLabel"];
            /** @description Calendar days. */
            min_hold: number;
            /** @description Calendar days. */
            max_hold: number;
            /** @description Number of shuffled calendars behind p_symbol. */
            rotations: number;
        };
        EvidenceTable: {
            /**
             * @description The measure by which each symbol's best window of a month was chosen.
             * @enum {string}
             */
            ranking: "sharpe" | "edge" | "win_rate" | "avg_return" | "significance";
            /** @description All windows, and groups by p_symbol. */
            bands: components["schemas"]["EvidenceBand"][];
        };
        /** @description Means over windows with their standard errors, clustered by month of entry. Means are null without windows; the errors are null also with windows of one month only. */
        EvidenceBand: {
            /** @enum {string} */
            p_symbol: "all" | "<= .05" | ".05-.2" | ".2-.5" | "> .5";
            windows: number;
            /** @description Months that have such a window. */
            months: number;
            /** @description Return of the next occurrence minus the average return of the same symbol, hold and direction on any date of the years by which the window was chosen. Percentage points. */
            beyond_drift_pct: number | null;
            beyond_drift_error: number | null;
            /** @description Share of windows whose next occurrence exceeded drift, 0..1. */
            share_above_drift: number | null;
            share_error: number | null;
            /** @description Return minus that of random dates, the 126 sessions on either side of the entry. Percentage points. */
            beyond_random_pct: number | null;
            beyond_random_error: number | null;
        };
        ModelTraining: {
            symbols: number;
            setups: number;
            /** Format: date */
            first_entry: string | null;
            /** Format: date */
            last_entry: string | null;
        };
        ModelFeature: {
            name: string;
            meaning: string;
            /** @description Log odds per standard deviation of the feature. */
            weight: number;
        };
        ModelEvaluation: {
            first_year: number;
            last_year: number;
            setups: number;
            /** @description Scores of the model and of its baselines. Lower Brier score, log loss and calibration error are better. */
            scores: components["schemas"]["ModelScore"][];
            /** @description Gain in Brier score over each baseline, with its 95 % interval by year. */
            skill: components["schemas"]["ModelSkill"][];
            /** @description Whether it is better than the base rate and the shrunk win rate, both intervals above 0. */
            significant: boolean;
            /** @description Whether edge_score carries the model's tilt. */
            moves_edge_score: boolean;
            highest_probability: components["schemas"]["Share"];
            /** @description Reasons to distrust a result that is too good. */
            suspected_leak: string[];
            calibration: components["schemas"]["ModelCalibration"][];
        };
        ModelScore: {
            /** @enum {string} */
            name: "model" | "base_rate" | "shrunk_win_rate" | "raw_win_rate";
            brier: number;
            log_loss: number;
            auc: number | null;
            calibration_error: number;
        };
        ModelSkill: {
            /** @enum {string} */
            against: "base_rate" | "shrunk_win_rate" | "raw_win_rate";
            mean: number;
            /** @description Null for a single year. */
            standard_error: number | null;
            low: number | null;
            high: number | null;
            years: components["schemas"]["YearsLabel"];
            significant: boolean;
        };
        ModelCalibration: {
            /** @description all, long, short, or a range of holds. */
            group: string;
            setups: number;
            calibration_error: number;
            deciles: components["schemas"]["CalibrationDecile"][];
        };
        CalibrationDecile: {
            setups: number;
            predicted: components["schemas"]["Share"];
            observed: components["schemas"]["Share"];
        };
        ModelChance: {
            direction: components["schemas"]["Direction"];
            windows: number;
            /** @description Share with at least 90 % winners in the lookback. */
            observed: number;
            /** @description The same share for a fair coin. */
            coin: number;
            /** @description The same share for a coin that wins as often as any window of the direction. */
            drift: number;
            /** @description Share of these that won the next time; null without any. */
            won_next: number | null;
            /** @description Share of all windows that won the next time. */
            base_rate: number;
        };
        /**
         * @description The kind of an event; `webhooks` of this document describes the content of each.
         * @enum {string}
         */
        WebhookEventType: "pattern.entering" | "scan.changed" | "daily_pick.published" | "daily_pick.scored" | "data.stale";
        /** @description An https URL without user and password that leads to a public address. */
        WebhookUrl: string;
        /** @description A note for yourself. */
        Note: string;
        NewWebhook: {
            url: components["schemas"]["WebhookUrl"];
            events: components["schemas"]["WebhookEventType"][];
            description?: components["schemas"]["Note"];
            /** @description Whether `pattern.entering` and `scan.changed` tell of neutral setups too, whose record is too weak for a direction. If left out, they do not. */
            include_neutral?: boolean;
        };
        WebhookChange: {
            url?: components["schemas"]["WebhookUrl"];
            events?: components["schemas"]["WebhookEventType"][];
            description?: components["schemas"]["Note"];
            /** @description Whether events about neutral setups are sent too. */
            include_neutral?: boolean;
            /**
             * @description Whether events are sent to it.
             * @enum {string}
             */
            state?: "active" | "disabled";
        };
        WebhookEndpoint: {
            webhook_id: string;
            url: string;
            description: string;
            events: components["schemas"]["WebhookEventType"][];
            /**
             * @description Ids of the markets to which the key that created or last changed the webhook was limited; null when it was not
             *     limited. Events of other markets are not sent.
             */
            markets: components["schemas"]["MarketId"][] | null;
            /** @description Whether events about neutral setups are sent too. */
            include_neutral: boolean;
            /** @enum {string} */
            state: "active" | "disabled";
            /** @description Null while the webhook is active. */
            disabled_reason: string | null;
            /** Format: date-time */
            disabled_at: string | null;
            /**
             * Format: date-time
             * @description Until when messages are also signed with the previous secret; null when they are not.
             */
            previous_secret_until: string | null;
            /** Format: date-time */
            created_at: string;
        };
        WebhookEndpoints: {
            webhooks: components["schemas"]["WebhookEndpoint"][];
            /** @description Webhooks that the plan allows. */
            most: number;
        };
        OneWebhook: {
            webhook: components["schemas"]["WebhookEndpoint"];
        };
        CreatedWebhook: {
            webhook: components["schemas"]["WebhookEndpoint"];
            /** @description The secret that signs messages: shown only here. */
            secret: string;
            message: string;
        };
        DeletedWebhook: {
            webhook: components["schemas"]["WebhookEndpoint"];
            message: string;
        };
        SecretRotation: {
            /**
             * @description How long both secrets work.
             * @default 24
             */
            overlap_hours: number;
        };
        WebhookTrial: {
            /** @description Value of the header `webhook-id`. */
            event_id: string;
            /** @description Whether the receiver accepted it. */
            delivered: boolean;
            /** @description Null when there was no answer. */
            response_code: number | null;
            /** @description Why it failed; null when it did not. */
            error: string | null;
            duration_ms: number;
        };
        WebhookDelivery: {
            delivery_id: number;
            /** @description Value of the header `webhook-id`. */
            event_id: string;
            /** @description The type of the event; `webhook.test` is a test message. */
            event: components["schemas"]["WebhookEventType"] | "webhook.test";
            /** @description The symbols that the event is about; none for the prices of a market, a session without a pick and a test. */
            symbols: string[];
            /** Format: date-time */
            event_at: string;
            /**
             * @description `pending`: it waits; `undelivered`: it is not tried any more.
             * @enum {string}
             */
            state: "pending" | "delivered" | "undelivered";
            attempts: number;
            /**
             * Format: date-time
             * @description The earliest time of the next try; null when there is none.
             */
            next_attempt_at: string | null;
            /**
             * Format: date-time
             * @description Time of the last try; null before the first.
             */
            attempted_at: string | null;
            /** @description Status of the last try; null when there was no answer. */
            response_code: number | null;
            /** @description Why the last try failed; null when it did not. */
            error: string | null;
            /** @description Duration of the last try; null before the first. */
            duration_ms: number | null;
        };
        WebhookDeliveries: {
            deliveries: components["schemas"]["WebhookDelivery"][];
            /** @description Value of `before` for the next page; null on the last page. */
            next_before: number | null;
        };
        RedeliveredEvent: {
            delivery: components["schemas"]["WebhookDelivery"];
        };
        PatternEnteringEvent: {
            /** @enum {string} */
            type: "pattern.entering";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            timestamp: string;
            data: components["schemas"]["PatternEntry"];
        };
        ScanChangedEvent: {
            /** @enum {string} */
            type: "scan.changed";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            timestamp: string;
            data: components["schemas"]["ScanChange"];
        };
        DailyPickPublishedEvent: {
            /** @enum {string} */
            type: "daily_pick.published";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            timestamp: string;
            data: components["schemas"]["PickPublication"];
        };
        DailyPickScoredEvent: {
            /** @enum {string} */
            type: "daily_pick.scored";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            timestamp: string;
            data: components["schemas"]["PickScoring"];
        };
        DataStaleEvent: {
            /** @enum {string} */
            type: "data.stale";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            timestamp: string;
            data: components["schemas"]["StaleMarket"];
        };
        /** @description A setup, by the fields that identify it. */
        NotedPattern: {
            market: components["schemas"]["MarketId"];
            symbol: components["schemas"]["SymbolText"];
            direction: components["schemas"]["Direction"];
            entry_date: components["schemas"]["CalendarDate"];
            exit_date: components["schemas"]["CalendarDate"];
            /** @description Calendar days, entry day included. */
            hold_days: number;
            edge_score: number;
            historical_win_rate: components["schemas"]["Share"];
            years_tested: number;
            analyze_url?: components["schemas"]["AnalyzeUrl"];
            /** @description Whether the setup is neutral. Patterns stored by earlier releases lack it. */
            neutral?: boolean;
        };
        PatternEntry: {
            /** @description Id of the saved scan that finds it. */
            scan_id: string;
            scan_name: string;
            as_of: components["schemas"]["CalendarDate"];
            /** @description Whether the prices are the sandbox's. */
            simulated: boolean;
            pattern: components["schemas"]["NotedPattern"];
            disclaimer: components["schemas"]["Disclaimer"];
        };
        ScanChange: {
            scan_id: string;
            scan_name: string;
            as_of: components["schemas"]["CalendarDate"];
            /** @description Whether the prices are the sandbox's. */
            simulated: boolean;
            added: components["schemas"]["NotedPattern"][];
            gone: components["schemas"]["NotedPattern"][];
            added_count: number;
            gone_count: number;
            disclaimer: components["schemas"]["Disclaimer"];
        };
        PickedSetup: {
            market: components["schemas"]["MarketId"];
            symbol: components["schemas"]["SymbolText"];
            direction: components["schemas"]["Direction"];
            entry_date: components["schemas"]["CalendarDate"];
            exit_date: components["schemas"]["CalendarDate"];
            /** @description Calendar days, entry day included. */
            hold_days: number;
            edge_score: number;
        };
        PickPublication: {
            /** @description Sequence number in the record. */
            seq: number;
            hash: components["schemas"]["RecordHash"];
            session: components["schemas"]["CalendarDate"];
            /**
             * Format: date
             * @description Last day whose prices were used; null without any.
             */
            as_of: string | null;
            /** @description Whether the prices are the sandbox's. */
            simulated: boolean;
            /** @description Null when there is none. */
            pick: components["schemas"]["PickedSetup"] | null;
            /** @description Why there is no pick; null when there is one. */
            reason: string | null;
            disclaimer: components["schemas"]["Disclaimer"];
        };
        PickScoring: {
            /** @description Sequence number of the outcome in the record. */
            seq: number;
            hash: components["schemas"]["RecordHash"];
            pick_seq: number;
            pick_hash: components["schemas"]["RecordHash"];
            symbol: components["schemas"]["SymbolText"];
            market: components["schemas"]["MarketId"];
            direction: components["schemas"]["Direction"];
            entry_date: components["schemas"]["CalendarDate"];
            exit_date: components["schemas"]["CalendarDate"];
            /** @description Percent, in the direction of the pick, before costs. */
            return_pct: number;
            /** @enum {string} */
            result: "win" | "loss";
            /** @description Whether the prices are the sandbox's. */
            simulated: boolean;
            disclaimer: components["schemas"]["Disclaimer"];
        };
        StaleMarket: {
            market: components["schemas"]["MarketId"];
            market_name: string;
            as_of: components["schemas"]["CalendarDate"];
            /** @description Completed sessions without a bar. */
            sessions_behind: number;
        };
    };
    responses: {
        /** @description Accepted. At most 1 kB of the body is read. */
        EventTaken: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Not accepted: the event is sent again. The same holds for every other status, for no answer within 10 seconds, and for a redirect. A 410 is not retried and disables the endpoint. */
        EventRefused: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The body still has the tag sent in `If-None-Match`. */
        NotModified: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                "X-Request-Id": components["headers"]["RequestId"];
                ETag: components["headers"]["EntityTag"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description A parameter, or a field of the body, is missing, unknown, repeated or not accepted. */
        BadRequest: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The key is missing or not valid. */
        Unauthorized: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The key is valid, but does not allow this request. */
        Forbidden: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description No such symbol, no data for the window, or no such endpoint. */
        NotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The requested part of the file. */
        PartOfFile: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                "Content-Range": components["headers"]["ContentRange"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "*/*": string;
            };
        };
        /** @description The requested range lies outside the file; `Content-Range` gives its size. */
        NoSuchRange: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                "Content-Range": components["headers"]["ContentRange"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The account already has something with this name, or the `Idempotency-Key` belongs to another request. */
        NameTaken: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The `Idempotency-Key` belongs to another request, or to one that is still running. */
        KeyReused: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The file existed and has been deleted. */
        Gone: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The limit of the minute or of the day is reached. */
        RateLimited: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description An unexpected error of the server. The request id identifies it in the log. */
        Internal: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The server cannot answer now; try again after `Retry-After` seconds. */
        Unavailable: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
    };
    parameters: {
        /**
         * @description Makes a retry safe: a random value of the client's, such as a UUID, new for each thing to create. For 24 hours the same request with the same key gets the first answer again, with `Idempotent-Replayed: true`, and creates nothing. Answers with an error are not kept. The key with another body is 409, and so is a retry while the first request is running.
         * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
         */
        IdempotencyKey: string;
        /** @description Id, name or alias of a market. */
        MarketPath: components["schemas"]["MarketName"];
        /**
         * @description The id of an account, as GET /operator/accounts lists it.
         * @example 2
         */
        AccountPath: number;
        /**
         * @description The id of a feed, as GET /operator/feeds lists it.
         * @example 1
         */
        FeedPath: number;
        /**
         * @description The id of a job, as GET /operator/jobs lists it.
         * @example 17
         */
        JobPath: components["schemas"]["ResourceId"];
        /**
         * @description The id of a saved scan, as GET /saved-scans lists it.
         * @example 5f1c0a9be27d4386
         */
        SavedScanPath: components["schemas"]["ResourceId"];
        /**
         * @description The id of a table link, as GET /table-links lists it.
         * @example 2d7e90b4c1586fa3
         */
        TableLinkPath: components["schemas"]["ResourceId"];
        /**
         * @description The id of a calendar link, as GET /calendar-links lists it.
         * @example 9b3f6a1c52e80d47
         */
        CalendarLinkPath: components["schemas"]["ResourceId"];
        /**
         * @description The id of a key, as GET /account/keys lists it.
         * @example 7bX2kQ9mLp4Z
         */
        KeyPath: components["schemas"]["ResourceId"];
        /**
         * @description The id of an export, as GET /exports lists it.
         * @example 4f0c9b1e7f0e4f575a6b
         */
        ExportPath: components["schemas"]["ResourceId"];
        /** @description Id, name or alias of a market. */
        RequiredMarketQuery: components["schemas"]["MarketName"];
        /** @description Id, name or alias of a market. Required only when the key reaches more than one market: without it the answer is 400 and names those of them that list the symbol. Otherwise the one that the key reaches is used. */
        SymbolListMarketQuery: components["schemas"]["MarketName"];
        /**
         * @description Ticker, in any case. `/`, `=` and `^` are percent-encoded.
         * @example AAPL
         */
        SymbolPath: components["schemas"]["SymbolText"];
        /**
         * @description Direction of the trade; both when left out.
         * @example long
         */
        DirectionQuery: components["schemas"]["Direction"];
        /**
         * @description Lowest historical win rate, as a share of 0 to 1. Rows past the pool are left out when it is set.
         * @example 0.8
         */
        MinWinRateQuery: number;
        /**
         * @description Shortest holding period in calendar days. Default 5; 2 when `max_days` is below that.
         * @example 10
         */
        MinDaysQuery: number;
        /**
         * @description Longest holding period in calendar days. Default 120; 366 when `min_days` is above that.
         * @example 60
         */
        MaxDaysQuery: number;
        /**
         * @description Lowest average return, percent.
         * @example 1
         */
        MinAvgReturnQuery: number;
        /**
         * @description Lowest median return, percent.
         * @example 1
         */
        MinMedianReturnQuery: number;
        /**
         * @description Lowest Sharpe ratio of the yearly returns.
         * @example 0.5
         */
        MinSharpeQuery: number;
        /**
         * @description Highest `significance.p_symbol`: how often shuffled calendars give this symbol a window as strong. A value that is not known yet never satisfies the filter.
         * @example 0.5
         */
        MostSymbolChanceQuery: number;
        /**
         * @description Highest `significance.p_search`: how often the whole search finds a window as strong over shuffled calendars. A value that is not known yet never satisfies the filter.
         * @example 1
         */
        MostSearchChanceQuery: number;
        /**
         * @description The years to use: `consecutive`, or `pe`, those at the same position of the US presidential cycle as the entry's year.
         * @example consecutive
         */
        ScreenCycleQuery: "consecutive" | "pe";
        /**
         * @description The years to use: `consecutive`; `pe`, those at the same position of the US presidential cycle as the entry's year; or a fixed position: `pe0` election, `pe1` post-election, `pe2` midterm, `pe3` pre-election.
         * @example consecutive
         */
        CycleQuery: "consecutive" | "pe" | "pe0" | "pe1" | "pe2" | "pe3";
        /**
         * @description Lookback in years; with a cycle, the number of occurrences.
         * @example 10
         */
        YearsQuery: number;
        /**
         * @description Winning years that a candidate needs; the default is nine tenths of the years tested, rounded up. It must lie in the market's detection band (`pattern_detection` of GET /markets).
         * @example 9
         */
        MinWinningYearsQuery: number;
        /**
         * @description Maximum number of rows; capped by the plan without error.
         * @example 3
         */
        ResultLimitQuery: number;
        /**
         * @description Holding period in calendar days; the entry day is day 1.
         * @example 15
         */
        DaysOutQuery: number;
        /**
         * @description A named window; overrides entry date and holding period. Months and quarters are those of the calendar, seasons are meteorological (winter is December to February), `ytd` is January 1 to today, `year_end` is today to December 31, and `buy_hold` is the whole year.
         * @example jul
         */
        PeriodQuery: components["schemas"]["Period"];
        /**
         * @description Selects the rest of the year instead of the period: from the day after its end to the day before its next start. Needs `period`; 400 with `buy_hold`.
         * @example false
         */
        ReverseQuery: boolean;
        /**
         * @description How much of each card is returned: all of it, the first in full and the rest without their years (`evidence`), all without their years (`decision`), or one flat row each (`table`).
         * @example full
         */
        ViewQuery: "full" | "evidence" | "decision" | "table";
        /**
         * @description `csv`, `ndjson` and `rows` return the rows as a table with fixed columns: those of the schema of `application/x-ndjson`, the same for all three and for every `view`. `rows` is one JSON array of flat objects. `format` takes precedence over `Accept`, which otherwise chooses among `application/json`, `text/csv`, `application/x-ndjson` and `application/json; profile=rows`. The header `X-Answer` holds what the JSON answer says beside its rows; errors are JSON.
         * @example csv
         */
        FormatQuery: "json" | "csv" | "ndjson" | "rows";
        /**
         * @description Ignored. OpenBB Workspace adds its theme to every request.
         * @example dark
         */
        ThemeQuery: "light" | "dark";
        /**
         * @description `chart` adds the seasonal curve and the yearly bars to the first card. Rows of `view=table` carry no chart.
         * @example chart
         */
        IncludeQuery: "chart";
        /**
         * @description The id of a webhook, as GET /webhooks lists it.
         * @example we_4cT9kQ2mLp7Z
         */
        WebhookPath: components["schemas"]["ResourceId"];
        /**
         * @description Id of the event, the same on every attempt to send it. Process each id once.
         * @example msg_4c1f0a9d3b7e4f6a8c5b2d1e0f9a8b7c
         */
        WebhookIdHeader: string;
        /**
         * @description When the message was sent, in seconds since 1970. Refuse a message that is older than five minutes.
         * @example 1719586812
         */
        WebhookTimestampHeader: string;
        /**
         * @description `v1,` and, in base64, the HMAC-SHA-256 of `webhook-id.webhook-timestamp.body` with the secret of the endpoint (Standard Webhooks). While a secret is being changed there are two signatures, separated by a space; a message is valid if one of them matches.
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        WebhookSignatureHeader: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description The plan's requests per minute.
         * @example 60
         */
        RateLimitLimit: number;
        /**
         * @description Requests left in the current minute.
         * @example 59
         */
        RateLimitRemaining: number;
        /**
         * @description When the minute ends, Unix time in seconds.
         * @example 1719586860
         */
        RateLimitReset: number;
        /**
         * @description The plan's requests per UTC day.
         * @example 1000
         */
        RateLimitLimitDay: number;
        /**
         * @description Requests left on this UTC day. A request refused by the minute limit does not count.
         * @example 999
         */
        RateLimitRemainingDay: number;
        /**
         * @description When the UTC day ends, Unix time in seconds.
         * @example 1719619200
         */
        RateLimitResetDay: number;
        /**
         * @description Seconds to wait before the next try.
         * @example 12
         */
        RetryAfter: number;
        /**
         * @description Identifies the request in the server's log. A valid id sent by the client is kept.
         * @example 5f0c9b1e-7f0e-4f57-9d3c-0f4a2d6c1b7a
         */
        RequestId: string;
        /**
         * @description The address of what was created.
         * @example http://localhost:8080/v1/saved-scans/5f1c0a9be27d4386
         */
        CreatedLocation: string;
        /** @description `true` on an answer that is given again, see `Idempotency-Key`. */
        IdempotentReplayed: "true";
        /**
         * @description `sandbox` when the prices are simulated; absent over real prices.
         * @example sandbox
         */
        DataSource: "sandbox";
        /**
         * @description Hash over the prices that the answer was computed from; absent when there were none, and when the prices changed during the computation. The operator can look up the import that produced it.
         * @example 9f2c6c1d3f0b7a54e0d1c2b3a4958677f1e2d3c4b5a69788796a5b4c3d2e1f00
         */
        DataVersion: string;
        /**
         * @description SHA-256 of the whole file, in the form of RFC 9530.
         * @example sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:
         */
        ReprDigest: string;
        /**
         * @description The range of bytes sent, and the size of the file.
         * @example bytes 0-99/78214
         */
        ContentRange: string;
        /**
         * @description Tag of the body without `generated_at`; send it as `If-None-Match`.
         * @example W/"q1Yz0mX8mUDJ0y3oYw7wq4b0b1E"
         */
        EntityTag: string;
        /**
         * @description Time of the last change, to the second; never earlier than the current date in New York, since old entries leave the calendar every day.
         * @example Fri, 28 Jun 2024 11:00:00 GMT
         */
        LastModified: string;
        /**
         * @description Sent with a table: what the JSON answer says beside its rows, without lists of objects, as ASCII JSON of at most 4 kB; longer texts are cut.
         * @example {"count":3,"found_count":26,"as_of":"2024-06-27"}
         */
        AnswerNotes: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    scanMarkets: {
        parameters: {
            query?: {
                /**
                 * @description Comma-separated market ids, names or aliases (`0,11`, `sp500,crypto`). `markets_note` reports unknown tokens and skipped out-of-scope markets. When no market is left the answer is 400 or 403.
                 * @example dow30
                 */
                markets?: components["schemas"]["ListText"];
                /** @description Days on which a setup may begin: `now`, `next_2_weeks`, `next_month`, or `YYYY-MM-DD..YYYY-MM-DD` that ends at most 366 days after its start. `now` is today through the tenth NYSE session from today, `next_2_weeks` fourteen days, `next_month` one month. */
                window?: string;
                /**
                 * @description Direction of the trade; both when left out.
                 * @example long
                 */
                direction?: components["parameters"]["DirectionQuery"];
                /**
                 * @description Lowest historical win rate, as a share of 0 to 1. Rows past the pool are left out when it is set.
                 * @example 0.8
                 */
                min_win_rate?: components["parameters"]["MinWinRateQuery"];
                /**
                 * @description Only setups with at least this many `years_tested`.
                 * @example 8
                 */
                min_years?: number;
                /**
                 * @description Shortest holding period in calendar days. Default 5; 2 when `max_days` is below that.
                 * @example 10
                 */
                min_days?: components["parameters"]["MinDaysQuery"];
                /**
                 * @description Longest holding period in calendar days. Default 120; 366 when `min_days` is above that.
                 * @example 60
                 */
                max_days?: components["parameters"]["MaxDaysQuery"];
                /**
                 * @description Lowest average return, percent.
                 * @example 1
                 */
                min_avg_return?: components["parameters"]["MinAvgReturnQuery"];
                /**
                 * @description Lowest median return, percent.
                 * @example 1
                 */
                min_median_return?: components["parameters"]["MinMedianReturnQuery"];
                /**
                 * @description Lowest Sharpe ratio of the yearly returns.
                 * @example 0.5
                 */
                min_sharpe?: components["parameters"]["MinSharpeQuery"];
                /**
                 * @description Highest `significance.p_symbol`: how often shuffled calendars give this symbol a window as strong. A value that is not known yet never satisfies the filter.
                 * @example 0.5
                 */
                max_p_symbol?: components["parameters"]["MostSymbolChanceQuery"];
                /**
                 * @description Highest `significance.p_search`: how often the whole search finds a window as strong over shuffled calendars. A value that is not known yet never satisfies the filter.
                 * @example 1
                 */
                max_p_search?: components["parameters"]["MostSearchChanceQuery"];
                /**
                 * @description The years to use: `consecutive`, or `pe`, those at the same position of the US presidential cycle as the entry's year.
                 * @example consecutive
                 */
                pe_cycle?: components["parameters"]["ScreenCycleQuery"];
                /**
                 * @description Lookback in years; with a cycle, the number of occurrences.
                 * @example 10
                 */
                years?: components["parameters"]["YearsQuery"];
                /**
                 * @description Winning years that a candidate needs; the default is nine tenths of the years tested, rounded up. It must lie in the market's detection band (`pattern_detection` of GET /markets). A scan of several markets skips those whose band excludes the value, even when that is all of them, and lists them in `lookback_note`; a request that names a single market gets 400.
                 * @example 9
                 */
                min_winning_years?: number;
                /**
                 * @description Candidates to verify before filters, ranking and limit apply, best Sharpe ratio first. A larger pool takes longer. Capped by the plan without error, never below 50.
                 * @example 50
                 */
                pool?: number;
                /**
                 * @description Order of the cards. `significance` puts the smallest `p_symbol` first, ties by `z`; while `p_symbol` is pending, the largest `z` comes first.
                 * @example edge
                 */
                rank_by?: "edge" | "win_rate" | "sharpe" | "ml" | "avg_return" | "significance";
                /**
                 * @description Maximum number of rows; capped by the plan without error.
                 * @example 3
                 */
                limit?: components["parameters"]["ResultLimitQuery"];
                /**
                 * @description How much of each card is returned: all of it, the first in full and the rest without their years (`evidence`), all without their years (`decision`), or one flat row each (`table`).
                 * @example full
                 */
                view?: components["parameters"]["ViewQuery"];
                /**
                 * @description `chart` adds the seasonal curve and the yearly bars to the first card. Rows of `view=table` carry no chart.
                 * @example chart
                 */
                include?: components["parameters"]["IncludeQuery"];
                /**
                 * @description `csv`, `ndjson` and `rows` return the rows as a table with fixed columns: those of the schema of `application/x-ndjson`, the same for all three and for every `view`. `rows` is one JSON array of flat objects. `format` takes precedence over `Accept`, which otherwise chooses among `application/json`, `text/csv`, `application/x-ndjson` and `application/json; profile=rows`. The header `X-Answer` holds what the JSON answer says beside its rows; errors are JSON.
                 * @example csv
                 */
                format?: components["parameters"]["FormatQuery"];
                /**
                 * @description Ignored. OpenBB Workspace adds its theme to every request.
                 * @example dark
                 */
                theme?: components["parameters"]["ThemeQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ranked setups, and whether the scan was complete. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    "X-Answer": components["headers"]["AnswerNotes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScanResponse"];
                    "text/csv": components["schemas"]["TableText"];
                    "application/x-ndjson": components["schemas"]["ScanLine"];
                    "application/json; profile=rows": components["schemas"]["ScanLine"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOpportunities: {
        parameters: {
            query: {
                /** @description Id, name or alias of a market. */
                market: components["parameters"]["RequiredMarketQuery"];
                /**
                 * @description Entry date, by default today in New York. It must lie in the current US market year.
                 * @example 2024-07-01
                 */
                from?: string;
                /**
                 * @description Accepted and ignored, whatever its value; `window_supported` in the answer is always false.
                 * @example 2024-07-31
                 */
                to?: components["schemas"]["AnyText"];
                /**
                 * @description Direction of the trade; both when left out.
                 * @example long
                 */
                direction?: components["parameters"]["DirectionQuery"];
                /**
                 * @description Lowest historical win rate, as a share of 0 to 1. Rows past the pool are left out when it is set.
                 * @example 0.8
                 */
                min_win_rate?: components["parameters"]["MinWinRateQuery"];
                /**
                 * @description Shortest holding period in calendar days. Default 5; 2 when `max_days` is below that.
                 * @example 10
                 */
                min_days?: components["parameters"]["MinDaysQuery"];
                /**
                 * @description Longest holding period in calendar days. Default 120; 366 when `min_days` is above that.
                 * @example 60
                 */
                max_days?: components["parameters"]["MaxDaysQuery"];
                /**
                 * @description Lowest average return, percent.
                 * @example 1
                 */
                min_avg_return?: components["parameters"]["MinAvgReturnQuery"];
                /**
                 * @description Lowest median return, percent.
                 * @example 1
                 */
                min_median_return?: components["parameters"]["MinMedianReturnQuery"];
                /**
                 * @description Lowest Sharpe ratio of the yearly returns.
                 * @example 0.5
                 */
                min_sharpe?: components["parameters"]["MinSharpeQuery"];
                /**
                 * @description Highest `significance.p_symbol`: how often shuffled calendars give this symbol a window as strong. A value that is not known yet never satisfies the filter.
                 * @example 0.5
                 */
                max_p_symbol?: components["parameters"]["MostSymbolChanceQuery"];
                /**
                 * @description Highest `significance.p_search`: how often the whole search finds a window as strong over shuffled calendars. A value that is not known yet never satisfies the filter.
                 * @example 1
                 */
                max_p_search?: components["parameters"]["MostSearchChanceQuery"];
                /**
                 * @description The years to use: `consecutive`, or `pe`, those at the same position of the US presidential cycle as the entry's year.
                 * @example consecutive
                 */
                pe_cycle?: components["parameters"]["ScreenCycleQuery"];
                /**
                 * @description Lookback in years; with a cycle, the number of occurrences.
                 * @example 10
                 */
                years?: components["parameters"]["YearsQuery"];
                /**
                 * @description Winning years that a candidate needs; the default is nine tenths of the years tested, rounded up. It must lie in the market's detection band (`pattern_detection` of GET /markets).
                 * @example 9
                 */
                min_winning_years?: components["parameters"]["MinWinningYearsQuery"];
                /**
                 * @description Maximum number of rows; capped by the plan without error.
                 * @example 3
                 */
                limit?: components["parameters"]["ResultLimitQuery"];
                /**
                 * @description `csv`, `ndjson` and `rows` return the rows as a table with fixed columns: those of the schema of `application/x-ndjson`, the same for all three and for every `view`. `rows` is one JSON array of flat objects. `format` takes precedence over `Accept`, which otherwise chooses among `application/json`, `text/csv`, `application/x-ndjson` and `application/json; profile=rows`. The header `X-Answer` holds what the JSON answer says beside its rows; errors are JSON.
                 * @example csv
                 */
                format?: components["parameters"]["FormatQuery"];
                /**
                 * @description Ignored. OpenBB Workspace adds its theme to every request.
                 * @example dark
                 */
                theme?: components["parameters"]["ThemeQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The setups, best Sharpe ratio first. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    "X-Answer": components["headers"]["AnswerNotes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpportunityList"];
                    "text/csv": components["schemas"]["TableText"];
                    "application/x-ndjson": components["schemas"]["OpportunityLine"];
                    "application/json; profile=rows": components["schemas"]["OpportunityLine"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSymbolOpportunities: {
        parameters: {
            query?: {
                /** @description Id, name or alias of a market. Required only when the key reaches more than one market: without it the answer is 400 and names those of them that list the symbol. Otherwise the one that the key reaches is used. */
                market?: components["parameters"]["SymbolListMarketQuery"];
                /**
                 * @description The years to use: `consecutive`, or `pe`, those at the same position of the US presidential cycle as the entry's year.
                 * @example consecutive
                 */
                pe_cycle?: components["parameters"]["ScreenCycleQuery"];
                /**
                 * @description Shortest holding period in calendar days. Default 5; 2 when `max_days` is below that.
                 * @example 10
                 */
                min_days?: components["parameters"]["MinDaysQuery"];
                /**
                 * @description Longest holding period in calendar days. Default 120; 366 when `min_days` is above that.
                 * @example 60
                 */
                max_days?: components["parameters"]["MaxDaysQuery"];
                /**
                 * @description Lowest average return, percent.
                 * @example 1
                 */
                min_avg_return?: components["parameters"]["MinAvgReturnQuery"];
                /**
                 * @description Lowest median return, percent.
                 * @example 1
                 */
                min_median_return?: components["parameters"]["MinMedianReturnQuery"];
                /**
                 * @description Lowest Sharpe ratio of the yearly returns.
                 * @example 0.5
                 */
                min_sharpe?: components["parameters"]["MinSharpeQuery"];
                /**
                 * @description Highest `significance.p_symbol`: how often shuffled calendars give this symbol a window as strong. A value that is not known yet never satisfies the filter.
                 * @example 0.5
                 */
                max_p_symbol?: components["parameters"]["MostSymbolChanceQuery"];
                /**
                 * @description Highest `significance.p_search`: how often the whole search finds a window as strong over shuffled calendars. A value that is not known yet never satisfies the filter.
                 * @example 1
                 */
                max_p_search?: components["parameters"]["MostSearchChanceQuery"];
                /**
                 * @description Lookback in years; with a cycle, the number of occurrences.
                 * @example 10
                 */
                years?: components["parameters"]["YearsQuery"];
                /**
                 * @description Winning years that a candidate needs; the default is nine tenths of the years tested, rounded up. It must lie in the market's detection band (`pattern_detection` of GET /markets).
                 * @example 9
                 */
                min_winning_years?: components["parameters"]["MinWinningYearsQuery"];
                /**
                 * @description `csv`, `ndjson` and `rows` return the rows as a table with fixed columns: those of the schema of `application/x-ndjson`, the same for all three and for every `view`. `rows` is one JSON array of flat objects. `format` takes precedence over `Accept`, which otherwise chooses among `application/json`, `text/csv`, `application/x-ndjson` and `application/json; profile=rows`. The header `X-Answer` holds what the JSON answer says beside its rows; errors are JSON.
                 * @example csv
                 */
                format?: components["parameters"]["FormatQuery"];
                /**
                 * @description Ignored. OpenBB Workspace adds its theme to every request.
                 * @example dark
                 */
                theme?: components["parameters"]["ThemeQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description Ticker, in any case. `/`, `=` and `^` are percent-encoded.
                 * @example AAPL
                 */
                symbol: components["parameters"]["SymbolPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The symbol's setups, best Sharpe ratio first. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    "X-Answer": components["headers"]["AnswerNotes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SymbolOpportunityList"];
                    "text/csv": components["schemas"]["TableText"];
                    "application/x-ndjson": components["schemas"]["OpportunityLine"];
                    "application/json; profile=rows": components["schemas"]["OpportunityLine"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSymbolOpportunitiesAlias: {
        parameters: {
            query?: {
                /** @description Id, name or alias of a market. Required only when the key reaches more than one market: without it the answer is 400 and names those of them that list the symbol. Otherwise the one that the key reaches is used. */
                market?: components["parameters"]["SymbolListMarketQuery"];
                /**
                 * @description The years to use: `consecutive`, or `pe`, those at the same position of the US presidential cycle as the entry's year.
                 * @example consecutive
                 */
                pe_cycle?: components["parameters"]["ScreenCycleQuery"];
                /**
                 * @description Shortest holding period in calendar days. Default 5; 2 when `max_days` is below that.
                 * @example 10
                 */
                min_days?: components["parameters"]["MinDaysQuery"];
                /**
                 * @description Longest holding period in calendar days. Default 120; 366 when `min_days` is above that.
                 * @example 60
                 */
                max_days?: components["parameters"]["MaxDaysQuery"];
                /**
                 * @description Lowest average return, percent.
                 * @example 1
                 */
                min_avg_return?: components["parameters"]["MinAvgReturnQuery"];
                /**
                 * @description Lowest median return, percent.
                 * @example 1
                 */
                min_median_return?: components["parameters"]["MinMedianReturnQuery"];
                /**
                 * @description Lowest Sharpe ratio of the yearly returns.
                 * @example 0.5
                 */
                min_sharpe?: components["parameters"]["MinSharpeQuery"];
                /**
                 * @description Highest `significance.p_symbol`: how often shuffled calendars give this symbol a window as strong. A value that is not known yet never satisfies the filter.
                 * @example 0.5
                 */
                max_p_symbol?: components["parameters"]["MostSymbolChanceQuery"];
                /**
                 * @description Highest `significance.p_search`: how often the whole search finds a window as strong over shuffled calendars. A value that is not known yet never satisfies the filter.
                 * @example 1
                 */
                max_p_search?: components["parameters"]["MostSearchChanceQuery"];
                /**
                 * @description Lookback in years; with a cycle, the number of occurrences.
                 * @example 10
                 */
                years?: components["parameters"]["YearsQuery"];
                /**
                 * @description Winning years that a candidate needs; the default is nine tenths of the years tested, rounded up. It must lie in the market's detection band (`pattern_detection` of GET /markets).
                 * @example 9
                 */
                min_winning_years?: components["parameters"]["MinWinningYearsQuery"];
                /**
                 * @description `csv`, `ndjson` and `rows` return the rows as a table with fixed columns: those of the schema of `application/x-ndjson`, the same for all three and for every `view`. `rows` is one JSON array of flat objects. `format` takes precedence over `Accept`, which otherwise chooses among `application/json`, `text/csv`, `application/x-ndjson` and `application/json; profile=rows`. The header `X-Answer` holds what the JSON answer says beside its rows; errors are JSON.
                 * @example csv
                 */
                format?: components["parameters"]["FormatQuery"];
                /**
                 * @description Ignored. OpenBB Workspace adds its theme to every request.
                 * @example dark
                 */
                theme?: components["parameters"]["ThemeQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description Ticker, in any case. `/`, `=` and `^` are percent-encoded.
                 * @example AAPL
                 */
                symbol: components["parameters"]["SymbolPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The symbol's setups, best Sharpe ratio first. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    "X-Answer": components["headers"]["AnswerNotes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SymbolOpportunityList"];
                    "text/csv": components["schemas"]["TableText"];
                    "application/x-ndjson": components["schemas"]["OpportunityLine"];
                    "application/json; profile=rows": components["schemas"]["OpportunityLine"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getHeatMap: {
        parameters: {
            query?: {
                /** @description Id, name or alias of the market; needed when several markets list the symbol. */
                market?: components["schemas"]["MarketName"];
                /**
                 * @description What a cell shows: `z`, how far the window beats its symbol's own drift; `avg_return`, the mean return in percent; or `win_rate`, the share of years won.
                 * @example avg_return
                 */
                measure?: "z" | "avg_return" | "win_rate";
                /**
                 * @description Direction of the trade.
                 * @example short
                 */
                direction?: "long" | "short";
                /**
                 * @description Shortest holding period in calendar days. Default 5; 2 when `max_days` is below that.
                 * @example 10
                 */
                min_days?: components["parameters"]["MinDaysQuery"];
                /**
                 * @description Longest holding period in calendar days. Default 120; 366 when `min_days` is above that.
                 * @example 60
                 */
                max_days?: components["parameters"]["MaxDaysQuery"];
                /**
                 * @description Calendar days from one holding period to the next.
                 * @example 10
                 */
                days_step?: number;
                /**
                 * @description Calendar days from one entry to the next, from January 1 on.
                 * @example 7
                 */
                entry_step?: number;
                /**
                 * @description The years to use: `consecutive`, or `pe`, those at the same position of the US presidential cycle as the entry's year.
                 * @example consecutive
                 */
                pe_cycle?: components["parameters"]["ScreenCycleQuery"];
                /**
                 * @description Lookback in years; with a cycle, the number of occurrences.
                 * @example 10
                 */
                years?: components["parameters"]["YearsQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description Ticker, in any case. `/`, `=` and `^` are percent-encoded.
                 * @example AAPL
                 */
                symbol: components["parameters"]["SymbolPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The map, one row per holding period. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeatMap"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    analyzeSymbol: {
        parameters: {
            query?: {
                /** @description Id, name or alias of the market; needed when several markets list the symbol. */
                market?: components["schemas"]["MarketName"];
                /**
                 * @description Direction of the trade; both when left out.
                 * @example long
                 */
                direction?: components["parameters"]["DirectionQuery"];
                /**
                 * @description Holding period in calendar days; the entry day is day 1.
                 * @example 15
                 */
                days_out?: number;
                /**
                 * @description Entry date, in any past year with data or up to 366 days ahead of today. Every setup that an analysis recommends can be requested by its dates. A past date uses only what was known then.
                 * @example 2024-07-01
                 */
                entry_date?: string;
                /**
                 * @description Entry dates that were looked through before this window was named, `YYYY-MM-DD..YYYY-MM-DD` of at most 366 days that contain the entry. Its `p_symbol` is that of this search; by default of the 366 days from January 1 of the entry's year. The `analyze_url` of a card or row carries the search that found it.
                 * @example 2024-06-28..2024-07-15
                 */
                searched?: string;
                /**
                 * @description Holding periods that were searched, `MIN..MAX` calendar days, with `searched`. Holds of 5 to 120 days always count as searched.
                 * @example 5..366
                 */
                searched_days?: string;
                /**
                 * @description Comma-separated markets of the scan that found the window, with `searched`. `p_search` is then that of the scan, whether or not the key reaches all of its markets.
                 * @example dow30
                 */
                searched_markets?: components["schemas"]["ListText"];
                /**
                 * @description The years to use: `consecutive`, or `pe`, those at the same position of the US presidential cycle as the entry's year.
                 * @example consecutive
                 */
                pe_cycle?: components["parameters"]["ScreenCycleQuery"];
                /**
                 * @description Lookback in years; with a cycle, the number of occurrences.
                 * @example 10
                 */
                years?: components["parameters"]["YearsQuery"];
                /**
                 * @description A named window; overrides entry date and holding period. Months and quarters are those of the calendar, seasons are meteorological (winter is December to February), `ytd` is January 1 to today, `year_end` is today to December 31, and `buy_hold` is the whole year.
                 * @example jul
                 */
                period?: components["parameters"]["PeriodQuery"];
                /**
                 * @description Selects the rest of the year instead of the period: from the day after its end to the day before its next start. Needs `period`; 400 with `buy_hold`.
                 * @example false
                 */
                reverse?: components["parameters"]["ReverseQuery"];
                /**
                 * @description How much of each card is returned: all of it, the first in full and the rest without their years (`evidence`), all without their years (`decision`), or one flat row each (`table`).
                 * @example full
                 */
                view?: components["parameters"]["ViewQuery"];
                /**
                 * @description `chart` adds the seasonal curve and the yearly bars to the first card. Rows of `view=table` carry no chart.
                 * @example chart
                 */
                include?: components["parameters"]["IncludeQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description Ticker, in any case. `/`, `=` and `^` are percent-encoded.
                 * @example AAPL
                 */
                symbol: components["parameters"]["SymbolPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The card and the other setups. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnalyzeResponse"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    scoreSetups: {
        parameters: {
            query?: {
                /**
                 * @description `csv`, `ndjson` and `rows` return the rows as a table with fixed columns: those of the schema of `application/x-ndjson`, the same for all three and for every `view`. `rows` is one JSON array of flat objects. `format` takes precedence over `Accept`, which otherwise chooses among `application/json`, `text/csv`, `application/x-ndjson` and `application/json; profile=rows`. The header `X-Answer` holds what the JSON answer says beside its rows; errors are JSON.
                 * @example csv
                 */
                format?: components["parameters"]["FormatQuery"];
                /**
                 * @description Ignored. OpenBB Workspace adds its theme to every request.
                 * @example dark
                 */
                theme?: components["parameters"]["ThemeQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description An array of items, or an object with the items and one market for all of them. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScoreRequest"];
            };
        };
        responses: {
            /** @description Scores in the order sent, or how to get more predictions. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    "X-Answer": components["headers"]["AnswerNotes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScoreAnswer"];
                    "text/csv": components["schemas"]["TableText"];
                    "application/x-ndjson": components["schemas"]["ScoreLine"];
                    "application/json; profile=rows": components["schemas"]["ScoreLine"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPattern: {
        parameters: {
            query?: {
                /**
                 * @description The years to use: `consecutive`; `pe`, those at the same position of the US presidential cycle as the entry's year; or a fixed position: `pe0` election, `pe1` post-election, `pe2` midterm, `pe3` pre-election.
                 * @example consecutive
                 */
                pe_cycle?: components["parameters"]["CycleQuery"];
                /**
                 * @description Lookback in years; with a cycle, the number of occurrences.
                 * @example 10
                 */
                years?: components["parameters"]["YearsQuery"];
                /**
                 * @description Holding period in calendar days; the entry day is day 1.
                 * @example 15
                 */
                days_out?: components["parameters"]["DaysOutQuery"];
                /**
                 * @description A named window; overrides entry date and holding period. Months and quarters are those of the calendar, seasons are meteorological (winter is December to February), `ytd` is January 1 to today, `year_end` is today to December 31, and `buy_hold` is the whole year.
                 * @example jul
                 */
                period?: components["parameters"]["PeriodQuery"];
                /**
                 * @description Selects the rest of the year instead of the period: from the day after its end to the day before its next start. Needs `period`; 400 with `buy_hold`.
                 * @example false
                 */
                reverse?: components["parameters"]["ReverseQuery"];
            };
            header?: never;
            path: {
                /** @description Id, name or alias of a market. */
                market_id: components["parameters"]["MarketPath"];
                /**
                 * @description Ticker, in any case. `/`, `=` and `^` are percent-encoded.
                 * @example AAPL
                 */
                symbol: components["parameters"]["SymbolPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The statistics. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SymbolPattern"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSeasonalChart: {
        parameters: {
            query: {
                /** @description Id, name or alias of a market. */
                market: components["parameters"]["RequiredMarketQuery"];
                /**
                 * @description Ticker, in any case.
                 * @example AAPL
                 */
                symbol: components["schemas"]["SymbolText"];
                /**
                 * @description Start of the annual cycle and entry of the window; by default today in New York.
                 * @example 2024-07-01
                 */
                entry_date?: string;
                /**
                 * @description Holding period in calendar days; the entry day is day 1.
                 * @example 15
                 */
                days_out?: components["parameters"]["DaysOutQuery"];
                /**
                 * @description Direction of the trade; both when left out.
                 * @example long
                 */
                direction?: components["parameters"]["DirectionQuery"];
                /**
                 * @description Lookback in years; with a cycle, the number of occurrences. A string of digits.
                 * @example 10
                 */
                years?: string;
                /**
                 * @description The years to use: `consecutive`; `pe`, those at the same position of the US presidential cycle as the entry's year; or a fixed position: `pe0` election, `pe1` post-election, `pe2` midterm, `pe3` pre-election.
                 * @example consecutive
                 */
                pe_cycle?: components["parameters"]["CycleQuery"];
                /**
                 * @description A named window; overrides entry date and holding period. Months and quarters are those of the calendar, seasons are meteorological (winter is December to February), `ytd` is January 1 to today, `year_end` is today to December 31, and `buy_hold` is the whole year.
                 * @example jul
                 */
                period?: components["parameters"]["PeriodQuery"];
                /**
                 * @description Selects the rest of the year instead of the period: from the day after its end to the day before its next start. Needs `period`; 400 with `buy_hold`.
                 * @example false
                 */
                reverse?: components["parameters"]["ReverseQuery"];
                /**
                 * @description `csv`, `ndjson` and `rows` return the rows as a table with fixed columns: those of the schema of `application/x-ndjson`, the same for all three and for every `view`. `rows` is one JSON array of flat objects. `format` takes precedence over `Accept`, which otherwise chooses among `application/json`, `text/csv`, `application/x-ndjson` and `application/json; profile=rows`. The header `X-Answer` holds what the JSON answer says beside its rows; errors are JSON.
                 * @example csv
                 */
                format?: components["parameters"]["FormatQuery"];
                /**
                 * @description Ignored. OpenBB Workspace adds its theme to every request.
                 * @example dark
                 */
                theme?: components["parameters"]["ThemeQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The curve, the statistics and the yearly bars. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    "X-Answer": components["headers"]["AnswerNotes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeasonalChart"];
                    "text/csv": components["schemas"]["TableText"];
                    "application/x-ndjson": components["schemas"]["CurveLine"];
                    "application/json; profile=rows": components["schemas"]["CurveLine"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDailyPick: {
        parameters: {
            query?: {
                /**
                 * @description How much of each card is returned: all of it, the first in full and the rest without their years (`evidence`), all without their years (`decision`), or one flat row each (`table`).
                 * @example full
                 */
                view?: components["parameters"]["ViewQuery"];
                /**
                 * @description `chart` adds the seasonal curve and the yearly bars to the first card. Rows of `view=table` carry no chart.
                 * @example chart
                 */
                include?: components["parameters"]["IncludeQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pick and the record. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DailyPickResponse"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTrackRecord: {
        parameters: {
            query?: {
                /**
                 * @description `csv`, `ndjson` and `rows` return the rows as a table with fixed columns: those of the schema of `application/x-ndjson`, the same for all three and for every `view`. `rows` is one JSON array of flat objects. `format` takes precedence over `Accept`, which otherwise chooses among `application/json`, `text/csv`, `application/x-ndjson` and `application/json; profile=rows`. The header `X-Answer` holds what the JSON answer says beside its rows; errors are JSON.
                 * @example csv
                 */
                format?: components["parameters"]["FormatQuery"];
                /**
                 * @description Ignored. OpenBB Workspace adds its theme to every request.
                 * @example dark
                 */
                theme?: components["parameters"]["ThemeQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    "X-Answer": components["headers"]["AnswerNotes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrackRecord"];
                    "text/csv": components["schemas"]["TableText"];
                    "application/x-ndjson": components["schemas"]["PickLine"];
                    "application/json; profile=rows": components["schemas"]["PickLine"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPickEvaluation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picks and their tests. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PickEvaluation"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listLedger: {
        parameters: {
            query?: {
                /**
                 * @description `next_cursor` of the previous page; leave it out to start at the beginning.
                 * @example 0
                 */
                cursor?: string;
                /**
                 * @description Maximum number of records per page.
                 * @example 100
                 */
                limit?: number;
                /**
                 * @description `csv`, `ndjson` and `rows` return the rows as a table with fixed columns: those of the schema of `application/x-ndjson`, the same for all three and for every `view`. `rows` is one JSON array of flat objects. `format` takes precedence over `Accept`, which otherwise chooses among `application/json`, `text/csv`, `application/x-ndjson` and `application/json; profile=rows`. The header `X-Answer` holds what the JSON answer says beside its rows; errors are JSON.
                 * @example csv
                 */
                format?: components["parameters"]["FormatQuery"];
                /**
                 * @description Ignored. OpenBB Workspace adds its theme to every request.
                 * @example dark
                 */
                theme?: components["parameters"]["ThemeQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    "X-Answer": components["headers"]["AnswerNotes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerPage"];
                    "text/csv": components["schemas"]["TableText"];
                    "application/x-ndjson": components["schemas"]["LedgerLine"];
                    "application/json; profile=rows": components["schemas"]["LedgerLine"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSymbolWidget: {
        parameters: {
            query: {
                /**
                 * @description Ticker, in any case.
                 * @example AAPL
                 */
                symbol: components["schemas"]["SymbolText"];
                /** @description Id, name or alias of the market; needed when several markets list the symbol. */
                market?: components["schemas"]["MarketName"];
                /**
                 * @description Direction of the trade; both when left out.
                 * @example long
                 */
                direction?: components["parameters"]["DirectionQuery"];
                /**
                 * @description Lookback in years; with a cycle, the number of occurrences.
                 * @example 10
                 */
                years?: components["parameters"]["YearsQuery"];
                /**
                 * @description Ignored. OpenBB Workspace adds its theme to every request.
                 * @example dark
                 */
                theme?: components["parameters"]["ThemeQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The text. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarkdownText"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getHeatMapWidget: {
        parameters: {
            query: {
                /**
                 * @description Ticker, in any case.
                 * @example AAPL
                 */
                symbol: components["schemas"]["SymbolText"];
                /** @description Id, name or alias of the market; needed when several markets list the symbol. */
                market?: components["schemas"]["MarketName"];
                /**
                 * @description What a cell shows: `z`, how far the window beats its symbol's own drift; `avg_return`, the mean return in percent; or `win_rate`, the share of years won.
                 * @example avg_return
                 */
                measure?: "z" | "avg_return" | "win_rate";
                /**
                 * @description Direction of the trade.
                 * @example short
                 */
                direction?: "long" | "short";
                /**
                 * @description Shortest holding period in calendar days. Default 5; 2 when `max_days` is below that.
                 * @example 10
                 */
                min_days?: components["parameters"]["MinDaysQuery"];
                /**
                 * @description Longest holding period in calendar days. Default 120; 366 when `min_days` is above that.
                 * @example 60
                 */
                max_days?: components["parameters"]["MaxDaysQuery"];
                /**
                 * @description Calendar days from one holding period to the next.
                 * @example 10
                 */
                days_step?: number;
                /**
                 * @description Calendar days from one entry to the next, from January 1 on.
                 * @example 7
                 */
                entry_step?: number;
                /**
                 * @description Lookback in years; with a cycle, the number of occurrences.
                 * @example 10
                 */
                years?: components["parameters"]["YearsQuery"];
                /**
                 * @description What the figure is shown on; its text is light on a `dark` background.
                 * @example light
                 */
                theme?: "light" | "dark";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figure. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeatMapFigure"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPickWidget: {
        parameters: {
            query?: {
                /**
                 * @description Ignored. OpenBB Workspace adds its theme to every request.
                 * @example dark
                 */
                theme?: components["parameters"]["ThemeQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The text. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarkdownText"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRecordWidget: {
        parameters: {
            query?: {
                /**
                 * @description Ignored. OpenBB Workspace adds its theme to every request.
                 * @example dark
                 */
                theme?: components["parameters"]["ThemeQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One metric each. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WidgetMetric"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    compareSymbols: {
        parameters: {
            query: {
                /**
                 * @description Comma-separated tickers, in any case. Two spellings of one symbol are a duplicate (400).
                 * @example AAPL,MSFT
                 */
                symbols: string;
                /** @description Id, name or alias of the market to look up all symbols in; by default the lowest in-scope market of each symbol. */
                market?: components["schemas"]["MarketName"];
                /**
                 * @description First day of the window, by default today in New York. It may lie up to 366 days ahead, or in a past year: the comparison then uses only what was known on the day before, for research.
                 * @example 2024-07-01
                 */
                entry_date?: string;
                /**
                 * @description Holding period in calendar days; the entry day is day 1.
                 * @example 15
                 */
                days_out?: components["parameters"]["DaysOutQuery"];
                /**
                 * @description A named window; overrides entry date and holding period. Months and quarters are those of the calendar, seasons are meteorological (winter is December to February), `ytd` is January 1 to today, `year_end` is today to December 31, and `buy_hold` is the whole year.
                 * @example jul
                 */
                period?: components["parameters"]["PeriodQuery"];
                /**
                 * @description Shared years to use (with a cycle: occurrences); there are fewer when the data of one symbol end earlier.
                 * @example 10
                 */
                years?: number;
                /**
                 * @description The years to use: `consecutive`; `pe`, those at the same position of the US presidential cycle as the entry's year; or a fixed position: `pe0` election, `pe1` post-election, `pe2` midterm, `pe3` pre-election.
                 * @example consecutive
                 */
                pe_cycle?: components["parameters"]["CycleQuery"];
                /**
                 * @description Direction of the trade, one for all symbols.
                 * @example long
                 */
                direction?: "long" | "short";
                /**
                 * @description `csv`, `ndjson` and `rows` return the rows as a table with fixed columns: those of the schema of `application/x-ndjson`, the same for all three and for every `view`. `rows` is one JSON array of flat objects. `format` takes precedence over `Accept`, which otherwise chooses among `application/json`, `text/csv`, `application/x-ndjson` and `application/json; profile=rows`. The header `X-Answer` holds what the JSON answer says beside its rows; errors are JSON.
                 * @example csv
                 */
                format?: components["parameters"]["FormatQuery"];
                /**
                 * @description Ignored. OpenBB Workspace adds its theme to every request.
                 * @example dark
                 */
                theme?: components["parameters"]["ThemeQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The symbols in the order sent, and what the years show. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    "X-Answer": components["headers"]["AnswerNotes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompareResponse"];
                    "text/csv": components["schemas"]["TableText"];
                    "application/x-ndjson": components["schemas"]["CompareLine"];
                    "application/json; profile=rows": components["schemas"]["CompareLine"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    runPortfolioScenarios: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The basket and the window. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScenarioRequest"];
            };
        };
        responses: {
            /** @description What the basket did. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScenarioResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSavedScans: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The saved scans. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedScanList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createSavedScan: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a retry safe: a random value of the client's, such as a UUID, new for each thing to create. For 24 hours the same request with the same key gets the first answer again, with `Idempotent-Replayed: true`, and creates nothing. Answers with an error are not kept. The key with another body is 409, and so is a retry while the first request is running.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The name of the scan and its query. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSavedScan"];
            };
        };
        responses: {
            /** @description The saved scan. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["CreatedLocation"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedScan"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["NameTaken"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSavedScan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a saved scan, as GET /saved-scans lists it.
                 * @example 5f1c0a9be27d4386
                 */
                saved_scan_id: components["parameters"]["SavedScanPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The saved scan. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedScan"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSavedScan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a saved scan, as GET /saved-scans lists it.
                 * @example 5f1c0a9be27d4386
                 */
                saved_scan_id: components["parameters"]["SavedScanPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Confirms the deletion. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedSavedScan"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeSavedScan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a saved scan, as GET /saved-scans lists it.
                 * @example 5f1c0a9be27d4386
                 */
                saved_scan_id: components["parameters"]["SavedScanPath"];
            };
            cookie?: never;
        };
        /** @description The fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SavedScanChange"];
            };
        };
        responses: {
            /** @description The saved scan after the change. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedScan"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NameTaken"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    runSavedScan: {
        parameters: {
            query?: {
                /**
                 * @description `csv`, `ndjson` and `rows` return the rows as a table with fixed columns: those of the schema of `application/x-ndjson`, the same for all three and for every `view`. `rows` is one JSON array of flat objects. `format` takes precedence over `Accept`, which otherwise chooses among `application/json`, `text/csv`, `application/x-ndjson` and `application/json; profile=rows`. The header `X-Answer` holds what the JSON answer says beside its rows; errors are JSON.
                 * @example csv
                 */
                format?: components["parameters"]["FormatQuery"];
                /**
                 * @description Ignored. OpenBB Workspace adds its theme to every request.
                 * @example dark
                 */
                theme?: components["parameters"]["ThemeQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of a saved scan, as GET /saved-scans lists it.
                 * @example 5f1c0a9be27d4386
                 */
                saved_scan_id: components["parameters"]["SavedScanPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ranked setups, and whether the scan was complete. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    "X-Answer": components["headers"]["AnswerNotes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScanResponse"];
                    "text/csv": components["schemas"]["TableText"];
                    "application/x-ndjson": components["schemas"]["ScanLine"];
                    "application/json; profile=rows": components["schemas"]["ScanLine"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listScanChanges: {
        parameters: {
            query?: {
                /**
                 * @description Only runs before this one; use `next_before` of the previous page.
                 * @example 12
                 */
                before?: number;
                /**
                 * @description Maximum number of runs in the answer.
                 * @example 2
                 */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The id of a saved scan, as GET /saved-scans lists it.
                 * @example 5f1c0a9be27d4386
                 */
                saved_scan_id: components["parameters"]["SavedScanPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The runs. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedScanChanges"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCalendarLinks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The links. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CalendarLinkList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createCalendarLink: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a retry safe: a random value of the client's, such as a UUID, new for each thing to create. For 24 hours the same request with the same key gets the first answer again, with `Idempotent-Replayed: true`, and creates nothing. Answers with an error are not kept. The key with another body is 409, and so is a retry while the first request is running.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The source of the calendar and its options. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCalendarLink"];
            };
        };
        responses: {
            /** @description The link, with its address. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["CreatedLocation"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedCalendarLink"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["KeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteCalendarLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a calendar link, as GET /calendar-links lists it.
                 * @example 9b3f6a1c52e80d47
                 */
                calendar_link_id: components["parameters"]["CalendarLinkPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Confirms the deletion. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedCalendarLink"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCalendar: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The secret of the link, followed by `.ics`.
                 * @example 0c4Yt1uKqkZ5nS8vWm2dJfR7xEoPbLgHiA3TzUyNQx7.ics
                 */
                calendar_file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The calendar. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    [name: string]: unknown;
                };
                content: {
                    "text/calendar": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTableLinks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The links. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TableLinkList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createTableLink: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a retry safe: a random value of the client's, such as a UUID, new for each thing to create. For 24 hours the same request with the same key gets the first answer again, with `Idempotent-Replayed: true`, and creates nothing. Answers with an error are not kept. The key with another body is 409, and so is a retry while the first request is running.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The saved scan, and the name of the link. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTableLink"];
            };
        };
        responses: {
            /** @description The link, with its address. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["CreatedLocation"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedTableLink"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["KeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteTableLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a table link, as GET /table-links lists it.
                 * @example 2d7e90b4c1586fa3
                 */
                table_link_id: components["parameters"]["TableLinkPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Confirms the deletion. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedTableLink"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The secret of the link, followed by `.csv`.
                 * @example 0c4Yt1uKqkZ5nS8vWm2dJfR7xEoPbLgHiA3TzUyNQx7.csv
                 */
                table_file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    "X-Answer": components["headers"]["AnswerNotes"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": components["schemas"]["TableText"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listMarkets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All markets, by id. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarketList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSymbols: {
        parameters: {
            query?: {
                /**
                 * @description Only tickers that begin with this text, in any case.
                 * @example A
                 */
                prefix?: components["schemas"]["ShortText"];
                /**
                 * @description Only symbols with these words in ticker or name, in any order, regardless of case, accents and punctuation.
                 * @example apple
                 */
                q?: components["schemas"]["ShortText"];
                /**
                 * @description Maximum number of rows after both filters; all rows when left out.
                 * @example 2
                 */
                limit?: number;
                /**
                 * @description `csv`, `ndjson` and `rows` return the rows as a table with fixed columns: those of the schema of `application/x-ndjson`, the same for all three and for every `view`. `rows` is one JSON array of flat objects. `format` takes precedence over `Accept`, which otherwise chooses among `application/json`, `text/csv`, `application/x-ndjson` and `application/json; profile=rows`. The header `X-Answer` holds what the JSON answer says beside its rows; errors are JSON.
                 * @example csv
                 */
                format?: components["parameters"]["FormatQuery"];
                /**
                 * @description Ignored. OpenBB Workspace adds its theme to every request.
                 * @example dark
                 */
                theme?: components["parameters"]["ThemeQuery"];
            };
            header?: never;
            path: {
                /** @description Id, name or alias of a market. */
                market_id: components["parameters"]["MarketPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The symbols. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    "X-Answer": components["headers"]["AnswerNotes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SymbolList"];
                    "text/csv": components["schemas"]["TableText"];
                    "application/x-ndjson": components["schemas"]["SymbolLine"];
                    "application/json; profile=rows": components["schemas"]["SymbolLine"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller's plan and limits. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSignInWays: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ways to sign in. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInWays"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    mailSignInLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The address of the account. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInLinkRequest"];
            };
        };
        responses: {
            /** @description What happens if the account exists. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInLinkAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    beginProviderSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The page to return to. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProviderSignInRequest"];
            };
        };
        responses: {
            /** @description The address to open. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderSignIn"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    signInByLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The token of the link. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionRequest"];
            };
        };
        responses: {
            /** @description The account and its session. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndedSessions"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    signInByProvider: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The parameters of the address to which the provider sent the browser back. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProviderSessionRequest"];
            };
        };
        responses: {
            /** @description The account and its session. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountOverview"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAccountUsage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The days. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountUsage"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listExports: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The exports. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createExport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a retry safe: a random value of the client's, such as a UUID, new for each thing to create. For 24 hours the same request with the same key gets the first answer again, with `Idempotent-Replayed: true`, and creates nothing. Answers with an error are not kept. The key with another body is 409, and so is a retry while the first request is running.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description What to export. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewExport"];
            };
        };
        responses: {
            /** @description The export, with its state. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["CreatedLocation"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportJob"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["KeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of an export, as GET /exports lists it.
                 * @example 4f0c9b1e7f0e4f575a6b
                 */
                export_id: components["parameters"]["ExportPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The export. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportJob"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of an export, as GET /exports lists it.
                 * @example 4f0c9b1e7f0e4f575a6b
                 */
                export_id: components["parameters"]["ExportPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The export after the change. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportJob"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    downloadExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of an export, as GET /exports lists it.
                 * @example 4f0c9b1e7f0e4f575a6b
                 */
                export_id: components["parameters"]["ExportPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    "Repr-Digest": components["headers"]["ReprDigest"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/vnd.apache.parquet": string;
                };
            };
            206: components["responses"]["PartOfFile"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            410: components["responses"]["Gone"];
            416: components["responses"]["NoSuchRange"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountKeys"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a retry safe: a random value of the client's, such as a UUID, new for each thing to create. For 24 hours the same request with the same key gets the first answer again, with `Idempotent-Replayed: true`, and creates nothing. Answers with an error are not kept. The key with another body is 409, and so is a retry while the first request is running.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The name of the key and what it may do. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewKey"];
            };
        };
        responses: {
            /** @description The key, with its secret. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["CreatedLocation"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["KeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a key, as GET /account/keys lists it.
                 * @example 7bX2kQ9mLp4Z
                 */
                key_id: components["parameters"]["KeyPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key after the change. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokedKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a key, as GET /account/keys lists it.
                 * @example 7bX2kQ9mLp4Z
                 */
                key_id: components["parameters"]["KeyPath"];
            };
            cookie?: never;
        };
        /** @description How long both work. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["KeyRotation"];
            };
        };
        responses: {
            /** @description Both keys, the new one with its secret. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountSessions"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    signOutEverywhere: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The number of sessions that ended. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndedSessions"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a session, as GET /account/sessions lists it.
                 * @example 4Hq9bV2kTz0P
                 */
                session_id: components["schemas"]["ResourceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndedSessions"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAccountEvents: {
        parameters: {
            query?: {
                /**
                 * @description Only events older than the one with this id; use `next_before` of the previous page.
                 * @example 90
                 */
                before?: number;
                /**
                 * @description Maximum number of events in the answer.
                 * @example 20
                 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountEvents"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAccounts: {
        parameters: {
            query?: {
                /**
                 * @description Only accounts created after the one with this id; use `next_after` of the previous page.
                 * @example 1
                 */
                after?: number;
                /**
                 * @description Maximum number of accounts in the answer.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description Only accounts whose address contains this text, in any case.
                 * @example example.com
                 */
                search?: components["schemas"]["SearchText"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The accounts. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorAccounts"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of an account, as GET /operator/accounts lists it.
                 * @example 2
                 */
                account_id: components["parameters"]["AccountPath"];
            };
            cookie?: never;
        };
        /** @description The fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountChange"];
            };
        };
        responses: {
            /** @description The account after the change. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedAccount"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    endSessionsOf: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of an account, as GET /operator/accounts lists it.
                 * @example 2
                 */
                account_id: components["parameters"]["AccountPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The number of sessions that ended. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndedSessions"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listFeeds: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The feeds. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorFeeds"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeFeed: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a feed, as GET /operator/feeds lists it.
                 * @example 1
                 */
                feed_id: components["parameters"]["FeedPath"];
            };
            cookie?: never;
        };
        /** @description The fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["FeedChange"];
            };
        };
        responses: {
            /** @description The feed after the change. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedFeed"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    runFeedNow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a feed, as GET /operator/feeds lists it.
                 * @example 1
                 */
                feed_id: components["parameters"]["FeedPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether the feed will run. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AskedRun"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listFeedSymbols: {
        parameters: {
            query?: {
                /**
                 * @description Only symbols of one state; `failing` selects those whose last try failed, whatever their state.
                 * @example failing
                 */
                state?: "active" | "vanished" | "held" | "paused" | "failing";
                /**
                 * @description Only symbols after this one; use `next_after` of the previous page.
                 * @example QQQ
                 */
                after?: components["schemas"]["ShortText"];
                /**
                 * @description Maximum number of symbols in the answer.
                 * @example 20
                 */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The id of a feed, as GET /operator/feeds lists it.
                 * @example 1
                 */
                feed_id: components["parameters"]["FeedPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The symbols. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeedSymbolList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listJobs: {
        parameters: {
            query?: {
                /**
                 * @description Only jobs of this queue.
                 * @example export
                 */
                queue?: components["schemas"]["QueueName"];
                /**
                 * @description Only jobs of this state.
                 * @example failed
                 */
                state?: components["schemas"]["JobState"];
                /**
                 * @description Maximum number of jobs in the answer.
                 * @example 20
                 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The queues and their jobs. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorJobs"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    retryJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a job, as GET /operator/jobs lists it.
                 * @example 17
                 */
                job_id: components["parameters"]["JobPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job waits again. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedJob"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a job, as GET /operator/jobs lists it.
                 * @example 17
                 */
                job_id: components["parameters"]["JobPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job is cancelled. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedJob"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listHeldPrices: {
        parameters: {
            query?: {
                /**
                 * @description Only entries after the one with this id; use `next_after` of the previous page.
                 * @example 1.1719500400000.QQQ
                 */
                after?: components["schemas"]["HeldId"];
                /**
                 * @description Maximum number of entries in the answer.
                 * @example 5
                 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The held prices. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeldPriceList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    decideHeldPrices: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the held prices, as GET /operator/held-prices lists it.
                 * @example 1.1719500400000.SPY
                 */
                held_id: components["schemas"]["HeldId"];
            };
            cookie?: never;
        };
        /** @description The decision. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["HeldDecision"];
            };
        };
        responses: {
            /** @description The result of the decision. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DecidedPrices"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDataQuality: {
        parameters: {
            query?: {
                /** @description Only symbols of this market, by id, name or alias. */
                market?: components["schemas"]["MarketName"];
                /**
                 * @description Only symbols whose ticker contains this text, in any case.
                 * @example BRK
                 */
                symbol?: components["schemas"]["ShortText"];
                /**
                 * @description Only symbols with a problem of this kind.
                 * @example split_like
                 */
                kind?: components["schemas"]["QualityKind"];
                /**
                 * @description Only symbols after this one in the list; use `next_after` of the previous page.
                 * @example AAPL
                 */
                after?: components["schemas"]["ShortText"];
                /**
                 * @description Maximum number of symbols in the answer.
                 * @example 5
                 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The symbols. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataQuality"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listQualityRuns: {
        parameters: {
            query?: {
                /**
                 * @description Only runs before the one with this id; use `next_before` of the previous page.
                 * @example 12
                 */
                before?: number;
                /**
                 * @description Maximum number of runs in the answer.
                 * @example 5
                 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The runs. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QualityRunList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getQualityRun: {
        parameters: {
            query?: {
                /**
                 * @description Only findings of this symbol.
                 * @example AAPL
                 */
                symbol?: components["schemas"]["ShortText"];
                /**
                 * @description Only findings after the one with this id; use `next_after` of the previous page.
                 * @example 70
                 */
                after?: number;
                /**
                 * @description Maximum number of findings in the answer.
                 * @example 20
                 */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the run, as GET /operator/data-quality/runs lists it.
                 * @example 4
                 */
                run_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QualityRunReport"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMethodology: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The method. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Methodology"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhooks. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoints"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a retry safe: a random value of the client's, such as a UUID, new for each thing to create. For 24 hours the same request with the same key gets the first answer again, with `Idempotent-Replayed: true`, and creates nothing. Answers with an error are not kept. The key with another body is 409, and so is a retry while the first request is running.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The address, and the events to send to it. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWebhook"];
            };
        };
        responses: {
            /** @description The webhook, with its secret. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["CreatedLocation"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedWebhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["KeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a webhook, as GET /webhooks lists it.
                 * @example we_4cT9kQ2mLp7Z
                 */
                webhook_id: components["parameters"]["WebhookPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneWebhook"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a webhook, as GET /webhooks lists it.
                 * @example we_4cT9kQ2mLp7Z
                 */
                webhook_id: components["parameters"]["WebhookPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deleted webhook. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedWebhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a webhook, as GET /webhooks lists it.
                 * @example we_4cT9kQ2mLp7Z
                 */
                webhook_id: components["parameters"]["WebhookPath"];
            };
            cookie?: never;
        };
        /** @description The fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookChange"];
            };
        };
        responses: {
            /** @description The webhook after the change. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneWebhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a webhook, as GET /webhooks lists it.
                 * @example we_4cT9kQ2mLp7Z
                 */
                webhook_id: components["parameters"]["WebhookPath"];
            };
            cookie?: never;
        };
        /** @description How long both work. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecretRotation"];
            };
        };
        responses: {
            /** @description The webhook, with its new secret. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedWebhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a webhook, as GET /webhooks lists it.
                 * @example we_4cT9kQ2mLp7Z
                 */
                webhook_id: components["parameters"]["WebhookPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The receiver's answer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookTrial"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description Only deliveries older than this one; use `next_before` of the previous page.
                 * @example 2147483647
                 */
                before?: number;
                /**
                 * @description Maximum number of deliveries per page.
                 * @example 10
                 */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The id of a webhook, as GET /webhooks lists it.
                 * @example we_4cT9kQ2mLp7Z
                 */
                webhook_id: components["parameters"]["WebhookPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deliveries. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveries"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    redeliverEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a webhook, as GET /webhooks lists it.
                 * @example we_4cT9kQ2mLp7Z
                 */
                webhook_id: components["parameters"]["WebhookPath"];
                /**
                 * @description The id of an event, as GET /webhooks/{webhook_id}/deliveries lists it; the header `webhook-id`.
                 * @example msg_4c1f0a9d3b7e4f6a8c5b2d1e0f9a8b7c
                 */
                event_id: components["schemas"]["ResourceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new delivery. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Data-Source": components["headers"]["DataSource"];
                    "X-Data-Version": components["headers"]["DataVersion"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RedeliveredEvent"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    onPatternEntering: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Id of the event, the same on every attempt to send it. Process each id once.
                 * @example msg_4c1f0a9d3b7e4f6a8c5b2d1e0f9a8b7c
                 */
                "webhook-id": components["parameters"]["WebhookIdHeader"];
                /**
                 * @description When the message was sent, in seconds since 1970. Refuse a message that is older than five minutes.
                 * @example 1719586812
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestampHeader"];
                /**
                 * @description `v1,` and, in base64, the HMAC-SHA-256 of `webhook-id.webhook-timestamp.body` with the secret of the endpoint (Standard Webhooks). While a secret is being changed there are two signatures, separated by a space; a message is valid if one of them matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignatureHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PatternEnteringEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["EventTaken"];
            "4XX": components["responses"]["EventRefused"];
        };
    };
    onScanChanged: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Id of the event, the same on every attempt to send it. Process each id once.
                 * @example msg_4c1f0a9d3b7e4f6a8c5b2d1e0f9a8b7c
                 */
                "webhook-id": components["parameters"]["WebhookIdHeader"];
                /**
                 * @description When the message was sent, in seconds since 1970. Refuse a message that is older than five minutes.
                 * @example 1719586812
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestampHeader"];
                /**
                 * @description `v1,` and, in base64, the HMAC-SHA-256 of `webhook-id.webhook-timestamp.body` with the secret of the endpoint (Standard Webhooks). While a secret is being changed there are two signatures, separated by a space; a message is valid if one of them matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignatureHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScanChangedEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["EventTaken"];
            "4XX": components["responses"]["EventRefused"];
        };
    };
    onDailyPickPublished: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Id of the event, the same on every attempt to send it. Process each id once.
                 * @example msg_4c1f0a9d3b7e4f6a8c5b2d1e0f9a8b7c
                 */
                "webhook-id": components["parameters"]["WebhookIdHeader"];
                /**
                 * @description When the message was sent, in seconds since 1970. Refuse a message that is older than five minutes.
                 * @example 1719586812
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestampHeader"];
                /**
                 * @description `v1,` and, in base64, the HMAC-SHA-256 of `webhook-id.webhook-timestamp.body` with the secret of the endpoint (Standard Webhooks). While a secret is being changed there are two signatures, separated by a space; a message is valid if one of them matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignatureHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DailyPickPublishedEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["EventTaken"];
            "4XX": components["responses"]["EventRefused"];
        };
    };
    onDailyPickScored: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Id of the event, the same on every attempt to send it. Process each id once.
                 * @example msg_4c1f0a9d3b7e4f6a8c5b2d1e0f9a8b7c
                 */
                "webhook-id": components["parameters"]["WebhookIdHeader"];
                /**
                 * @description When the message was sent, in seconds since 1970. Refuse a message that is older than five minutes.
                 * @example 1719586812
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestampHeader"];
                /**
                 * @description `v1,` and, in base64, the HMAC-SHA-256 of `webhook-id.webhook-timestamp.body` with the secret of the endpoint (Standard Webhooks). While a secret is being changed there are two signatures, separated by a space; a message is valid if one of them matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignatureHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DailyPickScoredEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["EventTaken"];
            "4XX": components["responses"]["EventRefused"];
        };
    };
    onDataStale: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Id of the event, the same on every attempt to send it. Process each id once.
                 * @example msg_4c1f0a9d3b7e4f6a8c5b2d1e0f9a8b7c
                 */
                "webhook-id": components["parameters"]["WebhookIdHeader"];
                /**
                 * @description When the message was sent, in seconds since 1970. Refuse a message that is older than five minutes.
                 * @example 1719586812
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestampHeader"];
                /**
                 * @description `v1,` and, in base64, the HMAC-SHA-256 of `webhook-id.webhook-timestamp.body` with the secret of the endpoint (Standard Webhooks). While a secret is being changed there are two signatures, separated by a space; a message is valid if one of them matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignatureHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DataStaleEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["EventTaken"];
            "4XX": components["responses"]["EventRefused"];
        };
    };
}

/** Parameters that have a default: a handler always receives them. */
export interface DefaultedParameters {
    scanMarkets: "window" | "pe_cycle" | "years" | "pool" | "rank_by" | "limit" | "view";
    listOpportunities: "pe_cycle" | "years" | "limit";
    listSymbolOpportunities: "pe_cycle" | "years";
    listSymbolOpportunitiesAlias: "pe_cycle" | "years";
    getHeatMap: "measure" | "direction" | "days_step" | "entry_step" | "pe_cycle" | "years";
    analyzeSymbol: "pe_cycle" | "years" | "reverse" | "view";
    scoreSetups: never;
    getPattern: "pe_cycle" | "years" | "days_out" | "reverse";
    getSeasonalChart: "days_out" | "years" | "pe_cycle" | "reverse";
    getDailyPick: "view";
    getTrackRecord: never;
    getPickEvaluation: never;
    listLedger: "limit";
    getSymbolWidget: "years";
    getHeatMapWidget: "measure" | "direction" | "days_step" | "entry_step" | "years" | "theme";
    getPickWidget: never;
    getRecordWidget: never;
    compareSymbols: "days_out" | "years" | "pe_cycle" | "direction";
    runPortfolioScenarios: never;
    listSavedScans: never;
    createSavedScan: never;
    getSavedScan: never;
    changeSavedScan: never;
    deleteSavedScan: never;
    runSavedScan: never;
    listScanChanges: "limit";
    listCalendarLinks: never;
    createCalendarLink: never;
    deleteCalendarLink: never;
    getCalendar: never;
    listTableLinks: never;
    createTableLink: never;
    deleteTableLink: never;
    getTable: never;
    listMarkets: never;
    listSymbols: never;
    getMe: never;
    getSignInWays: never;
    mailSignInLink: never;
    beginProviderSignIn: never;
    signInByLink: never;
    signOut: never;
    signInByProvider: never;
    getAccount: never;
    getAccountUsage: never;
    createExport: never;
    listExports: never;
    getExport: never;
    deleteExport: never;
    downloadExport: never;
    listKeys: never;
    createKey: never;
    revokeKey: never;
    rotateKey: never;
    listSessions: never;
    signOutEverywhere: never;
    endSession: never;
    listAccountEvents: "limit";
    listAccounts: "limit";
    changeAccount: never;
    endSessionsOf: never;
    listFeeds: never;
    changeFeed: never;
    runFeedNow: never;
    listFeedSymbols: "limit";
    listJobs: "limit";
    retryJob: never;
    cancelJob: never;
    listHeldPrices: "limit";
    decideHeldPrices: never;
    getDataQuality: "limit";
    listQualityRuns: "limit";
    getQualityRun: "limit";
    getMethodology: never;
    listWebhooks: never;
    createWebhook: never;
    getWebhook: never;
    changeWebhook: never;
    deleteWebhook: never;
    rotateWebhookSecret: never;
    testWebhook: never;
    listDeliveries: "limit";
    redeliverEvent: never;
}
