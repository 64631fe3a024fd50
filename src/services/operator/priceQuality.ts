import type { Day } from '../../core/calendar/dates';
import type { StandingFinding } from '../../storage/priceQuality';
import type { IndexedSymbol } from '../../storage/prices';

/** What the prices of a symbol show by themselves, without a price. */
export interface PriceFacts {
  /** Why they cannot be read; null when they can. */
  readonly damage: string | null;
  /** Calendar days; null of a symbol of no market. */
  readonly gapLimit: number | null;
  readonly gaps: readonly { readonly from: Day; readonly to: Day }[];
  readonly moves: readonly { readonly day: Day; readonly kind: 'split_like' | 'jump'; readonly detail: string }[];
  /** Bars whose high or low is not known. */
  readonly withoutRange: number;
  readonly firstYear: number;
  /** Of each year from the first on. */
  readonly barsByYear: Uint16Array;
}

/** All that is known of the prices of a symbol without asking for it alone. */
export interface SurveyedSymbol {
  readonly symbol: IndexedSymbol & { readonly series: NonNullable<IndexedSymbol['series']> };
  readonly facts: PriceFacts;
  /** Of each kind what the last run said that found it. */
  readonly findings: readonly StandingFinding[];
}

export interface Survey {
  /** By ticker. */
  readonly symbols: readonly SurveyedSymbol[];
  /** Symbols with prices that nobody has looked at yet. */
  readonly pending: readonly IndexedSymbol[];
}

/** What operators see of the stored prices: what `npm run symbols -- show` says, of all of them (src/jobs/quality/storedPriceQuality.ts). */
export interface PriceQuality {
  /** Looks at every series that is new or changed, some at a time, and answers with what it has after a moment. */
  survey(): Promise<Survey>;
  /** Resolves once nothing is looked at any more. */
  stop(): Promise<void>;
  /** What a kind means, in words. */
  reasonOf(side: 'refused' | 'flagged', kind: string): string;
  /** A detail without its prices. */
  priceFree(detail: string): string;
}
