import { analyzeUrl, type FoundBySearch } from '../../answers/analyzeUrl';
import { buildCard, type CardInput } from '../../answers/card';
import type { Search } from '../../answers/cardFacts';
import type { ChartInput } from '../../answers/patternStats';
import { lookbackLabel } from '../../answers/phrases';
import type { PatternCard } from '../../answers/shapes';
import type { Day } from '../../core/calendar/dates';
import type { Market } from '../../core/calendar/market';
import type { Candidate } from '../../core/detection/candidate';
import type { DetectionRequest } from '../../core/detection/plan';
import type { Rankable } from '../../core/detection/ranking';
import type { MlOutcome } from '../../core/model/absence';
import type { SymbolsCalled } from '../../core/significance/significance';
import type { WindowSpec } from '../../core/window/window';
import { DeadlineError } from '../../deadline';
import { type LoadedSymbol, type MarketPrices, MarketUnreadableError, type Snapshot } from '../../engine/snapshot';
import { DamagedDataError } from '../../storage/errors';

/** A window verified against its stored prices: all inputs of its card except rank and note. */
export interface VerifiedSetup
  extends Pick<CardInput, 'direction' | 'evidence' | 'edge' | 'cameTrue' | 'curve' | 'entryRun' | 'search'> {
  readonly loaded: LoadedSymbol;
  readonly market: Market;
  readonly window: WindowSpec;
  /** The search that the link of its card names. */
  readonly foundBy: FoundBySearch;
  /** The model's prediction, before any allowance applies. */
  readonly ml: MlOutcome;
}

/** A candidate of one market's search. */
export interface ScanCandidate {
  readonly candidate: Candidate;
  readonly market: Market;
  readonly request: DetectionRequest;
  /** Days by which the market's prices are late, if more than the gap limit; null = current. */
  readonly daysBehind: number | null;
  readonly search: Search;
  readonly foundBy: FoundBySearch;
}

/** A verified candidate of a scan. */
export interface ScanRow extends VerifiedSetup, Rankable {}

/** A candidate's row; `unavailable` when its stored prices could not be read, `late` when the time ran out. */
export type VerificationOutcome = ScanRow | 'unavailable' | 'late';

/** A finished scan before a caller's filters, ranking and limit apply. */
export interface ScanCore {
  readonly snapshot: Snapshot;
  /** The day it was made on. */
  readonly today: Day;
  /** Markets that answered, also those without prices. */
  readonly scanned: readonly MarketPrices[];
  /** Ids of those whose calendar has no session in the window, such as on a weekend. */
  readonly withoutSession: readonly string[];
  readonly marketFailures: readonly string[];
  /** Number of candidates that could not be verified, and of symbols that could not be searched. */
  readonly evidenceFailures: number;
  /** Every candidate, best first (METHOD 5). */
  readonly ranked: readonly ScanCandidate[];
  /** The first 50 of them that could be verified, best first. */
  readonly pool: readonly ScanRow[];
  /** The newest day whose data any number uses; null without prices. */
  readonly asOf: Day | null;
  /** Null while the null distribution is not known. */
  readonly symbolsCalled: SymbolsCalled | null;
  /** Whether the time ran out before all candidates were verified. */
  readonly cutShort: boolean;
  /** Verifies candidates past the pool, in their order. @throws AbandonedError */
  verify(found: readonly ScanCandidate[], account: string, signal: AbortSignal): Promise<VerificationOutcome[]>;
}

/** Why a market cannot answer: unreadable prices, or no time left; null for program faults and aborts. */
export function marketFault(error: unknown): 'corrupt' | 'timeout' | null {
  if (error instanceof DeadlineError) return 'timeout';
  return error instanceof DamagedDataError || error instanceof MarketUnreadableError ? 'corrupt' : null;
}

/** The fields of a card that do not come from its setup. */
type CardContext = Pick<CardInput, 'rank' | 'ml' | 'today' | 'openFrom' | 'pastPool' | 'note'>;

/** The input from which the card of a setup is built. */
export function cardInput(setup: VerifiedSetup, context: CardContext): CardInput {
  const { loaded, market, window, direction, evidence, edge, cameTrue, curve, entryRun, search, foundBy } = setup;
  return {
    symbol: loaded.symbol,
    market,
    direction,
    window,
    evidence,
    edge,
    cameTrue,
    curve,
    entryRun,
    search,
    ...context,
    asOf: window.asOf,
    yearsLabel: lookbackLabel(window),
    priceLabel: loaded.source,
    simulated: loaded.simulated,
    link: analyzeUrl({ symbol: loaded.symbol, market: market.id, direction, window }, foundBy),
  };
}

/** Builds one card on the calling thread, for background work that no request waits for. */
export function setupCard(setup: VerifiedSetup, context: CardContext): PatternCard {
  return buildCard(cardInput(setup, context));
}

/** The input of the charts of a setup. */
export function chartInput({ loaded, market, window, evidence }: VerifiedSetup): ChartInput {
  const { columns, index } = loaded;
  return { buffer: columns.buffer, index, window, gapLimit: market.gapLimit, evidence };
}
