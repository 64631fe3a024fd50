import type { AccountStore } from './accounts';
import type { CalendarStore } from './calendars';
import type { Counters } from './counters';
import type { AwayReason } from './errors';
import type { ExportStore } from './exports';
import type { FeedStore } from './feeds';
import type { RecordStore } from './ledger';
import type { PriceStore } from './prices';
import type { SavedScanStore } from './savedScans';
import type { SessionStore } from './sessions';
import type { Webhooks } from './webhooks';
import type { Presence, WorkOnce } from './work';

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
  readonly feeds: FeedStore;
  readonly webhooks: Webhooks;
  readonly exports: ExportStore;
  /** What is done by one process for all that use the same data, and which of them are there. */
  readonly work: WorkOnce;
  readonly presence: Presence;
  /** What another thread opens the same data with; null where they exist in this one only. */
  readonly url: string | null;
  /** Why what was asked last was not answered, and requests are refused at present; null while all is well. */
  away(): AwayReason | null;
  close(): Promise<void>;
}
