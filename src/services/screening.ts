import type { Clock } from '../clock';
import type { Market } from '../core/calendar/market';
import { type Engine, EngineNotReadyError } from '../engine/engine';
import type { MarketJobs } from '../engine/jobs';
import type { ScanCache } from '../engine/scanCache';
import type { Snapshot } from '../engine/snapshot';
import { scanBusy } from '../errors';
import type { Predictions } from './predictions';
import type { BestSearch, ScanCore, YearSearch } from './results';

/** What every flow works with. */
export interface Screening {
  readonly engine: Engine;
  readonly jobs: MarketJobs;
  readonly scans: ScanCache<ScanCore>;
  /** Searches of one symbol's year. */
  readonly yearSearches: ScanCache<YearSearch>;
  /** Searches for one symbol's best window; null = none was found. */
  readonly bestSearches: ScanCache<BestSearch | null>;
  readonly markets: readonly Market[];
  readonly predictions: Pick<Predictions, 'over'>;
  readonly clock: Clock;
}

/** The prices to answer a request from. @throws scan_busy while they are still being loaded */
export async function currentPrices({ engine }: Pick<Screening, 'engine'>): Promise<Snapshot> {
  try {
    return await engine.current();
  } catch (error) {
    if (error instanceof EngineNotReadyError) throw scanBusy();
    throw error;
  }
}
