import type { MlAllowance } from '../../access/mlAllowance';
import type { TierTable } from '../../access/tiers';
import type { Clock } from '../../clock';
import type { Market } from '../../core/calendar/market';
import type { Budget } from '../../deadline';
import { type Engine, EngineNotReadyError } from '../../engine/engine';
import type { ScanCache } from '../../engine/scanCache';
import type { Snapshot } from '../../engine/snapshot';
import { loadingPrices } from '../../errors';
import type { Queue } from '../../queue/queue';
import type { CameTrueStore } from '../../storage/cameTrue';
import type { EvidenceStore } from '../../storage/evidence';
import type { ExportStore } from '../../storage/exports';
import type { FeedStore } from '../../storage/feeds';
import type { RecordStore } from '../../storage/ledger';
import type { SavedScanStore } from '../../storage/savedScans';
import type { CalendarLink, SecretLinkStore, TableLink } from '../../storage/secretLinks';
import type { ReplayedPicks } from '../record/replayedPicks';
import type { CameTrueStudies } from './cameTrue';
import type { NullDistributions } from './nullDistributions';
import type { Predictions, PredictorSource } from './predictions';
import type { ScanCore } from './results';

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
  readonly feeds: Pick<FeedStore, 'all'>;
  /** The scans that accounts keep. */
  readonly savedScans: SavedScanStore;
  readonly calendarLinks: SecretLinkStore<CalendarLink>;
  readonly tableLinks: SecretLinkStore<TableLink>;
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
