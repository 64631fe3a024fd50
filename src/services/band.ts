import { detectionBand, type Market } from '../core/calendar/market';

/** What `min_winning_years` may be in a market, for refusals. */
export function bandMessage(market: Market, years: number, asked: number | undefined): string {
  const { min, max } = detectionBand(market, years);
  return `min_winning_years must lie in ${min}..${max} for market ${market.id} (${market.name}) at years=${years}; got ${asked}`;
}
