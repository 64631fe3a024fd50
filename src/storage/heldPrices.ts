import type { Bars } from '../core/window/bars';

/** Prices that do not fit the stored ones. */
export interface HeldPrices {
  readonly ticker: string;
  readonly heldAt: Date;
  /** For a person. */
  readonly reason: string;
  /** Label of where they come from. */
  readonly source: string;
  /** What would take the place of the stored prices. */
  readonly bars: Bars;
}

/** Where prices wait. */
export interface HeldPlace {
  readonly feedId: number;
  readonly ticker: string;
}

export interface FeedHeld extends HeldPrices {
  readonly feedId: number;
}
