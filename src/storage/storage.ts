import type { Queue } from '../queue/queue';
import type { AccountStore } from './accounts';
import type { CalendarStore } from './calendars';
import type { AccountCounter, RequestCounter } from './counters';
import type { AwayReason } from './errors';
import type { EvidenceStore } from './evidence';
import type { ExportStore } from './exports';
import type { FeedStore } from './feeds';
import type { RecordStore } from './ledger';
import type { ModelStore } from './models';
import type { NullStore } from './nulls';
import type { PredictionCharges } from './predictionCharges';
import type { PriceStore } from './prices';
import type { ReplayStore } from './replays';
import type { SavedScanStore } from './savedScans';
import type { SessionStore } from './sessions';
import type { DeliveryStore } from './webhookDeliveries';
import type { EndpointStore } from './webhookEndpoints';
import type { EventStore } from './webhookEvents';

/** What is counted on every request. */
export interface Counters {
  /** Requests by account, and by client address: addresses are anybody's to invent, theirs are cleaned and bounded. */
  readonly accounts: AccountCounter;
  readonly addresses: RequestCounter;
  /** Requests that this program makes, by provider of prices. */
  readonly providers: RequestCounter;
  readonly predictions: PredictionCharges;
}

/**
 * All that is kept, behind ports (DESIGN 4). What a port's method has answered is stored: a process killed at any
 * moment afterwards has lost none of it. Every method rejects with the database's own error when it cannot be reached.
 */
export interface Storage {
  readonly prices: PriceStore;
  readonly accounts: AccountStore;
  readonly sessions: SessionStore;
  readonly savedScans: SavedScanStore;
  readonly calendars: CalendarStore;
  readonly counters: Counters;
  readonly records: RecordStore;
  readonly models: ModelStore;
  readonly nulls: NullStore;
  readonly evidence: EvidenceStore;
  readonly replays: ReplayStore;
  readonly feeds: FeedStore;
  readonly webhooks: {
    readonly events: EventStore;
    readonly endpoints: EndpointStore;
    readonly deliveries: DeliveryStore;
  };
  readonly exports: ExportStore;
  /** All work in the background. */
  readonly queue: Queue;
  /** What another thread opens the same data with; null where they exist in this one only. */
  readonly url: string | null;
  /** As `Database.away`. */
  away(): AwayReason | null;
  close(): Promise<void>;
}
