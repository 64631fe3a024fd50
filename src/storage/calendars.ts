import type { Knex } from 'knex';
import type { CalendarEntry } from '../core/record/calendarEntries';
import type { Database } from './database';
import { type SecretLink, type SecretLinkRow, SecretLinkStore, toSecretLink, toSecretLinkRow } from './secretLinks';

/** A secret address at which a calendar can be read without a key. */
export interface CalendarLink extends SecretLink {
  /** Minutes before 00:00 of the day of an event; null = no alarms. */
  readonly alarmMinutes: number | null;
  /** Null = no limit. */
  readonly daysAhead: number | null;
  /** Whether it shows neutral setups too. */
  readonly includeNeutral: boolean;
}

interface CalendarLinkRow extends SecretLinkRow {
  readonly alarm_minutes: number | null;
  readonly days_ahead: number | null;
  readonly include_neutral: unknown;
}

const toLink = (row: CalendarLinkRow): CalendarLink => ({
  ...toSecretLink(row),
  alarmMinutes: row.alarm_minutes,
  daysAhead: row.days_ahead,
  includeNeutral: Boolean(row.include_neutral),
});

const toRow = (link: CalendarLink): CalendarLinkRow => ({
  ...toSecretLinkRow(link),
  alarm_minutes: link.alarmMinutes,
  days_ahead: link.daysAhead,
  include_neutral: link.includeNeutral,
});

const ENTRIES = 'SELECT entries FROM saved_scan_calendar WHERE saved_scan_id = ?';

/** Calendar links, and the entries of the calendars of saved scans, which `ScanRunStore.record` updates. */
export class CalendarStore extends SecretLinkStore<CalendarLink, CalendarLinkRow> {
  constructor(database: Database) {
    super(database, { name: 'calendar_link', toLink, toRow });
  }

  /** The calendar entries of a saved scan, by entry session. */
  async entries(savedScanId: string): Promise<CalendarEntry[]> {
    const [row] = await this.database.query<{ entries: string }>(ENTRIES, savedScanId);
    return row === undefined ? [] : JSON.parse(row.entries);
  }
}

/** Updates the calendar of a saved scan. @param trx has locked the row of the scan. @param follow gives the new entries */
export async function updateCalendar(
  trx: Knex,
  savedScanId: string,
  follow: (former: readonly CalendarEntry[]) => readonly CalendarEntry[],
): Promise<void> {
  const key = { saved_scan_id: savedScanId };
  const row: { entries: string } | undefined = await trx('saved_scan_calendar').where(key).first('entries');
  const entries = JSON.stringify(follow(row === undefined ? [] : JSON.parse(row.entries)));
  if (row === undefined) await trx('saved_scan_calendar').insert({ ...key, entries });
  else if (row.entries !== entries) await trx('saved_scan_calendar').where(key).update({ entries });
}
