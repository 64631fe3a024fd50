import type { Knex } from 'knex';
import type { SavedScanStore } from '../ports';
import type { SavedScan } from '../rows';
import type { Query } from './database';

/** A saved scan as both databases keep it: instants are epoch milliseconds. */
interface SavedScanRow {
  readonly id: string;
  readonly account_id: number;
  readonly name: string;
  readonly name_key: string;
  /** JSON. */
  readonly query: string;
  /** JSON. */
  readonly markets: string | null;
  readonly version: number;
  readonly created_at: number;
  readonly updated_at: number;
}

const OF_ACCOUNT = 'SELECT * FROM saved_scan WHERE account_id = ? ORDER BY created_at, id';
const BY_ID = 'SELECT * FROM saved_scan WHERE account_id = ? AND id = ?';

const toSavedScan = (row: SavedScanRow): SavedScan => ({
  id: row.id,
  accountId: row.account_id,
  name: row.name,
  query: JSON.parse(row.query),
  markets: row.markets === null ? null : JSON.parse(row.markets),
  version: row.version,
  createdAt: new Date(row.created_at),
  updatedAt: new Date(row.updated_at),
});

const toRow = (scan: SavedScan): SavedScanRow => ({
  id: scan.id,
  account_id: scan.accountId,
  name: scan.name,
  name_key: keyOf(scan.name),
  query: JSON.stringify(scan.query),
  markets: scan.markets && JSON.stringify(scan.markets),
  version: scan.version,
  created_at: scan.createdAt.getTime(),
  updated_at: scan.updatedAt.getTime(),
});

function keyOf(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

/** What a dialect reads and writes with. */
interface Writing {
  readonly query: Query;
  /** Runs `work` in one transaction. */
  write<T>(work: (trx: Knex) => Promise<T>): Promise<T>;
}

/** Scans that accounts keep. */
export class SqlSavedScans implements SavedScanStore {
  constructor(private readonly database: Writing) {}

  async of(accountId: number): Promise<SavedScan[]> {
    return (await this.database.query<SavedScanRow>(OF_ACCOUNT, accountId)).map(toSavedScan);
  }

  async find(accountId: number, id: string): Promise<SavedScan | null> {
    const [row] = await this.database.query<SavedScanRow>(BY_ID, accountId, id);
    return row === undefined ? null : toSavedScan(row);
  }

  insert(scan: SavedScan, most: number): Promise<'stored' | 'taken' | 'full'> {
    return this.database.write(async (trx) => {
      await holdAccount(trx, scan.accountId);
      if (await isTaken(trx, scan)) return 'taken';
      const [{ count }] = await trx('saved_scan').where({ account_id: scan.accountId }).count({ count: '*' });
      if (Number(count) >= most) return 'full';
      await trx('saved_scan').insert(toRow(scan));
      return 'stored';
    });
  }

  change(scan: SavedScan): Promise<'stored' | 'taken' | 'gone'> {
    return this.database.write(async (trx) => {
      await holdAccount(trx, scan.accountId);
      if (await isTaken(trx, scan)) return 'taken';
      const { id, account_id, created_at, version, ...changed } = toRow(scan);
      const former: SavedScanRow | undefined = await trx('saved_scan').where({ account_id, id }).first();
      if (former === undefined) return 'gone';
      const isSame = former.query === changed.query && former.markets === changed.markets;
      await trx('saved_scan')
        .where({ id })
        .update({ ...changed, version: former.version + (isSame ? 0 : 1) });
      return 'stored';
    });
  }

  async remove(accountId: number, id: string): Promise<boolean> {
    const removed: number = await this.database.write((trx) =>
      trx('saved_scan').where({ account_id: accountId, id }).delete(),
    );
    return removed > 0;
  }
}

/** Whoever saves at the same time waits until the end of the transaction. */
async function holdAccount(trx: Knex, id: number): Promise<void> {
  await trx('account').where({ id }).update({ id });
}

async function isTaken(trx: Knex, { id, accountId, name }: SavedScan): Promise<boolean> {
  const named = await trx('saved_scan')
    .where({ account_id: accountId, name_key: keyOf(name) })
    .first('id');
  return named !== undefined && named.id !== id;
}
