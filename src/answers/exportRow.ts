import { toIso } from '../core/calendar/dates';
import type { CameTrue } from '../core/cameTrue/share';
import type { Significance } from '../core/significance/significance';
import { round4OrNull } from '../core/statistics/round';
import type { Baseline } from '../core/window/baseline';
import type { Evidence } from '../core/window/evidence';
import { type Direction, holdOf, type WindowSpec } from '../core/window/window';
import type { Cell } from '../rowText';
import type { Schema } from '../schema';
import { publishedStats } from './patternStats';
import { lookbackLabel } from './phrases';
import { cameTrueBlock, significanceBlock } from './significance';

/** A column of an export, the same in every format. */
export type ExportColumn = Schema<'ExportColumn'>;

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

type ColumnName = (typeof EXPORT_COLUMNS)[number]['name'];

/** The columns in their order. */
export const EXPORT_COLUMNS = [
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
  nullable('std_dev_pct', 'Their sample standard deviation, percent.'),
  column('sharpe_ratio', 'number', 'Mean / standard deviation of the yearly returns.'),
  nullable('any_date_win_rate', 'What the same hold won from any entry date of the lookback.'),
  nullable('any_date_avg_pct', 'What the same hold returned from any entry date of the lookback, percent.'),
  column('significance', 'string', 'ready, pending or not_applicable.'),
  nullable('z', "How far the window beats its symbol's own drift."),
  nullable('p_window', 'How often this very window is as strong over shuffled calendars.'),
  nullable('p_symbol', "How often the symbol's strongest window of such a search is as strong."),
  nullable('p_search', 'How often the strongest window of the whole market is as strong.'),
  nullable('q_symbol', 'False discovery rate at which the symbol would be called among all symbols of the market.'),
  column('came_true_status', 'string', 'ready, pending or not_applicable.'),
  nullable('came_true_share', 'Of 1 % that such windows showed beyond their peers, so many percent came true.'),
  nullable('shown_excess_pct', 'What the window showed beyond its peers in the direction of the trade, percent.'),
  nullable('expected_excess_pct', 'The part of it that is expected to come true, percent.'),
  column(
    'rotations',
    'integer',
    'Number of shuffled calendars behind p_symbol: those that leave the symbol a window of at least five years.',
  ),
  column('as_of', 'date', 'Last day whose prices were used.'),
];

/** The cells of a window in the order of the columns. */
export function exportCells(exported: ExportedWindow): Cell[] {
  const { symbol, name, market, rank, window, direction, evidence, baseline } = exported;
  const stats = publishedStats(evidence);
  const significance = significanceBlock(exported.significance);
  const cameTrue = cameTrueBlock(exported.cameTrue);
  const cells: Readonly<Record<ColumnName, Cell>> = {
    symbol,
    name,
    market,
    rank,
    direction,
    entry_date: toIso(window.entry),
    end_date: toIso(window.end),
    days_out: holdOf(window),
    years: lookbackLabel(window),
    years_tested: stats.years_tested,
    wins: evidence.wins,
    win_rate: stats.historical_win_rate,
    avg_profit_pct: stats.avg_return_pct,
    median_profit_pct: stats.median_return_pct,
    std_dev_pct: round4OrNull(evidence.deviation),
    sharpe_ratio: stats.sharpe_ratio,
    any_date_win_rate: round4OrNull(baseline.positiveShare),
    any_date_avg_pct: round4OrNull(baseline.mean),
    significance: significance.status,
    z: significance.z,
    p_window: significance.p_window,
    p_symbol: significance.p_symbol,
    p_search: significance.p_search,
    q_symbol: significance.q_symbol ?? null,
    came_true_status: cameTrue.status,
    came_true_share: cameTrue.share,
    shown_excess_pct: cameTrue.shown_excess_pct,
    expected_excess_pct: cameTrue.expected_excess_pct,
    rotations: significance.rotations,
    as_of: toIso(window.asOf),
  };
  return EXPORT_COLUMNS.map((column) => cells[column.name]);
}

function column<Name extends string>(name: Name, type: ExportColumn['type'], description: string) {
  return { name, type, nullable: false, description };
}

/** A number that may be missing. */
function nullable<Name extends string>(name: Name, description: string) {
  return { ...column(name, 'number', description), nullable: true };
}
