import type { QueueStats } from './queue';
import { QUEUE_NAMES, type QueueName } from './queues';

type RunResult = 'completed' | 'failures' | 'takeovers';

/** Stored jobs of a queue, by state. */
export type StoredStats = Omit<QueueStats, 'queue' | RunResult>;

const EMPTY: StoredStats = {
  waiting: 0,
  active: 0,
  failed: 0,
  oldest: null,
  oldestActive: null,
  scheduledCompleted: null,
};

/** Counts the runs in this process, by queue. */
export class JobCounts {
  private readonly counts = new Map<QueueName, Record<RunResult, number>>(
    QUEUE_NAMES.map((name) => [name, { completed: 0, failures: 0, takeovers: 0 }]),
  );

  add(queue: QueueName, result: RunResult): void {
    this.counts.get(queue)![result] += 1;
  }

  /** The stats of all queues: the stored jobs joined with the counts of this process. */
  stats(stored: ReadonlyMap<string, StoredStats>): QueueStats[] {
    return QUEUE_NAMES.map((queue) => ({ queue, ...(stored.get(queue) ?? EMPTY), ...this.counts.get(queue)! }));
  }
}
