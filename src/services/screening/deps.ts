import type { MlAllowance } from '../../access/mlAllowance';
import type { TierTable } from '../../access/tiers';
import type { Queue } from '../../queue/queue';
import type { CalendarStore } from '../../storage/calendars';
import type { EvidenceStore } from '../../storage/evidence';
import type { ExportStore } from '../../storage/exports';
import type { FeedStore } from '../../storage/feeds';
import type { RecordStore } from '../../storage/ledger';
import type { SavedScanStore } from '../../storage/savedScans';
import type { ReplayedPicks } from '../record/replayedPicks';
import type { PredictorSource } from './predictions';
import type { Screening } from './screening';

/** What services that answer a caller work with. */
export interface ServiceDeps {
  readonly screening: Screening;
  readonly tiers: TierTable;
  /** The daily allowance of predictions. */
  readonly mlAllowance: MlAllowance;
  /** The record of the daily pick. */
  readonly ledger: RecordStore;
  readonly evidence: EvidenceStore;
  /** What keeps prices up to date. */
  readonly feeds: Pick<FeedStore, 'revision' | 'all'>;
  /** The scans that accounts keep. */
  readonly savedScans: SavedScanStore;
  readonly calendars: CalendarParts;
  /** What is shown of the sandbox before its first pick. */
  readonly replayed: ReplayedPicks;
  readonly exports: ExportParts;
  /** The model the daily pick is made with. */
  readonly predictorFor: PredictorSource;
}

/** What calendars are kept in and reached by. */
export interface CalendarParts {
  readonly store: CalendarStore;
  /** Where clients reach this server, without a slash at the end. */
  readonly publicUrl: string;
  /** The secret of a new address, which is shown once, and what is kept of it. */
  newSecret(): { readonly secret: string; readonly hash: string; readonly lastFour: string };
}

/** Bulk exports, and the queue of their jobs. */
export interface ExportParts {
  readonly store: ExportStore;
  readonly queue: Pick<Queue, 'cancel'>;
}
