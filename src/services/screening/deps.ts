import type { MlAllowance } from '../../access/mlAllowance';
import type { TierTable } from '../../access/tiers';
import type { Queue } from '../../queue/queue';
import type { CalendarStore } from '../../storage/calendars';
import type { CameTrueStore } from '../../storage/cameTrue';
import type { EvidenceStore } from '../../storage/evidence';
import type { ExportStore } from '../../storage/exports';
import type { FeedStore } from '../../storage/feeds';
import type { RecordStore } from '../../storage/ledger';
import type { SavedScanStore } from '../../storage/savedScans';
import type { TableLinkStore } from '../../storage/tableLinks';
import type { ReplayedPicks } from '../record/replayedPicks';
import type { PredictorSource } from './predictions';
import type { Screening } from './screening';

/** The dependencies of the services that answer callers. */
export interface ServiceDeps {
  readonly screening: Screening;
  readonly tiers: TierTable;
  /** The daily allowance of predictions. */
  readonly mlAllowance: MlAllowance;
  /** The record of the daily pick. */
  readonly ledger: RecordStore;
  readonly evidence: EvidenceStore;
  /** What came true in each market (METHOD 10). */
  readonly cameTrue: CameTrueStore;
  /** The feeds that keep prices up to date. */
  readonly feeds: Pick<FeedStore, 'revision' | 'all'>;
  /** The scans that accounts keep. */
  readonly savedScans: SavedScanStore;
  readonly calendars: CalendarStore;
  readonly tableLinks: TableLinkStore;
  readonly links: LinkParts;
  /** Replayed picks, shown for the sandbox until its first real pick. */
  readonly replayed: ReplayedPicks;
  readonly exports: ExportParts;
  /** The model the daily pick is made with. */
  readonly predictorFor: PredictorSource;
}

/** How the addresses of secret links are made. */
export interface LinkParts {
  /** Where clients reach this server, without a slash at the end. */
  readonly publicUrl: string;
  /** A new secret for an address: it is shown once, and only its hash and last four characters are stored. */
  newSecret(): { readonly secret: string; readonly hash: string; readonly lastFour: string };
}

/** Bulk exports, and the queue of their jobs. */
export interface ExportParts {
  readonly store: ExportStore;
  readonly queue: Pick<Queue, 'cancel'>;
}
