# Generated from openapi.yaml by `npm run generate`. Do not edit.
"""What is sent and answered, as dictionaries with typed keys.

A newer server may answer with keys that are not listed here: they are no error.
"""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

__all__ = [
    "MarketName",
    "MarketId",
    "SymbolText",
    "ResourceId",
    "ShortText",
    "ListText",
    "AnyText",
    "Direction",
    "Bias",
    "Period",
    "CalendarDate",
    "Year",
    "YearsLabel",
    "Share",
    "Disclaimer",
    "DataAgeNote",
    "ErrorBody",
    "ErrorDetail",
    "PatternCard",
    "LeanCard",
    "TableRow",
    "Card",
    "CardMarket",
    "Significance",
    "CameTrue",
    "SearchedWindows",
    "Setup",
    "CardStats",
    "MlBlock",
    "Receipts",
    "LeanReceipts",
    "MeanExcess",
    "MissingYear",
    "AnyDate",
    "YearReturn",
    "YearResult",
    "CurveSummary",
    "TrackRecordSummary",
    "TrackRecordRule",
    "TrackRecordRandomDates",
    "AnalyzeUrl",
    "NextStep",
    "LeanNextStep",
    "OrderTicket",
    "Reminder",
    "CardChart",
    "SeasonalCurve",
    "CurvePoint",
    "YearBars",
    "YearBar",
    "ScanResponse",
    "Lookback",
    "Opportunity",
    "OpportunityMl",
    "OpportunityList",
    "SymbolOpportunityList",
    "TableText",
    "ScanLine",
    "OpportunityLine",
    "CompareLine",
    "CurveLine",
    "ScoreLine",
    "LedgerLine",
    "SymbolLine",
    "PickLine",
    "ScoreRequest",
    "ScoreItems",
    "ScoreBatch",
    "ScoreItem",
    "ScoreAnswer",
    "ScoreResponse",
    "ScoreRow",
    "ScoredItem",
    "UnscoredItem",
    "ScoreUpgrade",
    "AnalyzeResponse",
    "OtherSetup",
    "SymbolPattern",
    "PatternStats",
    "SeasonalChart",
    "HeatMeasure",
    "HeatMap",
    "MarkdownText",
    "WidgetMetric",
    "HeatMapFigure",
    "HeatMapTrace",
    "FigureLayout",
    "FigureFacts",
    "FigureFont",
    "FigureMargin",
    "FigureAxis",
    "FigureTitle",
    "HeatMapRow",
    "CompareResponse",
    "CompareSetup",
    "SkippedYear",
    "CompareEntry",
    "CompareStats",
    "DeepestDrop",
    "CompareYear",
    "CompareAnyDate",
    "CompareBuyAndHold",
    "CompareDifference",
    "CompareFinding",
    "FindingNumber",
    "ScenarioRequest",
    "ScenarioPositionInput",
    "ScenarioResponse",
    "ScenarioSetup",
    "ScenarioPosition",
    "ScenarioResult",
    "ScenarioYear",
    "ScenarioContribution",
    "ScenarioBenchmark",
    "DailyPickResponse",
    "TrackRecord",
    "IsReplay",
    "PickRuleVersion",
    "TrackRecordPick",
    "PickEvaluation",
    "LedgerHead",
    "EvaluatedPick",
    "PickExcess",
    "PickExcessPoint",
    "PickCalibration",
    "PickCalibrationBin",
    "RecordHash",
    "RecordReference",
    "RecordClock",
    "LedgerPage",
    "LedgerRecord",
    "LedgerPick",
    "LedgerNoPick",
    "LedgerOutcome",
    "LedgerBenchmark",
    "LedgerRandomDates",
    "RandomDatesFigures",
    "LedgerCorrection",
    "MarketList",
    "Market",
    "MarketListing",
    "MarketFeed",
    "PatternDetection",
    "SymbolList",
    "SymbolEntry",
    "Me",
    "NewSavedScanQuery",
    "SavedScanQuery",
    "SavedScanName",
    "NewSavedScan",
    "SavedScanChange",
    "SavedScan",
    "SavedScanRun",
    "SavedScanList",
    "SavedScanChanges",
    "ScanRunReport",
    "GonePattern",
    "DeletedSavedScan",
    "CalendarLinkName",
    "CalendarSource",
    "NewCalendarLink",
    "CalendarLink",
    "CalendarLinkList",
    "CreatedCalendarLink",
    "DeletedCalendarLink",
    "TableLinkName",
    "NewTableLink",
    "TableLink",
    "TableLinkList",
    "CreatedTableLink",
    "DeletedTableLink",
    "KeyScope",
    "NewExport",
    "ExportFormat",
    "ExportJob",
    "ExportFilters",
    "ExportProgress",
    "ExportFailure",
    "ExportedFile",
    "ExportColumn",
    "ExportList",
    "Rate",
    "Methodology",
    "CameTrueMarket",
    "CameTrueShare",
    "MethodSection",
    "MethodDefinition",
    "EdgeScoreMethod",
    "EdgeScoreRange",
    "EdgePart",
    "EdgeConfidence",
    "ChanceRow",
    "ModelCard",
    "ModelInputsTried",
    "ModelVariantName",
    "ModelTriedInput",
    "ModelVariant",
    "ModelVariantScore",
    "ModelVariantGain",
    "ModelYearlyMean",
    "ForwardEvidence",
    "EvidenceMonth",
    "EvidenceSettings",
    "EvidenceTable",
    "EvidenceBand",
    "ModelTraining",
    "ModelFeature",
    "ModelEvaluation",
    "ModelScore",
    "ModelSkill",
    "ModelCalibration",
    "CalibrationDecile",
    "ModelChance",
    "WebhookEventType",
    "WebhookUrl",
    "Note",
    "NewWebhook",
    "WebhookChange",
    "WebhookEndpoint",
    "WebhookEndpoints",
    "OneWebhook",
    "CreatedWebhook",
    "DeletedWebhook",
    "SecretRotation",
    "WebhookTrial",
    "WebhookDelivery",
    "WebhookDeliveries",
    "RedeliveredEvent",
    "PatternEnteringEvent",
    "ScanChangedEvent",
    "DailyPickPublishedEvent",
    "DailyPickScoredEvent",
    "DataStaleEvent",
    "NotedPattern",
    "PatternEntry",
    "ScanChange",
    "PickedSetup",
    "PickPublication",
    "PickScoring",
    "StaleMarket",
    "WebhookEvent",
]


class ErrorBody(TypedDict):
    """Body of every 4xx and 5xx answer."""
    error: ErrorDetail


class ErrorDetail(TypedDict):
    code: Literal["invalid_request", "unauthorized", "forbidden", "demo_restricted", "not_found", "conflict", "gone", "rate_limited", "internal", "scan_busy", "upstream_unavailable", "service_misconfigured"]
    #: For people to read. Names the parameter, the value received and the values accepted.
    message: str


class _PatternCardAlways(TypedDict):
    #: Position in the ranked list, from 1.
    rank: int
    symbol: str
    market: CardMarket
    direction: Direction
    bias: Bias
    setup: Setup
    #: Combined score, multiplied by 30 % while its significance is unknown. Below 40 the setup is neutral.
    edge_score: int
    #: The basis of the score, in words.
    edge_basis: str
    significance: Significance
    stats: CardStats
    #: The model's prediction; null when there is none, and `tier_notes` says why.
    ml: Optional[MlBlock]
    receipts: Receipts
    next_step: NextStep
    #: One-line summary.
    headline: str
    #: One-line judgment.
    verdict: str
    disclaimer: Disclaimer
    #: Says why the prediction is present or absent.
    tier_notes: str


class PatternCard(_PatternCardAlways, total=False):
    """One ranked setup in full."""
    came_true: CameTrue
    analyze_url: AnalyzeUrl
    #: Present and true on a row past the pool: such rows follow the ranked ones in the order of detection (by
    #: Sharpe ratio).
    past_pool: Literal[True]
    #: Present when the request named no market, and says which listing was used; or when no window lay in the
    #: market's detection band, so that the best outside it is shown, neutral; or when the symbol stopped
    #: trading.
    note: str
    chart: CardChart


class _LeanCardAlways(TypedDict):
    #: Position in the ranked list, from 1.
    rank: int
    symbol: str
    market: CardMarket
    direction: Direction
    bias: Bias
    setup: Setup
    #: Combined score, multiplied by 30 % while its significance is unknown. Below 40 the setup is neutral.
    edge_score: int
    #: The basis of the score, in words.
    edge_basis: str
    significance: Significance
    stats: CardStats
    #: The model's prediction; null when there is none, and `tier_notes` says why.
    ml: Optional[MlBlock]
    receipts: LeanReceipts
    next_step: LeanNextStep
    #: One-line summary.
    headline: str
    #: One-line judgment.
    verdict: str
    disclaimer: Disclaimer
    #: Says why the prediction is present or absent.
    tier_notes: str


class LeanCard(_LeanCardAlways, total=False):
    """A card without its yearly returns, curve summary, reminder and copy text."""
    came_true: CameTrue
    analyze_url: AnalyzeUrl
    #: Present and true on a row past the pool: such rows follow the ranked ones in the order of detection (by
    #: Sharpe ratio).
    past_pool: Literal[True]
    #: Present when the request named no market, and says which listing was used; or when no window lay in the
    #: market's detection band, so that the best outside it is shown, neutral; or when the symbol stopped
    #: trading.
    note: str
    chart: CardChart


class _TableRowAlways(TypedDict):
    rank: int
    symbol: str
    market: MarketId
    direction: Direction
    bias: Bias
    entry_date: CalendarDate
    exit_date: CalendarDate
    #: Calendar days.
    hold_days: int
    edge_score: int
    historical_win_rate: Share
    years_tested: int
    avg_return_pct: float
    median_return_pct: float
    sharpe_ratio: float
    significance: Significance
    #: The model's win probability; null when there is no prediction.
    ml_win_prob: Optional[float]
    #: Says why the prediction is present or absent.
    tier_notes: str


class TableRow(_TableRowAlways, total=False):
    """One ranked setup as a compact row."""
    #: First session on or after the entry date.
    entry_session: str
    #: Last session on or before the exit date.
    exit_session: str
    came_true: CameTrue
    #: Present and true on a row past the pool: such rows follow the ranked ones in the order of detection (by
    #: Sharpe ratio).
    past_pool: Literal[True]


class CardMarket(TypedDict):
    id: MarketId
    name: str


class _SignificanceAlways(TypedDict):
    #: `pending`: luck over the whole search is not known yet, so `p_symbol` and `p_search` are null: it is
    #: still being computed, or your plan's searches of this hour are used up; `reading` says which.
    #: `not_applicable`: fewer than five observed years, or nothing to compare with.
    status: Literal["ready", "pending", "not_applicable"]
    #: How far the window exceeds the symbol's own drift, in the direction of the trade.
    z: Optional[float]
    #: Chance that this window is at least as strong over a shuffled calendar, had it been named before
    #: looking. It earns no score.
    p_window: Optional[float]
    #: Chance that the search finds a window of this symbol at least as strong over a shuffled calendar.
    p_symbol: Optional[float]
    #: Chance that the search finds a window of any symbol at least as strong over a shuffled calendar; null
    #: for a window that the caller named without the scan it came from.
    p_search: Optional[float]
    #: Number of shuffled calendars behind p_symbol: those that leave the symbol a window of at least five
    #: years.
    rotations: int
    searched: SearchedWindows
    #: The same in words, with the numbers.
    reading: str


class Significance(_SignificanceAlways, total=False):
    """How often the same search over shuffled calendars finds something at least as strong: what luck alone
    would give. Small values are strong; 0.05 and below beat luck. GET /methodology has the definition.
    """
    #: False discovery rate at which this window would be called: Benjamini-Hochberg step-up over the
    #: `p_symbol` of the strongest window of every symbol searched, this window in the place of its symbol's
    #: strongest. Equals `p_symbol` where one symbol was searched; null while it is not known. Absent from
    #: cards recorded before this field existed.
    q_symbol: Optional[float]


class CameTrue(TypedDict):
    """How much of what windows of this market and length showed beyond their peers came true in the ten years
    before, and what that leaves of what this window showed. It is measured on the prices of the market's last
    session, point in time, and again after a day if bars were corrected since; GET /methodology has the
    definition, the shares by decade and the version of the prices measured. Absent from cards recorded before
    this field existed.
    """
    #: `pending`: the market's last session is still being measured; ask again in some minutes.
    #: `not_applicable`: see `reading`.
    status: Literal["ready", "pending", "not_applicable"]
    #: Percent that came true of each 1 % shown beyond the peers. Null unless `status` is ready, like all
    #: numbers here.
    share: Optional[float]
    #: Standard error of the share, allowing for correlation between the members of a month.
    standard_error: Optional[float]
    #: Months that the share is measured over.
    months: Optional[int]
    #: What this window showed over its latest 20 years beyond the mean of the market's members and beyond its
    #: own reference dates, in the direction of the trade, percent.
    shown_excess_pct: Optional[float]
    #: The part of it that is expected to come true, `max(0, share) * shown_excess_pct`.
    expected_excess_pct: Optional[float]
    #: Lower end of an 80 % interval of that mean. It is not an interval of the next year, which `per_year`
    #: shows.
    low_pct: Optional[float]
    high_pct: Optional[float]
    #: The same in words, with the numbers.
    reading: str


class _SearchedWindowsAlways(TypedDict):
    #: Entries x holds x directions x symbols.
    windows: int
    symbols: int


_SearchedWindowsOdd = TypedDict(
    "_SearchedWindowsOdd",
    {
        #: First day of the entries.
        "from": str,
    },
    total=False,
)

class SearchedWindows(_SearchedWindowsAlways, _SearchedWindowsOdd, total=False):
    """What a search looked at."""
    #: Last day of the entries.
    to: str


class _SetupAlways(TypedDict):
    entry_date: CalendarDate
    #: The run of entry sessions around the entry date that still meet the threshold.
    entry_window: str
    #: Calendar days, the entry day included.
    hold_days: int
    exit_date: CalendarDate


class Setup(_SetupAlways, total=False):
    #: First session on or after the entry date. Absent on older cards, and where the window has no two
    #: sessions.
    entry_session: str
    #: Last session on or before the exit date.
    exit_session: str


class CardStats(TypedDict):
    #: Share of past years with a profit. Never a prediction.
    historical_win_rate: float
    #: Mean over sample deviation of the yearly returns, risk-free 0, not annualised; 0 with one year.
    sharpe_ratio: float
    avg_return_pct: float
    median_return_pct: float
    years: YearsLabel


class MlBlock(TypedDict):
    """A model's prediction for this setup. It is not the historical win rate."""
    ml_score: float
    ml_win_prob: Share
    pred_return_pct: float
    pred_mfe_pct: float


class _ReceiptsAlways(TypedDict):
    #: Completed observations.
    years_tested: int
    #: Years with a return above 0.
    wins: int
    #: All other years.
    losses: int
    historical_win_rate: Share
    avg_return_pct: float
    median_return_pct: float
    best_year: YearReturn
    worst_year: YearReturn
    #: Oldest first. Every statistic can be recomputed from it.
    per_year: List[YearResult]
    #: Label of the model, the lookback and the prices. It names the provider of the prices, or the file they
    #: were imported from, and whether they are adjusted for splits and dividends (total return), for splits
    #: alone (price return) or not at all, as far as that is known. Those of the sandbox are invented.
    source: str
    as_of: CalendarDate


class Receipts(_ReceiptsAlways, total=False):
    """The years behind the numbers."""
    any_date: AnyDate
    excess: MeanExcess
    #: Cost of a round trip at which the average is no better than that of any date.
    breakeven_cost_pct: float
    #: Years of the lookback that could not be observed, oldest first. They are never replaced by older ones.
    missing_years: List[MissingYear]
    curve_summary: CurveSummary
    live_track_record: TrackRecordSummary


class _LeanReceiptsAlways(TypedDict):
    years_tested: int
    wins: int
    losses: int
    historical_win_rate: Share
    avg_return_pct: float
    median_return_pct: float
    best_year: YearReturn
    worst_year: YearReturn
    source: str
    as_of: CalendarDate


class LeanReceipts(_LeanReceiptsAlways, total=False):
    """Receipts without the yearly returns and the curve summary."""
    any_date: AnyDate
    excess: MeanExcess
    #: Cost of a round trip at which the average is no better than that of any date.
    breakeven_cost_pct: float
    #: Years of the lookback that could not be observed, oldest first.
    missing_years: List[MissingYear]
    live_track_record: TrackRecordSummary


class MeanExcess(TypedDict):
    """How far the years beat the average of any date, percent, in the direction of the trade. The 95 % interval
    of the mean is Student's t and not adjusted for the search that picked the window, so it looks better than
    it is.
    """
    mean_pct: float
    #: Null with fewer than two years.
    interval_low_pct: Optional[float]
    #: Null with fewer than two years.
    interval_high_pct: Optional[float]
    #: Mean of the earlier half of the years; a middle year counts in neither. Null with one year.
    earlier_half_pct: Optional[float]
    #: Mean of the later half of the years. Null with one year.
    later_half_pct: Optional[float]
    #: Always false.
    adjusted_for_search: Literal[False]


class MissingYear(TypedDict):
    """A year of the lookback without an observation."""
    year: Year
    #: Why the year could not be observed.
    reason: Literal["prices begin after the entry date", "prices end before the exit date", "no session soon after the entry date", "no session after the entry session", "no session soon before the exit date", "a price is not positive", "trading was halted inside the window"]


class AnyDate(TypedDict):
    """Results of every entry date of these years with the same hold and direction: the baseline of the win rate.
    Absent when there are no such windows, and on old cards of the record.
    """
    win_rate: Share
    #: Percent, in the direction of the trade.
    avg_return_pct: float
    #: Number of entry dates counted.
    windows: int


class YearReturn(TypedDict):
    year: Year
    return_pct: float


class _YearResultAlways(TypedDict):
    year: Year
    return_pct: float
    #: A return of exactly 0 is a loss; decided before rounding.
    result: Literal["win", "loss"]


class YearResult(_YearResultAlways, total=False):
    #: Return less the average of any date. Absent when there is none.
    excess_pct: float


class _CurveSummaryAlways(TypedDict):
    #: rising, falling, peaked, troughed or flat.
    shape: str
    #: Days from entry, 0 = entry day.
    peak_day: int
    #: Days from entry, 0 = entry day.
    trough_day: int


class CurveSummary(_CurveSummaryAlways, total=False):
    """The seasonal curve inside the hold. Absent where no curve can be drawn."""
    #: rising, falling or flat (a change of less than 2 points).
    trend: str
    #: Index at exit less index at entry.
    change_pts: float


class TrackRecordSummary(TypedDict):
    """The record of the daily pick, published or replayed; `note` says which. Only on the daily pick."""
    #: Closed picks.
    count: int
    win_count: int
    #: Null without any completed pick.
    win_rate: Optional[float]
    #: Null without any completed pick.
    avg_return_pct: Optional[float]
    #: Setups among the closed picks: picks of one symbol and direction with overlapping windows are one
    #: setup.
    setup_count: int
    #: Closed picks whose symbol was delisted, scored with a fixed value.
    delisted_count: int
    #: Number of picks, open ones included, by the version of the rule that they were made by; oldest version
    #: first.
    rules: List[TrackRecordRule]
    #: Comparison with random dates, for the picks whose random dates are over; null without any.
    random_dates: Optional[TrackRecordRandomDates]
    note: str


class TrackRecordRule(TypedDict):
    rule_version: PickRuleVersion
    picks: int


class TrackRecordRandomDates(TypedDict):
    """The mean, over the compared picks, of the results of random dates with the same symbol, hold and
    direction, and the picks' own mean.
    """
    #: Compared picks.
    count: int
    win_rate: Share
    avg_return_pct: float
    #: Mean of the compared picks.
    picks_avg_return_pct: float


class _NextStepAlways(TypedDict):
    headline: str
    #: One-line summary.
    copy_text: str
    framing: str


class NextStep(_NextStepAlways, total=False):
    order_ticket: OrderTicket
    set_reminder: Reminder


class _LeanNextStepAlways(TypedDict):
    headline: str
    framing: str


class LeanNextStep(_LeanNextStepAlways, total=False):
    """The next step without reminder and copy text."""
    order_ticket: OrderTicket


class OrderTicket(TypedDict):
    """For any broker; it has no price, limit or stop. Absent on neutral cards and once the entry session has
    closed.
    """
    side: Literal["BUY", "SELL"]
    symbol: str
    type: Literal["MARKET"]
    time_in_force: Literal["DAY"]
    suggested_entry_date: CalendarDate
    suggested_exit_date: CalendarDate
    note: str


class Reminder(TypedDict):
    """Absent once the entry session has closed."""
    type: Literal["calendar", "seasonal_entry"]
    fire_on: CalendarDate
    message: str


class CardChart(TypedDict):
    """The two charts behind a card. Only on the first card, and only with `include=chart`."""
    seasonal_curve: SeasonalCurve
    per_year_bars: YearBars


class CurvePoint(TypedDict):
    date: CalendarDate
    index: float


class _YearBarAlways(TypedDict):
    year: Year
    return_pct: float
    #: Maximum favourable excursion.
    mfe_pct: float
    #: Maximum adverse excursion.
    mae_pct: float


class YearBar(_YearBarAlways, total=False):
    """Percent, in the direction of the trade."""
    #: The session whose close is P0. Absent on charts of daily picks published before this field existed.
    entry_session: str
    #: The session whose close is P1. Absent on charts of daily picks published before this field existed.
    exit_session: str


class _ScanResponseAlways(TypedDict):
    #: When this answer was computed, UTC. An answer repeated within a minute keeps its time.
    generated_at: str
    #: One-line lead. It also says which prices end more than three sessions early.
    summary: str
    #: The resolved window, `YYYY-MM-DD..YYYY-MM-DD`.
    window: str
    markets_scanned: List[MarketId]
    #: Markets that returned nothing, normally empty. If not empty, the scan is incomplete.
    market_failures: List[MarketId]
    #: Candidates that could not be verified. If not 0, the scan is incomplete.
    evidence_failures: int
    rank_by: Literal["edge", "win_rate", "sharpe", "ml", "avg_return", "significance"]
    view: Literal["full", "evidence", "decision", "table"]
    lookback: Lookback
    #: Rows in `opportunities`.
    count: int
    #: Candidates of the pool with verified evidence, at most `pool` (50 by default).
    evaluated_count: int
    #: Candidates found, verified or not.
    found_count: int
    #: There were more candidates than the pool (50 by default), or ML did not reach every eligible card.
    enrichment_capped: bool
    #: The plan's cap, not the caller's limit, limited the result.
    capped_by_plan: bool
    #: "N of M": how many of the M verified rows of the pool (`evaluated_count`) are shown. Rows past the pool
    #: are not counted.
    shown_of_evaluated: str
    #: Predictions left today; null when unlimited, 0 when spent.
    ml_remaining_today: Optional[int]
    #: Ranked. Their shape depends on `view`.
    opportunities: List[Card]
    disclaimer: Disclaimer
    #: Last day whose prices were used; null when no scanned market holds prices.
    as_of: Optional[str]


class ScanResponse(_ScanResponseAlways, total=False):
    #: Present only when `capped_by_plan` is true.
    upgrade_url: str
    #: Present when market tokens were unknown or out of scope.
    markets_note: str
    #: Present when `min_winning_years` is out of the band of some markets.
    lookback_note: str
    data_age_note: DataAgeNote


class Lookback(TypedDict):
    #: Lookback in years.
    year1: int
    #: Winning years needed among them.
    year2: int


class _OpportunityAlways(TypedDict):
    symbol: str
    market: MarketId
    direction: Direction
    entry_date: CalendarDate
    #: Holding period in calendar days; end = entry_date + (days_out - 1).
    days_out: int
    sharpe_ratio: Optional[float]
    avg_profit_pct: Optional[float]
    median_profit_pct: Optional[float]
    #: Historical win rate.
    win_rate: Optional[float]
    years: YearsLabel
    #: Completed observations.
    years_tested: Optional[int]
    #: `no_data` means that there are no observations, which is valid; `unavailable` an outage;
    #: `not_evaluated` a row past the pool.
    evidence_status: Literal["verified", "no_data", "unavailable", "not_evaluated"]
    #: Comparison with what luck alone would give; null unless the row is verified.
    significance: Optional[Significance]
    #: The model's prediction; null when there is none.
    ml: Optional[OpportunityMl]


class Opportunity(_OpportunityAlways, total=False):
    """One setup as a row of a list. Unverified rows have null statistics."""
    analyze_url: AnalyzeUrl
    #: What came true of windows like this one; null unless the row is verified.
    came_true: Optional[CameTrue]


class OpportunityMl(TypedDict):
    """A model's prediction under the field names of lists."""
    ml_score: float
    win_prob: Share
    #: Percent.
    pred_return: float
    #: Percent.
    pred_mfe: float


class _OpportunityListAlways(TypedDict):
    entry_date: CalendarDate
    #: Always false: the list covers one entry date.
    window_supported: Literal[False]
    evaluated_count: int
    enrichment_capped: bool
    #: Candidates whose evidence could not be read, whether filtered out or not, and symbols whose prices
    #: could not be searched. If not 0, the list is incomplete.
    evidence_failures: int
    #: Null is unlimited.
    ml_remaining_today: Optional[int]
    opportunities: List[Opportunity]
    #: How many rows carry a prediction, from which model, and why the others do not.
    tier_notes: str
    disclaimer: Disclaimer
    #: Last day whose prices were used; null when the market holds none.
    as_of: Optional[str]


class OpportunityList(_OpportunityListAlways, total=False):
    #: Present when the market holds no prices; the list is then empty.
    note: str
    data_age_note: DataAgeNote


class _SymbolOpportunityListAlways(TypedDict):
    symbol: str
    market: MarketId
    opportunities: List[Opportunity]
    #: Null is unlimited.
    ml_remaining_today: Optional[int]
    #: How many rows carry a prediction, from which model, and why the others do not.
    tier_notes: str
    disclaimer: Disclaimer
    #: Last day whose prices were used.
    as_of: Optional[str]


class SymbolOpportunityList(_SymbolOpportunityListAlways, total=False):
    #: Present when the ticker is a former one of the symbol, or the symbol stopped trading.
    note: str
    data_age_note: DataAgeNote


class ScanLine(TypedDict):
    """One setup of a scan as a line of its table, the same for every view."""
    #: Position in the ranked list, from 1.
    rank: int
    symbol: str
    market: MarketId
    market_name: str
    direction: Direction
    bias: Bias
    entry_date: CalendarDate
    exit_date: CalendarDate
    #: Calendar days, the entry day included.
    hold_days: int
    edge_score: int
    #: Share of past years won. Never a prediction.
    historical_win_rate: float
    years_tested: int
    wins: int
    losses: int
    #: Percent, in the direction of the trade.
    avg_return_pct: float
    #: Percent.
    median_return_pct: float
    #: Mean over sample deviation of the yearly returns; 0 with one year.
    sharpe_ratio: float
    best_year: Year
    #: Percent.
    best_year_return_pct: float
    worst_year: Year
    #: Percent.
    worst_year_return_pct: float
    #: Win rate of all entry dates of these years with the same hold and direction.
    any_date_win_rate: Optional[float]
    #: Average return of all entry dates of these years with the same hold and direction, percent.
    any_date_avg_return_pct: Optional[float]
    #: Status of the significance: ready, pending or not_applicable.
    significance_status: Literal["ready", "pending", "not_applicable"]
    #: How far the window exceeds the symbol's own drift.
    z: Optional[float]
    #: Chance that this window is at least as strong over a shuffled calendar.
    p_window: Optional[float]
    #: Chance that the symbol's strongest window is at least as strong over a shuffled calendar; null while it
    #: is pending.
    p_symbol: Optional[float]
    #: Chance that the strongest window of the whole search is at least as strong over a shuffled calendar;
    #: null while it is pending.
    p_search: Optional[float]
    #: False discovery rate at which the symbol would be called, of all symbols searched; null while it is
    #: pending.
    q_symbol: Optional[float]
    #: Status of what came true: ready, pending or not_applicable.
    came_true_status: Literal["ready", "pending", "not_applicable"]
    #: Of 1 % that such windows showed beyond their peers, so many percent came true; null unless measured.
    came_true_share: Optional[float]
    #: What the window showed beyond its peers in the direction of the trade, percent.
    shown_excess_pct: Optional[float]
    #: The part of it that is expected to come true, percent.
    expected_excess_pct: Optional[float]
    #: Percentile of the prediction; null without one.
    ml_score: Optional[float]
    #: The predicted chance of a win; null without a prediction.
    ml_win_prob: Optional[float]
    #: Predicted return, percent.
    pred_return_pct: Optional[float]
    #: Predicted maximum favourable excursion, percent.
    pred_mfe_pct: Optional[float]
    as_of: CalendarDate
    #: Past the pool: such rows follow the ranked ones in the order of detection.
    past_pool: bool


class OpportunityLine(TypedDict):
    """One setup of a list as a line of its table. Unverified rows have no statistics."""
    symbol: str
    market: MarketId
    direction: Direction
    entry_date: CalendarDate
    #: Calendar days, the entry day included.
    days_out: int
    #: Mean over sample deviation of the yearly returns; 0 with one year.
    sharpe_ratio: Optional[float]
    #: Percent, in the direction of the trade.
    avg_profit_pct: Optional[float]
    #: Percent.
    median_profit_pct: Optional[float]
    #: Share of past years won. Never a prediction.
    win_rate: Optional[float]
    years: YearsLabel
    years_tested: Optional[int]
    #: Only verified rows have statistics.
    evidence_status: Literal["verified", "no_data", "unavailable", "not_evaluated"]
    #: Status of the significance: ready, pending or not_applicable; null unless the row is verified.
    significance_status: Optional[Literal["ready", "pending", "not_applicable"]]
    #: How far the window exceeds the symbol's own drift.
    z: Optional[float]
    #: Chance that this window is at least as strong over a shuffled calendar.
    p_window: Optional[float]
    #: Chance that the symbol's strongest window is at least as strong over a shuffled calendar; null while it
    #: is pending.
    p_symbol: Optional[float]
    #: Chance that the strongest window of the whole search is at least as strong over a shuffled calendar;
    #: null while it is pending.
    p_search: Optional[float]
    #: False discovery rate at which the symbol would be called, of all symbols searched; null while it is
    #: pending.
    q_symbol: Optional[float]
    #: Status of what came true: ready, pending or not_applicable; null unless the row is verified.
    came_true_status: Optional[Literal["ready", "pending", "not_applicable"]]
    #: Of 1 % that such windows showed beyond their peers, so many percent came true; null unless measured.
    came_true_share: Optional[float]
    #: What the window showed beyond its peers in the direction of the trade, percent.
    shown_excess_pct: Optional[float]
    #: The part of it that is expected to come true, percent.
    expected_excess_pct: Optional[float]
    #: Percentile of the prediction; null without one.
    ml_score: Optional[float]
    #: The predicted chance of a win; null without a prediction.
    win_prob: Optional[float]
    #: Predicted return, percent.
    pred_return: Optional[float]
    #: Predicted maximum favourable excursion, percent.
    pred_mfe: Optional[float]


class CompareLine(TypedDict):
    """One compared symbol as a line of the table, over the shared years; its statistics are null without any."""
    symbol: str
    market: MarketId
    market_name: str
    direction: Direction
    entry_date: CalendarDate
    exit_date: CalendarDate
    #: Calendar days, the entry day included.
    hold_days: int
    #: The shared years.
    years_tested: Optional[int]
    wins: Optional[int]
    losses: Optional[int]
    #: Share of past years won. Never a prediction.
    historical_win_rate: Optional[float]
    #: Percent, in the direction of the trade.
    avg_return_pct: Optional[float]
    #: Percent.
    median_return_pct: Optional[float]
    #: Mean over sample deviation of the yearly returns; 0 with one year.
    sharpe_ratio: Optional[float]
    #: Return of all shared years compounded, percent.
    cumulative_return_pct: Optional[float]
    #: Year of the highest return.
    best_year: Optional[str]
    #: Percent.
    best_year_return_pct: Optional[float]
    #: Year of the lowest return.
    worst_year: Optional[str]
    #: Percent.
    worst_year_return_pct: Optional[float]
    #: Mean maximum favourable excursion, percent.
    avg_mfe_pct: Optional[float]
    #: Mean maximum adverse excursion, percent.
    avg_mae_pct: Optional[float]
    #: Year of the deepest drop.
    deepest_drop_year: Optional[str]
    #: Percent.
    deepest_drop_pct: Optional[float]
    #: Win rate of all entry dates of these years with the same hold and direction.
    any_date_win_rate: Optional[float]
    #: Average return of all entry dates of these years with the same hold and direction, percent.
    any_date_avg_return_pct: Optional[float]
    #: Average return of the complete calendar years, percent.
    buy_and_hold_avg_return_pct: Optional[float]
    #: Average of the highest symbol minus this one's, percentage points; null for the highest symbol, and
    #: when nothing is ranked.
    difference_from_highest_pct: Optional[float]
    #: Lower end of the interval of the difference.
    interval_low_pct: Optional[float]
    #: Upper end of the interval of the difference.
    interval_high_pct: Optional[float]
    #: Chance that the search of the entry's year finds a window of this symbol at least as strong over a
    #: shuffled calendar; null while it is pending.
    p_symbol: Optional[float]
    #: Status of what came true: ready, pending or not_applicable.
    came_true_status: Literal["ready", "pending", "not_applicable"]
    #: Of 1 % that such windows showed beyond their peers, so many percent came true; null unless measured.
    came_true_share: Optional[float]
    #: What the window showed beyond its peers in the direction of the trade, percent.
    shown_excess_pct: Optional[float]
    #: The part of it that is expected to come true, percent.
    expected_excess_pct: Optional[float]
    #: First day with a price; null without any.
    data_from: Optional[str]


class CurveLine(TypedDict):
    """One point of the seasonal curve as a line of its table."""
    symbol: str
    market: MarketId
    date: CalendarDate
    #: The detrended average year, 0 to 100.
    index: float


class ScoreLine(TypedDict):
    """One item with its prediction, or with the reason why it has none, as a line of the table."""
    #: The symbol as sent.
    symbol: str
    date: CalendarDate
    direction: Direction
    #: Calendar days.
    days_out: int
    #: Percentile of the prediction; null without one.
    ml_score: Optional[float]
    #: The predicted chance of a win.
    win_prob: Optional[float]
    #: Predicted return, percent.
    pred_return: Optional[float]
    #: Predicted maximum favourable excursion, percent.
    pred_mfe: Optional[float]
    #: Why the item is not scored; null when it is.
    note: Optional[str]


class LedgerLine(TypedDict):
    """One record of the ledger as a line of its table; fields that its type lacks are null."""
    seq: int
    type: Literal["pick", "no_pick", "outcome", "random_dates", "correction"]
    published_at: str
    #: Session of the pick, or of the record that there is none.
    session: Optional[str]
    #: Last day whose prices were used.
    as_of: Optional[str]
    symbol: Optional[str]
    #: Id of the market.
    market: Optional[str]
    direction: Optional[Literal["long", "short"]]
    entry_date: Optional[str]
    exit_date: Optional[str]
    #: Calendar days, entry day included.
    hold_days: Optional[int]
    #: First session whose close came after publication.
    earliest_entry: Optional[str]
    #: Version of the rule; 1 where the record names none.
    rule_version: Optional[int]
    edge_score: Optional[int]
    ml_score: Optional[float]
    ml_win_prob: Optional[float]
    pred_return_pct: Optional[float]
    pred_mfe_pct: Optional[float]
    #: `seq` of the pick that an outcome or random dates belong to, or of the record that a correction
    #: corrects.
    of_seq: Optional[int]
    #: Session whose close was the entry.
    entry_session: Optional[str]
    #: Session whose close was the exit.
    exit_session: Optional[str]
    #: Percent. For an outcome, the return in the direction of the pick; for a correction, the return that
    #: counts instead.
    return_pct: Optional[float]
    result: Optional[Literal["win", "loss"]]
    #: As in the record of the outcome.
    convention: Optional[Literal["halted", "delisted", "never_traded"]]
    benchmark_symbol: Optional[str]
    benchmark_return_pct: Optional[float]
    random_dates_windows: Optional[int]
    random_dates_win_rate: Optional[float]
    random_dates_avg_return_pct: Optional[float]
    #: Why there is no pick, or what is corrected.
    reason: Optional[str]
    #: Whether the prices were simulated.
    simulated: bool
    clock: RecordClock
    #: SHA-256 of the card as published, in hexadecimal.
    card_hash: Optional[str]
    prev_hash: RecordHash
    hash: RecordHash


class SymbolLine(TypedDict):
    """One symbol of a market as a line of its table."""
    symbol: str
    name: str
    #: First day of its prices; null when they cannot be read.
    first_date: Optional[str]
    #: Last day of its prices; null when they cannot be read.
    last_date: Optional[str]


class PickLine(TypedDict):
    """One daily pick with its result as a line of the table."""
    #: Session of the pick.
    featured_date: str
    symbol: str
    #: Percent in the direction of the pick; null while it is open.
    return_pct: Optional[float]
    #: A return of exactly 0 is a loss.
    result: Literal["win", "loss", "open"]
    rule_version: PickRuleVersion
    replay: IsReplay


class _ScoreBatchAlways(TypedDict):
    opportunities: ScoreItems


class ScoreBatch(_ScoreBatchAlways, total=False):
    market: MarketName


class _ScoreItemAlways(TypedDict):
    symbol: SymbolText
    date: CalendarDate
    #: Holding period in calendar days, the entry day included.
    days_out: int
    direction: Direction


class ScoreItem(_ScoreItemAlways, total=False):
    """One exact window."""
    market: MarketName


class _ScoreResponseAlways(TypedDict):
    #: Items that were scored.
    granted: int
    #: Null is unlimited.
    ml_remaining_today: Optional[int]
    #: One row for each item, in the order sent.
    scores: List[ScoreRow]
    #: The model that scored; null when none is in service.
    model_version: Optional[str]
    disclaimer: Disclaimer


class ScoreResponse(_ScoreResponseAlways, total=False):
    data_age_note: DataAgeNote


class ScoredItem(TypedDict):
    #: The symbol as sent.
    symbol: str
    date: CalendarDate
    direction: Direction
    days_out: int
    #: Percentile of the probability in the frozen reference of the model.
    ml_score: float
    win_prob: Share
    #: Percent.
    pred_return: float
    #: Maximum favourable excursion, percent; at least max(0, pred_return).
    pred_mfe: float


class UnscoredItem(TypedDict):
    #: The symbol as sent.
    symbol: str
    date: CalendarDate
    direction: Direction
    days_out: int
    #: Why the item is not scored.
    note: str


class ScoreUpgrade(TypedDict):
    """Returned instead of scores when the daily allowance was already spent."""
    requires: Literal["upgrade"]
    reason: Literal["ml_daily_limit"]
    message: str
    upgrade_url: str
    ml_remaining_today: Literal[0]


class _AnalyzeResponseAlways(TypedDict):
    card: Card
    other_setups: List[OtherSetup]
    view: Literal["full", "evidence", "decision", "table"]
    disclaimer: Disclaimer
    as_of: CalendarDate


class AnalyzeResponse(_AnalyzeResponseAlways, total=False):
    data_age_note: DataAgeNote


class _OtherSetupAlways(TypedDict):
    symbol: str
    direction: Direction
    entry_date: CalendarDate
    hold_days: int
    historical_win_rate: Share
    sharpe_ratio: float
    avg_return_pct: float
    median_return_pct: float
    years: YearsLabel
    significance: Significance


class OtherSetup(_OtherSetupAlways, total=False):
    analyze_url: AnalyzeUrl


class _SymbolPatternAlways(TypedDict):
    symbol: str
    market: MarketId
    entry_date: CalendarDate
    days_out: int
    years: YearsLabel
    years_tested: int
    win_rate: Share
    stats: PatternStats
    disclaimer: Disclaimer
    as_of: CalendarDate


class SymbolPattern(_SymbolPatternAlways, total=False):
    """The statistics of one window of one symbol."""
    data_age_note: DataAgeNote


class PatternStats(TypedDict):
    """Percent unless stated otherwise. Returns are in the direction of the trade; no price or volume level."""
    trade_direction: Direction
    percent_profitable: float
    num_winners: int
    num_losers: int
    #: Mean of the winning years; null when there are none.
    avg_profit: Optional[float]
    #: Mean of the other years; null when there are none.
    avg_loss: Optional[float]
    #: Median of all years.
    median_profit: float
    #: Ratio.
    sharpe_ratio: float
    #: Ratio, of the maximum favourable excursions; 0 with one year.
    sharpe_ratio_mfe: float
    #: As if the return were earned all year round; not achievable.
    annualized_return: float
    cumulative_return: float
    #: Sample standard deviation; null for a single year.
    std_dev: Optional[float]
    #: Last close against the close one month back; null without data.
    return_1m: Optional[float]
    #: Mean of all years.
    avg_profit_all: float
    #: Close against its 200-session average; null without data.
    trend_long: Optional[float]
    #: The same, 21 sessions earlier.
    trend_long_prev: Optional[float]
    #: Close against its 50-session average; null without data.
    trend_short: Optional[float]
    #: The same, 21 sessions earlier.
    trend_short_prev: Optional[float]


class _SeasonalChartAlways(TypedDict):
    symbol: str
    market: MarketId
    direction: Direction
    entry_date: CalendarDate
    days_out: int
    years: YearsLabel
    win_rate: Share
    seasonal_curve: SeasonalCurve
    #: The cycles that the curve averages, by the year of their start, oldest first.
    curve_years: List[Year]
    stats: PatternStats
    per_year_bars: YearBars
    disclaimer: Disclaimer
    as_of: CalendarDate


class SeasonalChart(_SeasonalChartAlways, total=False):
    data_age_note: DataAgeNote


class _HeatMapAlways(TypedDict):
    symbol: str
    market: MarketId
    direction: Direction
    measure: HeatMeasure
    years: YearsLabel
    #: Entry dates of the market year, ascending; each row has one cell per date.
    entry_dates: List[CalendarDate]
    #: One row per holding period, shortest first.
    rows: List[HeatMapRow]
    disclaimer: Disclaimer
    as_of: CalendarDate


class HeatMap(_HeatMapAlways, total=False):
    #: Which market was used when the request named none.
    note: str
    data_age_note: DataAgeNote


class _WidgetMetricAlways(TypedDict):
    label: str
    value: str


class WidgetMetric(_WidgetMetricAlways, total=False):
    """One number under its name, as it is shown."""
    #: The sign by which the number is coloured.
    delta: str


class HeatMapFigure(TypedDict):
    """A figure of Plotly."""
    data: List[HeatMapTrace]
    layout: FigureLayout


class HeatMapTrace(TypedDict):
    """The cells, by holding period and entry date; null where nothing could be observed."""
    type: Literal["heatmap"]
    #: Entry dates of the market year.
    x: List[CalendarDate]
    #: Holding periods in calendar days.
    y: List[int]
    #: One list per holding period, with one cell per entry date.
    z: List[List[Optional[float]]]
    #: The value of the middle colour.
    zmid: float
    colorscale: Literal["RdBu"]
    reversescale: Literal[True]
    hoverongaps: Literal[False]
    hovertemplate: str


class FigureLayout(TypedDict):
    meta: FigureFacts
    font: FigureFont
    margin: FigureMargin
    paper_bgcolor: str
    plot_bgcolor: str
    xaxis: FigureAxis
    yaxis: FigureAxis


class _FigureFactsAlways(TypedDict):
    symbol: str
    market: MarketId
    direction: Direction
    measure: HeatMeasure
    years: YearsLabel
    disclaimer: Disclaimer
    as_of: CalendarDate


class FigureFacts(_FigureFactsAlways, total=False):
    """What the figure shows, and how to read it."""
    #: Which market was used when the request named none.
    note: str
    data_age_note: DataAgeNote


class FigureFont(TypedDict):
    color: str


class FigureMargin(TypedDict):
    """Pixels on each side."""
    t: int
    r: int
    b: int
    l: int


class FigureAxis(TypedDict):
    title: FigureTitle


class FigureTitle(TypedDict):
    text: str


class HeatMapRow(TypedDict):
    """The cells of one holding period, one per entry of `entry_dates`."""
    hold_days: int
    #: The value of each cell, equal to that of the card of its window: `significance.z`, `avg_return_pct` or
    #: `historical_win_rate`; null when missing.
    values: List[Optional[float]]
    #: The same measure over all entry dates of the same years, with the same hold and direction; null when
    #: the measure is z.
    any_date: Optional[List[Optional[float]]]
    #: Completed observations of each cell.
    years_tested: List[int]


class _CompareResponseAlways(TypedDict):
    setup: CompareSetup
    years: YearsLabel
    #: False under 5 shared years; then nothing is ranked.
    can_compare: bool
    #: Why nothing is ranked; null when the symbols are ranked.
    reason: Optional[str]
    #: Smallest number of shared years that is ranked.
    years_needed: int
    #: The years measured, oldest first.
    shared_years: List[Year]
    #: Years examined and not shared, oldest first.
    skipped_years: List[SkippedYear]
    #: In the order of the request.
    symbols: List[CompareEntry]
    #: Empty when nothing is ranked.
    findings: List[CompareFinding]
    disclaimer: Disclaimer
    as_of: CalendarDate


class CompareResponse(_CompareResponseAlways, total=False):
    """Symbols side by side on one window over the same years."""
    data_age_note: DataAgeNote


class CompareSetup(TypedDict):
    """The window that all symbols are measured on."""
    entry_date: CalendarDate
    exit_date: CalendarDate
    #: Calendar days, the entry day included.
    hold_days: int
    direction: Direction
    #: The requested period; null for a window of dates.
    period: Optional[Period]


class SkippedYear(TypedDict):
    """A year that some symbol did not complete."""
    year: Year
    #: The symbols that lack it.
    symbols: List[str]


class CompareEntry(TypedDict):
    symbol: str
    market: CardMarket
    #: First day with a price; null without any up to as_of.
    data_from: Optional[str]
    #: Over the shared years; null without any.
    stats: Optional[CompareStats]
    #: Significance of this window over the shared years; null without any.
    significance: Optional[Significance]
    #: Over the latest 20 years of this symbol, shared or not.
    came_true: CameTrue
    #: The shared years, oldest first.
    per_year: List[CompareYear]
    any_date: CompareAnyDate
    buy_and_hold: CompareBuyAndHold
    #: Null for the symbol with the highest average, and when nothing is ranked.
    difference_from_highest: Optional[CompareDifference]


class CompareStats(TypedDict):
    #: The shared years.
    years_tested: int
    wins: int
    losses: int
    historical_win_rate: Share
    avg_return_pct: float
    median_return_pct: float
    best_year: YearReturn
    worst_year: YearReturn
    #: Mean maximum favourable excursion.
    avg_mfe_pct: float
    #: Mean maximum adverse excursion.
    avg_mae_pct: float
    deepest_drop: DeepestDrop
    #: Mean over sample deviation of the yearly returns, risk-free 0, not annualised; 0 with one year.
    sharpe_ratio: float
    #: Return of all shared years compounded.
    cumulative_return_pct: float


class DeepestDrop(TypedDict):
    """The lowest mae_pct of the shared years; the earliest in a tie."""
    year: Year
    mae_pct: float


class CompareYear(TypedDict):
    """Percent, in the direction of the trade."""
    year: Year
    return_pct: float
    #: A return of exactly 0 is a loss; decided before rounding.
    result: Literal["win", "loss"]
    #: Maximum favourable excursion.
    mfe_pct: float
    #: Maximum adverse excursion.
    mae_pct: float


class CompareAnyDate(TypedDict):
    """Results of every session of the shared years as the entry date, with the same hold and direction."""
    windows: int
    #: Null without a window.
    win_rate: Optional[float]
    #: Null without a window.
    avg_return_pct: Optional[float]


class CompareBuyAndHold(TypedDict):
    """Long from January 1 to December 31 of the shared years that are complete calendar years."""
    years_tested: int
    #: Shared years that are not complete calendar years for this symbol.
    years_left_out: List[Year]
    avg_return_pct: Optional[float]
    median_return_pct: Optional[float]
    best_year: Optional[YearReturn]
    worst_year: Optional[YearReturn]
    cumulative_return_pct: Optional[float]
    #: Average of the compared window over the same years.
    window_avg_return_pct: Optional[float]
    per_year: List[YearReturn]


class CompareDifference(TypedDict):
    """Paired yearly differences in percentage points: the symbol with the highest average minus this one."""
    #: Symbol with the highest average.
    highest: str
    avg_difference_pct: float
    interval_low_pct: float
    interval_high_pct: float
    #: Confidence level of the interval.
    confidence_pct: float


class CompareFinding(TypedDict):
    """A sentence that follows from the numbers beside it."""
    code: Literal["highest_average", "most_consistent", "smallest_drop", "beats_own_buy_and_hold", "differences_too_small"]
    #: The symbols that the sentence is about.
    symbols: List[str]
    text: str
    #: Every number compared, not only the highest.
    numbers: List[FindingNumber]


class FindingNumber(TypedDict):
    """A number of this response."""
    symbol: str
    #: Path inside the entry of the symbol.
    field: Literal["stats.avg_return_pct", "stats.historical_win_rate", "stats.deepest_drop.mae_pct", "buy_and_hold.window_avg_return_pct", "buy_and_hold.avg_return_pct", "difference_from_highest.interval_low_pct", "difference_from_highest.interval_high_pct"]
    value: float


class _ScenarioRequestAlways(TypedDict):
    #: A symbol may occur several times.
    positions: List[ScenarioPositionInput]
    #: Calendar days, the end of the year, or `custom` with `days` or `end_date`.
    horizon: Literal["30", "60", "90", "eoy", "custom"]


class ScenarioRequest(_ScenarioRequestAlways, total=False):
    """No other fields are accepted."""
    #: Calendar days, the start date included; with `custom` only, instead of `end_date`.
    days: int
    #: Last calendar day; with `custom` only, instead of `days`.
    end_date: str
    #: First calendar day, in the current US market year; by default today in New York.
    start_date: str
    #: Lookback in years; with a cycle, the number of occurrences.
    years: int
    #: The years to use, as in GET /compare.
    pe_cycle: Literal["consecutive", "pe", "pe0", "pe1", "pe2", "pe3"]
    benchmark: SymbolText


class _ScenarioPositionInputAlways(TypedDict):
    symbol: SymbolText
    #: Relative weight; weights are normalised to a total of 100.
    weight_pct: float
    direction: Direction


class ScenarioPositionInput(_ScenarioPositionInputAlways, total=False):
    market: MarketName


class _ScenarioResponseAlways(TypedDict):
    setup: ScenarioSetup
    years: YearsLabel
    #: In the order sent.
    positions: List[ScenarioPosition]
    #: Null when no year was observed by every position.
    result: Optional[ScenarioResult]
    #: The years that every position observed, oldest first.
    per_year: List[ScenarioYear]
    #: Years of the lookback that a position lacks, oldest first.
    skipped_years: List[SkippedYear]
    #: Null when the request named none.
    benchmark: Optional[ScenarioBenchmark]
    summary: List[str]
    #: How weights and shorts are counted.
    method: str
    disclaimer: Disclaimer
    as_of: CalendarDate


class ScenarioResponse(_ScenarioResponseAlways, total=False):
    """What the basket did in the same window of past years."""
    data_age_note: DataAgeNote


class ScenarioSetup(TypedDict):
    """The resolved window."""
    entry_date: CalendarDate
    exit_date: CalendarDate
    #: Calendar days, the entry day included.
    hold_days: int
    horizon: Literal["30", "60", "90", "eoy", "custom"]


class ScenarioPosition(TypedDict):
    symbol: str
    market: CardMarket
    direction: Direction
    #: The normalised weight; all weights add up to 100.
    weight_pct: float
    #: First day with a price; null without any up to as_of.
    data_from: Optional[str]
    #: Years of the lookback in which this position has an observation, shared or not.
    years_covered: int
    years_missing: List[Year]
    #: Mean over the years of the result, in the direction of the position.
    avg_return_pct: Optional[float]
    #: Mean contribution, percentage points.
    avg_contribution_pct: Optional[float]


class ScenarioResult(TypedDict):
    years_tested: int
    #: Years above 0.
    years_up: int
    #: All other years.
    years_down: int
    avg_return_pct: float
    median_return_pct: float
    best_year: YearReturn
    worst_year: YearReturn


class ScenarioYear(TypedDict):
    year: Year
    #: Sum of the contributions, before rounding.
    return_pct: float
    #: By position, in the order sent.
    contributions: List[ScenarioContribution]


class ScenarioContribution(TypedDict):
    symbol: str
    direction: Direction
    #: Return in the direction of the position.
    return_pct: float
    #: Weight times return, percentage points.
    contribution_pct: float


class ScenarioBenchmark(TypedDict):
    """One symbol held long over the years of the basket."""
    symbol: str
    market: CardMarket
    #: Years of the basket in which the benchmark has an observation.
    years_tested: int
    years_left_out: List[Year]
    avg_return_pct: Optional[float]
    median_return_pct: Optional[float]
    #: Average of the basket over the same years.
    basket_avg_return_pct: Optional[float]
    per_year: List[YearReturn]


class DailyPickResponse(TypedDict):
    card: Card
    #: Session of the pick.
    featured_date: str
    rule_version: PickRuleVersion
    track_record: TrackRecordSummary
    view: Literal["full", "evidence", "decision", "table"]
    replay: IsReplay
    head_hash: RecordHash
    disclaimer: Disclaimer
    #: Last day whose prices the pick used.
    as_of: str


class TrackRecord(TypedDict):
    summary: TrackRecordSummary
    #: Newest first.
    picks: List[TrackRecordPick]
    replay: IsReplay
    head_hash: RecordHash
    disclaimer: Disclaimer


class TrackRecordPick(TypedDict):
    symbol: str
    #: Session of the pick.
    featured_date: str
    rule_version: PickRuleVersion
    #: Percent in the direction of the pick; null while it is open.
    return_pct: Optional[float]
    #: A return of exactly 0 is a loss; decided before rounding.
    result: Literal["win", "loss", "open"]


class PickEvaluation(TypedDict):
    #: Newest first.
    picks: List[EvaluatedPick]
    #: Comparisons with random dates and with the benchmark.
    excess: List[PickExcess]
    #: Null without a closed pick that carries a prediction.
    calibration: Optional[PickCalibration]
    replay: IsReplay
    head: LedgerHead
    disclaimer: Disclaimer


class LedgerHead(TypedDict):
    """The end of the chain; record 0 with 64 zeros while the chain is empty."""
    seq: int
    hash: RecordHash


class EvaluatedPick(TypedDict):
    #: Session of the pick.
    featured_date: str
    symbol: str
    market: MarketId
    direction: Direction
    entry_date: CalendarDate
    exit_date: CalendarDate
    #: Calendar days, the entry day included.
    hold_days: int
    edge_score: int
    rule_version: PickRuleVersion
    #: As published; null in a replay.
    ml_win_prob: Optional[float]
    #: Percent in the direction of the pick, after corrections; null while it is open.
    return_pct: Optional[float]
    #: A return of exactly 0 is a loss; decided before rounding.
    result: Literal["win", "loss", "open"]
    #: Whether a later record of the ledger corrects its return.
    corrected: bool
    #: Set when the pick had no plain entry and exit, and says what happened; null otherwise.
    convention: Optional[Literal["halted", "delisted", "never_traded"]]
    #: The market's benchmark over the same sessions in the same direction; null while the pick is open, and
    #: when its prices are missing.
    benchmark: Optional[LedgerBenchmark]
    #: Results of the same symbol, hold and direction entered on each of the 126 sessions before and after the
    #: entry, its own window left out: what a date of that year picked blindly would be expected to make. All
    #: dates are used, none is sampled. Null until the last of these windows is over, and when none is whole.
    random_dates: Optional[RandomDatesFigures]
    #: Its position in the ledger; null in a replay, which is not in the ledger.
    record: Optional[RecordReference]


class PickExcess(TypedDict):
    """Returns of picks minus those of their comparison, in percentage points."""
    over: Literal["random_dates", "benchmark"]
    #: Closed picks with a comparison.
    picks: int
    #: Closed picks without a comparison yet.
    awaited: int
    #: Setups among the picks counted.
    setups: int
    #: Sum over these picks; null without any.
    sum_pct: Optional[float]
    #: Share of tries in which luck alone stays in the band.
    confidence_pct: float
    #: In the order of picking.
    points: List[PickExcessPoint]
    #: The same in words, with the numbers.
    reading: str


class PickExcessPoint(TypedDict):
    """A pick, and the sum up to it. Percentage points."""
    featured_date: CalendarDate
    symbol: str
    return_pct: float
    #: Return of the comparison.
    against_pct: float
    excess_pct: float
    cumulative_pct: float
    band_low_pct: float
    band_high_pct: float


class PickCalibration(TypedDict):
    """Published win probabilities compared with the results."""
    #: Closed picks that carry a prediction.
    picks: int
    #: In ascending probability.
    bins: List[PickCalibrationBin]
    #: The same in words, with the numbers.
    reading: str


class PickCalibrationBin(TypedDict):
    picks: int
    #: Mean probability, 0..1.
    predicted: float
    #: Share of picks that won, 0..1.
    observed: float
    #: Lower end of Wilson's 95 % interval.
    observed_low: float
    #: Upper end of Wilson's 95 % interval.
    observed_high: float


class RecordReference(TypedDict):
    """A record by position and hash."""
    seq: int
    hash: RecordHash


class LedgerPage(TypedDict):
    #: Oldest first; `type` gives the kind of each.
    records: List[LedgerRecord]
    count: int
    #: Null on the last page.
    next_cursor: Optional[str]
    head_hash: RecordHash
    #: Total number of records.
    head_seq: int
    disclaimer: Disclaimer


class _LedgerPickAlways(TypedDict):
    seq: int
    type: Literal["pick"]
    #: Session of the pick.
    session: str
    published_at: str
    symbol: str
    market: MarketId
    direction: Direction
    entry_date: CalendarDate
    exit_date: CalendarDate
    #: Calendar days, entry day included.
    hold_days: int
    #: First session whose close came after publication; the entry is not at an earlier close.
    earliest_entry: str
    edge_score: int
    ml: MlBlock
    card_hash: RecordHash
    #: Last day whose prices were used.
    as_of: str
    engine_version: str
    #: Hash over the prices.
    data_version: str
    model_version: str
    #: Markets whose prices could not be read.
    market_failures: List[MarketId]
    #: Whether the prices were simulated.
    simulated: bool
    clock: RecordClock
    prev_hash: RecordHash
    hash: RecordHash


class LedgerPick(_LedgerPickAlways, total=False):
    """A pick, recorded before its entry."""
    #: Version of the rule of the pick; absent in records of version 1, which were written before versions
    #: were.
    rule_version: int


class _LedgerNoPickAlways(TypedDict):
    seq: int
    type: Literal["no_pick"]
    session: str
    published_at: str
    reason: str
    #: Last day whose prices were used; null without any.
    as_of: Optional[str]
    engine_version: str
    #: Hash over the prices.
    data_version: str
    model_version: str
    #: Markets whose prices could not be read.
    market_failures: List[MarketId]
    #: Whether the prices were simulated.
    simulated: bool
    clock: RecordClock
    prev_hash: RecordHash
    hash: RecordHash


class LedgerNoPick(_LedgerNoPickAlways, total=False):
    """A session on which no setup qualified for a pick."""
    #: Version of the rule of the pick; absent in records of version 1, which were written before versions
    #: were.
    rule_version: int


class _LedgerOutcomeAlways(TypedDict):
    seq: int
    type: Literal["outcome"]
    published_at: str
    pick: RecordReference
    #: Session whose close was the entry; null when the symbol never traded.
    entry_session: Optional[str]
    #: Session whose close was the exit; null when the symbol never traded.
    exit_session: Optional[str]
    #: Percent, in the direction of the pick, before costs.
    return_pct: float
    result: Literal["win", "loss"]
    #: halted: exited at the first trade after a halt; delisted: no price, a fixed value was assumed;
    #: never_traded: a return of 0; null: a plain exit.
    convention: Optional[Literal["halted", "delisted", "never_traded"]]
    #: The market's benchmark over the same sessions, in the same direction; null when its prices are missing.
    benchmark: Optional[LedgerBenchmark]
    #: Hash over the prices.
    data_version: str
    #: Whether the prices were simulated.
    simulated: bool
    clock: RecordClock
    prev_hash: RecordHash
    hash: RecordHash


class LedgerOutcome(_LedgerOutcomeAlways, total=False):
    """The result of a pick, by the definitions of GET /methodology."""
    #: Only in old records: the same symbol, hold and direction entered on any session of the year up to the
    #: pick's; null without any. It no longer counts: a record of type `random_dates` follows.
    random_dates: Optional[RandomDatesFigures]


class LedgerBenchmark(TypedDict):
    symbol: str
    return_pct: float


class LedgerRandomDates(TypedDict):
    """The random dates that a scored pick is compared with, recorded once the last of their windows is over."""
    seq: int
    type: Literal["random_dates"]
    published_at: str
    pick: RecordReference
    #: The same symbol, hold and direction entered on any of the 126 sessions before and after the pick's
    #: entry, its own window left out; null when no window was whole.
    figures: Optional[RandomDatesFigures]
    #: Hash over the prices.
    data_version: str
    #: Whether the prices were simulated.
    simulated: bool
    clock: RecordClock
    prev_hash: RecordHash
    hash: RecordHash


class RandomDatesFigures(TypedDict):
    """Over all of these dates; none is sampled."""
    windows: int
    win_rate: Share
    avg_return_pct: float


class LedgerCorrection(TypedDict):
    """A correction of an earlier record. The earlier record itself stays."""
    seq: int
    type: Literal["correction"]
    published_at: str
    corrects: RecordReference
    reason: str
    #: For an outcome: the return that counts instead, percent. Null for a remark.
    return_pct: Optional[float]
    #: Whether the prices were simulated.
    simulated: bool
    clock: RecordClock
    prev_hash: RecordHash
    hash: RecordHash


class MarketList(TypedDict):
    markets: List[MarketListing]


class Market(TypedDict):
    """A market, and what the caller may do in it."""
    id: MarketId
    name: str
    #: Other names that requests may use.
    aliases: List[str]
    #: Whether the model makes predictions for this market.
    ml_eligible: bool
    #: Whether the caller's plan includes it.
    in_scope: bool
    pattern_detection: PatternDetection


class _MarketListingAlways(TypedDict):
    id: MarketId
    name: str
    #: Other names that requests may use.
    aliases: List[str]
    #: Whether the model makes predictions for this market.
    ml_eligible: bool
    #: Whether the caller's plan includes it.
    in_scope: bool
    pattern_detection: PatternDetection
    symbol_count: int
    #: Date of the market's last final bar; null when it holds no prices.
    as_of: Optional[str]
    #: Completed sessions of the market's calendar without a bar; null when the market holds no prices. When
    #: there are more than three, scans say so in their `summary`.
    sessions_behind: Optional[int]


class MarketListing(_MarketListingAlways, total=False):
    """A `Market` with its detection rules and the state of its prices."""
    feed: MarketFeed
    data_age_note: DataAgeNote


class MarketFeed(TypedDict):
    """How feeds keep the prices of a market up to date, over all its providers; absent when there is no feed."""
    #: Whether all feeds of the market are paused.
    paused: bool
    #: Symbols of the feeds.
    symbols: int
    #: Symbols whose last try failed.
    failing: int
    #: Symbols whose new prices do not fit the stored ones and wait for the operator's decision.
    held: int
    #: Symbols that their provider no longer knows.
    vanished: int
    #: The last session requested; null before the first run.
    session: Optional[str]
    #: When the last run ended; null before the first.
    last_run_at: Optional[str]


class PatternDetection(TypedDict):
    """The available ways of detection, and the band of `min_winning_years`."""
    #: Whether GET /scan and GET /opportunities cover it.
    scan: bool
    #: Whether GET /opportunities/{symbol} covers it.
    per_symbol: bool
    #: Shortest lookback.
    min_years: int
    #: Longest lookback.
    max_years: int
    #: The band of min_winning_years is ceil(this * years) to years.
    min_winning_share: float
    default_winning_share: Share
    #: The band for one lookback.
    example: str


class _SymbolListAlways(TypedDict):
    symbols: List[SymbolEntry]
    #: Symbols of the market.
    total: int
    #: Symbols that match `prefix` and `q`.
    matched: int
    #: Symbols in this answer.
    count: int


class SymbolList(_SymbolListAlways, total=False):
    #: Present when matching rows were cut, and says how many were, or when the market holds no prices.
    note: str


class SymbolEntry(TypedDict):
    symbol: str
    name: str
    #: First day of its prices; null when they cannot be read.
    first_date: Optional[str]
    #: Last day of its prices, earlier than the market's when they have ended; null when they cannot be read.
    last_date: Optional[str]


class Me(TypedDict):
    #: free, dev, pro, business, demo or another value: not a closed list.
    tier: str
    tier_name: str
    #: The restrictions of the key within its plan; null when no key was sent, and for the demo token.
    key: Optional[KeyScope]
    #: Null is unlimited.
    ml_remaining_today: Optional[int]
    #: Null is unlimited.
    ml_daily_limit: Optional[int]
    #: Maximum number of rows in one answer.
    opp_limit: int
    #: Maximum number of saved scans of the account.
    saved_scan_limit: int
    #: Maximum number of webhooks of an account.
    webhook_limit: int
    #: Maximum number of calendar links of an account.
    calendar_link_limit: int
    #: Maximum number of table links of an account.
    table_link_limit: int
    #: Bulk exports that the plan allows per UTC day.
    exports_per_day: int
    #: Bulk exports left on this UTC day.
    exports_remaining_today: int
    rate: Rate
    markets_in_scope: List[Market]
    upgrade_url: str


class NewSavedScanQuery(TypedDict, total=False):
    """Parameters of GET /scan, with the same rules."""
    markets: ListText
    window: str
    direction: Direction
    min_win_rate: float
    min_years: int
    min_days: int
    max_days: int
    min_avg_return: float
    min_median_return: float
    min_sharpe: float
    max_p_symbol: float
    max_p_search: float
    pe_cycle: Literal["consecutive", "pe"]
    years: int
    min_winning_years: int
    pool: int
    rank_by: Literal["edge", "win_rate", "sharpe", "ml", "avg_return", "significance"]
    limit: int
    view: Literal["full", "evidence", "decision", "table"]
    include: Literal["chart"]


class _SavedScanQueryAlways(TypedDict):
    window: str
    pe_cycle: Literal["consecutive", "pe"]
    years: int
    pool: int
    rank_by: Literal["edge", "win_rate", "sharpe", "ml", "avg_return", "significance"]
    limit: int
    view: Literal["full", "evidence", "decision", "table"]


class SavedScanQuery(_SavedScanQueryAlways, total=False):
    """Parameters of GET /scan, with their defaults."""
    markets: ListText
    direction: Direction
    min_win_rate: float
    min_years: int
    min_days: int
    max_days: int
    min_avg_return: float
    min_median_return: float
    min_sharpe: float
    max_p_symbol: float
    max_p_search: float
    min_winning_years: int
    include: Literal["chart"]


class NewSavedScan(TypedDict):
    name: SavedScanName
    query: NewSavedScanQuery


class SavedScanChange(TypedDict, total=False):
    name: SavedScanName
    query: NewSavedScanQuery


class SavedScan(TypedDict):
    saved_scan_id: str
    name: str
    query: SavedScanQuery
    #: Why the scan can no longer find anything; null when no such problem is known.
    note: Optional[str]
    #: Its newest automatic run, as in GET /saved-scans/{saved_scan_id}/changes; null before the first.
    last_run: Optional[SavedScanRun]
    created_at: str
    updated_at: str


class SavedScanRun(TypedDict):
    run_id: int
    at: str
    #: Newest day whose prices were used; null without any.
    as_of: Optional[str]
    #: Why it failed; null when it did not fail.
    fault: Optional[str]


class SavedScanList(TypedDict):
    saved_scans: List[SavedScan]
    #: Saved scans that the plan allows.
    most: int


class SavedScanChanges(TypedDict):
    saved_scan_id: str
    runs: List[ScanRunReport]
    #: Value of `before` for the next page; null on the last page.
    next_before: Optional[int]


class ScanRunReport(TypedDict):
    run_id: int
    at: str
    #: Newest day whose prices were used; null without any.
    as_of: Optional[str]
    #: Why it failed; null when it did not fail.
    fault: Optional[str]
    #: Whether there was an earlier result to compare with.
    compared: bool
    #: Number of patterns that the run compared: those that the account's plan shows; null when it failed.
    found_count: Optional[int]
    added: List[NotedPattern]
    gone: List[GonePattern]
    entering: List[NotedPattern]


class _GonePatternAlways(TypedDict):
    market: MarketId
    symbol: SymbolText
    direction: Direction
    entry_date: CalendarDate
    exit_date: CalendarDate
    #: Calendar days, entry day included.
    hold_days: int
    edge_score: float
    historical_win_rate: Share
    years_tested: int
    reason: Literal["entered", "dropped"]


class GonePattern(_GonePatternAlways, total=False):
    analyze_url: AnalyzeUrl
    #: Whether the setup is neutral. Patterns stored by earlier releases lack it.
    neutral: bool


class DeletedSavedScan(TypedDict):
    saved_scan_id: str
    name: str
    message: str


class _NewCalendarLinkAlways(TypedDict):
    source: CalendarSource


class NewCalendarLink(_NewCalendarLinkAlways, total=False):
    #: Id of the saved scan; only with the source `saved_scan`.
    saved_scan_id: str
    name: CalendarLinkName
    #: Minutes by which an alarm precedes 00:00 of each event's day, in the time zone of the calendar app: 360
    #: is 18:00 the evening before, -540 is 9:00 on the day. If left out, events have no alarm.
    alarm_minutes_before: int
    #: Only entries up to this many days ahead. If left out, all known entries.
    days_ahead: int
    #: Whether neutral setups, whose record is too weak for a direction, are shown too. If left out, they are
    #: not.
    include_neutral: bool


class CalendarLink(TypedDict):
    calendar_link_id: str
    name: CalendarLinkName
    source: CalendarSource
    #: Null for the daily pick.
    saved_scan_id: Optional[str]
    #: Ids of the markets to which the key that created the link was limited; null when it was not limited.
    markets: Optional[List[MarketId]]
    alarm_minutes_before: Optional[int]
    days_ahead: Optional[int]
    #: Whether neutral setups are shown too.
    include_neutral: bool
    #: The last characters of its secret, before `.ics`.
    last_four: str
    created_at: str
    #: When it was last read, recorded at most once an hour; null when it was never read.
    last_read_at: Optional[str]


class CalendarLinkList(TypedDict):
    calendar_links: List[CalendarLink]
    #: Calendar links that the plan allows.
    most: int


class CreatedCalendarLink(TypedDict):
    calendar_link: CalendarLink
    #: The address for a calendar app. A secret.
    url: str
    message: str


class DeletedCalendarLink(TypedDict):
    calendar_link_id: str
    name: str
    message: str


class _NewTableLinkAlways(TypedDict):
    #: Id of the saved scan.
    saved_scan_id: str


class NewTableLink(_NewTableLinkAlways, total=False):
    name: TableLinkName


class TableLink(TypedDict):
    table_link_id: str
    name: TableLinkName
    saved_scan_id: str
    #: Ids of the markets to which the key that created the link was limited; null when it was not limited.
    markets: Optional[List[MarketId]]
    #: The last characters of its secret, before `.csv`.
    last_four: str
    created_at: str
    #: When it was last read, recorded at most once an hour; null when it was never read.
    last_read_at: Optional[str]


class TableLinkList(TypedDict):
    table_links: List[TableLink]
    #: Table links that the plan allows.
    most: int


class CreatedTableLink(TypedDict):
    table_link: TableLink
    #: The address for a spreadsheet. A secret.
    url: str
    message: str


class DeletedTableLink(TypedDict):
    table_link_id: str
    name: str
    message: str


class KeyScope(TypedDict):
    """The restrictions of a key within its plan."""
    #: Ids of the markets that the key is limited to; null when it has all markets of the plan.
    markets: Optional[List[MarketId]]
    #: Whether the key is barred from spending predictions.
    read_only: bool


class _NewExportAlways(TypedDict):
    market: MarketName


_NewExportOdd = TypedDict(
    "_NewExportOdd",
    {
        #: First entry date, by default today in New York. It must lie in the current US market year.
        "from": str,
    },
    total=False,
)

class NewExport(_NewExportAlways, _NewExportOdd, total=False):
    #: Last entry date; the default, which is also the latest date allowed, is a year less a day after `from`.
    to: str
    #: Maximum number of windows per symbol.
    per_symbol: int
    format: ExportFormat
    direction: Direction
    #: Shortest holding period in calendar days. Default 5; 2 when `max_days` is below that.
    min_days: int
    #: Longest holding period in calendar days. Default 120; 366 when `min_days` is above that.
    max_days: int
    #: The years to use: `consecutive`, or `pe`, those at the same position of the US presidential cycle as
    #: the entry's year.
    pe_cycle: Literal["consecutive", "pe"]
    #: Lookback in years; with a cycle, the number of occurrences.
    years: int
    #: Winning years that a window needs; the default is nine tenths of the years tested. It must lie in the
    #: market's detection band.
    min_winning_years: int
    #: Lowest historical win rate, as a share of 0 to 1.
    min_win_rate: float
    #: Lowest average return, percent.
    min_avg_return: float
    #: Lowest median return, percent.
    min_median_return: float
    #: Lowest Sharpe ratio of the yearly returns.
    min_sharpe: float
    #: Highest `p_symbol`.
    max_p_symbol: float
    #: Highest `p_search`.
    max_p_search: float


_ExportJobOdd = TypedDict(
    "_ExportJobOdd",
    {
        "from": "CalendarDate",
    },
)

class ExportJob(_ExportJobOdd):
    """A bulk export."""
    export_id: str
    state: Literal["queued", "running", "ready", "failed", "expired", "cancelled"]
    market: MarketId
    to: CalendarDate
    format: ExportFormat
    per_symbol: int
    filters: ExportFilters
    #: Version of the prices that it is made from; null before it begins.
    data_version: Optional[str]
    progress: ExportProgress
    created_at: str
    #: Null while it is queued or running.
    finished_at: Optional[str]
    #: When its file is deleted; null without a file.
    expires_at: Optional[str]
    #: Symbols that could not be searched. If not empty, the file is incomplete.
    failures: List[ExportFailure]
    #: Of a file, when it was made: that the market holds no prices, or how old its prices are. Otherwise why
    #: the export failed, or who ended it or deleted its file.
    note: Optional[str]
    #: The file to download; null unless the export is ready.
    file: Optional[ExportedFile]
    disclaimer: Disclaimer


class _ExportFiltersAlways(TypedDict):
    years: int
    pe_cycle: Literal["consecutive", "pe"]
    min_days: int
    max_days: int


class ExportFilters(_ExportFiltersAlways, total=False):
    """The filters of the request, with defaults; filters that were not set are left out."""
    direction: Direction
    min_winning_years: int
    min_win_rate: float
    min_avg_return: float
    min_median_return: float
    min_sharpe: float
    max_p_symbol: float
    max_p_search: float


class ExportProgress(TypedDict):
    """Progress of the export. Shuffled calendars come first and are most of the work; where they are already
    computed they take no time.
    """
    #: Null before it begins.
    stage: Optional[Literal["significance", "patterns"]]
    #: Done in this stage.
    done: int
    total: int
    unit: Literal["symbols"]


class ExportFailure(TypedDict):
    """A symbol that could not be searched."""
    symbol: str
    reason: str


class ExportedFile(TypedDict):
    """A file to download."""
    #: Its path on this server.
    url: str
    #: Bytes.
    size: int
    #: Of the whole file, in hexadecimal.
    sha256: str
    rows: int
    #: In the order of the file. Percentages and ratios carry 4 decimals.
    columns: List[ExportColumn]


class ExportColumn(TypedDict):
    """A column. A date is `YYYY-MM-DD` in CSV and NDJSON, and a DATE in Parquet; null is an empty cell in CSV."""
    name: str
    type: Literal["string", "integer", "number", "date"]
    nullable: bool
    description: str


class ExportList(TypedDict):
    exports: List[ExportJob]
    #: Exports that the plan allows per UTC day.
    exports_per_day: int
    #: Bulk exports left on this UTC day.
    exports_remaining_today: int


class Rate(TypedDict):
    """Requests allowed and left, this one included."""
    per_minute: int
    per_day: int
    remaining_minute: int
    remaining_today: int


class _MethodologyAlways(TypedDict):
    #: Changes whenever a definition changes.
    version: str
    summary: str
    sections: List[MethodSection]
    definitions: List[MethodDefinition]
    edge_score: EdgeScoreMethod
    #: How often luck alone does it, for reading a win rate.
    chance: List[ChanceRow]
    limitations: List[str]
    #: The prediction model in service; null when there is none.
    model: Optional[ModelCard]
    #: How much of what windows showed beyond their peers came true afterwards, by market. A market without an
    #: entry is still being measured, or has fewer than 20 members.
    came_true: List[CameTrueMarket]
    disclaimer: Disclaimer


class Methodology(_MethodologyAlways, total=False):
    evidence: ForwardEvidence


class CameTrueMarket(TypedDict):
    #: Market id.
    market: str
    name: str
    #: The prices that the shares are measured on: of the last session, and at most a day older than the
    #: newest correction.
    data_version: str
    #: The finding in words.
    reading: str
    shares: List[CameTrueShare]


class CameTrueShare(TypedDict):
    """The share of one hold over the entries of some years, point in time: `share` % of each 1 % shown beyond
    the peers came true. Periods of fewer than 60 months are left out.
    """
    #: Shortest hold of the band, calendar days.
    min_hold: int
    max_hold: int
    #: The hold of the band that is measured.
    studied_hold: int
    #: First year of the entries.
    from_year: int
    to_year: int
    share: float
    #: Allows for what the members of a month share.
    standard_error: float
    #: Lower end of the 80 % interval.
    low: float
    high: float
    months: int


class MethodSection(TypedDict):
    #: Stable anchor.
    id: str
    title: str
    #: Markdown.
    body: str


class MethodDefinition(TypedDict):
    #: Name of the field in answers.
    name: str
    definition: str
    #: Null when words are enough.
    formula: Optional[str]
    unit: Literal["percent", "ratio", "share", "count", "years", "days", "index", "score", "date", "none"]
    #: When the field is null; null when it never is.
    null_when: Optional[str]


class EdgeScoreMethod(TypedDict):
    range: EdgeScoreRange
    neutral_below: int
    #: Line by line, in the order of computation.
    formula: List[str]
    parts: List[EdgePart]
    #: The factor f, and how it is determined.
    confidence: List[EdgeConfidence]
    #: Conditions that keep the score below `neutral_below`.
    caps: List[str]


class EdgeScoreRange(TypedDict):
    min: int
    max: int


class EdgePart(TypedDict):
    symbol: str
    weight: Share
    meaning: str


class EdgeConfidence(TypedDict):
    factor: Share
    condition: str


class ChanceRow(TypedDict):
    years: YearsLabel
    min_wins: int
    any_date_win_rate: Share
    #: Chance that luck alone wins at least this often where any date wins as often as any_date_win_rate says.
    probability_pct: float


class _ModelCardAlways(TypedDict):
    #: Hash of data, code and settings: the same inputs give the same version.
    version: str
    trained_through: CalendarDate
    description: str
    #: Whether it was trained on simulated prices.
    simulated: bool
    #: Whether it was trained on the prices now in service; false after an import and until the next training.
    current: bool
    data_version: str
    code_version: str
    #: The card in sentences.
    statements: List[str]
    training: ModelTraining
    features: List[ModelFeature]
    #: Out of sample, walk-forward; null when the prices hold too few years.
    evaluation: Optional[ModelEvaluation]
    #: Windows that nobody chose, against what luck alone gives.
    chance: List[ModelChance]


class ModelCard(_ModelCardAlways, total=False):
    """What the prediction model is, what it was tested on and how it did. Scores carry 6 decimals."""
    inputs_tried: ModelInputsTried


class ModelInputsTried(TypedDict):
    """Whether more inputs, or training on the rows that scans show, make better predictions: variants of the
    model compared walk-forward on the same setups, by a rule fixed before any result was seen. Holds the last
    trial; absent when there was none. Scores carry 6 decimals.
    """
    made_at: str
    data_version: str
    #: Whether the trial used the prices now in service.
    current: bool
    prices_through: CalendarDate
    #: Code version of the model that is called today's.
    code_version: str
    #: Whether the trial used simulated prices.
    simulated: bool
    symbols: int
    #: Number of shuffled calendars behind log_p_symbol.
    rotations: int
    first_year: int
    last_year: int
    #: The rule by which a variant is kept, in words.
    rule: str
    kept: ModelVariantName
    #: Inputs tried in addition to the model's features.
    inputs: List[ModelTriedInput]
    variants: List[ModelVariant]


class ModelTriedInput(TypedDict):
    name: Literal["z", "log_p_symbol"]
    meaning: str


class ModelVariant(TypedDict):
    name: ModelVariantName
    #: Whether it was trained also on the rows that scans would have shown.
    trained_on_selected: bool
    #: Inputs in addition to the model's features.
    inputs: List[Literal["z", "log_p_symbol"]]
    #: Decided by the rule; null for today's model itself.
    beats_today: Optional[bool]
    scores: List[ModelVariantScore]


class ModelVariantScore(TypedDict):
    """Scores on one kind of setups, out of sample. A gain is the other model's error minus the variant's own,
    and for AUC the reverse: above 0 is better. over_base_rate: compared with the win rate of the direction
    among earlier setups of the same kind.
    """
    #: weekly: the sample that the model is trained on. selected: what a scan on the first of each month would
    #: have shown.
    kind: Literal["weekly", "selected"]
    setups: int
    brier: float
    log_loss: float
    auc: Optional[float]
    over_base_rate: ModelVariantGain
    #: Compared with today's model, setup by setup; null for today's model itself.
    over_today: Optional[ModelVariantGain]


class ModelVariantGain(TypedDict):
    brier: ModelYearlyMean
    log_loss: ModelYearlyMean
    auc: ModelYearlyMean


class ModelYearlyMean(TypedDict):
    """A mean with its 95 % interval, errors clustered by calendar year; the interval is null when there is one
    year only.
    """
    mean: float
    standard_error: Optional[float]
    low: Optional[float]
    high: Optional[float]
    years: YearsLabel


_ForwardEvidenceOdd = TypedDict(
    "_ForwardEvidenceOdd",
    {
        "from": "EvidenceMonth",
    },
)

class ForwardEvidence(_ForwardEvidenceOdd):
    """How the best windows of past months performed at their next occurrence, as last published by the operator
    of this service (`perennial evidence forward --publish`). Absent when nothing was published, and when one
    of it and this service uses simulated prices and the other real ones.
    """
    #: When the computation ended.
    made_at: str
    #: Version of the program that computed it, as in the record of the daily pick.
    engine_version: str
    #: Hash over the stored prices that were used.
    data_version: str
    #: Whether the prices in service and the engine version are the ones used.
    current: bool
    prices_through: CalendarDate
    #: Whether the prices were simulated.
    simulated: bool
    #: Labels of the prices, at most 20.
    sources: List[str]
    market: CardMarket
    to: EvidenceMonth
    months: int
    symbols: int
    #: Windows left out because their next occurrence was not whole or not over.
    unfinished: int
    #: Symbols left out because their stored prices could not be read.
    unreadable: int
    settings: EvidenceSettings
    #: What was tested and what it showed, in sentences.
    statements: List[str]
    #: One table per ranking.
    tables: List[EvidenceTable]


class EvidenceSettings(TypedDict):
    """The settings of each month's search."""
    years: YearsLabel
    #: Calendar days.
    min_hold: int
    #: Calendar days.
    max_hold: int
    #: Number of shuffled calendars behind p_symbol.
    rotations: int


class EvidenceTable(TypedDict):
    #: The measure by which each symbol's best window of a month was chosen.
    ranking: Literal["sharpe", "edge", "win_rate", "avg_return", "significance"]
    #: All windows, and groups by p_symbol.
    bands: List[EvidenceBand]


class EvidenceBand(TypedDict):
    """Means over windows with their standard errors, clustered by month of entry. Means are null without
    windows; the errors are null also with windows of one month only.
    """
    p_symbol: Literal["all", "<= .05", ".05-.2", ".2-.5", "> .5"]
    windows: int
    #: Months that have such a window.
    months: int
    #: Return of the next occurrence minus the average return of the same symbol, hold and direction on any
    #: date of the years by which the window was chosen. Percentage points.
    beyond_drift_pct: Optional[float]
    beyond_drift_error: Optional[float]
    #: Share of windows whose next occurrence exceeded drift, 0..1.
    share_above_drift: Optional[float]
    share_error: Optional[float]
    #: Return minus that of random dates, the 126 sessions on either side of the entry. Percentage points.
    beyond_random_pct: Optional[float]
    beyond_random_error: Optional[float]


class ModelTraining(TypedDict):
    symbols: int
    setups: int
    first_entry: Optional[str]
    last_entry: Optional[str]


class ModelFeature(TypedDict):
    name: str
    meaning: str
    #: Log odds per standard deviation of the feature.
    weight: float


class ModelEvaluation(TypedDict):
    first_year: int
    last_year: int
    setups: int
    #: Scores of the model and of its baselines. Lower Brier score, log loss and calibration error are better.
    scores: List[ModelScore]
    #: Gain in Brier score over each baseline, with its 95 % interval by year.
    skill: List[ModelSkill]
    #: Whether it is better than the base rate and the shrunk win rate, both intervals above 0.
    significant: bool
    #: Whether edge_score carries the model's tilt.
    moves_edge_score: bool
    highest_probability: Share
    #: Reasons to distrust a result that is too good.
    suspected_leak: List[str]
    calibration: List[ModelCalibration]


class ModelScore(TypedDict):
    name: Literal["model", "base_rate", "shrunk_win_rate", "raw_win_rate"]
    brier: float
    log_loss: float
    auc: Optional[float]
    calibration_error: float


class ModelSkill(TypedDict):
    against: Literal["base_rate", "shrunk_win_rate", "raw_win_rate"]
    mean: float
    #: Null for a single year.
    standard_error: Optional[float]
    low: Optional[float]
    high: Optional[float]
    years: YearsLabel
    significant: bool


class ModelCalibration(TypedDict):
    #: all, long, short, or a range of holds.
    group: str
    setups: int
    calibration_error: float
    deciles: List[CalibrationDecile]


class CalibrationDecile(TypedDict):
    setups: int
    predicted: Share
    observed: Share


class ModelChance(TypedDict):
    direction: Direction
    windows: int
    #: Share with at least 90 % winners in the lookback.
    observed: float
    #: The same share for a fair coin.
    coin: float
    #: The same share for a coin that wins as often as any window of the direction.
    drift: float
    #: Share of these that won the next time; null without any.
    won_next: Optional[float]
    #: Share of all windows that won the next time.
    base_rate: float


class _NewWebhookAlways(TypedDict):
    url: WebhookUrl
    events: List[WebhookEventType]


class NewWebhook(_NewWebhookAlways, total=False):
    description: Note
    #: Whether `pattern.entering` and `scan.changed` tell of neutral setups too, whose record is too weak for
    #: a direction. If left out, they do not.
    include_neutral: bool


class WebhookChange(TypedDict, total=False):
    url: WebhookUrl
    events: List[WebhookEventType]
    description: Note
    #: Whether events about neutral setups are sent too.
    include_neutral: bool
    #: Whether events are sent to it.
    state: Literal["active", "disabled"]


class WebhookEndpoint(TypedDict):
    webhook_id: str
    url: str
    description: str
    events: List[WebhookEventType]
    #: Ids of the markets to which the key that created or last changed the webhook was limited; null when it
    #: was not limited. Events of other markets are not sent.
    markets: Optional[List[MarketId]]
    #: Whether events about neutral setups are sent too.
    include_neutral: bool
    state: Literal["active", "disabled"]
    #: Null while the webhook is active.
    disabled_reason: Optional[str]
    disabled_at: Optional[str]
    #: Until when messages are also signed with the previous secret; null when they are not.
    previous_secret_until: Optional[str]
    created_at: str


class WebhookEndpoints(TypedDict):
    webhooks: List[WebhookEndpoint]
    #: Webhooks that the plan allows.
    most: int


class OneWebhook(TypedDict):
    webhook: WebhookEndpoint


class CreatedWebhook(TypedDict):
    webhook: WebhookEndpoint
    #: The secret that signs messages: shown only here.
    secret: str
    message: str


class DeletedWebhook(TypedDict):
    webhook: WebhookEndpoint
    message: str


class SecretRotation(TypedDict, total=False):
    #: How long both secrets work.
    overlap_hours: int


class WebhookTrial(TypedDict):
    #: Value of the header `webhook-id`.
    event_id: str
    #: Whether the receiver accepted it.
    delivered: bool
    #: Null when there was no answer.
    response_code: Optional[int]
    #: Why it failed; null when it did not.
    error: Optional[str]
    duration_ms: int


class WebhookDelivery(TypedDict):
    delivery_id: int
    #: Value of the header `webhook-id`.
    event_id: str
    #: The type of the event; `webhook.test` is a test message.
    event: Union[WebhookEventType, Literal["webhook.test"]]
    #: The symbols that the event is about; none for the prices of a market, a session without a pick and a
    #: test.
    symbols: List[str]
    event_at: str
    #: `pending`: it waits; `undelivered`: it is not tried any more.
    state: Literal["pending", "delivered", "undelivered"]
    attempts: int
    #: The earliest time of the next try; null when there is none.
    next_attempt_at: Optional[str]
    #: Time of the last try; null before the first.
    attempted_at: Optional[str]
    #: Status of the last try; null when there was no answer.
    response_code: Optional[int]
    #: Why the last try failed; null when it did not.
    error: Optional[str]
    #: Duration of the last try; null before the first.
    duration_ms: Optional[int]


class WebhookDeliveries(TypedDict):
    deliveries: List[WebhookDelivery]
    #: Value of `before` for the next page; null on the last page.
    next_before: Optional[int]


class RedeliveredEvent(TypedDict):
    delivery: WebhookDelivery


class PatternEnteringEvent(TypedDict):
    type: Literal["pattern.entering"]
    #: When the event happened.
    timestamp: str
    data: PatternEntry


class ScanChangedEvent(TypedDict):
    type: Literal["scan.changed"]
    #: When the event happened.
    timestamp: str
    data: ScanChange


class DailyPickPublishedEvent(TypedDict):
    type: Literal["daily_pick.published"]
    #: When the event happened.
    timestamp: str
    data: PickPublication


class DailyPickScoredEvent(TypedDict):
    type: Literal["daily_pick.scored"]
    #: When the event happened.
    timestamp: str
    data: PickScoring


class DataStaleEvent(TypedDict):
    type: Literal["data.stale"]
    #: When the event happened.
    timestamp: str
    data: StaleMarket


class _NotedPatternAlways(TypedDict):
    market: MarketId
    symbol: SymbolText
    direction: Direction
    entry_date: CalendarDate
    exit_date: CalendarDate
    #: Calendar days, entry day included.
    hold_days: int
    edge_score: float
    historical_win_rate: Share
    years_tested: int


class NotedPattern(_NotedPatternAlways, total=False):
    """A setup, by the fields that identify it."""
    analyze_url: AnalyzeUrl
    #: Whether the setup is neutral. Patterns stored by earlier releases lack it.
    neutral: bool


class PatternEntry(TypedDict):
    #: Id of the saved scan that finds it.
    scan_id: str
    scan_name: str
    as_of: CalendarDate
    #: Whether the prices are the sandbox's.
    simulated: bool
    pattern: NotedPattern
    disclaimer: Disclaimer


class ScanChange(TypedDict):
    scan_id: str
    scan_name: str
    as_of: CalendarDate
    #: Whether the prices are the sandbox's.
    simulated: bool
    added: List[NotedPattern]
    gone: List[NotedPattern]
    added_count: int
    gone_count: int
    disclaimer: Disclaimer


class PickedSetup(TypedDict):
    market: MarketId
    symbol: SymbolText
    direction: Direction
    entry_date: CalendarDate
    exit_date: CalendarDate
    #: Calendar days, entry day included.
    hold_days: int
    edge_score: float


class PickPublication(TypedDict):
    #: Sequence number in the record.
    seq: int
    hash: RecordHash
    session: CalendarDate
    #: Last day whose prices were used; null without any.
    as_of: Optional[str]
    #: Whether the prices are the sandbox's.
    simulated: bool
    #: Null when there is none.
    pick: Optional[PickedSetup]
    #: Why there is no pick; null when there is one.
    reason: Optional[str]
    disclaimer: Disclaimer


class PickScoring(TypedDict):
    #: Sequence number of the outcome in the record.
    seq: int
    hash: RecordHash
    pick_seq: int
    pick_hash: RecordHash
    symbol: SymbolText
    market: MarketId
    direction: Direction
    entry_date: CalendarDate
    exit_date: CalendarDate
    #: Percent, in the direction of the pick, before costs.
    return_pct: float
    result: Literal["win", "loss"]
    #: Whether the prices are the sandbox's.
    simulated: bool
    disclaimer: Disclaimer


class StaleMarket(TypedDict):
    market: MarketId
    market_name: str
    as_of: CalendarDate
    #: Completed sessions without a bar.
    sessions_behind: int


#: A market by id, name or alias (GET /markets lists them), regardless of case, spaces, dashes and
#: underscores. Answers carry the id.
MarketName = str

#: Permanent id of a market, '0' to '16'.
MarketId = str

#: Ticker.
SymbolText = str

#: An id that this server made.
ResourceId = str

#: Text with a visible character and without control characters.
ShortText = str

#: A comma-separated list.
ListText = str

#: Any text without control characters.
AnyText = str

Direction = Literal["long", "short"]

#: `bullish` for long, `bearish` for short; `neutral` when edge_score < 40, historical_win_rate < 0.55 or
#: years_tested < 5.
Bias = Literal["bullish", "bearish", "neutral"]

Period = Literal["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec", "q1", "q2", "q3", "q4", "spring", "summer", "fall", "winter", "ytd", "year_end", "buy_hold"]

#: Calendar date, YYYY-MM-DD.
CalendarDate = str

#: Year of the entry, four digits.
Year = str

#: Lookback label, always a string: "10", or with a cycle "8 pe2".
YearsLabel = str

Share = float

#: What the content is not; says also when the prices are simulated.
Disclaimer = str

#: Present when the prices of a market end more than its gap limit (10 days, in Asia 20) before the last
#: session that should have a bar: it says how old they are, and no card of that market carries an order
#: ticket. Present too when most symbols of a market ended more than the gap limit before its last bar: it
#: says how many, and on which day. For days that are all past it says what was so then.
DataAgeNote = str

#: The shape depends on `view`: a PatternCard (full), a LeanCard (decision, and evidence after the first) or a
#: TableRow (table).
Card = Union[PatternCard, LeanCard, TableRow]

#: Request that opens this window by itself and carries the search that found it. The window is then judged as
#: the best of a search of both directions and at least the holds from 5 to 120 days: never more kindly than
#: here on the same data, and more strictly where the search was narrower. It uses data through the last
#: session before its entry, while a scan uses data through the last one before its window: where sessions
#: between them are already over, numbers may differ, and both say their `as_of`. Absent for presets, and in
#: patterns stored by earlier releases.
AnalyzeUrl = str

#: One point for each calendar day of the annual cycle. Empty where no completed cycle exists.
SeasonalCurve = List[CurvePoint]

#: One bar for each completed year of the window, oldest first.
YearBars = List[YearBar]

#: A table as CSV (RFC 4180) in UTF-8: a line of column names, then one line per row. The columns are the
#: properties of the schema of `application/x-ndjson`, in the same order. Null is an empty cell; a text that a
#: spreadsheet would run as a formula begins with an apostrophe.
TableText = str

ScoreItems = List[ScoreItem]

ScoreRequest = Union[ScoreItems, ScoreBatch]

#: The scores, or how to get more predictions.
ScoreAnswer = Union[ScoreResponse, ScoreUpgrade]

#: An item with its prediction, or with the reason why it has none.
ScoreRow = Union[ScoredItem, UnscoredItem]

#: What a cell of a heat map shows.
HeatMeasure = Literal["z", "avg_return", "win_rate"]

#: A text in Markdown, as one JSON string. Its last line is the disclaimer.
MarkdownText = str

#: Whether this was computed afterwards over simulated prices. It was not published in advance, is in no
#: record of the ledger, and never occurs over real prices.
IsReplay = bool

#: Version of the rule that the pick was made by. `GET /methodology` says what each is (section `daily_pick`).
PickRuleVersion = int

#: SHA-256 in hexadecimal; 64 zeros before the first record.
RecordHash = str

#: `set` when the server's clock was started at a chosen instant; then `published_at` proves nothing.
RecordClock = Literal["system", "set"]

LedgerRecord = Union[LedgerPick, LedgerNoPick, LedgerOutcome, LedgerRandomDates, LedgerCorrection]

#: Without a space at either end.
SavedScanName = str

#: The name that calendar apps show. Without a space at either end.
CalendarLinkName = str

#: What the calendar contains.
CalendarSource = Literal["saved_scan", "daily_pick"]

#: The name of the link. Without a space at either end.
TableLinkName = str

#: CSV (RFC 4180), one JSON object per line, or Parquet. The columns are the same.
ExportFormat = Literal["csv", "ndjson", "parquet"]

#: today: the model in use. selected_rows: trained also on the rows that scans would have shown. z: as
#: selected_rows, with z as an input. z_and_log_p: as z, with the logarithm of p_symbol as another input.
ModelVariantName = Literal["today", "selected_rows", "z", "z_and_log_p"]

#: Month of entry, YYYY-MM.
EvidenceMonth = str

#: The kind of an event; `webhooks` of this document describes the content of each.
WebhookEventType = Literal["pattern.entering", "scan.changed", "daily_pick.published", "daily_pick.scored", "data.stale"]

#: An https URL without user and password that leads to a public address.
WebhookUrl = str

#: A note for yourself.
Note = str

#: An event that a webhook sends.
WebhookEvent = Union[PatternEnteringEvent, ScanChangedEvent, DailyPickPublishedEvent, DailyPickScoredEvent, DataStaleEvent]
