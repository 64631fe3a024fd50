# Generated from openapi.yaml by `npm run generate`. Do not edit.
"""One method an operation of the contract that takes a key."""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, Literal, Optional, Union, overload

from ._transport import OnHeaders, Transport
from .models import (
    AnalyzeResponse,
    AnyText,
    CalendarLinkList,
    CompareLine,
    CompareResponse,
    CreatedCalendarLink,
    CreatedTableLink,
    CreatedWebhook,
    CurveLine,
    DailyPickResponse,
    DeletedCalendarLink,
    DeletedSavedScan,
    DeletedTableLink,
    DeletedWebhook,
    Direction,
    ExportJob,
    ExportList,
    HeatMap,
    HeatMapFigure,
    LedgerLine,
    LedgerPage,
    LedgerRecord,
    ListText,
    MarkdownText,
    MarketList,
    MarketName,
    Me,
    Methodology,
    NewCalendarLink,
    NewExport,
    NewSavedScan,
    NewTableLink,
    NewWebhook,
    OneWebhook,
    OpportunityLine,
    OpportunityList,
    Period,
    PickEvaluation,
    PickLine,
    RedeliveredEvent,
    ResourceId,
    SavedScan,
    SavedScanChange,
    SavedScanChanges,
    SavedScanList,
    ScanLine,
    ScanResponse,
    ScenarioRequest,
    ScenarioResponse,
    ScoreAnswer,
    ScoreLine,
    ScoreRequest,
    SeasonalChart,
    SecretRotation,
    ShortText,
    SymbolLine,
    SymbolList,
    SymbolOpportunityList,
    SymbolPattern,
    SymbolText,
    TableLinkList,
    TrackRecord,
    WebhookChange,
    WebhookDeliveries,
    WebhookEndpoints,
    WebhookTrial,
    WidgetMetric,
)


class Perennial:
    """A client for one server and one key; threads may share it.

    Calls raise PerennialError. Operations that are safe to repeat are retried after a 429, 502, 503 or 504 and after
    connection errors, as far as `Retry-After` and the deadline allow. A successful answer is never retried.
    """

    def __init__(
        self,
        base_url: Optional[str] = None,
        api_key: Optional[str] = None,
        *,
        retries: int = 3,
        timeout: float = 30.0,
        deadline: float = 90.0,
    ) -> None:
        """Args:
            base_url: the base URL of the API: "https://example.com/v1". By default the environment variable PERENNIAL_URL,
                the URL of the service with or without /v1.
            api_key: the API key of an account, or the demo token. By default PERENNIAL_API_KEY.
            retries: the maximum number of retries of a call.
            timeout: time limit of one attempt, seconds.
            deadline: time limit of a call with all attempts and pauses, seconds.

        Raises:
            ValueError: a setting is missing or wrong.
        """
        self._transport = Transport(base_url, api_key, retries=retries, timeout=timeout, deadline=deadline)

    @overload
    def scan_markets(
        self,
        *,
        markets: Optional[ListText] = None,
        window: Optional[str] = None,
        direction: Optional[Direction] = None,
        min_win_rate: Optional[float] = None,
        min_years: Optional[int] = None,
        min_days: Optional[int] = None,
        max_days: Optional[int] = None,
        min_avg_return: Optional[float] = None,
        min_median_return: Optional[float] = None,
        min_sharpe: Optional[float] = None,
        max_p_symbol: Optional[float] = None,
        max_p_search: Optional[float] = None,
        pe_cycle: Optional[Literal["consecutive", "pe"]] = None,
        years: Optional[int] = None,
        min_winning_years: Optional[int] = None,
        pool: Optional[int] = None,
        rank_by: Optional[Literal["edge", "win_rate", "sharpe", "ml", "avg_return", "significance"]] = None,
        limit: Optional[int] = None,
        view: Optional[Literal["full", "evidence", "decision", "table"]] = None,
        include: Optional[Literal["chart"]] = None,
        accept: Literal["application/json"] = ...,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> ScanResponse: ...

    @overload
    def scan_markets(
        self,
        *,
        markets: Optional[ListText] = None,
        window: Optional[str] = None,
        direction: Optional[Direction] = None,
        min_win_rate: Optional[float] = None,
        min_years: Optional[int] = None,
        min_days: Optional[int] = None,
        max_days: Optional[int] = None,
        min_avg_return: Optional[float] = None,
        min_median_return: Optional[float] = None,
        min_sharpe: Optional[float] = None,
        max_p_symbol: Optional[float] = None,
        max_p_search: Optional[float] = None,
        pe_cycle: Optional[Literal["consecutive", "pe"]] = None,
        years: Optional[int] = None,
        min_winning_years: Optional[int] = None,
        pool: Optional[int] = None,
        rank_by: Optional[Literal["edge", "win_rate", "sharpe", "ml", "avg_return", "significance"]] = None,
        limit: Optional[int] = None,
        view: Optional[Literal["full", "evidence", "decision", "table"]] = None,
        include: Optional[Literal["chart"]] = None,
        accept: Literal["text/csv", "application/x-ndjson"],
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> str: ...

    @overload
    def scan_markets(
        self,
        *,
        markets: Optional[ListText] = None,
        window: Optional[str] = None,
        direction: Optional[Direction] = None,
        min_win_rate: Optional[float] = None,
        min_years: Optional[int] = None,
        min_days: Optional[int] = None,
        max_days: Optional[int] = None,
        min_avg_return: Optional[float] = None,
        min_median_return: Optional[float] = None,
        min_sharpe: Optional[float] = None,
        max_p_symbol: Optional[float] = None,
        max_p_search: Optional[float] = None,
        pe_cycle: Optional[Literal["consecutive", "pe"]] = None,
        years: Optional[int] = None,
        min_winning_years: Optional[int] = None,
        pool: Optional[int] = None,
        rank_by: Optional[Literal["edge", "win_rate", "sharpe", "ml", "avg_return", "significance"]] = None,
        limit: Optional[int] = None,
        view: Optional[Literal["full", "evidence", "decision", "table"]] = None,
        include: Optional[Literal["chart"]] = None,
        accept: Literal["application/json; profile=rows"],
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> List[ScanLine]: ...

    def scan_markets(
        self,
        *,
        markets: Optional[ListText] = None,
        window: Optional[str] = None,
        direction: Optional[Direction] = None,
        min_win_rate: Optional[float] = None,
        min_years: Optional[int] = None,
        min_days: Optional[int] = None,
        max_days: Optional[int] = None,
        min_avg_return: Optional[float] = None,
        min_median_return: Optional[float] = None,
        min_sharpe: Optional[float] = None,
        max_p_symbol: Optional[float] = None,
        max_p_search: Optional[float] = None,
        pe_cycle: Optional[Literal["consecutive", "pe"]] = None,
        years: Optional[int] = None,
        min_winning_years: Optional[int] = None,
        pool: Optional[int] = None,
        rank_by: Optional[Literal["edge", "win_rate", "sharpe", "ml", "avg_return", "significance"]] = None,
        limit: Optional[int] = None,
        view: Optional[Literal["full", "evidence", "decision", "table"]] = None,
        include: Optional[Literal["chart"]] = None,
        accept: Literal["application/json", "text/csv", "application/x-ndjson", "application/json; profile=rows"] = "application/json",
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> Union[ScanResponse, str, List[ScanLine]]:
        """Scan markets for ranked seasonal setups: GET /scan.

        Scores candidate windows across markets and returns ranked cards.

        - The scan evaluates setups as of the last session before the window's start and keeps those whose `entry_date` lies
          inside the window. The start must lie in the current US market year.
        - The first 50 candidates by Sharpe ratio are the pool. With any statistical filter only rows of the pool can appear,
          and `summary` says how many candidates were found. `pool` verifies more of them. Evidence that is unavailable never
          satisfies a filter.
        - `enrichment_capped` is true when there were more candidates than the pool, or when ML did not reach every card.
          `market_failures` and `evidence_failures` mean that the scan is incomplete; they do not mean that no setup exists.
        - Without `markets` the scan covers the equities core (DOW 30, NASDAQ 100, S&P 500, ETFs), as far as it is in scope.
        - `view` selects the shape of the rows: `full` gives PatternCards; `evidence` a full first card and LeanCards;
          `decision` LeanCards; `table` TableRows.

        Args:
            markets: Comma-separated market ids, names or aliases (`0,11`, `sp500,crypto`).
                `markets_note` reports unknown tokens and skipped out-of-scope markets. When no market
                is left the answer is 400 or 403.
            window: Days on which a setup may begin: `now`, `next_2_weeks`, `next_month`, or
                `YYYY-MM-DD..YYYY-MM-DD` that ends at most 366 days after its start. `now` is today
                through the tenth NYSE session from today, `next_2_weeks` fourteen days, `next_month`
                one month.
            direction: Direction of the trade; both when left out.
            min_win_rate: Lowest historical win rate, as a share of 0 to 1. Rows past the pool are
                left out when it is set.
            min_years: Only setups with at least this many `years_tested`.
            min_days: Shortest holding period in calendar days. Default 5; 2 when `max_days` is
                below that.
            max_days: Longest holding period in calendar days. Default 120; 366 when `min_days` is
                above that.
            min_avg_return: Lowest average return, percent.
            min_median_return: Lowest median return, percent.
            min_sharpe: Lowest Sharpe ratio of the yearly returns.
            max_p_symbol: Highest `significance.p_symbol`: how often shuffled calendars give this
                symbol a window as strong. A value that is not known yet never satisfies the filter.
            max_p_search: Highest `significance.p_search`: how often the whole search finds a window
                as strong over shuffled calendars. A value that is not known yet never satisfies the
                filter.
            pe_cycle: The years to use: `consecutive`, or `pe`, those at the same position of the US
                presidential cycle as the entry's year.
            years: Lookback in years; with a cycle, the number of occurrences.
            min_winning_years: Winning years that a candidate needs; the default is nine tenths of
                the years tested, rounded up. It must lie in the market's detection band
                (`pattern_detection` of GET /markets). A scan of several markets skips those whose band
                excludes the value, even when that is all of them, and lists them in `lookback_note`; a
                request that names a single market gets 400.
            pool: Candidates to verify before filters, ranking and limit apply, best Sharpe ratio
                first. A larger pool takes longer. Capped by the plan without error, never below 50.
            rank_by: Order of the cards. `significance` puts the smallest `p_symbol` first, ties by
                `z`; while `p_symbol` is pending, the largest `z` comes first.
            limit: Maximum number of rows; capped by the plan without error.
            view: How much of each card is returned: all of it, the first in full and the rest
                without their years (`evidence`), all without their years (`decision`), or one flat row
                each (`table`).
            include: `chart` adds the seasonal curve and the yearly bars to the first card. Rows of
                `view=table` carry no chart.
        """
        answer: Union[ScanResponse, str, List[ScanLine]] = self._transport.call(
            "GET",
            "/scan",
            query={"markets": markets, "window": window, "direction": direction, "min_win_rate": min_win_rate, "min_years": min_years, "min_days": min_days, "max_days": max_days, "min_avg_return": min_avg_return, "min_median_return": min_median_return, "min_sharpe": min_sharpe, "max_p_symbol": max_p_symbol, "max_p_search": max_p_search, "pe_cycle": pe_cycle, "years": years, "min_winning_years": min_winning_years, "pool": pool, "rank_by": rank_by, "limit": limit, "view": view, "include": include},
            accept=accept,
            repeatable=True,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer

    @overload
    def list_opportunities(
        self,
        *,
        market: MarketName,
        from_: Optional[str] = None,
        to: Optional[AnyText] = None,
        direction: Optional[Direction] = None,
        min_win_rate: Optional[float] = None,
        min_days: Optional[int] = None,
        max_days: Optional[int] = None,
        min_avg_return: Optional[float] = None,
        min_median_return: Optional[float] = None,
        min_sharpe: Optional[float] = None,
        max_p_symbol: Optional[float] = None,
        max_p_search: Optional[float] = None,
        pe_cycle: Optional[Literal["consecutive", "pe"]] = None,
        years: Optional[int] = None,
        min_winning_years: Optional[int] = None,
        limit: Optional[int] = None,
        accept: Literal["application/json"] = ...,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> OpportunityList: ...

    @overload
    def list_opportunities(
        self,
        *,
        market: MarketName,
        from_: Optional[str] = None,
        to: Optional[AnyText] = None,
        direction: Optional[Direction] = None,
        min_win_rate: Optional[float] = None,
        min_days: Optional[int] = None,
        max_days: Optional[int] = None,
        min_avg_return: Optional[float] = None,
        min_median_return: Optional[float] = None,
        min_sharpe: Optional[float] = None,
        max_p_symbol: Optional[float] = None,
        max_p_search: Optional[float] = None,
        pe_cycle: Optional[Literal["consecutive", "pe"]] = None,
        years: Optional[int] = None,
        min_winning_years: Optional[int] = None,
        limit: Optional[int] = None,
        accept: Literal["text/csv", "application/x-ndjson"],
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> str: ...

    @overload
    def list_opportunities(
        self,
        *,
        market: MarketName,
        from_: Optional[str] = None,
        to: Optional[AnyText] = None,
        direction: Optional[Direction] = None,
        min_win_rate: Optional[float] = None,
        min_days: Optional[int] = None,
        max_days: Optional[int] = None,
        min_avg_return: Optional[float] = None,
        min_median_return: Optional[float] = None,
        min_sharpe: Optional[float] = None,
        max_p_symbol: Optional[float] = None,
        max_p_search: Optional[float] = None,
        pe_cycle: Optional[Literal["consecutive", "pe"]] = None,
        years: Optional[int] = None,
        min_winning_years: Optional[int] = None,
        limit: Optional[int] = None,
        accept: Literal["application/json; profile=rows"],
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> List[OpportunityLine]: ...

    def list_opportunities(
        self,
        *,
        market: MarketName,
        from_: Optional[str] = None,
        to: Optional[AnyText] = None,
        direction: Optional[Direction] = None,
        min_win_rate: Optional[float] = None,
        min_days: Optional[int] = None,
        max_days: Optional[int] = None,
        min_avg_return: Optional[float] = None,
        min_median_return: Optional[float] = None,
        min_sharpe: Optional[float] = None,
        max_p_symbol: Optional[float] = None,
        max_p_search: Optional[float] = None,
        pe_cycle: Optional[Literal["consecutive", "pe"]] = None,
        years: Optional[int] = None,
        min_winning_years: Optional[int] = None,
        limit: Optional[int] = None,
        accept: Literal["application/json", "text/csv", "application/x-ndjson", "application/json; profile=rows"] = "application/json",
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> Union[OpportunityList, str, List[OpportunityLine]]:
        """List the ranked setups of one market on one entry date: GET /opportunities.

        Ranked setups of one market that begin on one date.

        The first 50 candidates with the requested holding period are the pool: their evidence is computed first, then
        statistical filters and the final order by Sharpe ratio apply. Rows past the pool have null statistics and
        `evidence_status: not_evaluated`, and are left out when a statistical filter is set. A `min_winning_years` out of the
        market's band is a 400 that names the range.

        Args:
            market: Id, name or alias of a market.
            from_: Entry date, by default today in New York. It must lie in the current US market
                year.
            to: Accepted and ignored, whatever its value; `window_supported` in the answer is always
                false.
            direction: Direction of the trade; both when left out.
            min_win_rate: Lowest historical win rate, as a share of 0 to 1. Rows past the pool are
                left out when it is set.
            min_days: Shortest holding period in calendar days. Default 5; 2 when `max_days` is
                below that.
            max_days: Longest holding period in calendar days. Default 120; 366 when `min_days` is
                above that.
            min_avg_return: Lowest average return, percent.
            min_median_return: Lowest median return, percent.
            min_sharpe: Lowest Sharpe ratio of the yearly returns.
            max_p_symbol: Highest `significance.p_symbol`: how often shuffled calendars give this
                symbol a window as strong. A value that is not known yet never satisfies the filter.
            max_p_search: Highest `significance.p_search`: how often the whole search finds a window
                as strong over shuffled calendars. A value that is not known yet never satisfies the
                filter.
            pe_cycle: The years to use: `consecutive`, or `pe`, those at the same position of the US
                presidential cycle as the entry's year.
            years: Lookback in years; with a cycle, the number of occurrences.
            min_winning_years: Winning years that a candidate needs; the default is nine tenths of
                the years tested, rounded up. It must lie in the market's detection band
                (`pattern_detection` of GET /markets).
            limit: Maximum number of rows; capped by the plan without error.
        """
        answer: Union[OpportunityList, str, List[OpportunityLine]] = self._transport.call(
            "GET",
            "/opportunities",
            query={"market": market, "from": from_, "to": to, "direction": direction, "min_win_rate": min_win_rate, "min_days": min_days, "max_days": max_days, "min_avg_return": min_avg_return, "min_median_return": min_median_return, "min_sharpe": min_sharpe, "max_p_symbol": max_p_symbol, "max_p_search": max_p_search, "pe_cycle": pe_cycle, "years": years, "min_winning_years": min_winning_years, "limit": limit},
            accept=accept,
            repeatable=True,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer

    @overload
    def list_symbol_opportunities(
        self,
        symbol: SymbolText,
        *,
        market: Optional[MarketName] = None,
        pe_cycle: Optional[Literal["consecutive", "pe"]] = None,
        min_days: Optional[int] = None,
        max_days: Optional[int] = None,
        min_avg_return: Optional[float] = None,
        min_median_return: Optional[float] = None,
        min_sharpe: Optional[float] = None,
        max_p_symbol: Optional[float] = None,
        max_p_search: Optional[float] = None,
        years: Optional[int] = None,
        min_winning_years: Optional[int] = None,
        accept: Literal["application/json"] = ...,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> SymbolOpportunityList: ...

    @overload
    def list_symbol_opportunities(
        self,
        symbol: SymbolText,
        *,
        market: Optional[MarketName] = None,
        pe_cycle: Optional[Literal["consecutive", "pe"]] = None,
        min_days: Optional[int] = None,
        max_days: Optional[int] = None,
        min_avg_return: Optional[float] = None,
        min_median_return: Optional[float] = None,
        min_sharpe: Optional[float] = None,
        max_p_symbol: Optional[float] = None,
        max_p_search: Optional[float] = None,
        years: Optional[int] = None,
        min_winning_years: Optional[int] = None,
        accept: Literal["text/csv", "application/x-ndjson"],
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> str: ...

    @overload
    def list_symbol_opportunities(
        self,
        symbol: SymbolText,
        *,
        market: Optional[MarketName] = None,
        pe_cycle: Optional[Literal["consecutive", "pe"]] = None,
        min_days: Optional[int] = None,
        max_days: Optional[int] = None,
        min_avg_return: Optional[float] = None,
        min_median_return: Optional[float] = None,
        min_sharpe: Optional[float] = None,
        max_p_symbol: Optional[float] = None,
        max_p_search: Optional[float] = None,
        years: Optional[int] = None,
        min_winning_years: Optional[int] = None,
        accept: Literal["application/json; profile=rows"],
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> List[OpportunityLine]: ...

    def list_symbol_opportunities(
        self,
        symbol: SymbolText,
        *,
        market: Optional[MarketName] = None,
        pe_cycle: Optional[Literal["consecutive", "pe"]] = None,
        min_days: Optional[int] = None,
        max_days: Optional[int] = None,
        min_avg_return: Optional[float] = None,
        min_median_return: Optional[float] = None,
        min_sharpe: Optional[float] = None,
        max_p_symbol: Optional[float] = None,
        max_p_search: Optional[float] = None,
        years: Optional[int] = None,
        min_winning_years: Optional[int] = None,
        accept: Literal["application/json", "text/csv", "application/x-ndjson", "application/json; profile=rows"] = "application/json",
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> Union[SymbolOpportunityList, str, List[OpportunityLine]]:
        """List one symbol's ranked setups through the year: GET /opportunities/{symbol}.

        The symbol's own setups with entries from January 1 to December 31 of the market year: the best first, then each next
        best that does not overlap an earlier one of the same direction. Only the markets 0, 1, 2, 7 and 9 have such lists;
        other markets answer 400. A symbol without a qualifying setup answers 200 with an empty list.

        Args:
            symbol: Ticker, in any case. `/`, `=` and `^` are percent-encoded.
            market: Id, name or alias of a market. Required only when the key reaches more than one
                market: without it the answer is 400 and names those of them that list the symbol.
                Otherwise the one that the key reaches is used.
            pe_cycle: The years to use: `consecutive`, or `pe`, those at the same position of the US
                presidential cycle as the entry's year.
            min_days: Shortest holding period in calendar days. Default 5; 2 when `max_days` is
                below that.
            max_days: Longest holding period in calendar days. Default 120; 366 when `min_days` is
                above that.
            min_avg_return: Lowest average return, percent.
            min_median_return: Lowest median return, percent.
            min_sharpe: Lowest Sharpe ratio of the yearly returns.
            max_p_symbol: Highest `significance.p_symbol`: how often shuffled calendars give this
                symbol a window as strong. A value that is not known yet never satisfies the filter.
            max_p_search: Highest `significance.p_search`: how often the whole search finds a window
                as strong over shuffled calendars. A value that is not known yet never satisfies the
                filter.
            years: Lookback in years; with a cycle, the number of occurrences.
            min_winning_years: Winning years that a candidate needs; the default is nine tenths of
                the years tested, rounded up. It must lie in the market's detection band
                (`pattern_detection` of GET /markets).
        """
        answer: Union[SymbolOpportunityList, str, List[OpportunityLine]] = self._transport.call(
            "GET",
            "/opportunities/{symbol}",
            path={"symbol": symbol},
            query={"market": market, "pe_cycle": pe_cycle, "min_days": min_days, "max_days": max_days, "min_avg_return": min_avg_return, "min_median_return": min_median_return, "min_sharpe": min_sharpe, "max_p_symbol": max_p_symbol, "max_p_search": max_p_search, "years": years, "min_winning_years": min_winning_years},
            accept=accept,
            repeatable=True,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer

    @overload
    def list_symbol_opportunities_alias(
        self,
        symbol: SymbolText,
        *,
        market: Optional[MarketName] = None,
        pe_cycle: Optional[Literal["consecutive", "pe"]] = None,
        min_days: Optional[int] = None,
        max_days: Optional[int] = None,
        min_avg_return: Optional[float] = None,
        min_median_return: Optional[float] = None,
        min_sharpe: Optional[float] = None,
        max_p_symbol: Optional[float] = None,
        max_p_search: Optional[float] = None,
        years: Optional[int] = None,
        min_winning_years: Optional[int] = None,
        accept: Literal["application/json"] = ...,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> SymbolOpportunityList: ...

    @overload
    def list_symbol_opportunities_alias(
        self,
        symbol: SymbolText,
        *,
        market: Optional[MarketName] = None,
        pe_cycle: Optional[Literal["consecutive", "pe"]] = None,
        min_days: Optional[int] = None,
        max_days: Optional[int] = None,
        min_avg_return: Optional[float] = None,
        min_median_return: Optional[float] = None,
        min_sharpe: Optional[float] = None,
        max_p_symbol: Optional[float] = None,
        max_p_search: Optional[float] = None,
        years: Optional[int] = None,
        min_winning_years: Optional[int] = None,
        accept: Literal["text/csv", "application/x-ndjson"],
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> str: ...

    @overload
    def list_symbol_opportunities_alias(
        self,
        symbol: SymbolText,
        *,
        market: Optional[MarketName] = None,
        pe_cycle: Optional[Literal["consecutive", "pe"]] = None,
        min_days: Optional[int] = None,
        max_days: Optional[int] = None,
        min_avg_return: Optional[float] = None,
        min_median_return: Optional[float] = None,
        min_sharpe: Optional[float] = None,
        max_p_symbol: Optional[float] = None,
        max_p_search: Optional[float] = None,
        years: Optional[int] = None,
        min_winning_years: Optional[int] = None,
        accept: Literal["application/json; profile=rows"],
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> List[OpportunityLine]: ...

    def list_symbol_opportunities_alias(
        self,
        symbol: SymbolText,
        *,
        market: Optional[MarketName] = None,
        pe_cycle: Optional[Literal["consecutive", "pe"]] = None,
        min_days: Optional[int] = None,
        max_days: Optional[int] = None,
        min_avg_return: Optional[float] = None,
        min_median_return: Optional[float] = None,
        min_sharpe: Optional[float] = None,
        max_p_symbol: Optional[float] = None,
        max_p_search: Optional[float] = None,
        years: Optional[int] = None,
        min_winning_years: Optional[int] = None,
        accept: Literal["application/json", "text/csv", "application/x-ndjson", "application/json; profile=rows"] = "application/json",
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> Union[SymbolOpportunityList, str, List[OpportunityLine]]:
        """List one symbol's ranked setups through the year (alias): GET /symbols/{symbol}/opportunities.

        The same data, parameters and answer as `GET /opportunities/{symbol}`.

        Args:
            symbol: Ticker, in any case. `/`, `=` and `^` are percent-encoded.
            market: Id, name or alias of a market. Required only when the key reaches more than one
                market: without it the answer is 400 and names those of them that list the symbol.
                Otherwise the one that the key reaches is used.
            pe_cycle: The years to use: `consecutive`, or `pe`, those at the same position of the US
                presidential cycle as the entry's year.
            min_days: Shortest holding period in calendar days. Default 5; 2 when `max_days` is
                below that.
            max_days: Longest holding period in calendar days. Default 120; 366 when `min_days` is
                above that.
            min_avg_return: Lowest average return, percent.
            min_median_return: Lowest median return, percent.
            min_sharpe: Lowest Sharpe ratio of the yearly returns.
            max_p_symbol: Highest `significance.p_symbol`: how often shuffled calendars give this
                symbol a window as strong. A value that is not known yet never satisfies the filter.
            max_p_search: Highest `significance.p_search`: how often the whole search finds a window
                as strong over shuffled calendars. A value that is not known yet never satisfies the
                filter.
            years: Lookback in years; with a cycle, the number of occurrences.
            min_winning_years: Winning years that a candidate needs; the default is nine tenths of
                the years tested, rounded up. It must lie in the market's detection band
                (`pattern_detection` of GET /markets).
        """
        answer: Union[SymbolOpportunityList, str, List[OpportunityLine]] = self._transport.call(
            "GET",
            "/symbols/{symbol}/opportunities",
            path={"symbol": symbol},
            query={"market": market, "pe_cycle": pe_cycle, "min_days": min_days, "max_days": max_days, "min_avg_return": min_avg_return, "min_median_return": min_median_return, "min_sharpe": min_sharpe, "max_p_symbol": max_p_symbol, "max_p_search": max_p_search, "years": years, "min_winning_years": min_winning_years},
            accept=accept,
            repeatable=True,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer

    def get_heat_map(
        self,
        symbol: SymbolText,
        *,
        market: Optional[MarketName] = None,
        measure: Optional[Literal["z", "avg_return", "win_rate"]] = None,
        direction: Optional[Literal["long", "short"]] = None,
        min_days: Optional[int] = None,
        max_days: Optional[int] = None,
        days_step: Optional[int] = None,
        entry_step: Optional[int] = None,
        pe_cycle: Optional[Literal["consecutive", "pe"]] = None,
        years: Optional[int] = None,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> HeatMap:
        """Get one symbol's windows of the year as a heat map: GET /symbols/{symbol}/heatmap.

        Results for every entry day of the market year, one row per holding period: where in the year the symbol did better than
        its own drift, and where it did not.

        - Each cell is the window that `GET /analyze/{symbol}` returns for the same `entry_date`, `days_out` and `direction`:
          the same years, the same last day of data, and the same number.
        - `any_date` is the same measure over all entry dates of the same years: compare an average or win rate with it. `z` is
          already measured from drift and has no `any_date`.
        - A cell that could not be observed is `null`, never 0. A `z` needs five years.
        - A map has at most 120 holding periods: a larger `days_step` covers more of the range.

        The map shows where to look; it is not a list of findings: of thousands of cells many stand out by luck. A window picked
        from the map is the result of a search, so a pinned analysis judges it as the best of the year.

        Args:
            symbol: Ticker, in any case. `/`, `=` and `^` are percent-encoded.
            market: Id, name or alias of the market; needed when several markets list the symbol.
            measure: What a cell shows: `z`, how far the window beats its symbol's own drift;
                `avg_return`, the mean return in percent; or `win_rate`, the share of years won.
            direction: Direction of the trade.
            min_days: Shortest holding period in calendar days. Default 5; 2 when `max_days` is
                below that.
            max_days: Longest holding period in calendar days. Default 120; 366 when `min_days` is
                above that.
            days_step: Calendar days from one holding period to the next.
            entry_step: Calendar days from one entry to the next, from January 1 on.
            pe_cycle: The years to use: `consecutive`, or `pe`, those at the same position of the US
                presidential cycle as the entry's year.
            years: Lookback in years; with a cycle, the number of occurrences.
        """
        answer: HeatMap = self._transport.call(
            "GET",
            "/symbols/{symbol}/heatmap",
            path={"symbol": symbol},
            query={"market": market, "measure": measure, "direction": direction, "min_days": min_days, "max_days": max_days, "days_step": days_step, "entry_step": entry_step, "pe_cycle": pe_cycle, "years": years},
            accept="application/json",
            repeatable=True,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer

    def analyze_symbol(
        self,
        symbol: SymbolText,
        *,
        market: Optional[MarketName] = None,
        direction: Optional[Direction] = None,
        days_out: Optional[int] = None,
        entry_date: Optional[str] = None,
        searched: Optional[str] = None,
        searched_days: Optional[str] = None,
        searched_markets: Optional[ListText] = None,
        pe_cycle: Optional[Literal["consecutive", "pe"]] = None,
        years: Optional[int] = None,
        period: Optional[Period] = None,
        reverse: Optional[bool] = None,
        view: Optional[Literal["full", "evidence", "decision", "table"]] = None,
        include: Optional[Literal["chart"]] = None,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> AnalyzeResponse:
        """Analyze one symbol: GET /analyze/{symbol}.

        The symbol's best setup as a card, and other candidate setups.

        - `entry_date` and `days_out` together pin the exact window and bypass detection. `entry_date` alone selects the best
          hold from that date, `days_out` alone the best entry, and neither the best setup of the coming year.
        - `period` names the window instead and overrides both; `reverse` selects the rest of the year.
        - Whoever names a window has usually seen it in a list. A pinned window or a preset is therefore judged as the best of
          a search: `p_symbol` counts how often that search over shuffled calendars finds one as strong, and `p_window`, as if
          the window had been named before looking, earns nothing.
        - Without `direction` the one with the higher win share is taken, then the one with the higher mean.
        - The windows of the card and of `other_setups` can be requested by their own dates: a pinned entry may lie up to 366
          days ahead.
        - A pinned entry of a past year is research: the answer uses only what was known the day before it, and the card carries
          neither prediction nor order ticket.
        - Without `market` the lowest in-scope market that lists the symbol is used, and `note` says so.
        - A window without any observation is a 404 that names the reason.

        Args:
            symbol: Ticker, in any case. `/`, `=` and `^` are percent-encoded.
            market: Id, name or alias of the market; needed when several markets list the symbol.
            direction: Direction of the trade; both when left out.
            days_out: Holding period in calendar days; the entry day is day 1.
            entry_date: Entry date, in any past year with data or up to 366 days ahead of today.
                Every setup that an analysis recommends can be requested by its dates. A past date uses
                only what was known then.
            searched: Entry dates that were looked through before this window was named,
                `YYYY-MM-DD..YYYY-MM-DD` of at most 366 days that contain the entry. Its `p_symbol` is
                that of this search; by default of the 366 days from January 1 of the entry's year. The
                `analyze_url` of a card or row carries the search that found it.
            searched_days: Holding periods that were searched, `MIN..MAX` calendar days, with
                `searched`. Holds of 5 to 120 days always count as searched.
            searched_markets: Comma-separated markets of the scan that found the window, with
                `searched`. `p_search` is then that of the scan, whether or not the key reaches all of
                its markets.
            pe_cycle: The years to use: `consecutive`, or `pe`, those at the same position of the US
                presidential cycle as the entry's year.
            years: Lookback in years; with a cycle, the number of occurrences.
            period: A named window; overrides entry date and holding period. Months and quarters are
                those of the calendar, seasons are meteorological (winter is December to February),
                `ytd` is January 1 to today, `year_end` is today to December 31, and `buy_hold` is the
                whole year.
            reverse: Selects the rest of the year instead of the period: from the day after its end
                to the day before its next start. Needs `period`; 400 with `buy_hold`.
            view: How much of each card is returned: all of it, the first in full and the rest
                without their years (`evidence`), all without their years (`decision`), or one flat row
                each (`table`).
            include: `chart` adds the seasonal curve and the yearly bars to the first card. Rows of
                `view=table` carry no chart.
        """
        answer: AnalyzeResponse = self._transport.call(
            "GET",
            "/analyze/{symbol}",
            path={"symbol": symbol},
            query={"market": market, "direction": direction, "days_out": days_out, "entry_date": entry_date, "searched": searched, "searched_days": searched_days, "searched_markets": searched_markets, "pe_cycle": pe_cycle, "years": years, "period": period, "reverse": reverse, "view": view, "include": include},
            accept="application/json",
            repeatable=True,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer

    @overload
    def score_setups(
        self,
        *,
        body: ScoreRequest,
        accept: Literal["application/json"] = ...,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> ScoreAnswer: ...

    @overload
    def score_setups(
        self,
        *,
        body: ScoreRequest,
        accept: Literal["text/csv", "application/x-ndjson"],
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> str: ...

    @overload
    def score_setups(
        self,
        *,
        body: ScoreRequest,
        accept: Literal["application/json; profile=rows"],
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> List[ScoreLine]: ...

    def score_setups(
        self,
        *,
        body: ScoreRequest,
        accept: Literal["application/json", "text/csv", "application/x-ndjson", "application/json; profile=rows"] = "application/json",
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> Union[ScoreAnswer, str, List[ScoreLine]]:
        """Score a batch of setups with the prediction model: POST /score.

        The model's prediction for up to 1,000 exact windows, in the order sent.

        - The market of an item is its own `market`, else that of the body, else the first ML-eligible market that lists the
          symbol. Any item in a market that is out of scope or not eligible (0, 1, 2, 3, 4 and 11 are eligible) is a 403 for the
          whole batch that names the item.
        - The model scores holds of 10 to 90 calendar days with an entry from today through five days ahead (New York). Any
          other item keeps its place without scores, and its `note` says why; so does an unknown symbol, a symbol without enough
          prices, and every item past the daily allowance. None of these costs anything.
        - One scored item is one unit of the daily allowance. The same item requested again on the same UTC day, on a retry or
          in another call, costs nothing.
        - When the allowance was already spent and something could be scored, the answer is a `ScoreUpgrade` instead.
        - `win_prob` is a prediction and never the share of past years won; `GET /methodology` shows the model's card.
        """
        answer: Union[ScoreAnswer, str, List[ScoreLine]] = self._transport.call(
            "POST",
            "/score",
            body=body,
            accept=accept,
            repeatable=True,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer

    def get_pattern(
        self,
        market_id: MarketName,
        symbol: SymbolText,
        *,
        pe_cycle: Optional[Literal["consecutive", "pe", "pe0", "pe1", "pe2", "pe3"]] = None,
        years: Optional[int] = None,
        days_out: Optional[int] = None,
        period: Optional[Period] = None,
        reverse: Optional[bool] = None,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> SymbolPattern:
        """Get the statistics of one symbol's window: GET /patterns/{market_id}/{symbol}.

        The statistics of one window of one symbol, in percent. The window begins today unless `period` names another.
        Returns are in the direction given by `stats.trade_direction`: the one with the higher win share, then the higher
        mean. Works in every market in scope.

        Args:
            market_id: Id, name or alias of a market.
            symbol: Ticker, in any case. `/`, `=` and `^` are percent-encoded.
            pe_cycle: The years to use: `consecutive`; `pe`, those at the same position of the US
                presidential cycle as the entry's year; or a fixed position: `pe0` election, `pe1`
                post-election, `pe2` midterm, `pe3` pre-election.
            years: Lookback in years; with a cycle, the number of occurrences.
            days_out: Holding period in calendar days; the entry day is day 1.
            period: A named window; overrides entry date and holding period. Months and quarters are
                those of the calendar, seasons are meteorological (winter is December to February),
                `ytd` is January 1 to today, `year_end` is today to December 31, and `buy_hold` is the
                whole year.
            reverse: Selects the rest of the year instead of the period: from the day after its end
                to the day before its next start. Needs `period`; 400 with `buy_hold`.
        """
        answer: SymbolPattern = self._transport.call(
            "GET",
            "/patterns/{market_id}/{symbol}",
            path={"market_id": market_id, "symbol": symbol},
            query={"pe_cycle": pe_cycle, "years": years, "days_out": days_out, "period": period, "reverse": reverse},
            accept="application/json",
            repeatable=True,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer

    @overload
    def get_seasonal_chart(
        self,
        *,
        market: MarketName,
        symbol: SymbolText,
        entry_date: Optional[str] = None,
        days_out: Optional[int] = None,
        direction: Optional[Direction] = None,
        years: Optional[str] = None,
        pe_cycle: Optional[Literal["consecutive", "pe", "pe0", "pe1", "pe2", "pe3"]] = None,
        period: Optional[Period] = None,
        reverse: Optional[bool] = None,
        accept: Literal["application/json"] = ...,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> SeasonalChart: ...

    @overload
    def get_seasonal_chart(
        self,
        *,
        market: MarketName,
        symbol: SymbolText,
        entry_date: Optional[str] = None,
        days_out: Optional[int] = None,
        direction: Optional[Direction] = None,
        years: Optional[str] = None,
        pe_cycle: Optional[Literal["consecutive", "pe", "pe0", "pe1", "pe2", "pe3"]] = None,
        period: Optional[Period] = None,
        reverse: Optional[bool] = None,
        accept: Literal["text/csv", "application/x-ndjson"],
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> str: ...

    @overload
    def get_seasonal_chart(
        self,
        *,
        market: MarketName,
        symbol: SymbolText,
        entry_date: Optional[str] = None,
        days_out: Optional[int] = None,
        direction: Optional[Direction] = None,
        years: Optional[str] = None,
        pe_cycle: Optional[Literal["consecutive", "pe", "pe0", "pe1", "pe2", "pe3"]] = None,
        period: Optional[Period] = None,
        reverse: Optional[bool] = None,
        accept: Literal["application/json; profile=rows"],
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> List[CurveLine]: ...

    def get_seasonal_chart(
        self,
        *,
        market: MarketName,
        symbol: SymbolText,
        entry_date: Optional[str] = None,
        days_out: Optional[int] = None,
        direction: Optional[Direction] = None,
        years: Optional[str] = None,
        pe_cycle: Optional[Literal["consecutive", "pe", "pe0", "pe1", "pe2", "pe3"]] = None,
        period: Optional[Period] = None,
        reverse: Optional[bool] = None,
        accept: Literal["application/json", "text/csv", "application/x-ndjson", "application/json; profile=rows"] = "application/json",
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> Union[SeasonalChart, str, List[CurveLine]]:
        """Get the seasonal curve as data: GET /seasonal-chart.

        The detrended average year of a symbol as an index of 0 to 100, one point for each calendar day of the annual cycle that
        begins on `entry_date`, and the window's return in each completed year with its excursions. The curve is not inverted
        for shorts. It averages completed cycles (`curve_years`), while the bars need completed windows only; the two may differ
        by a year.

        Args:
            market: Id, name or alias of a market.
            symbol: Ticker, in any case.
            entry_date: Start of the annual cycle and entry of the window; by default today in New
                York.
            days_out: Holding period in calendar days; the entry day is day 1.
            direction: Direction of the trade; both when left out.
            years: Lookback in years; with a cycle, the number of occurrences. A string of digits.
            pe_cycle: The years to use: `consecutive`; `pe`, those at the same position of the US
                presidential cycle as the entry's year; or a fixed position: `pe0` election, `pe1`
                post-election, `pe2` midterm, `pe3` pre-election.
            period: A named window; overrides entry date and holding period. Months and quarters are
                those of the calendar, seasons are meteorological (winter is December to February),
                `ytd` is January 1 to today, `year_end` is today to December 31, and `buy_hold` is the
                whole year.
            reverse: Selects the rest of the year instead of the period: from the day after its end
                to the day before its next start. Needs `period`; 400 with `buy_hold`.
        """
        answer: Union[SeasonalChart, str, List[CurveLine]] = self._transport.call(
            "GET",
            "/seasonal-chart",
            query={"market": market, "symbol": symbol, "entry_date": entry_date, "days_out": days_out, "direction": direction, "years": years, "pe_cycle": pe_cycle, "period": period, "reverse": reverse},
            accept=accept,
            repeatable=True,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer

    def get_daily_pick(
        self,
        *,
        view: Optional[Literal["full", "evidence", "decision", "table"]] = None,
        include: Optional[Literal["chart"]] = None,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> DailyPickResponse:
        """Get the latest daily pick: GET /daily-pick.

        One setup per session of the New York Stock Exchange, chosen by a fixed rule, published before its entry with the time
        of publication, and later scored by a fixed rule.

        - The card is returned as it was published and never computed again; only `live_track_record` is updated. When there is
          no pick of today yet, the latest one is served, and `featured_date` gives its session.
        - `ml` is always present and never uses the caller's allowance.
        - `head_hash` is the end of the public chain of records. Keep it to prove later that no earlier record was changed (`GET
          /daily-pick/ledger`).
        - Before the first pick the answer is a 404 that says when the first is due. The sandbox serves a replay instead
          (`replay` is true): what the rule would have picked from the simulated prices in past sessions, each time with the
          prices of the day before. A replay was not published in advance, is not in the ledger, and ends with the first pick.
          Its `ml` is null, `track_record` is that of the replay, and `live_track_record` is the real one.

        Args:
            view: How much of each card is returned: all of it, the first in full and the rest
                without their years (`evidence`), all without their years (`decision`), or one flat row
                each (`table`).
            include: `chart` adds the seasonal curve and the yearly bars to the first card. Rows of
                `view=table` carry no chart.
        """
        answer: DailyPickResponse = self._transport.call(
            "GET",
            "/daily-pick",
            query={"view": view, "include": include},
            accept="application/json",
            repeatable=True,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer

    @overload
    def get_track_record(
        self,
        *,
        accept: Literal["application/json"] = ...,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> TrackRecord: ...

    @overload
    def get_track_record(
        self,
        *,
        accept: Literal["text/csv", "application/x-ndjson"],
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> str: ...

    @overload
    def get_track_record(
        self,
        *,
        accept: Literal["application/json; profile=rows"],
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> List[PickLine]: ...

    def get_track_record(
        self,
        *,
        accept: Literal["application/json", "text/csv", "application/x-ndjson", "application/json; profile=rows"] = "application/json",
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> Union[TrackRecord, str, List[PickLine]]:
        """Get the forward record of the daily pick: GET /daily-pick/track-record.

        Every pick with its result, newest first, and the totals over the closed ones. `return_pct` is null while a pick is open. `note` says what the totals prove, and how little. Picks over simulated prices and picks over real prices are never counted together. In the sandbox, until its first pick, the record is that of a replay (`replay` is true): picks by the same rule over past sessions, not published in advance and not in the ledger. Replayed picks and published picks are never counted together either.
        """
        answer: Union[TrackRecord, str, List[PickLine]] = self._transport.call(
            "GET",
            "/daily-pick/track-record",
            accept=accept,
            repeatable=True,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer

    def get_pick_evaluation(
        self,
        *,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> PickEvaluation:
        """Compare the daily picks with random dates, and their probabilities with the results: GET /daily-pick/evaluation.

        The picks of `GET /daily-pick/track-record` one by one, each with its position in the ledger, and two tests of them.

        - `excess` adds up, in the order of picking, what closed picks returned beyond their comparison: random dates of the
          same symbol, hold and direction once those windows are over, and the market's benchmark over the same sessions.
          `band_low_pct` to `band_high_pct` is where the sum stays in 95 % of tries when each excess keeps its size and luck
          alone gives its sign, the picks of one setup together. Picks made at the same time share their market, so the band is
          too narrow.
        - `calibration` compares the model's published `ml_win_prob` with the results, in at most ten bins of about equal size,
          each of at least ten closed picks; with fewer than twenty closed picks there is one bin.
        - A replay of the sandbox (`replay` is true) has no model and no place in the ledger: its `record`, `ml_win_prob` and
          `calibration` are null.
        """
        answer: PickEvaluation = self._transport.call(
            "GET",
            "/daily-pick/evaluation",
            accept="application/json",
            repeatable=True,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer

    @overload
    def list_ledger(
        self,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        accept: Literal["application/json"] = ...,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> LedgerPage: ...

    @overload
    def list_ledger(
        self,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        accept: Literal["text/csv", "application/x-ndjson"],
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> str: ...

    @overload
    def list_ledger(
        self,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        accept: Literal["application/json; profile=rows"],
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> List[LedgerLine]: ...

    def list_ledger(
        self,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        accept: Literal["application/json", "text/csv", "application/x-ndjson", "application/json; profile=rows"] = "application/json",
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> Union[LedgerPage, str, List[LedgerLine]]:
        """List the records behind the daily pick: GET /daily-pick/ledger.

        The append-only ledger, oldest first: picks, sessions without one, outcomes and corrections. Each record carries the
        hash of the record before it, so none can be changed, removed or inserted later without breaking the chain. A correction
        refers to the record that it corrects; nothing is rewritten.

        `hash` is SHA-256, in hexadecimal, over the record without `hash` in the canonical form of RFC 8785 (JSON
        Canonicalization Scheme), `prev_hash` included. The first `prev_hash` is 64 zeros. `card_hash` is computed in the same
        way over the card as published, with its chart and without `live_track_record`. No field is a price.

        As CSV or NDJSON all types share one set of columns. Verify the chain over the JSON, which has every field.

        Args:
            cursor: `next_cursor` of the previous page; leave it out to start at the beginning.
            limit: Maximum number of records per page.
        """
        answer: Union[LedgerPage, str, List[LedgerLine]] = self._transport.call(
            "GET",
            "/daily-pick/ledger",
            query={"cursor": cursor, "limit": limit},
            accept=accept,
            repeatable=True,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer

    def iter_ledger(
        self,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        deadline: Optional[float] = None,
    ) -> Iterator[LedgerRecord]:
        """All records of `list_ledger`, page after page.

        Args:
            cursor: where to start; default: the first page.
            limit: Maximum number of records per page.
            deadline: time limit of each page with all attempts and pauses, seconds.
        """
        while True:
            page = self.list_ledger(cursor=cursor, limit=limit, deadline=deadline)
            yield from page["records"]
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def get_symbol_widget(
        self,
        *,
        symbol: SymbolText,
        market: Optional[MarketName] = None,
        direction: Optional[Direction] = None,
        years: Optional[int] = None,
        theme: Optional[Literal["light", "dark"]] = None,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> MarkdownText:
        """Get one symbol's best setup as Markdown: GET /widgets/symbol.

        The card of `GET /analyze/{symbol}` without named dates, as a text with a table of its years and the prediction, or why there is none. It counts as that analysis does: a new setup uses one prediction of the allowance.

        Args:
            symbol: Ticker, in any case.
            market: Id, name or alias of the market; needed when several markets list the symbol.
            direction: Direction of the trade; both when left out.
            years: Lookback in years; with a cycle, the number of occurrences.
            theme: Ignored. OpenBB Workspace adds its theme to every request.
        """
        answer: MarkdownText = self._transport.call(
            "GET",
            "/widgets/symbol",
            query={"symbol": symbol, "market": market, "direction": direction, "years": years, "theme": theme},
            accept="application/json",
            repeatable=True,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer

    def get_heat_map_widget(
        self,
        *,
        symbol: SymbolText,
        market: Optional[MarketName] = None,
        measure: Optional[Literal["z", "avg_return", "win_rate"]] = None,
        direction: Optional[Literal["long", "short"]] = None,
        min_days: Optional[int] = None,
        max_days: Optional[int] = None,
        days_step: Optional[int] = None,
        entry_step: Optional[int] = None,
        years: Optional[int] = None,
        theme: Optional[Literal["light", "dark"]] = None,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> HeatMapFigure:
        """Get one symbol's heat map as a figure of Plotly: GET /widgets/heatmap.

        The cells of `GET /symbols/{symbol}/heatmap` as a heat map that Plotly draws. The map shows where to look; it is not a list of findings: of thousands of cells many stand out by luck.

        Args:
            symbol: Ticker, in any case.
            market: Id, name or alias of the market; needed when several markets list the symbol.
            measure: What a cell shows: `z`, how far the window beats its symbol's own drift;
                `avg_return`, the mean return in percent; or `win_rate`, the share of years won.
            direction: Direction of the trade.
            min_days: Shortest holding period in calendar days. Default 5; 2 when `max_days` is
                below that.
            max_days: Longest holding period in calendar days. Default 120; 366 when `min_days` is
                above that.
            days_step: Calendar days from one holding period to the next.
            entry_step: Calendar days from one entry to the next, from January 1 on.
            years: Lookback in years; with a cycle, the number of occurrences.
            theme: What the figure is shown on; its text is light on a `dark` background.
        """
        answer: HeatMapFigure = self._transport.call(
            "GET",
            "/widgets/heatmap",
            query={"symbol": symbol, "market": market, "measure": measure, "direction": direction, "min_days": min_days, "max_days": max_days, "days_step": days_step, "entry_step": entry_step, "years": years, "theme": theme},
            accept="application/json",
            repeatable=True,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer

    def get_pick_widget(
        self,
        *,
        theme: Optional[Literal["light", "dark"]] = None,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> MarkdownText:
        """Get the latest daily pick as Markdown: GET /widgets/daily-pick.

        The card of `GET /daily-pick` as a text with a table of its years. Before the first pick the answer is 404.

        Args:
            theme: Ignored. OpenBB Workspace adds its theme to every request.
        """
        answer: MarkdownText = self._transport.call(
            "GET",
            "/widgets/daily-pick",
            query={"theme": theme},
            accept="application/json",
            repeatable=True,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer

    def get_record_widget(
        self,
        *,
        theme: Optional[Literal["light", "dark"]] = None,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> List[WidgetMetric]:
        """Get the totals of the daily pick as metrics: GET /widgets/track-record.

        The totals of `GET /daily-pick/track-record` over closed picks. A few hundred picks prove little.

        Args:
            theme: Ignored. OpenBB Workspace adds its theme to every request.
        """
        answer: List[WidgetMetric] = self._transport.call(
            "GET",
            "/widgets/track-record",
            query={"theme": theme},
            accept="application/json",
            repeatable=True,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer

    @overload
    def compare_symbols(
        self,
        *,
        symbols: str,
        market: Optional[MarketName] = None,
        entry_date: Optional[str] = None,
        days_out: Optional[int] = None,
        period: Optional[Period] = None,
        years: Optional[int] = None,
        pe_cycle: Optional[Literal["consecutive", "pe", "pe0", "pe1", "pe2", "pe3"]] = None,
        direction: Optional[Literal["long", "short"]] = None,
        accept: Literal["application/json"] = ...,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> CompareResponse: ...

    @overload
    def compare_symbols(
        self,
        *,
        symbols: str,
        market: Optional[MarketName] = None,
        entry_date: Optional[str] = None,
        days_out: Optional[int] = None,
        period: Optional[Period] = None,
        years: Optional[int] = None,
        pe_cycle: Optional[Literal["consecutive", "pe", "pe0", "pe1", "pe2", "pe3"]] = None,
        direction: Optional[Literal["long", "short"]] = None,
        accept: Literal["text/csv", "application/x-ndjson"],
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> str: ...

    @overload
    def compare_symbols(
        self,
        *,
        symbols: str,
        market: Optional[MarketName] = None,
        entry_date: Optional[str] = None,
        days_out: Optional[int] = None,
        period: Optional[Period] = None,
        years: Optional[int] = None,
        pe_cycle: Optional[Literal["consecutive", "pe", "pe0", "pe1", "pe2", "pe3"]] = None,
        direction: Optional[Literal["long", "short"]] = None,
        accept: Literal["application/json; profile=rows"],
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> List[CompareLine]: ...

    def compare_symbols(
        self,
        *,
        symbols: str,
        market: Optional[MarketName] = None,
        entry_date: Optional[str] = None,
        days_out: Optional[int] = None,
        period: Optional[Period] = None,
        years: Optional[int] = None,
        pe_cycle: Optional[Literal["consecutive", "pe", "pe0", "pe1", "pe2", "pe3"]] = None,
        direction: Optional[Literal["long", "short"]] = None,
        accept: Literal["application/json", "text/csv", "application/x-ndjson", "application/json; profile=rows"] = "application/json",
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> Union[CompareResponse, str, List[CompareLine]]:
        """Compare 2 to 10 symbols on one window over the same years: GET /compare.

        Measures every symbol on one calendar window over the latest `years` completed years that all of them share. An older
        year replaces a year that one symbol lacks, back to where the youngest data start.

        - With fewer than 5 shared years `can_compare` is false, `reason` says why, and nothing is ranked.
        - `deepest_drop` is the lowest `mae_pct` of the shared years: how far a position was below its entry at worst.
        - `any_date` is the result of entering on any session of the shared years: the baseline of the window.
        - `buy_and_hold` holds the symbol long through the same calendar years, January 1 to December 31. Years that are not
          complete are left out and listed.
        - `difference_from_highest` is the mean of the paired yearly differences between the symbol with the highest average and
          this one, with its 95 % interval (Student's t, n - 1 degrees of freedom). The interval is not adjusted for picking the
          highest of several, so a lead may look clearer than it is.
        - Each sentence of `findings` follows from the `numbers` beside it.
        - One error names all symbols that are unknown or out of scope (404, 403); the others are not compared without them.

        Args:
            symbols: Comma-separated tickers, in any case. Two spellings of one symbol are a
                duplicate (400).
            market: Id, name or alias of the market to look up all symbols in; by default the lowest
                in-scope market of each symbol.
            entry_date: First day of the window, by default today in New York. It may lie up to 366
                days ahead, or in a past year: the comparison then uses only what was known on the day
                before, for research.
            days_out: Holding period in calendar days; the entry day is day 1.
            period: A named window; overrides entry date and holding period. Months and quarters are
                those of the calendar, seasons are meteorological (winter is December to February),
                `ytd` is January 1 to today, `year_end` is today to December 31, and `buy_hold` is the
                whole year.
            years: Shared years to use (with a cycle: occurrences); there are fewer when the data of
                one symbol end earlier.
            pe_cycle: The years to use: `consecutive`; `pe`, those at the same position of the US
                presidential cycle as the entry's year; or a fixed position: `pe0` election, `pe1`
                post-election, `pe2` midterm, `pe3` pre-election.
            direction: Direction of the trade, one for all symbols.
        """
        answer: Union[CompareResponse, str, List[CompareLine]] = self._transport.call(
            "GET",
            "/compare",
            query={"symbols": symbols, "market": market, "entry_date": entry_date, "days_out": days_out, "period": period, "years": years, "pe_cycle": pe_cycle, "direction": direction},
            accept=accept,
            repeatable=True,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer

    def run_portfolio_scenarios(
        self,
        *,
        body: ScenarioRequest,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> ScenarioResponse:
        """Show what a hypothetical basket did in one window of past years: POST /portfolio/scenarios.

        A basket of 1 to 15 positions over the completed years of the window's lookback. Percentages only.

        - Weights are normalised to 100, set at the start of each year's window and held to its end without rebalancing. A short
          position counts with the opposite sign of its symbol's move. A year's result is the sum of the contributions.
        - All positions are measured over the same years: a year that one position lacks is left out for all and listed in
          `skipped_years`. It is never replaced by an older one.
        - `horizon` counts calendar days from `start_date`, which is day 1; `eoy` ends on December 31; `custom` takes either
          `days` or `end_date`, 2 to 366 days.
        - The `benchmark` is held long over the basket's own years.
        - One error names all symbols that are unknown or out of scope (404, 403).
        - Only the fields shown here exist. Shares, dollar amounts, cost basis, P&L and other data of real holdings are refused
          (400), and no part of a body is logged.
        """
        answer: ScenarioResponse = self._transport.call(
            "POST",
            "/portfolio/scenarios",
            body=body,
            accept="application/json",
            repeatable=True,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer

    def list_saved_scans(
        self,
        *,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> SavedScanList:
        """List the saved scans of the account: GET /saved-scans.

        All saved scans, oldest first. Every key of the account sees the same list.
        """
        answer: SavedScanList = self._transport.call(
            "GET",
            "/saved-scans",
            accept="application/json",
            repeatable=True,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer

    def create_saved_scan(
        self,
        *,
        body: NewSavedScan,
        idempotency_key: Optional[str] = None,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> SavedScan:
        """Save a scan: POST /saved-scans.

        Saves the parameters of a `GET /scan` under a name. They are validated as `GET /scan` does; an error names the parameter
        as `query.` and its name. Parameters left out are saved with their current defaults, so the scan does not change later.

        - Named windows (`now`, `next_2_weeks`, `next_month`) move with the day of the run. When the dates of a fixed window are
          over, `note` says so.
        - The daily runs of a scan that a key limited to markets saves read those markets only; without any of them it is a 403. A
          read-only key cannot save any (403).
        - Names are unique in the account (409), in any case. The plan limits how many there may be (`most`, and
          `saved_scan_limit` of GET /me); one more is 403.

        Args:
            idempotency_key: Makes a retry safe: a random value of the client's, such as a UUID, new
                for each thing to create. For 24 hours the same request with the same key gets the first
                answer again, with `Idempotent-Replayed: true`, and creates nothing. Answers with an
                error are not kept. The key with another body is 409, and so is a retry while the first
                request is running.
        """
        answer: SavedScan = self._transport.call(
            "POST",
            "/saved-scans",
            header={"Idempotency-Key": idempotency_key},
            body=body,
            accept="application/json",
            repeatable=False,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer

    def get_saved_scan(
        self,
        saved_scan_id: ResourceId,
        *,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> SavedScan:
        """Get a saved scan: GET /saved-scans/{saved_scan_id}.

        The stored name and query; GET /saved-scans/{saved_scan_id}/results runs the scan.

        Args:
            saved_scan_id: The id of a saved scan, as GET /saved-scans lists it.
        """
        answer: SavedScan = self._transport.call(
            "GET",
            "/saved-scans/{saved_scan_id}",
            path={"saved_scan_id": saved_scan_id},
            accept="application/json",
            repeatable=True,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer

    def change_saved_scan(
        self,
        saved_scan_id: ResourceId,
        *,
        body: SavedScanChange,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> SavedScan:
        """Change a saved scan: PATCH /saved-scans/{saved_scan_id}.

        Replaces the name, the whole query, or both. Fields left out keep their value. Validated as on saving.

        Args:
            saved_scan_id: The id of a saved scan, as GET /saved-scans lists it.
        """
        answer: SavedScan = self._transport.call(
            "PATCH",
            "/saved-scans/{saved_scan_id}",
            path={"saved_scan_id": saved_scan_id},
            body=body,
            accept="application/json",
            repeatable=False,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer

    def delete_saved_scan(
        self,
        saved_scan_id: ResourceId,
        *,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> DeletedSavedScan:
        """Delete a saved scan: DELETE /saved-scans/{saved_scan_id}.

        Deletes the scan and everything that its runs found. A second delete is 404.

        Args:
            saved_scan_id: The id of a saved scan, as GET /saved-scans lists it.
        """
        answer: DeletedSavedScan = self._transport.call(
            "DELETE",
            "/saved-scans/{saved_scan_id}",
            path={"saved_scan_id": saved_scan_id},
            accept="application/json",
            repeatable=True,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer

    @overload
    def run_saved_scan(
        self,
        saved_scan_id: ResourceId,
        *,
        accept: Literal["application/json"] = ...,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> ScanResponse: ...

    @overload
    def run_saved_scan(
        self,
        saved_scan_id: ResourceId,
        *,
        accept: Literal["text/csv", "application/x-ndjson"],
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> str: ...

    @overload
    def run_saved_scan(
        self,
        saved_scan_id: ResourceId,
        *,
        accept: Literal["application/json; profile=rows"],
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> List[ScanLine]: ...

    def run_saved_scan(
        self,
        saved_scan_id: ResourceId,
        *,
        accept: Literal["application/json", "text/csv", "application/x-ndjson", "application/json; profile=rows"] = "application/json",
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> Union[ScanResponse, str, List[ScanLine]]:
        """Run a saved scan: GET /saved-scans/{saved_scan_id}/results.

        Returns what `GET /scan` with the saved query returns now, to this key. It counts as one request under the account's
        current plan, and predictions are charged as on `GET /scan`. As CSV or NDJSON it is the table of `GET /scan`.

        Args:
            saved_scan_id: The id of a saved scan, as GET /saved-scans lists it.
        """
        answer: Union[ScanResponse, str, List[ScanLine]] = self._transport.call(
            "GET",
            "/saved-scans/{saved_scan_id}/results",
            path={"saved_scan_id": saved_scan_id},
            accept=accept,
            repeatable=True,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer

    def list_scan_changes(
        self,
        saved_scan_id: ResourceId,
        *,
        before: Optional[int] = None,
        limit: Optional[int] = None,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> SavedScanChanges:
        """List the daily changes of a saved scan: GET /saved-scans/{saved_scan_id}/changes.

        Every saved scan runs automatically within minutes whenever the prices of its markets have changed, with the plan of the
        account and without predictions. This lists its last 30 runs, newest first, each compared with the result before it.

        - A pattern is the same from one day to the next when symbol, direction and entry session are the same; its exit may
          move.
        - `added` are new patterns. `gone` are no longer found: `entered` when their entry date came, `dropped` when they no
          longer qualify or others took their place. `entering` are entered on the next session.
        - The first run, and the first after a change of the query, has no earlier result to compare with (`compared` is false).
        - A failed run gives the reason in `fault`, is tried again, and leaves the earlier result as it was.

        Webhooks report the same changes at once: `scan.changed` (without patterns that were entered) and `pattern.entering`. A
        key that is limited to markets sees the patterns of those markets.

        Args:
            saved_scan_id: The id of a saved scan, as GET /saved-scans lists it.
            before: Only runs before this one; use `next_before` of the previous page.
            limit: Maximum number of runs in the answer.
        """
        answer: SavedScanChanges = self._transport.call(
            "GET",
            "/saved-scans/{saved_scan_id}/changes",
            path={"saved_scan_id": saved_scan_id},
            query={"before": before, "limit": limit},
            accept="application/json",
            repeatable=True,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer

    def list_calendar_links(
        self,
        *,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> CalendarLinkList:
        """List the calendar links of the account: GET /calendar-links.

        All links, oldest first, without their addresses: an address is shown only when it is created.
        """
        answer: CalendarLinkList = self._transport.call(
            "GET",
            "/calendar-links",
            accept="application/json",
            repeatable=True,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer

    def create_calendar_link(
        self,
        *,
        body: NewCalendarLink,
        idempotency_key: Optional[str] = None,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> CreatedCalendarLink:
        """Create a calendar link: POST /calendar-links.

        Creates the address of a calendar, of the setups of a saved scan or of the daily pick, to which calendar apps can
        subscribe. Anyone with the address can read that calendar and nothing else. The address is shown only in this answer,
        and stops working when the link, its saved scan or its account is deleted.

        - A key that is limited to markets can create calendars of those markets, and none of a saved scan that has none of them (403).
          A read-only key cannot create any (403).
        - The plan limits how many there may be (`most`, and `calendar_link_limit` of GET /me); one more is 403. When a plan
          later allows fewer, the oldest links keep working.

        Args:
            idempotency_key: Makes a retry safe: a random value of the client's, such as a UUID, new
                for each thing to create. For 24 hours the same request with the same key gets the first
                answer again, with `Idempotent-Replayed: true`, and creates nothing. Answers with an
                error are not kept. The key with another body is 409, and so is a retry while the first
                request is running.
        """
        answer: CreatedCalendarLink = self._transport.call(
            "POST",
            "/calendar-links",
            header={"Idempotency-Key": idempotency_key},
            body=body,
            accept="application/json",
            repeatable=False,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer

    def delete_calendar_link(
        self,
        calendar_link_id: ResourceId,
        *,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> DeletedCalendarLink:
        """Revoke a calendar link: DELETE /calendar-links/{calendar_link_id}.

        The address answers 404 from the next read on. A second revocation is 404.

        Args:
            calendar_link_id: The id of a calendar link, as GET /calendar-links lists it.
        """
        answer: DeletedCalendarLink = self._transport.call(
            "DELETE",
            "/calendar-links/{calendar_link_id}",
            path={"calendar_link_id": calendar_link_id},
            accept="application/json",
            repeatable=True,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer

    def list_table_links(
        self,
        *,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> TableLinkList:
        """List the table links of the account: GET /table-links.

        All links, oldest first, without their addresses: an address is shown only when it is created.
        """
        answer: TableLinkList = self._transport.call(
            "GET",
            "/table-links",
            accept="application/json",
            repeatable=True,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer

    def create_table_link(
        self,
        *,
        body: NewTableLink,
        idempotency_key: Optional[str] = None,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> CreatedTableLink:
        """Create a table link: POST /table-links.

        Creates an address at which a spreadsheet reads the current result of a saved scan as CSV, for programs that cannot send
        a key in a header: `IMPORTDATA` of Google Sheets, Power Query of Excel. Anyone with the address can read that table and
        nothing else. The address is shown only in this answer, and stops working when the link, its saved scan or its account
        is deleted.

        - A key that is limited to markets can create tables of those markets, and none of a saved scan that has none of them (403).
          A read-only key cannot create any (403).
        - The plan limits how many there may be (`most`, and `table_link_limit` of GET /me); one more is 403. When a plan later
          allows fewer, the oldest links keep working.

        Args:
            idempotency_key: Makes a retry safe: a random value of the client's, such as a UUID, new
                for each thing to create. For 24 hours the same request with the same key gets the first
                answer again, with `Idempotent-Replayed: true`, and creates nothing. Answers with an
                error are not kept. The key with another body is 409, and so is a retry while the first
                request is running.
        """
        answer: CreatedTableLink = self._transport.call(
            "POST",
            "/table-links",
            header={"Idempotency-Key": idempotency_key},
            body=body,
            accept="application/json",
            repeatable=False,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer

    def delete_table_link(
        self,
        table_link_id: ResourceId,
        *,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> DeletedTableLink:
        """Revoke a table link: DELETE /table-links/{table_link_id}.

        The address answers 404 from the next read on. A second revocation is 404.

        Args:
            table_link_id: The id of a table link, as GET /table-links lists it.
        """
        answer: DeletedTableLink = self._transport.call(
            "DELETE",
            "/table-links/{table_link_id}",
            path={"table_link_id": table_link_id},
            accept="application/json",
            repeatable=True,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer

    def list_markets(
        self,
        *,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> MarketList:
        """List the markets: GET /markets.

        Every market: whether it is in the caller's scope, how patterns are detected in it, and how recent its prices are.
        """
        answer: MarketList = self._transport.call(
            "GET",
            "/markets",
            accept="application/json",
            repeatable=True,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer

    @overload
    def list_symbols(
        self,
        market_id: MarketName,
        *,
        prefix: Optional[ShortText] = None,
        q: Optional[ShortText] = None,
        limit: Optional[int] = None,
        accept: Literal["application/json"] = ...,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> SymbolList: ...

    @overload
    def list_symbols(
        self,
        market_id: MarketName,
        *,
        prefix: Optional[ShortText] = None,
        q: Optional[ShortText] = None,
        limit: Optional[int] = None,
        accept: Literal["text/csv", "application/x-ndjson"],
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> str: ...

    @overload
    def list_symbols(
        self,
        market_id: MarketName,
        *,
        prefix: Optional[ShortText] = None,
        q: Optional[ShortText] = None,
        limit: Optional[int] = None,
        accept: Literal["application/json; profile=rows"],
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> List[SymbolLine]: ...

    def list_symbols(
        self,
        market_id: MarketName,
        *,
        prefix: Optional[ShortText] = None,
        q: Optional[ShortText] = None,
        limit: Optional[int] = None,
        accept: Literal["application/json", "text/csv", "application/x-ndjson", "application/json; profile=rows"] = "application/json",
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> Union[SymbolList, str, List[SymbolLine]]:
        """List the symbols of one market: GET /markets/{market_id}/symbols.

        The symbols of a market in alphabetical order. With `q` the best matches come first: the exact ticker, then tickers and names that begin with the text, then the others. `total`, `matched` and `count` make truncation explicit, and `note` says how many matching rows were cut, or that the market holds no prices.

        Args:
            market_id: Id, name or alias of a market.
            prefix: Only tickers that begin with this text, in any case.
            q: Only symbols with these words in ticker or name, in any order, regardless of case,
                accents and punctuation.
            limit: Maximum number of rows after both filters; all rows when left out.
        """
        answer: Union[SymbolList, str, List[SymbolLine]] = self._transport.call(
            "GET",
            "/markets/{market_id}/symbols",
            path={"market_id": market_id},
            query={"prefix": prefix, "q": q, "limit": limit},
            accept=accept,
            repeatable=True,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer

    def get_me(
        self,
        *,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> Me:
        """Get the caller's plan and remaining limits: GET /me.

        A read: it never uses the ML allowance.
        """
        answer: Me = self._transport.call(
            "GET",
            "/me",
            accept="application/json",
            repeatable=True,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer

    def create_export(
        self,
        *,
        body: NewExport,
        idempotency_key: Optional[str] = None,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> ExportJob:
        """Export all patterns of a market over a year: POST /exports.

        Searches every symbol of a market over the entries of a span of days, by default the coming year, and writes the result
        to a file for download. The export runs in the background, at low priority: `GET /exports/{export_id}` shows its
        progress.

        - Each symbol is searched separately, as `GET /opportunities/{symbol}` does: the best window by Sharpe ratio first, then
          each next best that does not overlap an earlier one of the same direction. Filters apply to the published values; the
          first `per_symbol` of the remaining windows are kept.
        - Every row carries its significance: `p_symbol` against the symbol's own search, `p_search` against the search of the
          whole market, both over shuffled calendars.
        - The whole export uses the prices of one moment, `data_version`. `failures` names each symbol whose prices cannot be
          read; the other symbols are exported. `note` says how old the prices are once they are too old for an order ticket;
          the export of a market without prices has no rows and says so there. Predictions are not included: `POST /score` has
          them.
        - A retry is safe, even without an `Idempotency-Key`: while the same export is queued or running, or has a file made
          from the same prices, it is returned instead of a new one and counts against nothing. The answer is therefore a 201 in
          every `state`; the export may be `ready` at once.
        - The plan limits the exports per UTC day (`exports_per_day` and `exports_remaining_today` of `GET /me`); two of an
          account may be queued or running at once. One more is 429. A file has at most 64 MB and is kept for 24 hours.
        - Accounts take turns: among accounts with no export running, the one served longest ago is first.

        Args:
            idempotency_key: Makes a retry safe: a random value of the client's, such as a UUID, new
                for each thing to create. For 24 hours the same request with the same key gets the first
                answer again, with `Idempotent-Replayed: true`, and creates nothing. Answers with an
                error are not kept. The key with another body is 409, and so is a retry while the first
                request is running.
        """
        answer: ExportJob = self._transport.call(
            "POST",
            "/exports",
            header={"Idempotency-Key": idempotency_key},
            body=body,
            accept="application/json",
            repeatable=True,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer

    def list_exports(
        self,
        *,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> ExportList:
        """List the exports of the account: GET /exports.

        The exports of the last 7 days, newest first.
        """
        answer: ExportList = self._transport.call(
            "GET",
            "/exports",
            accept="application/json",
            repeatable=True,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer

    def get_export(
        self,
        export_id: ResourceId,
        *,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> ExportJob:
        """Get the state of an export: GET /exports/{export_id}.

        `state` goes from `queued` to `running`, then to `ready`, where `file` describes the file, or to `failed`, where `note`
        gives the reason. A file that is older than 24 hours is `expired`: request the export again.

        Args:
            export_id: The id of an export, as GET /exports lists it.
        """
        answer: ExportJob = self._transport.call(
            "GET",
            "/exports/{export_id}",
            path={"export_id": export_id},
            accept="application/json",
            repeatable=True,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer

    def delete_export(
        self,
        export_id: ResourceId,
        *,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> ExportJob:
        """Cancel an export, or delete its file: DELETE /exports/{export_id}.

        A queued or running export becomes `cancelled` and stops; the file of a ready one is deleted. Repeating the request changes nothing.

        Args:
            export_id: The id of an export, as GET /exports lists it.
        """
        answer: ExportJob = self._transport.call(
            "DELETE",
            "/exports/{export_id}",
            path={"export_id": export_id},
            accept="application/json",
            repeatable=True,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer

    @overload
    def download_export(
        self,
        export_id: ResourceId,
        *,
        accept: Literal["text/csv", "application/x-ndjson"] = ...,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> str: ...

    @overload
    def download_export(
        self,
        export_id: ResourceId,
        *,
        accept: Literal["application/vnd.apache.parquet", "*/*"],
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> bytes: ...

    def download_export(
        self,
        export_id: ResourceId,
        *,
        accept: Literal["text/csv", "application/x-ndjson", "application/vnd.apache.parquet", "*/*"] = "text/csv",
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> Union[str, bytes]:
        """Download the file of an export: GET /exports/{export_id}/file.

        The whole file, or the part that `Range: bytes=...` selects. To resume a broken download, send `Range` with the tag of
        the part already received as `If-Range`. The tag is the SHA-256 of the file, which `Repr-Digest` (RFC 9530) gives too.
        The format (CSV, NDJSON or Parquet) was chosen when the export was requested. Any process of the service serves any
        part.

        Args:
            export_id: The id of an export, as GET /exports lists it.
        """
        answer: Union[str, bytes] = self._transport.call(
            "GET",
            "/exports/{export_id}/file",
            path={"export_id": export_id},
            accept=accept,
            repeatable=True,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer

    def get_methodology(
        self,
        *,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> Methodology:
        """Get the definition of every number: GET /methodology.

        What each published number means, how it is computed, what it is compared with and what it cannot show. Every number can be recomputed from the yearly returns with these definitions.
        """
        answer: Methodology = self._transport.call(
            "GET",
            "/methodology",
            accept="application/json",
            repeatable=True,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer

    def list_webhooks(
        self,
        *,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> WebhookEndpoints:
        """List the webhooks of the account: GET /webhooks.

        The endpoints that receive events, oldest first, without their secrets.
        """
        answer: WebhookEndpoints = self._transport.call(
            "GET",
            "/webhooks",
            accept="application/json",
            repeatable=True,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer

    def create_webhook(
        self,
        *,
        body: NewWebhook,
        idempotency_key: Optional[str] = None,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> CreatedWebhook:
        """Create a webhook: POST /webhooks.

        Events are sent by POST as JSON, `{type, timestamp, data}`, signed as in Standard Webhooks. Verify each with the secret,
        which only this answer shows, and any library for Standard Webhooks.

        - Each event is sent at least once, and in order: the next event waits until the one before is accepted. A 2xx status
          within 10 seconds accepts it. Process each `webhook-id` once.
        - An event that is not accepted is sent again after 5 seconds, 5 and 30 minutes, 2, 5, 10 and 10 hours, or later if
          `Retry-After` says so. After the last try, and at once on a 410, the webhook is disabled, and its waiting events are
          kept as undelivered.
        - The URL is https, without user and password, and leads to a public address; redirects are not followed.
        - The plan limits how many an account may have (`webhook_limit` of GET /me). Read-only keys cannot create or change
          webhooks.
        - A webhook that a key limited to some markets creates or changes gets no events of other markets.
        - Neutral setups are left out of `pattern.entering` and `scan.changed` unless `include_neutral` asks for them.

        Args:
            idempotency_key: Makes a retry safe: a random value of the client's, such as a UUID, new
                for each thing to create. For 24 hours the same request with the same key gets the first
                answer again, with `Idempotent-Replayed: true`, and creates nothing. Answers with an
                error are not kept. The key with another body is 409, and so is a retry while the first
                request is running.
        """
        answer: CreatedWebhook = self._transport.call(
            "POST",
            "/webhooks",
            header={"Idempotency-Key": idempotency_key},
            body=body,
            accept="application/json",
            repeatable=False,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer

    def get_webhook(
        self,
        webhook_id: ResourceId,
        *,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> OneWebhook:
        """Get one webhook: GET /webhooks/{webhook_id}.

        The webhook without its secret.

        Args:
            webhook_id: The id of a webhook, as GET /webhooks lists it.
        """
        answer: OneWebhook = self._transport.call(
            "GET",
            "/webhooks/{webhook_id}",
            path={"webhook_id": webhook_id},
            accept="application/json",
            repeatable=True,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer

    def change_webhook(
        self,
        webhook_id: ResourceId,
        *,
        body: WebhookChange,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> OneWebhook:
        """Change a webhook: PATCH /webhooks/{webhook_id}.

        Fields left out keep their value. `state` disables or enables the webhook. Undelivered events stay so until `POST
        /webhooks/{webhook_id}/events/{event_id}/redeliver` sends them again.

        Args:
            webhook_id: The id of a webhook, as GET /webhooks lists it.
        """
        answer: OneWebhook = self._transport.call(
            "PATCH",
            "/webhooks/{webhook_id}",
            path={"webhook_id": webhook_id},
            body=body,
            accept="application/json",
            repeatable=False,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer

    def delete_webhook(
        self,
        webhook_id: ResourceId,
        *,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> DeletedWebhook:
        """Delete a webhook: DELETE /webhooks/{webhook_id}.

        Nothing more is sent to it, and its deliveries are deleted.

        Args:
            webhook_id: The id of a webhook, as GET /webhooks lists it.
        """
        answer: DeletedWebhook = self._transport.call(
            "DELETE",
            "/webhooks/{webhook_id}",
            path={"webhook_id": webhook_id},
            accept="application/json",
            repeatable=True,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer

    def rotate_webhook_secret(
        self,
        webhook_id: ResourceId,
        *,
        body: SecretRotation,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> CreatedWebhook:
        """Replace the secret of a webhook: POST /webhooks/{webhook_id}/rotate.

        Only this answer shows the new secret. During the overlap every message is signed with both secrets, so that a receiver
        can change when it suits; 0 ends the old one at once. During an overlap only a rotation with 0 is accepted, which ends
        both; another is a 400 that names the end of the overlap.

        Args:
            webhook_id: The id of a webhook, as GET /webhooks lists it.
        """
        answer: CreatedWebhook = self._transport.call(
            "POST",
            "/webhooks/{webhook_id}/rotate",
            path={"webhook_id": webhook_id},
            body=body,
            accept="application/json",
            repeatable=False,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer

    def test_webhook(
        self,
        webhook_id: ResourceId,
        *,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> WebhookTrial:
        """Send a test message: POST /webhooks/{webhook_id}/test.

        Sends a signed message of type `webhook.test` at once, before any waiting events, and returns the receiver's answer. It
        is tried once and stands in the list of deliveries. Limited to one per 10 seconds for each webhook, and to five at
        once for an account.

        Args:
            webhook_id: The id of a webhook, as GET /webhooks lists it.
        """
        answer: WebhookTrial = self._transport.call(
            "POST",
            "/webhooks/{webhook_id}/test",
            path={"webhook_id": webhook_id},
            accept="application/json",
            repeatable=False,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer

    def list_deliveries(
        self,
        webhook_id: ResourceId,
        *,
        before: Optional[int] = None,
        limit: Optional[int] = None,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> WebhookDeliveries:
        """List the deliveries to a webhook: GET /webhooks/{webhook_id}/deliveries.

        The deliveries of the last 30 days, newest first: delivered, waiting with the time of the next try, and undelivered.

        Args:
            webhook_id: The id of a webhook, as GET /webhooks lists it.
            before: Only deliveries older than this one; use `next_before` of the previous page.
            limit: Maximum number of deliveries per page.
        """
        answer: WebhookDeliveries = self._transport.call(
            "GET",
            "/webhooks/{webhook_id}/deliveries",
            path={"webhook_id": webhook_id},
            query={"before": before, "limit": limit},
            accept="application/json",
            repeatable=True,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer

    def redeliver_event(
        self,
        webhook_id: ResourceId,
        event_id: ResourceId,
        *,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> RedeliveredEvent:
        """Send an event again: POST /webhooks/{webhook_id}/events/{event_id}/redeliver.

        Adds an event from the list of deliveries to the end of the queue, with the same `webhook-id`. The webhook must be
        active, and the event must not be waiting already. A test is sent once.

        Args:
            webhook_id: The id of a webhook, as GET /webhooks lists it.
            event_id: The id of an event, as GET /webhooks/{webhook_id}/deliveries lists it; the
                header `webhook-id`.
        """
        answer: RedeliveredEvent = self._transport.call(
            "POST",
            "/webhooks/{webhook_id}/events/{event_id}/redeliver",
            path={"webhook_id": webhook_id, "event_id": event_id},
            accept="application/json",
            repeatable=False,
            deadline=deadline,
            on_headers=on_headers,
        )
        return answer
