import type { Clock } from '../../clock';
import type { Market } from '../../core/calendar/market';
import type { Budget } from '../../deadline';
import { type Engine, EngineNotReadyError } from '../../engine/engine';
import type { ScanCache } from '../../engine/scanCache';
import type { Snapshot } from '../../engine/snapshot';
import { loadingPrices } from '../../errors';
import type { CameTrueStudies } from './cameTrue';
import type { NullDistributions } from './nullDistributions';
import type { Predictions } from './predictions';
import type { ScanCore } from './results';

/** The dependencies of every service. */
export interface Screening {
  readonly engine: Engine;
  /** The time budget of a scan, shared by all requests that wait for it. */
  readonly budget: Budget;
  /** Finished scans. */
  readonly scans: ScanCache<ScanCore>;
  readonly markets: readonly Market[];
  readonly predictions: Pick<Predictions, 'over' | 'trialOver'>;
  /** Null distributions of searches (METHOD 9). */
  readonly nulls: NullDistributions;
  /** What came true in each market (METHOD 10). */
  readonly cameTrue: CameTrueStudies;
  readonly clock: Clock;
}

/** The prices to answer a request from. @throws scan_busy while prices are being loaded */
export async function currentPrices({ engine }: Pick<Screening, 'engine'>): Promise<Snapshot> {
  try {
    return await engine.current();
  } catch (error) {
    if (error instanceof EngineNotReadyError) throw loadingPrices();
    throw error;
  }
}
