import { type AccountEvent, addEvent } from './accounts';
import { boolean, type Database, type EntityOf, firstOf, instant, json, plain, type Row, RowMapper } from './database';

const COLUMNS = {
  /** Public. */
  id: plain<string>(),
  accountId: plain<number>(),
  name: plain<string>(),
  /** Of the secret in its address. */
  hash: plain<string>(),
  /** Of the secret. */
  lastFour: plain<string>(),
  /** Null = the calendar of the daily pick. */
  savedScanId: plain<string | null>(),
  /** Market ids of the key that created the link; null = every market of the plan. */
  markets: json<readonly string[] | null>(),
  createdAt: instant(),
  /** Null = never. */
  lastReadAt: instant<Date | null>(),
};

export const TABLE_LINK = new RowMapper({ ...COLUMNS, savedScanId: plain<string>() });

/** A secret address at which the table of a saved scan can be read without a key. */
export type TableLink = EntityOf<typeof TABLE_LINK>;

export const CALENDAR_LINK = new RowMapper({
  ...COLUMNS,
  /** Minutes before 00:00 of the day of an event; null = no alarms. */
  alarmMinutes: plain<number | null>(),
  /** Null = no limit. */
  daysAhead: plain<number | null>(),
  /** Whether it shows neutral setups too. */
  includeNeutral: boolean(),
});

/** A secret address at which a calendar can be read without a key. */
export type CalendarLink = EntityOf<typeof CALENDAR_LINK>;

/** A secret address at which a file of an account can be read without a key. */
export type SecretLink = TableLink | CalendarLink;

/** A link with the fields of its account that decide whether it may be read. */
export type OwnedLink<Link extends SecretLink = SecretLink> = Link & {
  readonly tier: string;
  readonly suspended: boolean;
};

/** Secret links of accounts, in one table for each kind. */
export class SecretLinkStore<Link extends SecretLink> {
  constructor(
    private readonly database: Database,
    private readonly table: 'calendar_link' | 'table_link',
    private readonly rows: RowMapper<Link>,
  ) {}

  /** @param most links that the account may have. @returns `gone` when the saved scan has been deleted */
  insert(link: Link, most: number, event: AccountEvent): Promise<'stored' | 'full' | 'gone'> {
    const { table } = this;
    return this.database.change('scans', async (trx) => {
      const { accountId, savedScanId } = link;
      const [{ count }] = await trx(table).where({ account_id: accountId }).count({ count: '*' });
      if (Number(count) >= most) return 'full';
      const scan = savedScanId === null || (await trx('saved_scan').where({ id: savedScanId }).first('id'));
      if (!scan) return 'gone';
      await trx(table).insert(this.rows.toRow(link));
      await addEvent(trx, event);
      return 'stored';
    });
  }

  /** Of an account, oldest first. */
  async of(accountId: number): Promise<Link[]> {
    const rows = await this.database.query<Row>(
      `SELECT * FROM ${this.table} WHERE account_id = ? ORDER BY created_at, id`,
      accountId,
    );
    return rows.map(this.rows.toEntity);
  }

  /** Reads the row on every call, so that a revocation by any process applies at once. */
  async byHash(hash: string): Promise<OwnedLink<Link> | null> {
    const rows = await this.database.query<{ readonly tier: string; readonly suspended: unknown }>(
      `SELECT l.*, a.tier, a.suspended_at IS NOT NULL AS suspended
       FROM ${this.table} l JOIN account a ON a.id = l.account_id WHERE l.hash = ?`,
      hash,
    );
    return firstOf(rows, (row) => ({ ...this.rows.toEntity(row), tier: row.tier, suspended: Boolean(row.suspended) }));
  }

  /** @returns whether the link existed; if not, no event is stored */
  remove(accountId: number, id: string, event: AccountEvent): Promise<boolean> {
    return this.database.change('scans', async (trx) => {
      const removed: number = await trx(this.table).where({ id, account_id: accountId }).delete();
      if (removed > 0) await addEvent(trx, event);
      return removed > 0;
    });
  }

  /** Stores when a link was last read. */
  async touch(id: string, at: Date): Promise<void> {
    await this.database.change('scans', (trx) => trx(this.table).where({ id }).update({ last_read_at: at.getTime() }));
  }
}
