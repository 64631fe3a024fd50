import { toIso } from '../core/calendar/dates';
import type { CameTrue } from '../core/cameTrue/share';
import { isPredicted, type MlOutcome } from '../core/model/absence';
import type { MissingNull, Significance } from '../core/significance/significance';
import type { Evidence } from '../core/window/evidence';
import { type Direction, holdOf, type WindowSpec } from '../core/window/window';
import type { Output } from '../operation';
import { analyzeUrl, type FoundBySearch } from './analyzeUrl';
import { publishedStats } from './patternStats';
import { lookbackLabel } from './phrases';
import { bulkMl, listNotes } from './predictions';
import type { Opportunity } from './shapes';
import { cameTrueBlock, filterReading, significanceBlock } from './significance';

/** Why a row has no evidence (SPEC 2.6). */
type NoEvidence = Exclude<Opportunity['evidence_status'], 'verified'>;

export interface OpportunityInput {
  readonly symbol: string;
  /** Market id. */
  readonly market: string;
  readonly window: WindowSpec;
  readonly direction: Direction;
  readonly evidence: Evidence | NoEvidence;
  /** Null without evidence. */
  readonly significance: Significance | null;
  /** Null without evidence. */
  readonly cameTrue: CameTrue | null;
  /** The search that the link of the row names; null for a row without a link. */
  readonly foundBy: FoundBySearch | null;
  readonly ml: MlOutcome;
}

/** A row of a list; without evidence its statistics are null (SPEC 2.6). */
function opportunity(input: OpportunityInput): Opportunity {
  const { symbol, market, window, direction, evidence, significance, cameTrue, foundBy, ml } = input;
  const link = foundBy && analyzeUrl({ symbol, market, direction, window }, foundBy);
  const stats = typeof evidence === 'string' ? null : publishedStats(evidence);
  return {
    symbol,
    market,
    direction,
    entry_date: toIso(window.entry),
    days_out: holdOf(window),
    sharpe_ratio: stats?.sharpe_ratio ?? null,
    avg_profit_pct: stats?.avg_return_pct ?? null,
    median_profit_pct: stats?.median_return_pct ?? null,
    win_rate: stats?.historical_win_rate ?? null,
    years: lookbackLabel(window),
    years_tested: stats?.years_tested ?? null,
    evidence_status: typeof evidence === 'string' ? evidence : 'verified',
    significance: significance && significanceBlock(significance),
    came_true: cameTrue && cameTrueBlock(cameTrue),
    ml: isPredicted(ml) ? bulkMl(ml.prediction) : null,
    ...(link ? { analyze_url: link } : {}),
  };
}

/** The inputs of a list of windows: its rows, and the published members before and after them. */
interface ListParts<Before, After> {
  readonly before: Before;
  readonly rows: readonly OpportunityInput[];
  /** Why the p-values are not known that the list filters by; null when they are. */
  readonly missingNull: MissingNull | null;
  readonly after: After;
}

type OfMarket = Output<'listOpportunities'>;
type OfSymbol = Output<'listSymbolOpportunities'>;

type MarketListParts = ListParts<
  Pick<
    OfMarket,
    | 'entry_date'
    | 'window_supported'
    | 'evaluated_count'
    | 'enrichment_capped'
    | 'evidence_failures'
    | 'ml_remaining_today'
  >,
  Pick<OfMarket, 'note' | 'disclaimer' | 'as_of' | 'data_age_note'>
>;
type SymbolListParts = ListParts<
  Pick<OfSymbol, 'symbol' | 'market'>,
  Pick<OfSymbol, 'note' | 'disclaimer' | 'as_of' | 'data_age_note'>
> & { readonly remaining: number | null };

/** The answer of GET /opportunities (SPEC 4.2). */
export function marketListAnswer({ before, after, ...list }: MarketListParts): OfMarket {
  return { ...before, opportunities: list.rows.map(opportunity), tier_notes: notesOf(list), ...after };
}

/** The answer of GET /opportunities/{symbol} (SPEC 4.3). */
export function symbolListAnswer({ before, remaining, after, ...list }: SymbolListParts): OfSymbol {
  const opportunities = list.rows.map(opportunity);
  return { ...before, opportunities, ml_remaining_today: remaining, tier_notes: notesOf(list), ...after };
}

function notesOf({ rows, missingNull }: Pick<ListParts<never, never>, 'rows' | 'missingNull'>): string {
  const notes = listNotes(rows.map(({ ml }) => ml));
  return missingNull ? `${filterReading(missingNull)} ${notes}` : notes;
}
