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
         *     - The first 50 candidates by Sharpe ratio are the pool: with any statistical filter only they can appear, and
         *       `summary` says of how many found. `pool` verifies more of them. Evidence that is unavailable never satisfies a
         *       filter.
         *     - `enrichment_capped` says that there were more candidates than the pool, or that ML did not reach every card.
         *       `market_failures` and `evidence_failures` say that the scan is incomplete: that is not verified absence.
         *     - Without `markets` the equities core (DOW 30, NASDAQ 100, S&P 500, ETFs) is scanned, as far as it is in scope.
         *     - `view` shapes the rows: `full` gives PatternCards; `evidence` a full first card and LeanCards; `decision`
         *       LeanCards; `table` TableRows.
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
         *     The first 50 candidates of the asked duration receive completed evidence; statistical filters and the final order
         *     by Sharpe ratio run after that. Rows past the pool have null statistics and `evidence_status: not_evaluated`, and
         *     are left out when a statistical filter is set. A `min_winning_years` out of the market's band is a 400 that names
         *     the range.
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
         * @description The symbol's own setups with entries from January 1 to December 31 of the market year: the best first, then the
         *     next that overlaps none kept in its direction. Such lists exist in the markets 0, 1, 2, 7 and 9 only; other
         *     markets answer 400. A symbol without a qualifying setup answers 200 with an empty list.
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
         * @description Every entry day of the market year by a row of holding periods: where in the year the symbol beat its own drift,
         *     and where it did not.
         *
         *     - Each cell is the window that `GET /analyze/{symbol}` answers about with the same `entry_date`, `days_out` and
         *       `direction`: the same years, known through the same day, and the same number.
         *     - `any_date` is what any other date made of the measure, so that no average or win rate stands without its drift.
         *       A `z` is measured from drift already, and has none.
         *     - A cell that could not be observed is `null`, never 0; a `z` needs five years.
         *     - A map has at most 120 holding periods: widen `days_step` for more of the range.
         *
         *     It is a picture of where to look, not a list of finds: of thousands of cells many stand out by luck. A window that
         *     was picked here was searched for, which its `p_window` does not know.
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
         *     - `entry_date` and `days_out` together pin the exact window and bypass detection; `entry_date` alone asks for the
         *       best hold there, `days_out` alone for the best entry, neither for the best setup of the coming year.
         *     - `period` names the window instead and overrides both; `reverse` asks for the rest of the year.
         *     - Without `direction` the one with the higher win share, then the higher mean, is taken.
         *     - The card and `other_setups` can be asked for by their own dates: a pinned entry may lie up to 366 days ahead.
         *     - A pinned entry of a past year is research: only what was known the day before it is used, and the card carries
         *       neither prediction nor order ticket.
         *     - Without `market` the lowest in-scope market that lists the symbol is used, and `note` says so.
         *     - No observation at all is a 404 that names the reason.
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
         * @description The model's prediction for up to 1,000 exact windows, in the order they are sent.
         *
         *     - The market of an item is its own `market`, else that of the body, else the first ML-eligible one that lists the
         *       symbol. Any item in a market that is not eligible (0, 1, 2, 3, 4 and 11 are) or out of scope is a 403 for the
         *       whole batch, naming it.
         *     - Holds of 10 to 90 calendar days with an entry from today through five days ahead (New York) can be scored.
         *       Every other item stays in its place without scores, with a `note` that says why; so does an unknown symbol, one
         *       without enough prices, and everything past the daily allowance. None of these costs anything.
         *     - One scored item is one unit of the daily allowance. The same item asked for again on the same UTC day, on a
         *       retry or in another call, costs nothing.
         *     - When the allowance was spent before and something could be scored, the answer is a `ScoreUpgrade` instead.
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
         * @description The detrended average year of a symbol as an index of 0 to 100, one point for each calendar day of the annual
         *     cycle that begins on `entry_date`, and each completed year's return of the window with its excursions. The curve is
         *     not inverted for shorts. It rests on completed cycles (`curve_years`), the bars on completed windows; the two may
         *     differ by a year.
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
         * @description One setup a session of the New York Stock Exchange, chosen by a fixed rule, published before its entry with the
         *     time of publication, and scored later by a fixed rule.
         *
         *     - The card is the one that was published, never computed again; only `live_track_record` lives on. Without a pick
         *       of today the latest is served: `featured_date` says of when it is.
         *     - `ml` is always present and never uses the caller's allowance.
         *     - `head_hash` is the end of the public chain of records. Whoever keeps it can prove later that nothing before it
         *       was changed (`GET /daily-pick/ledger`).
         *     - While there has been none the answer is a 404 that says when the first is due. In the sandbox it is a replay
         *       meanwhile (`replay` is true): what the rule would have picked of the simulated prices in past sessions, each
         *       with the prices of the day before. It was not published in advance, is no part of the ledger, and ends with
         *       the first pick. Its `ml` is null, `track_record` is that of the replay, and `live_track_record` the real one.
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
         * @description Every pick with its result, newest first, and the counts over the closed ones. `return_pct` is null while a pick is open. What the counts prove, and how little, stands in `note`. Picks over simulated prices and over real ones are never counted together. In the sandbox, until its first pick, the record is that of a replay (`replay` is true): picks by the same rule over past sessions, not published in advance and no part of the ledger. Replayed and published picks are never counted together either.
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
         * Get what the daily pick did beyond random dates, and how its probabilities fared
         * @description The picks of `GET /daily-pick/track-record` one by one, with the place of each in the ledger, and two tests of them.
         *
         *     - `excess` adds up, in the order of picking, what closed picks returned beyond what they are held against: random
         *       dates of the same symbol, hold and direction once those are over, and the market's benchmark over the same
         *       sessions. `luck_low_pct` to `luck_high_pct` is where the sum stays in 95 % of tries when each excess keeps its
         *       size and luck alone gives its sign, the picks of one setup together. Picks of one time share their market, so
         *       that the band is too narrow.
         *     - `calibration` holds the model's `ml_win_prob` as published against what came, in bins of at least ten closed
         *       picks and about equal size, at most ten bins; under twenty closed picks one.
         *     - A replay of the sandbox (`replay` is true) has no model and no place in the ledger: its `record`, `ml_win_prob`
         *       and `calibration` are null.
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
         * @description The append-only ledger, oldest first: picks, sessions without one, outcomes and corrections. Each record carries
         *     the hash of the one before, so that none can be changed, removed or put in between later without breaking the
         *     chain. A correction refers to what it corrects; nothing is rewritten.
         *
         *     `hash` is SHA-256, in hexadecimal, over the record without `hash` in the canonical form of RFC 8785 (JSON
         *     Canonicalization Scheme), `prev_hash` included. The first `prev_hash` is 64 zeros. `card_hash` is the same over
         *     the card as published, with its chart and without `live_track_record`. No field is a price.
         *
         *     As CSV or NDJSON all types share one set of columns; the chain is verified over the JSON, which has every field.
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
    "/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare 2 to 10 symbols on one window over the same years
         * @description Measures every symbol on one calendar window over the latest `years` completed years that all of them share. A
         *     year that one symbol lacks is replaced by an older one, down to where the youngest data start.
         *
         *     - Under 5 shared years `can_compare` is false, `reason` says why, and nothing is ranked.
         *     - `deepest_drop` is the lowest `mae_pct` of the shared years: how far a position was below its entry at worst.
         *     - `any_date` is what any session of the shared years as the entry date would have done: what the window has to beat.
         *     - `buy_and_hold` holds the symbol long through the calendar years of the same labels, January 1 to December 31.
         *       Years that are not complete are left out and listed.
         *     - `difference_from_highest` is the mean of the paired yearly differences between the symbol of the highest
         *       average and this one, with its 95 % interval (Student's t, n - 1 degrees of freedom). The interval is not
         *       adjusted for having picked the highest of several, so that a lead may look clearer than it is.
         *     - `findings` are sentences, each true by the `numbers` beside it.
         *     - Symbols that are unknown or out of scope are named together (404, 403); nothing is compared without them.
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
         *     - Weights are normalised to 100, set at the start of each year's window and held to its end without rebalancing.
         *       A short position counts with the opposite sign of its symbol's move. A year's result is the sum of the
         *       contributions.
         *     - All positions are measured over the same years: one that a position lacks is left out for all and listed in
         *       `skipped_years`, never replaced by an older one.
         *     - `horizon` counts calendar days from `start_date`, which is day 1; `eoy` ends on December 31; `custom` takes
         *       either `days` or `end_date`, 2 to 366 days.
         *     - The `benchmark` is held long over the basket's own years.
         *     - Symbols that are unknown or out of scope are named together (404, 403).
         *     - Only the fields shown here exist. Shares, dollar amounts, cost basis, P&L and other data of real holdings are
         *       refused (400), and no part of a body is logged.
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
         * @description All of them, the oldest first. Every key of the account sees the same ones.
         */
        get: operations["listSavedScans"];
        put?: never;
        /**
         * Save a scan
         * @description Keeps the parameters of a `GET /scan` under a name. They are checked as there: what `GET /scan` would refuse is refused
         *     here, and named `query.` and the parameter. Those left out are kept with their defaults, so that the scan stays what it is.
         *
         *     - Named windows (`now`, `next_2_weeks`, `next_month`) move with the day it runs on. Of dates that are over, `note` says so.
         *     - A key that is narrowed to markets makes scans of those markets; a read-only key makes none (403).
         *     - Names are unique in the account (409), whatever their case. How many it may have depends on the plan (`most`, and
         *       `saved_scan_limit` of GET /me): one more is 403.
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
         * @description What is kept of it; GET /saved-scans/{saved_scan_id}/results runs it.
         */
        get: operations["getSavedScan"];
        put?: never;
        post?: never;
        /**
         * Delete a saved scan
         * @description With all that was found by it. Deleting it again is 404.
         */
        delete: operations["deleteSavedScan"];
        options?: never;
        head?: never;
        /**
         * Change a saved scan
         * @description Its name, its query as a whole, or both. What is left out stays. Refused as when it is saved.
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
         * @description The answer that `GET /scan` with its query gives now, to this key: counted as one request, with the plan as it is now, and
         *     predictions charged as there. As CSV or NDJSON it is the table of `GET /scan`.
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
         * List what a saved scan found day by day
         * @description Every saved scan runs once over each new state of the prices of its markets, by itself, within minutes: with the plan of the
         *     account, and without predictions. These are its last 30 runs, the newest first, each compared with the result before.
         *
         *     - A pattern is the same from one day to the next when symbol, direction and entry session are: its end may move.
         *     - `added` are new. `gone` are no more: `entered` when their entry came, `dropped` when they do not qualify any more or
         *       others took their place. `entering` are entered on the next session.
         *     - The first run, and the one after the query changed, has nothing to be compared with (`compared` is false).
         *     - A run that failed says why in `fault`, is tried again, and leaves the result before as it was.
         *
         *     Webhooks tell of it as it happens: `scan.changed` (without those that entered) and `pattern.entering`. A key that is narrowed to
         *     markets sees the patterns of those.
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
         * @description All of them, the oldest first, without their addresses, which are shown once.
         */
        get: operations["listCalendarLinks"];
        put?: never;
        /**
         * Make a calendar to subscribe to
         * @description An address that calendar apps subscribe to, of what a saved scan finds or of the daily pick. Whoever has it can read that
         *     calendar and nothing else: it is shown this once, and ends when the link, its saved scan or its account does.
         *
         *     - A key that is narrowed to markets makes calendars of those markets, and none of a saved scan over others (403); a read-only key
         *       makes none (403).
         *     - How many there may be depends on the plan (`most`, and `calendar_link_limit` of GET /me): one more is 403. Where a plan allows
         *       fewer later, the oldest go on.
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
         * @description Its address is 404 from the next read on. Revoking it again is 404.
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
         * @description iCalendar (RFC 5545), for calendar apps: the address is all that lets in, so neither key nor session is asked for. A read is a
         *     request of the account whose link it is, within its plan as it is now; addresses that nobody has are 404 and counted by
         *     client address, as are those that were revoked, or whose account is suspended.
         *
         *     - Each setup is two all-day events, one on the session to enter and one on the session to close, which block no time. A span
         *       over the weeks between would hide everything else.
         *     - An event keeps its `UID` as long as market, symbol and direction are found before the entry: when the dates move, it moves, and
         *       its `SEQUENCE` grows. What is not found any more before its entry is `STATUS:CANCELLED`, for 30 days. What was entered
         *       stays as it was until 30 days after its end.
         *     - A calendar of a saved scan follows the first 100 setups of its daily runs. One of the daily pick has every pick from its
         *       publication on, and says what came of it.
         *     - No price is in it. What is said of past years is said as on a card: beside what any date won, and what luck finds.
         *
         *     Apps read it every few hours by themselves (`REFRESH-INTERVAL`); `If-None-Match` and `If-Modified-Since` are heeded.
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
    "/markets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the markets
         * @description Every market, whether it is in the caller's scope, how patterns are detected in it, and how fresh it is.
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
         * @description The symbols of a market in alphabetical order; with `q` the likeliest meant first: the ticker itself, tickers and names that begin so, then the others. `total`, `matched` and `count` make truncation explicit, and `note` names how many matching rows were cut.
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
         * Get the caller's plan and what is left of it
         * @description Reads only; it never consumes ML allowance.
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
         * Get the ways to sign in to the account console
         * @description A person signs in to the console of their account with a link that works once, or with the identity provider of this
         *     service. The operator makes links (`npm run keys -- invite`); where `mail` is true, `POST /sign-in/link` mails one.
         *
         *     Needs no key and no session. Every operation of the console is for the pages of this server: it wants the header
         *     `X-Session: 1`, and is refused (403) to requests that a browser says come from another site.
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
         * Have a sign-in link mailed to the address of an account
         * @description Mails a link that signs in once, within `valid_minutes`, where the address is that of an account. The answer is the same
         *     whether it is or not, and comes as soon. An address gets a link a minute and ten a day at most, whoever asks for them; more
         *     are not sent, and the answer does not say so. 403 where this server mails none.
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
         * @description Answers the address of the identity provider (`provider` of `GET /sign-in`) that the browser is to go to, by OpenID Connect:
         *     authorization code with PKCE, `state` and `nonce`. A cookie that scripts cannot read ties the sign-in to this browser for
         *     `valid_minutes`; begun anew, it takes the place of the one before. The provider sends the browser back to
         *     `/sign-in/callback`, a page that hands what it says to `POST /session/provider`.
         *
         *     403 where there is no identity provider, 503 where it does not answer. Needs no key and no session, but the header
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
         * @description Begins a session and sets its cookie, which scripts cannot read. The token is what stands behind `#token=` in the link. It
         *     works once: a token that was used, has expired or is none is a 401, which does not say which.
         *
         *     A session ends after 7 days without use, after 30 days in any case, when it is signed out or when an operator ends it. The
         *     cookie changes every hour; one that was replaced and comes again later ends the session, for then two have it.
         *
         *     Needs no key and no session, but the header `X-Session: 1`.
         */
        post: operations["signInByLink"];
        /**
         * Sign out
         * @description Ends the session of the request, in every process from the next request on, and clears its cookie. Session only, never by API key.
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
         * Sign in with what the identity provider sent back
         * @description Takes `code`, `state` and `iss` of the address that the identity provider sent the browser back to, exchanges the code, and
         *     begins a session as a link does. The account is the one that the person (`iss` and `sub` of the ID token) signed in to before;
         *     the first time it is the account of their e-mail address, where the provider says `email_verified: true`, or a new one of the
         *     free plan where the service makes those. Signing out ends the session here, not the one at the provider.
         *
         *     401 unless the same browser began this sign-in, within its time, and the provider vouches for it; it works once. 403 for
         *     somebody who has no account, and where there is no identity provider; 503 where it does not answer. Needs no key and no
         *     session, but the header `X-Session: 1`.
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
         * Get the account that is signed in, and what it used
         * @description Plan, role and session, and what was used of minute, day and predictions by all keys of the account and by its pages. Asking
         *     costs none of it: the operations of the console are counted apart, 120 a minute and 10,000 a day. Session only, never by API
         *     key.
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
         * Get what the account used on each of the last 30 days
         * @description Requests and predictions by UTC day, the oldest first and today last. Requests of days before this version was installed are
         *     not known and stand as 0. Predictions are counted where the plan limits them, and are null where it does not. Session only,
         *     never by API key.
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
         * @description Those of the last 7 days, the newest first.
         */
        get: operations["listExports"];
        put?: never;
        /**
         * Ask for all patterns of a market over a year
         * @description A search of every symbol of a market over the entries of a span of days, by default the coming year, for a file to download.
         *     It is made in the background, at low priority: ask `GET /exports/{export_id}` how far it is.
         *
         *     - Each symbol is searched by itself, as `GET /opportunities/{symbol}` does: the best window by Sharpe ratio first,
         *       then the next that overlaps none kept in its direction. Filters apply to the published values; `per_symbol` of what
         *       remains is kept.
         *     - Every row carries its significance: `p_symbol` against the symbol's own search, `p_search` against the search of the
         *       whole market, both over shuffled calendars.
         *     - All of it is made from the prices of one moment, `data_version`. A symbol whose prices cannot be read is named in
         *       `failures`, and the rest goes on. Predictions are no part of it: `POST /score` has them.
         *     - A retry is safe, without an `Idempotency-Key`: asked for again while it is queued or running, or while there is a file
         *       of it made of the same prices, the same export is answered rather than begun anew, and counts against nothing. So the
         *       answer is a 200 whatever its `state`: it may be `ready` at once.
         *     - The plan says how many exports a UTC day there are (`exports_per_day` and `exports_remaining_today` of `GET /me`); two
         *       of an account may be queued or running at once. Beyond that: 429. A file has at most 64 MB, and is kept for 24 hours.
         *     - Accounts have their turns: whoever has none under way, and was served longest ago, comes first.
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
         * See how far an export is
         * @description `state` goes from `queued` over `running` to `ready`, where `file` says what there is, or to `failed`, where `note` says
         *     why. A file whose 24 hours are over is `expired`: ask for the export again.
         */
        get: operations["getExport"];
        put?: never;
        post?: never;
        /**
         * Call an export off, or let its file go
         * @description One that is queued or running becomes `cancelled` and stops; the file of one that is ready is deleted. Again, it changes nothing.
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
         * @description All of it, or the part that `Range: bytes=...` asks for: a download that broke off is taken up with `Range` and the tag of
         *     what is there already as `If-Range`. The tag is the SHA-256 of the file, which `Repr-Digest` says too (RFC 9530).
         *     Whether it is CSV, NDJSON or Parquet was said when it was asked for. Any process of the service serves any part.
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
         * @description Every key that the account ever had, the oldest first, without its secret. Session only, never by API key.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create a key
         * @description The answer holds the key, this once. It carries the plan of the account, and shares its limits with the other keys.
         *
         *     - `markets` narrows it to some of the plan's markets. When the plan loses one of them, so does the key.
         *     - `read_only` makes a key that spends nothing: `POST /score` is refused to it (403), its cards carry `ml: null`, and no
         *       prediction is charged to the account.
         *     - On the day `expires_on`, at 00:00 UTC, it ends.
         *     - An account has at most 50 active keys.
         *
         *     Session only, never by API key.
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
         * @description From the next request on the key is a 401, in every process. Revoking it again changes nothing. Session only, never by API key.
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
         * @description A new key with the name, the scope and the end of the old one. The old one works on for the overlap, never longer than it
         *     would have anyway; 0 ends it at once. The answer holds the new key, this once. Session only, never by API key.
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
         * @description Those that are signed in, the newest first. Session only, never by API key.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /**
         * Sign out everywhere
         * @description Ends every session of the account, this one too, in every process from the next request on. Session only, never by API key.
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
         * @description It ends in every process from the next request on; when it is that of the request, its cookie is cleared. Session only, never by API key.
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
         * List what was done with the account
         * @description Sign-ins, and every change of keys, sessions, plan and role, the newest first: by the account holder, by an operator's page or by
         *     a command on the server. No secret stands in it. Session only, never by API key.
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
         * @description The accounts in the order in which they were made, with their keys and sessions that are active and the requests of today (UTC).
         *     For the session of an operator only, an account with the role `admin`: `npm run keys -- set-role` gives it.
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
         * Move an account to another plan, give it another role, or suspend it
         * @description What is left out stays. Keys and sessions carry the new plan, and sessions the new role, from the next request on. The account
         *     holder sees it among the events of the account. With a suspended account nobody is let in from the next request on, in every process:
         *     its sessions and sign-in links end, its keys are 401 until it is resumed, and its webhooks are sent nothing: what happens meanwhile
         *     follows when it is resumed, in order, unless it is older than 30 days by then. An operator can neither give up the own role nor suspend
         *     the own account. For the session of an operator only.
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
         * @description They end in every process from the next request on; its keys go on. For the session of an operator only.
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
         * List where prices come from by themselves
         * @description Every feed, a provider asked for symbols of a market, by market and provider: what its last run came to, what it lacks and when it is
         *     run next. `npm run feeds -- add` makes one. For the session of an operator only.
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
         * Pause a feed, or resume it
         * @description A paused feed is not asked by itself; a run under way goes on to its end. Resumed, also symbols whose prices were dropped are asked
         *     for again. It stands among the events of the operator's account. For the session of an operator only.
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
         * Have a feed run now
         * @description The symbols that lack the last session are asked for within a minute, by one process, also those that were to be tried again later
         *     only; this answers at once. Nothing is asked twice: `state` says when it is being run already, is paused, lacks nothing, or when
         *     this server runs no feeds. For the session of an operator only.
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
         * @description What is known of each symbol that a feed is asked for, by ticker. For the session of an operator only.
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
         * List the work in the background
         * @description Every queue with how many of its jobs wait, run and failed, and the jobs themselves, the newest first: those that wait, run, failed or
         *     were cancelled. Jobs that are done are not kept; failed and cancelled ones are for 14 days. For the session of an operator only.
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
         * Have a job run again
         * @description A job that failed or was cancelled waits again, to be run at once, as often as a new one; where another one of its key waits already,
         *     that one runs in its place. A job that waits, runs or is done is a 404. It stands among the events of the operator's account. For the
         *     session of an operator only.
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
         * @description A job that waits is not run; one that runs is told to end, in whichever process it runs. A job that failed, was cancelled or is done
         *     is a 404. It stands among the events of the operator's account. For the session of an operator only.
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
         * List prices that wait for a decision
         * @description What feeds fetched and did not store, since it does not fit the stored prices, each beside what is stored: how far the closes of the
         *     days that both have lie apart, in percent. No price stands in it. For the session of an operator only.
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
         * Take prices that were held back, or drop them
         * @description Taken, they stand in the place of the stored ones, and the feed goes on; dropped, the stored ones stay, and the feed does not ask for
         *     the symbol until it is resumed. It is about the very prices that were listed: when others wait meanwhile, it is a 404. It stands
         *     among the events of the operator's account, and `npm run undo` takes the last one back. For the session of an operator only.
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
         * List what is odd about the stored prices
         * @description Of each symbol with prices, worst first: prices that cannot be read, moves that look like missed splits, refused rows, gaps, other
         *     large moves, then what was flagged. Gaps and moves are those of the prices that are stored; what was refused and flagged is what the last import or
         *     feed run that found it said, unless the whole history was stored anew since, or the run was undone. The prices of many symbols are
         *     looked at in the background: `pending` says how many are not yet, and the list is of the others. No price stands in it. For the
         *     session of an operator only.
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
         * @description What became of the rows that each run brought, the newest first: also of runs that stored nothing. The newest 500 are kept. For the
         *     session of an operator only.
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
         * Get what a run refused and flagged
         * @description The report of an import or feed run with its findings in the order in which they were found, by symbol and reason, each with its
         *     first places. No price stands in it. For the session of an operator only.
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
         * @description What each published number means, how it is computed, what it was measured against and what it does not know. Every number can be recomputed from the yearly returns with these definitions.
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
         * @description Where events are sent to, the oldest first, without their secrets.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Have events sent somewhere
         * @description Events are sent by POST as JSON, `{type, timestamp, data}`, signed as Standard Webhooks describe: verify each with the secret, which
         *     the answer holds this once, and any library of that name.
         *
         *     - Each event is sent at least once, and in order: the next one waits until the one before was taken. A status of 2xx within 10
         *       seconds takes it; take each `webhook-id` once.
         *     - What is not taken is sent again after 5 seconds, 5 and 30 minutes, 2, 5, 10 and 10 hours, later where `Retry-After` asks for it. Then,
         *       and at once on a 410, the webhook is disabled, and what waits for it is kept as undelivered.
         *     - The URL is https, without user and password, and leads to a public address; redirects are not followed.
         *     - How many an account may have is a matter of its plan (`webhook_limit` of GET /me). Keys that are read-only cannot create or
         *       change any.
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
         * @description Without its secret.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Nothing is sent there any more, and its deliveries are forgotten.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @description What is left out stays. `state` disables it, or enables it again: what was undelivered stays so until it is asked for by
         *     `POST /webhooks/{webhook_id}/events/{event_id}/redeliver`.
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
         * @description The answer holds the new secret, this once. For the overlap every message is signed with both, so that a receiver can change over
         *     in its own time; 0 ends the old one at once.
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
         * @description Sends a signed message of type `webhook.test` now, past what waits, and tells what came back; it is not sent again, and not in the list of deliveries.
         *     Once in 10 seconds for each webhook.
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
         * List what was sent to a webhook
         * @description Newest first, of the last 30 days: what was delivered, what waits and when it is tried next, and what nobody tries any more.
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
         * Send an event once more
         * @description Puts an event of the list of deliveries behind what waits, with the same `webhook-id`. Of a webhook that is active, and of an event that
         *     does not wait already.
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
         * A setup of a saved scan is entered tomorrow
         * @description Sent after fresh prices, the session before the entry of a setup that a saved scan of the account finds.
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
         * A saved scan finds something else than the day before
         * @description Sent after fresh prices, at most once a day for each saved scan of the account: what is new in it, and what is gone. Of each
         *     at most 50 are listed; `added_count` and `gone_count` count all.
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
         * The daily pick is published, or that there is none
         * @description Sent once a session, as soon as the record of the daily pick holds it: `seq` and `hash` name the entry of
         *     `GET /daily-pick/ledger`.
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
         * A daily pick is over, and scored
         * @description Sent once the exit of a pick is final, with the entry of the record that scores it.
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
         * @description Sent to accounts whose plan has the market, once it lacks the bars of more than three sessions that are over; again only
         *     after it lacked at most one.
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
        /** @description A market by id, name or alias (GET /markets lists them); case, spaces, dashes and underscores do not matter. Answers carry the id. */
        MarketName: string;
        /** @description Permanent id of a market, '0' to '16'. */
        MarketId: string;
        /** @description Ticker. */
        SymbolText: string;
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
        /** @description Lookback label, always a string; "10", in cycles "8 pe2". */
        YearsLabel: string;
        Share: number;
        /** @description What the content is not, and that prices are simulated when they are. */
        Disclaimer: string;
        /** @description Present when the prices of a market used end more than its gap limit (10 days, in Asia 20) before the last session that should be there, and says how old they are. No card of that market carries an order ticket. */
        DataAgeNote: string;
        /** @description Body of every 4xx and 5xx answer. */
        ErrorBody: {
            error: components["schemas"]["ErrorDetail"];
        };
        ErrorDetail: {
            /** @enum {string} */
            code: "invalid_request" | "unauthorized" | "forbidden" | "demo_restricted" | "not_found" | "conflict" | "gone" | "rate_limited" | "internal" | "scan_busy" | "upstream_unavailable" | "service_misconfigured";
            /** @description For people. Names the parameter, what came and what is accepted. */
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
            /** @description Blended score, counted at 30 % while its significance is unknown. Below 40 the setup is neutral. */
            edge_score: number;
            /** @description What the score rests on, in words. */
            edge_basis: string;
            significance: components["schemas"]["Significance"];
            stats: components["schemas"]["CardStats"];
            /** @description The model's prediction; null when there is none, which `tier_notes` explains. */
            ml: components["schemas"]["MlBlock"] | null;
            receipts: components["schemas"]["Receipts"];
            next_step: components["schemas"]["NextStep"];
            /** @description One-line summary. */
            headline: string;
            /** @description One-line judgment. */
            verdict: string;
            disclaimer: components["schemas"]["Disclaimer"];
            /** @description Explains the presence or absence of the prediction. */
            tier_notes: string;
            /** @description Present when a bare ticker was resolved to a listing. */
            note?: string;
            chart?: components["schemas"]["CardChart"];
        };
        /** @description A card without its yearly receipts, curve summary, reminder and copy text. */
        LeanCard: {
            /** @description Position in the ranked list, from 1. */
            rank: number;
            symbol: string;
            market: components["schemas"]["CardMarket"];
            direction: components["schemas"]["Direction"];
            bias: components["schemas"]["Bias"];
            setup: components["schemas"]["Setup"];
            /** @description Blended score, counted at 30 % while its significance is unknown. Below 40 the setup is neutral. */
            edge_score: number;
            /** @description What the score rests on, in words. */
            edge_basis: string;
            significance: components["schemas"]["Significance"];
            stats: components["schemas"]["CardStats"];
            /** @description The model's prediction; null when there is none, which `tier_notes` explains. */
            ml: components["schemas"]["MlBlock"] | null;
            receipts: components["schemas"]["LeanReceipts"];
            next_step: components["schemas"]["LeanNextStep"];
            /** @description One-line summary. */
            headline: string;
            /** @description One-line judgment. */
            verdict: string;
            disclaimer: components["schemas"]["Disclaimer"];
            /** @description Explains the presence or absence of the prediction. */
            tier_notes: string;
            /** @description Present when a bare ticker was resolved to a listing. */
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
            edge_score: number;
            historical_win_rate: components["schemas"]["Share"];
            years_tested: number;
            avg_return_pct: number;
            median_return_pct: number;
            sharpe_ratio: number;
            significance: components["schemas"]["Significance"];
            /** @description The model's win probability; null when there is no prediction. */
            ml_win_prob: number | null;
        };
        /** @description `view` decides: a PatternCard (full), a LeanCard (decision, and evidence after the first) or a TableRow (table). */
        Card: components["schemas"]["PatternCard"] | components["schemas"]["LeanCard"] | components["schemas"]["TableRow"];
        CardMarket: {
            id: components["schemas"]["MarketId"];
            name: string;
        };
        /** @description How often the same search over shuffled calendars finds something at least as strong: what luck alone would give. Small is strong; 0.05 and below beat luck. The definition stands in GET /methodology. */
        Significance: {
            /**
             * @description `pending`: luck over the whole search is still being computed, so that `p_symbol` and `p_search` are null; ask again later. `not_applicable`: fewer than five observed years, or nothing to compare with.
             * @enum {string}
             */
            status: "ready" | "pending" | "not_applicable";
            /** @description How far the window beats the symbol's own drift, in the direction of the trade. */
            z: number | null;
            /** @description Chance that this very window is as strong over a shuffled calendar, as if nothing had been searched. */
            p_window: number | null;
            /** @description Chance that the strongest window of this symbol is; null for a window that the caller named. */
            p_symbol: number | null;
            /** @description Chance that the strongest window of the whole search is; null for a window that the caller named. */
            p_search: number | null;
            /** @description Shuffled calendars that the chances rest on. */
            rotations: number;
            searched: components["schemas"]["SearchedWindows"];
            /** @description The same in words, with its numbers. */
            reading: string;
        };
        /** @description What a search looked at. */
        SearchedWindows: {
            /** @description Entries x holds x directions x symbols. */
            windows: number;
            symbols: number;
        };
        Setup: {
            entry_date: components["schemas"]["CalendarDate"];
            /** @description The run of entry sessions around the entry date that keep the threshold. */
            entry_window: string;
            /** @description Calendar days, the entry day included. */
            hold_days: number;
            exit_date: components["schemas"]["CalendarDate"];
        };
        CardStats: {
            /** @description Share of past years profitable. Never a prediction. */
            historical_win_rate: number;
            /** @description Mean over sample deviation of the yearly returns, risk-free 0, not annualised. */
            sharpe_ratio: number;
            avg_return_pct: number;
            median_return_pct: number;
            years: components["schemas"]["YearsLabel"];
        };
        /** @description A model's prediction for this setup. A different quantity from the historical win rate. */
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
            /** @description Oldest first. Every statistic can be recomputed from it. */
            per_year: components["schemas"]["YearResult"][];
            curve_summary?: components["schemas"]["CurveSummary"];
            /** @description Label of the model, the lookback and the prices. */
            source: string;
            as_of: components["schemas"]["CalendarDate"];
            live_track_record?: components["schemas"]["TrackRecordSummary"];
        };
        /** @description Receipts without the single years and the curve summary. */
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
            source: string;
            as_of: components["schemas"]["CalendarDate"];
            live_track_record?: components["schemas"]["TrackRecordSummary"];
        };
        /** @description What any entry date of these years did with the same hold and direction, which is what a win rate is to be held against. Absent without such windows, and on old cards of the record. */
        AnyDate: {
            win_rate: components["schemas"]["Share"];
            /** @description Percent, in the direction of the trade. */
            avg_return_pct: number;
            /** @description Entry dates that were counted. */
            windows: number;
        };
        YearReturn: {
            year: components["schemas"]["Year"];
            return_pct: number;
        };
        YearResult: {
            year: components["schemas"]["Year"];
            return_pct: number;
            /**
             * @description A return of exactly 0 is a loss; judged before rounding.
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
        /** @description The record of the daily pick, forward or replayed, which `note` says. Only on the daily pick. */
        TrackRecordSummary: {
            /** @description Picks that are closed. */
            count: number;
            win_count: number;
            /** @description Null without any completed pick. */
            win_rate: number | null;
            /** @description Null without any completed pick. */
            avg_return_pct: number | null;
            /** @description Setups among the closed picks: picks of one symbol and direction whose windows overlap are one. */
            setup_count: number;
            /** @description Closed picks that were delisted, at a fixed value. */
            delisted_count: number;
            /** @description Random dates of the picks for which they are over; null without any. */
            random_dates: components["schemas"]["TrackRecordRandomDates"] | null;
            note: string;
        };
        /** @description The mean over picks of what random dates of the same symbol, hold and direction did, beside those picks. */
        TrackRecordRandomDates: {
            /** @description Picks that are compared. */
            count: number;
            win_rate: components["schemas"]["Share"];
            avg_return_pct: number;
            /** @description Of the picks that are compared. */
            picks_avg_return_pct: number;
        };
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
        /** @description Broker-agnostic; there is no price, limit or stop. Absent on neutral cards and once the entry session is past. */
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
        /** @description Absent once the entry session is past. */
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
             * @description The session whose close is P0. Absent on charts of daily picks published before it was told.
             */
            entry_session?: string;
            /**
             * Format: date
             * @description The session whose close is P1; absent likewise.
             */
            exit_session?: string;
        };
        ScanResponse: {
            /**
             * Format: date-time
             * @description When this answer was made, UTC; one given again within a minute keeps its time.
             */
            generated_at: string;
            /** @description One-line lead. Says also which prices end more than three sessions early. */
            summary: string;
            /** @description The resolved window, `YYYY-MM-DD..YYYY-MM-DD`. */
            window: string;
            markets_scanned: components["schemas"]["MarketId"][];
            /** @description Markets that gave no answer, normally empty. Not empty means an incomplete scan. */
            market_failures: components["schemas"]["MarketId"][];
            /** @description Candidates that could not be verified. Not 0 means an incomplete scan. */
            evidence_failures: number;
            /** @enum {string} */
            rank_by: "edge" | "win_rate" | "sharpe" | "ml" | "avg_return" | "significance";
            /** @enum {string} */
            view: "full" | "evidence" | "decision" | "table";
            lookback: components["schemas"]["Lookback"];
            /** @description Rows in `opportunities`. */
            count: number;
            /** @description Candidates of the pool whose evidence was verified, at most `pool` (50 by default). */
            evaluated_count: number;
            /** @description Candidates found, verified or not. */
            found_count: number;
            /** @description There were more candidates than the pool (50 by default), or ML did not reach every eligible card. */
            enrichment_capped: boolean;
            /** @description The plan's cap, rather than the caller's limit, bound the result. */
            capped_by_plan: boolean;
            /** @description "N of M": rows shown of all that qualify. */
            shown_of_evaluated: string;
            /** @description Present only when `capped_by_plan` is true. */
            upgrade_url?: string;
            /** @description Predictions left today; null is unlimited, 0 is spent. */
            ml_remaining_today: number | null;
            /** @description Ranked. Their shape follows `view`. */
            opportunities: components["schemas"]["Card"][];
            /** @description Present when market tokens were unknown or out of scope. */
            markets_note?: string;
            /** @description Present when `min_winning_years` is out of band for some markets. */
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
            /** @description Years looked back. */
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
             * @description `no_data` is a valid empty cohort, `unavailable` an outage, `not_evaluated` a row past the pool.
             * @enum {string}
             */
            evidence_status: "verified" | "no_data" | "unavailable" | "not_evaluated";
            /** @description What luck alone would give; null unless the row is verified. */
            significance: components["schemas"]["Significance"] | null;
            /** @description The model's prediction; null when there is none. */
            ml: components["schemas"]["OpportunityMl"] | null;
        };
        /** @description A model's prediction under the names of the bulk rows. */
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
             * @description Always false: the list is of one entry date.
             * @enum {boolean}
             */
            window_supported: false;
            evaluated_count: number;
            enrichment_capped: boolean;
            /** @description Candidates whose evidence could not be read, filtered or not, and symbols whose prices could not even be searched. Nonzero means an incomplete list. */
            evidence_failures: number;
            /** @description Null is unlimited. */
            ml_remaining_today: number | null;
            opportunities: components["schemas"]["Opportunity"][];
            /** @description How many rows carry a prediction, of which model, and why the others do not. */
            tier_notes: string;
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
            /** @description How many rows carry a prediction, of which model, and why the others do not. */
            tier_notes: string;
            /** @description Present when a bare ticker was resolved to a listing. */
            note?: string;
            disclaimer: components["schemas"]["Disclaimer"];
            /**
             * Format: date
             * @description Last day whose prices were used.
             */
            as_of: string | null;
            data_age_note?: components["schemas"]["DataAgeNote"];
        };
        /** @description A table as CSV (RFC 4180) in UTF-8: a line of column names, then one line for each row. The columns are the properties of the schema of `application/x-ndjson`, in their order. Null is an empty cell; a text that a spreadsheet would run as a formula has an apostrophe before it. */
        TableText: string;
        /** @description One setup of a scan as a line of its table, whatever view is asked for. */
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
            /** @description Mean over sample deviation of the yearly returns. */
            sharpe_ratio: number;
            best_year: components["schemas"]["Year"];
            /** @description Percent. */
            best_year_return_pct: number;
            worst_year: components["schemas"]["Year"];
            /** @description Percent. */
            worst_year_return_pct: number;
            /** @description What any entry date of these years won with the same hold and direction. */
            any_date_win_rate: number | null;
            /** @description Percent, likewise. */
            any_date_avg_return_pct: number | null;
            /**
             * @description Of significance: ready, pending or not_applicable.
             * @enum {string}
             */
            significance_status: "ready" | "pending" | "not_applicable";
            /** @description How far the window beats the own drift of the symbol. */
            z: number | null;
            /** @description Chance that this very window is as strong over a shuffled calendar. */
            p_window: number | null;
            /** @description Chance that the strongest window of this symbol is; null while it is pending. */
            p_symbol: number | null;
            /** @description Chance that the strongest window of the whole search is; null while it is pending. */
            p_search: number | null;
            /** @description Percentile of the prediction; null without one. */
            ml_score: number | null;
            /** @description The predicted chance of a win; null without a prediction. */
            ml_win_prob: number | null;
            /** @description Predicted return, percent. */
            pred_return_pct: number | null;
            /** @description Predicted maximum favourable excursion, percent. */
            pred_mfe_pct: number | null;
            as_of: components["schemas"]["CalendarDate"];
        };
        /** @description One setup of a list as a line of its table. Unverified rows have no statistics. */
        OpportunityLine: {
            symbol: string;
            market: components["schemas"]["MarketId"];
            direction: components["schemas"]["Direction"];
            entry_date: components["schemas"]["CalendarDate"];
            /** @description Calendar days, the entry day included. */
            days_out: number;
            /** @description Mean over sample deviation of the yearly returns. */
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
             * @description Of significance: ready, pending or not_applicable; null unless verified.
             * @enum {string|null}
             */
            significance_status: "ready" | "pending" | "not_applicable" | null;
            /** @description How far the window beats the own drift of the symbol. */
            z: number | null;
            /** @description Chance that this very window is as strong over a shuffled calendar. */
            p_window: number | null;
            /** @description Chance that the strongest window of this symbol is; null while it is pending. */
            p_symbol: number | null;
            /** @description Chance that the strongest window of the whole search is; null while it is pending. */
            p_search: number | null;
            /** @description Percentile of the prediction; null without one. */
            ml_score: number | null;
            /** @description The predicted chance of a win; null without a prediction. */
            win_prob: number | null;
            /** @description Predicted return, percent. */
            pred_return: number | null;
            /** @description Predicted maximum favourable excursion, percent. */
            pred_mfe: number | null;
        };
        /** @description One compared symbol as a line of the table, over the shared years; without any its statistics are null. */
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
            /** @description Mean over sample deviation of the yearly returns. */
            sharpe_ratio: number | null;
            /** @description All shared years one after the other, percent. */
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
            /** @description What any entry date of these years won with the same hold and direction. */
            any_date_win_rate: number | null;
            /** @description Percent, likewise. */
            any_date_avg_return_pct: number | null;
            /** @description Average complete calendar year, percent. */
            buy_and_hold_avg_return_pct: number | null;
            /** @description Average of the highest symbol less this one, percentage points; null for the highest, and when nothing is ranked. */
            difference_from_highest_pct: number | null;
            /** @description Lower end of its interval. */
            interval_low_pct: number | null;
            /** @description Upper end of its interval. */
            interval_high_pct: number | null;
            /** @description Chance that this very window is as strong over a shuffled calendar. */
            p_window: number | null;
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
            /** @description As sent. */
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
        /** @description One record of the ledger as a line of its table; what its type does not say is null. */
        LedgerLine: {
            seq: number;
            /** @enum {string} */
            type: "pick" | "no_pick" | "outcome" | "random_dates" | "correction";
            /** Format: date-time */
            published_at: string;
            /**
             * Format: date
             * @description Session that a pick, or none, was made on.
             */
            session: string | null;
            /**
             * Format: date
             * @description Last day whose prices were used.
             */
            as_of: string | null;
            symbol: string | null;
            /** @description Its id. */
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
            edge_score: number | null;
            ml_score: number | null;
            ml_win_prob: number | null;
            pred_return_pct: number | null;
            pred_mfe_pct: number | null;
            /** @description `seq` of the pick that an outcome or random dates are of, or of the record that is corrected. */
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
            /** @description Percent, of an outcome in the direction of the pick; of a correction what counts instead. */
            return_pct: number | null;
            /** @enum {string|null} */
            result: "win" | "loss" | null;
            /**
             * @description As in the outcome's record.
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
             * @description Session the pick was made on.
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
        /** @description The scores, or where more predictions are to be had. */
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
            /** @description As sent. */
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
            /** @description As sent. */
            symbol: string;
            date: components["schemas"]["CalendarDate"];
            direction: components["schemas"]["Direction"];
            days_out: number;
            /** @description Why the item is not scored. */
            note: string;
        };
        /** @description Stands in place of scores when the daily allowance was spent before. */
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
        /** @description Percent unless said. Returns are in the direction of the trade; no price or volume level. */
        PatternStats: {
            trade_direction: components["schemas"]["Direction"];
            percent_profitable: number;
            num_winners: number;
            num_losers: number;
            /** @description Mean of the winning years; null without any. */
            avg_profit: number | null;
            /** @description Mean of the other years; null without any. */
            avg_loss: number | null;
            /** @description Median of all years. */
            median_profit: number;
            /** @description Ratio. */
            sharpe_ratio: number;
            /** @description Ratio, of the maximum favourable excursions. */
            sharpe_ratio_mfe: number;
            /** @description As if reinvested all year, not achievable. */
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
            /** @description The same 21 sessions earlier. */
            trend_long_prev: number | null;
            /** @description Close against its 50-session average; null without data. */
            trend_short: number | null;
            /** @description The same 21 sessions earlier. */
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
            /** @description The cycles the curve averages, by the year of their start, oldest first. */
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
            /** @description Entry dates of the market year, ascending; each row has a cell for every one of them. */
            entry_dates: components["schemas"]["CalendarDate"][];
            /** @description One for each holding period, shortest first. */
            rows: components["schemas"]["HeatMapRow"][];
            /** @description Which market a bare ticker was resolved to. */
            note?: string;
            disclaimer: components["schemas"]["Disclaimer"];
            as_of: components["schemas"]["CalendarDate"];
            data_age_note?: components["schemas"]["DataAgeNote"];
        };
        /** @description The cells of one holding period, one for each of `entry_dates`. */
        HeatMapRow: {
            hold_days: number;
            /** @description The measure of each cell as the card of its window has it: `significance.z`, `avg_return_pct` or `historical_win_rate`; null = missing. */
            values: (number | null)[];
            /** @description What any date of the same years made or won, same hold and direction; null where the measure is z. */
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
            /** @description Why nothing is ranked; null when it is. */
            reason: string | null;
            /** @description Fewest shared years that are ranked. */
            years_needed: number;
            /** @description The years measured, oldest first. */
            shared_years: components["schemas"]["Year"][];
            /** @description Years looked at and not shared, oldest first. */
            skipped_years: components["schemas"]["SkippedYear"][];
            /** @description In the order asked. */
            symbols: components["schemas"]["CompareEntry"][];
            /** @description Empty when nothing is ranked. */
            findings: components["schemas"]["CompareFinding"][];
            disclaimer: components["schemas"]["Disclaimer"];
            as_of: components["schemas"]["CalendarDate"];
            data_age_note?: components["schemas"]["DataAgeNote"];
        };
        /** @description The one window all symbols are measured on. */
        CompareSetup: {
            entry_date: components["schemas"]["CalendarDate"];
            exit_date: components["schemas"]["CalendarDate"];
            /** @description Calendar days, the entry day included. */
            hold_days: number;
            direction: components["schemas"]["Direction"];
            /** @description The period asked for; null for a window of dates. */
            period: components["schemas"]["Period"] | null;
        };
        /** @description A year that some symbol did not complete. */
        SkippedYear: {
            year: components["schemas"]["Year"];
            /** @description Those that lack it. */
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
            /** @description Of this window over the shared years; null without any. */
            significance: components["schemas"]["Significance"] | null;
            /** @description The shared years, oldest first. */
            per_year: components["schemas"]["CompareYear"][];
            any_date: components["schemas"]["CompareAnyDate"];
            buy_and_hold: components["schemas"]["CompareBuyAndHold"];
            /** @description Null for the symbol of the highest average, and when nothing is ranked. */
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
            /** @description Mean over sample deviation of the yearly returns, risk-free 0, not annualised. */
            sharpe_ratio: number;
            /** @description All shared years one after the other. */
            cumulative_return_pct: number;
        };
        /** @description The lowest mae_pct of the shared years; the earliest of equals. */
        DeepestDrop: {
            year: components["schemas"]["Year"];
            mae_pct: number;
        };
        /** @description Percent, in the direction of the trade. */
        CompareYear: {
            year: components["schemas"]["Year"];
            return_pct: number;
            /**
             * @description A return of exactly 0 is a loss; judged before rounding.
             * @enum {string}
             */
            result: "win" | "loss";
            /** @description Maximum favourable excursion. */
            mfe_pct: number;
            /** @description Maximum adverse excursion. */
            mae_pct: number;
        };
        /** @description What any session of the shared years as the entry date would have done, with the same hold and direction. */
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
            /** @description Shared years that are no complete calendar year of this symbol. */
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
        /** @description Paired yearly differences in percentage points: the symbol of the highest average less this one. */
        CompareDifference: {
            /** @description Symbol of the highest average. */
            highest: string;
            avg_difference_pct: number;
            interval_low_pct: number;
            interval_high_pct: number;
            /** @description Confidence of the interval. */
            confidence_pct: number;
        };
        /** @description A sentence that the numbers beside it prove. */
        CompareFinding: {
            /** @enum {string} */
            code: "highest_average" | "most_consistent" | "smallest_drop" | "beats_own_buy_and_hold" | "differences_too_small";
            /** @description Of whom it is said. */
            symbols: string[];
            text: string;
            /** @description Every number compared, not only the winner's. */
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
        /** @description Only these fields exist. */
        ScenarioRequest: {
            /** @description The same symbol may come several times. */
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
             * @description Lookback in years; in a cycle the number of occurrences.
             * @default 10
             */
            years: number;
            /**
             * @description Which years count, as in GET /compare.
             * @default consecutive
             * @enum {string}
             */
            pe_cycle: "consecutive" | "pe" | "pe0" | "pe1" | "pe2" | "pe3";
            benchmark?: components["schemas"]["SymbolText"];
        };
        ScenarioPositionInput: {
            symbol: components["schemas"]["SymbolText"];
            /** @description Only its share of the total counts. */
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
            /** @description Null without a year that every position observed. */
            result: components["schemas"]["ScenarioResult"] | null;
            /** @description The years that every position observed, oldest first. */
            per_year: components["schemas"]["ScenarioYear"][];
            /** @description Years of the lookback that a position lacks, oldest first. */
            skipped_years: components["schemas"]["SkippedYear"][];
            /** @description Null when none was asked for. */
            benchmark: components["schemas"]["ScenarioBenchmark"] | null;
            summary: string[];
            /** @description How weights and shorts are counted. */
            method: string;
            disclaimer: components["schemas"]["Disclaimer"];
            as_of: components["schemas"]["CalendarDate"];
            data_age_note?: components["schemas"]["DataAgeNote"];
        };
        /** @description The window as it was resolved. */
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
            /** @description The weight used; all add up to 100. */
            weight_pct: number;
            /**
             * Format: date
             * @description First day with a price; null without any up to as_of.
             */
            data_from: string | null;
            /** @description Years of the lookback that this position observes, shared or not. */
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
            /** @description The rest. */
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
            /** @description Return of the position, in its direction. */
            return_pct: number;
            /** @description Weight times return, percentage points. */
            contribution_pct: number;
        };
        /** @description One symbol held long over the years of the basket. */
        ScenarioBenchmark: {
            symbol: string;
            market: components["schemas"]["CardMarket"];
            /** @description Years of the basket that it observes. */
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
             * @description Session the pick was made on.
             */
            featured_date: string;
            track_record: components["schemas"]["TrackRecordSummary"];
            /** @enum {string} */
            view: "full" | "evidence" | "decision" | "table";
            replay: components["schemas"]["IsReplay"];
            head_hash: components["schemas"]["RecordHash"];
            disclaimer: components["schemas"]["Disclaimer"];
            /**
             * Format: date
             * @description Last day whose prices the pick rests on.
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
        /** @description Whether this was worked out afterwards over simulated prices: not published in advance, in no record of the ledger, and never so over real prices. */
        IsReplay: boolean;
        TrackRecordPick: {
            symbol: string;
            /**
             * Format: date
             * @description Session the pick was made on.
             */
            featured_date: string;
            /** @description Percent in the direction of the pick; null while it is open. */
            return_pct: number | null;
            /**
             * @description A return of exactly 0 is a loss; judged before rounding.
             * @enum {string}
             */
            result: "win" | "loss" | "open";
        };
        PickEvaluation: {
            /** @description Newest first. */
            picks: components["schemas"]["EvaluatedPick"][];
            /** @description Against random dates and against the benchmark. */
            excess: components["schemas"]["PickExcess"][];
            /** @description Null without a closed pick that carries a prediction. */
            calibration: components["schemas"]["PickCalibration"] | null;
            replay: components["schemas"]["IsReplay"];
            head: components["schemas"]["LedgerHead"];
            disclaimer: components["schemas"]["Disclaimer"];
        };
        /** @description The end of the chain; record 0 with 64 zeros while it is empty. */
        LedgerHead: {
            seq: number;
            hash: components["schemas"]["RecordHash"];
        };
        EvaluatedPick: {
            /**
             * Format: date
             * @description Session the pick was made on.
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
            /** @description As published; null in a replay. */
            ml_win_prob: number | null;
            /** @description Percent in the direction of the pick, after corrections; null while it is open. */
            return_pct: number | null;
            /**
             * @description A return of exactly 0 is a loss; judged before rounding.
             * @enum {string}
             */
            result: "win" | "loss" | "open";
            /** @description Whether a later record of the ledger corrects its return. */
            corrected: boolean;
            /**
             * @description What happened instead of a plain entry and exit; null where nothing did.
             * @enum {string|null}
             */
            convention: "halted" | "delisted" | "never_traded" | null;
            /** @description The market's benchmark over the same sessions in the same direction; null while open, and without its prices. */
            benchmark: components["schemas"]["LedgerBenchmark"] | null;
            /** @description What the same symbol, hold and direction made when entered on each of the 126 sessions before and after the entry, its own window left out: what a date of that year picked blindly would be expected to make. None is drawn. Null until the last of them is over, and without a whole window. */
            random_dates: components["schemas"]["RandomDatesFigures"] | null;
            /** @description Its place in the ledger; null in a replay, of which the ledger holds nothing. */
            record: components["schemas"]["RecordReference"] | null;
        };
        /** @description Returns of picks less what they are held against, in percentage points. */
        PickExcess: {
            /** @enum {string} */
            over: "random_dates" | "benchmark";
            /** @description Closed picks with something to be held against. */
            picks: number;
            /** @description Closed picks without. */
            awaited: number;
            /** @description Setups among the picks counted. */
            setups: number;
            /** @description Of all of them; null without any. */
            sum_pct: number | null;
            /** @description Share of tries in which luck alone stays in the band. */
            confidence_pct: number;
            /** @description In the order of picking. */
            points: components["schemas"]["PickExcessPoint"][];
            /** @description The same in words, with its numbers. */
            reading: string;
        };
        /** @description A pick, and the sum up to it. Percentage points. */
        PickExcessPoint: {
            featured_date: components["schemas"]["CalendarDate"];
            symbol: string;
            return_pct: number;
            /** @description What it is held against. */
            against_pct: number;
            excess_pct: number;
            cumulative_pct: number;
            luck_low_pct: number;
            luck_high_pct: number;
        };
        /** @description Published win probabilities against what came. */
        PickCalibration: {
            /** @description Closed picks that carry a prediction. */
            picks: number;
            /** @description In ascending probability. */
            bins: components["schemas"]["PickCalibrationBin"][];
            /** @description The same in words, with its numbers. */
            reading: string;
        };
        PickCalibrationBin: {
            picks: number;
            /** @description Mean probability, 0..1. */
            predicted: number;
            /** @description Share that won, 0..1. */
            observed: number;
            /** @description Lower end of Wilson's 95 % interval. */
            observed_low: number;
            /** @description Upper end. */
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
         * @description `set` when the server's clock was started at a chosen instant, so that `published_at` proves nothing.
         * @enum {string}
         */
        RecordClock: "system" | "set";
        LedgerPage: {
            /** @description Oldest first; `type` says which kind each is. */
            records: components["schemas"]["LedgerRecord"][];
            count: number;
            /** @description Null on the last page. */
            next_cursor: string | null;
            head_hash: components["schemas"]["RecordHash"];
            /** @description Records in all. */
            head_seq: number;
            disclaimer: components["schemas"]["Disclaimer"];
        };
        LedgerRecord: components["schemas"]["LedgerPick"] | components["schemas"]["LedgerNoPick"] | components["schemas"]["LedgerOutcome"] | components["schemas"]["LedgerRandomDates"] | components["schemas"]["LedgerCorrection"];
        /** @description A pick, made before its entry. */
        LedgerPick: {
            seq: number;
            /** @enum {string} */
            type: "pick";
            /**
             * Format: date
             * @description Session it was made on.
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
             * @description First session whose close came after publication; the entry is at no earlier close.
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
        /** @description A session on which nothing was worth picking. */
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
        /** @description How a pick ended, by the definitions of GET /methodology. */
        LedgerOutcome: {
            seq: number;
            /** @enum {string} */
            type: "outcome";
            /** Format: date-time */
            published_at: string;
            pick: components["schemas"]["RecordReference"];
            /**
             * Format: date
             * @description Session whose close was the entry; null when it never traded.
             */
            entry_session: string | null;
            /**
             * Format: date
             * @description Session whose close was the exit; null when it never traded.
             */
            exit_session: string | null;
            /** @description Percent, in the direction of the pick, before costs. */
            return_pct: number;
            /** @enum {string} */
            result: "win" | "loss";
            /**
             * @description halted: left at the first trade after a halt; delisted: no price, a fixed value was assumed; never_traded: a return of 0; null: a plain exit.
             * @enum {string|null}
             */
            convention: "halted" | "delisted" | "never_traded" | null;
            /** @description The market's benchmark over the same sessions, in the same direction; null without its prices. */
            benchmark: components["schemas"]["LedgerBenchmark"] | null;
            /** @description Only in old records: the same symbol, hold and direction entered on any session of the year up to the pick's; null without any. It counts no more: a record of type `random_dates` follows. */
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
        /** @description What a scored pick is held against, recorded once the last of those windows is over. */
        LedgerRandomDates: {
            seq: number;
            /** @enum {string} */
            type: "random_dates";
            /** Format: date-time */
            published_at: string;
            pick: components["schemas"]["RecordReference"];
            /** @description The same symbol, hold and direction entered on any of the 126 sessions before and after the pick's entry, its own window left out; null when none was whole. */
            figures: components["schemas"]["RandomDatesFigures"] | null;
            /** @description Hash over the prices. */
            data_version: string;
            /** @description Whether the prices were simulated. */
            simulated: boolean;
            clock: components["schemas"]["RecordClock"];
            prev_hash: components["schemas"]["RecordHash"];
            hash: components["schemas"]["RecordHash"];
        };
        /** @description Over all of these dates, none of them drawn. */
        RandomDatesFigures: {
            windows: number;
            win_rate: components["schemas"]["Share"];
            avg_return_pct: number;
        };
        /** @description What an earlier record got wrong. The record itself stays. */
        LedgerCorrection: {
            seq: number;
            /** @enum {string} */
            type: "correction";
            /** Format: date-time */
            published_at: string;
            corrects: components["schemas"]["RecordReference"];
            reason: string;
            /** @description Of an outcome: the return that counts instead, percent. Null: a remark. */
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
        /** @description A market, and what the caller may do there. */
        Market: {
            id: components["schemas"]["MarketId"];
            name: string;
            /** @description Other names by which requests may name it. */
            aliases: string[];
            /** @description Whether the model predicts here. */
            ml_eligible: boolean;
            /** @description Whether the caller's plan includes it. */
            in_scope: boolean;
            pattern_detection: components["schemas"]["PatternDetection"];
        };
        /** @description A `Market`, and what there is in it. */
        MarketListing: {
            id: components["schemas"]["MarketId"];
            name: string;
            /** @description Other names by which requests may name it. */
            aliases: string[];
            /** @description Whether the model predicts here. */
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
            /** @description Sessions of the market's calendar that are over and that it has no bar of; null when it holds no prices. Of more than three, scans say so in their `summary`. */
            sessions_behind: number | null;
            feed?: components["schemas"]["MarketFeed"];
            data_age_note?: components["schemas"]["DataAgeNote"];
        };
        /** @description How the prices of a market are kept up to date by themselves, over all providers that are asked; absent where none is. */
        MarketFeed: {
            /** @description Whether no provider is asked at present. */
            paused: boolean;
            /** @description Symbols that are asked for. */
            symbols: number;
            /** @description Those whose last try failed. */
            failing: number;
            /** @description Those whose new prices do not fit the old ones and wait for the operator's word. */
            held: number;
            /** @description Those that their provider knows no more. */
            vanished: number;
            /**
             * Format: date
             * @description The last session that was asked for; null before the first run.
             */
            session: string | null;
            /**
             * Format: date-time
             * @description When the last run ended; null before the first.
             */
            last_run_at: string | null;
        };
        /** @description Which ways of detection exist, and the band of `min_winning_years`. */
        PatternDetection: {
            /** @description GET /scan and GET /opportunities. */
            scan: boolean;
            /** @description GET /opportunities/{symbol}. */
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
            /** @description Present when matching rows were cut; says how many. */
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
             * @description Last day of its prices, which ended there where the market goes on; null when they cannot be read.
             */
            last_date: string | null;
        };
        Me: {
            /** @description free, dev, pro, business, demo or another: not a closed list. */
            tier: string;
            tier_name: string;
            /** @description What the key may do of what the plan allows; null where no key was sent, or the demo token. */
            key: components["schemas"]["KeyScope"] | null;
            /** @description Null is unlimited. */
            ml_remaining_today: number | null;
            /** @description Null is unlimited. */
            ml_daily_limit: number | null;
            /** @description Most rows in one answer. */
            opp_limit: number;
            /** @description Scans that the account may keep. */
            saved_scan_limit: number;
            /** @description Most webhooks of an account. */
            webhook_limit: number;
            /** @description Most calendar links of an account. */
            calendar_link_limit: number;
            /** @description Bulk exports that the plan gives a UTC day. */
            exports_per_day: number;
            /** @description Those that are left of the UTC day. */
            exports_remaining_today: number;
            rate: components["schemas"]["Rate"];
            markets_in_scope: components["schemas"]["Market"][];
            upgrade_url: string;
        };
        /** @description Parameters of GET /scan, as there. */
        NewSavedScanQuery: {
            markets?: string;
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
            markets?: string;
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
            /** @description Why it finds nothing any more; null while nothing is known to be wrong with it. */
            note: string | null;
            /** @description Its newest run by itself, as GET /saved-scans/{saved_scan_id}/changes tells of it; null before the first. */
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
             * @description Newest day that any number rests on; null without any.
             */
            as_of: string | null;
            /** @description Why it failed; null when it did not. */
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
            /** @description The `before` of the next page; null on the last one. */
            next_before: number | null;
        };
        ScanRunReport: {
            run_id: number;
            /** Format: date-time */
            at: string;
            /**
             * Format: date
             * @description Newest day that any number rests on; null without any.
             */
            as_of: string | null;
            /** @description Why it failed; null when it did not. */
            fault: string | null;
            /** @description Whether there was a result to compare it with. */
            compared: boolean;
            /** @description Patterns that it found; null when it failed. */
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
            /** @enum {string} */
            reason: "entered" | "dropped";
        };
        DeletedSavedScan: {
            saved_scan_id: string;
            name: string;
            message: string;
        };
        /** @description What calendar apps show. Without a space at either end. */
        CalendarLinkName: string;
        /**
         * @description What it is a calendar of.
         * @enum {string}
         */
        CalendarSource: "saved_scan" | "daily_pick";
        NewCalendarLink: {
            source: components["schemas"]["CalendarSource"];
            /** @description Which saved scan; for that source alone. */
            saved_scan_id?: string;
            name?: components["schemas"]["CalendarLinkName"];
            /** @description Minutes by which an alarm precedes 00:00 of each event's day, where the calendar is read: 360 is 18:00 the evening before, -540 is 9:00 on the day. Without it there are none. */
            alarm_minutes_before?: number;
            /** @description Entries up to so many days ahead. Without it all that are known. */
            days_ahead?: number;
        };
        CalendarLink: {
            calendar_link_id: string;
            name: components["schemas"]["CalendarLinkName"];
            source: components["schemas"]["CalendarSource"];
            /** @description Null for the daily pick. */
            saved_scan_id: string | null;
            /** @description Ids of the markets that the key was narrowed to with which it was made; null when it was not. */
            markets: components["schemas"]["MarketId"][] | null;
            alarm_minutes_before: number | null;
            days_ahead: number | null;
            /** @description The last characters of its secret, before `.ics`. */
            last_four: string;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was read last, noted once an hour at most; null when it was not yet.
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
            /** @description What a calendar app subscribes to. A secret. */
            url: string;
            message: string;
        };
        DeletedCalendarLink: {
            calendar_link_id: string;
            name: string;
            message: string;
        };
        /** @description What a key may do of what its plan allows. */
        KeyScope: {
            /** @description Ids of the markets it is for; null is every one of the plan. */
            markets: components["schemas"]["MarketId"][] | null;
            /** @description Whether it may spend no predictions. */
            read_only: boolean;
        };
        SignInWays: {
            /** @description Whether links are mailed. */
            mail: boolean;
            /** @description Name of the identity provider; null where there is none. */
            provider: string | null;
            /** @description How long a mailed link works. */
            link_minutes: number;
        };
        /** @description A page of this server to come back to. */
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
            /** @description What stands behind `#token=` in the link. */
            token: string;
        };
        ProviderSignInRequest: {
            next?: components["schemas"]["OwnPath"];
        };
        ProviderSignIn: {
            /** @description Name of the identity provider. */
            provider: string;
            /** @description Where the browser is to go. */
            authorization_url: string;
            /** @description How long it may take to come back. */
            valid_minutes: number;
        };
        ProviderSessionRequest: {
            /** @description The authorization code. */
            code: string;
            /** @description As it was sent along. */
            state: string;
            /** @description Who sends the browser back (RFC 9207), where the provider says so. */
            iss?: string;
        };
        /**
         * @description `admin`: an operator of this service.
         * @enum {string}
         */
        AccountRole: "member" | "admin";
        AccountSession: {
            session_id: string;
            /** @description Whether it is the one of the request. */
            current: boolean;
            /**
             * @description How it began.
             * @enum {string}
             */
            method: "link" | "provider";
            /** @description The browser it began in. */
            agent: string;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description Coarse, to the minute.
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
            /** @description The page to come back to; null where none was asked for. */
            next: string | null;
            session: components["schemas"]["AccountSession"];
        };
        EndedSessions: {
            /** @description How many sessions were ended. */
            ended: number;
            /** @description Whether every session of the account was to end. */
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
        /** @description What was used of the windows in force. */
        AccountBudgets: {
            minute: components["schemas"]["UsedBudget"];
            day: components["schemas"]["UsedBudget"];
            predictions: components["schemas"]["UsedBudget"];
        };
        UsedBudget: {
            /** @description Null where it is not counted; predictions are only where the plan limits them. */
            used: number | null;
            /** @description Null is unlimited. */
            limit: number | null;
            /** Format: date-time */
            resets_at: string;
        };
        AccountUsage: {
            /** @description Requests a day of the plan. */
            per_day: number;
            /** @description Predictions a day of the plan; null is unlimited. */
            ml_daily_limit: number | null;
            days: components["schemas"]["UsedDay"][];
        };
        UsedDay: {
            /**
             * Format: date
             * @description UTC.
             */
            date: string;
            requests: number;
            /** @description Null where they are not counted. */
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
             * @description Coarse, to the minute.
             */
            last_used_at: string | null;
            /** Format: date-time */
            expires_at: string | null;
            /** Format: date-time */
            revoked_at: string | null;
            /** @description Ids of the markets it is for; null is every one of the plan. */
            markets: components["schemas"]["MarketId"][] | null;
            /** @description Whether it may spend no predictions. */
            read_only: boolean;
        };
        AccountKeys: {
            keys: components["schemas"]["AccountKey"][];
            /** @description Active keys that an account may have. */
            most: number;
            /** @description Ids of the markets of the plan. */
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
             * @description Last entry date, by default a year less a day after `from`, which is also the latest.
             */
            to?: string;
            /**
             * @description Most windows of each symbol.
             * @default 20
             */
            per_symbol: number;
            format?: components["schemas"]["ExportFormat"];
            direction?: components["schemas"]["Direction"];
            /** @description Shortest holding period in calendar days. Default 5; 2 when `max_days` is below that. */
            min_days?: number;
            /** @description Longest holding period in calendar days. Default 120; 366 when `min_days` is above that. */
            max_days?: number;
            /**
             * @description Which years count: `consecutive`, or `pe`, those at the same position of the US presidential cycle as the entry's.
             * @default consecutive
             * @enum {string}
             */
            pe_cycle: "consecutive" | "pe";
            /**
             * @description Lookback in years; in a cycle the number of occurrences.
             * @default 10
             */
            years: number;
            /** @description Winning years a window needs; default is nine tenths of the years tested. It must lie in the market's detection band. */
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
         * @description CSV (RFC 4180), a JSON object a line, or Parquet. The columns are the same.
         * @default csv
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
            /** @description Of the prices it is made from; null before it is begun. */
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
             * @description When its file goes; null without one.
             */
            expires_at: string | null;
            /** @description Symbols that could not be looked at. Not empty means an incomplete file. */
            failures: components["schemas"]["ExportFailure"][];
            /** @description Why it failed, or what became of its file. */
            note: string | null;
            /** @description What there is to download; null unless it is ready. */
            file: components["schemas"]["ExportedFile"] | null;
            disclaimer: components["schemas"]["Disclaimer"];
        };
        /** @description What was asked for, with defaults; what was not asked for is left out. */
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
        /** @description How far it is. Shuffled calendars come first and are most of the work; where they are known they take no time. */
        ExportProgress: {
            /**
             * @description Null before it is begun.
             * @enum {string|null}
             */
            stage: "significance" | "patterns" | null;
            /** @description Of this stage. */
            done: number;
            total: number;
            /** @enum {string} */
            unit: "symbols";
        };
        /** @description A symbol that could not be looked at. */
        ExportFailure: {
            symbol: string;
            reason: string;
        };
        /** @description A file to download. */
        ExportedFile: {
            /** @description Where it is on this server. */
            url: string;
            /** @description Bytes. */
            size: number;
            /** @description Of the whole file, hexadecimal. */
            sha256: string;
            rows: number;
            /** @description In their order. Percentages and ratios carry 4 decimals. */
            columns: components["schemas"]["ExportColumn"][];
        };
        /** @description A column. A date is `YYYY-MM-DD` in CSV and NDJSON, and a DATE in Parquet; what is null is empty in CSV. */
        ExportColumn: {
            name: string;
            /** @enum {string} */
            type: "string" | "integer" | "number" | "date";
            nullable: boolean;
            description: string;
        };
        ExportList: {
            exports: components["schemas"]["ExportJob"][];
            /** @description How many the plan gives a UTC day. */
            exports_per_day: number;
            /** @description Those that are left of the UTC day. */
            exports_remaining_today: number;
        };
        NewKey: {
            /** @description What it is for. */
            name: string;
            /**
             * Format: date
             * @description The day, after today, at whose beginning (UTC) it ends; it does not when left out.
             */
            expires_on?: string;
            /** @description Ids of the markets it is for; every one of the plan when left out. */
            markets?: string[];
            /**
             * @description Whether it may spend no predictions.
             * @default false
             */
            read_only: boolean;
        };
        CreatedKey: {
            key: components["schemas"]["AccountKey"];
            /** @description The key itself: told this once, kept nowhere. */
            secret: string;
            message: string;
        };
        RevokedKey: {
            key: components["schemas"]["AccountKey"];
            message: string;
        };
        KeyRotation: {
            /** @description How long the old key works on. */
            overlap_hours: number;
        };
        RotatedKey: {
            key: components["schemas"]["AccountKey"];
            /** @description The new key itself: told this once, kept nowhere. */
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
            /** @description Asks for the next ones; null where there are none. */
            next_before: number | null;
        };
        AccountEvent: {
            event_id: number;
            /** Format: date-time */
            at: string;
            /** @enum {string} */
            event: "account_created" | "signed_in" | "signed_out" | "session_ended" | "sessions_ended" | "session_reused" | "link_made" | "key_created" | "key_rotated" | "key_revoked" | "tier_changed" | "role_changed" | "feed_paused" | "feed_resumed" | "feed_run_asked" | "job_retried" | "job_cancelled" | "held_prices_taken" | "held_prices_dropped" | "account_suspended" | "account_resumed" | "calendar_link_made" | "calendar_link_revoked";
            /**
             * @description The account holder, an operator, or a command on the server.
             * @enum {string}
             */
            by: "self" | "operator" | "command";
            /** @description The key, session or calendar link it is about. */
            subject: string | null;
            detail: string | null;
        };
        OperatorAccounts: {
            accounts: components["schemas"]["OperatorAccount"][];
            /** @description Accounts that `search` fits. */
            total: number;
            /** @description Asks for the next ones; null where there are none. */
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
             * @description Since when nobody is let in with it; null = they are.
             */
            suspended_at: string | null;
            /** @description That are active. */
            keys: number;
            sessions: number;
            requests_today: number;
        };
        AccountChange: {
            /** @description Id of a plan, as GET /operator/accounts lists them. */
            tier?: string;
            role?: components["schemas"]["AccountRole"];
            /** @description Whether nobody is let in with it. */
            suspended?: boolean;
        };
        ChangedAccount: {
            account: components["schemas"]["OperatorAccount"];
            message: string;
        };
        OperatorFeeds: {
            feeds: components["schemas"]["OperatorFeed"][];
            /** @description Whether this server runs feeds by itself (setting FEEDS). */
            run_here: boolean;
        };
        OperatorFeed: {
            feed_id: number;
            /** @description Id of the provider. */
            provider: string;
            /** @description Null where this server does not know the provider any more. */
            provider_name: string | null;
            market_id: components["schemas"]["MarketId"];
            market_name: string;
            paused: boolean;
            /** @description Whether a process is at it. */
            running: boolean;
            /** @description Whether prices are taken that are not adjusted for splits and dividends. */
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
            /** @description Symbols that lack it. */
            lacking: number;
            /**
             * Format: date-time
             * @description When something is asked next; null while it is paused or its provider unknown.
             */
            next_run_at: string | null;
            /** @description Made of the provider today (UTC) by all its feeds. */
            requests_today: number;
            /** @description Most that are made of it; null where it is unknown. */
            requests_per_day: number | null;
            /** @description Null before the first. */
            last_run: components["schemas"]["FeedRunCounts"] | null;
        };
        /** @description Symbols by state. The prices of vanished ones stay; held ones wait for a decision; paused ones were dropped. */
        FeedSymbolCounts: {
            active: number;
            vanished: number;
            held: number;
            paused: number;
        };
        /** @description What a run came to, in symbols unless said otherwise. */
        FeedRunCounts: {
            /** Format: date-time */
            started_at: string;
            /** Format: date-time */
            finished_at: string;
            /**
             * Format: date
             * @description The last session that was asked for.
             */
            session: string;
            asked: number;
            /** @description With new prices, or the history anew. */
            updated: number;
            /** @description New rows. */
            rows: number;
            unchanged: number;
            failed: number;
            vanished: number;
            held: number;
            /** @description Not asked for; the next run begins with them. */
            left: number;
            /** @description Why it ended before its end; null when it did not. */
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
             * @description `asked`: it will be run; `running`: it is being run; `paused`: resume it first; `up_to_date`: no symbol lacks the last session; `off`: this server runs no feeds.
             * @enum {string}
             */
            state: "asked" | "running" | "paused" | "up_to_date" | "off";
            feed: components["schemas"]["OperatorFeed"];
            message: string;
        };
        FeedSymbolList: {
            symbols: components["schemas"]["FeedSymbol"][];
            /** @description Symbols of the state that was asked for. */
            total: number;
            /** @description Asks for the next ones; null where there are none. */
            next_after: string | null;
        };
        FeedSymbol: {
            symbol: string;
            /** @description What the provider calls it; null = by its rules. */
            spelling: string | null;
            /** @enum {string} */
            state: "active" | "vanished" | "held" | "paused";
            /**
             * Format: date
             * @description The last session up to which it was asked for with success.
             */
            through: string | null;
            /** Format: date-time */
            tried_at: string | null;
            /** Format: date-time */
            vanished_at: string | null;
            /** @description Tries that failed since the last one that did not. */
            failures: number;
            /** @description Why the last one did. */
            fault: string | null;
        };
        OperatorJobs: {
            queues: components["schemas"]["JobQueue"][];
            jobs: components["schemas"]["OperatorJob"][];
        };
        /** @enum {string} */
        QueueName: "feed" | "export" | "null-distribution" | "delivery" | "due-deliveries" | "saved-scan" | "due-saved-scans" | "daily-pick" | "train" | "sandbox-replay" | "prepare-nulls" | "stale-markets" | "prune";
        /** @enum {string} */
        JobState: "waiting" | "active" | "failed" | "cancelled";
        /** @description How many jobs of a queue there are, over all processes. */
        JobQueue: {
            queue: string;
            waiting: number;
            active: number;
            failed: number;
            /**
             * Format: date-time
             * @description Since when the oldest job that may start has waited; null without one.
             */
            oldest: string | null;
        };
        OperatorJob: {
            job_id: string;
            queue: string;
            /** @description What it is about: ids. Of the jobs of a queue with one key, at most one waits and one runs. */
            key: string;
            /** @description Whose job it is; 0 for those of the public demo token, null for those of the service. */
            account_id: number | null;
            state: components["schemas"]["JobState"];
            /** @description Runs that have begun. */
            attempts: number;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description When it is run at the earliest; null once it runs or is over.
             */
            run_at: string | null;
            /** @description Why the last run failed; null where none did. */
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
            /** @description Asks for the next ones; null where there are none. */
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
            /** @description Why they wait. */
            reason: string;
            /** @description Null where nothing is stored, or it cannot be read. */
            stored: components["schemas"]["BarSpan"] | null;
            held: components["schemas"]["BarSpan"];
            /** @description Days that both have. */
            shared_days: number;
            /** @description Those of them whose closes differ by more than 0.01 %. */
            differing_days: number;
            /** @description Stored days that the held prices do not have. */
            lost_days: number;
            /** @description Of the held close from the stored one, over the shared days; null without any. */
            difference: components["schemas"]["CloseDifference"] | null;
            /** @description Some of the shared days, evenly over all of them, the first and the last among them. */
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
         * @description `take`: they stand in the place of the stored ones; `drop`: the stored ones stay.
         * @enum {string}
         */
        TakeOrDrop: "take" | "drop";
        DecidedPrices: {
            symbol: string;
            decision: components["schemas"]["TakeOrDrop"];
            message: string;
        };
        /**
         * @description `damaged`: prices that cannot be read; `split_like`: moves that look like missed splits; `jump`: other moves of more than 60 %; `gap`: days without a bar, more than the market allows; `without_range`: bars without high or low; `refused` and `flagged`: rows of imports and feeds.
         * @enum {string}
         */
        QualityKind: "damaged" | "split_like" | "jump" | "gap" | "without_range" | "refused" | "flagged";
        DataQuality: {
            symbols: components["schemas"]["SymbolQuality"][];
            /** @description Symbols that were asked for and were looked at. */
            total: number;
            /** @description Symbols of the market and text asked for whose prices are still to be looked at: ask again. */
            pending: number;
            counts: components["schemas"]["QualityCounts"];
            /** @description Asks for the next ones; null where there are none. */
            next_after: string | null;
        };
        /** @description Symbols of the market and text asked for, by kind. */
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
            /** @description Whether the sandbox invented them. */
            simulated: boolean;
            /** Format: date-time */
            stored_at: string;
            /** Format: date */
            first_date: string;
            /** Format: date */
            last_date: string;
            bars: number;
            /** @description Why they cannot be read; null when they can. */
            damage: string | null;
            /** @description Bars of each year beside the sessions of the market's calendar between the first and the last bar; none where they cannot be read. */
            years: components["schemas"]["YearCoverage"][];
            /** @description Calendar days between two bars beyond which there is a gap; null of a symbol of no market. */
            gap_limit_days: number | null;
            gap_count: number;
            /** @description The newest 50, oldest first. */
            gaps: components["schemas"]["PriceGap"][];
            /** @description Moves that look like missed splits. */
            split_like: number;
            /** @description Other moves of more than 60 %. */
            jumps: number;
            /** @description The newest 50 of both, oldest first. */
            moves: components["schemas"]["OddMove"][];
            /** @description Bars without high or low. */
            without_range: number;
            refused: components["schemas"]["ToldRows"][];
            /** @description Rows that were stored although something was odd about them. */
            flagged: components["schemas"]["ToldRows"][];
            /** @description How often stored bars became others. */
            restatements: number;
            /**
             * Format: date-time
             * @description When last; null = never.
             */
            restated_at: string | null;
            /** @description What changed its prices, name or markets last; null where nobody knows. */
            last_run: components["schemas"]["LastPriceRun"] | null;
        };
        YearCoverage: {
            year: number;
            bars: number;
            sessions: number;
        };
        /** @description Between two bars. */
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
        /** @description What the last run that found it said. */
        ToldRows: {
            kind: string;
            reason: string;
            rows: number;
            /**
             * Format: date
             * @description Null where dates could not be read.
             */
            first_date: string | null;
            /** Format: date */
            last_date: string | null;
            run_id: number;
        };
        LastPriceRun: {
            /** @description Of its report; null where there is none. */
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
            /** @description Asks for the next ones; null where there are none. */
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
             * @description Null while it is under way, and where it was broken off.
             */
            finished_at: string | null;
            /**
             * Format: date-time
             * @description Null = what it brought was not undone.
             */
            undone_at: string | null;
            rows_in: number;
            rows_taken: number;
            /** @description Of prices that waited for a decision. */
            rows_held: number;
            rows_refused: number;
            refused: components["schemas"]["KindRows"][];
            flagged: components["schemas"]["KindRows"][];
            /** @description What can be read of it by symbol and reason. */
            findings: number;
            /** @description Findings that found no room; their rows are counted. */
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
            /** @description Findings that were asked for. */
            total: number;
            /** @description Asks for the next ones; null where there are none. */
            next_after: number | null;
        };
        RunFinding: {
            finding_id: number;
            /** @description Null where the file did not come so far as to name one. */
            symbol: string | null;
            /** @description Null for what a feed fetched. */
            file: string | null;
            /** @enum {string} */
            side: "refused" | "flagged";
            kind: string;
            reason: string;
            rows: number;
            /** @description Groups of rows that follow each other. */
            places: number;
            /**
             * Format: date
             * @description Null where dates could not be read.
             */
            first_date: string | null;
            /** Format: date */
            last_date: string | null;
            /** @description Whether it tells of prices that are stored: false once they were stored anew, or the run undone. */
            stands: boolean;
            /** @description The first ten places. */
            sample: components["schemas"]["FindingPlace"][];
        };
        /** @description Rows that follow each other. */
        FindingPlace: {
            rows: number;
            /** Format: date */
            first_date: string | null;
            /** Format: date */
            last_date: string | null;
            /** @description 0 where they do not follow each other in a file. */
            first_line: number;
            last_line: number;
            /** @description Empty where the reason says it all. */
            detail: string;
        };
        /** @description Requests allowed and left, this one counted. */
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
            disclaimer: components["schemas"]["Disclaimer"];
        };
        MethodSection: {
            /** @description Stable anchor. */
            id: string;
            title: string;
            /** @description Markdown. */
            body: string;
        };
        MethodDefinition: {
            /** @description Field name as it appears in answers. */
            name: string;
            definition: string;
            /** @description Null where words are enough. */
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
            /** @description The factor f, and what earns it. */
            confidence: components["schemas"]["EdgeConfidence"][];
            /** @description Conditions that hold the score below `neutral_below`. */
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
            years: number;
            min_wins: number;
            any_date_win_rate: components["schemas"]["Share"];
            /** @description Chance that luck alone wins at least this often where any date wins as often as any_date_win_rate says. */
            probability_pct: number;
        };
        /** @description What the prediction model is, what it was tested on and how it did. Scores carry 6 decimals. */
        ModelCard: {
            /** @description Hash of data, code and settings: equal inputs, equal version. */
            version: string;
            trained_through: components["schemas"]["CalendarDate"];
            description: string;
            /** @description Trained on invented prices. */
            simulated: boolean;
            /** @description Whether it was trained on the very prices in service; false after an import and until the next training. */
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
        /** @description Whether more inputs, or training on what scans show, make better predictions: variants of the model compared walk-forward on the same setups, by a rule written before any figure was seen. The last trial; absent when there was none. Scores carry 6 decimals. */
        ModelInputsTried: {
            /** Format: date-time */
            made_at: string;
            data_version: string;
            /** @description Whether the prices in service are those it was made on. */
            current: boolean;
            prices_through: components["schemas"]["CalendarDate"];
            /** @description Of the model that is called today's. */
            code_version: string;
            /** @description Made on invented prices. */
            simulated: boolean;
            symbols: number;
            /** @description Shuffled calendars that log_p_symbol rests on. */
            rotations: number;
            first_year: number;
            last_year: number;
            /** @description When a variant is kept, in words. */
            rule: string;
            kept: components["schemas"]["ModelVariantName"];
            /** @description What was tried beside the model's features. */
            inputs: components["schemas"]["ModelTriedInput"][];
            variants: components["schemas"]["ModelVariant"][];
        };
        /**
         * @description today: the model as it is. selected_rows: trained on what scans would have shown too. z: that, with z as an input. z_and_log_p: that, with the logarithm of p_symbol as another.
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
            /** @description Whether it was also trained on what scans would have shown. */
            trained_on_selected: boolean;
            /** @description Beside the model's features. */
            inputs: ("z" | "log_p_symbol")[];
            /** @description By the rule; null of today's model itself. */
            beats_today: boolean | null;
            scores: components["schemas"]["ModelVariantScore"][];
        };
        /** @description On one kind of setups, out of sample. Gains are errors less the variant's own, and of AUC the reverse: above 0 = better. over_base_rate: against the win rate of the direction among earlier setups of the same kind. */
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
            /** @description Against today's model, setup by setup; null of itself. */
            over_today: components["schemas"]["ModelVariantGain"] | null;
        };
        ModelVariantGain: {
            brier: components["schemas"]["ModelYearlyMean"];
            log_loss: components["schemas"]["ModelYearlyMean"];
            auc: components["schemas"]["ModelYearlyMean"];
        };
        /** @description A mean with its 95 % interval, errors clustered by calendar year; null where there is one year only. */
        ModelYearlyMean: {
            mean: number;
            standard_error: number | null;
            low: number | null;
            high: number | null;
            years: number;
        };
        /** @description What the best windows of past months did next, as the operator of this service published it last (`perennial evidence forward --publish`). Absent where nothing was published, and over simulated prices where it was over real ones, and the reverse. */
        ForwardEvidence: {
            /**
             * Format: date-time
             * @description When the walk ended.
             */
            made_at: string;
            /** @description Of the program that walked, as in the record of the daily pick. */
            engine_version: string;
            /** @description Hash over the stored prices that it rests on. */
            data_version: string;
            /** @description Whether the prices in service and the engine version are those it rests on. */
            current: boolean;
            prices_through: components["schemas"]["CalendarDate"];
            /** @description Over invented prices. */
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
            /** @description What was walked and what it showed in sentences. */
            statements: string[];
            /** @description One for each ranking. */
            tables: components["schemas"]["EvidenceTable"][];
        };
        /** @description Month of entry, YYYY-MM. */
        EvidenceMonth: string;
        /** @description The search of each month. */
        EvidenceSettings: {
            /** @description Lookback. */
            years: number;
            /** @description Calendar days. */
            min_hold: number;
            /** @description Calendar days. */
            max_hold: number;
            /** @description Shuffled calendars that p_symbol rests on. */
            rotations: number;
        };
        EvidenceTable: {
            /**
             * @description What each symbol's best window of a month was chosen by.
             * @enum {string}
             */
            ranking: "sharpe" | "edge" | "win_rate" | "avg_return" | "significance";
            /** @description All of them and by p_symbol. */
            bands: components["schemas"]["EvidenceBand"][];
        };
        /** @description Means over windows with their standard errors, clustered by month of entry; null without windows, the errors also with those of one month. */
        EvidenceBand: {
            /** @enum {string} */
            p_symbol: "all" | "<= .05" | ".05-.2" | ".2-.5" | "> .5";
            windows: number;
            /** @description Months with such a window. */
            months: number;
            /** @description Return of the next occurrence less what the same symbol, hold and direction made on any date of the years the window was chosen by. Percentage points. */
            beyond_drift_pct: number | null;
            beyond_drift_error: number | null;
            /** @description Windows whose next occurrence did better than drift, 0..1. */
            share_above_drift: number | null;
            share_error: number | null;
            /** @description Return less that of random dates, the 126 sessions either side of the entry. Percentage points. */
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
            /** @description The model and what it has to beat. Lower Brier score, log loss and calibration error are better. */
            scores: components["schemas"]["ModelScore"][];
            /** @description Gain in Brier score over each baseline, with its 95 % interval by year. */
            skill: components["schemas"]["ModelSkill"][];
            /** @description Better than the base rate and than the shrunk win rate, both intervals above 0. */
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
            years: number;
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
            /** @description The same for a fair coin. */
            coin: number;
            /** @description The same for a coin that wins as often as any window of the direction. */
            drift: number;
            /** @description Share of those that won the next time; null without any. */
            won_next: number | null;
            /** @description Share of all of them that won the next time. */
            base_rate: number;
        };
        /**
         * @description What an event is about; `webhooks` of this contract says what each holds.
         * @enum {string}
         */
        WebhookEventType: "pattern.entering" | "scan.changed" | "daily_pick.published" | "daily_pick.scored" | "data.stale";
        /** @description An https URL without user and password that leads to a public address. */
        WebhookUrl: string;
        NewWebhook: {
            url: components["schemas"]["WebhookUrl"];
            events: components["schemas"]["WebhookEventType"][];
            /** @description For yourself. */
            description?: string;
        };
        WebhookChange: {
            url?: components["schemas"]["WebhookUrl"];
            events?: components["schemas"]["WebhookEventType"][];
            /** @description For yourself. */
            description?: string;
            /**
             * @description Whether events are sent there.
             * @enum {string}
             */
            state?: "active" | "disabled";
        };
        WebhookEndpoint: {
            webhook_id: string;
            url: string;
            description: string;
            events: components["schemas"]["WebhookEventType"][];
            /** @enum {string} */
            state: "active" | "disabled";
            /** @description Null while it is active. */
            disabled_reason: string | null;
            /** Format: date-time */
            disabled_at: string | null;
            /**
             * Format: date-time
             * @description Until when messages are signed with the secret before the last change too; null when they are not.
             */
            previous_secret_until: string | null;
            /** Format: date-time */
            created_at: string;
        };
        WebhookEndpoints: {
            webhooks: components["schemas"]["WebhookEndpoint"][];
            /** @description How many the plan allows. */
            most: number;
        };
        OneWebhook: {
            webhook: components["schemas"]["WebhookEndpoint"];
        };
        CreatedWebhook: {
            webhook: components["schemas"]["WebhookEndpoint"];
            /** @description What messages are signed with: told this once. */
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
            /** @description The header `webhook-id`. */
            event_id: string;
            /** @description Whether it was taken. */
            delivered: boolean;
            /** @description Null without an answer. */
            response_code: number | null;
            /** @description What went wrong; null when nothing did. */
            error: string | null;
            duration_ms: number;
        };
        WebhookDelivery: {
            delivery_id: number;
            /** @description The header `webhook-id`. */
            event_id: string;
            event: components["schemas"]["WebhookEventType"];
            /** Format: date-time */
            event_at: string;
            /**
             * @description `pending`: it waits; `undelivered`: nobody tries any more.
             * @enum {string}
             */
            state: "pending" | "delivered" | "undelivered";
            attempts: number;
            /**
             * Format: date-time
             * @description Not before; null when there is none.
             */
            next_attempt_at: string | null;
            /**
             * Format: date-time
             * @description The last attempt; null before the first.
             */
            attempted_at: string | null;
            /** @description Of the last attempt; null without an answer. */
            response_code: number | null;
            /** @description What went wrong with the last attempt; null when nothing did. */
            error: string | null;
            /** @description Of the last attempt; null before the first. */
            duration_ms: number | null;
        };
        WebhookDeliveries: {
            deliveries: components["schemas"]["WebhookDelivery"][];
            /** @description `before` of the next page; null on the last. */
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
             * @description When it happened.
             */
            timestamp: string;
            data: components["schemas"]["PatternEntry"];
        };
        ScanChangedEvent: {
            /** @enum {string} */
            type: "scan.changed";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            data: components["schemas"]["ScanChange"];
        };
        DailyPickPublishedEvent: {
            /** @enum {string} */
            type: "daily_pick.published";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            data: components["schemas"]["PickPublication"];
        };
        DailyPickScoredEvent: {
            /** @enum {string} */
            type: "daily_pick.scored";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            data: components["schemas"]["PickScoring"];
        };
        DataStaleEvent: {
            /** @enum {string} */
            type: "data.stale";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            data: components["schemas"]["StaleMarket"];
        };
        /** @description A setup, by what names it. */
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
        };
        PatternEntry: {
            /** @description The saved scan that finds it. */
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
            /** @description Its number in the record. */
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
            /** @description Number of the outcome in the record. */
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
            /** @description Sessions that are over and have no bar. */
            sessions_behind: number;
        };
    };
    responses: {
        /** @description Taken. Whatever the body, at most 1 kB of it is read. */
        EventTaken: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Not taken, as with every other status, no answer within 10 seconds, or a redirect: it is sent again. 410 ends it, and disables the endpoint. */
        EventRefused: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The body is the one whose tag came in `If-None-Match`. */
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
        /** @description The key is valid, but not for this. */
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
        /** @description The part of the file that was asked for. */
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
        /** @description The file has no such bytes; `Content-Range` says how many there are. */
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
        /** @description Something of the account bears this name already. */
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
        /** @description The file was there, and is not any more. */
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
        /** @description The budget of the minute or of the day is spent. */
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
        /** @description An unexpected fault of the server. The request id finds it in the log. */
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
        /** @description The server cannot answer now; retry after `Retry-After` seconds. */
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
        JobPath: string;
        /**
         * @description The id of a saved scan, as GET /saved-scans lists it.
         * @example 5f1c0a9be27d4386
         */
        SavedScanPath: string;
        /**
         * @description The id of a calendar link, as GET /calendar-links lists it.
         * @example 9b3f6a1c52e80d47
         */
        CalendarLinkPath: string;
        /**
         * @description The id of a key, as GET /account/keys lists it.
         * @example 7bX2kQ9mLp4Z
         */
        KeyPath: string;
        /**
         * @description The id of an export, as GET /exports lists it.
         * @example 4f0c9b1e7f0e4f575a6b
         */
        ExportPath: string;
        /** @description Id, name or alias of a market. */
        RequiredMarketQuery: components["schemas"]["MarketName"];
        /** @description Id, name or alias of a market. Required only when the key reaches more than one of the markets with such lists (0, 1, 2, 7 and 9); otherwise the one it reaches is used. */
        SymbolListMarketQuery: components["schemas"]["MarketName"];
        /**
         * @description Ticker, without regard to case. `/`, `=` and `^` are percent-encoded.
         * @example AAPL
         */
        SymbolPath: components["schemas"]["SymbolText"];
        /**
         * @description Direction of the trade; both when omitted.
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
         * @description Highest `significance.p_symbol`: how often shuffled calendars give this symbol something as strong. One that is not known yet never satisfies it.
         * @example 0.5
         */
        MostSymbolChanceQuery: number;
        /**
         * @description Highest `significance.p_search`: how often the whole search over shuffled calendars finds something as strong. One that is not known yet never satisfies it.
         * @example 1
         */
        MostSearchChanceQuery: number;
        /**
         * @description Which years count: `consecutive`, or `pe`, those at the same position of the US presidential cycle as the entry's.
         * @example consecutive
         */
        ScreenCycleQuery: "consecutive" | "pe";
        /**
         * @description Which years count: `consecutive`, `pe`, those at the same position of the US presidential cycle as the entry's, or a fixed position: `pe0` election, `pe1` post-election, `pe2` midterm, `pe3` pre-election.
         * @example consecutive
         */
        CycleQuery: "consecutive" | "pe" | "pe0" | "pe1" | "pe2" | "pe3";
        /**
         * @description Lookback in years; in a cycle the number of occurrences.
         * @example 10
         */
        YearsQuery: number;
        /**
         * @description Winning years a candidate needs; default is nine tenths of the years tested, rounded up. It must lie in the market's detection band (`pattern_detection` of GET /markets).
         * @example 9
         */
        MinWinningYearsQuery: number;
        /**
         * @description Most rows; capped by the plan without error.
         * @example 3
         */
        ResultLimitQuery: number;
        /**
         * @description Holding period in calendar days; the entry day is day 1.
         * @example 15
         */
        DaysOutQuery: number;
        /**
         * @description A named window; overrides entry date and holding period. Months and quarters by calendar, seasons meteorological (winter is December to February), `ytd` January 1 to today, `year_end` today to December 31, `buy_hold` the whole year.
         * @example jul
         */
        PeriodQuery: components["schemas"]["Period"];
        /**
         * @description The rest of the year instead of the period: from the day after its end to the day before its next start. Needs `period`, and 400 with `buy_hold`.
         * @example false
         */
        ReverseQuery: boolean;
        /**
         * @description How much of each card is returned: all of it, the first in full and the rest without their years (`evidence`), all without their years (`decision`), or one flat row each (`table`).
         * @example full
         */
        ViewQuery: "full" | "evidence" | "decision" | "table";
        /**
         * @description `csv` and `ndjson` answer with the rows as a table under fixed columns: those of the schema of `application/x-ndjson`, the same for both and for every `view`. By default what `Accept` prefers of `application/json`, `text/csv` and `application/x-ndjson`; `format` wins. What JSON says beside the rows stands in the header `X-Answer`; errors are JSON.
         * @example csv
         */
        FormatQuery: "json" | "csv" | "ndjson";
        /**
         * @description `chart` attaches the seasonal curve and the yearly bars to the first card. Rows of `view=table` carry no chart.
         * @example chart
         */
        IncludeQuery: "chart";
        /**
         * @description The id of a webhook, as GET /webhooks lists it.
         * @example we_4cT9kQ2mLp7Z
         */
        WebhookPath: string;
        /**
         * @description Names the event, the same however often it is sent. Whoever takes each id once takes each event once.
         * @example msg_4c1f0a9d3b7e4f6a8c5b2d1e0f9a8b7c
         */
        WebhookIdHeader: string;
        /**
         * @description When it was sent, seconds since 1970. What is older than five minutes is to be refused.
         * @example 1719586812
         */
        WebhookTimestampHeader: string;
        /**
         * @description `v1,` and, in base64, the HMAC-SHA-256 of `webhook-id.webhook-timestamp.body` with the secret of the endpoint (Standard Webhooks). While a secret is being changed there are two, with a space between them; one that fits will do.
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        WebhookSignatureHeader: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Requests per minute of the plan.
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
         * @description Requests per UTC day of the plan.
         * @example 1000
         */
        RateLimitLimitDay: number;
        /**
         * @description Requests left on this UTC day. A request refused for the minute does not count.
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
         * @description Identifies the request in the server's log. A valid one sent by the client is kept.
         * @example 5f0c9b1e-7f0e-4f57-9d3c-0f4a2d6c1b7a
         */
        RequestId: string;
        /**
         * @description `sandbox` when the prices are simulated; absent over real prices.
         * @example sandbox
         */
        DataSource: "sandbox";
        /**
         * @description Hash over the prices that the answer was made from; absent without any, and where they changed while it was made. The operator can tell which import made it.
         * @example 9f2c6c1d3f0b7a54e0d1c2b3a4958677f1e2d3c4b5a69788796a5b4c3d2e1f00
         */
        DataVersion: string;
        /**
         * @description SHA-256 of the whole file, as RFC 9530 writes it.
         * @example sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:
         */
        ReprDigest: string;
        /**
         * @description Which bytes of how many.
         * @example bytes 0-99/78214
         */
        ContentRange: string;
        /**
         * @description Tag of the body without `generated_at`; send it as `If-None-Match`.
         * @example W/"q1Yz0mX8mUDJ0y3oYw7wq4b0b1E"
         */
        EntityTag: string;
        /**
         * @description When something last changed, to the second; at the latest the day of New York on which it is read.
         * @example Fri, 28 Jun 2024 11:00:00 GMT
         */
        LastModified: string;
        /**
         * @description With a table, what the same answer in JSON says beside its rows, without lists of objects, as JSON of ASCII and no longer than 4 kB; texts are cut where it would be.
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
                 * @description Comma-separated market ids, names or aliases (`0,11`, `sp500,crypto`). Unknown tokens are reported in `markets_note`, out-of-scope markets are skipped with a note; when none is left the answer is 400 or 403.
                 * @example dow30
                 */
                markets?: string;
                /** @description Days on which a setup may begin: `now`, `next_2_weeks`, `next_month`, or `YYYY-MM-DD..YYYY-MM-DD` of at most 366 days. `now` is today through the tenth NYSE session from today, `next_2_weeks` fourteen days, `next_month` one month. */
                window?: string;
                /**
                 * @description Direction of the trade; both when omitted.
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
                 * @description Highest `significance.p_symbol`: how often shuffled calendars give this symbol something as strong. One that is not known yet never satisfies it.
                 * @example 0.5
                 */
                max_p_symbol?: components["parameters"]["MostSymbolChanceQuery"];
                /**
                 * @description Highest `significance.p_search`: how often the whole search over shuffled calendars finds something as strong. One that is not known yet never satisfies it.
                 * @example 1
                 */
                max_p_search?: components["parameters"]["MostSearchChanceQuery"];
                /**
                 * @description Which years count: `consecutive`, or `pe`, those at the same position of the US presidential cycle as the entry's.
                 * @example consecutive
                 */
                pe_cycle?: components["parameters"]["ScreenCycleQuery"];
                /**
                 * @description Lookback in years; in a cycle the number of occurrences.
                 * @example 10
                 */
                years?: components["parameters"]["YearsQuery"];
                /**
                 * @description Winning years a candidate needs; default is nine tenths of the years tested, rounded up. It must lie in the market's detection band (`pattern_detection` of GET /markets). In a scan of several markets those out of band contribute nothing and are listed in `lookback_note`, even when that is all of them; when the request names a single market the answer is 400.
                 * @example 9
                 */
                min_winning_years?: number;
                /**
                 * @description Candidates that are verified before filters, ranking and limit apply, best Sharpe ratio first; more take longer. Capped by the plan without error, never below 50.
                 * @example 50
                 */
                pool?: number;
                /**
                 * @description Order of the cards. `significance` puts the smallest `p_symbol` first, ties by `z`; while it is pending, the largest `z`.
                 * @example edge
                 */
                rank_by?: "edge" | "win_rate" | "sharpe" | "ml" | "avg_return" | "significance";
                /**
                 * @description Most rows; capped by the plan without error.
                 * @example 3
                 */
                limit?: components["parameters"]["ResultLimitQuery"];
                /**
                 * @description How much of each card is returned: all of it, the first in full and the rest without their years (`evidence`), all without their years (`decision`), or one flat row each (`table`).
                 * @example full
                 */
                view?: components["parameters"]["ViewQuery"];
                /**
                 * @description `chart` attaches the seasonal curve and the yearly bars to the first card. Rows of `view=table` carry no chart.
                 * @example chart
                 */
                include?: components["parameters"]["IncludeQuery"];
                /**
                 * @description `csv` and `ndjson` answer with the rows as a table under fixed columns: those of the schema of `application/x-ndjson`, the same for both and for every `view`. By default what `Accept` prefers of `application/json`, `text/csv` and `application/x-ndjson`; `format` wins. What JSON says beside the rows stands in the header `X-Answer`; errors are JSON.
                 * @example csv
                 */
                format?: components["parameters"]["FormatQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ranked setups, and how complete the scan was. */
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
                to?: string;
                /**
                 * @description Direction of the trade; both when omitted.
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
                 * @description Highest `significance.p_symbol`: how often shuffled calendars give this symbol something as strong. One that is not known yet never satisfies it.
                 * @example 0.5
                 */
                max_p_symbol?: components["parameters"]["MostSymbolChanceQuery"];
                /**
                 * @description Highest `significance.p_search`: how often the whole search over shuffled calendars finds something as strong. One that is not known yet never satisfies it.
                 * @example 1
                 */
                max_p_search?: components["parameters"]["MostSearchChanceQuery"];
                /**
                 * @description Which years count: `consecutive`, or `pe`, those at the same position of the US presidential cycle as the entry's.
                 * @example consecutive
                 */
                pe_cycle?: components["parameters"]["ScreenCycleQuery"];
                /**
                 * @description Lookback in years; in a cycle the number of occurrences.
                 * @example 10
                 */
                years?: components["parameters"]["YearsQuery"];
                /**
                 * @description Winning years a candidate needs; default is nine tenths of the years tested, rounded up. It must lie in the market's detection band (`pattern_detection` of GET /markets).
                 * @example 9
                 */
                min_winning_years?: components["parameters"]["MinWinningYearsQuery"];
                /**
                 * @description Most rows; capped by the plan without error.
                 * @example 3
                 */
                limit?: components["parameters"]["ResultLimitQuery"];
                /**
                 * @description `csv` and `ndjson` answer with the rows as a table under fixed columns: those of the schema of `application/x-ndjson`, the same for both and for every `view`. By default what `Accept` prefers of `application/json`, `text/csv` and `application/x-ndjson`; `format` wins. What JSON says beside the rows stands in the header `X-Answer`; errors are JSON.
                 * @example csv
                 */
                format?: components["parameters"]["FormatQuery"];
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
                /** @description Id, name or alias of a market. Required only when the key reaches more than one of the markets with such lists (0, 1, 2, 7 and 9); otherwise the one it reaches is used. */
                market?: components["parameters"]["SymbolListMarketQuery"];
                /**
                 * @description Which years count: `consecutive`, or `pe`, those at the same position of the US presidential cycle as the entry's.
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
                 * @description Highest `significance.p_symbol`: how often shuffled calendars give this symbol something as strong. One that is not known yet never satisfies it.
                 * @example 0.5
                 */
                max_p_symbol?: components["parameters"]["MostSymbolChanceQuery"];
                /**
                 * @description Highest `significance.p_search`: how often the whole search over shuffled calendars finds something as strong. One that is not known yet never satisfies it.
                 * @example 1
                 */
                max_p_search?: components["parameters"]["MostSearchChanceQuery"];
                /**
                 * @description Lookback in years; in a cycle the number of occurrences.
                 * @example 10
                 */
                years?: components["parameters"]["YearsQuery"];
                /**
                 * @description Winning years a candidate needs; default is nine tenths of the years tested, rounded up. It must lie in the market's detection band (`pattern_detection` of GET /markets).
                 * @example 9
                 */
                min_winning_years?: components["parameters"]["MinWinningYearsQuery"];
                /**
                 * @description `csv` and `ndjson` answer with the rows as a table under fixed columns: those of the schema of `application/x-ndjson`, the same for both and for every `view`. By default what `Accept` prefers of `application/json`, `text/csv` and `application/x-ndjson`; `format` wins. What JSON says beside the rows stands in the header `X-Answer`; errors are JSON.
                 * @example csv
                 */
                format?: components["parameters"]["FormatQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description Ticker, without regard to case. `/`, `=` and `^` are percent-encoded.
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
                /** @description Id, name or alias of a market. Required only when the key reaches more than one of the markets with such lists (0, 1, 2, 7 and 9); otherwise the one it reaches is used. */
                market?: components["parameters"]["SymbolListMarketQuery"];
                /**
                 * @description Which years count: `consecutive`, or `pe`, those at the same position of the US presidential cycle as the entry's.
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
                 * @description Highest `significance.p_symbol`: how often shuffled calendars give this symbol something as strong. One that is not known yet never satisfies it.
                 * @example 0.5
                 */
                max_p_symbol?: components["parameters"]["MostSymbolChanceQuery"];
                /**
                 * @description Highest `significance.p_search`: how often the whole search over shuffled calendars finds something as strong. One that is not known yet never satisfies it.
                 * @example 1
                 */
                max_p_search?: components["parameters"]["MostSearchChanceQuery"];
                /**
                 * @description Lookback in years; in a cycle the number of occurrences.
                 * @example 10
                 */
                years?: components["parameters"]["YearsQuery"];
                /**
                 * @description Winning years a candidate needs; default is nine tenths of the years tested, rounded up. It must lie in the market's detection band (`pattern_detection` of GET /markets).
                 * @example 9
                 */
                min_winning_years?: components["parameters"]["MinWinningYearsQuery"];
                /**
                 * @description `csv` and `ndjson` answer with the rows as a table under fixed columns: those of the schema of `application/x-ndjson`, the same for both and for every `view`. By default what `Accept` prefers of `application/json`, `text/csv` and `application/x-ndjson`; `format` wins. What JSON says beside the rows stands in the header `X-Answer`; errors are JSON.
                 * @example csv
                 */
                format?: components["parameters"]["FormatQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description Ticker, without regard to case. `/`, `=` and `^` are percent-encoded.
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
                /** @description Id, name or alias of the market, when the symbol is listed in several. */
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
                 * @description Which years count: `consecutive`, or `pe`, those at the same position of the US presidential cycle as the entry's.
                 * @example consecutive
                 */
                pe_cycle?: components["parameters"]["ScreenCycleQuery"];
                /**
                 * @description Lookback in years; in a cycle the number of occurrences.
                 * @example 10
                 */
                years?: components["parameters"]["YearsQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description Ticker, without regard to case. `/`, `=` and `^` are percent-encoded.
                 * @example AAPL
                 */
                symbol: components["parameters"]["SymbolPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The map, a row for each holding period. */
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
                /** @description Id, name or alias of the market, when the symbol is listed in several. */
                market?: components["schemas"]["MarketName"];
                /**
                 * @description Direction of the trade; both when omitted.
                 * @example long
                 */
                direction?: components["parameters"]["DirectionQuery"];
                /**
                 * @description Holding period in calendar days; the entry day is day 1.
                 * @example 15
                 */
                days_out?: number;
                /**
                 * @description Entry date, in any past year with data or up to 366 days ahead of today. Every setup that an analysis recommends can be asked for; a past one uses only what was known then.
                 * @example 2024-07-01
                 */
                entry_date?: string;
                /**
                 * @description Which years count: `consecutive`, or `pe`, those at the same position of the US presidential cycle as the entry's.
                 * @example consecutive
                 */
                pe_cycle?: components["parameters"]["ScreenCycleQuery"];
                /**
                 * @description Lookback in years; in a cycle the number of occurrences.
                 * @example 10
                 */
                years?: components["parameters"]["YearsQuery"];
                /**
                 * @description A named window; overrides entry date and holding period. Months and quarters by calendar, seasons meteorological (winter is December to February), `ytd` January 1 to today, `year_end` today to December 31, `buy_hold` the whole year.
                 * @example jul
                 */
                period?: components["parameters"]["PeriodQuery"];
                /**
                 * @description The rest of the year instead of the period: from the day after its end to the day before its next start. Needs `period`, and 400 with `buy_hold`.
                 * @example false
                 */
                reverse?: components["parameters"]["ReverseQuery"];
                /**
                 * @description How much of each card is returned: all of it, the first in full and the rest without their years (`evidence`), all without their years (`decision`), or one flat row each (`table`).
                 * @example full
                 */
                view?: components["parameters"]["ViewQuery"];
                /**
                 * @description `chart` attaches the seasonal curve and the yearly bars to the first card. Rows of `view=table` carry no chart.
                 * @example chart
                 */
                include?: components["parameters"]["IncludeQuery"];
            };
            header?: never;
            path: {
                /**
                 * @description Ticker, without regard to case. `/`, `=` and `^` are percent-encoded.
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
                 * @description `csv` and `ndjson` answer with the rows as a table under fixed columns: those of the schema of `application/x-ndjson`, the same for both and for every `view`. By default what `Accept` prefers of `application/json`, `text/csv` and `application/x-ndjson`; `format` wins. What JSON says beside the rows stands in the header `X-Answer`; errors are JSON.
                 * @example csv
                 */
                format?: components["parameters"]["FormatQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description An array of items, or an object that holds it and a market for all of them. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScoreRequest"];
            };
        };
        responses: {
            /** @description Scores in the order asked, or the way to more of them. */
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
                 * @description Which years count: `consecutive`, `pe`, those at the same position of the US presidential cycle as the entry's, or a fixed position: `pe0` election, `pe1` post-election, `pe2` midterm, `pe3` pre-election.
                 * @example consecutive
                 */
                pe_cycle?: components["parameters"]["CycleQuery"];
                /**
                 * @description Lookback in years; in a cycle the number of occurrences.
                 * @example 10
                 */
                years?: components["parameters"]["YearsQuery"];
                /**
                 * @description Holding period in calendar days; the entry day is day 1.
                 * @example 15
                 */
                days_out?: components["parameters"]["DaysOutQuery"];
                /**
                 * @description A named window; overrides entry date and holding period. Months and quarters by calendar, seasons meteorological (winter is December to February), `ytd` January 1 to today, `year_end` today to December 31, `buy_hold` the whole year.
                 * @example jul
                 */
                period?: components["parameters"]["PeriodQuery"];
                /**
                 * @description The rest of the year instead of the period: from the day after its end to the day before its next start. Needs `period`, and 400 with `buy_hold`.
                 * @example false
                 */
                reverse?: components["parameters"]["ReverseQuery"];
            };
            header?: never;
            path: {
                /** @description Id, name or alias of a market. */
                market_id: components["parameters"]["MarketPath"];
                /**
                 * @description Ticker, without regard to case. `/`, `=` and `^` are percent-encoded.
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
                 * @description Ticker, without regard to case.
                 * @example AAPL
                 */
                symbol: components["schemas"]["SymbolText"];
                /**
                 * @description Start of the annual cycle and entry of the window, by default today in New York.
                 * @example 2024-07-01
                 */
                entry_date?: string;
                /**
                 * @description Holding period in calendar days; the entry day is day 1.
                 * @example 15
                 */
                days_out?: components["parameters"]["DaysOutQuery"];
                /**
                 * @description Direction of the trade; both when omitted.
                 * @example long
                 */
                direction?: components["parameters"]["DirectionQuery"];
                /**
                 * @description Lookback; in a cycle the number of occurrences. A string of digits.
                 * @example 10
                 */
                years?: string;
                /**
                 * @description Which years count: `consecutive`, `pe`, those at the same position of the US presidential cycle as the entry's, or a fixed position: `pe0` election, `pe1` post-election, `pe2` midterm, `pe3` pre-election.
                 * @example consecutive
                 */
                pe_cycle?: components["parameters"]["CycleQuery"];
                /**
                 * @description A named window; overrides entry date and holding period. Months and quarters by calendar, seasons meteorological (winter is December to February), `ytd` January 1 to today, `year_end` today to December 31, `buy_hold` the whole year.
                 * @example jul
                 */
                period?: components["parameters"]["PeriodQuery"];
                /**
                 * @description The rest of the year instead of the period: from the day after its end to the day before its next start. Needs `period`, and 400 with `buy_hold`.
                 * @example false
                 */
                reverse?: components["parameters"]["ReverseQuery"];
                /**
                 * @description `csv` and `ndjson` answer with the rows as a table under fixed columns: those of the schema of `application/x-ndjson`, the same for both and for every `view`. By default what `Accept` prefers of `application/json`, `text/csv` and `application/x-ndjson`; `format` wins. What JSON says beside the rows stands in the header `X-Answer`; errors are JSON.
                 * @example csv
                 */
                format?: components["parameters"]["FormatQuery"];
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
                 * @description `chart` attaches the seasonal curve and the yearly bars to the first card. Rows of `view=table` carry no chart.
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
                 * @description `csv` and `ndjson` answer with the rows as a table under fixed columns: those of the schema of `application/x-ndjson`, the same for both and for every `view`. By default what `Accept` prefers of `application/json`, `text/csv` and `application/x-ndjson`; `format` wins. What JSON says beside the rows stands in the header `X-Answer`; errors are JSON.
                 * @example csv
                 */
                format?: components["parameters"]["FormatQuery"];
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
                 * @description The `next_cursor` of the page before; omitted = from the beginning.
                 * @example 0
                 */
                cursor?: string;
                /**
                 * @description Most records of a page.
                 * @example 100
                 */
                limit?: number;
                /**
                 * @description `csv` and `ndjson` answer with the rows as a table under fixed columns: those of the schema of `application/x-ndjson`, the same for both and for every `view`. By default what `Accept` prefers of `application/json`, `text/csv` and `application/x-ndjson`; `format` wins. What JSON says beside the rows stands in the header `X-Answer`; errors are JSON.
                 * @example csv
                 */
                format?: components["parameters"]["FormatQuery"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerPage"];
                    "text/csv": components["schemas"]["TableText"];
                    "application/x-ndjson": components["schemas"]["LedgerLine"];
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
                 * @description Comma-separated tickers, without regard to case. Two spellings of one symbol are a duplicate (400).
                 * @example AAPL,MSFT
                 */
                symbols: string;
                /** @description Id, name or alias of the market in which all symbols are looked up; by default the lowest in-scope market of each. */
                market?: components["schemas"]["MarketName"];
                /**
                 * @description First day of the window, in the current US market year; by default today in New York.
                 * @example 2024-07-01
                 */
                entry_date?: string;
                /**
                 * @description Holding period in calendar days; the entry day is day 1.
                 * @example 15
                 */
                days_out?: components["parameters"]["DaysOutQuery"];
                /**
                 * @description A named window; overrides entry date and holding period. Months and quarters by calendar, seasons meteorological (winter is December to February), `ytd` January 1 to today, `year_end` today to December 31, `buy_hold` the whole year.
                 * @example jul
                 */
                period?: components["parameters"]["PeriodQuery"];
                /**
                 * @description Shared years to look for, in a cycle occurrences; fewer where the data of one symbol end.
                 * @example 10
                 */
                years?: number;
                /**
                 * @description Which years count: `consecutive`, `pe`, those at the same position of the US presidential cycle as the entry's, or a fixed position: `pe0` election, `pe1` post-election, `pe2` midterm, `pe3` pre-election.
                 * @example consecutive
                 */
                pe_cycle?: components["parameters"]["CycleQuery"];
                /**
                 * @description Direction of the trade, one for all symbols.
                 * @example long
                 */
                direction?: "long" | "short";
                /**
                 * @description `csv` and `ndjson` answer with the rows as a table under fixed columns: those of the schema of `application/x-ndjson`, the same for both and for every `view`. By default what `Accept` prefers of `application/json`, `text/csv` and `application/x-ndjson`; `format` wins. What JSON says beside the rows stands in the header `X-Answer`; errors are JSON.
                 * @example csv
                 */
                format?: components["parameters"]["FormatQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The symbols in the order asked, and what the years show. */
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
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The scan, and what it is called. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSavedScan"];
            };
        };
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
            /** @description That it is gone. */
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
        /** @description What changes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SavedScanChange"];
            };
        };
        responses: {
            /** @description The saved scan as it is now. */
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
                 * @description `csv` and `ndjson` answer with the rows as a table under fixed columns: those of the schema of `application/x-ndjson`, the same for both and for every `view`. By default what `Accept` prefers of `application/json`, `text/csv` and `application/x-ndjson`; `format` wins. What JSON says beside the rows stands in the header `X-Answer`; errors are JSON.
                 * @example csv
                 */
                format?: components["parameters"]["FormatQuery"];
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
            /** @description The ranked setups, and how complete the scan was. */
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
                    "application/json": components["schemas"]["ScanResponse"];
                    "text/csv": components["schemas"]["TableText"];
                    "application/x-ndjson": components["schemas"]["ScanLine"];
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
                 * @description Only runs before this one, as `next_before` gives it.
                 * @example 12
                 */
                before?: number;
                /**
                 * @description Most runs in the answer.
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
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Of what, and how. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCalendarLink"];
            };
        };
        responses: {
            /** @description The link, with its address. */
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
                    "application/json": components["schemas"]["CreatedCalendarLink"];
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
            /** @description That it is gone. */
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
                 * @description The secret of the link, and `.ics`.
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
                 * @description Only tickers that begin with this text, without regard to case.
                 * @example A
                 */
                prefix?: string;
                /**
                 * @description Only symbols with these words in ticker or name, in any order, without regard to case, accents and punctuation.
                 * @example apple
                 */
                q?: string;
                /**
                 * @description Most rows after both filters; all when omitted.
                 * @example 2
                 */
                limit?: number;
                /**
                 * @description `csv` and `ndjson` answer with the rows as a table under fixed columns: those of the schema of `application/x-ndjson`, the same for both and for every `view`. By default what `Accept` prefers of `application/json`, `text/csv` and `application/x-ndjson`; `format` wins. What JSON says beside the rows stands in the header `X-Answer`; errors are JSON.
                 * @example csv
                 */
                format?: components["parameters"]["FormatQuery"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SymbolList"];
                    "text/csv": components["schemas"]["TableText"];
                    "application/x-ndjson": components["schemas"]["SymbolLine"];
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
            /** @description The caller. */
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
            /** @description The ways there are. */
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
        /** @description Whose account it is. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInLinkRequest"];
            };
        };
        responses: {
            /** @description What will be done if there is such an account. */
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
        /** @description Where to come back to. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProviderSignInRequest"];
            };
        };
        responses: {
            /** @description Where to go. */
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
            /** @description Who is signed in. */
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
            /** @description It is over. */
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
        /** @description Parameters of the address that the provider sent the browser back to. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProviderSessionRequest"];
            };
        };
        responses: {
            /** @description Who is signed in. */
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
            header?: never;
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
            /** @description The export, queued or under way. */
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
            /** @description The export as it is now. */
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
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description What the key is for, and what it may do. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewKey"];
            };
        };
        responses: {
            /** @description The key, with its secret. */
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
                    "application/json": components["schemas"]["CreatedKey"];
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
            /** @description The key as it is now. */
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
            /** @description They are over. */
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
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is over. */
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
                 * @description Only events older than the one of this id, as `next_before` gives it.
                 * @example 90
                 */
                before?: number;
                /**
                 * @description Most events in the answer.
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
                 * @description Only accounts made after the one of this id, as `next_after` gives it.
                 * @example 1
                 */
                after?: number;
                /**
                 * @description Most accounts in the answer.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description Only accounts whose address has this text in it, without regard to case.
                 * @example example.com
                 */
                search?: string;
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
        /** @description What is to be changed. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountChange"];
            };
        };
        responses: {
            /** @description The account as it is now. */
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
            /** @description They are over. */
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
        /** @description What is to be changed. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["FeedChange"];
            };
        };
        responses: {
            /** @description The feed as it is now. */
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
            /** @description What becomes of it. */
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
                 * @description Only symbols of one state; `failing` are those whose last try failed, whatever their state.
                 * @example failing
                 */
                state?: "active" | "vanished" | "held" | "paused" | "failing";
                /**
                 * @description Only symbols after this one, as `next_after` gives it.
                 * @example QQQ
                 */
                after?: string;
                /**
                 * @description Most symbols in the answer.
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
                 * @description Only jobs of one queue.
                 * @example export
                 */
                queue?: components["schemas"]["QueueName"];
                /**
                 * @description Only jobs of one state.
                 * @example failed
                 */
                state?: components["schemas"]["JobState"];
                /**
                 * @description Most jobs in the answer.
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
            /** @description It waits again. */
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
            /** @description It is cancelled. */
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
                 * @description Only those after the one of this id, as `next_after` gives it.
                 * @example 1.1719500400000.QQQ
                 */
                after?: string;
                /**
                 * @description Most of them in the answer.
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
            /** @description What waits. */
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
                 * @description The id of what waits, as GET /operator/held-prices lists it.
                 * @example 1.1719500400000.SPY
                 */
                held_id: string;
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
            /** @description It is done. */
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
                 * @description Only symbols whose ticker has this text in it, without regard to case.
                 * @example BRK
                 */
                symbol?: string;
                /**
                 * @description Only symbols of which there is something of this kind.
                 * @example split_like
                 */
                kind?: components["schemas"]["QualityKind"];
                /**
                 * @description Only those after this symbol in the list, as `next_after` gives it.
                 * @example AAPL
                 */
                after?: string;
                /**
                 * @description Most symbols in the answer.
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
                 * @description Only runs before the one of this id, as `next_before` gives it.
                 * @example 12
                 */
                before?: number;
                /**
                 * @description Most runs in the answer.
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
                symbol?: string;
                /**
                 * @description Only findings after the one of this id, as `next_after` gives it.
                 * @example 70
                 */
                after?: number;
                /**
                 * @description Most findings in the answer.
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
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Where to, and which events. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWebhook"];
            };
        };
        responses: {
            /** @description The webhook, with its secret. */
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
            /** @description What was deleted. */
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
        /** @description What is to be different. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookChange"];
            };
        };
        responses: {
            /** @description The webhook as it is now. */
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
            /** @description What came back. */
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
                 * @description Only deliveries older than this one, as `next_before` of the page before has it.
                 * @example 2147483647
                 */
                before?: number;
                /**
                 * @description Most deliveries of a page.
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
                event_id: string;
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
                 * @description Names the event, the same however often it is sent. Whoever takes each id once takes each event once.
                 * @example msg_4c1f0a9d3b7e4f6a8c5b2d1e0f9a8b7c
                 */
                "webhook-id": components["parameters"]["WebhookIdHeader"];
                /**
                 * @description When it was sent, seconds since 1970. What is older than five minutes is to be refused.
                 * @example 1719586812
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestampHeader"];
                /**
                 * @description `v1,` and, in base64, the HMAC-SHA-256 of `webhook-id.webhook-timestamp.body` with the secret of the endpoint (Standard Webhooks). While a secret is being changed there are two, with a space between them; one that fits will do.
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
                 * @description Names the event, the same however often it is sent. Whoever takes each id once takes each event once.
                 * @example msg_4c1f0a9d3b7e4f6a8c5b2d1e0f9a8b7c
                 */
                "webhook-id": components["parameters"]["WebhookIdHeader"];
                /**
                 * @description When it was sent, seconds since 1970. What is older than five minutes is to be refused.
                 * @example 1719586812
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestampHeader"];
                /**
                 * @description `v1,` and, in base64, the HMAC-SHA-256 of `webhook-id.webhook-timestamp.body` with the secret of the endpoint (Standard Webhooks). While a secret is being changed there are two, with a space between them; one that fits will do.
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
                 * @description Names the event, the same however often it is sent. Whoever takes each id once takes each event once.
                 * @example msg_4c1f0a9d3b7e4f6a8c5b2d1e0f9a8b7c
                 */
                "webhook-id": components["parameters"]["WebhookIdHeader"];
                /**
                 * @description When it was sent, seconds since 1970. What is older than five minutes is to be refused.
                 * @example 1719586812
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestampHeader"];
                /**
                 * @description `v1,` and, in base64, the HMAC-SHA-256 of `webhook-id.webhook-timestamp.body` with the secret of the endpoint (Standard Webhooks). While a secret is being changed there are two, with a space between them; one that fits will do.
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
                 * @description Names the event, the same however often it is sent. Whoever takes each id once takes each event once.
                 * @example msg_4c1f0a9d3b7e4f6a8c5b2d1e0f9a8b7c
                 */
                "webhook-id": components["parameters"]["WebhookIdHeader"];
                /**
                 * @description When it was sent, seconds since 1970. What is older than five minutes is to be refused.
                 * @example 1719586812
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestampHeader"];
                /**
                 * @description `v1,` and, in base64, the HMAC-SHA-256 of `webhook-id.webhook-timestamp.body` with the secret of the endpoint (Standard Webhooks). While a secret is being changed there are two, with a space between them; one that fits will do.
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
                 * @description Names the event, the same however often it is sent. Whoever takes each id once takes each event once.
                 * @example msg_4c1f0a9d3b7e4f6a8c5b2d1e0f9a8b7c
                 */
                "webhook-id": components["parameters"]["WebhookIdHeader"];
                /**
                 * @description When it was sent, seconds since 1970. What is older than five minutes is to be refused.
                 * @example 1719586812
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestampHeader"];
                /**
                 * @description `v1,` and, in base64, the HMAC-SHA-256 of `webhook-id.webhook-timestamp.body` with the secret of the endpoint (Standard Webhooks). While a secret is being changed there are two, with a space between them; one that fits will do.
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
