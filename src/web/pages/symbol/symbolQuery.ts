import { apiRequest } from '../../api/apiRequest';
import type { Schemas } from '../../api/client';

/** The search that found the window (`analyze_url` of a card or row); a window chosen on the page has none. */
export const NO_SEARCH = { searched: '', searched_days: '', searched_markets: '' };

/** The state of the page in its URL; empty = left to the API. */
export const DEFAULTS = {
  entry_date: '',
  days_out: '',
  direction: '',
  period: '',
  reverse: '',
  years: '10',
  pe_cycle: 'consecutive',
  ...NO_SEARCH,
  measure: 'z',
};
export type PageState = Readonly<typeof DEFAULTS>;
export type Field = keyof PageState;

export type Measure = Schemas['HeatMeasure'];
export type HeatMap = Schemas['HeatMap'];
/** A card in the full view. */
export type Card = Schemas['PatternCard'];
export type Analysis = Schemas['AnalyzeResponse'];

export const MEASURES: readonly (readonly [Measure, string])[] = [
  ['z', 'strength (z)'],
  ['avg_return', 'average'],
  ['win_rate', 'win rate'],
];

export function measureOf({ measure }: PageState): Measure {
  return MEASURES.find(([key]) => key === measure)?.[0] ?? 'z';
}

/** The symbol of the URL, and its market when the URL names one. */
export interface Listing {
  readonly symbol: string;
  readonly market?: string;
}

/** Lookback parameters of both requests. Values of the URL are passed on unchecked: the API explains invalid ones. */
function lookback({ years, pe_cycle }: PageState) {
  return {
    ...(years !== '' && years !== DEFAULTS.years && { years: Number(years) }),
    ...(pe_cycle === 'pe' && { pe_cycle: 'pe' as const }),
  };
}

function directionOf({ direction }: PageState): 'long' | 'short' | undefined {
  return direction === 'long' || direction === 'short' ? direction : undefined;
}

/**
 * Analysis of the window in the URL, or of the best one of the coming year. Defaults are left out, so that all pages that show
 * the same analysis send the same URL and share the cached response.
 */
export function analysisRequest({ symbol, market }: Listing, state: PageState) {
  const { entry_date, days_out, period, reverse, searched, searched_days, searched_markets } = state;
  const dates = period
    ? { period: period as Schemas['Period'], ...(reverse && { reverse: true }) }
    : { ...(entry_date && { entry_date }), ...(days_out && { days_out: Number(days_out) }) };
  return apiRequest('/analyze/{symbol}', {
    path: { symbol },
    query: {
      ...(market && { market }),
      ...dates,
      direction: directionOf(state),
      ...lookback(state),
      ...(searched && { searched }),
      ...(searched_days && { searched_days }),
      ...(searched_markets && { searched_markets }),
      include: 'chart',
    },
  });
}

export function heatMapRequest({ symbol, market }: Listing, state: PageState) {
  return apiRequest('/symbols/{symbol}/heatmap', {
    path: { symbol },
    query: {
      ...(market && { market }),
      measure: measureOf(state),
      direction: directionOf(state) ?? 'long',
      ...lookback(state),
    },
  });
}

/** Whether a card is in the full view, which the pages request; only a server of another release sends another view. */
export function isFullCard(card: Schemas['Card']): card is Card {
  return 'receipts' in card && 'per_year' in card.receipts;
}

export function fullCard({ card }: Pick<Analysis, 'card'>): Card | null {
  return isFullCard(card) ? card : null;
}
