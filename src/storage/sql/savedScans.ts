import type { Knex } from 'knex';
import type { SavedScan, SavedScanStore } from '../savedScans';
import type { SqlDatabase } from './database';
import { keyOf, type SavedScanRow, toRow, toSavedScan } from './savedScanRows';
import { SqlScanRuns } from './scanRuns';

const OF_ACCOUNT = 'SELECT * FROM saved_scan WHERE account_id = ? ORDER BY created_at, id';
const BY_ID = 'SELECT * FROM saved_scan WHERE account_id = ? AND id = ?';

/** Scans that accounts keep. */
export class SqlSavedScans implements SavedScanStore {
  readonly runs: SqlScanRuns;

  constructor(private readonly database: SqlDatabase) {
    this.runs = new SqlScanRuns(database);
  }

  async of(accountId: number): Promise<SavedScan[]> {
    return (await this.database.query<SavedScanRow>(OF_ACCOUNT, accountId)).map(toSavedScan);
  }

  async find(accountId: number, id: string): Promise<SavedScan | null> {
    const [row] = await this.database.query<SavedScanRow>(BY_ID, accountId, id);
    return row === undefined ? null : toSavedScan(row);
  }

  insert(scan: SavedScan, most: number): Promise<'stored' | 'taken' | 'full'> {
    return this.database.change('scans', async (trx) => {
      if (await isTaken(trx, scan)) return 'taken';
      const [{ count }] = await trx('saved_scan').where({ account_id: scan.accountId }).count({ count: '*' });
      if (Number(count) >= most) return 'full';
      await trx('saved_scan').insert(toRow(scan));
      return 'stored';
    });
  }

  change(scan: SavedScan): Promise<'stored' | 'taken' | 'gone'> {
    return this.database.change('scans', async (trx) => {
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
    const removed: number = await this.database.change('scans', (trx) =>
      trx('saved_scan').where({ account_id: accountId, id }).delete(),
    );
    return removed > 0;
  }
}

async function isTaken(trx: Knex, { id, accountId, name }: SavedScan): Promise<boolean> {
  const named = await trx('saved_scan')
    .where({ account_id: accountId, name_key: keyOf(name) })
    .first('id');
  return named !== undefined && named.id !== id;
}
