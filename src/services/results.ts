import type { Search } from '../answers/cardFacts';
import type { Day } from '../core/calendar/dates';
import type { Market } from '../core/calendar/market';
import type { Candidate } from '../core/detection/candidate';
import type { DetectionRequest } from '../core/detection/plan';
import type { Rankable } from '../core/detection/ranking';
import type { EvaluatedSetup } from '../core/window/setup';
import type { Direction, WindowSpec } from '../core/window/window';
import type { Until } from '../deadline';
import type { LoadedSymbol, MarketPrices, Snapshot } from '../engine/snapshot';

/** First and last day on which a window could be entered and keep its threshold. */
export interface EntryRun {
  readonly from: Day;
  readonly to: Day;
}

/** An evaluated setup of a symbol: everything its card is built from, but for rank, prediction and note. */
export interface FoundSetup {
  readonly loaded: LoadedSymbol;
  readonly market: Market;
  readonly setup: EvaluatedSetup;
  readonly entryRun: EntryRun;
  readonly search: Search;
}

/** A verified candidate of a scan. */
export interface ScanRow extends FoundSetup, Rankable {}

/** The candidates that a scan verifies before anybody's filters. */
export interface Pool {
  /** Those whose record is known. */
  readonly size: number;
  /** The first rows, best Sharpe first; those that were not measured when the signal aborted are failures. */
  first(count: number, until: Until): Promise<VerifiedRows>;
}

/** A finished scan before any caller's filters, ranking and limit. */
export interface ScanCore {
  readonly snapshot: Snapshot;
  /** The day it was made on. */
  readonly today: Day;
  /** Markets that answered, also those without prices. */
  readonly scanned: readonly MarketPrices[];
  readonly marketFailures: readonly string[];
  /** Candidates that could not be verified, and symbols that could not even be searched. */
  readonly evidenceFailures: number;
  /** Candidates, verified or not. */
  readonly found: number;
  /** The first 50 of them. */
  readonly pool: Pool;
  /** The newest day any number rests on; null without prices. */
  readonly asOf: Day | null;
  /** Whether its time ran out before all of it was looked at. */
  readonly cutShort: boolean;
  /**
   * The first `count` rows past the pool, best Sharpe first: verified when first asked for, as far as the time reaches.
   *
   * @throws AbandonedError
   */
  beyond(count: number, until: Until): Promise<VerifiedRows>;
}

export interface VerifiedRows {
  readonly rows: readonly ScanRow[];
  /** Candidates on the way to the last of the rows that could not be verified, or not in time. */
  readonly failures: number;
}

/** The windows of a symbol that qualify and do not overlap in their direction, best first (METHOD 5). */
export interface YearSearch {
  readonly request: DetectionRequest;
  readonly candidates: readonly Candidate[];
}

/** The best window of a symbol, and the run of entry dates around it that keep its threshold. */
export interface BestSearch {
  readonly window: WindowSpec;
  readonly direction: Direction;
  readonly entryRun: EntryRun;
  readonly search: Search;
  /** What was searched, for the luck of it. */
  readonly request: DetectionRequest;
}
