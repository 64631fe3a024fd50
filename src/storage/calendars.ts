import type { CalendarEntry } from '../core/record/calendarEntries';
import type { AccountEvent } from './accounts';

/** An address at which somebody without a key reads a calendar. */
export interface CalendarLink {
  /** Public. */
  readonly id: string;
  readonly accountId: number;
  readonly name: string;
  /** Of the secret in its address. */
  readonly hash: string;
  /** Of the secret. */
  readonly lastFour: string;
  /** Of which saved scan; null = of the daily pick. */
  readonly savedScanId: string | null;
  /** Ids of the markets that the key was for with which it was made; null = every one of the plan. */
  readonly markets: readonly string[] | null;
  /** Before 00:00 of an event's day; null = no alarms. */
  readonly alarmMinutes: number | null;
  /** Null = all that is known. */
  readonly daysAhead: number | null;
  readonly createdAt: Date;
  /** Null = not yet. */
  readonly lastReadAt: Date | null;
}

/** A link with what of its account decides who may read it. */
export interface OwnedCalendarLink extends CalendarLink {
  readonly tier: string;
  readonly suspended: boolean;
}

/** Links to calendars, and what stands in those of saved scans. Runs keep the latter up to date: `ScanRunStore.record`. */
export interface CalendarStore {
  /** @param most that the account may have. @returns `gone` when its saved scan is by now */
  insert(link: CalendarLink, most: number, event: AccountEvent): Promise<'stored' | 'full' | 'gone'>;
  /** Of an account, oldest first. */
  of(accountId: number): Promise<CalendarLink[]>;
  /** Looked up anew for each read, so that its end by any process counts on the very next one. */
  byHash(hash: string): Promise<OwnedCalendarLink | null>;
  /** @returns whether there was one; else nothing is noted */
  remove(accountId: number, id: string, event: AccountEvent): Promise<boolean>;
  /** Notes that it was read. */
  touch(id: string, at: Date): Promise<void>;
  /** What stands in the calendar of a saved scan, by entry session. */
  entries(savedScanId: string): Promise<CalendarEntry[]>;
}
