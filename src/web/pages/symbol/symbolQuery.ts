import type { Schemas } from '../../api/client';
import { asking } from '../../api/question';

/** The page's state in its address; empty = not said. */
export const DEFAULTS = {
  entry_date: '',
  days_out: '',
  direction: '',
  period: '',
  reverse: '',
  years: '10',
  pe_cycle: 'consecutive',
  measure: 'z',
};
export type Asked = Readonly<typeof DEFAULTS>;
export type Field = keyof Asked;

export type Measure = Schemas['HeatMeasure'];
export type HeatMap = Schemas['HeatMap'];
/** A card in full, as it is asked for here. */
export type Card = Schemas['PatternCard'];
export type Analysis = Schemas['AnalyzeResponse'];

export const MEASURES: readonly (readonly [Measure, string])[] = [
  ['z', 'strength (z)'],
  ['avg_return', 'average'],
  ['win_rate', 'win rate'],
];

export function measureOf({ measure }: Asked): Measure {
  return MEASURES.find(([key]) => key === measure)?.[0] ?? 'z';
}

/** The symbol of the address, in the market of the address where it names one. */
export interface Place {
  readonly symbol: string;
  readonly market?: string;
}

/** What both questions share. Texts of the address go as they are: the API says what is wrong with one. */
function lookback({ years, pe_cycle }: Asked) {
  return {
    ...(years !== '' && years !== DEFAULTS.years && { years: Number(years) }),
    ...(pe_cycle === 'pe' && { pe_cycle: 'pe' as const }),
  };
}

function directionOf({ direction }: Asked): 'long' | 'short' | undefined {
  return direction === 'long' || direction === 'short' ? direction : undefined;
}

/**
 * The window of the address; without one the best of the coming year. Pages that show the same ask with the same address,
 * so that it is asked once: what has its default is left out, and the market where the page does not know it.
 */
export function analysisOf({ symbol, market }: Place, asked: Asked) {
  const { entry_date, days_out, period, reverse } = asked;
  const dates = period
    ? { period: period as Schemas['Period'], ...(reverse && { reverse: true }) }
    : { ...(entry_date && { entry_date }), ...(days_out && { days_out: Number(days_out) }) };
  return asking('/analyze/{symbol}', {
    path: { symbol },
    query: {
      ...(market && { market }),
      ...dates,
      direction: directionOf(asked),
      ...lookback(asked),
      include: 'chart',
    },
  });
}

export function heatMapOf({ symbol, market }: Place, asked: Asked) {
  return asking('/symbols/{symbol}/heatmap', {
    path: { symbol },
    query: {
      ...(market && { market }),
      measure: measureOf(asked),
      direction: directionOf(asked) ?? 'long',
      ...lookback(asked),
    },
  });
}

/** A full card is asked for: one in another view is a server of another release. */
export function fullCard({ card }: Pick<Analysis, 'card'>): Card | null {
  return 'receipts' in card && 'per_year' in card.receipts ? (card as Card) : null;
}
