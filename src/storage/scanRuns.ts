import type { CalendarEntry } from '../core/record/calendarEntries';
import type { NotedPattern, ScanChanges } from '../core/record/scanChanges';
import type { SavedScan, WaitingScan } from './savedScans';
import type { NewEvent } from './webhooks';

/** What the daily runs of saved scans found. */
export interface ScanRunStore {
  /** The scans of the next accounts behind one that have any, by account and oldest first. @param after id of an account */
  accountsAfter(after: number, accounts: number): Promise<WaitingScan[]>;
  /** What was found last, and on what basis; null before the first result. */
  latest(scanId: string): Promise<FoundByRun | null>;
  /**
   * Keeps a run, writes its events and goes on with the calendar, all or nothing; the runs before the last thirty go. Of the same prices a scan runs
   * once: a second result changes nothing, one in the place of a fault counts.
   *
   * @param version of the scan that ran: `gone` when it is another by now, or deleted
   * @param follow what the calendar is after it; absent leaves it as it is
   */
  record(
    scan: Pick<SavedScan, 'id' | 'version'>,
    run: ScanRun,
    events: readonly NewEvent[],
    follow?: (former: readonly CalendarEntry[]) => readonly CalendarEntry[],
  ): Promise<'stored' | 'known' | 'gone'>;
  /** The newest run of each scan of an account that has run, by the scan's id. */
  newest(accountId: number): Promise<ReadonlyMap<string, ScanRunHead>>;
  /** Newest first. @param before id of a run: only older ones; null = all */
  of(scanId: string, before: number | null, limit: number): Promise<RecordedScanRun[]>;
}

/** A run of a saved scan. */
export interface ScanRun {
  /** The last bars of the markets it was over: of the same ones it runs once. */
  readonly prices: string;
  readonly at: Date;
  /** Newest day that its numbers rest on, `YYYY-MM-DD`; null without any. */
  readonly asOf: string | null;
  /** Results of different ones cannot be compared. */
  readonly basis: string;
  /** Null when it failed. */
  readonly result: ScanResult | null;
  /** Why it failed, for a person; null when it did not. */
  readonly fault: string | null;
}

/** What a run found, as JSON. */
export interface ScanResult {
  readonly found: readonly NotedPattern[];
  readonly changes: ScanChanges;
}

/** What a run found last, for the next one to be compared with. */
export interface FoundByRun extends Pick<ScanRun, 'basis'> {
  readonly found: readonly NotedPattern[];
}

export interface RecordedScanRun extends Omit<ScanRun, 'result'> {
  readonly id: number;
  /** Null when it failed. */
  readonly changes: ScanChanges | null;
}

/** A run without what it found. */
export type ScanRunHead = Pick<RecordedScanRun, 'id' | 'at' | 'asOf' | 'fault'>;
