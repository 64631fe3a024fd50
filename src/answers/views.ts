import type { Schema } from '../schema';
import type { Card, CardChart, LeanCard, PatternCard, TableRow } from './shapes';

/** How much of each card a response carries (SPEC 4.1 `view`, DESIGN 5). */
export type View = Schema<'ScanResponse'>['view'];

/**
 * The cards in a view, in their order: `full` all of each; `evidence` the first in full, the rest lean;
 * `decision` all lean; `table` one flat row each. The cards themselves are not changed.
 *
 * @param chart of the card of rank 1; ignored in the table view
 */
export function viewCards(cards: readonly PatternCard[], view: View, chart?: CardChart): Card[] {
  if (view === 'table') return cards.map(tableRow);
  return cards.map((card) => {
    const isFirst = card.rank === 1;
    const shown = view === 'full' || (view === 'evidence' && isFirst) ? card : leanCard(card);
    return isFirst && chart !== undefined ? { ...shown, chart } : shown;
  });
}

/** The card without per_year, curve_summary, set_reminder and copy_text. */
export function leanCard(card: PatternCard): LeanCard {
  const { per_year: _years, curve_summary: _curve, ...receipts } = card.receipts;
  const { set_reminder: _reminder, copy_text: _text, ...nextStep } = card.next_step;
  return { ...card, receipts, next_step: nextStep };
}

export function tableRow(card: PatternCard): TableRow {
  const { entry_session, exit_session } = card.setup;
  return {
    rank: card.rank,
    symbol: card.symbol,
    market: card.market.id,
    direction: card.direction,
    bias: card.bias,
    entry_date: card.setup.entry_date,
    exit_date: card.setup.exit_date,
    hold_days: card.setup.hold_days,
    ...(entry_session === undefined ? {} : { entry_session, exit_session }),
    edge_score: card.edge_score,
    historical_win_rate: card.stats.historical_win_rate,
    years_tested: card.receipts.years_tested,
    avg_return_pct: card.stats.avg_return_pct,
    median_return_pct: card.stats.median_return_pct,
    sharpe_ratio: card.stats.sharpe_ratio,
    significance: card.significance,
    ...(card.came_true === undefined ? {} : { came_true: card.came_true }),
    ml_win_prob: card.ml === null ? null : card.ml.ml_win_prob,
    tier_notes: card.tier_notes,
    ...(card.past_pool === undefined ? {} : { past_pool: card.past_pool }),
  };
}
