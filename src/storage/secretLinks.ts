import type { Knex } from 'knex';
import type { CalendarEntry } from '../core/record/calendarEntries';
import { type AccountEvent, addEvent } from './accounts';
import { type Database, dateOrNull, jsonOrNull, listOrNull, millisOrNull } from './database';

/** A secret address at which a file of an account can be read without a key. */
export interface SecretLink {
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
  readonly createdAt: Date;
  /** Null = never. */
  readonly lastReadAt: Date | null;
}

/** A link with the fields of its account that decide whether it may be read. */
export type OwnedLink<Link extends SecretLink = SecretLink> = Link & {
  readonly tier: string;
  readonly suspended: boolean;
};

const toSecretLinkRow = (link: SecretLink) => ({
  id: link.id,
  account_id: link.accountId,
  name: link.name,
  hash: link.hash,
  last_four: link.lastFour,
  saved_scan_id: link.savedScanId,
  markets: jsonOrNull(link.markets),
  created_at: link.createdAt.getTime(),
  last_read_at: millisOrNull(link.lastReadAt),
});

type SecretLinkRow = ReturnType<typeof toSecretLinkRow>;

const toSecretLink = (row: SecretLinkRow): SecretLink => ({
  id: row.id,
  accountId: row.account_id,
  name: row.name,
  hash: row.hash,
  lastFour: row.last_four,
  savedScanId: row.saved_scan_id,
  markets: listOrNull(row.markets),
  createdAt: new Date(row.created_at),
  lastReadAt: dateOrNull(row.last_read_at),
});

/** A table of links, and how its rows are mapped, which may have further columns. */
interface LinkTable<Link> {
  readonly name: 'calendar_link' | 'table_link';
  toRow(link: Link): SecretLinkRow;
  toLink(row: SecretLinkRow): Link;
}

/** Secret links of accounts, in one table for each kind. */
export class SecretLinkStore<Link extends SecretLink> {
  constructor(
    protected readonly database: Database,
    private readonly table: LinkTable<Link>,
  ) {}

  /** @param most links that the account may have. @returns `gone` when the saved scan has been deleted */
  insert(link: Link, most: number, event: AccountEvent): Promise<'stored' | 'full' | 'gone'> {
    const { name, toRow } = this.table;
    return this.database.change('scans', async (trx) => {
      const { accountId, savedScanId } = link;
      const [{ count }] = await trx(name).where({ account_id: accountId }).count({ count: '*' });
      if (Number(count) >= most) return 'full';
      const scan = savedScanId === null || (await trx('saved_scan').where({ id: savedScanId }).first('id'));
      if (!scan) return 'gone';
      await trx(name).insert(toRow(link));
      await addEvent(trx, event);
      return 'stored';
    });
  }

  /** Of an account, oldest first. */
  async of(accountId: number): Promise<Link[]> {
    const { name, toLink } = this.table;
    const rows = await this.database.query<SecretLinkRow>(
      `SELECT * FROM ${name} WHERE account_id = ? ORDER BY created_at, id`,
      accountId,
    );
    return rows.map(toLink);
  }

  /** Reads the row on every call, so that a revocation by any process applies at once. */
  async byHash(hash: string): Promise<OwnedLink<Link> | null> {
    const { name, toLink } = this.table;
    const [row] = await this.database.query<SecretLinkRow & { readonly tier: string; readonly suspended: unknown }>(
      `SELECT l.*, a.tier, a.suspended_at IS NOT NULL AS suspended
       FROM ${name} l JOIN account a ON a.id = l.account_id WHERE l.hash = ?`,
      hash,
    );
    return row === undefined ? null : { ...toLink(row), tier: row.tier, suspended: Boolean(row.suspended) };
  }

  /** @returns whether the link existed; if not, no event is stored */
  remove(accountId: number, id: string, event: AccountEvent): Promise<boolean> {
    return this.database.change('scans', async (trx) => {
      const removed: number = await trx(this.table.name).where({ id, account_id: accountId }).delete();
      if (removed > 0) await addEvent(trx, event);
      return removed > 0;
    });
  }

  /** Stores when a link was last read. */
  async touch(id: string, at: Date): Promise<void> {
    await this.database.change('scans', (trx) =>
      trx(this.table.name).where({ id }).update({ last_read_at: at.getTime() }),
    );
  }
}

/** A secret address at which the table of a saved scan can be read without a key. */
export interface TableLink extends SecretLink {
  readonly savedScanId: string;
}

/** Links to the tables of saved scans. */
export class TableLinkStore extends SecretLinkStore<TableLink> {
  constructor(database: Database) {
    super(database, {
      name: 'table_link',
      toRow: toSecretLinkRow,
      toLink: (row) => ({ ...toSecretLink(row), savedScanId: row.saved_scan_id! }),
    });
  }
}

/** A secret address at which a calendar can be read without a key. */
export interface CalendarLink extends SecretLink {
  /** Minutes before 00:00 of the day of an event; null = no alarms. */
  readonly alarmMinutes: number | null;
  /** Null = no limit. */
  readonly daysAhead: number | null;
  /** Whether it shows neutral setups too. */
  readonly includeNeutral: boolean;
}

const toCalendarLinkRow = (link: CalendarLink) => ({
  ...toSecretLinkRow(link),
  alarm_minutes: link.alarmMinutes,
  days_ahead: link.daysAhead,
  include_neutral: link.includeNeutral,
});

const toCalendarLink = (row: ReturnType<typeof toCalendarLinkRow>): CalendarLink => ({
  ...toSecretLink(row),
  alarmMinutes: row.alarm_minutes,
  daysAhead: row.days_ahead,
  includeNeutral: Boolean(row.include_neutral),
});

const ENTRIES = 'SELECT entries FROM saved_scan_calendar WHERE saved_scan_id = ?';

/** Calendar links, and the entries of the calendars of saved scans, which `ScanRunStore.record` updates. */
export class CalendarStore extends SecretLinkStore<CalendarLink> {
  constructor(database: Database) {
    super(database, { name: 'calendar_link', toLink: toCalendarLink, toRow: toCalendarLinkRow });
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
