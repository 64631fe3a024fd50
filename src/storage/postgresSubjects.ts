import { LRUCache } from 'lru-cache';
import pLimit, { type Limit } from 'p-limit';
import { DatabaseAwayError } from './errors';

/** One that works, and the next on its way: more would wait for the same row. */
const AT_ONCE = 2;
/** How long work may wait for others of its subject, milliseconds. */
const PATIENCE_MS = 2_000;
/** Subjects that are remembered; once one is forgotten, twice as many may be at work for it. */
const REMEMBERED = 10_000;

/**
 * What bounds the connections that one subject holds. What counts for it waits for one row, or one lock, and holds a
 * connection meanwhile: of an account that sends 500 requests at once, they would leave none to all others (measured: those
 * were answered 503). Neither a quota nor `AccountConcurrency` is of help: a request is counted before, and the subject `demo`
 * has many clients.
 */
export class Subjects {
  private readonly limits = new LRUCache<string, Limit>({ max: REMEMBERED });

  /** @throws DatabaseAwayError when others of the subject take too long */
  run<T>(subject: string, work: () => Promise<T>): Promise<T> {
    const limit = this.limits.get(subject) ?? pLimit(AT_ONCE);
    this.limits.set(subject, limit);
    const since = performance.now();
    return limit(() => {
      const waited = performance.now() - since;
      if (waited <= PATIENCE_MS) return work();
      throw new DatabaseAwayError('database_slow', 'others of the same subject are not answered');
    });
  }
}
