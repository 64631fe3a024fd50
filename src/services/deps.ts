import type { MlAllowance } from '../access/mlAllowance';
import type { TierTable } from '../access/tiers';
import type { FeedStore, RecordStore, SavedScanStore } from '../storage/ports';
import type { PredictorSource } from './predictions';
import type { ReplayedPicks } from './replayedPicks';
import type { Screening } from './screening';

/** What services that answer a caller work with. */
export interface ServiceDeps {
  readonly screening: Screening;
  readonly tiers: TierTable;
  /** The daily allowance of predictions. */
  readonly mlAllowance: MlAllowance;
  /** The record of the daily pick. */
  readonly ledger: RecordStore;
  /** What keeps prices up to date. */
  readonly feeds: Pick<FeedStore, 'revision' | 'all'>;
  /** The scans that accounts keep. */
  readonly savedScans: SavedScanStore;
  /** What is shown of the sandbox before its first pick. */
  readonly replayed: ReplayedPicks;
  /** The model the daily pick is made with. */
  readonly predictorFor: PredictorSource;
}
