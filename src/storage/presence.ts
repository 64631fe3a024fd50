import { randomBytes, randomUUID } from 'node:crypto';
import type { ProcessLocks } from './processLocks';
import type { Presence } from './work';

const NAME = /^(database\/[\da-f-]{36})\/[\da-f]{8}$/;
/** A process whose connection broke is back sooner, unless the database is away. */
const GRACE_MS = 5_000;

/** Processes by a lock that each holds: every other process sees its end soon, on any machine. */
export class PostgresPresence implements Presence {
  private readonly process = `database/${randomUUID()}`;
  private taking: Promise<boolean> | null = null;
  /** When the lock of another process was first seen free, milliseconds of a monotonic clock. */
  private readonly missing = new Map<string, number>();

  constructor(private readonly locks: ProcessLocks) {}

  async name(): Promise<string> {
    this.taking ??= this.locks.tryTake(this.process).catch((error) => {
      this.taking = null;
      throw error;
    });
    await this.taking;
    return `${this.process}/${randomBytes(4).toString('hex')}`;
  }

  async isGone(name: string): Promise<boolean> {
    const process = NAME.exec(name)?.[1];
    if (process === undefined) return false;
    if (!(await this.locks.isFree(process))) {
      this.missing.delete(process);
      return false;
    }
    const since = this.missing.get(process) ?? performance.now();
    this.missing.set(process, since);
    return performance.now() - since >= GRACE_MS;
  }
}
