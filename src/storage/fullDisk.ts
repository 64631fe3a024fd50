import { DatabaseUnavailableError } from './errors';

/** How long a failed write counts as a full disk. A later success cannot end it: without requests nothing is written. */
const COUNTS_MS = 5_000;

/** Remembers for some seconds that a write failed because the disk was full. */
export class FullDisk {
  private failedAt = Number.NEGATIVE_INFINITY;

  /** For `Database.unavailable`. */
  get reason(): 'disk_full' | null {
    return performance.now() - this.failedAt < COUNTS_MS ? 'disk_full' : null;
  }

  note(): void {
    this.failedAt = performance.now();
  }

  /** Runs a write of SQLite. @throws DatabaseUnavailableError when the disk is full; nothing was written then */
  async watch<T>(write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      this.note();
      throw new DatabaseUnavailableError('disk_full', `the disk is full: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }
}

/** Whether SQLite could not write for lack of space: in the database, its log, or the index of its log. */
export function isDiskFull(error: unknown): boolean {
  return /^SQLITE_(FULL|IOERR_SHMSIZE)$/.test(String((error as { code?: unknown } | null)?.code));
}
