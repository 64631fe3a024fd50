import type { Output } from '../operation';
import { type OpportunityInput, opportunity } from './opportunity';
import { listNotes } from './predictions';

/** The inputs of a list of windows: its rows, and the published members before and after them. */
interface ListParts<Before, After> {
  readonly before: Before;
  readonly rows: readonly OpportunityInput[];
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
  Pick<OfMarket, 'disclaimer' | 'as_of' | 'data_age_note'>
>;
type SymbolListParts = ListParts<
  Pick<OfSymbol, 'symbol' | 'market'>,
  Pick<OfSymbol, 'disclaimer' | 'as_of' | 'data_age_note'>
> & { readonly remaining: number | null };

/** The answer of GET /opportunities (SPEC 4.2). */
export function marketListAnswer({ before, rows, after }: MarketListParts): OfMarket {
  return { ...before, opportunities: rows.map(opportunity), tier_notes: notesOf(rows), ...after };
}

/** The answer of GET /opportunities/{symbol} (SPEC 4.3). */
export function symbolListAnswer({ before, rows, remaining, after }: SymbolListParts): OfSymbol {
  const opportunities = rows.map(opportunity);
  return { ...before, opportunities, ml_remaining_today: remaining, tier_notes: notesOf(rows), ...after };
}

function notesOf(rows: readonly OpportunityInput[]): string {
  return listNotes(rows.map(({ ml }) => ml));
}
