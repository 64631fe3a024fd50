import type { Bias } from '../core/window/bias';
import type { Direction } from '../core/window/window';
import type { CurvePoint, YearBar } from './chart';

/**
 * The published shapes of SPEC 2.2 to 2.5, field for field as in the contract. Dates are `YYYY-MM-DD`; percentages and
 * ratios carry 4 decimals.
 */
export interface PatternCard {
  readonly rank: number;
  readonly symbol: string;
  readonly market: { readonly id: string; readonly name: string };
  readonly direction: Direction;
  readonly bias: Bias;
  readonly setup: Setup;
  readonly edge_score: number;
  readonly edge_basis: string;
  readonly stats: CardStats;
  readonly ml: MlBlock | null;
  readonly receipts: Receipts;
  readonly next_step: NextStep;
  readonly headline: string;
  readonly verdict: string;
  readonly disclaimer: string;
  readonly tier_notes: string;
  readonly note?: string;
  /** Only on the first card, and only when asked for. */
  readonly chart?: CardChart;
}

export interface CardChart {
  readonly seasonal_curve: CurvePoint[];
  readonly per_year_bars: YearBar[];
}

/** A card without its year-by-year receipts, curve, reminder and copy text (DESIGN 5, views evidence and decision). */
export interface LeanCard extends Omit<PatternCard, 'receipts' | 'next_step'> {
  readonly receipts: Omit<Receipts, 'per_year' | 'curve_summary'>;
  readonly next_step: Omit<NextStep, 'set_reminder' | 'copy_text'>;
}

/** One row of view=table (DESIGN 5). */
export interface TableRow {
  readonly rank: number;
  readonly symbol: string;
  /** Market id. */
  readonly market: string;
  readonly direction: Direction;
  readonly bias: Bias;
  readonly entry_date: string;
  readonly exit_date: string;
  readonly hold_days: number;
  readonly edge_score: number;
  readonly historical_win_rate: number;
  readonly years_tested: number;
  readonly avg_return_pct: number;
  readonly median_return_pct: number;
  readonly sharpe_ratio: number;
  readonly ml_win_prob: number | null;
}

export interface Setup {
  readonly entry_date: string;
  /** `YYYY-MM-DD to YYYY-MM-DD` */
  readonly entry_window: string;
  /** Calendar days, entry day included. */
  readonly hold_days: number;
  readonly exit_date: string;
}

export interface CardStats {
  /** 0..1 */
  readonly historical_win_rate: number;
  readonly sharpe_ratio: number;
  readonly avg_return_pct: number;
  readonly median_return_pct: number;
  /** Lookback label: `10`, in cycles `8 pe2`. */
  readonly years: string;
}

export interface MlBlock {
  readonly ml_score: number;
  /** 0..1 */
  readonly ml_win_prob: number;
  readonly pred_return_pct: number;
  readonly pred_mfe_pct: number;
}

export interface YearReturn {
  readonly year: string;
  readonly return_pct: number;
}

export interface YearResult extends YearReturn {
  readonly result: 'win' | 'loss';
}

export interface CurveSummary {
  readonly shape: string;
  readonly trend?: string;
  readonly change_pts?: number;
  /** Days from entry, 0 = entry day. */
  readonly peak_day: number;
  readonly trough_day: number;
}

export interface Receipts {
  readonly years_tested: number;
  readonly wins: number;
  readonly losses: number;
  readonly historical_win_rate: number;
  readonly avg_return_pct: number;
  readonly median_return_pct: number;
  readonly best_year: YearReturn;
  readonly worst_year: YearReturn;
  readonly per_year: YearResult[];
  readonly curve_summary?: CurveSummary;
  readonly source: string;
  readonly as_of: string;
  /** Only on the daily pick. */
  readonly live_track_record?: TrackRecord;
}

export interface TrackRecord {
  readonly count: number;
  readonly win_count: number;
  readonly win_rate: number | null;
  readonly avg_return_pct: number | null;
  readonly note: string;
}

export interface NextStep {
  readonly headline: string;
  readonly order_ticket?: OrderTicket;
  readonly copy_text: string;
  readonly set_reminder?: Reminder;
  readonly framing: string;
}

/** Broker-agnostic; there is no price, limit or stop (SPEC 2.5). */
export interface OrderTicket {
  readonly side: 'BUY' | 'SELL';
  readonly symbol: string;
  readonly type: 'MARKET';
  readonly time_in_force: 'DAY';
  readonly suggested_entry_date: string;
  readonly suggested_exit_date: string;
  readonly note: string;
}

export interface Reminder {
  readonly type: 'calendar' | 'seasonal_entry';
  readonly fire_on: string;
  readonly message: string;
}
