import type { Output } from '../../operation';
import type { Schema } from '../../schema';
import type { LeanCard, Opportunity, PatternCard } from '../shapes';
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
