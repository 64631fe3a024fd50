import { yearsNeeded } from '../core/detection/coverage';
import type { DetectionRequest } from '../core/detection/plan';
import type { Direction } from '../core/window/window';
import type { MarketPrices } from '../engine/snapshot';
import type { Lookback } from './namedWindow';

/** What is searched for in a whole market. */
export interface MarketSearch extends Lookback {
  /** Omitted = both. */
  readonly direction?: Direction;
  /** Calendar days. */
  readonly minHold: number;
  readonly maxHold: number;
  /** Omitted = nine tenths of a symbol's own years. */
  readonly minWins?: 'default' | number;
}

/** The search of a whole market over some entries (METHOD 5): symbols that trade, with records as long as it has them. */
export function marketRequest(
  { market, symbols }: MarketPrices,
  entries: DetectionRequest['entries'],
  { years, cycle, minHold, maxHold, direction, minWins = 'default' }: MarketSearch,
): DetectionRequest {
  const searched = { entries, years, cycle, minHold, maxHold, gapLimit: market.gapLimit };
  return { ...searched, direction, minWins, minObservations: yearsNeeded(searched, symbols), liveOnly: true };
}
