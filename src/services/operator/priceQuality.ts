import type { Day } from '../../core/calendar/dates';
import type { StandingFinding } from '../../storage/priceQuality';
import type { IndexedSymbol } from '../../storage/prices';

/** A symbol that has prices. */
export type WithPrices = IndexedSymbol & { readonly series: NonNullable<IndexedSymbol['series']> };

/** Facts about the stored prices of a symbol, without any price. */
export interface PriceFacts {
  /** Why they cannot be read; null when they can, or there are none. */
  readonly damage: string | null;
  /** Calendar days; null for a symbol without a market. */
  readonly gapLimit: number | null;
  /** Two bars each that are further apart than the market's gap limit (METHOD 1). */
  readonly gaps: readonly { readonly from: Day; readonly to: Day }[];
  /** Moves that look like a missed split, or are large. */
  readonly moves: readonly { readonly day: Day; readonly kind: 'split_like' | 'jump'; readonly detail: string }[];
  /** Number of bars without high or low. */
  readonly withoutRange: number;
  readonly firstYear: number;
  /** Number of bars of each year, from the first on. */
  readonly barsByYear: Uint16Array;
}

/** A surveyed symbol: its facts and findings. */
export interface SurveyedSymbol {
  readonly symbol: WithPrices;
  readonly facts: PriceFacts;
  /** The latest finding of each kind. */
  readonly findings: readonly StandingFinding[];
}

export interface Survey {
  /** By ticker. */
  readonly symbols: readonly SurveyedSymbol[];
  /** Symbols whose prices have not been checked yet. */
  readonly pending: readonly IndexedSymbol[];
}

/** The quality of all stored prices (implemented in src/jobs/quality/storedPriceQuality.ts). */
export interface PriceQuality {
  /** Checks new and changed series in batches, and returns what is ready after a moment. */
  survey(): Promise<Survey>;
  /** Stops checking; resolves when the last batch has ended. */
  stop(): Promise<void>;
  /** The description of a kind. */
  reasonOf(side: 'refused' | 'flagged', kind: string): string;
  /** The text of a detail with prices removed. */
  priceFree(detail: string): string;
}
