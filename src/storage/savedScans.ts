import type { ScanRun, ScanRunStore } from './scanRuns';

/** Scans that accounts keep. */
export interface SavedScanStore {
  /** Of an account, oldest first. */
  of(accountId: number): Promise<SavedScan[]>;
  /** Null when the account has none of that id. */
  find(accountId: number, id: string): Promise<SavedScan | null>;
  /** @param most that the account may have: of two that are saved at once the second counts the first */
  insert(scan: SavedScan, most: number): Promise<'stored' | 'taken' | 'full'>;
  /** Stores it anew under its id, unless another one of the account bears its name. A changed query begins a new version. */
  change(scan: SavedScan): Promise<'stored' | 'taken' | 'gone'>;
  /** @returns whether there was one */
  remove(accountId: number, id: string): Promise<boolean>;
  readonly runs: ScanRunStore;
}

/** A scan that an account keeps. */
export interface SavedScan {
  readonly id: string;
  readonly accountId: number;
  /** Unique in the account, whatever its case. */
  readonly name: string;
  /** Parameters of GET /scan, with their defaults. */
  readonly query: object;
  /** Ids of the markets that the key was for with which it was saved; null = every one of the plan. */
  readonly markets: readonly string[] | null;
  /** Grows when query or markets change. */
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A saved scan with what decides whether it is to run. */
export interface WaitingScan {
  readonly scan: SavedScan;
  /** Of its account. */
  readonly tier: string;
  readonly lastRun: Pick<ScanRun, 'prices' | 'at' | 'fault'> | null;
}
