import type { Knex } from 'knex';
import type { CalendarEntry } from '../core/record/calendarEntries';
import { type AccountEvent, addEvent } from './accountEvents';
import { dateOrNull, millisOrNull } from './columns';
import type { Database } from './database';

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

/** A link as it is stored: instants are epoch milliseconds. */
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
  markets: row.markets === null ? null : JSON.parse(row.markets),
  alarmMinutes: row.alarm_minutes,
  daysAhead: row.days_ahead,
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
  markets: link.markets && JSON.stringify(link.markets),
  alarm_minutes: link.alarmMinutes,
  days_ahead: link.daysAhead,
  created_at: link.createdAt.getTime(),
  last_read_at: millisOrNull(link.lastReadAt),
});

const OF_ACCOUNT = 'SELECT * FROM calendar_link WHERE account_id = ? ORDER BY created_at, id';
const BY_HASH = `SELECT l.*, a.tier, a.suspended_at IS NOT NULL AS suspended
  FROM calendar_link l JOIN account a ON a.id = l.account_id WHERE l.hash = ?`;
const ENTRIES = 'SELECT entries FROM saved_scan_calendar WHERE saved_scan_id = ?';

/** Links to calendars, and what stands in those of saved scans. Runs keep the latter up to date: `ScanRunStore.record`. */
export class CalendarStore {
  constructor(private readonly database: Database) {}

  /** @param most links that the account may have. @returns `gone` when its saved scan was deleted meanwhile */
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

  /** Looked up for each read, so that a link which any process revoked ends at once. */
  async byHash(hash: string): Promise<OwnedCalendarLink | null> {
    const [row] = await this.database.query<OwnedRow>(BY_HASH, hash);
    return row === undefined ? null : { ...toLink(row), tier: row.tier, suspended: Boolean(row.suspended) };
  }

  /** @returns whether there was one; else no event is stored */
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

  /** What stands in the calendar of a saved scan, by entry session. */
  async entries(savedScanId: string): Promise<CalendarEntry[]> {
    const [row] = await this.database.query<{ entries: string }>(ENTRIES, savedScanId);
    return row === undefined ? [] : JSON.parse(row.entries);
  }
}

/** Stores the next calendar of a saved scan, in a transaction that has locked the scan's row. */
export async function followCalendar(
  trx: Knex,
  savedScanId: string,
  follow: (former: readonly CalendarEntry[]) => readonly CalendarEntry[],
): Promise<void> {
  const which = { saved_scan_id: savedScanId };
  const row: { entries: string } | undefined = await trx('saved_scan_calendar').where(which).first('entries');
  const entries = JSON.stringify(follow(row === undefined ? [] : JSON.parse(row.entries)));
  if (row === undefined) await trx('saved_scan_calendar').insert({ ...which, entries });
  else if (row.entries !== entries) await trx('saved_scan_calendar').where(which).update({ entries });
}
