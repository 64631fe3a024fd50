/* Generated from openapi.yaml by `npm run generate`. Do not edit. */

export interface paths {
    readonly "/scan": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Scan markets for ranked seasonal setups
         * @description Scores candidate windows across markets and returns ranked cards.
         *
         *     - The scan evaluates setups as of the day before the window's start and keeps those whose `entry_date` lies
         *       inside the window. The start must lie in the current US market year.
         *     - The first 50 candidates by Sharpe ratio are the pool: with any statistical filter only they can appear.
         *       Evidence that is unavailable never satisfies a filter.
         *     - `enrichment_capped` says that there were more candidates than the pool, or that ML did not reach every card.
         *       `market_failures` and `evidence_failures` say that the scan is incomplete: that is not verified absence.
         *     - Without `markets` the equities core (DOW 30, NASDAQ 100, S&P 500, ETFs) is scanned, as far as it is in scope.
         *     - `view` shapes the rows: `full` gives PatternCards; `evidence` a full first card and LeanCards; `decision`
         *       LeanCards; `table` TableRows.
         */
        readonly get: operations["scan"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/opportunities": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
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
        readonly get: operations["listOpportunities"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/opportunities/{symbol}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List one symbol's ranked setups through the year
         * @description The symbol's own setups with entries from January 1 to December 31 of the market year: the best first, then the
         *     next that overlaps none kept in its direction. Such lists exist in the markets 0, 1, 2, 7 and 9 only; other
         *     markets answer 400. A symbol without a qualifying setup answers 200 with an empty list.
         */
        readonly get: operations["listSymbolOpportunities"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/symbols/{symbol}/opportunities": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List one symbol's ranked setups through the year (alias)
         * @description The same data, parameters and answer as `GET /opportunities/{symbol}`.
         */
        readonly get: operations["listSymbolOpportunitiesAlias"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/analyze/{symbol}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Analyze one symbol
         * @description The symbol's best setup as a card, and other candidate setups.
         *
         *     - `entry_date` and `days_out` together pin the exact window and bypass detection; `entry_date` alone asks for the
         *       best hold there, `days_out` alone for the best entry, neither for the best setup of the coming year.
         *     - `period` names the window instead and overrides both; `reverse` asks for the rest of the year.
         *     - Without `direction` the one with the higher win share, then the higher mean, is taken.
         *     - A pinned entry of a past year is research: only what was known the day before it is used, and the card carries
         *       neither prediction nor order ticket.
         *     - Without `market` the lowest in-scope market that lists the symbol is used, and `note` says so.
         *     - No observation at all is a 404 that names the reason.
         */
        readonly get: operations["analyzeSymbol"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/patterns/{market_id}/{symbol}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the statistics of one symbol's window
         * @description The statistics of one window of one symbol, in percent. The window begins today unless `period` names another.
         *     Returns are in the direction given by `stats.trade_direction`: the one with the higher win share, then the higher
         *     mean. Works in every market in scope.
         */
        readonly get: operations["getPattern"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/seasonal-chart": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the seasonal curve as data
         * @description The detrended average year of a symbol as an index of 0 to 100, one point for each calendar day of the annual
         *     cycle that begins on `entry_date`, and each completed year's return of the window with its excursions. The curve is
         *     not inverted for shorts. It rests on completed cycles (`curve_years`), the bars on completed windows; the two may
         *     differ by a year.
         */
        readonly get: operations["getSeasonalChart"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/markets": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the markets
         * @description Every market, whether it is in the caller's scope, how patterns are detected in it, and how fresh it is.
         */
        readonly get: operations["listMarkets"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/markets/{market_id}/symbols": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the symbols of one market
         * @description The symbols of a market in alphabetical order. `total`, `matched` and `count` make truncation explicit, and `note` names how many matching rows were cut.
         */
        readonly get: operations["listSymbols"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/me": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the caller's plan and what is left of it
         * @description Reads only; it never consumes ML allowance.
         */
        readonly get: operations["getMe"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/methodology": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the definition of every number
         * @description What each published number means, how it is computed, what it was measured against and what it does not know. Every number can be recomputed from the yearly returns with these definitions.
         */
        readonly get: operations["getMethodology"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description Permanent id of a market.
         * @enum {string}
         */
        readonly MarketId: "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "10" | "11" | "12" | "13" | "14" | "15" | "16";
        /** @description Permanent id of a market, '0' to '16'. */
        readonly MarketKey: string;
        /** @description Ticker. */
        readonly SymbolText: string;
        /** @enum {string} */
        readonly Direction: "long" | "short";
        /**
         * @description `bullish` for long, `bearish` for short; `neutral` when edge_score < 40, historical_win_rate < 0.55 or years_tested < 5.
         * @enum {string}
         */
        readonly Bias: "bullish" | "bearish" | "neutral";
        /** @enum {string} */
        readonly Period: "jan" | "feb" | "mar" | "apr" | "may" | "jun" | "jul" | "aug" | "sep" | "oct" | "nov" | "dec" | "q1" | "q2" | "q3" | "q4" | "spring" | "summer" | "fall" | "winter" | "ytd" | "year_end" | "buy_hold";
        /**
         * Format: date
         * @description Calendar date, YYYY-MM-DD.
         */
        readonly Date: string;
        /** @description Year of the entry, four digits. */
        readonly Year: string;
        /** @description Lookback label, always a string; "10", in cycles "8 pe2". */
        readonly YearsLabel: string;
        readonly Share: number;
        /** @description What the content is not, and that prices are simulated when they are. */
        readonly Disclaimer: string;
        /** @description Body of every 4xx and 5xx answer. */
        readonly Error: {
            readonly error: {
                /** @enum {string} */
                readonly code: "invalid_request" | "unauthorized" | "forbidden" | "demo_restricted" | "not_found" | "rate_limited" | "internal" | "scan_busy" | "upstream_unavailable" | "service_misconfigured";
                /** @description For people. Names the parameter, what came and what is accepted. */
                readonly message: string;
            };
        };
        /** @description One ranked setup in full. */
        readonly PatternCard: {
            /** @description Position in the ranked list, from 1. */
            readonly rank: number;
            readonly symbol: string;
            readonly market: components["schemas"]["CardMarket"];
            readonly direction: components["schemas"]["Direction"];
            readonly bias: components["schemas"]["Bias"];
            readonly setup: components["schemas"]["Setup"];
            /** @description Blended score. Below 40 the setup is neutral; above 65 only with proven significance. */
            readonly edge_score: number;
            /** @description What the score rests on, in words. */
            readonly edge_basis: string;
            readonly stats: components["schemas"]["CardStats"];
            /** @description The model's prediction; null when there is none, which `tier_notes` explains. */
            readonly ml: components["schemas"]["MlBlock"] | null;
            readonly receipts: components["schemas"]["Receipts"];
            readonly next_step: components["schemas"]["NextStep"];
            /** @description One-line summary. */
            readonly headline: string;
            /** @description One-line judgment. */
            readonly verdict: string;
            readonly disclaimer: components["schemas"]["Disclaimer"];
            /** @description Explains the presence or absence of the prediction. */
            readonly tier_notes: string;
            /** @description Present when a bare ticker was resolved to a listing. */
            readonly note?: string;
            readonly chart?: components["schemas"]["CardChart"];
        };
        /** @description A card without its yearly receipts, curve summary, reminder and copy text. */
        readonly LeanCard: {
            /** @description Position in the ranked list, from 1. */
            readonly rank: number;
            readonly symbol: string;
            readonly market: components["schemas"]["CardMarket"];
            readonly direction: components["schemas"]["Direction"];
            readonly bias: components["schemas"]["Bias"];
            readonly setup: components["schemas"]["Setup"];
            /** @description Blended score. Below 40 the setup is neutral; above 65 only with proven significance. */
            readonly edge_score: number;
            /** @description What the score rests on, in words. */
            readonly edge_basis: string;
            readonly stats: components["schemas"]["CardStats"];
            /** @description The model's prediction; null when there is none, which `tier_notes` explains. */
            readonly ml: components["schemas"]["MlBlock"] | null;
            readonly receipts: components["schemas"]["LeanReceipts"];
            readonly next_step: components["schemas"]["LeanNextStep"];
            /** @description One-line summary. */
            readonly headline: string;
            /** @description One-line judgment. */
            readonly verdict: string;
            readonly disclaimer: components["schemas"]["Disclaimer"];
            /** @description Explains the presence or absence of the prediction. */
            readonly tier_notes: string;
            /** @description Present when a bare ticker was resolved to a listing. */
            readonly note?: string;
            readonly chart?: components["schemas"]["CardChart"];
        };
        /** @description One ranked setup as a compact row. */
        readonly TableRow: {
            readonly rank: number;
            readonly symbol: string;
            readonly market: components["schemas"]["MarketKey"];
            readonly direction: components["schemas"]["Direction"];
            readonly bias: components["schemas"]["Bias"];
            readonly entry_date: components["schemas"]["Date"];
            readonly exit_date: components["schemas"]["Date"];
            /** @description Calendar days. */
            readonly hold_days: number;
            readonly edge_score: number;
            readonly historical_win_rate: components["schemas"]["Share"];
            readonly years_tested: number;
            readonly avg_return_pct: number;
            readonly median_return_pct: number;
            readonly sharpe_ratio: number;
            /** @description The model's win probability; null when there is no prediction. */
            readonly ml_win_prob: number | null;
        };
        /** @description `view` decides: a PatternCard (full), a LeanCard (decision, and evidence after the first) or a TableRow (table). */
        readonly Card: components["schemas"]["PatternCard"] | components["schemas"]["LeanCard"] | components["schemas"]["TableRow"];
        readonly CardMarket: {
            readonly id: components["schemas"]["MarketKey"];
            readonly name: string;
        };
        readonly Setup: {
            readonly entry_date: components["schemas"]["Date"];
            /** @description The run of entry sessions around the entry date that keep the threshold. */
            readonly entry_window: string;
            /** @description Calendar days, the entry day included. */
            readonly hold_days: number;
            readonly exit_date: components["schemas"]["Date"];
        };
        readonly CardStats: {
            /** @description Share of past years profitable. Never a prediction. */
            readonly historical_win_rate: number;
            /** @description Mean over sample deviation of the yearly returns, risk-free 0, not annualised. */
            readonly sharpe_ratio: number;
            readonly avg_return_pct: number;
            readonly median_return_pct: number;
            readonly years: components["schemas"]["YearsLabel"];
        };
        /** @description A model's prediction for this setup. A different quantity from the historical win rate. */
        readonly MlBlock: {
            readonly ml_score: number;
            readonly ml_win_prob: components["schemas"]["Share"];
            readonly pred_return_pct: number;
            readonly pred_mfe_pct: number;
        };
        /** @description The years behind the numbers. */
        readonly Receipts: {
            /** @description Completed observations. */
            readonly years_tested: number;
            /** @description Years with a return above 0. */
            readonly wins: number;
            /** @description All other years. */
            readonly losses: number;
            readonly historical_win_rate: components["schemas"]["Share"];
            readonly avg_return_pct: number;
            readonly median_return_pct: number;
            readonly best_year: components["schemas"]["YearReturn"];
            readonly worst_year: components["schemas"]["YearReturn"];
            /** @description Oldest first. Every statistic can be recomputed from it. */
            readonly per_year: readonly components["schemas"]["YearResult"][];
            readonly curve_summary?: components["schemas"]["CurveSummary"];
            /** @description Label of the model, the lookback and the prices. */
            readonly source: string;
            readonly as_of: components["schemas"]["Date"];
            readonly live_track_record?: components["schemas"]["TrackRecordSummary"];
        };
        /** @description Receipts without the single years and the curve summary. */
        readonly LeanReceipts: {
            readonly years_tested: number;
            readonly wins: number;
            readonly losses: number;
            readonly historical_win_rate: components["schemas"]["Share"];
            readonly avg_return_pct: number;
            readonly median_return_pct: number;
            readonly best_year: components["schemas"]["YearReturn"];
            readonly worst_year: components["schemas"]["YearReturn"];
            readonly source: string;
            readonly as_of: components["schemas"]["Date"];
            readonly live_track_record?: components["schemas"]["TrackRecordSummary"];
        };
        readonly YearReturn: {
            readonly year: components["schemas"]["Year"];
            readonly return_pct: number;
        };
        readonly YearResult: {
            readonly year: components["schemas"]["Year"];
            readonly return_pct: number;
            /**
             * @description A return of exactly 0 is a loss; judged before rounding.
             * @enum {string}
             */
            readonly result: "win" | "loss";
        };
        /** @description The seasonal curve inside the hold. Absent where no curve can be drawn. */
        readonly CurveSummary: {
            /** @description rising, falling, peaked, troughed or flat. */
            readonly shape: string;
            /** @description rising, falling or flat (a change of less than 2 points). */
            readonly trend?: string;
            /** @description Index at exit less index at entry. */
            readonly change_pts?: number;
            /** @description Days from entry, 0 = entry day. */
            readonly peak_day: number;
            /** @description Days from entry, 0 = entry day. */
            readonly trough_day: number;
        };
        /** @description The forward record of the daily pick. Only on the daily pick. */
        readonly TrackRecordSummary: {
            readonly count: number;
            readonly win_count: number;
            /** @description Null without any completed pick. */
            readonly win_rate: number | null;
            /** @description Null without any completed pick. */
            readonly avg_return_pct: number | null;
            readonly note: string;
        };
        readonly NextStep: {
            readonly headline: string;
            readonly order_ticket?: components["schemas"]["OrderTicket"];
            /** @description One-line summary. */
            readonly copy_text: string;
            readonly set_reminder?: components["schemas"]["Reminder"];
            readonly framing: string;
        };
        /** @description The next step without reminder and copy text. */
        readonly LeanNextStep: {
            readonly headline: string;
            readonly order_ticket?: components["schemas"]["OrderTicket"];
            readonly framing: string;
        };
        /** @description Broker-agnostic; there is no price, limit or stop. Absent on neutral cards and once the entry session is past. */
        readonly OrderTicket: {
            /** @enum {string} */
            readonly side: "BUY" | "SELL";
            readonly symbol: string;
            /** @enum {string} */
            readonly type: "MARKET";
            /** @enum {string} */
            readonly time_in_force: "DAY";
            readonly suggested_entry_date: components["schemas"]["Date"];
            readonly suggested_exit_date: components["schemas"]["Date"];
            readonly note: string;
        };
        /** @description Absent once the entry session is past. */
        readonly Reminder: {
            /** @enum {string} */
            readonly type: "calendar" | "seasonal_entry";
            readonly fire_on: components["schemas"]["Date"];
            readonly message: string;
        };
        /** @description The two charts behind a card. Only on the first card, and only with `include=chart`. */
        readonly CardChart: {
            readonly seasonal_curve: components["schemas"]["SeasonalCurve"];
            readonly per_year_bars: components["schemas"]["YearBars"];
        };
        /** @description One point for each calendar day of the annual cycle. Empty where no completed cycle exists. */
        readonly SeasonalCurve: readonly components["schemas"]["CurvePoint"][];
        readonly CurvePoint: {
            readonly date: components["schemas"]["Date"];
            readonly index: number;
        };
        /** @description One bar for each completed year of the window, oldest first. */
        readonly YearBars: readonly components["schemas"]["YearBar"][];
        /** @description Percent, in the direction of the trade. */
        readonly YearBar: {
            readonly year: components["schemas"]["Year"];
            readonly return_pct: number;
            /** @description Maximum favourable excursion. */
            readonly mfe_pct: number;
            /** @description Maximum adverse excursion. */
            readonly mae_pct: number;
        };
        readonly ScanResponse: {
            /**
             * Format: date-time
             * @description When this answer was made, UTC.
             */
            readonly generated_at: string;
            /** @description One-line lead. */
            readonly summary: string;
            /** @description The resolved window, `YYYY-MM-DD..YYYY-MM-DD`. */
            readonly window: string;
            readonly markets_scanned: readonly components["schemas"]["MarketKey"][];
            /** @description Markets that gave no answer, normally empty. Not empty means an incomplete scan. */
            readonly market_failures: readonly components["schemas"]["MarketKey"][];
            /** @description Candidates that could not be verified. Not 0 means an incomplete scan. */
            readonly evidence_failures: number;
            /** @enum {string} */
            readonly rank_by: "edge" | "win_rate" | "sharpe" | "ml" | "avg_return";
            /** @enum {string} */
            readonly view: "full" | "evidence" | "decision" | "table";
            readonly lookback: components["schemas"]["Lookback"];
            /** @description Rows in `opportunities`. */
            readonly count: number;
            /** @description Candidates whose evidence was verified. */
            readonly evaluated_count: number;
            /** @description There were more candidates than the pool of 50, or ML did not reach every eligible card. */
            readonly enrichment_capped: boolean;
            /** @description The plan's cap, rather than the caller's limit, bound the result. */
            readonly capped_by_plan: boolean;
            /** @description "N of M": rows shown of all that qualify. */
            readonly shown_of_evaluated: string;
            /** @description Present only when `capped_by_plan` is true. */
            readonly upgrade_url?: string;
            /** @description Predictions left today; null is unlimited, 0 is spent. */
            readonly ml_remaining_today: number | null;
            /** @description Ranked. Their shape follows `view`. */
            readonly opportunities: readonly components["schemas"]["Card"][];
            /** @description Present when market tokens were unknown or out of scope. */
            readonly markets_note?: string;
            /** @description Present when `min_winning_years` is out of band for some markets. */
            readonly lookback_note?: string;
            readonly disclaimer: components["schemas"]["Disclaimer"];
            /**
             * Format: date
             * @description Last day whose prices were used; null when no scanned market holds prices.
             */
            readonly as_of: string | null;
        };
        readonly Lookback: {
            /** @description Years looked back. */
            readonly year1: number;
            /** @description Winning years needed among them. */
            readonly year2: number;
        };
        /** @description One setup as a row of a list. Unverified rows have null statistics. */
        readonly Opportunity: {
            readonly symbol: string;
            readonly market: components["schemas"]["MarketKey"];
            readonly direction: components["schemas"]["Direction"];
            readonly entry_date: components["schemas"]["Date"];
            /** @description Holding period in calendar days; end = entry_date + (days_out - 1). */
            readonly days_out: number;
            readonly sharpe_ratio: number | null;
            readonly avg_profit_pct: number | null;
            readonly median_profit_pct: number | null;
            /** @description Historical win rate. */
            readonly win_rate: number | null;
            readonly years: components["schemas"]["YearsLabel"];
            /** @description Completed observations. */
            readonly years_tested: number | null;
            /**
             * @description `no_data` is a valid empty cohort, `unavailable` an outage, `not_evaluated` a row past the pool.
             * @enum {string}
             */
            readonly evidence_status: "verified" | "no_data" | "unavailable" | "not_evaluated";
            /** @description The model's prediction; null when there is none. */
            readonly ml: components["schemas"]["OpportunityMl"] | null;
        };
        /** @description A model's prediction under the names of the bulk rows. */
        readonly OpportunityMl: {
            readonly ml_score: number;
            readonly win_prob: components["schemas"]["Share"];
            /** @description Percent. */
            readonly pred_return: number;
            /** @description Percent. */
            readonly pred_mfe: number;
        };
        readonly OpportunityList: {
            readonly entry_date: components["schemas"]["Date"];
            /**
             * @description Always false: the list is of one entry date.
             * @enum {boolean}
             */
            readonly window_supported: false;
            readonly evaluated_count: number;
            readonly enrichment_capped: boolean;
            /** @description Null is unlimited. */
            readonly ml_remaining_today: number | null;
            readonly opportunities: readonly components["schemas"]["Opportunity"][];
            readonly disclaimer: components["schemas"]["Disclaimer"];
            /**
             * Format: date
             * @description Last day whose prices were used; null when the market holds none.
             */
            readonly as_of: string | null;
        };
        readonly SymbolOpportunityList: {
            readonly symbol: string;
            readonly market: components["schemas"]["MarketKey"];
            readonly opportunities: readonly components["schemas"]["Opportunity"][];
            /** @description Present when a bare ticker was resolved to a listing. */
            readonly note?: string;
            readonly disclaimer: components["schemas"]["Disclaimer"];
            /**
             * Format: date
             * @description Last day whose prices were used.
             */
            readonly as_of: string | null;
        };
        readonly AnalyzeResponse: {
            readonly card: components["schemas"]["Card"];
            readonly other_setups: readonly components["schemas"]["OtherSetup"][];
            /** @enum {string} */
            readonly view: "full" | "evidence" | "decision" | "table";
            readonly disclaimer: components["schemas"]["Disclaimer"];
            readonly as_of: components["schemas"]["Date"];
        };
        readonly OtherSetup: {
            readonly symbol: string;
            readonly direction: components["schemas"]["Direction"];
            readonly entry_date: components["schemas"]["Date"];
            readonly hold_days: number;
            readonly historical_win_rate: components["schemas"]["Share"];
            readonly sharpe_ratio: number;
            readonly avg_return_pct: number;
            readonly median_return_pct: number;
            readonly years: components["schemas"]["YearsLabel"];
        };
        /** @description The statistics of one window of one symbol. */
        readonly Pattern: {
            readonly symbol: string;
            readonly market: components["schemas"]["MarketKey"];
            readonly entry_date: components["schemas"]["Date"];
            readonly days_out: number;
            readonly years: components["schemas"]["YearsLabel"];
            readonly years_tested: number;
            readonly win_rate: components["schemas"]["Share"];
            readonly stats: components["schemas"]["PatternStats"];
            readonly disclaimer: components["schemas"]["Disclaimer"];
            readonly as_of: components["schemas"]["Date"];
        };
        /** @description Percent unless said. Returns are in the direction of the trade; no price or volume level. */
        readonly PatternStats: {
            readonly trade_direction: components["schemas"]["Direction"];
            readonly percent_profitable: number;
            readonly num_winners: number;
            readonly num_losers: number;
            /** @description Mean of the winning years; null without any. */
            readonly avg_profit: number | null;
            /** @description Mean of the other years; null without any. */
            readonly avg_loss: number | null;
            /** @description Median of all years. */
            readonly median_profit: number;
            /** @description Ratio. */
            readonly sharpe_ratio: number;
            /** @description Ratio, of the maximum favourable excursions. */
            readonly sharpe_ratio_mfe: number;
            /** @description As if reinvested all year, not achievable. */
            readonly annualized_return: number;
            readonly cumulative_return: number;
            /** @description Sample standard deviation; null for a single year. */
            readonly std_dev: number | null;
            /** @description Last close against the close one month back; null without data. */
            readonly return_1m: number | null;
            /** @description Mean of all years. */
            readonly avg_profit_all: number;
            /** @description Close against its 200-session average; null without data. */
            readonly trend_long: number | null;
            /** @description The same 21 sessions earlier. */
            readonly trend_long_prev: number | null;
            /** @description Close against its 50-session average; null without data. */
            readonly trend_short: number | null;
            /** @description The same 21 sessions earlier. */
            readonly trend_short_prev: number | null;
        };
        readonly SeasonalChart: {
            readonly symbol: string;
            readonly market: components["schemas"]["MarketKey"];
            readonly direction: components["schemas"]["Direction"];
            readonly entry_date: components["schemas"]["Date"];
            readonly days_out: number;
            readonly years: components["schemas"]["YearsLabel"];
            readonly win_rate: components["schemas"]["Share"];
            readonly seasonal_curve: components["schemas"]["SeasonalCurve"];
            /** @description The cycles the curve averages, by the year of their start, oldest first. */
            readonly curve_years: readonly components["schemas"]["Year"][];
            readonly stats: components["schemas"]["PatternStats"];
            readonly per_year_bars: components["schemas"]["YearBars"];
            readonly disclaimer: components["schemas"]["Disclaimer"];
            readonly as_of: components["schemas"]["Date"];
        };
        readonly MarketList: {
            readonly markets: readonly components["schemas"]["Market"][];
        };
        readonly Market: {
            readonly id: components["schemas"]["MarketKey"];
            readonly name: string;
            /** @description Whether the model predicts here. */
            readonly ml_eligible: boolean;
            /** @description Whether the caller's plan includes it. */
            readonly in_scope: boolean;
            readonly pattern_detection: components["schemas"]["PatternDetection"];
            readonly symbol_count: number;
            /**
             * Format: date
             * @description Date of the market's last final bar; null when it holds no prices.
             */
            readonly as_of: string | null;
        };
        /** @description Which ways of detection exist, and the band of `min_winning_years`. */
        readonly PatternDetection: {
            /** @description GET /scan and GET /opportunities. */
            readonly scan: boolean;
            /** @description GET /opportunities/{symbol}. */
            readonly per_symbol: boolean;
            /** @description Shortest lookback. */
            readonly min_years: number;
            /** @description Longest lookback. */
            readonly max_years: number;
            /** @description The band of min_winning_years is ceil(this * years) to years. */
            readonly min_winning_share: number;
            readonly default_winning_share: components["schemas"]["Share"];
            /** @description The band for one lookback. */
            readonly example: string;
        };
        readonly SymbolList: {
            readonly symbols: readonly components["schemas"]["SymbolEntry"][];
            /** @description Symbols of the market. */
            readonly total: number;
            /** @description Symbols that match the prefix. */
            readonly matched: number;
            /** @description Symbols in this answer. */
            readonly count: number;
            /** @description Present when matching rows were cut; says how many. */
            readonly note?: string;
        };
        readonly SymbolEntry: {
            readonly symbol: string;
            readonly name: string;
        };
        readonly Me: {
            /** @description free, dev, pro, business, demo or another: not a closed list. */
            readonly tier: string;
            readonly tier_name: string;
            /** @description Null is unlimited. */
            readonly ml_remaining_today: number | null;
            /** @description Null is unlimited. */
            readonly ml_daily_limit: number | null;
            /** @description Most rows in one answer. */
            readonly opp_limit: number;
            readonly rate: components["schemas"]["Rate"];
            readonly markets_in_scope: readonly components["schemas"]["ScopeMarket"][];
            readonly upgrade_url: string;
        };
        /** @description Requests allowed and left, this one counted. */
        readonly Rate: {
            readonly per_minute: number;
            readonly per_day: number;
            readonly remaining_minute: number;
            readonly remaining_today: number;
        };
        readonly ScopeMarket: {
            readonly id: components["schemas"]["MarketKey"];
            readonly name: string;
            readonly ml_eligible: boolean;
        };
        readonly Methodology: {
            /** @description Changes whenever a definition changes. */
            readonly version: string;
            readonly summary: string;
            readonly sections: readonly components["schemas"]["MethodSection"][];
            readonly definitions: readonly components["schemas"]["MethodDefinition"][];
            readonly edge_score: components["schemas"]["EdgeScoreMethod"];
            /** @description How often luck alone does it, for reading a win rate. */
            readonly chance: readonly components["schemas"]["ChanceRow"][];
            readonly limitations: readonly string[];
            /** @description The prediction model in service; null when there is none. */
            readonly model: components["schemas"]["ModelCard"] | null;
            readonly disclaimer: components["schemas"]["Disclaimer"];
        };
        readonly MethodSection: {
            /** @description Stable anchor. */
            readonly id: string;
            readonly title: string;
            /** @description Markdown. */
            readonly body: string;
        };
        readonly MethodDefinition: {
            /** @description Field name as it appears in answers. */
            readonly name: string;
            readonly definition: string;
            /** @description Null where words are enough. */
            readonly formula: string | null;
            /** @enum {string} */
            readonly unit: "percent" | "ratio" | "share" | "count" | "years" | "days" | "index" | "score" | "date" | "none";
            /** @description When the field is null; null when it never is. */
            readonly null_when: string | null;
        };
        readonly EdgeScoreMethod: {
            readonly range: {
                readonly min: number;
                readonly max: number;
            };
            readonly neutral_below: number;
            /** @description Line by line, in the order of computation. */
            readonly formula: readonly string[];
            readonly parts: readonly components["schemas"]["EdgePart"][];
            /** @description The factor f, and what earns it. */
            readonly confidence: readonly components["schemas"]["EdgeConfidence"][];
            /** @description Conditions that hold the score below `neutral_below`. */
            readonly caps: readonly string[];
        };
        readonly EdgePart: {
            readonly symbol: string;
            readonly weight: components["schemas"]["Share"];
            readonly meaning: string;
        };
        readonly EdgeConfidence: {
            readonly factor: components["schemas"]["Share"];
            readonly condition: string;
        };
        readonly ChanceRow: {
            readonly years: number;
            readonly min_wins: number;
            /** @description Chance that a fair coin wins at least this often. */
            readonly probability_pct: number;
        };
        readonly ModelCard: {
            readonly version: string;
            readonly trained_through: components["schemas"]["Date"];
            readonly description: string;
        };
    };
    responses: {
        /** @description The body is the one whose tag came in `If-None-Match`. */
        readonly NotModified: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly ETag: components["headers"]["EntityTag"];
                readonly [name: string]: unknown;
            };
            content?: never;
        };
        /** @description A parameter is missing, unknown, repeated or not accepted. */
        readonly BadRequest: {
            headers: {
                readonly "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                readonly "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                readonly "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                readonly "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                readonly "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                readonly "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The key is missing or not valid. */
        readonly Unauthorized: {
            headers: {
                readonly "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                readonly "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                readonly "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                readonly "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                readonly "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                readonly "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The key is valid, but not for this. */
        readonly Forbidden: {
            headers: {
                readonly "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                readonly "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                readonly "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                readonly "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                readonly "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                readonly "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No such symbol, no data for the window, or no such endpoint. */
        readonly NotFound: {
            headers: {
                readonly "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                readonly "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                readonly "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                readonly "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                readonly "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                readonly "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The budget of the minute or of the day is spent. */
        readonly RateLimited: {
            headers: {
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                readonly "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                readonly "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                readonly "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                readonly "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                readonly "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Error"];
            };
        };
        /** @description An unexpected fault of the server. The request id finds it in the log. */
        readonly Internal: {
            headers: {
                readonly "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                readonly "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                readonly "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                readonly "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                readonly "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                readonly "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The server cannot answer now; retry after `Retry-After` seconds. */
        readonly Unavailable: {
            headers: {
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                readonly "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                readonly "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                readonly "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                readonly "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                readonly "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /**
         * @description Market id.
         * @example 0
         */
        readonly MarketPath: components["schemas"]["MarketId"];
        /**
         * @description Market id.
         * @example 0
         */
        readonly RequiredMarket: components["schemas"]["MarketId"];
        /**
         * @description Ticker, without regard to case; `/`, `=` and `^` percent-encoded.
         * @example AAPL
         */
        readonly Symbol: components["schemas"]["SymbolText"];
        /**
         * @description Direction of the trade; both when omitted.
         * @example long
         */
        readonly Direction: components["schemas"]["Direction"];
        /**
         * @description Lowest historical win rate, as a share of 0 to 1. Rows past the pool are left out when it is set.
         * @example 0.8
         */
        readonly MinWinRate: number;
        /**
         * @description Shortest holding period in calendar days; 5 when neither bound is given.
         * @example 10
         */
        readonly MinDays: number;
        /**
         * @description Longest holding period in calendar days; 120 when neither bound is given.
         * @example 60
         */
        readonly MaxDays: number;
        /**
         * @description Lowest average return, percent.
         * @example 1
         */
        readonly MinAvgReturn: number;
        /**
         * @description Lowest median return, percent.
         * @example 1
         */
        readonly MinMedianReturn: number;
        /**
         * @description Lowest Sharpe ratio of the yearly returns.
         * @example 0.5
         */
        readonly MinSharpe: number;
        /**
         * @description Which years bear witness: `consecutive` years, or `pe`, the years at the same position of the US presidential cycle as the entry's own year.
         * @example consecutive
         */
        readonly ScreenCycle: "consecutive" | "pe";
        /**
         * @description Which years bear witness: `consecutive` years; `pe`, the years at the same position of the US presidential cycle as the entry's own year; or a fixed position: `pe0` election, `pe1` post-election, `pe2` midterm, `pe3` pre-election.
         * @example consecutive
         */
        readonly Cycle: "consecutive" | "pe" | "pe0" | "pe1" | "pe2" | "pe3";
        /**
         * @description Lookback in years; in a cycle the number of occurrences.
         * @example 10
         */
        readonly Years: number;
        /**
         * @description Winning years a candidate needs; default is nine tenths of the years tested, rounded up. It must lie in the market's detection band (`pattern_detection` of GET /markets).
         * @example 9
         */
        readonly MinWinningYears: number;
        /**
         * @description Most rows; capped by the plan without error.
         * @example 3
         */
        readonly ResultLimit: number;
        /**
         * @description Holding period in calendar days; the entry day is day 1.
         * @example 15
         */
        readonly DaysOut: number;
        /**
         * @description A named window; overrides entry date and holding period. Months and quarters by calendar, seasons meteorological (winter is December to February), `ytd` January 1 to today, `year_end` today to December 31, `buy_hold` the whole year.
         * @example jul
         */
        readonly Period: components["schemas"]["Period"];
        /**
         * @description The rest of the year instead of the period: from the day after its end to the day before its next start. Needs `period`, and 400 with `buy_hold`.
         * @example false
         */
        readonly Reverse: boolean;
        /**
         * @description How much of each card is returned.
         * @example full
         */
        readonly View: "full" | "evidence" | "decision" | "table";
        /**
         * @description `chart` attaches the seasonal curve and the yearly bars to the first card. Rows of `view=table` carry no chart.
         * @example chart
         */
        readonly Include: "chart";
    };
    requestBodies: never;
    headers: {
        /**
         * @description Requests per minute of the plan.
         * @example 60
         */
        readonly RateLimitLimit: number;
        /**
         * @description Requests left in the current minute.
         * @example 59
         */
        readonly RateLimitRemaining: number;
        /**
         * @description When the minute ends, Unix time in seconds.
         * @example 1719586860
         */
        readonly RateLimitReset: number;
        /**
         * @description Requests per UTC day of the plan.
         * @example 1000
         */
        readonly RateLimitLimitDay: number;
        /**
         * @description Requests left today.
         * @example 999
         */
        readonly RateLimitRemainingDay: number;
        /**
         * @description When the day ends, Unix time in seconds.
         * @example 1719619200
         */
        readonly RateLimitResetDay: number;
        /**
         * @description Seconds to wait before the next try.
         * @example 12
         */
        readonly RetryAfter: number;
        /**
         * @description Identifies the request in the server's log. A valid one sent by the client is kept.
         * @example 5f0c9b1e-7f0e-4f57-9d3c-0f4a2d6c1b7a
         */
        readonly RequestId: string;
        /**
         * @description `sandbox` when the prices are simulated; absent over real prices.
         * @example sandbox
         */
        readonly DataSource: "sandbox";
        /**
         * @description Tag of the body without `generated_at`; send it as `If-None-Match`.
         * @example W/"q1Yz0mX8mUDJ0y3oYw7wq4b0b1E"
         */
        readonly EntityTag: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly scan: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Comma-separated market ids, names or aliases (`0,11`, `sp500,crypto`). Unknown tokens are reported in `markets_note`, out-of-scope markets are skipped with a note; when none is left the answer is 400 or 403.
                 * @example dow30
                 */
                readonly markets?: string;
                /** @description Days on which a setup may begin. `now` is today through the tenth NYSE session from today, `next_2_weeks` fourteen days, `next_month` one month; an explicit range `YYYY-MM-DD..YYYY-MM-DD` ends at most 366 days after its start. */
                readonly window?: string;
                /**
                 * @description Direction of the trade; both when omitted.
                 * @example long
                 */
                readonly direction?: components["parameters"]["Direction"];
                /**
                 * @description Lowest historical win rate, as a share of 0 to 1. Rows past the pool are left out when it is set.
                 * @example 0.8
                 */
                readonly min_win_rate?: components["parameters"]["MinWinRate"];
                /**
                 * @description Only setups with at least this many `years_tested`.
                 * @example 8
                 */
                readonly min_years?: number;
                /**
                 * @description Shortest holding period in calendar days; 5 when neither bound is given.
                 * @example 10
                 */
                readonly min_days?: components["parameters"]["MinDays"];
                /**
                 * @description Longest holding period in calendar days; 120 when neither bound is given.
                 * @example 60
                 */
                readonly max_days?: components["parameters"]["MaxDays"];
                /**
                 * @description Lowest average return, percent.
                 * @example 1
                 */
                readonly min_avg_return?: components["parameters"]["MinAvgReturn"];
                /**
                 * @description Lowest median return, percent.
                 * @example 1
                 */
                readonly min_median_return?: components["parameters"]["MinMedianReturn"];
                /**
                 * @description Lowest Sharpe ratio of the yearly returns.
                 * @example 0.5
                 */
                readonly min_sharpe?: components["parameters"]["MinSharpe"];
                /**
                 * @description Which years bear witness: `consecutive` years, or `pe`, the years at the same position of the US presidential cycle as the entry's own year.
                 * @example consecutive
                 */
                readonly pe_cycle?: components["parameters"]["ScreenCycle"];
                /**
                 * @description Lookback in years; in a cycle the number of occurrences.
                 * @example 10
                 */
                readonly years?: components["parameters"]["Years"];
                /**
                 * @description Winning years a candidate needs; default is nine tenths of the years tested, rounded up. It must lie in the market's detection band (`pattern_detection` of GET /markets). In a scan of several markets those out of band contribute nothing and are listed in `lookback_note`; for a single market the answer is 400.
                 * @example 9
                 */
                readonly min_winning_years?: number;
                /**
                 * @description Order of the cards.
                 * @example edge
                 */
                readonly rank_by?: "edge" | "win_rate" | "sharpe" | "ml" | "avg_return";
                /**
                 * @description Most rows; capped by the plan without error.
                 * @example 3
                 */
                readonly limit?: components["parameters"]["ResultLimit"];
                /**
                 * @description How much of each card is returned.
                 * @example full
                 */
                readonly view?: components["parameters"]["View"];
                /**
                 * @description `chart` attaches the seasonal curve and the yearly bars to the first card. Rows of `view=table` carry no chart.
                 * @example chart
                 */
                readonly include?: components["parameters"]["Include"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The ranked setups, and how complete the scan was. */
            readonly 200: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    readonly "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    readonly "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Data-Source": components["headers"]["DataSource"];
                    readonly ETag: components["headers"]["EntityTag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ScanResponse"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listOpportunities: {
        readonly parameters: {
            readonly query: {
                /**
                 * @description Market id.
                 * @example 0
                 */
                readonly market: components["parameters"]["RequiredMarket"];
                /**
                 * @description Entry date, by default today in New York. It must lie in the current US market year.
                 * @example 2024-07-01
                 */
                readonly from?: string;
                /**
                 * @description Accepted and ignored, whatever its value; `window_supported` in the answer is always false.
                 * @example 2024-07-31
                 */
                readonly to?: string;
                /**
                 * @description Direction of the trade; both when omitted.
                 * @example long
                 */
                readonly direction?: components["parameters"]["Direction"];
                /**
                 * @description Lowest historical win rate, as a share of 0 to 1. Rows past the pool are left out when it is set.
                 * @example 0.8
                 */
                readonly min_win_rate?: components["parameters"]["MinWinRate"];
                /**
                 * @description Shortest holding period in calendar days; 5 when neither bound is given.
                 * @example 10
                 */
                readonly min_days?: components["parameters"]["MinDays"];
                /**
                 * @description Longest holding period in calendar days; 120 when neither bound is given.
                 * @example 60
                 */
                readonly max_days?: components["parameters"]["MaxDays"];
                /**
                 * @description Lowest average return, percent.
                 * @example 1
                 */
                readonly min_avg_return?: components["parameters"]["MinAvgReturn"];
                /**
                 * @description Lowest median return, percent.
                 * @example 1
                 */
                readonly min_median_return?: components["parameters"]["MinMedianReturn"];
                /**
                 * @description Lowest Sharpe ratio of the yearly returns.
                 * @example 0.5
                 */
                readonly min_sharpe?: components["parameters"]["MinSharpe"];
                /**
                 * @description Which years bear witness: `consecutive` years, or `pe`, the years at the same position of the US presidential cycle as the entry's own year.
                 * @example consecutive
                 */
                readonly pe_cycle?: components["parameters"]["ScreenCycle"];
                /**
                 * @description Lookback in years; in a cycle the number of occurrences.
                 * @example 10
                 */
                readonly years?: components["parameters"]["Years"];
                /**
                 * @description Winning years a candidate needs; default is nine tenths of the years tested, rounded up. It must lie in the market's detection band (`pattern_detection` of GET /markets).
                 * @example 9
                 */
                readonly min_winning_years?: components["parameters"]["MinWinningYears"];
                /**
                 * @description Most rows; capped by the plan without error.
                 * @example 3
                 */
                readonly limit?: components["parameters"]["ResultLimit"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The setups, best Sharpe ratio first. */
            readonly 200: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    readonly "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    readonly "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Data-Source": components["headers"]["DataSource"];
                    readonly ETag: components["headers"]["EntityTag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OpportunityList"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listSymbolOpportunities: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Market id. Required only when the key reaches the symbol in more than one market; otherwise the single in-scope market is used.
                 * @example 0
                 */
                readonly market?: components["schemas"]["MarketId"];
                /**
                 * @description Which years bear witness: `consecutive` years, or `pe`, the years at the same position of the US presidential cycle as the entry's own year.
                 * @example consecutive
                 */
                readonly pe_cycle?: components["parameters"]["ScreenCycle"];
                /**
                 * @description Shortest holding period in calendar days; 5 when neither bound is given.
                 * @example 10
                 */
                readonly min_days?: components["parameters"]["MinDays"];
                /**
                 * @description Longest holding period in calendar days; 120 when neither bound is given.
                 * @example 60
                 */
                readonly max_days?: components["parameters"]["MaxDays"];
                /**
                 * @description Lowest average return, percent.
                 * @example 1
                 */
                readonly min_avg_return?: components["parameters"]["MinAvgReturn"];
                /**
                 * @description Lowest median return, percent.
                 * @example 1
                 */
                readonly min_median_return?: components["parameters"]["MinMedianReturn"];
                /**
                 * @description Lowest Sharpe ratio of the yearly returns.
                 * @example 0.5
                 */
                readonly min_sharpe?: components["parameters"]["MinSharpe"];
                /**
                 * @description Lookback in years; in a cycle the number of occurrences.
                 * @example 10
                 */
                readonly years?: components["parameters"]["Years"];
                /**
                 * @description Winning years a candidate needs; default is nine tenths of the years tested, rounded up. It must lie in the market's detection band (`pattern_detection` of GET /markets).
                 * @example 9
                 */
                readonly min_winning_years?: components["parameters"]["MinWinningYears"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Ticker, without regard to case; `/`, `=` and `^` percent-encoded.
                 * @example AAPL
                 */
                readonly symbol: components["parameters"]["Symbol"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The symbol's setups, best Sharpe ratio first. */
            readonly 200: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    readonly "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    readonly "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Data-Source": components["headers"]["DataSource"];
                    readonly ETag: components["headers"]["EntityTag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SymbolOpportunityList"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listSymbolOpportunitiesAlias: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Market id. Required only when the key reaches the symbol in more than one market; otherwise the single in-scope market is used.
                 * @example 0
                 */
                readonly market?: components["schemas"]["MarketId"];
                /**
                 * @description Which years bear witness: `consecutive` years, or `pe`, the years at the same position of the US presidential cycle as the entry's own year.
                 * @example consecutive
                 */
                readonly pe_cycle?: components["parameters"]["ScreenCycle"];
                /**
                 * @description Shortest holding period in calendar days; 5 when neither bound is given.
                 * @example 10
                 */
                readonly min_days?: components["parameters"]["MinDays"];
                /**
                 * @description Longest holding period in calendar days; 120 when neither bound is given.
                 * @example 60
                 */
                readonly max_days?: components["parameters"]["MaxDays"];
                /**
                 * @description Lowest average return, percent.
                 * @example 1
                 */
                readonly min_avg_return?: components["parameters"]["MinAvgReturn"];
                /**
                 * @description Lowest median return, percent.
                 * @example 1
                 */
                readonly min_median_return?: components["parameters"]["MinMedianReturn"];
                /**
                 * @description Lowest Sharpe ratio of the yearly returns.
                 * @example 0.5
                 */
                readonly min_sharpe?: components["parameters"]["MinSharpe"];
                /**
                 * @description Lookback in years; in a cycle the number of occurrences.
                 * @example 10
                 */
                readonly years?: components["parameters"]["Years"];
                /**
                 * @description Winning years a candidate needs; default is nine tenths of the years tested, rounded up. It must lie in the market's detection band (`pattern_detection` of GET /markets).
                 * @example 9
                 */
                readonly min_winning_years?: components["parameters"]["MinWinningYears"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Ticker, without regard to case; `/`, `=` and `^` percent-encoded.
                 * @example AAPL
                 */
                readonly symbol: components["parameters"]["Symbol"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The symbol's setups, best Sharpe ratio first. */
            readonly 200: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    readonly "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    readonly "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Data-Source": components["headers"]["DataSource"];
                    readonly ETag: components["headers"]["EntityTag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SymbolOpportunityList"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly analyzeSymbol: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Market id, when the symbol is listed in several.
                 * @example 0
                 */
                readonly market?: components["schemas"]["MarketId"];
                /**
                 * @description Direction of the trade; both when omitted.
                 * @example long
                 */
                readonly direction?: components["parameters"]["Direction"];
                /**
                 * @description Holding period in calendar days; the entry day is day 1.
                 * @example 15
                 */
                readonly days_out?: number;
                /**
                 * @description Entry date. Any past year with data is accepted, and the current US market year.
                 * @example 2024-07-01
                 */
                readonly entry_date?: string;
                /**
                 * @description Which years bear witness: `consecutive` years, or `pe`, the years at the same position of the US presidential cycle as the entry's own year.
                 * @example consecutive
                 */
                readonly pe_cycle?: components["parameters"]["ScreenCycle"];
                /**
                 * @description Lookback in years; in a cycle the number of occurrences.
                 * @example 10
                 */
                readonly years?: components["parameters"]["Years"];
                /**
                 * @description A named window; overrides entry date and holding period. Months and quarters by calendar, seasons meteorological (winter is December to February), `ytd` January 1 to today, `year_end` today to December 31, `buy_hold` the whole year.
                 * @example jul
                 */
                readonly period?: components["parameters"]["Period"];
                /**
                 * @description The rest of the year instead of the period: from the day after its end to the day before its next start. Needs `period`, and 400 with `buy_hold`.
                 * @example false
                 */
                readonly reverse?: components["parameters"]["Reverse"];
                /**
                 * @description How much of each card is returned.
                 * @example full
                 */
                readonly view?: components["parameters"]["View"];
                /**
                 * @description `chart` attaches the seasonal curve and the yearly bars to the first card. Rows of `view=table` carry no chart.
                 * @example chart
                 */
                readonly include?: components["parameters"]["Include"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Ticker, without regard to case; `/`, `=` and `^` percent-encoded.
                 * @example AAPL
                 */
                readonly symbol: components["parameters"]["Symbol"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The card and the other setups. */
            readonly 200: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    readonly "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    readonly "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Data-Source": components["headers"]["DataSource"];
                    readonly ETag: components["headers"]["EntityTag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AnalyzeResponse"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getPattern: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Which years bear witness: `consecutive` years; `pe`, the years at the same position of the US presidential cycle as the entry's own year; or a fixed position: `pe0` election, `pe1` post-election, `pe2` midterm, `pe3` pre-election.
                 * @example consecutive
                 */
                readonly pe_cycle?: components["parameters"]["Cycle"];
                /**
                 * @description Lookback in years; in a cycle the number of occurrences.
                 * @example 10
                 */
                readonly years?: components["parameters"]["Years"];
                /**
                 * @description Holding period in calendar days; the entry day is day 1.
                 * @example 15
                 */
                readonly days_out?: components["parameters"]["DaysOut"];
                /**
                 * @description A named window; overrides entry date and holding period. Months and quarters by calendar, seasons meteorological (winter is December to February), `ytd` January 1 to today, `year_end` today to December 31, `buy_hold` the whole year.
                 * @example jul
                 */
                readonly period?: components["parameters"]["Period"];
                /**
                 * @description The rest of the year instead of the period: from the day after its end to the day before its next start. Needs `period`, and 400 with `buy_hold`.
                 * @example false
                 */
                readonly reverse?: components["parameters"]["Reverse"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Market id.
                 * @example 0
                 */
                readonly market_id: components["parameters"]["MarketPath"];
                /**
                 * @description Ticker, without regard to case; `/`, `=` and `^` percent-encoded.
                 * @example AAPL
                 */
                readonly symbol: components["parameters"]["Symbol"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The statistics. */
            readonly 200: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    readonly "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    readonly "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Data-Source": components["headers"]["DataSource"];
                    readonly ETag: components["headers"]["EntityTag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Pattern"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getSeasonalChart: {
        readonly parameters: {
            readonly query: {
                /**
                 * @description Market id.
                 * @example 0
                 */
                readonly market: components["parameters"]["RequiredMarket"];
                /**
                 * @description Ticker, without regard to case.
                 * @example AAPL
                 */
                readonly symbol: components["schemas"]["SymbolText"];
                /**
                 * @description Start of the annual cycle and entry of the window, by default today in New York.
                 * @example 2024-07-01
                 */
                readonly entry_date?: string;
                /**
                 * @description Holding period in calendar days; the entry day is day 1.
                 * @example 15
                 */
                readonly days_out?: components["parameters"]["DaysOut"];
                /**
                 * @description Direction of the trade; both when omitted.
                 * @example long
                 */
                readonly direction?: components["parameters"]["Direction"];
                /**
                 * @description Lookback; in a cycle the number of occurrences. A string of digits.
                 * @example 10
                 */
                readonly years?: string;
                /**
                 * @description Which years bear witness: `consecutive` years; `pe`, the years at the same position of the US presidential cycle as the entry's own year; or a fixed position: `pe0` election, `pe1` post-election, `pe2` midterm, `pe3` pre-election.
                 * @example consecutive
                 */
                readonly pe_cycle?: components["parameters"]["Cycle"];
                /**
                 * @description A named window; overrides entry date and holding period. Months and quarters by calendar, seasons meteorological (winter is December to February), `ytd` January 1 to today, `year_end` today to December 31, `buy_hold` the whole year.
                 * @example jul
                 */
                readonly period?: components["parameters"]["Period"];
                /**
                 * @description The rest of the year instead of the period: from the day after its end to the day before its next start. Needs `period`, and 400 with `buy_hold`.
                 * @example false
                 */
                readonly reverse?: components["parameters"]["Reverse"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The curve, the statistics and the yearly bars. */
            readonly 200: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    readonly "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    readonly "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Data-Source": components["headers"]["DataSource"];
                    readonly ETag: components["headers"]["EntityTag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SeasonalChart"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listMarkets: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description All markets, by id. */
            readonly 200: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    readonly "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    readonly "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Data-Source": components["headers"]["DataSource"];
                    readonly ETag: components["headers"]["EntityTag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MarketList"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listSymbols: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only tickers that begin with this text, without regard to case.
                 * @example A
                 */
                readonly prefix?: string;
                /**
                 * @description Most rows after the prefix filter; all when omitted.
                 * @example 2
                 */
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Market id.
                 * @example 0
                 */
                readonly market_id: components["parameters"]["MarketPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The symbols. */
            readonly 200: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    readonly "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    readonly "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Data-Source": components["headers"]["DataSource"];
                    readonly ETag: components["headers"]["EntityTag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SymbolList"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getMe: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The caller. */
            readonly 200: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    readonly "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    readonly "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Data-Source": components["headers"]["DataSource"];
                    readonly ETag: components["headers"]["EntityTag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Me"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getMethodology: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The method. */
            readonly 200: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly "X-RateLimit-Limit-Day": components["headers"]["RateLimitLimitDay"];
                    readonly "X-RateLimit-Remaining-Day": components["headers"]["RateLimitRemainingDay"];
                    readonly "X-RateLimit-Reset-Day": components["headers"]["RateLimitResetDay"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Data-Source": components["headers"]["DataSource"];
                    readonly ETag: components["headers"]["EntityTag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Methodology"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
}

/** Parameters that have a default: a handler always receives them. */
export interface DefaultedParameters {
    scan: "window" | "pe_cycle" | "years" | "rank_by" | "limit" | "view";
    listOpportunities: "pe_cycle" | "years" | "limit";
    listSymbolOpportunities: "pe_cycle" | "years";
    listSymbolOpportunitiesAlias: "pe_cycle" | "years";
    analyzeSymbol: "pe_cycle" | "years" | "reverse" | "view";
    getPattern: "pe_cycle" | "years" | "days_out" | "reverse";
    getSeasonalChart: "days_out" | "years" | "pe_cycle" | "reverse";
    listMarkets: never;
    listSymbols: never;
    getMe: never;
    getMethodology: never;
}
