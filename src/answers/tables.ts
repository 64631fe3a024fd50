import { ruleVersionOf } from '../core/record/ledger';
import type { Output } from '../operation';
import type { Schema } from '../schema';
import type { CompareEntry, CurvePoint, LeanCard, Opportunity, PatternCard, TrackRecordPick } from './shapes';
import { tableOf } from './table';

type ScanBody = Pick<Output<'scanMarkets'>, 'opportunities'>;
type WholeCard = PatternCard | LeanCard;

/** The cards of GET /scan in any view. */
export const scanTable = tableOf<ScanBody, WholeCard, Schema<'ScanLine'>>({
  name: 'scan',
  list: 'opportunities',
  rows: ({ opportunities }) => opportunities.filter((card): card is WholeCard => 'receipts' in card),
  columns: {
    rank: ({ rank }) => rank,
    symbol: ({ symbol }) => symbol,
    market: ({ market }) => market.id,
    market_name: ({ market }) => market.name,
    direction: ({ direction }) => direction,
    bias: ({ bias }) => bias,
    entry_date: ({ setup }) => setup.entry_date,
    exit_date: ({ setup }) => setup.exit_date,
    hold_days: ({ setup }) => setup.hold_days,
    edge_score: ({ edge_score }) => edge_score,
    historical_win_rate: ({ stats }) => stats.historical_win_rate,
    years_tested: ({ receipts }) => receipts.years_tested,
    wins: ({ receipts }) => receipts.wins,
    losses: ({ receipts }) => receipts.losses,
    avg_return_pct: ({ stats }) => stats.avg_return_pct,
    median_return_pct: ({ stats }) => stats.median_return_pct,
    sharpe_ratio: ({ stats }) => stats.sharpe_ratio,
    best_year: ({ receipts }) => receipts.best_year.year,
    best_year_return_pct: ({ receipts }) => receipts.best_year.return_pct,
    worst_year: ({ receipts }) => receipts.worst_year.year,
    worst_year_return_pct: ({ receipts }) => receipts.worst_year.return_pct,
    any_date_win_rate: ({ receipts }) => receipts.any_date?.win_rate ?? null,
    any_date_avg_return_pct: ({ receipts }) => receipts.any_date?.avg_return_pct ?? null,
    significance_status: ({ significance }) => significance.status,
    z: ({ significance }) => significance.z,
    p_window: ({ significance }) => significance.p_window,
    p_symbol: ({ significance }) => significance.p_symbol,
    p_search: ({ significance }) => significance.p_search,
    q_symbol: ({ significance }) => significance.q_symbol ?? null,
    came_true_status: ({ came_true }) => came_true?.status ?? 'not_applicable',
    came_true_share: ({ came_true }) => came_true?.share ?? null,
    shown_excess_pct: ({ came_true }) => came_true?.shown_excess_pct ?? null,
    expected_excess_pct: ({ came_true }) => came_true?.expected_excess_pct ?? null,
    ml_score: ({ ml }) => ml?.ml_score ?? null,
    ml_win_prob: ({ ml }) => ml?.ml_win_prob ?? null,
    pred_return_pct: ({ ml }) => ml?.pred_return_pct ?? null,
    pred_mfe_pct: ({ ml }) => ml?.pred_mfe_pct ?? null,
    as_of: ({ receipts }) => receipts.as_of,
    past_pool: ({ past_pool }) => past_pool ?? false,
  },
});

type ListBody = Output<'listOpportunities'> | Output<'listSymbolOpportunities'>;

/** The rows of GET /opportunities and GET /opportunities/{symbol}. */
export const opportunityTable = tableOf<ListBody, Opportunity, Schema<'OpportunityLine'>>({
  name: 'opportunities',
  list: 'opportunities',
  rows: ({ opportunities }) => opportunities,
  columns: {
    symbol: ({ symbol }) => symbol,
    market: ({ market }) => market,
    direction: ({ direction }) => direction,
    entry_date: ({ entry_date }) => entry_date,
    days_out: ({ days_out }) => days_out,
    sharpe_ratio: ({ sharpe_ratio }) => sharpe_ratio,
    avg_profit_pct: ({ avg_profit_pct }) => avg_profit_pct,
    median_profit_pct: ({ median_profit_pct }) => median_profit_pct,
    win_rate: ({ win_rate }) => win_rate,
    years: ({ years }) => years,
    years_tested: ({ years_tested }) => years_tested,
    evidence_status: ({ evidence_status }) => evidence_status,
    significance_status: ({ significance }) => significance?.status ?? null,
    z: ({ significance }) => significance?.z ?? null,
    p_window: ({ significance }) => significance?.p_window ?? null,
    p_symbol: ({ significance }) => significance?.p_symbol ?? null,
    p_search: ({ significance }) => significance?.p_search ?? null,
    q_symbol: ({ significance }) => significance?.q_symbol ?? null,
    came_true_status: ({ came_true }) => came_true?.status ?? null,
    came_true_share: ({ came_true }) => came_true?.share ?? null,
    shown_excess_pct: ({ came_true }) => came_true?.shown_excess_pct ?? null,
    expected_excess_pct: ({ came_true }) => came_true?.expected_excess_pct ?? null,
    ml_score: ({ ml }) => ml?.ml_score ?? null,
    win_prob: ({ ml }) => ml?.win_prob ?? null,
    pred_return: ({ ml }) => ml?.pred_return ?? null,
    pred_mfe: ({ ml }) => ml?.pred_mfe ?? null,
  },
});

/** The symbols of GET /compare, in the order of the request. */
export const compareTable = tableOf<Output<'compareSymbols'>, CompareEntry, Schema<'CompareLine'>>({
  name: 'compare',
  list: 'symbols',
  rows: ({ symbols }) => symbols,
  columns: {
    symbol: ({ symbol }) => symbol,
    market: ({ market }) => market.id,
    market_name: ({ market }) => market.name,
    direction: (_, { setup }) => setup.direction,
    entry_date: (_, { setup }) => setup.entry_date,
    exit_date: (_, { setup }) => setup.exit_date,
    hold_days: (_, { setup }) => setup.hold_days,
    years_tested: ({ stats }) => stats?.years_tested ?? null,
    wins: ({ stats }) => stats?.wins ?? null,
    losses: ({ stats }) => stats?.losses ?? null,
    historical_win_rate: ({ stats }) => stats?.historical_win_rate ?? null,
    avg_return_pct: ({ stats }) => stats?.avg_return_pct ?? null,
    median_return_pct: ({ stats }) => stats?.median_return_pct ?? null,
    sharpe_ratio: ({ stats }) => stats?.sharpe_ratio ?? null,
    cumulative_return_pct: ({ stats }) => stats?.cumulative_return_pct ?? null,
    best_year: ({ stats }) => stats?.best_year.year ?? null,
    best_year_return_pct: ({ stats }) => stats?.best_year.return_pct ?? null,
    worst_year: ({ stats }) => stats?.worst_year.year ?? null,
    worst_year_return_pct: ({ stats }) => stats?.worst_year.return_pct ?? null,
    avg_mfe_pct: ({ stats }) => stats?.avg_mfe_pct ?? null,
    avg_mae_pct: ({ stats }) => stats?.avg_mae_pct ?? null,
    deepest_drop_year: ({ stats }) => stats?.deepest_drop.year ?? null,
    deepest_drop_pct: ({ stats }) => stats?.deepest_drop.mae_pct ?? null,
    any_date_win_rate: ({ any_date }) => any_date.win_rate,
    any_date_avg_return_pct: ({ any_date }) => any_date.avg_return_pct,
    buy_and_hold_avg_return_pct: ({ buy_and_hold }) => buy_and_hold.avg_return_pct,
    difference_from_highest_pct: ({ difference_from_highest: from }) => from?.avg_difference_pct ?? null,
    interval_low_pct: ({ difference_from_highest: from }) => from?.interval_low_pct ?? null,
    interval_high_pct: ({ difference_from_highest: from }) => from?.interval_high_pct ?? null,
    p_symbol: ({ significance }) => significance?.p_symbol ?? null,
    came_true_status: ({ came_true }) => came_true.status,
    came_true_share: ({ came_true }) => came_true?.share ?? null,
    shown_excess_pct: ({ came_true }) => came_true?.shown_excess_pct ?? null,
    expected_excess_pct: ({ came_true }) => came_true?.expected_excess_pct ?? null,
    data_from: ({ data_from }) => data_from,
  },
});

/** The points of GET /seasonal-chart; the single years are in the JSON only. */
export const chartTable = tableOf<Output<'getSeasonalChart'>, CurvePoint, Schema<'CurveLine'>>({
  name: 'seasonal-chart',
  list: 'seasonal_curve',
  rows: ({ seasonal_curve }) => seasonal_curve,
  columns: {
    symbol: (_, { symbol }) => symbol,
    market: (_, { market }) => market,
    date: ({ date }) => date,
    index: ({ index }) => index,
  },
});

/** The items of POST /score in the order sent; none once the allowance is spent. */
export const scoreTable = tableOf<Output<'scoreSetups'>, Schema<'ScoreRow'>, Schema<'ScoreLine'>>({
  name: 'score',
  list: 'scores',
  rows: (body) => ('scores' in body ? body.scores : []),
  columns: {
    symbol: ({ symbol }) => symbol,
    date: ({ date }) => date,
    direction: ({ direction }) => direction,
    days_out: ({ days_out }) => days_out,
    ml_score: (row) => ('note' in row ? null : row.ml_score),
    win_prob: (row) => ('note' in row ? null : row.win_prob),
    pred_return: (row) => ('note' in row ? null : row.pred_return),
    pred_mfe: (row) => ('note' in row ? null : row.pred_mfe),
    note: (row) => ('note' in row ? row.note : null),
  },
});

/** The picks of GET /daily-pick/track-record, newest first. */
export const recordTable = tableOf<Output<'getTrackRecord'>, TrackRecordPick, Schema<'PickLine'>>({
  name: 'track-record',
  list: 'picks',
  rows: ({ picks }) => picks,
  columns: {
    featured_date: ({ featured_date }) => featured_date,
    symbol: ({ symbol }) => symbol,
    return_pct: ({ return_pct }) => return_pct,
    result: ({ result }) => result,
    rule_version: ({ rule_version }) => rule_version,
    replay: (_, { replay }) => replay,
  },
});

type LedgerRecord = Schema<'LedgerRecord'>;
type Kind = LedgerRecord['type'];

/** The symbols of GET /markets/{market_id}/symbols. */
export const symbolTable = tableOf<Output<'listSymbols'>, Schema<'SymbolEntry'>, Schema<'SymbolLine'>>({
  name: 'symbols',
  list: 'symbols',
  rows: ({ symbols }) => symbols,
  columns: {
    symbol: ({ symbol }) => symbol,
    name: ({ name }) => name,
    first_date: ({ first_date }) => first_date,
    last_date: ({ last_date }) => last_date,
  },
});

/** The records of GET /daily-pick/ledger; fields that a record's type does not have are null. */
export const ledgerTable = tableOf<Output<'listLedger'>, LedgerRecord, Schema<'LedgerLine'>>({
  name: 'ledger',
  list: 'records',
  rows: ({ records }) => records,
  columns: {
    seq: ({ seq }) => seq,
    type: ({ type }) => type,
    published_at: ({ published_at }) => published_at,
    session: (record) => madeOn(record)?.session ?? null,
    as_of: (record) => madeOn(record)?.as_of ?? null,
    symbol: (record) => as('pick', record)?.symbol ?? null,
    market: (record) => as('pick', record)?.market ?? null,
    direction: (record) => as('pick', record)?.direction ?? null,
    entry_date: (record) => as('pick', record)?.entry_date ?? null,
    exit_date: (record) => as('pick', record)?.exit_date ?? null,
    hold_days: (record) => as('pick', record)?.hold_days ?? null,
    earliest_entry: (record) => as('pick', record)?.earliest_entry ?? null,
    rule_version: (record) => madeBy(record),
    edge_score: (record) => as('pick', record)?.edge_score ?? null,
    ml_score: (record) => as('pick', record)?.ml.ml_score ?? null,
    ml_win_prob: (record) => as('pick', record)?.ml.ml_win_prob ?? null,
    pred_return_pct: (record) => as('pick', record)?.ml.pred_return_pct ?? null,
    pred_mfe_pct: (record) => as('pick', record)?.ml.pred_mfe_pct ?? null,
    of_seq: (record) => referred(record)?.seq ?? null,
    entry_session: (record) => as('outcome', record)?.entry_session ?? null,
    exit_session: (record) => as('outcome', record)?.exit_session ?? null,
    return_pct: (record) => (as('outcome', record) ?? as('correction', record))?.return_pct ?? null,
    result: (record) => as('outcome', record)?.result ?? null,
    convention: (record) => as('outcome', record)?.convention ?? null,
    benchmark_symbol: (record) => as('outcome', record)?.benchmark?.symbol ?? null,
    benchmark_return_pct: (record) => as('outcome', record)?.benchmark?.return_pct ?? null,
    random_dates_windows: (record) => as('random_dates', record)?.figures?.windows ?? null,
    random_dates_win_rate: (record) => as('random_dates', record)?.figures?.win_rate ?? null,
    random_dates_avg_return_pct: (record) => as('random_dates', record)?.figures?.avg_return_pct ?? null,
    reason: (record) => (as('no_pick', record) ?? as('correction', record))?.reason ?? null,
    simulated: ({ simulated }) => simulated,
    clock: ({ clock }) => clock,
    card_hash: (record) => as('pick', record)?.card_hash ?? null,
    prev_hash: ({ prev_hash }) => prev_hash,
    hash: ({ hash }) => hash,
  },
});

function as<Type extends Kind>(type: Type, record: LedgerRecord): Extract<LedgerRecord, { type: Type }> | null {
  return isOf(type, record) ? record : null;
}

function isOf<Type extends Kind>(type: Type, record: LedgerRecord): record is Extract<LedgerRecord, { type: Type }> {
  return record.type === type;
}

function madeOn(record: LedgerRecord) {
  return as('pick', record) ?? as('no_pick', record);
}

function madeBy(record: LedgerRecord): number | null {
  const made = madeOn(record);
  return made && ruleVersionOf(made);
}

/** The record that another one refers to. */
function referred(record: LedgerRecord) {
  if (record.type === 'outcome' || record.type === 'random_dates') return record.pick;
  return as('correction', record)?.corrects ?? null;
}
