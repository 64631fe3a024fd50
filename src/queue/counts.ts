import type { QueueStats } from './queue';
import { QUEUE_NAMES, type QueueName } from './queues';

type Counted = 'completed' | 'failures' | 'takeovers';

/** What is stored of a queue. */
export type StoredStats = Pick<QueueStats, 'waiting' | 'active' | 'failed' | 'oldest'>;

const EMPTY: StoredStats = { waiting: 0, active: 0, failed: 0, oldest: null };

/** What this process has done with jobs, by queue. */
export class JobCounts {
  private readonly counts = new Map<QueueName, Record<Counted, number>>(
    QUEUE_NAMES.map((name) => [name, { completed: 0, failures: 0, takeovers: 0 }]),
  );

  add(queue: QueueName, what: Counted): void {
    this.counts.get(queue)![what] += 1;
  }

  /** What is stored of each queue, with what this process has done. */
  with(stored: ReadonlyMap<string, StoredStats>): QueueStats[] {
    return QUEUE_NAMES.map((queue) => ({ queue, ...(stored.get(queue) ?? EMPTY), ...this.counts.get(queue)! }));
  }
}
