import type { Log } from '../log';
import type { Queue, QueueName, RunningJob } from '../queue/queue';

/**
 * Registers the handler of a queue, whose results and errors are logged.
 *
 * @param run returns fields for the log; null logs nothing
 */
export function workLogged<Name extends QueueName>(
  queue: Queue,
  log: Log,
  name: Name,
  run: (job: RunningJob<Name>) => Promise<object | null>,
): void {
  queue.work(name, async (job) => {
    const from = performance.now();
    try {
      const done = await run(job);
      const seconds = Math.round((performance.now() - from) / 10) / 100;
      if (done !== null) log.info({ job: name, key: job.key, ...done, seconds }, 'job done');
    } catch (err) {
      // The queue returns an aborted job to the waiting ones.
      if (job.signal.aborted) throw err;
      log.error(
        { job: name, key: job.key, err, attempt: job.attempt },
        job.isLast ? 'job failed' : 'job failed; it is tried again after a pause',
      );
      throw err;
    }
  });
}
