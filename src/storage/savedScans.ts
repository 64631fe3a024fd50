import type { Knex } from 'knex';
import type { JobSender } from '../queue/queue';
import { type Database, type EntityOf, firstOf, instant, json, plain, type Row, RowMapper } from './database';
import { type ScanRun, ScanRunStore } from './scanRuns';

const SCAN = new RowMapper({
  id: plain<string>(),
  accountId: plain<number>(),
  /** Unique in the account, whatever its case. */
  name: plain<string>(),
  /** Parameters of GET /scan, with their defaults. */
  query: json<object>(),
  /** Market ids of the key that saved it; null = every market of the plan. */
  markets: json<readonly string[] | null>(),
  /** Grows when query or markets change. */
  version: plain<number>(),
  createdAt: instant(),
  updatedAt: instant(),
});

/** A saved scan of an account. */
export type SavedScan = EntityOf<typeof SCAN>;

/** The fields to change; those left out keep their value. */
export type ScanChange = Partial<Pick<SavedScan, 'name' | 'query' | 'markets'>> & Pick<SavedScan, 'updatedAt'>;

/** A saved scan with the fields that decide whether it runs. */
export interface WaitingScan {
  readonly scan: SavedScan;
  /** Of its account. */
  readonly tier: string;
  /** Scans of its account that were saved before it. */
  readonly older: number;
  readonly lastRun: Pick<ScanRun, 'prices' | 'at' | 'fault'> | null;
}

const toRow = (scan: SavedScan): Row => ({ ...SCAN.toRow(scan), name_key: keyOf(scan.name) });

interface WaitingRow {
  readonly tier: string;
  readonly older: number;
  readonly prices: string | null;
  readonly run_at: number | null;
  readonly fault: string | null;
}

const toWaiting = (row: WaitingRow): WaitingScan => ({
  scan: SCAN.toEntity(row),
  tier: row.tier,
  older: row.older,
  lastRun:
    row.prices === null || row.run_at === null
      ? null
      : { prices: row.prices, at: new Date(row.run_at), fault: row.fault },
});

/** Names are compared without case. */
function keyOf(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

const OF_ACCOUNT = 'SELECT * FROM saved_scan WHERE account_id = ? ORDER BY created_at, id';
const BY_ID = 'SELECT * FROM saved_scan WHERE account_id = ? AND id = ?';
const WAITING = `SELECT s.*, a.tier, r.prices, r.at AS run_at, r.fault,
    (SELECT count(*) FROM saved_scan o
     WHERE o.account_id = s.account_id AND (o.created_at, o.id) < (s.created_at, s.id)) AS older
  FROM saved_scan s JOIN account a ON a.id = s.account_id
  LEFT JOIN saved_scan_run r ON r.id = (SELECT max(l.id) FROM saved_scan_run l WHERE l.saved_scan_id = s.id)`;
const WAITING_ONE = `${WAITING} WHERE s.id = ? AND a.suspended_at IS NULL`;
const WAITING_AFTER = `${WAITING} WHERE s.account_id IN
    (SELECT DISTINCT o.account_id FROM saved_scan o JOIN account w ON w.id = o.account_id
     WHERE o.account_id > ? AND w.suspended_at IS NULL ORDER BY o.account_id LIMIT ?)
  ORDER BY s.account_id, s.created_at, s.id`;

/** Scans that accounts keep. */
export class SavedScanStore {
  readonly runs: ScanRunStore;

  /** @param jobs sends the jobs that deliver the events of a run */
  constructor(
    private readonly database: Database,
    jobs: JobSender,
  ) {
    this.runs = new ScanRunStore(database, jobs);
  }

  /** Of an account, oldest first. */
  async of(accountId: number): Promise<SavedScan[]> {
    return (await this.database.query<Row>(OF_ACCOUNT, accountId)).map(SCAN.toEntity);
  }

  /** Null when the account has none of that id. */
  async find(accountId: number, id: string): Promise<SavedScan | null> {
    return firstOf(await this.database.query<Row>(BY_ID, accountId, id), SCAN.toEntity);
  }

  /** A scan of any account. Null when the id is unknown or the account is suspended. */
  async waiting(id: string): Promise<WaitingScan | null> {
    return firstOf(await this.database.query<WaitingRow>(WAITING_ONE, id), toWaiting);
  }

  /** All scans of the next `accounts` accounts that have any, by account, then oldest first. @param after id of an account */
  async accountsAfter(after: number, accounts: number): Promise<WaitingScan[]> {
    return (await this.database.query<WaitingRow>(WAITING_AFTER, after, accounts)).map(toWaiting);
  }

  /** @param most scans that the account may have */
  insert(scan: SavedScan, most: number): Promise<'stored' | 'taken' | 'full'> {
    return this.database.change('scans', async (trx) => {
      if (await isTaken(trx, scan)) return 'taken';
      const [{ count }] = await trx('saved_scan').where({ account_id: scan.accountId }).count({ count: '*' });
      if (Number(count) >= most) return 'full';
      await trx('saved_scan').insert(toRow(scan));
      return 'stored';
    });
  }

  /** Changes some fields of a scan, unless another scan of the account has the name. A changed query is a new version. */
  change(accountId: number, id: string, change: ScanChange): Promise<SavedScan | 'taken' | 'gone'> {
    return this.database.change('scans', async (trx) => {
      const former = await trx('saved_scan').where({ account_id: accountId, id }).first();
      if (former === undefined) return 'gone';
      const scan = { ...SCAN.toEntity(former), ...change };
      if (await isTaken(trx, scan)) return 'taken';
      const row = toRow(scan);
      const isSame = former.query === row.query && former.markets === row.markets;
      const version = scan.version + (isSame ? 0 : 1);
      await trx('saved_scan')
        .where({ id })
        .update({ ...row, version });
      return { ...scan, version };
    });
  }

  /** @returns whether there was one */
  async remove(accountId: number, id: string): Promise<boolean> {
    const removed: number = await this.database.change('scans', (trx) =>
      trx('saved_scan').where({ account_id: accountId, id }).delete(),
    );
    return removed > 0;
  }
}

/** Whether another scan of the account has the name. */
async function isTaken(trx: Knex, { id, accountId, name }: SavedScan): Promise<boolean> {
  const named = await trx('saved_scan')
    .where({ account_id: accountId, name_key: keyOf(name) })
    .first('id');
  return named !== undefined && named.id !== id;
}
