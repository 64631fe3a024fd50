import type { Log } from '../log';
import type { JobHandler, RunningJob } from '../queue/queue';
import { QUEUES, type QueueName } from '../queue/queues';

/**
 * A job handler that logs the result or the error of a job.
 *
 * @param run returns fields for the log; null logs nothing
 */
export function logged<Name extends QueueName>(
  log: Log,
  queue: Name,
  run: (job: RunningJob<Name>) => Promise<object | null>,
): JobHandler<Name> {
  return async (job) => {
    const from = performance.now();
    try {
      const done = await run(job);
      const seconds = Math.round((performance.now() - from) / 10) / 100;
      if (done !== null) log.info({ job: queue, key: job.key, ...done, seconds }, 'job done');
    } catch (err) {
      // The queue returns an aborted job to the waiting ones.
      if (job.signal.aborted) throw err;
      const isLast = job.attempt >= QUEUES[queue].attempts;
      log.error(
        { job: queue, key: job.key, err, attempt: job.attempt },
        isLast ? 'job failed' : 'job failed; it is tried again after a pause',
      );
      throw err;
    }
  };
}
