import { toIso } from '../core/calendar/dates';
import type { CameTrue } from '../core/cameTrue/cameTrue';
import type { Significance } from '../core/significance/significance';
import { round4OrNull } from '../core/statistics/round';
import type { Baseline } from '../core/window/baseline';
import type { Evidence } from '../core/window/evidence';
import type { Direction, WindowSpec } from '../core/window/window';
import type { Cell } from '../rowText';
import { opportunity } from './opportunity';

/** Type of an export column. Dates are `YYYY-MM-DD`. */
export type ColumnType = 'string' | 'integer' | 'number' | 'date';

/** A column of an export, the same in every format. */
export interface ExportColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** Whether its cell may be empty. */
  readonly nullable: boolean;
  readonly description: string;
}

/** A window of an export with its numbers. */
export interface ExportedWindow {
  readonly symbol: string;
  readonly name: string;
  /** Market id. */
  readonly market: string;
  /** Rank among the windows of its symbol, 1 = best. */
  readonly rank: number;
  readonly window: WindowSpec;
  readonly direction: Direction;
  readonly evidence: Evidence;
  readonly significance: Significance;
  readonly cameTrue: CameTrue;
  readonly baseline: Baseline;
}

/** The columns in their order. */
export const EXPORT_COLUMNS: readonly ExportColumn[] = [
  column('symbol', 'string', 'Ticker.'),
  column('name', 'string', 'Name of the symbol; its ticker where none is known.'),
  column('market', 'string', 'Id of the market.'),
  column('rank', 'integer', 'Among the windows of the symbol, by Sharpe ratio; 1 is the best.'),
  column('direction', 'string', 'long or short.'),
  column('entry_date', 'date', 'Entry, the first day of the window.'),
  column('end_date', 'date', 'Last day of the window, entry_date + (days_out - 1).'),
  column('days_out', 'integer', 'Holding period in calendar days, the entry day included.'),
  column('years', 'string', 'Lookback in years; in a cycle, with its position.'),
  column('years_tested', 'integer', 'Completed observations.'),
  column('wins', 'integer', 'Observations above 0.'),
  column('win_rate', 'number', 'wins / years_tested.'),
  column('avg_profit_pct', 'number', 'Mean of the yearly returns in the direction of the trade, percent.'),
  column('median_profit_pct', 'number', 'Their median, percent.'),
  nullable('std_dev_pct', 'number', 'Their sample standard deviation, percent.'),
  column('sharpe_ratio', 'number', 'Mean / standard deviation of the yearly returns.'),
  nullable('any_date_win_rate', 'number', 'What the same hold won from any entry date of the lookback.'),
  nullable('any_date_avg_pct', 'number', 'What the same hold returned from any entry date of the lookback, percent.'),
  column('significance', 'string', 'ready, pending or not_applicable.'),
  nullable('z', 'number', "How far the window beats its symbol's own drift."),
  nullable('p_window', 'number', 'How often this very window is as strong over shuffled calendars.'),
  nullable('p_symbol', 'number', "How often the symbol's strongest window of such a search is as strong."),
  nullable('p_search', 'number', 'How often the strongest window of the whole market is as strong.'),
  nullable(
    'q_symbol',
    'number',
    'False discovery rate at which the symbol would be called among all symbols of the market.',
  ),
  column('came_true_status', 'string', 'ready, pending or not_applicable.'),
  nullable(
    'came_true_share',
    'number',
    'Of 1 % that such windows showed beyond their peers, so many percent came true.',
  ),
  nullable(
    'shown_excess_pct',
    'number',
    'What the window showed beyond its peers in the direction of the trade, percent.',
  ),
  nullable('expected_excess_pct', 'number', 'The part of it that is expected to come true, percent.'),
  column('rotations', 'integer', 'Number of shuffled calendars behind the p-values.'),
  column('as_of', 'date', 'Last day whose prices were used.'),
];

/** The cells of a window in the order of the columns. Values that a symbol's list has too are taken from its row. */
export function exportCells({ name, rank, evidence, baseline, ...listed }: ExportedWindow): Cell[] {
  const row = opportunity({ ...listed, evidence, foundBy: null, ml: { reason: 'not_reached' } });
  const { significance } = row;
  const { window } = listed;
  return [
    row.symbol,
    name,
    row.market,
    rank,
    row.direction,
    row.entry_date,
    toIso(window.end),
    row.days_out,
    row.years,
    row.years_tested,
    evidence.wins,
    row.win_rate,
    row.avg_profit_pct,
    row.median_profit_pct,
    round4OrNull(evidence.deviation),
    row.sharpe_ratio,
    round4OrNull(baseline.positiveShare),
    round4OrNull(baseline.mean),
    significance?.status ?? null,
    significance?.z ?? null,
    significance?.p_window ?? null,
    significance?.p_symbol ?? null,
    significance?.p_search ?? null,
    significance?.q_symbol ?? null,
    row.came_true?.status ?? null,
    row.came_true?.share ?? null,
    row.came_true?.shown_excess_pct ?? null,
    row.came_true?.expected_excess_pct ?? null,
    significance?.rotations ?? null,
    toIso(window.asOf),
  ];
}

function column(name: string, type: ColumnType, description: string): ExportColumn {
  return { name, type, nullable: false, description };
}

function nullable(name: string, type: ColumnType, description: string): ExportColumn {
  return { ...column(name, type, description), nullable: true };
}
