import type { Knex } from 'knex';
import type { CalendarEntry } from '../core/record/calendarEntries';
import { type AccountEvent, addEvent } from './accountEvents';
import { dateOrNull, jsonOrNull, listOrNull, millisOrNull } from './columns';
import type { Database } from './database';

/** A secret address at which a calendar can be read without a key. */
export interface CalendarLink {
  /** Public. */
  readonly id: string;
  readonly accountId: number;
  readonly name: string;
  /** Of the secret in its address. */
  readonly hash: string;
  /** Of the secret. */
  readonly lastFour: string;
  /** Null = the calendar of the daily pick. */
  readonly savedScanId: string | null;
  /** Market ids of the key that created the link; null = every market of the plan. */
  readonly markets: readonly string[] | null;
  /** Minutes before 00:00 of the day of an event; null = no alarms. */
  readonly alarmMinutes: number | null;
  /** Null = no limit. */
  readonly daysAhead: number | null;
  /** Whether it shows neutral setups too. */
  readonly includeNeutral: boolean;
  readonly createdAt: Date;
  /** Null = never. */
  readonly lastReadAt: Date | null;
}

/** A link with the fields of its account that decide whether it may be read. */
export interface OwnedCalendarLink extends CalendarLink {
  readonly tier: string;
  readonly suspended: boolean;
}

/** Instants are epoch milliseconds. */
interface LinkRow {
  readonly id: string;
  readonly account_id: number;
  readonly name: string;
  readonly hash: string;
  readonly last_four: string;
  readonly saved_scan_id: string | null;
  /** JSON. */
  readonly markets: string | null;
  readonly alarm_minutes: number | null;
  readonly days_ahead: number | null;
  readonly include_neutral: unknown;
  readonly created_at: number;
  readonly last_read_at: number | null;
}

interface OwnedRow extends LinkRow {
  readonly tier: string;
  readonly suspended: unknown;
}

const toLink = (row: LinkRow): CalendarLink => ({
  id: row.id,
  accountId: row.account_id,
  name: row.name,
  hash: row.hash,
  lastFour: row.last_four,
  savedScanId: row.saved_scan_id,
  markets: listOrNull(row.markets),
  alarmMinutes: row.alarm_minutes,
  daysAhead: row.days_ahead,
  includeNeutral: Boolean(row.include_neutral),
  createdAt: new Date(row.created_at),
  lastReadAt: dateOrNull(row.last_read_at),
});

const toRow = (link: CalendarLink): LinkRow => ({
  id: link.id,
  account_id: link.accountId,
  name: link.name,
  hash: link.hash,
  last_four: link.lastFour,
  saved_scan_id: link.savedScanId,
  markets: jsonOrNull(link.markets),
  alarm_minutes: link.alarmMinutes,
  days_ahead: link.daysAhead,
  include_neutral: link.includeNeutral,
  created_at: link.createdAt.getTime(),
  last_read_at: millisOrNull(link.lastReadAt),
});

const OF_ACCOUNT = 'SELECT * FROM calendar_link WHERE account_id = ? ORDER BY created_at, id';
const BY_HASH = `SELECT l.*, a.tier, a.suspended_at IS NOT NULL AS suspended
  FROM calendar_link l JOIN account a ON a.id = l.account_id WHERE l.hash = ?`;
const ENTRIES = 'SELECT entries FROM saved_scan_calendar WHERE saved_scan_id = ?';

/** Calendar links, and the entries of the calendars of saved scans, which `ScanRunStore.record` updates. */
export class CalendarStore {
  constructor(private readonly database: Database) {}

  /** @param most links that the account may have. @returns `gone` when the saved scan has been deleted */
  insert(link: CalendarLink, most: number, event: AccountEvent): Promise<'stored' | 'full' | 'gone'> {
    return this.database.change('scans', async (trx) => {
      const { accountId, savedScanId } = link;
      const [{ count }] = await trx('calendar_link').where({ account_id: accountId }).count({ count: '*' });
      if (Number(count) >= most) return 'full';
      const scan = savedScanId === null || (await trx('saved_scan').where({ id: savedScanId }).first('id'));
      if (!scan) return 'gone';
      await trx('calendar_link').insert(toRow(link));
      await addEvent(trx, event);
      return 'stored';
    });
  }

  /** Of an account, oldest first. */
  async of(accountId: number): Promise<CalendarLink[]> {
    return (await this.database.query<LinkRow>(OF_ACCOUNT, accountId)).map(toLink);
  }

  /** Reads the row on every call, so that a revocation by any process applies at once. */
  async byHash(hash: string): Promise<OwnedCalendarLink | null> {
    const [row] = await this.database.query<OwnedRow>(BY_HASH, hash);
    return row === undefined ? null : { ...toLink(row), tier: row.tier, suspended: Boolean(row.suspended) };
  }

  /** @returns whether the link existed; if not, no event is stored */
  remove(accountId: number, id: string, event: AccountEvent): Promise<boolean> {
    return this.database.change('scans', async (trx) => {
      const removed: number = await trx('calendar_link').where({ id, account_id: accountId }).delete();
      if (removed > 0) await addEvent(trx, event);
      return removed > 0;
    });
  }

  /** Stores when a link was last read. */
  async touch(id: string, at: Date): Promise<void> {
    await this.database.change('scans', (trx) =>
      trx('calendar_link').where({ id }).update({ last_read_at: at.getTime() }),
    );
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
