import type { Evidence } from '../core/window/evidence';
import type { Until } from '../deadline';
import type { Pool, ScanRow, VerifiedRows } from './results';
import { type Found, isRow, measure, recordsOf, rowsOf, type Verifying } from './verification';

/** A candidate whose record is known, and its row once it was measured. */
interface Member {
  readonly found: Found;
  readonly record: Evidence;
  row: ScanRow | null;
}

/**
 * All candidates of a pool are held to their stored prices at once; the rest, which is most of the work, is measured of
 * those that somebody asks for.
 */
export class ScanPool implements Pool {
  private constructor(
    private readonly verifying: Verifying,
    /** Best first. */
    private readonly members: readonly Member[],
    /** What became of each candidate: whether its record is known, could not be had, or the time did not reach. */
    readonly outcomes: readonly ('recorded' | 'unavailable' | 'late')[],
  ) {}

  /** @param ahead how many will be asked for first: they are measured while prices are read */
  static async of(
    verifying: Verifying,
    found: readonly Found[],
    ahead: number,
    signal: AbortSignal,
  ): Promise<ScanPool> {
    const soon = found.slice(0, ahead);
    const measuring = measure(verifying, soon, signal);
    const records = await recordsOf(verifying, found, signal);
    const rows = await rowsOf(verifying, soon, records, await measuring, signal);
    const outcomes = found.map((_, i) => {
      if (i >= records.length) return 'late';
      return records[i] === null ? 'unavailable' : 'recorded';
    });
    const members = found.slice(0, records.length).flatMap((one, i): Member[] => {
      const record = records[i];
      const row = rows.at(i);
      return record === null ? [] : [{ found: one, record, row: row !== undefined && isRow(row) ? row : null }];
    });
    return new ScanPool(verifying, members, outcomes);
  }

  get size(): number {
    return this.members.length;
  }

  async first(count: number, until: Until): Promise<VerifiedRows> {
    const wanted = this.members.slice(0, count);
    const missing = wanted.filter(({ row }) => row === null);
    if (missing.length > 0) await this.measure(missing, until.signal);
    const rows = wanted.flatMap(({ row }) => row ?? []);
    return { rows, failures: wanted.length - rows.length };
  }

  private async measure(members: readonly Member[], signal: AbortSignal): Promise<void> {
    const found = members.map((one) => one.found);
    const measured = await measure(this.verifying, found, signal);
    const records = members.map(({ record }) => record);
    const rows = await rowsOf(this.verifying, found, records, measured, signal);
    for (const [i, row] of rows.entries()) if (isRow(row)) members[i].row = row;
  }
}
