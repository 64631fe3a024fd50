import { counter, gauge, type Reading } from '../../log';
import type { Queue, QueueStats } from '../../queue/queue';

/** The metrics of the job queues (the operating guide, "What to watch"). */
export async function queueReadings(queue: Pick<Queue, 'stats'>): Promise<Reading[]> {
  const queues = await queue.stats();
  const states = ['waiting', 'active', 'failed'] as const;
  return [
    gauge(
      'queue_jobs',
      'Jobs of all processes by queue and state; failed ones are listed for 14 days',
      queues.flatMap((stats) =>
        states.map((state) => ({ labels: { queue: stats.queue, state }, value: stats[state] })),
      ),
    ),
    gauge(
      'queue_oldest_job_age_seconds',
      'How long the oldest job that may start has waited; 0 without any',
      byQueue(queues, ({ oldest }) => secondsSince(oldest)),
    ),
    gauge(
      'queue_oldest_active_job_age_seconds',
      'Time since the oldest job under way was allowed to start; 0 without any',
      byQueue(queues, ({ oldestActive }) => secondsSince(oldestActive)),
    ),
    gauge(
      'queue_scheduled_job_completed_timestamp_seconds',
      'When a scheduled job last completed; absent for queues without one in the last three days',
      queues.flatMap(({ queue, scheduledCompleted }) =>
        scheduledCompleted === null ? [] : [{ labels: { queue }, value: scheduledCompleted.getTime() / 1000 }],
      ),
    ),
    counter(
      'queue_jobs_completed_total',
      'Jobs that this process ran to their end',
      byQueue(queues, ({ completed }) => completed),
    ),
    counter(
      'queue_job_failures_total',
      'Runs of jobs that failed in this process; most are run again',
      byQueue(queues, ({ failures }) => failures),
    ),
    counter(
      'queue_job_takeovers_total',
      'Jobs that this process took over from one that had ended or hung',
      byQueue(queues, ({ takeovers }) => takeovers),
    ),
  ];
}

function byQueue(queues: readonly QueueStats[], read: (stats: QueueStats) => number): Reading['values'] {
  return queues.map((stats) => ({ labels: { queue: stats.queue }, value: read(stats) }));
}

/** Jobs start by the machine's clock, also where the service's own is set. */
function secondsSince(start: Date | null): number {
  return start === null ? 0 : Math.max(0, (Date.now() - start.getTime()) / 1000);
}
