import type { SavedScan } from '../savedScans';

/** A saved scan as both databases keep it: instants are epoch milliseconds. */
export interface SavedScanRow {
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

export const toSavedScan = (row: SavedScanRow): SavedScan => ({
  id: row.id,
  accountId: row.account_id,
  name: row.name,
  query: JSON.parse(row.query),
  markets: row.markets === null ? null : JSON.parse(row.markets),
  version: row.version,
  createdAt: new Date(row.created_at),
  updatedAt: new Date(row.updated_at),
});

export const toRow = (scan: SavedScan): SavedScanRow => ({
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

/** Names that differ in case only are the same. */
export function keyOf(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}
