import type { Search } from '../../answers/cardFacts';
import type { Day } from '../../core/calendar/dates';
import type { Market } from '../../core/calendar/market';
import type { Candidate } from '../../core/detection/candidate';
import type { DetectionRequest } from '../../core/detection/plan';
import type { Rankable } from '../../core/detection/ranking';
import type { MlOutcome } from '../../core/model/absence';
import type { CurveSummary } from '../../core/window/curve';
import type { Edge } from '../../core/window/edge';
import type { Evidence } from '../../core/window/evidence';
import type { Direction, WindowSpec } from '../../core/window/window';
import type { LoadedSymbol, MarketPrices, Snapshot } from '../../engine/snapshot';
import type { WindowEvidence } from '../../engine/tasks/evidence';

/** A window held to its stored prices: everything its card is built from, but for rank and note. */
export interface FoundSetup {
  readonly loaded: LoadedSymbol;
  readonly market: Market;
  readonly window: WindowSpec;
  readonly direction: Direction;
  readonly evidence: Evidence;
  readonly edge: Edge;
  /** METHOD 4; null when no cycle is complete. */
  readonly curve: CurveSummary | null;
  readonly entryRun: WindowEvidence['entryRun'];
  readonly search: Search;
  /** What the model says, whatever an allowance may say of it. */
  readonly ml: MlOutcome;
}

/** A candidate of one market's search. */
export interface Found {
  readonly candidate: Candidate;
  readonly market: Market;
  readonly request: DetectionRequest;
  /** Of the market's prices, where that is beyond the gap limit; null = current. */
  readonly daysBehind: number | null;
  readonly search: Search;
}

/** A verified candidate of a scan. */
export interface ScanRow extends FoundSetup, Rankable {}

/** A candidate's row; `unavailable` where its stored prices could not be read, `late` where the time did not reach. */
export type Verified = ScanRow | 'unavailable' | 'late';

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
  /** Every candidate, best first (METHOD 5). */
  readonly ranked: readonly Found[];
  /** The first 50 of them that could be verified, best first. */
  readonly pool: readonly ScanRow[];
  /** The newest day any number rests on; null without prices. */
  readonly asOf: Day | null;
  /** Whether its time ran out before all of it was looked at. */
  readonly cutShort: boolean;
  /** Verifies candidates past the pool, in their order. @throws AbandonedError */
  verify(found: readonly Found[], account: string, signal: AbortSignal): Promise<Verified[]>;
}
